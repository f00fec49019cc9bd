"""The picture of Spitze: what is touched, what moves, what is said, and what stays visible."""

from __future__ import annotations

import re

import pytest

from spielwerk.core.position import Position
from spielwerk.games.spitze.picture import PICTURE
from spielwerk.pictures.picture import Motion, Piece, View
from tests.rules.spitze_boards import SPITZE, rank, text

START = SPITZE.start()
LINE = SPITZE.position(text("l - 6", a6="ll", **rank(1, "l d d . . .")))
"""Light can jump to d1, e1 and f1; from f1 it leaves dark without a jump."""
MOST = 18


def names(position: Position) -> dict[str, str]:
    """What a screen reader calls each place."""
    pieces = PICTURE.pieces(position)
    return {place.id: str(place.name) for place in PICTURE.places(position, pieces, View())}


def said(position: Position, step: str) -> list[str]:
    """The sentences about a step."""
    return list(map(str, PICTURE.say(position, step)))


# Touches


def test_a_jump_is_touched_at_its_start_and_at_its_end() -> None:
    assert LINE.touches == {
        ("a1", "d1"): "a1-d1",
        ("a1", "e1"): "a1-e1",
        ("a1", "f1"): "a1-f1",
    }


def test_nothing_can_be_touched_when_the_game_is_over() -> None:
    assert LINE.play("a1-f1").play("f1-a1").touches == {}


def test_places_are_named_from_the_back_rank_to_the_front() -> None:
    assert list(names(START))[:7] == ["a6", "b6", "c6", "d6", "e6", "f6", "a5"]
    assert list(names(START))[-1] == "f1"


def test_places_are_named_by_the_top_piece_and_the_height() -> None:
    towers = {"a1": "l", "b1": "d", "c1": "dl", "d1": "ld", "e1": "ldddl", "a4": "l"}
    named = names(SPITZE.position(text("d - 0", **towers)))
    assert named["a1"] == "a1, light piece"
    assert named["b1"] == "b1, dark piece"
    assert named["c1"] == "c1, light tower of 2"
    assert named["d1"] == "d1, dark tower of 2"
    assert named["e1"] == "e1, light tower of 5"
    assert named["f1"] == "f1, empty"


# Pieces and motions


def test_the_pieces_of_a_tower_are_counted_from_the_bottom() -> None:
    pieces = PICTURE.pieces(SPITZE.position(text("d - 0", a1="lld", b3="d", c3="l", d3="l")))
    assert pieces == {
        "b3.1": Piece("dark"),
        "c3.1": Piece("light"),
        "d3.1": Piece("light"),
        "a1.1": Piece("light"),
        "a1.2": Piece("light"),
        "a1.3": Piece("dark"),
    }
    assert list(pieces)[:3] == ["b3.1", "c3.1", "d3.1"], "what stands behind is drawn first"


@pytest.mark.parametrize(
    ("line", "step", "end"),
    [
        ("l d d . . .", "a1-d1", "d1.1"),
        ("l d d . . .", "a1-f1", "f1.1"),
        ("l d d l . .", "a1-d1", "d1.2"),
        ("l d d d . .", "a1-d1", "d1.2"),
        ("l . dd . d .", "a1-d1", "d1.1"),
        ("l . dd . d .", "a1-e1", "e1.2"),
        ("l dd ldd . . .", "a1-c1", "c1.4"),
        ("l l d ldldld . .", "a1-d1", "d1.7"),
    ],
)
def test_a_jump_ends_on_the_ground_or_on_top(line: str, step: str, end: str) -> None:
    position = SPITZE.position(text("l - 0", **rank(1, line)))
    assert position.motions(step) == ((Motion("a1.1", end),),)


# Sentences


def test_a_jump_to_an_empty_square_is_told() -> None:
    assert said(LINE, "a1-d1") == ["Light jumps from a1 to d1."]


def test_a_jump_onto_a_piece_is_told_with_the_height_of_the_tower() -> None:
    assert said(START, "a1-d1") == ["Light jumps from a1 onto d1: a tower of 2."]
    after = START.play("a1-d1")
    assert said(after, "a6-d6") == ["Dark jumps from a6 onto d6: a tower of 2."]


def test_who_is_passed_over_is_told() -> None:
    assert said(LINE, "a1-f1") == [
        "Light jumps from a1 to f1.",
        "Dark cannot jump and is passed over.",
    ]


def test_the_end_is_told_with_the_points() -> None:
    assert said(LINE.play("a1-f1"), "f1-a1") == [
        "Light jumps from f1 to a1.",
        "Points: light 2, dark 0.",
        "Light wins.",
    ]


def test_a_draw_is_told() -> None:
    even = SPITZE.position(text("l - 6", **rank(1, "l d d . . .")))
    assert said(even.play("a1-f1"), "f1-a1")[1:] == [
        "Points: light 0, dark 0.",
        "The game ends in a draw.",
    ]


