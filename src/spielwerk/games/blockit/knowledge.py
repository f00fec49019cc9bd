"""What Block It! knows beyond its rules: blocks left, and crossings that may become squares."""

from __future__ import annotations

import math

import numpy as np

from spielwerk.core.game import Knowledge
from spielwerk.core.kernel import State, rule
from spielwerk.core.state import GOING, LIMIT, RESULT, TURNS
from spielwerk.games.blockit import insight
from spielwerk.games.blockit.board import CROSSINGS, QUARTERS
from spielwerk.games.blockit.crossings import CARD_AT, CORNERS, LOCKS_AT
from spielwerk.games.blockit.rules import (
    BLOCK,
    LEFT,
    NONE,
    PLAYERS,
    SEAT,
    SOLO,
    SOLO_RACE,
)

# In hundredths of log odds. The rows are by blocks left, 0 to 3: first those of the player whose
# turn it is, then those of who is waiting.
PROSPECTS = np.array((1000, 52, -10, -30, 1000, 40, -21, -32))
"""PROSPECTS[row]: how good it is to have so many blocks left."""
WORTH = np.array(
    (
        *((0, 0, 0, 0, 0), (0, 7, 30, 175, 300), (0, 5, 14, 41, 54), (0, 2, 9, 24, 36)),
        *((0, 0, 0, 0, 0), (0, 7, 16, 28, 37), (0, 6, 13, 28, 57), (0, 1, 8, 20, 32)),
    )
)
"""WORTH[row, quarters]: the same of a crossing by its quarters in the own colour."""
TURNS_IN_SIGHT = 60
"""How many turns before the limit it begins to matter that the most blocks on the board win."""
LATE = np.array([round(180 * math.exp(-turns / 12)) for turns in range(TURNS_IN_SIGHT)])
"""LATE[turns]: what a block on the board is worth more, so many turns before the limit."""
BLOCK_WAY = 12
"""Alone: the way to get rid of a block, where nothing is prepared."""
HOPE = np.array((0, 0, 1, 4, 9), np.int16)
"""HOPE[quarters]: what of that way a crossing saves."""
LEAST_WAY = 3
"""What is left of the way for each block, however much is prepared."""
TURN = 4
"""What a turn is worth in a race."""

# All colours are counted at once, side by side in one number: quarters in 4 bits for each colour,
# what crossings are worth in 16.
QUARTER_BITS, WORTH_BITS = 4, 16
QUARTER_AT = np.left_shift(1, QUARTER_BITS * QUARTERS.astype(np.int64).T[CORNERS[:, 1]])
"""QUARTER_AT[corner, card]: one quarter of the colour that a card has at a corner of a crossing."""


@rule
def part(numbers: int, colour: int, bits: int) -> int:
    """The number of one colour."""
    return numbers >> colour * bits & (1 << bits) - 1


@rule
def quarters_at(state: State, crossing: int) -> int:
    """The quarters of each colour at a crossing; none where a block is in the way, or a locked
    card with another colour."""
    if state[BLOCK + crossing] != NONE:
        return 0
    quarters, mask = 0, -1
    for corner in range(4):
        quarter = QUARTER_AT[corner, state[CARD_AT[crossing, corner]]]
        quarters += quarter
        if state[LOCKS_AT[crossing, corner]] > 0:
            mask &= quarter * ((1 << QUARTER_BITS) - 1)
    return quarters & mask


@rule
def row_of(state: State, colour: int) -> int:
    """Which row is about a colour; who does not play has no blocks left."""
    return int(state[LEFT + colour]) + (4 if state[SEAT] != colour else 0)


@rule
def worth_of_crossings(state: State) -> int:
    """What the crossings are worth to each colour; written out, because the four rows are then at
    hand for all crossings."""
    red, yellow, blue, black = (
        row_of(state, 0),
        row_of(state, 1),
        row_of(state, 2),
        row_of(state, 3),
    )
    worth = 0
    for crossing in range(CROSSINGS):
        quarters = quarters_at(state, crossing)
        worth += WORTH[red, part(quarters, 0, QUARTER_BITS)]
        worth += WORTH[yellow, part(quarters, 1, QUARTER_BITS)] << WORTH_BITS
        worth += WORTH[blue, part(quarters, 2, QUARTER_BITS)] << 2 * WORTH_BITS
        worth += WORTH[black, part(quarters, 3, QUARTER_BITS)] << 3 * WORTH_BITS
    return worth


@rule
def worth_of_a_block(state: State) -> int:
    """What each block on the board is worth, because there may be no time to place the last one."""
    turns = int(state[LIMIT]) - int(state[TURNS])
    return int(LATE[max(turns, 0)]) if turns < TURNS_IN_SIGHT else 0


@rule
def way_to_go(state: State, colour: int) -> int:
    """The way until the last block of a colour is on the board."""
    left = int(state[LEFT + colour])
    if left == 0:
        return 0
    way = BLOCK_WAY * left
    if state[RESULT] == GOING:
        for crossing in range(CROSSINGS):
            way -= int(HOPE[part(quarters_at(state, crossing), colour, QUARTER_BITS)])
    return max(way, LEAST_WAY * left)


@rule
def estimate(state: State, player: int) -> int:
    """A player's chance to win goes with the exponential of the prospects."""
    players = int(state[PLAYERS])
    if players == 1:
        return estimate_alone(state)
    worth = worth_of_crossings(state) if state[RESULT] == GOING else 0
    block = worth_of_a_block(state)
    own, total = 0.0, 0.0
    for seat in range(players):
        prospects = PROSPECTS[row_of(state, seat)] + part(worth, seat, WORTH_BITS)
        prospects -= block * int(state[LEFT + seat])
        chance = math.exp(prospects / 100)
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


SPREAD = {1: 1.66, 2: 1.66, 3: 1.5, 4: 1.35}
"""How far apart the levels lie, by the number of players: among many it takes more simulations to
be better than a beginner."""
KNOWLEDGE = {
    players: Knowledge(
        estimate,
        insight=insight.estimate if players > 1 else None,
        cut=0,
        trust=3.0,
        exploration=0.15,
        curiosity=0.5,
        greedy=True,
        simulations=20_000,
        spread=spread,
    )
    for players, spread in SPREAD.items()
}
"""By the number of players."""
