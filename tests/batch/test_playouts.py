"""Playouts: the same games for the same seed, whatever plays them."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

import spielwerk
from examples.connect_four import ConnectFour
from spielwerk.core.random import random_below, seed_random

CONNECT_FOUR = ConnectFour()


def same(one: spielwerk.Playouts, other: spielwerk.Playouts) -> bool:
    """Whether all playouts took the same course."""
    return all(
        np.array_equal(getattr(one, name), getattr(other, name))
        for name in ("results", "lengths", "scores")
    )


def test_the_same_seed_gives_the_same_games_with_any_number_of_threads() -> None:
    alone = spielwerk.playouts(CONNECT_FOUR, 2000, seed=3, threads=1)
    assert same(alone, spielwerk.playouts(CONNECT_FOUR, 2000, seed=3, threads=3))
    assert not same(alone, spielwerk.playouts(CONNECT_FOUR, 2000, seed=4))


def test_fewer_playouts_are_the_first_of_more() -> None:
    more = spielwerk.playouts(CONNECT_FOUR, 900, seed=3)
    fewer = spielwerk.playouts(CONNECT_FOUR, 100, seed=3)
    assert np.array_equal(more.lengths[:100], fewer.lengths)


def test_a_playout_is_a_game_by_the_rules() -> None:
    for key in ("kipp4", "blockit"):
        game = spielwerk.game(key)
        done = spielwerk.playouts(game, 3, seed=9)
        for number in range(3):
            random = [0] * 4
            seed_random(random, 9, number)
            state = game.blank()
            game.rules.deal(state, random)
            position = spielwerk.Position.first(game, state)
            while not position.over:
                position = position.play(position.steps[random_below(random, len(position.steps))])
            if position.turns == 200 or position.winner is not None:  # repetition is not looked at
                assert done.lengths[number] == len(position.history)
                assert done.results[number] == position.entries[1]
                if position.scores is not None:
                    assert tuple(done.scores[number]) == position.scores


def test_playouts_from_a_position_begin_there() -> None:
    position = CONNECT_FOUR.position("xxoxxo./ooxooxx/xxoxxoo/ooxooxx/xxoxxoo/ooxooxx x")
    done = spielwerk.playouts(position, 50)
    assert set(done.lengths) == {1}


def test_wins_draws_and_scores_are_counted() -> None:
    done = spielwerk.playouts(spielwerk.game("veier"), 300, seed=1)
    assert sum(done.wins) + done.draws == done.count == 300
    leads = done.scores[:, 0] - done.scores[:, 1]
    assert done.wins == (int((leads > 0).sum()), int((leads < 0).sum()))
    assert done.steps == done.lengths.sum()
    assert done.rate == done.steps / done.seconds


def test_games_that_count_nothing_have_no_scores() -> None:
    assert spielwerk.playouts(CONNECT_FOUR, 10).scores.shape == (10, 0)


def test_progress_is_told_until_all_are_done() -> None:
    seen: list[int] = []
    spielwerk.playouts(CONNECT_FOUR, 1300, progress=seen.append)
    assert sum(seen) == 1300
    assert len(seen) > 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"count": 0}, "at least one"),
        ({"seed": -1}, "seed"),
        ({"device": "tpu"}, "cpu, cuda"),
        ({"threads": 0}, "threads"),
    ],
)
def test_what_is_not_possible_is_refused(arguments: dict[str, object], words: str) -> None:
    with pytest.raises(spielwerk.SpielwerkError, match=words):
        spielwerk.playouts(CONNECT_FOUR, **arguments)  # type: ignore[arg-type]


def test_without_a_gpu_the_message_says_what_to_do() -> None:
    script = (
        "import spielwerk\n"
        "try:\n    spielwerk.playouts(spielwerk.game('kipp4'), 10, device='cuda')\n"
        "except spielwerk.NoSuchDevice as error:\n    print(error)"
    )
    hidden = os.environ | {"CUDA_VISIBLE_DEVICES": ""}
    done = subprocess.run(
        [sys.executable, "-c", script], env=hidden, capture_output=True, text=True, check=True
    )
    assert 'take device="cpu"' in done.stdout


SIMULATED = """
import sys, numpy as np, spielwerk, spielwerk.testing
game = spielwerk.game(sys.argv[1])
here = spielwerk.playouts(game, 3, seed=2)
there = spielwerk.playouts(game, 3, seed=2, device="cuda")
names = ("results", "lengths", "scores")
spielwerk.testing.check_game(game, games=1, device="cuda")
print(all(np.array_equal(getattr(here, name), getattr(there, name)) for name in names))
"""


@pytest.mark.parametrize("key", ["kipp4", "veier", "spitze", "blockit"])
def test_the_gpu_kernel_plays_the_same_games(key: str) -> None:
    """numba's simulator runs the kernel in the interpreter, where there is no GPU."""
    simulator = os.environ | {"NUMBA_ENABLE_CUDASIM": "1"}
    done = subprocess.run(
        [sys.executable, "-c", SIMULATED, key], env=simulator, capture_output=True, text=True
    )
    assert done.stdout.strip() == "True", done.stderr
