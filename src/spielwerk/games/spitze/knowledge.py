"""What Spitze knows beyond its rules, to play well."""

from __future__ import annotations

from spielwerk.core.game import Knowledge
from spielwerk.core.kernel import State, rule
from spielwerk.games.spitze.board import SQUARES
from spielwerk.games.spitze.rules import BOARD

POINT, SINGLE = 2, 5
"""What a point is worth, and a piece that stands alone and may still jump on top."""
HALF_WON = 20
"""The lead with which a game is won three times out of four: an estimate of 500."""


@rule
def estimate(state: State, player: int) -> int:
    """How far the player leads in points, and in pieces that stand alone.

    >>> import spielwerk
    >>> estimate(spielwerk.game("spitze").start().play("a1-d1").state, 0)
    166
    """
    lead = 0
    for square in range(SQUARES):
        height = int(state[BOARD + square])
        lead += height * (SINGLE if abs(height) == 1 else POINT)
    if player == 1:
        lead = -lead
    return int(1000 * lead / (abs(lead) + HALF_WON))


KNOWLEDGE = Knowledge(estimate, cut=0, trust=10, points=5, exploration=0.5, simulations=90_000)
