"""The Spitze board as data: 6 x 6 squares and the lines along which pieces jump."""

from __future__ import annotations

import numpy as np

from spielwerk.core.squares import Squares

BOARD_SQUARES = Squares(6)
SQUARES = BOARD_SQUARES.count
NAMES = BOARD_SQUARES.names
DIRECTIONS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))

RAYS = np.full((SQUARES, len(DIRECTIONS), BOARD_SQUARES.side), -1, np.int16)
"""RAYS[square, direction]: the squares beyond it one after the other, then -1."""
for _square in range(SQUARES):
    for _number, _direction in enumerate(DIRECTIONS):
        _ray = BOARD_SQUARES.ray(_square, _direction)
        RAYS[_square, _number, : len(_ray)] = _ray
