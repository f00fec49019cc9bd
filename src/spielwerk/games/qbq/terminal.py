"""QBQ drawn in plain text."""

from __future__ import annotations

from collections.abc import Sequence

from spielwerk.games.qbq.board import COLOURS, SIDE
from spielwerk.games.qbq.rules import HEIGHT, NOBODY, OWNER, PLAYERS, SEATS, SUPPLY

NAMES = ("blue", "green", "orange", "red")
STYLES = (
    (r"\bB\d\b", "white on blue"),
    (r"\bG\d\b", "white on green"),
    (r"\bO\d\b", "black on yellow"),
    (r"\bR\d\b", "white on red"),
    (r"·[bgor]", "dim"),
)


def draw(state: Sequence[int]) -> str:
    """The board: colour and height of each stack; dots name the colour of an empty field.

    >>> import spielwerk
    >>> print(spielwerk.game("qbq").start())
    6   ·g  ·g  ·g  ·o  B1  B1
    5   ·g  ·g  ·g  ·o  B1  B1
    4   ·g  ·g  ·g  ·o  ·o  ·o
    3   ·b  ·b  ·b  ·r  ·r  ·r
    2   O1  O1  ·b  ·r  ·r  ·r
    1   O1  O1  ·b  ·r  ·r  ·r
         a   b   c   d   e   f
    supply: blue 5, orange 5
    """
    lines = []
    for rank in range(SIDE - 1, -1, -1):
        row = []
        for file in range(SIDE):
            square = rank * SIDE + file
            owner, height = state[OWNER + square], state[HEIGHT + square]
            field = ("bg" if file < 3 else "ro")[rank >= 3]
            row.append(f"·{field}" if owner == NOBODY else f"{COLOURS[owner - 1].upper()}{height}")
        lines.append(f"{rank + 1}   " + "  ".join(row))
    lines.append("     " + "   ".join("abcdef"))
    colours = state[SEATS : SEATS + state[PLAYERS]]
    supplies = ", ".join(f"{NAMES[colour]} {state[SUPPLY + colour]}" for colour in colours)
    return "\n".join([*lines, f"supply: {supplies}"])
