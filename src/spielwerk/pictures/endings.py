"""How a game ended, in words that all games share."""

from __future__ import annotations

from spielwerk.core.position import Position
from spielwerk.pictures.words import Message, Part, say


def outcome(position: Position, names: tuple[Message, ...]) -> Message:
    """Who has won a game that is over."""
    if position.winner is None:
        return say("The game ends in a draw.")
    return say("{player} wins.", player=names[position.winner])


def listing(parts: list[Message] | list[str]) -> Part:
    """Words one after the other; a dash where there are none."""
    return tuple(parts) or "–"
