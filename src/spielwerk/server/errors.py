"""What a table refuses; each class knows its HTTP status."""

from __future__ import annotations

from spielwerk.core.errors import SpielwerkError
from spielwerk.pictures.words import LANGUAGES, Message


class NoSuchTable(SpielwerkError):
    """There is no table of that name."""

    status = 404


class NotYourSeat(SpielwerkError):
    """Somebody acts for a seat that is not theirs, or not theirs to act now."""

    status = 403


class NotNow(SpielwerkError):
    """Something that the table does not allow at this moment."""

    status = 409


class Outdated(SpielwerkError):
    """Somebody acts on a table that has gone on meanwhile; what it is now comes along."""

    status = 409


class StorageFailed(SpielwerkError):
    """The database does not answer or has no room; what was sent can be sent again."""

    status = 503


def in_words(error: Exception, language: str | None) -> str:
    """What an error says; in another language, if it is one that people at a table meet."""
    said = error.args[0] if error.args else None
    if isinstance(said, Message) and language in LANGUAGES:
        return said.into(language or "en")
    return str(error)
