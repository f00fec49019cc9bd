"""Playing at the terminal, by a table and by the command."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path

import pytest
from rich.console import Console

import spielwerk
from spielwerk.cli.play import Table, finish
from tests.cli.running import KIPP4, R3_WINS, refusal, run, shown
from tests.ways import KEYS

AGAINST_RANDOM: Mapping[int, str] = {1: "random", 2: "random", 3: "random"}


def make_table(
    position: spielwerk.Position, program: Mapping[int, str], most: int = 10_000
) -> Table:
    """A table with a person who takes the first step that is possible, so often at most."""
    console = Console(file=io.StringIO(), highlight=False)
    table = Table(position, input, console, program, seed=1)
    table.seat_program()

    def first_step(prompt: str) -> str:
        if len(table.past) == most:
            raise EOFError
        return table.position.steps[0]

    table.ask = first_step
    return table


def said(table: Table) -> str:
    """All that was printed at a table."""
    assert isinstance(table.console.file, io.StringIO)
    return table.console.file.getvalue()


@pytest.mark.parametrize("key", KEYS)
def test_a_whole_game_against_random(key: str, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    table = make_table(spielwerk.game(key).start(seed=3), AGAINST_RANDOM)
    table.play()
    finish(table, str(path))
    assert table.position.over
    assert spielwerk.Record.read(path.read_text()).final == table.position
    assert "Scores: " in said(table) or table.position.scores is None


@pytest.mark.parametrize("key", KEYS)
def test_going_back_to_the_start_step_by_step(key: str) -> None:
    table = make_table(spielwerk.game(key).start(seed=3), AGAINST_RANDOM, most=6)
    with pytest.raises(EOFError):
        table.play()
    reached = table.position
    for _ in range(6):
        table.go_back()
        assert table.position.player == 0
    assert len(table.position.history) < 3  # at most a die came before the first own step
    assert not table.past
    # The same steps again: the dice and the program do the same again.
    with pytest.raises(EOFError):
        table.play()
    assert table.position == reached
    assert table.position.history == reached.history


def test_two_people_play_to_the_end() -> None:
    text = shown("play", "kipp4", "--position", R3_WINS, stdin="r3\n")
    assert "Player 1 (l), turn 17: 3 steps are possible." in text
    assert "Player 1 (l) has won." in text
    assert text.endswith(f'[Position "{R3_WINS}"]\n[Result "1-0"]\n\n17. r3 1-0\n\n')


def test_a_game_that_is_over_is_not_asked_about() -> None:
    over = KIPP4.position(R3_WINS).play("r3").text
    text = shown("play", "kipp4", "--position", over, stdin="+g6\n")
    assert "possible." not in text
    assert "Player 1 has won." in text


def test_a_wrong_step_loses_nothing() -> None:
    text = shown("play", "kipp4", stdin="+g6\nnonsense\n+g6\n\nr1\n")
    assert "'nonsense' is no step of KIPP4." in text
    assert "+g6 is not possible: " in text
    assert "1. +g6 r1 *" in text


@pytest.mark.parametrize("stdin", ["", "+g6", "+g6\n", "quit\n", "+g6\nquit", "\n\n"])
def test_the_end_of_input_is_a_polite_end(stdin: str) -> None:
    text = shown("play", "kipp4", stdin=stdin)
    assert "Stopped before the end." in text
    assert ("1. +g6 *" in text) == ("+g6" in stdin)


def test_bytes_that_are_no_text_are_just_a_wrong_step() -> None:
    result = run("play", "kipp4", stdin=b"\xff\xfe\n+g6\n")
    assert result.exit_code == 0
    assert "1. +g6 *" in result.stdout


def test_ctrl_c_saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["+g6"])

    def answer_or_interrupt(prompt: str) -> str:
        for answer in answers:
            return answer
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", answer_or_interrupt)
    path = tmp_path / "game.txt"
    assert f"The record is in {path}." in shown("play", "kipp4", "--save", str(path))
    assert spielwerk.Record.read(path.read_text()).steps == ("+g6",)


def test_a_question_mark_lists_the_steps() -> None:
    text = shown("play", "kipp4", stdin="?\n?d5\n?+\n?h9\n")
    answers = [answer.splitlines()[0].split() for answer in text.split("> ")[1:5]]
    places = ["+g6", "+a6", "+b1", "+f1"]
    assert answers[0] == [*KIPP4.start().steps]
    assert answers[1:3] == [["-d5"], places]
    assert " ".join(answers[3]) == "No step that is possible has h9."


def test_undo_takes_back_the_last_step() -> None:
    text = shown("play", "kipp4", stdin="undo\n+g6\nr1\nundo\nundo\n+a6\n")
    assert "There is nothing to take back." in text
    assert "1. +a6 *" in text


def test_undo_takes_back_the_turn_of_the_program() -> None:
    text = shown("play", "kipp4", "--against", "random", stdin="+g6\nr1\nundo\n")
    assert text.count("Player 2 (d) plays ") == 2
    assert "1. +g6 *" in text


def test_a_level_takes_the_other_seat() -> None:
    text = shown("play", "kipp4", "--against", "2", "--seed", "1", stdin="+g6\nr1\n")
    assert text.count("Player 2 (d) plays ") == 2
    assert '[Players "person, level 2"]' in text


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("9", "There is no level 9: there is 1 to 8."),
        ("clever", "'clever' is no player. A player is a level from 1 to 8"),
        ("level=2,luck=1", "There is no setting 'luck'"),
    ],
)
def test_a_player_that_is_none_is_refused_before_the_game(word: str, message: str) -> None:
    assert refusal("play", "kipp4", "--against", word).startswith(message)


def test_a_hint_names_a_step_with_its_line() -> None:
    text = shown("play", "kipp4", "--position", R3_WINS, stdin="hint\n")
    assert ": win; then no more." in text


def test_text_prints_the_position_text() -> None:
    assert f"> {KIPP4.start().text}\n" in shown("play", "kipp4", stdin="text\n")
    blockit = spielwerk.game("blockit").start(7)
    text = shown("play", "blockit", "--seed", "7", stdin="text\n")
    assert blockit.text.split()[0] in text


def test_help_lists_the_words_again() -> None:
    assert shown("play", "kipp4", stdin="help\n").count("Type a step") == 2


def test_save_during_the_game(tmp_path: Path) -> None:
    path, nowhere = tmp_path / "my game.txt", tmp_path / "no" / "such"
    text = shown("play", "kipp4", stdin=f"+g6\nsave\nsave {path}\nr1\nsave {nowhere}\nsave a\0b\n")
    assert "Name a file" in text
    assert f"{nowhere} cannot be written: No such file or directory." in text
    assert "b cannot be written: " in text
    assert spielwerk.Record.read(path.read_text()).steps == ("+g6",)
    assert "1. +g6 r1 *" in text


@pytest.mark.parametrize("name", ["game.txt", "game.json"])
def test_save_and_replay(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    words = ("play", "kipp4", "-o", "turn_limit=30", "--against", "random", "--save", str(path))
    assert "[Game" not in shown(*words, stdin="+g6\nr2\n")
    assert path.read_text().startswith("{" if name == "game.json" else "[")
    text = shown("replay", str(path))
    assert "Options: turn_limit=30\n" in text
    assert "Players: person, random\n" in text
    assert "1. Player 1 (l): +g6" in text


def test_a_record_that_cannot_be_saved_is_printed(tmp_path: Path) -> None:
    result = run("play", "kipp4", "--save", str(tmp_path), stdin="+g6\n")
    assert result.exit_code == 2
    assert "1. +g6 *" in result.stdout
    assert result.stderr == f"Error: {tmp_path} cannot be written: Is a directory.\n"


def test_the_seat_is_mine() -> None:
    first = shown("play", "qbq", "--against", "random", "-o", "players=3")
    third = shown("play", "qbq", "--against", "random", "-o", "players=3", "--seat", "3")
    assert "You are player 1 of 3." in first
    assert "plays" not in first
    assert "You are player 3 of 3." in third
    assert "Player 1 (b) plays " in third
    assert "Player 2 (g) plays " in third
    assert "Player 3 (o), turn 3: " in third


def test_a_seat_that_is_not_there_is_refused() -> None:
    refused = refusal("play", "qbq", "--against", "random", "--seat", "3")
    assert refused == "There is no seat 3: there is 1 to 2."
    assert "--against" in refusal("play", "qbq", "--seat", "2")


def test_the_seed_decides_deal_dice_and_program() -> None:
    games = [
        shown("play", "blockit", "--against", "random", "--seat", "2", "--seed", seed)
        for seed in ("4", "4", "5")
    ]
    assert games[0] == games[1] != games[2]
    assert "The die shows " in games[0]
    assert '[Seed "4"]' in games[0]


def test_solo_play_ends_with_a_score() -> None:
    table = make_table(spielwerk.game("blockit", solo="turns", turns=5).start(1), {})
    table.play()
    finish(table, None)
    assert "The game is over. Score: " in said(table)
