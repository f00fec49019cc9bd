"""The insight of Block It! can be learned again: tools/learn_blockit.py."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from spielwerk.games.blockit.insight import (
    COUNTS,
    FIRST_PATTERN,
    LEARNED,
    LEFT_SECOND,
    ROW,
    chance,
)
from tests.rules.blockit_boards import THREE, at

# The tools are scripts, not a package.
sys.path.append(str(Path(__file__).parents[1] / "tools"))

from learn_blockit import BLOCKS, beginnings, learn, learn_from, rows


def test_chances_come_nearer_to_what_they_should_have_been() -> None:
    state = list(at("r d - 1 - 2,2,2 9", "", THREE).entries)
    weights = beginnings(players=3)
    before = [chance(state, seat, weights) for seat in range(3)]
    learn_from(state, targets := [1.0, 0.0, 0.0], [0.0] * 3, weights, rate=1.0, fade=0.0)
    after = [chance(state, seat, weights) for seat in range(3)]
    assert before[0] < after[0] < 1
    assert before[1] > after[1] > 0
    assert targets == before


def test_games_teach_that_one_missing_card_is_worth_most_to_who_throws_next() -> None:
    learned = learn([3], games=500)[3]
    patterns = {stand: row + FIRST_PATTERN for stand, left, row in rows(3) if left == 1}
    one_missing, other_missing = (COUNTS.index(counts) for counts in ((1, 0, 0, 0), (0, 0, 1, 0)))
    throws, waits = (learned[patterns[turns] + one_missing] for turns in (0, 2))
    assert throws > waits
    assert throws == learned[patterns[0] + other_missing], "left and right are alike"


def test_the_same_games_teach_the_same() -> None:
    assert np.array_equal(learn([4], games=1)[4], learn([2, 4], games=1)[4])


@pytest.mark.parametrize("players", BLOCKS)
def test_all_that_a_step_leads_to_was_learned_for_each_number_of_players(players: int) -> None:
    learned, first = LEARNED.tolist(), beginnings(players).tolist()
    for stand, left, row in rows(players):
        if left and stand not in range(players, LEFT_SECOND):
            assert learned[row : row + ROW] != first[row : row + ROW]
