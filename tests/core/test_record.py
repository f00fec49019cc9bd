"""Records: written, read, and refused with the first thing that is wrong."""

from __future__ import annotations

import json

import pytest

import spielwerk
from spielwerk import Record

SPITZE = '[Game "spitze"] 1. a1-d1 2. b1-b4 *'


def test_a_record_reads_what_it_writes() -> None:
    position = spielwerk.game("qbq", players=3).start().play("+d6").play("f6-d6").play("e1-e3")
    record = Record.of(position, {"Players": "Ann, Ben, Cid"}, {0: "Begin.", 3: "Hm."})
    assert Record.read(record.text) == record
    assert Record.read(record.json) == record
    assert "1. +d6 f6-d6 2. e1-e3 {Hm.} *" in record.text


def test_steps_are_numbered_by_turns_dice_included() -> None:
    position = spielwerk.game("blockit").start(seed=1).play("L1").play("c3<").play("R1")
    assert "1. L1 c3< 2. R1 *" in Record.of(position).text


def test_a_dealt_game_is_given_by_its_seed() -> None:
    record = Record.of(spielwerk.game("blockit", players=4).start(seed=11).play("L1"))
    assert record.all_headers() == {
        "Game": "blockit",
        "Options": "players=4",
        "Rules": "1",
        "Seed": "11",
        "Result": "*",
    }


def test_a_game_from_a_position_is_given_by_its_text() -> None:
    start = spielwerk.game("kipp4").position(".../..../.../..../.../..../... s l a 8,8 4")
    record = Record.of(start.play("+g6"))
    assert record.all_headers()["Position"] == start.text
    assert Record.read(record.text).start == start


def test_a_dealt_game_without_seed_or_position_is_refused() -> None:
    with pytest.raises(spielwerk.SpielwerkError, match="Seed"):
        Record.read('[Game "blockit"] 1. L1 *')


@pytest.mark.parametrize(
    ("key", "options", "steps", "result"),
    [
        ("kipp4", {}, (), "*"),
        ("kipp4", {"turn_limit": 1}, ("+g6", "r1"), "1/2-1/2"),
        ("spitze", {"turn_limit": 1}, ("a1-d1",), "1-0"),
        ("spitze", {"turn_limit": 2}, ("a1-a4", "b1-e1"), "1/2-1/2"),
        ("qbq", {"players": 4, "turn_limit": 1}, ("f6-d6",), "1/4-1/4-1/4-1/4"),
        ("blockit", {"solo": "turns", "turns": 1}, ("AB", "AB"), "0"),
    ],
)
def test_results_are_written_for_any_number_of_players(
    key: str, options: dict[str, object], steps: tuple[str, ...], result: str
) -> None:
    position = spielwerk.game(key, **options).start(1)
    for step in steps:
        position = position.play(step)
    record = Record.of(position)
    assert record.result == result
    assert record.text.rstrip().endswith(result)
    assert Record.read(record.text).result == result


def test_the_first_wrong_step_is_named() -> None:
    with pytest.raises(spielwerk.IllegalStep, match=r"Step 2, in turn 2: b1-b2 is not possible"):
        Record.read(SPITZE.replace("b1-b4", "b1-b2 3. nonsense"))


def test_a_word_that_is_no_step_is_named() -> None:
    with pytest.raises(spielwerk.UnreadableStep, match=r"Step 1, in turn 1: 'a1d1'"):
        Record.read(SPITZE.replace("a1-d1", "a1d1"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "begins with its game"),
        ("1. a1-d1 *", "begins with its game"),
        ('[Game "chess"]', "no game 'chess'"),
        ('[Game "spitze"][Options "setup"]', "name=value"),
        ('[Game "spitze"][Options "setup=x"]', "checkerboard, ranks"),
        ('[Game "spitze"][Options "turn_limit=' + "9" * 5000 + '"]', "whole number"),
        ('[Game "spitze"][Rules "0"]', "version 0"),
        ('[Game "spitze"][Seed "one"]', "whole number"),
        ('[Game "spitze"][Position "x"]', "fields"),
        ('[Game "spitze"][Result "1-0"] 1. a1-d1 1-0', "the result \\*, but the record says 1-0"),
        ('[Game "spitze"][Result "1-0"] 1. a1-d1 0-1', "not the one in the headers"),
        ('[Game "spitze"] {never closed', "brace"),
        ('[Game "spitze"] 1. a1-d1 }', "brace"),
        ("{", "not JSON"),
        ('{"steps": []}', "headers, steps and comments"),
        ('{"headers": {"Game": "spitze"}, "steps": [1]}', "headers, steps and comments"),
        ('{"headers": {"Game": "spitze"}, "steps": [], "comments": {"x": "y"}}', "number of steps"),
        ('{"headers": {"Game": "spitze"}, "steps": [], "comments": {"7": "y"}}', "follow a step"),
    ],
)
def test_an_unreadable_record_says_what_is_wrong(text: str, words: str) -> None:
    with pytest.raises(spielwerk.SpielwerkError, match=words):
        Record.read(text)


def test_a_game_resigned_keeps_its_result() -> None:
    text = '[Game "spitze"][Termination "resigned"][Result "0-1"] 1. a1-d1 0-1'
    record = Record.read(text)
    assert record.result == "0-1"
    assert Record.read(record.text) == record
    assert json.loads(record.json)["headers"]["Result"] == "0-1"


def test_quotes_and_backslashes_in_headers_survive() -> None:
    record = Record.of(spielwerk.game("veier").start(), {"Players": 'A "b" \\ c'})
    assert Record.read(record.text).headers == {"Players": 'A "b" \\ c'}


@pytest.mark.parametrize("headers", [{"two words": "x"}, {"Line": "a\nb"}])
def test_headers_that_could_not_be_read_again_are_refused(headers: dict[str, str]) -> None:
    with pytest.raises(spielwerk.UnreadableText, match="header"):
        Record.of(spielwerk.game("veier").start(), headers)


def test_a_comment_with_braces_is_refused() -> None:
    with pytest.raises(spielwerk.UnreadableText, match="comment"):
        Record.of(spielwerk.game("veier").start(), comments={0: "a } b"})


def test_every_position_of_a_record_can_be_walked() -> None:
    turns = [position.turns for position in Record.read(SPITZE).positions()]
    assert turns == [0, 1, 2]


def test_a_game_halted_keeps_the_result_that_it_was_given() -> None:
    position = spielwerk.game("spitze").start().play("a1-d1").halt()
    record = Record.of(position)
    assert record.result == "1-0"
    assert record.headers["Termination"] == "halted"
    assert Record.read(record.text) == record


@pytest.mark.parametrize("result", ["banana", "1-0-0", "7", ""])
def test_a_result_that_no_such_game_can_have_is_refused(result: str) -> None:
    with pytest.raises(spielwerk.UnreadableText, match="no result"):
        Record.read(f'[Game "spitze"][Termination "resigned"][Result "{result}"]')


def test_blanks_in_comments_are_told_apart_no_more() -> None:
    record = Record.of(spielwerk.game("veier").start(), comments={0: "one\n  two"})
    assert record.comments == {0: "one two"}
    assert Record.read(record.json) == Record.read(record.text) == record
