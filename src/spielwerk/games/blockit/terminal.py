"""Block It! drawn in plain text."""

from __future__ import annotations

from collections.abc import Sequence

from spielwerk.games.blockit.board import (
    CARD_SQUARES,
    CARDS,
    COLOURS,
    CROSSING_NAMES,
    FACES,
    SIDE,
)
from spielwerk.games.blockit.rules import BLOCK, CARD, LEFT, NONE, PLAYERS, SOLO, THROWN

NAMES = ("red", "yellow", "blue", "black")
STYLES = (
    (r"(?<! {5})\br\b|\[R\]", "white on red"),
    (r"(?<! {5})\by\b|\[Y\]", "black on yellow"),
    (r"(?<! {5})\bb\b|\[B\]", "white on blue"),
    (r"(?<! {5})\bk\b|\[K\]", "white on bright_black"),
)


def draw(state: Sequence[int]) -> str:
    """The cards with their four quarters; a block is its colour's capital in brackets.

    >>> import spielwerk
    >>> print("\\n".join(str(spielwerk.game("blockit").start(seed=1)).splitlines()[:5]))
    5   b k   y k   b k   y r   b y
        r y   r b   r y   b k   r k
            +     +     +     +
    4   r y   r k   y b   b k   y r
        k b   y b   k r   y r   k b
    """
    lines = []
    for rank in range(SIDE, 0, -1):
        cards = [CARDS[state[CARD + CARD_SQUARES.index(f"{file}{rank}")]] for file in "abcde"]
        lines.append(f"{rank}   " + "   ".join(f"{card[0]} {card[1]}" for card in cards))
        lines.append("    " + "   ".join(f"{card[3]} {card[2]}" for card in cards))
        if rank > 1:
            lines.append(
                "       " + "   ".join(_crossing(state, f, rank - 1) for f in "abcd").rstrip()
            )
    lines.append("     " + "     ".join("abcde"))
    colours = range(4) if state[SOLO] else range(state[PLAYERS])
    left = ", ".join(f"{NAMES[colour]} {state[LEFT + colour]}" for colour in colours)
    die = FACES[state[THROWN] - 1] if state[THROWN] != NONE else "-"
    return "\n".join([*lines, f"blocks left: {left}   die: {die}"])


def _crossing(state: Sequence[int], file: str, rank: int) -> str:
    block = state[BLOCK + CROSSING_NAMES.index(f"{file}{rank}")]
    return " + " if block == NONE else f"[{COLOURS[block - 1].upper()}]"
