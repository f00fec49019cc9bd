"""Spitze drawn in plain text."""

from __future__ import annotations

from collections.abc import Sequence

from spielwerk.games.spitze.board import BOARD_SQUARES, NAMES, SQUARES
from spielwerk.games.spitze.rules import BOARD, PIECES


def towers(state: Sequence[int]) -> list[str]:
    """The pieces on each square, from bottom to top, as letters."""
    letters = iter("ld"[piece < 0] for piece in state[PIECES : PIECES + SQUARES])
    heights = (abs(height) for height in state[BOARD : BOARD + SQUARES])
    return ["".join(next(letters) for _ in range(height)) for height in heights]


STYLES = (
    (r"\bL\d*\b", "black on white"),
    (r"\bD\d*\b", "white on bright_black"),
)


def draw(state: Sequence[int]) -> str:
    """The board: the top piece of each square, and its height from two on.

    >>> import spielwerk
    >>> print(spielwerk.game("spitze").start().play("a1-d1"))
    6  D  L  D  L  D  L
    5  L  D  L  D  L  D
    4  D  L  D  L  D  L
    3  L  D  L  D  L  D
    2  D  L  D  L  D  L
    1  ·  D  L  L2 L  D
       a  b  c  d  e  f
    towers: d1 dl
    """
    stacks = towers(state)
    cells = [
        "·" if not stack else stack[-1].upper() + (str(len(stack)) if len(stack) > 1 else "")
        for stack in stacks
    ]
    lines = []
    for rank in range(BOARD_SQUARES.side, 0, -1):
        row = cells[(rank - 1) * 6 : rank * 6]
        lines.append(f"{rank}  " + "".join(cell.ljust(3) for cell in row).rstrip())
    lines.append("   " + "  ".join("abcdef"))
    built = [f"{name} {stack}" for name, stack in zip(NAMES, stacks, strict=True) if len(stack) > 1]
    return "\n".join([*lines, f"towers: {', '.join(built) or 'none'}"])
