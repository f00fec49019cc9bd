"""The Véier board as data: cells, neighbours, lines."""

from __future__ import annotations

import numpy as np

# A hexagon of hexagonal cells, six a side. Rows a (bottom) to k (top), columns 1 to 11; a cell
# exists where row and column, both counted from 1, differ by at most 5:
#
#              k6 . . . . k11
#            .               .
#          f1        f6       f11
#            .               .
#              a1 . . . . a6
#
# Cells are numbered as they are written in a position text: row k first, lowest column first.
SIDE = 6
ROWS = 2 * SIDE - 1
ROW_LETTERS = "abcdefghijk"
CELL_POINTS = tuple(
    (row, column)
    for row in range(ROWS, 0, -1)
    for column in range(1, ROWS + 1)
    if abs(row - column) < SIDE
)
CELL_NUMBER = {cell: number for number, cell in enumerate(CELL_POINTS)}
CELLS = len(CELL_POINTS)
NAMES = tuple(f"{ROW_LETTERS[row - 1]}{column}" for row, column in CELL_POINTS)
ROW_WIDTHS = tuple(ROWS - abs(row - SIDE) for row in range(ROWS, 0, -1))

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (0, -1), (-1, 0), (-1, -1))
"""The three lines that count, each way: direction d + 3 is the opposite of d."""
LINES = 3

NEIGHBOURS = np.full((CELLS, len(DIRECTIONS)), -1, np.int16)
"""NEIGHBOURS[cell, direction]: the next cell; -1 beyond the edge."""
for (_row, _column), _number in CELL_NUMBER.items():
    for _direction, (_up, _right) in enumerate(DIRECTIONS):
        NEIGHBOURS[_number, _direction] = CELL_NUMBER.get((_row + _up, _column + _right), -1)

ON_EDGE = NEIGHBOURS.min(axis=1) < 0
"""ON_EDGE[cell]: it has fewer than six neighbours."""


def turn(cell: tuple[int, int]) -> tuple[int, int]:
    """Where a cell goes when the hexagon is turned by a sixth."""
    row, column = cell[0] - SIDE, cell[1] - SIDE
    return column + SIDE, column - row + SIDE


def mirror(cell: tuple[int, int]) -> tuple[int, int]:
    """Where a cell goes when rows and columns are exchanged."""
    return cell[1], cell[0]
