"""A table told again: what could have happened passes, what could not is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from spielwerk.server.replay import CHECKS, NotByTheRules, replay
from spielwerk.server.setup import Clock, Seat, Setup
from spielwerk.server.table import Event

FRIENDS = Setup("kipp4", (Seat("friend"), Seat("friend")))
THREE = Setup("qbq", (Seat("friend"), Seat("friend"), Seat("computer", 1)), {"players": 3})
CLOCK = replace(FRIENDS, clock=Clock("each", 1))
STEP, TURN = Event("step", 0, "+g6", 8), Event("step", 0, "r1", 9)
GAMES = {
    "steps": (FRIENDS, [STEP, TURN]),
    "undo": (FRIENDS, [STEP, Event("undo", 0, "0"), STEP]),
    "asked": (FRIENDS, [STEP, TURN, Event("offer", 0, "undo"), Event("accept", 1), STEP]),
    "declined": (FRIENDS, [Event("offer", 1, "draw"), Event("decline", 0), STEP]),
    "draw": (FRIENDS, [Event("offer", 1, "draw"), Event("accept", 0), Event("phrase", 1, "bye")]),
    "resigned": (FRIENDS, [Event("join", 1, "Bo"), Event("resign", 1), Event("rematch", 0, "x")]),
    "flag": (CLOCK, [STEP, Event("flag", 0, "", 70_000)]),
    "substitute": (THREE, [Event("resign", 0), Event("step", 0, "+d6")]),
}


@pytest.mark.parametrize("name", GAMES)
def test_what_could_have_happened_passes(name: str) -> None:
    setup, events = GAMES[name]
    assert replay(setup, 7, events).number == len(events)


def test_every_kind_of_event_is_told_again() -> None:
    assert {event.kind for _, events in GAMES.values() for event in events} == set(CHECKS)


@pytest.mark.parametrize(
    ("events", "message"),
    [
        ([Event("step", 0, "+c4")], r"Event 0 \(step\): \+c4 is not possible"),
        ([STEP, Event("step", 1, "r1")], r"Event 1 \(step\): 'r1' of seat 1 does not follow"),
        ([Event("step", None, "+g6")], "'\\+g6' of seat None does not follow"),
        ([Event("step", 2, "+g6")], "There is no seat 2"),
        ([STEP, Event("undo", 0, "1")], "'1' of seat 0 does not follow"),
        ([STEP, Event("undo", 0, "nonsense")], "does not follow"),
        ([Event("offer", 0, "undo")], "'undo' of seat 0 does not follow"),
        ([Event("offer", 0, "money")], "'money' of seat 0 does not follow"),
        ([Event("accept", 0)], "does not follow"),
        ([Event("offer", 0, "draw"), Event("accept", 0)], "does not follow"),
        ([Event("decline", 0)], "does not follow"),
        ([Event("resign", None)], "Nobody sits there"),
        ([Event("resign", 0), STEP], "The game is over"),
        ([STEP, Event("flag", 0)], "does not follow"),
        ([Event("phrase", 0, "you cheat")], "does not follow"),
        ([Event("join", 0, " x" * 20)], "does not follow"),
        ([Event("rematch", 0, "x")], "does not follow"),
        ([Event("apply", 0, "x")], "There is no such event"),
    ],
)
def test_what_could_not_have_happened_is_refused(events: list[Event], message: str) -> None:
    with pytest.raises(NotByTheRules, match=message):
        replay(FRIENDS, 7, events)
