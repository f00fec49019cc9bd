"""Block It!: what it knows beyond its rules."""

from __future__ import annotations

from itertools import islice

import pytest

import spielwerk
from spielwerk.games.blockit.knowledge import estimate
from tests.games.estimates import compiled, random_states
from tests.rules.blockit_boards import E1_TURNED_RIGHT, SOLO, THREE, TWO, at

RACE = spielwerk.game("blockit", solo="race", colour="b", turn_limit=40)
FOUR = spielwerk.game("blockit", players=4, blocks=3, turn_limit=40)


def red(fields: str = "r d - 1 - 3,3 9", blocks: str = "", **changed: str) -> int:
    """The estimate for red of two with SQUARES, blocks and changed cards."""
    return estimate(list(at(fields, blocks, TWO, **changed).entries), 0)


def alone(left: str, blocks: str = "", turns: int = 9, game: spielwerk.Game = SOLO) -> int:
    """The estimate for who plays alone."""
    return estimate(list(at(f"* d - 1 - {left} {turns}", blocks, game).entries), 0)


def test_a_square_of_the_own_colour_is_a_lead() -> None:
    assert red() > red(e1=E1_TURNED_RIGHT)


def test_a_block_on_the_board_is_worth_more_than_a_square() -> None:
    assert red("r d - 1 - 2,3 9", "a1r") > red()


def test_what_is_good_for_the_other_is_bad() -> None:
    assert red("r d - 1 - 3,2 9", "b2y") < red()


def test_three_quarters_are_worth_nothing_where_the_fourth_card_is_locked() -> None:
    # Of the yellow blocks, the one on b4 locks c5, which could make a red square at c4.
    free, locked = (red("r d - 1 - 3,2 9", block, e1=E1_TURNED_RIGHT) for block in ("b2y", "b4y"))
    assert free > locked


def test_the_fewest_blocks_left_lead() -> None:
    assert red("r d - 1 - 1,3 9", "a1r a4r") > 0 > red("r d - 1 - 3,1 9", "b2y b4y")


def test_shortly_before_the_turn_limit_blocks_on_the_board_decide() -> None:
    early, late, last = (red(f"r d - 1 - 2,3 {turns}", "a1r") for turns in (9, 190, 199))
    assert 0 < early < late < last
    assert red("r d - 1 - 3,2 199", "b2y") < 0 < red("r d - 1 - 3,2 9", "b2y")


def test_without_a_turn_limit_no_turn_is_late() -> None:
    endless = spielwerk.game("blockit", turn_limit=0)
    early, late = (at(f"r d - 1 - 2,3 {turns}", "a1r", endless) for turns in (9, 199))
    assert estimate(list(early.entries), 0) == estimate(list(late.entries), 0)


def test_alone_every_block_on_the_board_helps() -> None:
    assert alone("3,3,3,3") < alone("2,3,3,3", "a1r") < alone("2,2,3,3", "a1r d4y")


def test_alone_only_a_race_counts_turns() -> None:
    assert alone("3,3,3,3", turns=3) == alone("3,3,3,3", turns=9)
    assert alone("0,0,3,0", turns=3, game=RACE) > alone("0,0,3,0", turns=9, game=RACE)


def test_what_one_of_two_players_may_hope_for_the_other_must_fear() -> None:
    for state in random_states(TWO, 2):
        assert estimate(state, 0) == -estimate(state, 1)


@pytest.mark.parametrize("game", [THREE, FOUR], ids=str)
def test_all_estimates_add_up_to_nothing(game: spielwerk.Game) -> None:
    for state in random_states(game, 2):
        assert abs(sum(estimate(state, player) for player in range(game.players))) < 4


@pytest.mark.parametrize("game", [TWO, THREE, FOUR, SOLO, RACE], ids=str)
def test_a_board_that_is_turned_is_estimated_alike(game: spielwerk.Game) -> None:
    for state in islice(random_states(game, 1), 0, None, 10):
        for symmetry in game.symmetries:
            assert estimate(symmetry.apply(state), symmetry.players[0]) == estimate(state, 0)


@pytest.mark.parametrize("game", [TWO, THREE, FOUR, SOLO, RACE], ids=str)
def test_compiled_estimates_are_the_same_and_within_bounds(game: spielwerk.Game) -> None:
    fast = compiled(estimate)
    for state in random_states(game, 1):
        assert -1000 <= estimate(state, 0) == fast(state, 0) <= 1000
