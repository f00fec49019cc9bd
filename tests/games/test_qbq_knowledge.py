"""QBQ: what it knows beyond its rules."""

from __future__ import annotations

from itertools import islice

import pytest

import spielwerk
from spielwerk.games.qbq.knowledge import estimate, way_to_win
from tests.games.estimates import compiled, random_states
from tests.rules.qbq_boards import FOUR, QBQ, THREE, text

ADJACENT = spielwerk.game("qbq", seats="adjacent")
WAYS = (QBQ, ADJACENT, THREE, FOUR)
BLUE = 0
FAR = "e1 e2 f1 f2"


def blue(squares: str, orange: str = FAR) -> int:
    """The estimate for blue with cubes on the given squares."""
    return estimate(list(QBQ.position(text(b=squares, o=orange)).entries), 0)


@pytest.mark.parametrize("game", [QBQ, ADJACENT, FOUR], ids=str)
def test_nobody_leads_at_the_start(game: spielwerk.Game) -> None:
    state = list(game.start().entries)
    assert {estimate(state, player) for player in range(game.players)} == {0}


def test_of_three_green_leads_whose_fields_nobody_starts_on() -> None:
    state = list(THREE.start().entries)
    assert estimate(state, 1) > 0 > estimate(state, 0) == estimate(state, 2)


def test_cubes_are_worth_more_the_nearer_they_stand_to_the_own_fields() -> None:
    assert blue("e5 e6 f5 f6") < blue("e5 e6 d5 d6") < blue("c4 d4 d5 d6") < blue("c3 c4 d4 c5")


def test_a_formation_but_for_one_cube_is_worth_more_than_but_for_two() -> None:
    assert blue("c2 c3 b3 c4") > blue("c3 b3 b4 c4")


def test_two_floors_of_a_formation_count_as_one_does() -> None:
    assert blue("c2:2 c3:2 b3:2 d3:2") > blue("c2:2 c3:2 d2:2 d3:2")


def test_a_third_floor_fills_no_gap() -> None:
    assert blue("c2:2 c3:2 b3:2 b2") > blue("c2:3 c3:2 b3:2")


def test_nine_fields_with_one_gap_are_worth_more_than_with_two() -> None:
    seven = "a1 a2 a3 b1 b2 b3 c1"
    assert blue(f"{seven} c2 d3", "e5") > blue(f"{seven} d2 d3", "e5")


def test_a_cube_too_many_is_worse_than_a_gap() -> None:
    assert blue("c2 c3 b3") > blue("c2 c3 b3 b2:2")


def test_another_stack_on_the_own_fields_is_in_the_way() -> None:
    assert blue("c2 c3 b3 c4", "e1 e2 f1 f2") > blue("c2 c3 b3 c4", "e1 e2 f1 b2")


def test_without_cubes_the_way_is_as_long_as_at_the_start() -> None:
    without, start = (
        list(QBQ.position(text(b=squares, o=FAR)).entries) for squares in ("", "e5 e6 f5 f6")
    )
    assert way_to_win(without, BLUE) == way_to_win(start, BLUE)


def test_what_one_of_two_players_may_hope_for_the_other_must_fear() -> None:
    for state in random_states(QBQ, 2):
        assert estimate(state, 0) == -estimate(state, 1)


@pytest.mark.parametrize("game", [THREE, FOUR], ids=str)
def test_all_estimates_add_up_to_nothing(game: spielwerk.Game) -> None:
    for state in random_states(game, 1):
        assert abs(sum(estimate(state, player) for player in range(game.players))) < 4


@pytest.mark.parametrize("game", WAYS, ids=str)
def test_a_board_that_is_turned_is_estimated_alike(game: spielwerk.Game) -> None:
    for state in islice(random_states(game, 1), 0, None, 10):
        for symmetry in game.symmetries:
            assert estimate(symmetry.apply(state), symmetry.players[0]) == estimate(state, 0)


@pytest.mark.parametrize("game", WAYS, ids=str)
def test_compiled_estimates_are_the_same_and_within_bounds(game: spielwerk.Game) -> None:
    fast = compiled(estimate)
    for state in random_states(game, 1):
        assert -1000 <= estimate(state, 1) == fast(state, 1) <= 1000
