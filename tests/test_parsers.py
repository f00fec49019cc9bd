"""Whatever is written is read or refused: the short form of tools/fuzz.py, and what it found."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

import spielwerk
from spielwerk import Record

# The tools are scripts, not a package.
sys.path.append(str(Path(__file__).parents[1] / "tools"))

from fuzz import READERS, Finding, read_step, seeds, try_changed, try_input

from tests.ways import WAYS

RUNS = 150 * int(os.environ.get("SPIELWERK_SOAK", "1"))


@pytest.mark.parametrize("seed", range(8))
def test_what_is_near_a_real_game_is_read_or_refused(seed: int) -> None:
    try_changed(RUNS, seed)


def test_the_seeds_are_of_every_parser_and_every_way_to_play() -> None:
    found = {(data[0], data[1]) for data in seeds()}
    assert found >= {(kind, way) for kind in range(len(READERS)) for way in range(len(WAYS))}
    for data in seeds():
        try_input(data)


def test_an_error_of_another_kind_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(way: object, text: str) -> None:
        raise KeyError(text)

    monkeypatch.setattr("fuzz.READERS", (broken,))
    with pytest.raises(Finding, match="KeyError"):
        try_changed(1, 1)


def test_a_step_that_is_taken_though_it_is_not_possible_is_a_finding(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("spielwerk.core.position.Position.play", lambda *_: None)
    with pytest.raises(Finding, match="not refused"):
        read_step(WAYS[0], "nonsense")


def test_a_number_of_too_many_digits_is_no_record() -> None:
    text = '{"headers": {"Game": "kipp4"}, "steps": [' + "9" * 5000 + "]}"
    with pytest.raises(spielwerk.UnreadableText, match="not JSON"):
        Record.read(text)
