"""Random games against a second implementation: everything must agree at every step."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import spielwerk
from tests.ways import WAYS, Way
from tests.reference import reference

GAMES_EACH = 6


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_every_step_of_random_games_is_the_same_in_both(way: Way) -> None:
    game, plain = spielwerk.game(way.key, **way.options), reference(way.key, **way.options)
    for seed in range(GAMES_EACH):
        compare_game(game, plain, seed)


def compare_game(game, plain, seed: int) -> None:  # type: ignore[no-untyped-def]
    rng = random.Random(f"{game} {seed}")
    position = game.start(seed)
    text = position.text
    if game.key != "blockit":
        assert text == plain.start()
    else:
        assert plain.is_start(text)
    seen = Counter([plain.repetition_key(text)])
    while True:
        assert position.text == text
        repeated = max(n for key, n in seen.items() if key is not None) >= 3 if seen.keys() - {None} else False
        if repeated:
            assert position.over
            assert position.returns == plain.halted_returns(text)
            return
        assert set(position.steps) == plain.steps(text), text
        assert len(position.steps) == len(set(position.steps))
        assert position.over == plain.over(text), text
        assert position.player == plain.player(text), text
        assert position.returns == plain.returns(text), text
        assert position.scores == plain.scores(text), text
        assert position.chance == plain.chance(text) or dict(position.chance) == dict(plain.chance(text))
        again = game.position(text)
        assert again == position and again.steps == position.steps
        if position.over:
            return
        step = rng.choice(position.steps)
        turns = position.turns
        position, text = position.play(step), plain.play(text, step)
        if position.turns != turns:
            seen[plain.repetition_key(text)] += 1
