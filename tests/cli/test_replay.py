"""Records: shown, converted, refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import spielwerk
from tests.cli.running import CONNECT_FOUR, KIPP4, refusal, shown


@pytest.fixture
def record_file(tmp_path: Path) -> Path:
    """A short record with a comment."""
    position = KIPP4.start().play("+g6").play("r1")
    record = spielwerk.Record.of(position, {"Players": "Ann, Ben"}, {1: "A corner."})
    path = tmp_path / "game.txt"
    path.write_text(record.text, encoding="utf-8")
    return path


def test_replay_shows_headers_positions_steps_and_comments(record_file: Path) -> None:
    text = shown("replay", str(record_file))
    assert text.startswith("Game: kipp4\nRules: 1\nPlayers: Ann, Ben\nResult: *\n")
    for position in spielwerk.Record.read(record_file.read_text()).positions():
        assert str(position) in text
    assert "1. Player 1 (l): +g6\n   A corner.\n" in text
    assert "2. Player 1 (l): r1\n" in text


def test_replay_of_the_last_position_only(record_file: Path) -> None:
    text = shown("replay", str(record_file), "--final")
    assert str(KIPP4.start().play("+g6").play("r1")) in text
    assert str(KIPP4.start()) not in text
    assert text.endswith("\nPlayer 2 (d), turn 2: 8 steps are possible.\n")


def test_replay_converts_to_json_and_back(record_file: Path) -> None:
    as_json = shown("replay", str(record_file), "--json")
    assert json.loads(as_json)["steps"] == ["+g6", "r1"]
    assert shown("replay", "-", "--text", stdin=as_json) == record_file.read_text()


def test_replay_names_the_die() -> None:
    start = spielwerk.game("blockit").start(7)
    assert "1. The die: L1\n" in shown(
        "replay", "-", stdin=spielwerk.Record.of(start.play("L1")).text
    )


def test_replay_of_somebodys_own_game(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    shown("play", CONNECT_FOUR, "--save", str(path), stdin="d\nd\n")
    assert "2. Player 2 (o): d\n" in shown("replay", str(path), "--game", CONNECT_FOUR)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[Game "kipp4"] 1. +g6 r4 *', "Step 2, in turn 1: 'r4' is no step of KIPP4."),
        ('[Game "kipp4"] 1. +g6 r1 2. +g6 r1 *', "Step 3, in turn 2: +g6 is not possible"),
        ('[Game "chess"] 1. e4', "There is no game 'chess'"),
        ("", "A record begins with its game"),
        ("{}", "A record in JSON has headers, steps and comments"),
        ("{", "This is not JSON"),
        ('[Game "kipp4"] [Rules "a\nb"]', "The record follows version a b of the rules"),
    ],
)
def test_a_wrong_record_is_refused(text: str, message: str) -> None:
    assert refusal("replay", "-", stdin=text).startswith(message)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    picture = tmp_path / "picture.png"
    picture.write_bytes(b"\x89PNG\xff")
    assert refusal("replay", str(picture)).endswith("it is not a text in UTF-8.")
    assert refusal("replay", "-", stdin=b"\xff").endswith("it is not a text in UTF-8.")
    assert refusal("replay", str(tmp_path)).endswith("cannot be read: Is a directory.")
    assert refusal("replay", "none.txt") == "none.txt cannot be read: No such file or directory."


def test_replay_takes_one_form_at_a_time(record_file: Path) -> None:
    assert "--final" in refusal("replay", str(record_file), "--json", "--final")
