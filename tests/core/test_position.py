"""Positions and games as values; what is refused, and how."""

from __future__ import annotations

import dataclasses
import pickle

import pytest

import spielwerk

KIPP4 = spielwerk.game("kipp4")
START = KIPP4.start()


def test_positions_are_equal_when_the_same_however_they_came_about() -> None:
    one = START.play("-d5").play("r2").play("-c4")
    other = KIPP4.position(one.text)
    assert one == other
    assert hash(one) == hash(other)
    assert len({one, other}) == 1
    assert one != START


def test_a_position_that_knows_where_a_step_leads_plays_all_others_too() -> None:
    start, known = KIPP4.start(), START.play("-d5")
    assert start.leading_to(known).play("-d5") is known
    for step in START.steps:
        assert start.play(step) == START.play(step)
    with pytest.raises(spielwerk.IllegalStep):
        start.play("r1")


def test_positions_of_different_options_differ() -> None:
    assert spielwerk.game("kipp4", turn_limit=50).start() != START
    assert spielwerk.game("kipp4", turn_limit=200).start() == START


def test_a_position_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        START.seed = 3  # type: ignore[misc]
    array = START.state
    array[:] = 0
    assert START.text == KIPP4.start().text


def test_playing_leaves_the_position_as_it_was() -> None:
    before = START.text, START.steps
    START.play("+g6")
    assert (START.text, START.steps) == before


def test_repr_is_a_constructor_call() -> None:
    position = spielwerk.game("qbq", players=3).start()
    assert eval(repr(position), {"spielwerk": spielwerk}) == position  # noqa: S307


def test_a_position_keeps_its_past_when_pickled() -> None:
    position = START.play("-d5").play("r2")
    again = pickle.loads(pickle.dumps(position))
    assert again.history == ("-d5", "r2")
    assert again.turn_starts == position.turn_starts


def test_a_position_read_from_a_text_has_no_past() -> None:
    assert KIPP4.position(START.play("-d5").text).history == ()


def test_the_third_time_a_position_stands_ends_the_game() -> None:
    qbq = spielwerk.game("qbq")
    position = qbq.start()
    for _ in range(2):
        for step in ("f6-d6", "a1-c1", "d6-f6", "c1-a1"):
            assert not position.over
            position = position.play(step)
    assert position.over
    assert position.steps == ()
    assert not qbq.position(position.text).over


def test_halting_ends_the_game_as_it_stands() -> None:
    halted = START.halt()
    assert halted.over
    assert halted.returns == (0.0, 0.0)
    assert halted.steps == ()
    assert halted.halt() is halted


def test_halting_counts_what_has_been_scored() -> None:
    assert spielwerk.game("spitze").start().play("a1-d1").halt().winner == 0


@pytest.mark.parametrize(
    ("token", "words"),
    [
        ("c4-d3", "there is no marble of yours on c4"),
        ("+f7", "a marble would roll to g6"),
        ("+d5", "d5 is not free"),
        ("+e4", "not free"),
        ("+c6", "corner grooves"),
        ("-g6", "no red marble on g6"),
        ("r1", "turned after an action"),
    ],
)
def test_an_illegal_step_says_why_and_what_would_work(token: str, words: str) -> None:
    with pytest.raises(spielwerk.IllegalStep, match=words) as refusal:
        START.play(token)
    assert not isinstance(refusal.value, spielwerk.UnreadableStep)
    assert token in str(refusal.value)
    assert "+g6, +a6" in str(refusal.value)
    assert refusal.value.status == 409


def test_an_illegal_step_of_a_piece_names_its_steps() -> None:
    position = spielwerk.game("spitze").start()
    with pytest.raises(spielwerk.IllegalStep, match=r"From a1: a1-a4, a1-d4, a1-d1\."):
        position.play("a1-b1")


@pytest.mark.parametrize("token", ["", "x", "c4-c5", "+h9", "R1", "r4", "+g6 ", "l" * 5000])
def test_what_is_no_token_is_unreadable(token: str) -> None:
    with pytest.raises(spielwerk.UnreadableStep, match="is no step of KIPP4") as refusal:
        START.play(token)
    assert refusal.value.status == 400
    assert len(str(refusal.value)) < 250


def test_a_step_after_the_end_is_refused() -> None:
    with pytest.raises(spielwerk.IllegalStep, match="the game is over"):
        START.halt().play("+g6")


def test_an_unknown_game_names_those_that_exist() -> None:
    with pytest.raises(spielwerk.UnknownGame, match="did you mean kipp4") as refusal:
        spielwerk.game("kip4")
    assert "veier, spitze, qbq, blockit" in str(refusal.value)
    assert refusal.value.status == 404


@pytest.mark.parametrize(
    ("key", "options", "words"),
    [
        ("kipp4", {"players": 3}, "no option 'players': there is turn_limit"),
        ("kipp4", {"turn_limit": -1}, "a whole number from 0 to 32766"),
        ("kipp4", {"turn_limit": "9"}, "a whole number"),
        ("kipp4", {"turn_limit": True}, "a whole number"),
        ("veier", {"last_turn": 1}, "False, True"),
        ("qbq", {"players": 5}, "2, 3, 4"),
        ("qbq", {"players": 3, "seats": "adjacent"}, "two players"),
        ("spitze", {"setup": "random"}, "checkerboard, ranks"),
        ("blockit", {"players": 2, "blocks": 2}, "three or four players"),
        ("blockit", {"players": 2, "solo": "race"}, "one player"),
        ("blockit", {"turns": 10}, "solo='turns' only"),
        ("blockit", {"solo": "turns", "colour": "b"}, "solo='race' only"),
    ],
)
def test_an_option_that_is_not_possible_says_what_is(
    key: str, options: dict[str, object], words: str
) -> None:
    with pytest.raises(spielwerk.UnknownOption, match=words):
        spielwerk.game(key, **options)


@pytest.mark.parametrize("seed", [-1, 2**63])
def test_a_seed_out_of_range_is_refused(seed: int) -> None:
    with pytest.raises(spielwerk.SpielwerkError, match="seed"):
        spielwerk.game("blockit").start(seed)


def test_a_deal_without_a_seed_gets_one_that_gives_it_again() -> None:
    game = spielwerk.game("blockit")
    position = game.start()
    assert game.start(position.seed) == position
    assert game.start(1) != game.start(2)


@pytest.mark.parametrize("text", ["", " ", "x", START.text + " ", "\n", "·" * 10_000, "0" * 400])
def test_an_unreadable_text_says_what_was_expected(text: str) -> None:
    with pytest.raises(spielwerk.UnreadableText, match="ranks low player") as refusal:
        KIPP4.position(text)
    assert len(str(refusal.value)) < 800


def test_a_game_without_a_turn_limit_ends_when_turns_can_no_longer_be_counted() -> None:
    game = spielwerk.game("kipp4", turn_limit=0)
    position = game.position(START.text[:-1] + "32766")
    assert not position.over
    assert position.play("-d5").play("r1").over
