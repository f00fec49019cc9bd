"""Véier: what it knows beyond its rules."""

from __future__ import annotations

import spielwerk
from spielwerk.core.state import HEADER
from spielwerk.games.veier.knowledge import HALF_WON, POINT, WORTH, estimate
from tests.games.estimates import compiled, random_states
from tests.rules.veier_boards import VEIER, text


def for_x(x: str, o: str = "") -> int:
    """The estimate for x with pieces on the given cells."""
    return estimate(list(VEIER.position(text(x, o)).entries), 0)


def of_lead(lead: int) -> int:
    """The estimate that a lead stands for."""
    return 1000 * lead // (lead + HALF_WON)


def test_nobody_leads_at_the_start() -> None:
    assert estimate(list(VEIER.start().entries), 0) == 0


def test_a_piece_in_the_centre_lies_in_twelve_lines_of_four() -> None:
    assert for_x("f6") == of_lead(12 * WORTH[1])


def test_a_piece_in_a_corner_lies_in_three_lines_of_four() -> None:
    for corner in ("a1", "a6", "f1", "f11", "k6", "k11"):
        assert for_x(corner) == of_lead(3 * WORTH[1])


def test_lines_do_not_go_on_from_one_edge_to_the_other() -> None:
    # a1 to a4 hold two pieces, a2 to a5 one; up each of the other lines there is one of four.
    assert for_x("a1 a2") == of_lead(2 * WORTH[1] + WORTH[2] + WORTH[1] + 2 * WORTH[1])


def test_pieces_side_by_side_are_better_than_apart() -> None:
    assert for_x("f5 f6") > for_x("f3 f9")


def test_a_piece_of_the_other_player_closes_a_line() -> None:
    assert for_x("f5 f6 f7", o="f8") < for_x("f5 f6 f7", o="k6")


def test_a_point_is_better_than_three_in_a_row() -> None:
    assert for_x("f5 f6 f7 f8") > for_x("f5 f6 f7")


def test_a_closed_row_counts_its_point_alone() -> None:
    across = 4 * 8 * WORTH[1]
    along = 2 * (WORTH[3] + WORTH[2] + WORTH[1])
    assert for_x("f5 f6 f7 f8") == of_lead(POINT + across + along)


def test_every_line_of_every_direction_is_read() -> None:
    for state in random_states(VEIER, 3):
        assert estimate(state, 0) == slow_estimate(state)


def slow_estimate(state: list[int]) -> int:
    """The same, line by line, from names of cells."""
    pieces = dict(zip(_cells(), state[HEADER : HEADER + 91], strict=True))
    lead = POINT * (VEIER.rules.score(state, 0) - VEIER.rules.score(state, 1))
    for row, column in pieces:
        for up, right in ((0, 1), (1, 0), (1, 1)):
            four = [pieces.get((row + i * up, column + i * right), 3) for i in range(4)]
            if 3 not in four and 2 not in four:
                lead += WORTH[four.count(1)]
            if 3 not in four and 1 not in four:
                lead -= WORTH[four.count(2)]
    return int(1000 * lead / (abs(lead) + HALF_WON))


def _cells() -> list[tuple[int, int]]:
    return [(r, c) for r in range(11, 0, -1) for c in range(1, 12) if abs(r - c) <= 5]


def test_a_lead_of_one_player_is_what_the_other_lacks() -> None:
    for state in random_states(VEIER):
        assert estimate(state, 0) == -estimate(state, 1)


def test_a_board_that_is_turned_or_mirrored_is_estimated_alike() -> None:
    for state in random_states(VEIER, 4):
        turned = {estimate(symmetry.apply(state), 0) for symmetry in VEIER.symmetries}
        assert turned == {estimate(state, 0)}


def test_compiled_estimates_are_the_same_and_within_bounds() -> None:
    fast = compiled(estimate)
    for state in random_states(spielwerk.game("veier", last_turn=True)):
        assert -1000 < estimate(state, 1) == fast(state, 1) < 1000
