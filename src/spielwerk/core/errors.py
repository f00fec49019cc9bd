"""What can be wrong with what somebody gave us; each class knows its HTTP status."""

from __future__ import annotations

from collections.abc import Iterable


class SpielwerkError(ValueError):
    """Something given to Spielwerk was not usable; the message says why and what would be."""

    status = 400


class UnknownGame(SpielwerkError):
    """There is no game of that name."""

    status = 404


class UnknownOption(SpielwerkError):
    """A game has no such option, or the option no such value."""


class UnreadableText(SpielwerkError):
    """A position or record text that cannot be read."""


class IllegalStep(SpielwerkError):
    """A step that the rules do not allow now."""

    status = 409


class UnreadableStep(IllegalStep):
    """Not the token of any step of the game."""

    status = 400


class NoSuchDevice(SpielwerkError):
    """Playouts were asked for on a device that is not there."""


def listed(words: Iterable[str], most: int = 12) -> str:
    """Words for the end of a message: `a, b, c and 4 more`.

    >>> listed(["a", "b", "c"], most=2)
    'a, b and 1 more'
    """
    words = list(words)
    shown = ", ".join(words[:most])
    return f"{shown} and {len(words) - most} more" if len(words) > most else shown
