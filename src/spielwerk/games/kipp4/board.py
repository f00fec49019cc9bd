"""The KIPP4 board as data: positions, grooves, rows, and what is lower than what."""

from __future__ import annotations

import numpy as np

# The 24 positions lie on a 7 x 7 grid, where file plus rank is odd:
#
#   7   . b . d . f .
#   6   a . c . e . g
#   5   . b . d . f .
#   4   a . c . e . g
#   3   . b . d . f .
#   2   a . c . e . g
#   1   . b . d . f .
#
# They are numbered as they are written in a position text: rank 7 first, from left to right.
SIDE = 7
NAMES = tuple(
    f"{'abcdefg'[file - 1]}{rank}"
    for rank in range(SIDE, 0, -1)
    for file in range(1, SIDE + 1)
    if (file + rank) % 2
)
NUMBER = {name: number for number, name in enumerate(NAMES)}
POSITIONS = len(NAMES)
RANK_WIDTHS = (3, 4, 3, 4, 3, 4, 3)

GROOVE_NAMES = (
    *("f7-g6", "a6-b7", "a2-b1", "f1-g2"),  # corner: where marbles enter
    *("d7-e6", "a4-b5", "c2-d1", "f3-g4"),  # edge
    *("c6-d5", "b3-c4", "d3-e2", "e4-f5"),  # centre: where the red marbles start
)
GROOVES = len(GROOVE_NAMES)
CORNER_GROOVES = 4
FIRST_CENTRE_GROOVE = 8

SOUTH, EAST, NORTH, WEST = range(4)
"""Low sides, in the order in which quarter turns bring them about."""
TOWARDS = ((0, -1), (1, 0), (0, 1), (-1, 0))

DIAGONALS = ((1, 1), (1, -1), (-1, -1), (-1, 1))
ROW_LENGTH = 4
ROW_DIRECTIONS = ((2, 0), (0, 2), (1, 1), (1, -1))


def point(name: str) -> tuple[int, int]:
    """File and rank of a position, counted from 1."""
    return "abcdefg".index(name[0]) + 1, int(name[1])


def at(file: int, rank: int) -> int:
    """The number of the position there, -1 if there is none."""
    return NUMBER.get(f"{'abcdefg'[file - 1]}{rank}", -1) if 1 <= file <= SIDE else -1


def turn_clockwise(name: str) -> str:
    """Where a position comes to lie when the board is turned by a quarter."""
    file, rank = point(name)
    return f"{'abcdefg'[rank - 1]}{SIDE + 1 - file}"


GROOVE_ENDS = [tuple(NUMBER[end] for end in groove.split("-")) for groove in GROOVE_NAMES]

GROOVE = np.zeros(POSITIONS, np.int16)
"""GROOVE[position]: the groove it belongs to."""
LOWER_END = np.zeros((4, GROOVES), np.int16)
"""LOWER_END[low side, groove]: the end nearer the low side."""
UPPER_END = np.zeros((4, GROOVES), np.int16)
for _groove, _ends in enumerate(GROOVE_ENDS):
    GROOVE[list(_ends)] = _groove
    for _side, (_east, _north) in enumerate(TOWARDS):
        _heights = {end: -np.dot(point(NAMES[end]), (_east, _north)) for end in _ends}
        LOWER_END[_side, _groove] = min(_ends, key=_heights.__getitem__)
        UPPER_END[_side, _groove] = max(_ends, key=_heights.__getitem__)

NEIGHBOURS = np.full((POSITIONS, len(DIAGONALS)), -1, np.int16)
"""NEIGHBOURS[position, diagonal]: the next position of another groove; -1 if there is none."""
for _number, _name in enumerate(NAMES):
    for _diagonal, (_east, _north) in enumerate(DIAGONALS):
        _file, _rank = point(_name)
        _next = at(_file + _east, _rank + _north)
        if _next >= 0 and GROOVE[_next] != GROOVE[_number]:
            NEIGHBOURS[_number, _diagonal] = _next


def _rows() -> list[list[int]]:
    """All straight rows of four positions."""
    rows = []
    for name in NAMES:
        file, rank = point(name)
        for east, north in ROW_DIRECTIONS:
            row = [at(file + i * east, rank + i * north) for i in range(ROW_LENGTH)]
            if min(row) >= 0:
                rows.append(row)
    return rows


ROWS = _rows()
ROW_MASKS = np.array([sum(1 << number for number in row) for row in ROWS], np.int64)
"""Each row as a set of positions: bit n for position n."""
