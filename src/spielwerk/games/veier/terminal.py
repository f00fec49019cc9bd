"""Véier drawn in plain text."""

from __future__ import annotations

from collections.abc import Sequence

from spielwerk.games.veier.board import ROW_LETTERS, ROW_WIDTHS, ROWS
from spielwerk.games.veier.rules import BOARD, POINTS, SUPPLY

STYLES = (
    (r"\bX\b", "black on white"),
    (r"\bO\b", "white on bright_black"),
)


def draw(state: Sequence[int]) -> str:
    """The hexagon, with supplies and points.

    >>> import spielwerk
    >>> print(spielwerk.game("veier").start().play("f6"))
         k  · · · · · ·
        j  · · · · · · ·
       i  · · · · · · · ·
      h  · · · · · · · · ·
     g  · · · · · · · · · ·
    f  · · · · · X · · · · ·
     e  · · · · · · · · · · 11
      d  · · · · · · · · · 10
       c  · · · · · · · · 9
        b  · · · · · · · 8
         a  · · · · · · 7
             1 2 3 4 5 6
    X: 0 points, 44 in supply   O: 0 points, 45 in supply
    """
    pieces = iter("·XO"[piece] for piece in state[BOARD:SUPPLY])
    lines = []
    for row, width in zip(range(ROWS, 0, -1), ROW_WIDTHS, strict=True):
        indent = " " * (ROWS - width)
        # Columns run up to the right, so those beyond a6 are named at the ends of the lower rows.
        column = f" {row + 6}" if row < 6 else ""
        cells = " ".join(next(pieces) for _ in range(width))
        lines.append(f"{indent}{ROW_LETTERS[row - 1]}  {cells}{column}")
    lines.append(" " * 9 + "1 2 3 4 5 6")
    counts = (
        f"{name}: {state[POINTS + i]} points, {state[SUPPLY + i]} in supply"
        for i, name in enumerate("XO")
    )
    return "\n".join([*lines, "   ".join(counts)])
