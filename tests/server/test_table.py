"""What may happen at a table: turns, taking back, offers, clocks, ends. Nothing is stored here."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

import spielwerk
from spielwerk.core.errors import SpielwerkError
from spielwerk.pictures.words import spoken
from spielwerk.server.errors import NotNow, NotYourSeat
from spielwerk.server.setup import MOST_INCREMENT, MOST_MINUTES, Clock, Seat, Setup
from spielwerk.server.table import SUBSTITUTE, Event, Table
from spielwerk.server.words import ending_told

HERE, FRIEND, BOT = Seat("here"), Seat("friend"), Seat("computer", 3)
BOTH = frozenset({0, 1})
LIGHT_HAS_WON = "d.l/llll/.d./.l../.../d..d/d.d e d a 2,2 17"
FIRST, SECOND, NOBODY = frozenset({0}), frozenset({1}), frozenset[int]()


def table(*seats: Seat, key: str = "kipp4", **more: Any) -> Table:
    return Table(Setup(key, seats or (HERE, HERE), **more))


def act(
    at: Table, kind: str, value: str = "", seats: frozenset[int] = BOTH, when: int = 0
) -> Event:
    event = replace(at.decide(kind, value, seats), at=when)
    at.apply(event)
    return event


def play(at: Table, steps: str, seats: frozenset[int] = BOTH) -> None:
    for step in steps.split():
        act(at, "step", step, seats)


def by_computer(at: Table, steps: str) -> None:
    for step in steps.split():
        at.apply(Event("step", at.mover, step))


def told(at: Table) -> str:
    return spoken(ending_told(at), "en")


def test_only_the_seat_whose_turn_it_is_plays() -> None:
    here = table(FRIEND, FRIEND)
    with pytest.raises(NotYourSeat, match="seat 1 is next"):
        here.decide("step", "+g6", SECOND)
    with pytest.raises(NotYourSeat, match="You are watching"):
        here.decide("step", "+g6", NOBODY)
    assert here.decide("step", "+g6", FIRST) == Event("step", 0, "+g6")


def test_an_illegal_step_is_refused_with_what_would_work() -> None:
    with pytest.raises(spielwerk.IllegalStep, match=r"Possible: \+"):
        table().decide("step", "+c4", FIRST)


def test_a_step_that_was_only_looked_at_has_not_happened() -> None:
    found = table(FRIEND, FRIEND)
    found.decide("step", "+g6", frozenset({0}))
    found.apply(Event("step", 0, "+a6", 1))  # another server was first
    assert found.position == found.setup.start.play("+a6")
    assert found.steps == ("+a6",)


def test_a_table_is_the_same_when_its_events_are_told_again() -> None:
    first, again = table(), table()
    for kind, value in (("step", "+g6"), ("step", "r1"), ("undo", ""), ("phrase", "hello")):
        again.apply(act(first, kind, value))
    assert again.position == first.position
    assert again.number == first.number == 4
    assert again.said == first.said == [(0, "hello")]


def test_within_the_own_turn_a_step_is_taken_back_without_asking() -> None:
    friends = table(FRIEND, FRIEND)
    play(friends, "+g6", FIRST)
    assert act(friends, "undo", seats=FIRST) == Event("undo", 0, "0")
    assert friends.steps == ()


def test_a_whole_turn_is_taken_back_at_one_screen() -> None:
    here = table()
    play(here, "+g6 r1 +b1 r2")
    act(here, "undo")
    assert len(here.steps) == 2
    act(here, "undo")
    assert len(here.steps) == 0
    with pytest.raises(NotNow, match="nothing to take back"):
        here.decide("undo", "", BOTH)


def test_against_the_computer_its_answer_is_taken_back_too() -> None:
    against = table(HERE, BOT)
    play(against, "+g6 r1", FIRST)
    by_computer(against, "+b1 r2")
    act(against, "undo", seats=FIRST)
    assert against.steps == ()


def test_a_friend_is_asked_and_may_decline() -> None:
    friends = table(FRIEND, FRIEND)
    play(friends, "+g6 r1", FIRST)
    assert act(friends, "undo", seats=FIRST).kind == "offer"
    with pytest.raises(NotNow, match="offered already"):
        friends.decide("draw", "", SECOND)
    with pytest.raises(NotNow, match="others have to answer"):
        friends.decide("accept", "", FIRST)
    act(friends, "decline", seats=SECOND)
    assert friends.offer is None
    assert friends.steps == ("+g6", "r1")


def test_a_friend_accepts_and_the_turn_is_taken_back() -> None:
    friends = table(FRIEND, FRIEND)
    play(friends, "+g6 r1", FIRST)
    act(friends, "undo", seats=FIRST)
    act(friends, "accept", seats=SECOND)
    assert friends.steps == ()
    assert friends.offer is None


def test_a_step_is_an_answer_to_an_offer() -> None:
    friends = table(FRIEND, FRIEND)
    act(friends, "draw", seats=SECOND)
    play(friends, "+g6", FIRST)
    assert friends.offer is None


def test_no_die_is_taken_back_but_the_whole_turn_at_one_screen() -> None:
    dice = table(key="blockit", seed=5)
    dice.apply(Event("step", None, "L1"))
    with pytest.raises(NotNow, match="nothing to take back"):
        dice.decide("undo", "", BOTH)
    act(dice, "step", dice.position.steps[0])
    act(dice, "undo")
    assert dice.steps == ()


def test_a_draw_needs_the_agreement_of_all_people_and_no_computer() -> None:
    friends = table(FRIEND, FRIEND)
    act(friends, "draw", seats=FIRST)
    act(friends, "accept", seats=SECOND)
    assert friends.over
    assert friends.winner is None
    assert friends.record.result == "1/2-1/2"
    with pytest.raises(NotNow, match="computer does not agree"):
        table(HERE, BOT).decide("draw", "", FIRST)


def test_a_draw_among_three_needs_all_three() -> None:
    three = table(FRIEND, FRIEND, FRIEND, key="qbq", options={"players": 3})
    act(three, "draw", seats=FIRST)
    act(three, "accept", seats=SECOND)
    assert not three.over
    act(three, "accept", seats=frozenset({2}))
    assert three.over


def test_who_gives_up_loses_for_two() -> None:
    friends = table(FRIEND, FRIEND)
    act(friends, "resign", seats=FIRST)
    assert friends.winner == 1
    assert friends.record.result == "0-1"
    with pytest.raises(NotNow, match="game is over"):
        friends.decide("step", "+g6", FIRST)


def test_among_three_a_computer_takes_over_for_who_gives_up() -> None:
    three = table(FRIEND, FRIEND, FRIEND, key="qbq", options={"players": 3})
    act(three, "join", "Bo", SECOND)
    act(three, "resign", seats=SECOND)
    assert not three.over
    assert three.seats[1] == Seat("computer", SUBSTITUTE, "Bo")


def test_time_runs_for_the_mover_from_the_second_step_on() -> None:
    clock = table(FRIEND, FRIEND, clock=Clock("each", 1, 5))
    assert clock.time_left(50_000) == [60_000, 60_000]
    act(clock, "step", "+g6", FIRST, when=50_000)
    assert clock.time_left(60_000) == [50_000, 60_000]
    act(clock, "step", "r1", FIRST, when=60_000)
    assert clock.time_left(60_000) == [55_000, 60_000], "five seconds for the turn"
    assert clock.time_left(70_000) == [55_000, 50_000]


def test_the_flag_falls_and_the_other_wins() -> None:
    clock = table(FRIEND, FRIEND, clock=Clock("each", 1))
    act(clock, "step", "+g6", FIRST, when=1000)
    assert clock.flag_falls(60_999) is None
    flag = clock.flag_falls(61_000)
    assert flag == Event("flag", 0, at=61_000)
    clock.apply(flag)
    assert clock.winner == 1
    assert clock.time_left(90_000) == [0, 60_000]
    assert clock.flag_falls(90_000) is None


def test_one_clock_for_all_ends_the_game_as_it_stands() -> None:
    clock = table(HERE, HERE, key="veier", clock=Clock("table", 30))
    act(clock, "step", "f6", when=0)
    act(clock, "step", "f7", when=1_000_000)
    flag = clock.flag_falls(1_800_000)
    assert flag is not None
    clock.apply(flag)
    assert clock.over
    assert clock.winner is None
    assert told(clock) == "The time is up. The game ends in a draw."


def test_alone_against_the_clock_the_blocks_count() -> None:
    clock = table(HERE, key="blockit", options={"solo": "time"}, clock=Clock("table", 15))
    clock.apply(Event("step", None, "L1"))
    flag = clock.flag_falls(15 * 60_000)
    assert flag is not None
    clock.apply(flag)
    assert told(clock) == "The time is up. The game ends. Blocks on the board: 0."


def test_every_ending_is_told() -> None:
    friends = table(FRIEND, FRIEND, clock=Clock("each", 1))
    act(friends, "step", "+g6", FIRST)
    friends.apply(Event("flag", 0))
    assert told(friends) == "The time of Light is up. Dark wins."
    friends = table(FRIEND, FRIEND)
    act(friends, "resign", seats=SECOND)
    assert told(friends) == "Dark gives up. Light wins."


def test_taking_back_gives_the_time_back() -> None:
    clock = table(clock=Clock("each", 1))
    act(clock, "step", "+g6", when=0)
    act(clock, "step", "r1", when=20_000)
    act(clock, "undo", when=30_000)
    assert clock.left == [60_000, 60_000]


def test_after_taking_back_time_runs_from_then_on() -> None:
    clock = table(clock=Clock("each", 1))
    for step, when in (("+g6", 0), ("r1", 10_000), ("+b1", 20_000)):
        act(clock, "step", step, when=when)
    act(clock, "undo", when=50_000)
    assert clock.time_left(55_000) == [50_000, 55_000]


def test_a_name_is_one_line_and_not_too_long() -> None:
    here = table()
    act(here, "join", "  Ann \n Bo " + "x" * 90)
    assert here.seats[0].name == "Ann Bo xxxxxxxxxxxxxxxxx"


@pytest.mark.parametrize(
    ("kind", "value", "message"),
    [
        ("phrase", "you cheat", "There is no phrase"),
        ("rematch", "", "not over yet"),
        ("accept", "", "Nothing has been offered"),
        ("dance", "", "Nobody can 'dance'"),
    ],
)
def test_what_a_table_does_not_know_is_refused(kind: str, value: str, message: str) -> None:
    with pytest.raises(SpielwerkError, match=message):
        table().decide(kind, value, BOTH)


@pytest.mark.parametrize(
    "setup",
    [
        lambda: Setup("kipp4", (HERE,)),
        lambda: Setup("kipp4", (HERE, HERE), {"players": 3}),
        lambda: Setup("kipp4", (HERE, HERE), position="nonsense"),
        lambda: Setup("kipp4", (HERE, Seat("computer", 9))),
        lambda: Setup("kipp4", (HERE, HERE), position=LIGHT_HAS_WON),
        lambda: Clock("each", 0),
        lambda: Clock("each", MOST_MINUTES + 1),
        lambda: Clock("each", 5, MOST_INCREMENT + 1),
        lambda: Setup("chess", (HERE, HERE)),
    ],
)
def test_a_table_that_cannot_be_set_is_refused(setup: Any) -> None:
    with pytest.raises(SpielwerkError):
        setup()


def test_the_cards_are_dealt_once_for_a_table() -> None:
    setup = Setup("blockit", (HERE, HERE), seed=7)
    assert Table(setup).position is setup.start


def test_a_setup_is_the_same_from_its_data() -> None:
    setup = Setup("qbq", (HERE, BOT, FRIEND), {"players": 3}, 7, None, Clock("each", 5, 3))
    assert Setup.of(setup.data) == setup


@pytest.mark.parametrize("key", ["kipp4", "veier", "spitze", "qbq"])
def test_every_earlier_position_can_be_seen_as_it_was(key: str) -> None:
    table, chance = Table(Setup(key, (Seat("friend"), Seat("friend")))), random.Random(3)
    positions = [table.position]
    while len(positions) < 30 and not table.over:
        step = chance.choice(table.position.steps)
        table.apply(Event("step", table.mover, step, 5))
        positions.append(table.position)
    for number, position in enumerate(positions):
        seen = table.position_after(number)
        assert seen == position
        assert (seen.history, seen.turn_starts) == (position.history, position.turn_starts)
