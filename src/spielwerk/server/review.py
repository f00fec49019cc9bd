"""What the computer thinks of a game that is over: where it was won and lost."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from spielwerk.server.table import Table

Think = Callable[..., Awaitable[dict[str, Any]]]
"""Asks the computer what it thinks of a position."""
SIMULATIONS = 3_000
MOST_COSTS = 3
NOTABLE = 0.1
"""A step that costs less than this of a result is not worth a word."""


@dataclass
class Review:
    """As far as it has come."""

    table: Table
    expected: list[float] = field(default_factory=list)
    """What player 0 could expect in each position."""
    best: list[str] = field(default_factory=list)
    costs: list[float] = field(default_factory=list)
    """What each step cost the player who took it."""

    @property
    def is_done(self) -> bool:
        """Whether every position has been looked at."""
        return len(self.expected) == self.length

    @property
    def length(self) -> int:
        """How many positions there are to look at."""
        return len(self.table.taken) + 1

    @property
    def dearest(self) -> list[int]:
        """The steps that cost most, by their place, if they are worth a word."""
        places = sorted(range(len(self.costs)), key=lambda place: -self.costs[place])
        return [place for place in places[:MOST_COSTS] if self.costs[place] >= NOTABLE]

    async def go_on(self, think: Think) -> None:
        """Look at one position after the other."""
        while not self.is_done:
            expected, best = await self._look(len(self.expected), think)
            if self.expected:
                self.costs.append(self._cost(expected))
            self.expected.append(expected)
            self.best.append(best)

    async def _look(self, place: int, think: Think) -> tuple[float, str]:
        """What player 0 may expect in a position, and the best step there."""
        position = self.table.position_after(place)
        if position.over:
            return position.returns[0], ""
        if position.player is None:
            return (self.expected[-1] if self.expected else 0.0), ""
        answer = await think(
            setup=self.table.setup.data,
            steps=position.history,
            simulations=SIMULATIONS,
        )
        expected = from_first(answer["expected"], position.player, len(self.table.seats))
        return expected, answer["steps"][0]["step"]

    def _cost(self, expected: float) -> float:
        """What the next step cost whoever took it; nothing if it was the best, or the die's."""
        place = len(self.expected) - 1
        taken = self.table.taken[place]
        if taken.seat is None or self.best[place] == taken.step:
            return 0.0
        lost = self.expected[place] - expected
        return max(0.0, lost if taken.seat == 0 else -lost)


def from_first(expected: float, player: int, players: int) -> float:
    """What player 0 expects when a player expects this much: the others share the rest."""
    return expected if player == 0 else -expected / max(1, players - 1)
