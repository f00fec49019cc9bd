"""Block It!: what it learned from games against itself."""

from __future__ import annotations

from functools import reduce
from itertools import islice
from operator import or_

import pytest

import spielwerk
from spielwerk.core.state import PHASE
from spielwerk.games.blockit.board import CROSSING_NAMES, CROSSINGS, FACES
from spielwerk.games.blockit.insight import (
    COMPLETED_BY,
    COUNTS,
    NO_PATTERN,
    estimate,
    lacks_at,
    pattern_of,
)
from spielwerk.games.blockit.rules import DIE, LEFT, SEAT, own_squares
from tests.games.estimates import compiled, random_states
from tests.rules.blockit_boards import E1_TURNED_RIGHT, SOLO, SQUARES, THREE, TWO, at

FOUR = spielwerk.game("blockit", players=4, blocks=3, turn_limit=40)
ALL = pytest.mark.parametrize("game", [TWO, THREE, FOUR], ids=str)
RED = 0


def red(fields: str = "r d - 1 - 2,2,2 9", blocks: str = "", **changed: str) -> int:
    """The estimate for red of three with SQUARES, blocks and changed cards."""
    return estimate(list(at(fields, blocks, THREE, **changed).entries), RED)


def lacking(crossing: str, colour: int, blocks: str = "", **changed: str) -> tuple[int, ...] | None:
    """What a colour lacks at a crossing: cards to be turned to the right, by a half and to the
    left; how many of the others are locked. None where nothing can be done."""
    state = list(at("r d - 1 - 1,1,1 9", blocks, THREE, **changed).entries)
    pattern = pattern_of(lacks_at(state, CROSSING_NAMES.index(crossing)), colour)
    return None if pattern == NO_PATTERN else COUNTS[pattern]


def turned(card: str, quarters: int) -> str:
    """A card of SQUARES, turned to the right."""
    colours = SQUARES[card]
    return colours[-quarters:] + colours[:-quarters]


@pytest.mark.parametrize(("quarters", "lacks"), [(1, (0, 0, 1)), (2, (0, 1, 0)), (3, (1, 0, 0))])
def test_a_card_that_was_turned_wants_to_be_turned_back(
    quarters: int, lacks: tuple[int, ...]
) -> None:
    assert lacking("d1", RED, e1=turned("e1", quarters)) == (*lacks, 0)


def test_a_square_lacks_nothing() -> None:
    assert lacking("d1", RED) == (0, 0, 0, 0)


def test_where_a_block_is_nothing_can_be_done() -> None:
    assert lacking("a1", RED, "a1r") is None


def test_a_locked_card_that_shows_another_colour_is_in_the_way() -> None:
    # Of the yellow blocks, the one on b4 locks c5, which could make a red square at c4.
    assert lacking("c4", RED) is not None
    assert lacking("c4", RED, "b4y") is None


def faces_known_to_complete(state: list[int], colour: int) -> set[str]:
    """The faces that complete a square, by what the crossings lack."""
    patterns = [pattern_of(lacks_at(state, crossing), colour) for crossing in range(CROSSINGS)]
    faces = reduce(or_, (int(COMPLETED_BY[pattern]) for pattern in patterns))
    return {name for face, name in enumerate(FACES) if faces >> face & 1}


def faces_that_complete(position: spielwerk.Position) -> set[str]:
    """The faces of the die after which some step, or two of them, puts a block on the board."""
    seat = position.entries[SEAT]
    blocks = position.entries[LEFT + seat]

    def completes(now: spielwerk.Position) -> bool:
        if now.entries[LEFT + seat] < blocks:
            return True
        return now.player == seat and not now.over and any(map(completes, map(now.play, now.steps)))

    return {face for face in position.steps if face != "AB" and completes(position.play(face))}


def test_the_faces_that_complete_a_square_are_those_of_the_rules() -> None:
    seen = 0
    for state in islice(random_states(THREE, 9), 3, None, 31):
        if state[PHASE] == DIE and not own_squares(state) and state[LEFT + state[SEAT]]:
            position = THREE.position(THREE.notation.write(state))
            known = faces_known_to_complete(state, state[SEAT])
            # A swap also needs a card with the colour in the right place: nearly always there is.
            assert known - {"SW"} == faces_that_complete(position) - {"SW"}
            seen += len(known)
    assert seen


def test_a_square_of_the_own_colour_is_a_lead() -> None:
    waiting = "y d - 1 - 2,2,2 9"
    assert red(waiting) > red(waiting, e1=E1_TURNED_RIGHT)


def test_a_block_on_the_board_is_worth_more_than_a_square() -> None:
    assert red("r d - 1 - 1,2,2 9", "a1r") > red()


def test_what_is_good_for_another_is_bad() -> None:
    assert red("r d - 1 - 2,1,2 9", "b2y") < red()


def test_shortly_before_the_turn_limit_blocks_on_the_board_decide() -> None:
    early, last = (red(f"r d - 1 - 1,2,2 {turns}", "a1r") for turns in (9, 198))
    assert 0 < early < last


@ALL
def test_all_estimates_add_up_to_nothing(game: spielwerk.Game) -> None:
    for state in random_states(game, 2):
        assert abs(sum(estimate(state, player) for player in range(game.players))) < 4


@ALL
def test_a_board_that_is_turned_or_mirrored_is_estimated_alike(game: spielwerk.Game) -> None:
    for state in islice(random_states(game, 1), 0, None, 10):
        for symmetry in game.symmetries:
            assert estimate(symmetry.apply(state), symmetry.players[0]) == estimate(state, 0)


@ALL
def test_compiled_estimates_are_the_same_and_within_bounds(game: spielwerk.Game) -> None:
    fast = compiled(estimate)
    for state in random_states(game, 1):
        assert -1000 <= estimate(state, 0) == fast(state, 0) <= 1000


def test_who_plays_alone_has_no_insight() -> None:
    assert SOLO.knowledge.insight is None
    assert TWO.knowledge.insight == THREE.knowledge.insight == estimate
