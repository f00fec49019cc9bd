"""Tournaments that are kept in a file: stopped, resumed, and not mixed up with other files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import spielwerk
from spielwerk import SpielwerkError
from spielwerk.search.matches import Played
from spielwerk.search.tournament import Tournament, tournament
from tests.search.choosers import (
    KIPP4,
    SPITZE,
    TWO,
    First,
    Last,
    stop_after,
)


def test_a_gauntlet_does_not_go_on_with_the_file_of_a_round_robin(tmp_path: Path) -> None:
    players = {"first": First, "last": Last}
    tournament(SPITZE, players, 2, processes=1, save=tmp_path / "file")
    with pytest.raises(SpielwerkError, match="gauntlet false, not true"):
        tournament(SPITZE, players, 2, processes=1, save=tmp_path / "file", gauntlet=True)


@pytest.mark.parametrize("processes", [1, 2])
def test_stopped_and_resumed_is_as_if_never_stopped(tmp_path: Path, processes: int) -> None:
    file = tmp_path / "games.jsonl"
    contest = Tournament(KIPP4, TWO, 10)
    with pytest.raises(KeyboardInterrupt):
        contest.play(processes=processes, save=file, progress=stop_after(4))
    assert len(contest.results) == 4
    played: list[Played] = []
    resumed = tournament(KIPP4, TWO, 10, processes=1, save=file, progress=played.append)
    assert len(played) == 6
    assert resumed.json == tournament(KIPP4, TWO, 10, processes=1).json


def test_a_half_written_line_is_dropped_and_its_game_played_again(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    whole = tournament(KIPP4, TWO, 4, processes=1, save=file)
    text = file.read_bytes()
    file.write_bytes(text[:-40])
    again = tournament(KIPP4, TWO, 4, processes=1, save=file)
    assert again.results == whole.results
    assert file.read_bytes() == text


def test_a_half_written_first_line_is_written_again(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    tournament(KIPP4, TWO, 2, processes=1, save=file)
    text = file.read_bytes()
    file.write_bytes(text[:30])
    tournament(KIPP4, TWO, 2, processes=1, save=file)
    assert file.read_bytes() == text


def test_a_file_can_be_gone_on_with_for_more_games_but_not_for_fewer(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    few = tournament(KIPP4, TWO, 2, processes=1, save=file)
    many = tournament(KIPP4, TWO, 6, processes=1, save=file)
    assert many.results[:2] == few.results
    assert many.results == tournament(KIPP4, TWO, 6, processes=1).results
    with pytest.raises(SpielwerkError, match="more games than the 2 that are asked for"):
        tournament(KIPP4, TWO, 2, save=file)


def test_a_line_holds_a_game(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    done = tournament(SPITZE, TWO, 2, processes=1, save=file)
    head, first, _ = map(json.loads, file.read_text("utf-8").splitlines())
    assert head["tournament"]["players"] == ["first", "random"]
    assert first["seats"] == ["first", "random"]
    assert first["scores"] == list(done.results[0].scores or ())
    assert first["record"] == done.results[0].record


@pytest.mark.parametrize(
    ("game", "players", "options", "difference"),
    [
        (KIPP4, TWO, {"seed": 1}, "seed 0, not 1"),
        (KIPP4, TWO, {"opening": 4}, "opening 2, not 4"),
        (KIPP4, {"first": First, "last": Last}, {}, "players first, random, not first, last"),
        (SPITZE, TWO, {}, 'game "kipp4", not "spitze"'),
        (spielwerk.game("kipp4"), TWO, {}, 'options {"turn_limit": 20}, not {}'),
    ],
)
def test_a_file_of_another_tournament_is_refused(
    tmp_path: Path, game: spielwerk.Game, players: Any, options: dict[str, int], difference: str
) -> None:
    file = tmp_path / "games.jsonl"
    tournament(KIPP4, TWO, 2, processes=1, save=file)
    before = file.read_bytes()
    with pytest.raises(SpielwerkError) as refused:
        tournament(game, players, 2, save=file, **options)  # type: ignore[arg-type]
    assert difference in str(refused.value)
    assert file.read_bytes() == before


@pytest.mark.parametrize("content", ["Dear diary", "one\ntwo", "[]\n", '{"tournament": 3}\n', "\n"])
def test_a_file_of_something_else_is_left_as_it_is(tmp_path: Path, content: str) -> None:
    file = tmp_path / "diary.txt"
    file.write_text(content, "utf-8")
    with pytest.raises(SpielwerkError, match="holds no tournament"):
        tournament(KIPP4, TWO, 2, save=file)
    assert file.read_text("utf-8") == content


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"number"', '"nummer"', "line 2, holds no game: KeyError"),
        ('{"number"', '{"number', "line 2, holds no game"),
        ('"number": 0', '"number": 1', "line 2, holds a game never planned"),
    ],
)
def test_a_file_with_a_line_that_was_changed_is_refused(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    file = tmp_path / "games.jsonl"
    tournament(KIPP4, TWO, 2, processes=1, save=file)
    file.write_text(file.read_text("utf-8").replace(old, new, 1), "utf-8")
    with pytest.raises(SpielwerkError, match=message):
        tournament(KIPP4, TWO, 2, save=file)


def test_a_file_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SpielwerkError, match="cannot be written: Is a directory"):
        tournament(KIPP4, TWO, 2, save=tmp_path)
