"""Spitze: what it knows beyond its rules."""

from __future__ import annotations

import pytest

import spielwerk
from spielwerk.games.spitze.knowledge import estimate
from tests.games.estimates import compiled, random_states
from tests.rules.spitze_boards import SPITZE, text

EITHER_SETUP = pytest.mark.parametrize("setup", ["checkerboard", "ranks"])


def light(**towers: str) -> int:
    """The estimate for light with the given towers, and jumps for both players."""
    board = text("l - 9", f1="l", f2="d", f3="d", f4="l", **towers)
    return estimate(list(SPITZE.position(board).entries), 0)


@EITHER_SETUP
def test_nobody_leads_at_the_start(setup: str) -> None:
    assert estimate(list(spielwerk.game("spitze", setup=setup).start().entries), 0) == 0


def test_a_piece_that_stands_alone_is_a_lead() -> None:
    assert light(a1="l") > 0 > light(a1="d")


def test_a_tower_belongs_to_the_piece_on_top() -> None:
    assert light(a1="dl") > 0 > light(a1="ld")


def test_a_higher_tower_is_better() -> None:
    assert light(a1="dl") < light(a1="ddl") < light(a1="dddl")


def test_two_pieces_alone_are_better_than_a_tower_of_them() -> None:
    assert light(a1="l", b1="l") > light(a1="ll")


def test_a_piece_alone_is_better_than_two_points_and_less_than_three() -> None:
    assert light(a1="dl") < light(a1="l") < light(a1="ddl")


def test_ten_points_are_half_a_win() -> None:
    assert light(a1="dddddddddl") == 500


def test_a_lead_of_one_player_is_what_the_other_lacks() -> None:
    for state in random_states(SPITZE):
        assert estimate(state, 0) == -estimate(state, 1)


def test_a_board_that_is_turned_or_mirrored_is_estimated_alike() -> None:
    for state in random_states(SPITZE, 5):
        turned = {estimate(symmetry.apply(state), 0) for symmetry in SPITZE.symmetries}
        assert turned == {estimate(state, 0)}


@EITHER_SETUP
def test_compiled_estimates_are_the_same_and_within_bounds(setup: str) -> None:
    fast = compiled(estimate)
    for state in random_states(spielwerk.game("spitze", setup=setup)):
        assert -1000 < estimate(state, 1) == fast(state, 1) < 1000
