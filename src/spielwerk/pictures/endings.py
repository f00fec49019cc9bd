"""How a game ended, in words that all games share."""

from __future__ import annotations

from spielwerk.core.position import Position
from spielwerk.pictures.words import Message, say


def outcome(position: Position, names: tuple[Message, ...]) -> Message:
    """Who has won a game that is over."""
    if position.winner is None:
        return say("The game ends in a draw.")
    return say("{player} wins.", player=names[position.winner])


def listing(parts: list[Message] | list[str]) -> str | Message:
    """Words one after the other with commas; a dash where there are none."""
    if not parts:
        return "–"
    first, *rest = parts
    found: str | Message = first
    for part in rest:
        found = say("{some}, {more}", some=found, more=part)
    return found
