"""Véier in a picture: what is touched, what moves, which rows are shown, and the words."""

import re

import pytest

import spielwerk
from spielwerk.games.veier.picture import PICTURE, row_lines, rows
from spielwerk.pictures.picture import Motion, Stages, View, move
from tests.rules.veier_boards import VEIER, text

LAST_TURN = spielwerk.game("veier", last_turn=True)

# One more piece on f6 closes rows in one, two or three directions.
ONE_ROW = "f3 f4 f5"
TWO_ROWS = "f3 f4 f5 c6 d6 e6"
THREE_ROWS = "f3 f4 f5 c6 d6 e6 g7 h8 i9"
ELSEWHERE = "a1 a3 a5"


def lying(position: spielwerk.Position, kind: str) -> list[str]:
    """The spots of one kind that hold a piece."""
    return [spot for spot in PICTURE.pieces(position) if spot.startswith(f"{kind}.")]


def counted(x: str, o: str = "") -> list[tuple[str, str, str]]:
    """The rows that count: whose, from where, to where."""
    found = rows(PICTURE.pieces(VEIER.position(text(x=x, o=o))))
    return sorted((look, cells[0], cells[-1]) for look, cells in found)


# Touches and places


def test_a_cell_is_touched_to_place_a_piece() -> None:
    position = VEIER.start().play("b2")
    neighbours = ("b1", "b3", "a2", "c2", "a1", "c3")
    assert position.touches == {(cell,): cell for cell in neighbours}


def test_the_first_piece_cannot_touch_the_edge() -> None:
    touches = VEIER.start().touches
    assert ("b2",) in touches
    assert ("b1",) not in touches


def test_nothing_can_be_touched_once_the_game_is_over() -> None:
    position = VEIER.position(text(x="f6", o=ELSEWHERE, supplies="1,9")).play("k6")
    assert position.over
    assert position.touches == {}


def test_a_cell_says_what_lies_on_it() -> None:
    position = VEIER.position(text(x="f6", o="f7"))
    places = PICTURE.places(position, PICTURE.pieces(position), View())
    names = {place.id: str(place.name) for place in places}
    assert len(names) == 91
    assert (names["f6"], names["f7"], names["f8"]) == ("f6, cross", "f7, ring", "f8, empty")


def test_rows_run_to_the_right_and_columns_up_to_the_left() -> None:
    where = {cell: PICTURE.spot(cell, {}, View()) for cell in ("f6", "f7", "g6", "g7")}
    x, y = where["f6"]
    assert where["f7"] == (x + 88, y)
    assert where["g6"] == (x - 44, y - 76)
    assert where["g7"] == (x + 44, y - 76)


# What lies in the trays


def test_all_pieces_lie_in_the_supplies_at_the_start() -> None:
    pieces = PICTURE.pieces(VEIER.start())
    assert list(pieces) == [f"{look}.{n}" for look in ("cross", "ring") for n in range(1, 46)]


def test_no_two_spots_in_a_tray_are_the_same() -> None:
    spots = [f"{look}.{n}" for look in ("cross", "ring") for n in range(1, 46)]
    spots += [f"{look}-point.{n}" for look in ("cross", "ring") for n in range(1, 20)]
    assert len({PICTURE.spot(spot, {}, View()) for spot in spots}) == len(spots)


def test_a_counter_lies_aside_for_each_point() -> None:
    position = VEIER.position(text(x="f3 f4 f5 f6", o=ELSEWHERE, supplies="20,20"))
    assert lying(position, "cross-point") == ["cross-point.1"]
    assert lying(position, "ring-point") == []


def test_there_are_no_more_counters_than_pieces() -> None:
    position = VEIER.position(text(x="f3 f4 f5 f6", o=ELSEWHERE, supplies="41,20"))
    assert position.scores == (1, 0)
    assert lying(position, "cross-point") == []


