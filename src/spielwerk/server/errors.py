"""What a table refuses; each class knows its HTTP status."""

from __future__ import annotations

import math

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


class Later(SpielwerkError):
    """Something that works a little later: the same can be sent again."""

    status = 503

    def __init__(self, said: Message, seconds: float = 2) -> None:
        super().__init__(said)
        self.seconds = max(1, math.ceil(seconds))
        """After which it is worth another try."""


class StorageFailed(Later):
    """The database does not answer or has no room."""


class Restarting(Later):
    """The server is about to end."""


class TooMuch(Later):
    """Somebody asks for more than there is for one; later there is more."""

    status = 429


class TooLarge(SpielwerkError):
    """Somebody sends more than is read."""

    status = 413


class TooSlow(SpielwerkError):
    """Somebody takes too long to send something."""

    status = 408


class WrongPlace(SpielwerkError):
    """Somebody came by an address that is not this server's, or without encryption."""

    status = 421


class OtherPage(SpielwerkError):
    """A page of another server wants to do something here."""

    status = 403


def status_of(error: Exception) -> int:
    """The HTTP status of an error."""
    return getattr(error, "status", 400)


def in_words(error: Exception, language: str | None) -> str:
    """What an error says; in another language, if it is one that people at a table meet."""
    said = error.args[0] if error.args else None
    if isinstance(said, Message) and language in LANGUAGES:
        return said.into(language or "en")
    return str(error)
