"""Words in five languages: English in the code, the others in message catalogues."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from spielwerk.core.errors import SpielwerkError, listed

Language: TypeAlias = Literal["en", "de", "fr", "nl", "lb"]
LANGUAGES: tuple[str, ...] = get_args(Language)
CATALOGUES = Path(__file__).parent.parent / "translations"

RECENT = 4096
"""How many messages are kept in words: the same are needed again and again."""

Part: TypeAlias = "str | int | Message | tuple[str | Message, ...]"
"""What is put into a message; several are told one after the other, with commas."""


@dataclass(frozen=True)
class Message:
    """A sentence or a phrase that is known in every language.

    >>> marble = say("{place}, light marble", place="c4")
    >>> str(marble), marble.into("de")
    ('c4, light marble', 'c4, helle Murmel')
    """

    text: str
    """In English, with {names} for what is put in."""
    values: tuple[tuple[str, Part], ...] = ()

    def fill(self, **values: Part) -> Message:
        """The message with these values; it may not need all of them."""
        return Message(self.text, tuple(values.items()))

    def into(self, language: str) -> str:
        """The message in a language."""
        return _told(self, language)

    def __str__(self) -> str:
        return self.into("en")


@lru_cache(RECENT)
def _told(message: Message, language: str) -> str:
    values = {name: _written(value, language) for name, value in message.values}
    return catalogue(language).get(message.text, message.text).format(**values)


def _written(part: Part, language: str) -> str | int:
    if isinstance(part, Message):
        return part.into(language)
    if isinstance(part, tuple):
        return ", ".join([str(_written(each, language)) for each in part])
    return part


def say(text: str, **values: Part) -> Message:
    """A message; `tools/translations.py` finds its text in the code."""
    return Message(text, tuple(values.items()))


def spoken(messages: Iterable[Message], language: str) -> str:
    """Sentences one after the other."""
    return " ".join(message.into(language) for message in messages)


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """What each English text is in a language; nothing in English."""
    check_language(language)
    if language == "en":
        return {}
    from babel.messages.pofile import read_po  # only who reads another language waits for it

    with (CATALOGUES / f"{language}.po").open("rb") as file:
        found = read_po(file, locale=language)
    return {str(entry.id): str(entry.string) for entry in found if entry.id and entry.string}


def check_language(language: str) -> str:
    """The language, if it is one of ours."""
    if language not in LANGUAGES:
        raise SpielwerkError(
            f"There is no language {language!r} here: there is {listed(LANGUAGES)}."
        )
    return language
