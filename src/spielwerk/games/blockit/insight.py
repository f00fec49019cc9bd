"""What Block It! learned from games against itself, and levels 1 to 7 do without.

A player's chance to win goes with the exponential of the prospects. These are a sum of weights: for
whose turn it is and the blocks left, for the turns until the limit, and for what each crossing
lacks. `tools/learn_blockit.py` learns the weights.
"""

from __future__ import annotations

import math
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from spielwerk.core.kernel import State, rule
from spielwerk.core.state import LIMIT, PHASE, TURNS
from spielwerk.games.blockit.board import CARDS, COLOURS, CROSSINGS, FACES, QUARTERS
from spielwerk.games.blockit.crossings import CARD_AT, CORNERS, LOCKS_AT
from spielwerk.games.blockit.rules import (
    ANTI_BLOK,
    BLOCK,
    CLAIM,
    LEFT,
    NONE,
    PLAYERS,
    R2,
    SEAT,
    SECOND_CARD,
    THROW,
    THROWN,
)

# What a corner of a crossing adds to the number that tells what a colour lacks there. The card
# shows the colour, or would after so many quarter turns to the right. Each is a digit of its own,
# and each colour has bits of its own.
RIGHT, HALF, LEFTWARDS, LOCKED, DEAD = 1, 5, 25, 125, 625
"""Dead: a card that does not show the colour is locked, or a block is there."""
COLOUR_BITS = 12
COLOUR_MASK = (1 << COLOUR_BITS) - 1
LACKS = np.zeros((2, 4, len(CARDS)), np.int64)
"""LACKS[locked, corner, card]: what is added."""
for _corner, _card, _quarter in product(range(4), range(len(CARDS)), range(4)):
    _turns = (CORNERS[_corner, 1] - _quarter) % 4
    _shift = COLOUR_BITS * int(QUARTERS[_card, _quarter])
    LACKS[0, _corner, _card] += (0, RIGHT, HALF, LEFTWARDS)[_turns] << _shift
    LACKS[1, _corner, _card] += (DEAD if _turns else LOCKED) << _shift
ALL_DEAD = sum(DEAD << COLOUR_BITS * _colour for _colour in range(len(COLOURS)))

COUNTS = tuple(counts for counts in product(range(5), repeat=4) if sum(counts) <= 4)
"""COUNTS[pattern]: how many cards at a crossing want a turn to the right, a half turn and one to
the left, and how many of the others are locked."""
PATTERNS = len(COUNTS) + 1
NO_PATTERN = len(COUNTS)
PATTERN = np.full(4 * DEAD + 1, NO_PATTERN, np.int8)
"""PATTERN[lacks]: the pattern."""
for _pattern, _counts in enumerate(COUNTS):
    PATTERN[sum(_n * 5**_digit for _digit, _n in enumerate(_counts))] = _pattern

COMPLETING: dict[tuple[int, ...], tuple[str, ...]] = {
    (0, 0, 0): FACES[:ANTI_BLOK],
    (1, 0, 0): ("R1", "R2", "SW"),
    (0, 1, 0): ("L2", "R2", "SW"),
    (0, 0, 1): ("L1", "L2", "SW"),
    (2, 0, 0): ("R2",),
    (0, 0, 2): ("L2",),
}
"""Which faces of the die complete a square, by the first three of the counts."""
FACE_SETS = 1 << ANTI_BLOK
COMPLETED_BY = np.zeros(PATTERNS, np.int64)
"""COMPLETED_BY[pattern]: these faces as a set."""
for _pattern, _counts in enumerate(COUNTS):
    for _face in COMPLETING.get(_counts[:3], ()):
        COMPLETED_BY[_pattern] |= 1 << FACES.index(_face)

# Where the weights lie. Each number of players has its own: rows about how the own turn stands and
# the blocks left, with a weight for that, one for each pattern and one for each set of faces; then
# for each number of blocks left those for the turns until the limit.
LEFT_SECOND, RIGHT_SECOND, SECOND_THROW, CLAIMS, STANDS = 4, 5, 6, 7, 8
"""How the own turn stands: so many turns away, in the middle of it, or with a square to claim."""
MOST_PLAYERS, MOST_LEFT = 4, 3
FIRST_PATTERN = 1
FIRST_FACES = FIRST_PATTERN + PATTERNS
ROW = FIRST_FACES + FACE_SETS
FIRST_LATE = STANDS * (MOST_LEFT + 1) * ROW
TURNS_IN_SIGHT = 64
"""From so many turns before the limit on it matters that the most blocks on the board win."""
WEIGHTS = FIRST_LATE + (MOST_LEFT + 1) * TURNS_IN_SIGHT
"""So many for each number of players."""

