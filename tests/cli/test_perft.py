"""Counting sequences of steps."""

from __future__ import annotations

import re

import pytest

import spielwerk
from tests.cli.running import CONNECT_FOUR, KIPP4, plain, run, shown


def test_perft_has_a_row_for_each_depth() -> None:
    table = shown("perft", "kipp4", "3")
    counts = [line.split()[1] for line in table.splitlines() if re.match(r" +\d+ ", line)]
    assert counts == [str(spielwerk.perft(KIPP4.start(), depth)) for depth in (1, 2, 3)]


@pytest.mark.parametrize("depth", [1, 3])
def test_perft_divided_adds_up(depth: int) -> None:
    table = shown("perft", "kipp4", str(depth), "--divide")
    counts = dict(re.findall(r"^ +(\S+) +(\d+) *$", table, re.M))
    total = int(counts.pop("all"))
    assert [*counts] == [*KIPP4.start().steps]
    assert sum(map(int, counts.values())) == total == spielwerk.perft(KIPP4.start(), depth)


def test_perft_of_a_position_and_of_somebodys_own_game() -> None:
    won = "......./......./......./......./ooo..../xxxx... o"
    first = shown("perft", CONNECT_FOUR, "1").splitlines()[-2].split()
    assert first[:2] == ["1", "7"]
    last = shown("perft", CONNECT_FOUR, "2", "--position", won).splitlines()[-2].split()
    assert last[:2] == ["2", "0"]


def test_perft_of_a_deal_says_which(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spielwerk, "perft", lambda position, depth: 6)
    assert shown("perft", "blockit", "1", "--seed", "7").startswith("Block It!, seed 7")
    assert shown("perft", "blockit", "1", "--seed", "8").startswith("Block It!, seed 8")


@pytest.mark.parametrize("depth", ["0", "101", "x"])
def test_perft_refuses_a_depth_that_makes_no_sense(depth: str) -> None:
    result = run("perft", "kipp4", depth)
    assert result.exit_code == 2
    assert "DEPTH" in plain(result.stderr)