def test_score_and_supply_are_written_in_the_trays() -> None:
    svg = VEIER.position(text(x="f3 f4 f5 f6", o=ELSEWHERE, supplies="37,28")).svg(
        coordinates=False
    )
    assert re.findall(r">(\d+)</text>", svg) == ["37", "1", "28", "0"]


# Motions


@pytest.mark.parametrize(
    ("own", "step", "stages"),
    [
        ("f3 f4", "f6", ((Motion("cross.20", "f6"),),)),
        ("f3 f4", "f5", ((Motion("cross.20", "f5"),),)),
        (
            ONE_ROW,
            "f6",
            ((Motion("cross.20", "f6"),), (Motion("cross.19", "cross-point.1"),)),
        ),
        (
            TWO_ROWS,
            "f6",
            (
                (Motion("cross.20", "f6"),),
                (Motion("cross.19", "cross-point.1"), Motion("cross.18", "cross-point.2")),
            ),
        ),
        (
            THREE_ROWS,
            "f6",
            (
                (Motion("cross.20", "f6"),),
                (
                    Motion("cross.19", "cross-point.1"),
                    Motion("cross.18", "cross-point.2"),
                    Motion("cross.17", "cross-point.3"),
                ),
            ),
        ),
        # A fifth piece in the row adds nothing, an eighth adds a point to the one there is.
        ("f3 f4 f5 f6", "f7", ((Motion("cross.20", "f7"),),)),
        (
            "f1 f2 f3 f4 f6 f7 f8",
            "f5",
            ((Motion("cross.20", "f5"),), (Motion("cross.19", "cross-point.2"),)),
        ),
    ],
)
def test_a_piece_is_placed_and_then_a_counter_set_aside_for_each_point(
    own: str, step: str, stages: Stages
) -> None:
    position = VEIER.position(text(x=own, o=ELSEWHERE, supplies="20,20"))
    assert position.motions(step) == stages
    assert move(PICTURE.pieces(position), stages) == PICTURE.pieces(position.play(step))


def test_ring_takes_from_its_own_supply() -> None:
    position = VEIER.position(text(x=ELSEWHERE, o=ONE_ROW, player="o", supplies="20,12"))
    placed, scored = position.motions("f6")
    assert placed == (Motion("ring.12", "f6"),)
    assert scored == (Motion("ring.11", "ring-point.1"),)


@pytest.mark.parametrize(("supply", "counters"), [(1, 0), (2, 1), (3, 2), (4, 3), (5, 3)])
def test_counters_are_set_aside_as_far_as_there_are_pieces(supply: int, counters: int) -> None:
    position = VEIER.position(text(x=THREE_ROWS, o=ELSEWHERE, supplies=f"{supply},20"))
    stages, after = position.motions("f6"), position.play("f6")
    assert sum(map(len, stages[1:])) == counters
    assert move(PICTURE.pieces(position), stages) == PICTURE.pieces(after)
    assert after.scores == (3, 0)


# Rows


@pytest.mark.parametrize("row", ["f3 f4 f5 f6", "c6 d6 e6 f6", "f6 g7 h8 i9"])
def test_four_in_each_direction_are_a_row(row: str) -> None:
    first, *_, last = row.split()
    assert counted(row) == [("cross", first, last)]


@pytest.mark.parametrize("no_row", ["f3 f4 f5", "f3 f4 f5 f7", "f6 g5 h4 i4", "e6 f5 g4 h3"])
def test_three_or_a_gap_or_another_direction_are_no_row(no_row: str) -> None:
    assert counted(no_row) == []


def test_a_row_ends_where_the_other_colour_begins() -> None:
    assert counted("f1 f2 f3 f4", "f5 f6 f7 f8 f9") == [("cross", "f1", "f4"), ("ring", "f5", "f9")]


@pytest.mark.parametrize(("length", "lines"), [(4, 1), (5, 1), (7, 1), (8, 2), (9, 2), (11, 2)])
def test_a_run_is_crossed_by_a_line_for_each_point(length: int, lines: int) -> None:
    assert row_lines([f"f{n}" for n in range(1, length + 1)]).count("M") == lines


