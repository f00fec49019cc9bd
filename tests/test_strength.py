"""How strong the levels are said to be is what was played, and it is enough."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

# The tools are scripts, not a package.
sys.path.append(str(Path(__file__).parents[1] / "tools"))

from strength import LEVELS, PAGE, Ladder, Score, page, read_scores

SCORES = read_scores()


def least(score: Score) -> float:
    """What a level must make against the one below: with three and four seats more than a share
    as large as any other's; the die of Block It! decides much, most between the top levels."""
    if ":" in score.way:
        return 1 / Ladder(score.way).game.players + 1e-9
    if score.way == "blockit":
        return 0.55 if score.level < LEVELS else 0.5 + 1e-9
    return 0.6


def test_the_page_says_what_was_played() -> None:
    assert PAGE.read_text("utf-8") == page()


@pytest.mark.parametrize("score", SCORES, ids=lambda score: f"{score.way} {score.level}")
def test_a_level_beats_the_one_below(score: Score) -> None:
    assert score.points / score.games >= least(score)
