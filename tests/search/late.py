"""Positions late in random games, and the ends that solutions lead to."""

from __future__ import annotations

import random
from collections.abc import Iterator

from spielwerk import Game, Position
from spielwerk.search.solver import Solution


def random_game(game: Game, seed: int) -> list[Position]:
    """All positions of a random game but its end, where somebody is to move."""
    choices = random.Random(seed)
    position, played = game.start(seed=seed), []
    while not position.over:
        played.append(position)
        position = position.play(choices.choice(position.steps))
    return [position for position in played if position.player is not None]


def late(game: Game, seeds: range, last: int) -> Iterator[Position]:
    """Positions shortly before the end of random games."""
    for seed in seeds:
        yield random_game(game, seed)[-1 - seed % last :][0]


def played(position: Position, solution: Solution) -> Position:
    """The end of the solution's line."""
    for step in solution.line:
        position = position.play(step)
    assert position.over
    return position
