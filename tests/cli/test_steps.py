"""The steps of a position."""

from __future__ import annotations

import spielwerk
from tests.cli.running import CONNECT_FOUR, KIPP4, R3_WINS, refusal, run, shown


def test_steps_shows_the_picture_the_turn_and_the_steps() -> None:
    text = shown("steps", "kipp4")
    assert str(KIPP4.start()) in text
    assert "Player 1 (l), turn 1: 8 steps are possible." in text
    assert text.splitlines()[-1].split() == [*KIPP4.start().steps]


def test_steps_after_steps() -> None:
    text = shown("steps", "kipp4", "--after", "+g6 r1")
    assert str(KIPP4.start().play("+g6").play("r1")) in text
    assert "Player 2 (d), turn 2: " in text


def test_steps_of_a_position() -> None:
    text = shown("steps", "kipp4", "--position", R3_WINS)
    assert text.splitlines()[-1].split() == ["r1", "r2", "r3"]
    after = shown("steps", "kipp4", "--position", R3_WINS, "--after", "r3")
    assert after.endswith("\nPlayer 1 (l) has won.\n")


def test_steps_with_options() -> None:
    checkerboard = shown("steps", "spitze")
    ranks = shown("steps", "spitze", "-o", "setup=ranks", "--option", "turn_limit=9")
    assert str(spielwerk.game("spitze").start()) in checkerboard
    assert str(spielwerk.game("spitze", setup="ranks").start()) in ranks
    assert ranks.startswith("Spitze, setup=ranks, turn_limit=9\n")


def test_steps_at_a_die_are_its_faces() -> None:
    text = shown("steps", "blockit", "--seed", "7")
    assert "The die is thrown, turn 1: 6 faces." in text
    assert text.splitlines()[-1].split() == ["L1", "R1", "L2", "R2", "SW", "AB"]


def test_steps_of_a_deal_by_its_seed() -> None:
    first, second = (shown("steps", "blockit", "--seed", seed) for seed in "78")
    assert str(spielwerk.game("blockit").start(7)) in first
    assert str(spielwerk.game("blockit").start(8)) in second
    assert "seed " in shown("steps", "blockit")


def test_steps_of_somebodys_own_game() -> None:
    assert shown("steps", CONNECT_FOUR, "--after", "d d").splitlines()[-1].split() == [*"abcdefg"]


def test_steps_refuses_a_wrong_step_and_prints_nothing_else() -> None:
    assert refusal("steps", "kipp4", "--after", "+g6 +g6").startswith("+g6 is not possible")
    assert run("steps", "kipp4", "--after", "+g6 +g6").stdout == ""


def test_steps_refuses_a_seed_with_a_position() -> None:
    assert "--seed" in refusal("steps", "kipp4", "--position", R3_WINS, "--seed", "1")