def test_one_line_goes_from_the_middle_of_the_first_piece_to_that_of_the_last() -> None:
    (x1, y1), (x2, y2) = (PICTURE.spot(cell, {}, View()) for cell in ("c6", "f6"))
    assert row_lines(["c6", "d6", "e6", "f6"]) == f"M{x1} {y1}L{x2} {y2}"


def test_two_lines_lie_side_by_side() -> None:
    (x1, y), (x2, _) = (PICTURE.spot(cell, {}, View()) for cell in ("f1", "f8"))
    two = row_lines([f"f{n}" for n in range(1, 9)])
    assert two == f"M{x1} {y - 10}L{x2} {y - 10}M{x1} {y + 10}L{x2} {y + 10}"


# The end


def test_the_rows_of_the_winner_have_won() -> None:
    before = VEIER.position(text(x=TWO_ROWS + " k6", o="a1 a2 a3 a4", supplies="3,9"))
    assert PICTURE.won(before) == ()
    after = before.play("f6")
    assert after.winner == 0
    assert set(PICTURE.won(after)) == {"f3", "f4", "f5", "f6", "c6", "d6", "e6"}


def test_nothing_has_won_in_a_draw() -> None:
    after = VEIER.position(text(x=ONE_ROW, o="a1 a2 a3 a4", supplies="2,9")).play("f6")
    assert after.over
    assert PICTURE.won(after) == ()


# Words


def test_a_piece_that_makes_no_point_is_only_placed() -> None:
    position = VEIER.position(text(x="f3 f4", o=ELSEWHERE))
    assert position.tell("f5") == "Cross places a piece on f5."


def test_points_and_counters_are_told() -> None:
    position = VEIER.position(text(x=ELSEWHERE, o="a6 b6 " + TWO_ROWS, player="o"))
    assert position.scores == (0, 1)
    assert position.tell("f6") == (
        "Ring places a piece on f6. Points for Ring: 1, now 2. Pieces set aside as counters: 1."
    )


def test_a_point_with_the_last_piece_has_no_counter() -> None:
    position = VEIER.position(text(x=ONE_ROW, o=ELSEWHERE, supplies="1,9"))
    assert position.tell("f6") == (
        "Cross places a piece on f6. Points for Cross: 1, now 1."
        " Points: Cross 1, Ring 0. Cross wins."
    )


def test_a_draw_is_told() -> None:
    position = VEIER.position(text(x="f3", o=ELSEWHERE, supplies="1,9"))
    assert position.tell("f6") == (
        "Cross places a piece on f6. Points: Cross 0, Ring 0. The game ends in a draw."
    )


def test_the_last_turn_is_announced() -> None:
    position = LAST_TURN.position(text(x="f3", o=ELSEWHERE, supplies="1,9"))
    assert position.tell("f6") == "Cross places a piece on f6. Ring has one more turn."
    after = position.play("f6")
    assert after.describe().startswith("Ring places the last piece of the game.")


@pytest.mark.parametrize(
    ("steps", "told"),
    [
        ("", "Cross places the first piece, not on the edge."),
        ("f6", "Ring places a piece next to the first."),
        ("f6 f7", "Cross places a piece on any empty cell."),
    ],
)
def test_what_is_to_be_done_comes_first(steps: str, told: str) -> None:
    position = VEIER.start()
    for step in steps.split():
        position = position.play(step)
    assert str(PICTURE.describe(position)[0]) == told


def test_a_position_is_described() -> None:
    position = VEIER.position(text(x="f3 f4 f5 f6", o="a1 b2", player="o", supplies="20,31"))
    assert position.describe() == (
        "Ring places a piece on any empty cell. Points: Cross 1, Ring 0."
        " Pieces of Cross: f3, f4, f5, f6. Pieces of Ring: b2, a1."
        " Rows of Cross: f3 through f6. Rows of Ring: –."
        " In supply: Cross 20, Ring 31. Set aside as counters: Cross 1, Ring 0."
    )