def test_a_position_is_described() -> None:
    towers = {"a6": "ldl", "c6": "ll", "f6": "dd", **rank(1, "l d d . . .")}
    words = SPITZE.position(text("l - 6", **towers)).describe()
    before, empty, after = re.split(r"(Empty squares: [^.]*\.) ", words)
    assert before.split(". ") == [
        "Light jumps with a single piece over exactly two pieces",
        "Light towers: a6 of height 3, c6 of height 2",
        "Dark towers: f6 of height 2",
        "Light single pieces: a1",
        "Dark single pieces: b1, c1",
        "",
    ]
    assert empty.startswith("Empty squares: d1, e1, f1, a2,")
    assert empty.count(",") == 36 - 6 - 1
    assert after == "Points: light 5, dark 2."


def test_a_description_says_who_is_passed_over_or_has_won() -> None:
    passed = LINE.play("a1-f1")
    assert passed.describe().startswith("Dark cannot jump and is passed over. Light jumps with")
    assert passed.play("f1-a1").describe().startswith("Light wins. Light towers: a6 of height 2.")


# What is drawn


def test_the_winners_towers_have_decided() -> None:
    towers = {"a6": "dll", "c6": "ld", "e6": "ll", **rank(1, "l d d . . .")}
    passed = SPITZE.position(text("l - 6", **towers)).play("a1-f1")
    assert PICTURE.won(passed) == ()
    assert PICTURE.won(passed.play("f1-a1")) == ("a6", "e6")


def test_towers_have_their_height_written_on_them_and_trays_the_sum() -> None:
    towers = {"a6": "dll", "c6": "ld", "e6": "ll", **rank(1, "l d d . . .")}
    drawn = SPITZE.position(text("l - 6", **towers)).svg(coordinates=False)
    # Light's badge, points and their sum, the same of dark, then the towers from a6.
    written = re.findall(r"<text[^>]*>([^<]*)</text>", drawn)
    assert written == ["L", "5", "3+2", "D", "2", "3", "2", "2"]


def test_coordinates_are_written_only_if_wanted() -> None:
    with_them, without = (
        re.findall(r"<text[^>]*>([^<]*)</text>", START.svg(coordinates=wanted))
        for wanted in (True, False)
    )
    assert set(with_them) - set(without) == {*"abcdef", *"123456"}


def spots(**towers: str) -> dict[str, tuple[float, float]]:
    """Where the top of each piece is, seen from the south."""
    pieces = {
        f"{square}.{level}": Piece("light")
        for square, tower in towers.items()
        for level in range(1, len(tower) + 1)
    }
    return {spot: PICTURE.spot(spot, pieces, View()) for spot in pieces}


@pytest.mark.parametrize("height", range(1, 2 * MOST + 1))
def test_no_tower_hides_the_sign_or_the_number_behind_it(height: int) -> None:
    at = spots(c3="l" * height, c4="l", d3="l" * height, d4="ll")
    back_of_top = at[f"c3.{height}"][1] - 32
    half_a_number = 11
    assert back_of_top >= at["c4.1"][1] - 2, "half of the sign on a single piece is seen"
    assert back_of_top >= at["d4.2"][1] + half_a_number, "all of the number on a tower is seen"


@pytest.mark.parametrize("height", range(2, MOST))
def test_a_higher_tower_stands_higher(height: int) -> None:
    lower, higher = spots(c3="l" * height), spots(c3="l" * (height + 1))
    assert higher[f"c3.{height + 1}"][1] < lower[f"c3.{height}"][1]


def test_a_place_reaches_up_to_the_top_of_its_tower() -> None:
    position = SPITZE.position(text("d - 0", c3="ldl", d3="l", e3="l", f3="d"))
    pieces = PICTURE.pieces(position)
    places = {place.id: place for place in PICTURE.places(position, pieces, View())}
    assert places["c3"].centre == PICTURE.spot("c3.3", pieces, View())
    assert "A" in places["c3"].outline
    assert "A" not in places["c2"].outline


@pytest.mark.parametrize("height", [1, 2, 3, 8, 2 * MOST])
def test_seen_from_above_a_tower_stays_on_its_square(height: int) -> None:
    pieces = {f"a6.{level}": Piece("light") for level in range(1, height + 1)}
    middle = PICTURE.spot("a6.1", {}, View(above=True))
    for spot in pieces:
        x, y = PICTURE.spot(spot, pieces, View(above=True))
        assert max(abs(x - middle[0]), abs(y - middle[1])) <= 10, "a disc has 10 to spare"


def test_who_is_passed_over_is_shown_while_the_game_goes_on() -> None:
    passed = LINE.play("a1-f1")
    pause = f'fill="{View().colours.faint}"/>'
    shown = [position.svg().count(pause) for position in (LINE, passed, passed.play("f1-a1"))]
    assert shown == [0, 1, 0]
