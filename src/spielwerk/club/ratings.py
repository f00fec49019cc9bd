"""How strong players are: openskill's Plackett-Luce model, for any number of players."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from openskill.models import PlackettLuce

MEAN = 25.0
DOUBT = MEAN / 3
SHOWN_MEAN = 1500
SHOWN_SCALE = 400 / (math.log(10) * math.sqrt(2) * DOUBT / 2)
"""So that 400 points more mean ten wins to one loss once both are well known, as usual."""


@dataclass(frozen=True)
class Rating:
    """How strong a player seems, and how much doubt there is.

    >>> str(Rating())
    '1500 ± 491'
    """

    mean: float = MEAN
    doubt: float = DOUBT

    @property
    def shown(self) -> int:
        """The strength in points as players know them: 1500 for a beginner."""
        return round(SHOWN_MEAN + SHOWN_SCALE * (self.mean - MEAN))

    @property
    def uncertainty(self) -> int:
        """So many points it may be more or less: in 19 of 20 cases it is within."""
        return round(2 * SHOWN_SCALE * self.doubt)

    def __str__(self) -> str:
        return f"{self.shown} ± {self.uncertainty}"


@cache
def _model() -> PlackettLuce:
    return PlackettLuce(mu=MEAN, sigma=DOUBT)


def rate(ratings: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """The ratings after a game, by the ranks in it: 0 for who was best, equal ranks for a draw.

    >>> [str(rating) for rating in rate([Rating(), Rating()], [0, 1])]
    ['1578 ± 476', '1422 ± 476']
    """
    model = _model()
    teams = [[model.create_rating([rating.mean, rating.doubt])] for rating in ratings]
    rated = model.rate(teams, ranks=[float(rank) for rank in ranks])
    return [Rating(team[0].mu, team[0].sigma) for team in rated]
