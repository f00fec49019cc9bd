"""KIPP4 drawn in plain text."""

from __future__ import annotations

from collections.abc import Sequence

from spielwerk.games.kipp4.board import NUMBER, SIDE
from spielwerk.games.kipp4.rules import BOARD, LOW_SIDE, SUPPLY

MARBLES = "·LDR"
LOW_SIDES = ("south: v", "east: >", "north: ^", "west: <")
STYLES = (
    (r"\bL\b", "black on white"),
    (r"\bD\b", "white on bright_black"),
    (r"\bR\b", "white on red"),
)


def draw(state: Sequence[int]) -> str:
    """The board as player 0 sees it at the start, with both supplies.

    >>> import spielwerk
    >>> print(spielwerk.game("kipp4").start())
    7    ·   ·   ·
    6  ·   ·   ·   ·
    5    ·   R   ·
    4  ·   ·   R   ·
    3    R   ·   ·
    2  ·   ·   R   ·
    1    ·   ·   ·
       a b c d e f g
    low side south: v   supply: light 8, dark 8
    """
    lines = []
    for rank in range(SIDE, 0, -1):
        cells = (NUMBER.get(f"{file}{rank}") for file in "abcdefg")
        row = " ".join(" " if n is None else MARBLES[state[BOARD + n]] for n in cells)
        lines.append(f"{rank}  {row}".rstrip())
    return "\n".join(
        [
            *lines,
            "   a b c d e f g",
            f"low side {LOW_SIDES[state[LOW_SIDE]]}"
            f"   supply: light {state[SUPPLY]}, dark {state[SUPPLY + 1]}",
        ]
    )
