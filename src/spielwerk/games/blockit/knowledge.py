"""What Block It! knows beyond its rules: blocks left, and crossings that may become squares."""

from __future__ import annotations

import math

import numpy as np

from spielwerk.core.game import Knowledge
from spielwerk.core.kernel import State, rule
from spielwerk.core.state import GOING, RESULT, TURNS
from spielwerk.games.blockit.board import (
    CARD_OF_CROSSING,
    CROSSINGS,
    EAST,
    NORTH,
    NORTH_EAST,
    NORTH_WEST,
    QUARTERS,
    SOUTH_EAST,
    SOUTH_WEST,
)
from spielwerk.games.blockit.rules import (
    BLOCK,
    CARD,
    LEFT,
    LOCKS,
    NONE,
    PLAYERS,
    SOLO,
    SOLO_RACE,
)

PROSPECTS = np.array((1000, 60, 0, -60), np.int16)
"""PROSPECTS[left]: how good it is to have so many blocks left, in hundredths of log odds."""
WORTH = np.array(
    ((0, 0, 0, 0, 0), (0, 13, 43, 100, 140), (0, 3, 11, 31, 50), (0, 3, 11, 31, 50)), np.int16
)
"""WORTH[left, quarters]: the same of a crossing with so many quarters in the own colour."""
BLOCK_WAY = 12
"""Alone: the way to get rid of a block, where nothing is prepared."""
HOPE = np.array((0, 0, 1, 4, 9), np.int16)
"""HOPE[quarters]: what of that way a crossing saves."""
LEAST_WAY = 3
"""What is left of the way for each block, however much is prepared."""
TURN = 4
"""What a turn is worth in a race."""

CORNERS = np.array(
    ((0, NORTH_EAST), (NORTH, SOUTH_EAST), (EAST, NORTH_WEST), (NORTH + EAST, SOUTH_WEST))
)
"""The four cards of a crossing from its south-west, and the quarter of each that lies there."""


@rule
def quarters_at(state: State, crossing: int, colour: int) -> int:
    """The quarters of a colour at a crossing; 0 where a block or a locked card is in the way."""
    if state[BLOCK + crossing] != NONE:
        return 0
    quarters = 0
    for corner in range(4):
        square = CARD_OF_CROSSING[crossing] + CORNERS[corner, 0]
        if QUARTERS[state[CARD + square], CORNERS[corner, 1]] == colour:
            quarters += 1
        elif state[LOCKS + square] > 0:
            return 0
    return quarters


@rule
def prospects(state: State, colour: int) -> int:
    """How good it looks for a colour, in hundredths of log odds."""
    left = int(state[LEFT + colour])
    found = int(PROSPECTS[left])
    if left > 0 and state[RESULT] == GOING:
        for crossing in range(CROSSINGS):
            found += int(WORTH[left, quarters_at(state, crossing, colour)])
    return found


@rule
def way_to_go(state: State, colour: int) -> int:
    """The way until the last block of a colour is on the board."""
    left = int(state[LEFT + colour])
    if left == 0:
        return 0
    way = BLOCK_WAY * left
    if state[RESULT] == GOING:
        for crossing in range(CROSSINGS):
            way -= int(HOPE[quarters_at(state, crossing, colour)])
    return max(way, LEAST_WAY * left)


@rule
def estimate(state: State, player: int) -> int:
    """A player's chance to win goes with the exponential of the prospects."""
    players = int(state[PLAYERS])
    if players == 1:
        return estimate_alone(state)
    own, total = 0.0, 0.0
    for seat in range(players):
        chance = math.exp(prospects(state, seat) / 100)
        total += chance
        if seat == player:
            own = chance
    return int(1000 * (players * own - total) / (total * (players - 1)))


@rule
def estimate_alone(state: State) -> int:
    """0 for all blocks on the board, less the farther it is; in a race the turns count, too."""
    way = TURN * int(state[TURNS]) if state[SOLO] == SOLO_RACE else 0
    for colour in range(4):
        way += way_to_go(state, colour)
    return -(1000 * way // (100 + way))


KNOWLEDGE = Knowledge(estimate, cut=0, trust=3.0, exploration=0.5, simulations=25_000, spread=1.3)
