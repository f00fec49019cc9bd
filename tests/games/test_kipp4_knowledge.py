"""KIPP4: what it knows beyond its rules."""

from __future__ import annotations

from spielwerk.games.kipp4.knowledge import estimate
from tests.games.estimates import compiled, random_states
from tests.rules.kipp4_boards import KIPP4, text


def light(where: str, dark: str = "", low: str = "s") -> int:
    """The estimate for light with marbles on the given positions."""
    return estimate(
        list(KIPP4.position(text(f"{low} l a 4,4 9", light=where, dark=dark)).entries), 0
    )


def test_nobody_leads_at_the_start() -> None:
    assert estimate(list(KIPP4.start().entries), 0) == 0


def test_a_marble_on_the_board_is_a_lead() -> None:
    assert light("g6") > 0 > light("", dark="g6")


def test_a_marble_is_worth_more_the_nearer_it_lies_to_the_centre() -> None:
    assert light("g6") < light("e6") < light("d5")


def test_equal_marbles_in_equal_grooves_cancel_out() -> None:
    assert light("g6 d5", dark="a6 e4") == 0


def test_red_marbles_are_worth_nothing() -> None:
    start = KIPP4.start()
    assert estimate(list(start.play("-d5").entries), 0) == estimate(list(start.entries), 0)


def test_a_lead_of_seven_is_half_a_win() -> None:
    assert light("g6 d5 e4") == 500


def test_a_lead_of_one_player_is_what_the_other_lacks() -> None:
    for state in random_states(KIPP4):
        assert estimate(state, 0) == -estimate(state, 1)


def test_a_board_that_is_turned_is_estimated_alike() -> None:
    for state in random_states(KIPP4):
        turned = {estimate(symmetry.apply(state), 0) for symmetry in KIPP4.symmetries}
        assert turned == {estimate(state, 0)}


def test_compiled_estimates_are_the_same_and_within_bounds() -> None:
    fast = compiled(estimate)
    for state in random_states(KIPP4):
        assert -1000 < estimate(state, 1) == fast(state, 1) < 1000
