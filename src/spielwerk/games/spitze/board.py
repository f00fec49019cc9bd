"""The Spitze board as data: 6 x 6 squares and the lines along which pieces jump."""

from __future__ import annotations

import numpy as np

from spielwerk.core.squares import Squares

BOARD_SQUARES = Squares(6)
SIDE = BOARD_SQUARES.side
SQUARES = BOARD_SQUARES.count
NAMES = BOARD_SQUARES.names
DIRECTIONS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))

# A jump ends at least two squares away: shorter lines do not count.
_RAYS = [
    [ray for ray in (BOARD_SQUARES.ray(square, d) for d in DIRECTIONS) if len(ray) >= 2]
    for square in range(SQUARES)
]
RAY_COUNT = np.array([len(rays) for rays in _RAYS], np.int16)
"""RAY_COUNT[square]: along how many lines a piece can jump from there."""
RAY_LENGTH = np.zeros((SQUARES, len(DIRECTIONS)), np.int16)
"""RAY_LENGTH[square, ray]: how many squares lie on a line."""
RAYS = np.full((SQUARES, len(DIRECTIONS), SIDE), -1, np.int16)
"""RAYS[square, ray]: the squares of a line one after the other."""
for _square, _rays in enumerate(_RAYS):
    for _number, _ray in enumerate(_rays):
        RAY_LENGTH[_square, _number] = len(_ray)
        RAYS[_square, _number, : len(_ray)] = _ray
