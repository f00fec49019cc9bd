"""The Spitze board as data: 6 x 6 squares and the lines along which pieces jump."""

from __future__ import annotations

import numpy as np

from spielwerk.core.sets import as_set
from spielwerk.core.squares import Squares

BOARD_SQUARES = Squares(6)
SIDE = BOARD_SQUARES.side
SQUARES = BOARD_SQUARES.count
NAMES = BOARD_SQUARES.names
DIRECTIONS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))

INSIDE = np.array(
    [
        as_set(square for square in range(SQUARES) if BOARD_SQUARES.ray(square, direction))
        for direction in DIRECTIONS
    ],
    np.int64,
)
"""INSIDE[direction]: the squares with another one beyond them, as a set."""
STRIDE = np.array([file + SIDE * rank for file, rank in DIRECTIONS], np.int64)
"""STRIDE[direction]: how much higher the number of the next square is."""
UP, DOWN = STRIDE.clip(0), (-STRIDE).clip(0)
"""The same as shifts of a set; one of the two is 0."""
RAY_SQUARES = max(
    sum(len(BOARD_SQUARES.ray(square, direction)[1:]) for direction in DIRECTIONS)
    for square in range(SQUARES)
)
"""On no square are there more squares, in all directions, that are not the next."""
