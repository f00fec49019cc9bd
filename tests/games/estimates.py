"""What the tests of estimates share: positions of random games, and the compiled estimate."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from spielwerk.core.game import Game
from spielwerk.core.kernel import State, kernel

Estimate = Callable[[State, int], int]


def random_states(game: Game, games: int = 20) -> Iterator[list[int]]:
    """All positions of some random games, as states."""
    chance = random.Random(7)
    for seed in range(games):
        position = game.start(seed)
        yield list(position.entries)
        while not position.over:
            position = position.play(chance.choice(position.steps))
            yield list(position.entries)


def compiled(estimate: Estimate) -> Estimate:
    """An estimate as compiled code."""

    @kernel
    def call(state: Any, player: int) -> int:
        return estimate(state, player)

    return lambda state, player: call(np.array(state, np.int16), player)