UNIT = 1000.0
"""Weights are in thousandths of log odds."""
FILE = Path(__file__).with_name("weights.npz")
LEARNED = np.load(FILE)["weights"]
"""LEARNED[players * WEIGHTS + entry]."""


@rule
def stand_of(state: State, seat: int) -> int:
    """How a player's turn stands."""
    wait = seat - int(state[SEAT])
    if wait < 0:
        return wait + int(state[PLAYERS])
    if wait > 0:
        return wait
    if state[PHASE] == CLAIM:
        return CLAIMS
    if state[PHASE] == SECOND_CARD:
        return RIGHT_SECOND if state[THROWN] == 1 + R2 else LEFT_SECOND
    return SECOND_THROW if state[THROW] == 2 else 0


@rule
def row_of(state: State, seat: int) -> int:
    """Where the weights about a player begin."""
    row = stand_of(state, seat) * (MOST_LEFT + 1) + int(state[LEFT + seat])
    return int(state[PLAYERS]) * WEIGHTS + row * ROW


@rule
def late_at(state: State, seat: int) -> int:
    """Where the weight lies for a player's blocks left, so many turns before the limit."""
    turns = min(max(int(state[LIMIT]) - int(state[TURNS]), 0), TURNS_IN_SIGHT - 1)
    first = int(state[PLAYERS]) * WEIGHTS + FIRST_LATE
    return first + int(state[LEFT + seat]) * TURNS_IN_SIGHT + turns


@rule
def lacks_at(state: State, crossing: int) -> int:
    """What each colour lacks at a crossing."""
    if state[BLOCK + crossing] != NONE:
        return ALL_DEAD
    lacks = 0
    for corner in range(4):
        locked = 1 if state[LOCKS_AT[crossing, corner]] > 0 else 0
        lacks += int(LACKS[locked, corner, state[CARD_AT[crossing, corner]]])
    return lacks


@rule
def pattern_of(lacks: int, colour: int) -> int:
    """The pattern of what a colour lacks."""
    return int(PATTERN[lacks >> colour * COLOUR_BITS & COLOUR_MASK])


@rule
def all_prospects(state: State, weights: Any) -> tuple[float, float, float, float]:
    """How good it is to be each of the players; written out, because what is lacking is then
    looked up for all of them at once."""
    red, yellow, blue, black = (
        row_of(state, 0),
        row_of(state, 1),
        row_of(state, 2),
        row_of(state, 3),
    )
    red_worth = weights[red] + float(weights[late_at(state, 0)])
    yellow_worth = weights[yellow] + float(weights[late_at(state, 1)])
    blue_worth = weights[blue] + float(weights[late_at(state, 2)])
    black_worth = weights[black] + float(weights[late_at(state, 3)])
    red_faces = yellow_faces = blue_faces = black_faces = 0
    for crossing in range(CROSSINGS):
        lacks = lacks_at(state, crossing)
        pattern = pattern_of(lacks, 0)
        red_worth += weights[red + FIRST_PATTERN + pattern]
        red_faces |= COMPLETED_BY[pattern]
        pattern = pattern_of(lacks, 1)
        yellow_worth += weights[yellow + FIRST_PATTERN + pattern]
        yellow_faces |= COMPLETED_BY[pattern]
        pattern = pattern_of(lacks, 2)
        blue_worth += weights[blue + FIRST_PATTERN + pattern]
        blue_faces |= COMPLETED_BY[pattern]
        pattern = pattern_of(lacks, 3)
        black_worth += weights[black + FIRST_PATTERN + pattern]
        black_faces |= COMPLETED_BY[pattern]
    return (
        red_worth + weights[red + FIRST_FACES + red_faces],
        yellow_worth + weights[yellow + FIRST_FACES + yellow_faces],
        blue_worth + weights[blue + FIRST_FACES + blue_faces],
        black_worth + weights[black + FIRST_FACES + black_faces],
    )


@rule
def chance(state: State, player: int, weights: Any) -> float:
    """A player's chance to win."""
    prospects = all_prospects(state, weights)
    own, total = 0.0, 0.0
    for seat in range(state[PLAYERS]):
        odds = math.exp(prospects[seat] / UNIT)
        total += odds
        if seat == player:
            own = odds
    return own / total


@rule
def estimate(state: State, player: int) -> int:
    """The expected result, from -1000 to 1000."""
    players = int(state[PLAYERS])
    return int(1000 * (players * chance(state, player, LEARNED) - 1) / (players - 1))
