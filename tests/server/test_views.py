"""What somebody sees of a table, by the seats that they have."""

from __future__ import annotations

from spielwerk.pictures.picture import View
from spielwerk.server.table import Table
from spielwerk.server.views import can_out, motions_out, steps_out
from tests.server.test_table import BOT, FIRST, FRIEND, HERE, NOBODY, SECOND, act, play, table


def can(at: Table, seats: frozenset[int]) -> set[str]:
    return {what for what, possible in can_out(at, seats).items() if possible}


def test_who_watches_can_do_nothing() -> None:
    friends = table(FRIEND, FRIEND)
    assert can(friends, NOBODY) == set()
    act(friends, "resign", seats=FIRST)
    assert can(friends, NOBODY) == set()


def test_friends_can_offer_draws_but_get_no_hints() -> None:
    friends = table(FRIEND, FRIEND)
    assert can(friends, FIRST) == can(friends, SECOND) == {"draw", "resign"}


def test_against_the_computer_there_are_hints_in_ones_own_turn() -> None:
    against = table(HERE, BOT)
    assert can(against, FIRST) == {"resign", "hint"}
    play(against, "+g6 r1", FIRST)
    assert can(against, FIRST) == {"undo", "undo_is_free", "resign"}


def test_a_friend_has_to_agree_and_while_asked_nothing_else_is_offered() -> None:
    friends = table(FRIEND, FRIEND)
    play(friends, "+g6", FIRST)
    assert "undo_is_free" in can(friends, FIRST)
    play(friends, "r1", FIRST)
    assert can(friends, FIRST) == {"undo", "draw", "resign"}
    act(friends, "draw", seats=SECOND)
    assert can(friends, FIRST) == {"resign"}


def test_after_the_end_there_is_one_rematch() -> None:
    friends = table(FRIEND, FRIEND)
    act(friends, "resign", seats=FIRST)
    assert can(friends, SECOND) == {"rematch"}
    act(friends, "rematch", "abc", SECOND)
    assert can(friends, SECOND) == set()


def test_every_step_is_listed_with_who_took_it_and_its_turn() -> None:
    here = table()
    play(here, "+g6 r1 +b1")
    listed = [tuple(step.values()) for step in steps_out(here, ["one", "two", "three"])]
    assert listed == [
        (1, "+g6", 0, 1, "one"),
        (2, "r1", 0, 1, "two"),
        (3, "+b1", 1, 2, "three"),
    ]


def test_what_moved_in_a_step_comes_with_points_of_the_picture() -> None:
    here = table()
    assert motions_out(here, 0, View()) == []
    play(here, "+g6 r1")
    ((placed,),) = motions_out(here, 1, View())
    assert (placed["start"], placed["end"]) == ("light.8", "g6")
    assert (placed["x0"], placed["y0"]) != (placed["x1"], placed["y1"])
    turned, rolled = motions_out(here, 2, View())
    assert [motion["start"] for motion in turned] == ["board"]
    assert {motion["start"]: motion["end"] for motion in rolled} == {"b3": "c4", "e4": "f5"}
