"""What lies on the table of Block It!, by its names: for pictures and words."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from spielwerk.core.position import Position
from spielwerk.core.state import PHASE
from spielwerk.games.blockit.board import (
    CARD_OF_CROSSING,
    CARD_SQUARES,
    CARDS,
    COLOURS,
    CROSSING_NAMES,
    EAST,
    NORTH,
)
from spielwerk.games.blockit.notation import DIE_WORDS
from spielwerk.games.blockit.rules import (
    BLOCK,
    CARD,
    CLAIM,
    DIE,
    FIRST_CARD,
    LOCKS,
    NONE,
    RESTED,
    SECOND_CARD,
    THROW,
    THROWN,
    square_colour,
)

CARDS_AT = {
    name: tuple(CARD_SQUARES[south_west + way] for way in (0, EAST, NORTH, NORTH + EAST))
    for name, south_west in zip(CROSSING_NAMES, map(int, CARD_OF_CROSSING), strict=True)
}
"""The four cards that meet at each crossing."""


def cards(position: Position) -> dict[str, str]:
    """Each card by its colours, clockwise from the north-west."""
    return dict(zip(CARD_SQUARES, (CARDS[n] for n in position.entries[CARD:BLOCK]), strict=True))


def blocks(position: Position) -> dict[str, str]:
    """The colour of each block by its crossing."""
    on = zip(CROSSING_NAMES, position.entries[BLOCK:LOCKS], strict=True)
    return {name: COLOURS[block - 1] for name, block in on if block != NONE}


@lru_cache(64)
def open_squares(position: Position) -> dict[str, str]:
    """The colour of each square without a block by its crossing."""
    state = position.entries
    colours = {
        name: square_colour(state, crossing)  # type: ignore[arg-type]  # a tuple will do
        for crossing, name in enumerate(CROSSING_NAMES)
        if state[BLOCK + crossing] == NONE
    }
    return {name: COLOURS[colour] for name, colour in colours.items() if colour >= 0}


def locked(crossings: Iterable[str]) -> set[str]:
    """The cards that blocks on these crossings lock."""
    return {card for crossing in crossings for card in CARDS_AT[crossing]}


def resting(position: Position) -> set[str]:
    """The cards that cannot be turned because they were turned last."""
    state = position.entries
    first = {CARD_SQUARES[state[FIRST_CARD] - 1]} if state[FIRST_CARD] != NONE else set()
    return first | {name for i, name in enumerate(CARD_SQUARES) if state[RESTED + i]}


def face(position: Position) -> str:
    """What the die shows; nothing before it is thrown."""
    return DIE_WORDS[position.entries[THROWN]] if position.entries[THROWN] != NONE else ""


def task(position: Position) -> str:
    """What is to be done now, in a word."""
    state = position.entries
    if state[PHASE] == CLAIM:
        return "claim"
    if state[PHASE] == DIE:
        return "throw" if state[THROW] == 1 else "again"
    second = "second " if state[PHASE] == SECOND_CARD else ""
    return second + face(position)
