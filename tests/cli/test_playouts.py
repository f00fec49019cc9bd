"""Random games: their summary, threads, the bar, the interruption."""

from __future__ import annotations

import io

import numpy as np
import pytest
from rich.console import Console

import spielwerk
from spielwerk.cli.playouts import summary
from tests.cli.running import CONNECT_FOUR, KIPP4, TERMINAL, plain, refusal, run, shown


def row(table: str, name: str) -> list[str]:
    """The cells after the name at the start of a row."""
    (line,) = (line for line in table.splitlines() if line.split("  ")[1:2] == [name])
    return line.removeprefix(f"  {name}").split()


def test_playouts_sum_up() -> None:
    table = shown("playouts", "kipp4", "--count", "2000", "--seed", "1")
    done = spielwerk.playouts(KIPP4, 2000, seed=1)
    assert row(table, "games") == ["2,000"]
    assert row(table, "steps") == [f"{done.steps:,}"]
    assert row(table, "wins of player 1")[0] == f"{done.wins[0]:,}"
    assert row(table, "wins of player 2")[0] == f"{done.wins[1]:,}"
    assert row(table, "draws") == [f"{done.draws:,}", f"{done.draws / 20:.1f}", "%"]
    assert "score" not in table


def test_playouts_are_the_same_on_any_number_of_threads() -> None:
    one, two, other = (
        row(shown("playouts", "kipp4", "--count", "1500", *words), "steps")
        for words in (["--threads", "1"], ["--threads", "2"], ["--seed", "1", "--device", "cpu"])
    )
    assert one == two != other


def test_playouts_from_a_position() -> None:
    won = "......./......./......./......./ooo..../xxx.... x"
    table = shown("playouts", CONNECT_FOUR, "--count", "700", "--position", won)
    assert row(table, "games") == ["700"]
    share = float(row(table, "wins of player 1")[1])
    assert share > float(row(shown("playouts", CONNECT_FOUR), "wins of player 1")[1])


def test_playouts_of_a_game_that_counts() -> None:
    results, lengths = np.array([2, 1], np.int8), np.array([80, 81], np.int32)
    scores = np.array([[5, 2], [3, 3]], np.int16)
    done = spielwerk.Playouts(spielwerk.game("veier"), results, lengths, scores, seconds=2.0)
    console = Console(file=io.StringIO(), width=80)
    console.print(summary(done))
    assert isinstance(console.file, io.StringIO)
    table = console.file.getvalue()
    assert row(table, "steps/s") == ["80"]
    assert row(table, "steps in a game") == ["80.5"]
    assert row(table, "wins of player 1") == ["1", "50.0", "%"]
    assert row(table, "mean score of player 1") == ["4.00"]
    assert row(table, "mean score of player 2") == ["2.50"]


def test_playouts_show_a_bar_in_a_terminal_only() -> None:
    terminal = run("playouts", "kipp4", "--count", "600", env=TERMINAL).stdout
    assert "600/600" in terminal
    assert "about " in terminal
    assert "about " not in shown("playouts", "kipp4", "--count", "600")


def test_playouts_end_cleanly_when_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    playouts = spielwerk.playouts

    def interrupted(start: spielwerk.Game, count: int, **options: object) -> spielwerk.Playouts:
        if "progress" in options:
            raise KeyboardInterrupt
        return playouts(start, count)

    monkeypatch.setattr(spielwerk, "playouts", interrupted)
    result = run("playouts", "kipp4", "--count", "2000")
    assert result.exit_code == 130
    assert result.stdout == "Stopped after 0 of 2,000 games.\n"


def test_playouts_on_a_device_that_does_not_exist() -> None:
    assert refusal("playouts", "kipp4", "--device", "tpu").startswith("There is no device 'tpu'")


@pytest.mark.parametrize("words", [("--count", "0"), ("--threads", "0"), ("--count", "many")])
def test_playouts_refuse_numbers_that_make_no_sense(words: tuple[str, str]) -> None:
    result = run("playouts", "kipp4", *words)
    assert result.exit_code == 2
    assert words[0] in plain(result.stderr)
