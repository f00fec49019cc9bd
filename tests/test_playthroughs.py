"""One whole game of each kind, compared line by line with the game as it is kept."""

from __future__ import annotations

import sys
from itertools import zip_longest
from pathlib import Path

import pytest

# The tools are scripts, not a package.
sys.path.append(str(Path(__file__).parents[1] / "tools"))

from playthroughs import FOLDER, PLAYTHROUGHS, Playthrough, lines

REWRITE = "If that is meant, run python tools/playthroughs.py and look at the diff."
LARGEST = 200_000


def first_difference(kept: list[str], played: list[str]) -> str:
    """The first line that differs, as it is kept and as it is played; empty if none does."""
    for number, (old, new) in enumerate(zip_longest(kept, played), start=1):
        if old != new:
            return f"line {number}\n  kept:   {old}\n  played: {new}"
    return ""


@pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=str)
def test_a_game_goes_as_it_is_kept(playthrough: Playthrough) -> None:
    kept = playthrough.path.read_text(encoding="utf-8").splitlines()
    difference = first_difference(kept, list(lines(playthrough)))
    assert not difference, f"{playthrough.path.name}, {difference}\n{REWRITE}"


def test_every_file_belongs_to_a_playthrough_and_is_small_enough_to_read() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {p.path.name for p in PLAYTHROUGHS}
    for path in FOLDER.iterdir():
        assert path.stat().st_size < LARGEST, path.name


def test_the_first_difference_is_named() -> None:
    assert first_difference(["turn 0", "play a"], ["turn 0", "play a"]) == ""
    changed = first_difference(["turn 0", "play a", "x"], ["turn 0", "play b", "y"])
    assert changed == "line 2\n  kept:   play a\n  played: play b"
    longer = first_difference(["turn 0"], ["turn 0", "play a"])
    assert longer == "line 2\n  kept:   None\n  played: play a"
