"""What KIPP4 knows beyond its rules, to play well."""

from __future__ import annotations

import numpy as np

from spielwerk.core.game import Knowledge
from spielwerk.core.kernel import State, rule
from spielwerk.games.kipp4.board import CORNER_GROOVES, GROOVE, POSITIONS
from spielwerk.games.kipp4.rules import BOARD, LIGHT

WORTH = (1 + GROOVE // CORNER_GROOVES).astype(np.int64)
"""WORTH[position] of a marble: 1 in the corners, 2 on the edges, 3 in the centre, where most
rows cross."""
HALF_WON = 7
"""The lead with which a game is won three times out of four: an estimate of 500."""


@rule
def estimate(state: State, player: int) -> int:
    """How far the player leads in marbles on the board, those near the centre counted higher.

    >>> import spielwerk
    >>> estimate(spielwerk.game("kipp4").start().play("+g6").state, 0)
    125
    """
    lead = 0
    for position in range(POSITIONS):
        marble = state[BOARD + position]
        own, other = marble == LIGHT + player, marble == LIGHT + 1 - player
        lead += WORTH[position] * (int(own) - int(other))
    return int(1000 * lead / (abs(lead) + HALF_WON))


# Two turns of a playout meet with rows that are nearly complete, to which the estimate is blind.
KNOWLEDGE = Knowledge(estimate, cut=4, trust=10, exploration=0.5, simulations=90_000)
