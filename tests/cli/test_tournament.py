"""Tournaments from the command line: what they print, write, refuse, and how they are stopped."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from spielwerk import Record
from spielwerk.search.tournament import Tournament
from tests.cli.running import CONNECT_FOUR, TERMINAL, WITH_CTRL_C, plain, refusal, run, shown

PLAYERS = """
import os, signal, threading

class First:
    def choose(self, position):
        return position.steps[0]

class Bad:
    def choose(self, position):
        raise RuntimeError("lost")

class Interrupts(First):
    def choose(self, position):
        file = os.environ.get("INTERRUPT_AFTER")
        if file and len(open(file).readlines()) > 3:
            os.kill(os.getppid(), signal.SIGINT)
            threading.Event().wait(60)
        return super().choose(position)
"""
SHORT = ("-o", "turn_limit=20", "--games", "4", "--processes", "1")


@pytest.fixture
def players(tmp_path: Path) -> str:
    """A file with players."""
    (tmp_path / "players.py").write_text(PLAYERS, "utf-8")
    return str(tmp_path / "players.py")


def test_a_tournament_prints_a_cross_table(players: str) -> None:
    lines = shown("tournament", "kipp4", "random", f"{players}:Bad", *SHORT).splitlines()
    heads, _, best, worst = (line.split() for line in lines[1:5])
    assert heads == ["player", "Elo", "score", "games", "1", "2"]
    assert best[:2] + best[-5:] == ["1", "random", "100.0", "%", "4", "–", "100.0"]
    assert worst[-5:] == ["0.0", "%", "4", "0.0", "–"]
    assert lines[-2].startswith("4 games. Elo: mean 0, ± 95 %.")
    assert lines[-1] == (
        f"{players}:Bad lost 4 of these games by forfeit; game 1: RuntimeError: lost."
    )


def test_a_tournament_of_three_seats_prints_shares(players: str) -> None:
    words = ("blockit", "random", f"{players}:First", "-o", "players=3", "-o", "turn_limit=9")
    table = shown("tournament", *words, "--games", "6", "--processes", "1")
    assert "share" in table
    assert "equal players make 33.3 %" in table
    assert table.rstrip().count("%,") == 2


def test_a_tournament_of_a_game_in_a_file_uses_all_cores(players: str) -> None:
    table = shown("tournament", CONNECT_FOUR, "random", f"{players}:First", "--games", "4")
    assert "4 games." in table
    assert "forfeit" not in table


def test_a_table_in_a_pipe_is_never_broken(tmp_path: Path, players: str) -> None:
    links = [tmp_path / f"{'x' * 90}{number}.py" for number in range(2)]
    for link in links:
        link.symlink_to(players)
    table = shown("tournament", "kipp4", *(f"{link}:First" for link in links), *SHORT)
    for link in links:
        assert f"{link}:First" in table


def test_markdown_and_json_are_those_of_python(players: str) -> None:
    words = ("tournament", "kipp4", "random", f"{players}:First", *SHORT)
    table, data = shown(*words, "--markdown"), json.loads(shown(*words, "--json"))
    assert table.splitlines()[0] == "|  | player | Elo | score | games | 1 | 2 |"
    assert len(data["games"]) == data["planned"] == 4
    assert refusal(*words, "--markdown", "--json") == "Take one of --json and --markdown."


def test_seed_and_opening_change_the_games(players: str) -> None:
    words = ("tournament", "kipp4", "random", f"{players}:First", *SHORT, "--json")
    games = [shown(*words, *more) for more in ([], ["--seed", "1"], ["--opening", "5"])]
    assert len(set(games)) == 3
    assert shown(*words, "--seed", "0", "--opening", "2") == games[0]


def test_records_are_written_into_a_folder(tmp_path: Path, players: str) -> None:
    folder = tmp_path / "records" / "of the day"
    shown("tournament", "kipp4", "random", f"{players}:First", *SHORT, "--records", str(folder))
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == ["1.txt", "2.txt", "3.txt", "4.txt"]
    assert Record.read(files[1].read_text("utf-8")).headers["Players"].endswith(", random")


def test_a_picture_is_written(tmp_path: Path, players: str) -> None:
    file = tmp_path / "elo.svg"
    shown("tournament", "kipp4", "random", f"{players}:First", *SHORT, "--plot", str(file))
    assert file.read_text("utf-8").startswith("<svg xmlns")
    bad = ("--plot", str(file / "below.svg"))
    assert "cannot be written" in refusal(
        "tournament", "kipp4", "random", f"{players}:Bad", *SHORT, *bad
    )


def test_a_saved_tournament_is_not_played_again(tmp_path: Path, players: str) -> None:
    save = ("--save", str(tmp_path / "games.jsonl"))
    words = ("tournament", "kipp4", "random", f"{players}:First", *SHORT, "--json", *save)
    first = shown(*words)
    before = (tmp_path / "games.jsonl").read_bytes()
    assert shown(*words) == first
    assert (tmp_path / "games.jsonl").read_bytes() == before
    assert "holds another tournament: seed 0, not 1" in refusal(*words, "--seed", "1")


def test_ctrl_c_shows_the_games_so_far_and_the_same_command_goes_on(
    tmp_path: Path, players: str
) -> None:
    file = tmp_path / "games.jsonl"
    words = ["tournament", "kipp4", "random", f"{players}:Interrupts", "-o", "turn_limit=20"]
    words += ["--games", "12", "--processes", "2", "--save", str(file), "--json"]
    done = subprocess.run(
        [*WITH_CTRL_C, *words],
        env=os.environ | {"INTERRUPT_AFTER": str(file)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (130, "")
    assert 3 <= len(json.loads(done.stdout)["games"]) < 12
    whole = [word for word in words if word not in ("--save", str(file))]
    assert shown(*words) == shown(*whole)


def test_a_stopped_tournament_says_so(
    tmp_path: Path, players: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(self: Tournament, **options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Tournament, "play", interrupted)
    result = run("tournament", "kipp4", "random", f"{players}:First", *SHORT)
    assert result.exit_code == 130
    assert "Stopped after 0 of 4 games." in result.stdout


def test_a_bar_is_shown_in_a_terminal_only(players: str) -> None:
    words = ("tournament", "kipp4", "random", f"{players}:First", *SHORT)
    terminal = plain(run(*words, env=TERMINAL).stdout)
    assert "4/4" in terminal
    assert "games/" in terminal
    assert "4/4" not in shown(*words)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["kipp4", "random"], "A tournament needs two players or more, not 1."),
        (["kipp4", "random", "strong"], "'strong' is no player. A player is a level from 1 to 8,"),
        (["kipp4", "random", "random"], "random is given twice"),
        (["kipp", "1", "2"], "There is no game 'kipp'; did you mean kipp4."),
        (["blockit", "1", "2", "-o", "players=1"], "spielwerk.game('blockit', players=1"),
    ],
)
def test_what_cannot_be_played_is_one_line(words: list[str], message: str) -> None:
    assert refusal("tournament", *words).startswith(message)
