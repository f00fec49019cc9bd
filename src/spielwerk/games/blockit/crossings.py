"""Which cards meet at a crossing of Block It!, as entries of a state."""

from __future__ import annotations

import numpy as np

from spielwerk.games.blockit.board import (
    CARD_OF_CROSSING,
    EAST,
    NORTH,
    NORTH_EAST,
    NORTH_WEST,
    SOUTH_EAST,
    SOUTH_WEST,
)
from spielwerk.games.blockit.rules import CARD, LOCKS

CORNERS = np.array(
    ((0, NORTH_EAST), (NORTH, SOUTH_EAST), (EAST, NORTH_WEST), (NORTH + EAST, SOUTH_WEST))
)
"""The four cards of a crossing from its south-west, and the quarter of each that lies there."""
CARD_AT, LOCKS_AT = (
    (entry + CARD_OF_CROSSING[:, None] + CORNERS[:, 0]).astype(np.uint64) for entry in (CARD, LOCKS)
)
"""CARD_AT[crossing, corner], LOCKS_AT: entries of a state. Compiled code need not look whether an
index without a sign is negative, which makes this three times as fast."""
