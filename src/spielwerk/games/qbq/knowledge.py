"""What QBQ knows beyond its rules: how far each player is from a formation.

Random play tells nothing here: hardly one playout in ten thousand ends with a formation.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from spielwerk.core.game import Knowledge
from spielwerk.core.kernel import State, rule
from spielwerk.core.sets import first_square
from spielwerk.games.qbq.board import (
    BOARD_SQUARES,
    LARGE_FORMATION,
    SMALL_FORMATIONS,
    SQUARES,
)
from spielwerk.games.qbq.rules import (
    CUBES,
    HEIGHT,
    NOBODY,
    PLAYERS,
    SEATS,
    SUPPLY,
    stacks,
)

HOLE = 2
"""A cube that is missing in a formation is this many squares of way."""
SURPLUS = 3
"""A cube that must leave the board is this many."""
TAKEN = 2
"""A field of a formation that another player's stack stands on is this many."""
FROM_START = 28
"""The way that is left to a player without cubes on the board: as at the start."""

PLACES = np.column_stack([SMALL_FORMATIONS, LARGE_FORMATION])
"""PLACES[colour]: the four small squares of its fields, then all of them."""
LARGE = 4

WAY = np.zeros((4, LARGE + 1, SQUARES), np.int16)
"""WAY[colour, place, square]: files plus ranks from a square to the nearest of the place."""
for _colour in range(4):
    for _place in range(LARGE + 1):
        _fields = [s for s in range(SQUARES) if int(PLACES[_colour, _place]) >> s & 1]
        for _square in range(SQUARES):
            _file, _rank = BOARD_SQUARES.point(_square)
            WAY[_colour, _place, _square] = min(
                abs(_file - file) + abs(_rank - rank)
                for file, rank in map(BOARD_SQUARES.point, _fields)
            )


@rule
def way_to(state: State, colour: int, own: int, place: int) -> int:
    """The way of all cubes of a colour to a formation there, in squares."""
    fields = PLACES[colour, place]
    way, single, double = 0, 0, 0
    while own:
        square = first_square(own)
        own &= own - 1
        height = int(state[HEIGHT + square])
        inside = int(fields >> square & 1)
        way += height * int(WAY[colour, place, square])
        single += inside
        double += inside * min(height, 2)
    cubes = CUBES - state[SUPPLY + colour]
    if place == LARGE:
        return way + HOLE * (9 - single)
    four = HOLE * (4 - single) + SURPLUS * max(0, cubes - 4)
    eight = HOLE * (8 - double) + SURPLUS * max(0, cubes - 8)
    return way + min(four, eight)


@rule
def way_to_win(state: State, colour: int) -> int:
    """The least way to any formation; 1 at least."""
    own = stacks(state, 1 + colour)
    if own == 0:
        return 1 + FROM_START
    others = ~own & ~stacks(state, NOBODY)
    least = SQUARES * CUBES
    for place in range(LARGE + 1):
        way = way_to(state, colour, own, place)
        taken = others & PLACES[colour, place]
        while taken:
            way += TAKEN
            taken &= taken - 1
        least = min(least, way)
    return 1 + least


@rule
def estimate(state: State, player: int) -> int:
    """Half the way makes four times the chance to win."""
    players = state[PLAYERS]
    own, total = 0, 0
    for seat in range(players):
        way = way_to_win(state, state[SEATS + seat])
        chance = 10_000_000 // (way * way)
        total += chance
        if seat == player:
            own = chance
    return int(1000 * (players * own - total) / (total * (players - 1)))


KNOWLEDGE = Knowledge(estimate, cut=0, trust=3.0, exploration=0.5, simulations=30_000)
KNOWLEDGE_OF_MANY = replace(KNOWLEDGE, trust=10.0, exploration=0.25)
"""Of three and four players: with as many steps for each of the others, depth is dear."""
