"""Random games against a second implementation: everything must agree at every step."""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest

import spielwerk
from tests.reference import Reference, reference
from tests.ways import WAYS, Way

GAMES_EACH = int(os.environ.get("SPIELWERK_SOAK", "3"))


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_every_step_of_random_games_is_the_same_in_both(way: Way) -> None:
    game, plain = spielwerk.game(way.key, **way.options), reference(way.key, **way.options)
    for seed in range(GAMES_EACH):
        compare_game(game, plain, seed)


def compare_game(game: spielwerk.Game, plain: Reference, seed: int) -> None:
    """Play a random game in both, to its end."""
    chooser = random.Random(f"{game} {seed}")
    position = game.start(seed)
    if game.random_start:
        assert plain.is_start(position.text)
    else:
        assert position.text == plain.start()
    text = position.text
    seen = Counter([plain.repetition_key(text)])
    while not position.over:
        compare_position(position, plain, text)
        step, turns = chooser.choice(position.steps), position.turns
        position, text = position.play(step), plain.play(text, step)
        if position.turns != turns and plain.repetition_key(text) is not None:
            seen[plain.repetition_key(text)] += 1
        if not plain.over(text) and max(seen.values()) == 3:
            assert position.over
            assert position.text == text
            assert position.returns == plain.halted_returns(text)
            return
    compare_position(position, plain, text)


def compare_position(position: spielwerk.Position, plain: Reference, text: str) -> None:
    """All that can be asked about a position, and that its text tells it all."""
    assert position.text == text
    assert set(position.steps) == plain.steps(text), text
    assert position.over == plain.over(text), text
    assert position.player == plain.player(text), text
    assert position.returns == plain.returns(text), text
    assert position.scores == plain.scores(text), text
    assert dict(position.chance or ()) == dict(plain.chance(text) or ()), text
    assert position.game.position(text) == position
