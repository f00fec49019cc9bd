"""The QBQ board as data: squares, quarters, formations, fall lines."""

from __future__ import annotations

import numpy as np

from spielwerk.core.sets import as_set
from spielwerk.core.squares import Squares

BOARD_SQUARES = Squares(6)
SIDE = BOARD_SQUARES.side
SQUARES = BOARD_SQUARES.count
NAMES = BOARD_SQUARES.names

COLOURS = "bgor"
#   5   g g g o o o
#   4   g g g o o o     Fields of each colour; the letters go round clockwise
#   3   g g g o o o     from blue in the south-west. Ranks are counted from 0 here.
#   2   b b b r r r
#   1   b b b r r r
#   0   b b b r r r
QUARTER_CORNERS = ((0, 0), (0, 3), (3, 3), (3, 0))
START_CORNERS = ((4, 4), (4, 0), (0, 0), (0, 4))

DIRECTION_LETTERS = "nesw"
DIRECTIONS = ((0, 1), (1, 0), (0, -1), (-1, 0))


def block(corner: tuple[int, int], side: int) -> list[int]:
    """The squares of a square block with the given south-west corner."""
    file, rank = corner
    return [BOARD_SQUARES.at(file + i, rank + j) for j in range(side) for i in range(side)]


ALL = as_set(list(range(SQUARES)))
FIRST_FILE = as_set([square for square in range(SQUARES) if square % SIDE == 0])
LAST_FILE = FIRST_FILE << (SIDE - 1)

START_SQUARES = np.array([block(corner, 2) for corner in START_CORNERS], np.int16)
"""START_SQUARES[colour]: the four squares in the corner opposite the colour's fields."""

DISTANCE = np.zeros((4, SQUARES), np.int16)
"""DISTANCE[colour, square]: files plus ranks to the nearest start square."""
for _colour in range(4):
    for _square in range(SQUARES):
        _file, _rank = BOARD_SQUARES.point(_square)
        DISTANCE[_colour, _square] = min(
            abs(_file - f) + abs(_rank - r)
            for f, r in map(BOARD_SQUARES.point, map(int, START_SQUARES[_colour]))
        )

SMALL_FORMATIONS = np.array(
    [
        [as_set(block((file + i, rank + j), 2)) for i in range(2) for j in range(2)]
        for file, rank in QUARTER_CORNERS
    ],
    np.int64,
)
"""SMALL_FORMATIONS[colour]: the four 2 x 2 squares of its fields."""
LARGE_FORMATION = np.array([as_set(block(corner, 3)) for corner in QUARTER_CORNERS], np.int64)
"""LARGE_FORMATION[colour]: all nine of its fields."""

RAYS = np.full((SQUARES, len(DIRECTIONS), SIDE), -1, np.int16)
"""RAYS[square, direction]: the squares beyond it one after the other, then -1."""
for _square in range(SQUARES):
    for _number, _direction in enumerate(DIRECTIONS):
        _ray = BOARD_SQUARES.ray(_square, _direction)
        RAYS[_square, _number, : len(_ray)] = _ray
