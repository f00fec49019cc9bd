"""Options of a game: what may be chosen before it starts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from spielwerk.core.errors import UnknownOption, listed
from spielwerk.core.state import UNLIMITED

Value = bool | int | str


@dataclass(frozen=True)
class Option:
    """One option with its default and all that it can be set to.

    A default of None means that it depends on the other options.

    >>> Option("seats", "opposite", ("opposite", "adjacent"), "how to sit").read("adjacent")
    'adjacent'
    """

    name: str
    default: Value | None
    choices: tuple[Value, ...] | range
    meaning: str

    @property
    def possible(self) -> str:
        """The choices, for a message."""
        if isinstance(self.choices, range):
            return f"a whole number from {self.choices[0]} to {self.choices[-1]}"
        return listed(map(str, self.choices))

    def check(self, value: object) -> Value:
        """The value itself, if it is one of the choices."""
        # True == 1, but an option that counts is not switched on.
        if isinstance(value, bool | int | str) and value in self.choices:
            if type(value) is type(self.choices[0]):
                return value
        given = repr(value) if len(repr(value)) <= 40 else f"{repr(value)[:40]}…"
        raise UnknownOption(f"{self.name}={given} is not possible: it can be {self.possible}.")

    def read(self, text: str) -> Value:
        """The value that a text stands for."""
        if isinstance(self.choices, range):
            is_number = text.isascii() and text.isdecimal() and len(text) < 10
            return self.check(int(text) if is_number else text)
        named = {str(choice).lower(): choice for choice in self.choices}
        return self.check(named.get(text.lower(), text))


TURN_LIMIT = Option(
    "turn_limit", 200, range(UNLIMITED), "turns until the game ends; 0 for no limit"
)


def read_options(options: tuple[Option, ...], text: str) -> dict[str, Value]:
    """Options written as `players=3 seats=adjacent`.

    >>> read_options((TURN_LIMIT,), "turn_limit=50")
    {'turn_limit': 50}
    """
    chosen: dict[str, Value] = {}
    by_name = {option.name: option for option in options}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not equals:
            raise UnknownOption(f"{word} is no option: write name=value, such as turn_limit=100.")
        chosen[name] = find_option(by_name, name).read(value)
    return chosen


def find_option(options: Mapping[str, Option], name: str) -> Option:
    """The option of that name."""
    if name not in options:
        raise UnknownOption(f"There is no option {name!r}: there is {listed(options) or 'none'}.")
    return options[name]
