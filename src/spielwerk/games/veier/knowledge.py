"""What Véier knows beyond its rules, to play well."""

from __future__ import annotations

from itertools import product

import numpy as np

from spielwerk.core.game import Knowledge
from spielwerk.core.kernel import State, rule
from spielwerk.games.veier.board import (
    CELL_NUMBER,
    CELL_POINTS,
    CELLS,
    LINES,
    NEIGHBOURS,
    turn,
)
from spielwerk.games.veier.rules import BOARD, EMPTY, POINTS, ROW_LENGTH, X

# Four cells in a line are read as one number, two bits a cell; BEYOND stands for no cell.
BITS, BEYOND = 2, 3
FOUR_CELLS = (1 << BITS * ROW_LENGTH) - 1
ALL_BEYOND_BUT_ONE = FOUR_CELLS - BEYOND

WORTH = (0, 1, 3, 9, 0)
"""Of four cells without a piece of the other player, by how many own pieces they hold; a row that
is complete has been counted."""
POINT = 30
"""What a point is worth, in the same measure."""
HALF_WON = 60
"""The lead with which a game is won three times out of four: an estimate of 500."""

ALONG = np.zeros((CELLS, LINES), np.int16)
"""ALONG[place, direction]: the entries of all cells, line after line of a direction. Cells are
numbered row after row; turned by a sixth, the rows are the lines of another direction."""
for _place, _point in enumerate(CELL_POINTS):
    for _line in range(LINES):
        ALONG[_place, _line] = BOARD + CELL_NUMBER[_point]
        _point = turn(_point)

BEFORE = np.where(NEIGHBOURS[:, LINES] < 0, ALL_BEYOND_BUT_ONE, 0)
"""BEFORE[place]: what to read before the first cell of a line; nothing before the others."""

LEAD = np.zeros(FOUR_CELLS + 1, np.int64)
"""LEAD[four cells]: what they are worth to x, or as a negative number to o."""
for _four in product((EMPTY, X, X + 1), repeat=ROW_LENGTH):
    _number = sum(cell << BITS * i for i, cell in enumerate(_four))
    _worth = [WORTH[_four.count(X + player)] for player in (0, 1)]
    if 0 in _worth:
        LEAD[_number] = _worth[0] - _worth[1]


@rule
def estimate(state: State, player: int) -> int:
    """How far the player leads in points, and in lines of four that can still become points.

    >>> import spielwerk
    >>> estimate(spielwerk.game("veier").start().play("f6").state, 0)
    166
    """
    lead = POINT * (int(state[POINTS]) - int(state[POINTS + 1]))
    # The three directions side by side: a processor works on all of them at once.
    first = second = third = 0
    for place in range(CELLS):
        before = BEFORE[place]
        first = (first << BITS | state[ALONG[place, 0]]) & FOUR_CELLS | before
        second = (second << BITS | state[ALONG[place, 1]]) & FOUR_CELLS | before
        third = (third << BITS | state[ALONG[place, 2]]) & FOUR_CELLS | before
        lead += LEAD[first] + LEAD[second] + LEAD[third]
    if player == 1:
        lead = -lead
    return int(1000 * lead / (abs(lead) + HALF_WON))


KNOWLEDGE = Knowledge(estimate, cut=4, trust=30, points=5, exploration=0.4, simulations=20_000)
