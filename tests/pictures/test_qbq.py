"""QBQ's picture: cubes that are moved, towers that fall, what is touched and told."""

from __future__ import annotations

import itertools

import pytest

import spielwerk
from spielwerk.games.qbq.board import NAMES
from spielwerk.games.qbq.picture import PICTURE, TRAYS
from spielwerk.games.qbq.shapes import HALF, top_of
from spielwerk.pictures.picture import Motion, Stages, View

TWO = spielwerk.game("qbq")
FOUR = spielwerk.game("qbq", players=4)


def board(stacks: str, rest: str) -> spielwerk.Position:
    """A position with stacks such as `a1:b3`, and the other fields of its text."""
    lying = dict(stack.split(":") for stack in stacks.split())
    ranks = ([lying.get(f"{file}{rank}", ".") for file in "abcdef"] for rank in range(6, 0, -1))
    text = "/".join(map(",".join, ranks))
    return (FOUR if "bgor" in rest else TWO).position(f"{text} {rest}")


def fallen(*ways: tuple[str, str]) -> tuple[Motion, ...]:
    return tuple(Motion(start, end, "fall") for start, end in ways)


# What is touched.


def test_the_cube_and_its_goal_are_touched() -> None:
    touches = TWO.start().touches
    assert touches["e5", "d6"] == "e5-d6"
    assert touches["e5", "f5"] == "e5-f5"
    assert ("e5", "d5") not in touches


def test_a_tower_and_a_side_are_touched() -> None:
    position = board("a1:b3 c1:o3 a3:o2", "b m bo 9")
    topples = {touched: step for touched, step in position.touches.items() if ">" in step}
    assert topples == {("a1", "north"): "a1>n", ("a1", "south"): "a1>s", ("a1", "west"): "a1>w"}


def test_the_own_supply_and_a_square_are_touched() -> None:
    position = TWO.start()
    assert position.touches["blue-supply", "d5"] == "+d5"
    assert position.touches["blue-supply", "e5"] == "+e5"
    assert position.play("e5-d6").touches["orange-supply", "c1"] == "+c1"


def test_after_an_insertion_only_relocations_can_be_touched() -> None:
    touches = TWO.start().play("+d5").touches
    assert touches["d5", "e4"] == "d5-e4"
    assert {touched[0] for touched in touches} == {"d5", "e5", "e6", "f5", "f6"}


def test_a_player_without_cubes_touches_supply_and_start_square() -> None:
    position = board("a1:o1 b1:o1", "b m bo 9")
    squares = ("e5", "f5", "e6", "f6")
    assert position.touches == {("blue-supply", square): f"+{square}" for square in squares}


# What moves.


@pytest.mark.parametrize(
    ("stacks", "step", "stages"),
    [
        ("a1:b1 b1:b1", "a1-c1", ((Motion("a1.1", "c1.1"),),)),
        ("a1:b1 b1:b2", "a1-b1", ((Motion("a1.1", "b1.3"),),)),
        ("a1:b1 b1:b2", "b1-a1", ((Motion("b1.2", "a1.2"),),)),
        ("a1:b1 b1:b2", "+c1", ((Motion("blue.6", "c1.1"),),)),
        ("a1:b1 b1:b2", "+b1", ((Motion("blue.6", "b1.3"),),)),
        ("a1:o1", "+e5", ((Motion("blue.9", "e5.1"),),)),
    ],
)
def test_a_cube_moves(stacks: str, step: str, stages: Stages) -> None:
    assert board(stacks, "b m bo 9").motions(step) == stages


@pytest.mark.parametrize(
    ("stacks", "step", "stages"),
    [
        # The top cube falls farthest.
        ("a1:b3", "a1>e", (fallen(("a1.2", "b1.1"), ("a1.3", "c1.1")),)),
        ("a1:b3", "a1>n", (fallen(("a1.2", "a2.1"), ("a1.3", "a3.1")),)),
        # An own stack gets its cube on top, however high it is.
        ("a1:b2 b1:b4", "a1>e", (fallen(("a1.2", "b1.5")),)),
        # Off the board they go to the supply.
        ("e1:b4", "e1>e", (fallen(("e1.2", "f1.1"), ("e1.3", "blue.6"), ("e1.4", "blue.7")),)),
        ("a1:b2", "a1>s", (fallen(("a1.2", "blue.8")),)),
        # A lower stack goes home first, its upper cubes first; what lies beyond stays.
        (
            "a1:b3 c1:o2 d1:o1",
            "a1>e",
            (
                (Motion("c1.2", "orange.7"), Motion("c1.1", "orange.8")),
                fallen(("a1.2", "b1.1"), ("a1.3", "c1.1")),
            ),
        ),
    ],
)
def test_a_tower_falls(stacks: str, step: str, stages: Stages) -> None:
    assert board(stacks, "b m bo 9").motions(step) == stages


def test_cubes_of_several_players_go_home_each_to_its_own_supply() -> None:
    position = board("a1:b5 b1:g1 c1:b1 d1:r2 e1:g1", "b m bgor 9")
    home, falling = position.motions("a1>e")
    assert home == (
        Motion("b1.1", "green.8"),
        Motion("d1.2", "red.8"),
        Motion("d1.1", "red.9"),
        Motion("e1.1", "green.9"),
    )
    ways = (("a1.2", "b1.1"), ("a1.3", "c1.2"), ("a1.4", "d1.1"), ("a1.5", "e1.1"))
    assert falling == fallen(*ways)


# What is seen.


def test_no_tower_hides_the_top_of_the_one_behind_it() -> None:
    for front, behind in itertools.product(range(1, 10), repeat=2):
        free = top_of("c3", front)[1] - top_of("c4", behind)[1]
        assert free > HALF / 2, (front, behind)


def test_from_above_a_tower_stands_over_its_field() -> None:
    position = board("a1:b3", "b m bo 9")
    pieces = PICTURE.pieces(position)
    above = {PICTURE.spot(f"a1.{level}", pieces, View(above=True)) for level in (1, 2, 3)}
    assert above == {top_of("a1", 0)}
    assert len({PICTURE.spot(f"a1.{level}", pieces, View()) for level in (1, 2, 3)}) == 3


@pytest.mark.parametrize("above", [False, True])
def test_the_height_is_written_on_a_tower(above: bool) -> None:
    svg = board("a1:b3 c1:o2", "b m bo 9").svg(above=above)
    assert ">B3<" in svg
    assert ">O2<" in svg
    assert ">B4<" not in svg


def test_all_cubes_of_a_supply_lie_in_its_tray() -> None:
    for colour, tray in zip(("blue", "green", "orange", "red"), TRAYS, strict=True):
        spots = [PICTURE.spot(f"{colour}.{n}", {}, View()) for n in range(1, 10)]
        assert len(set(spots)) == 9
        assert all(tray.x < x < tray.x + tray.width for x, _ in spots)
        assert all(tray.y < y < tray.y + tray.height for _, y in spots)


def test_only_players_have_trays() -> None:
    def supplies(position: spielwerk.Position) -> list[str]:
        places = PICTURE.places(position, {}, View())
        return [place.id for place in places if place.id.endswith("supply")]

    assert supplies(TWO.start()) == ["blue-supply", "orange-supply"]
    adjacent = spielwerk.game("qbq", seats="adjacent").start()
    assert supplies(adjacent) == ["blue-supply", "green-supply"]
    assert len(supplies(FOUR.start())) == 4


def test_arrows_are_faint_until_a_tower_can_fall_that_way() -> None:
    assert TWO.start().svg().count('<g opacity="0.5">') == 4
    assert board("a1:b3 c1:o3", "b m bo 9").svg().count('<g opacity="0.5">') == 1


def test_towers_are_touched_where_they_stand_out() -> None:
    position = board("c3:b5", "b m bo 9")
    places = {place.id: place for place in PICTURE.places(position, {}, View())}
    assert places["c3"].centre == top_of("c3", 5)
    assert places["c3"].outline.count("M") == 2
    assert places["c4"].outline.count("M") == 1


# What is pointed out.


def test_the_last_step_shows_where_the_tower_fell() -> None:
    position = board("d1:b5 a1:o1", "b m bo 9").play("d1>e")
    assert PICTURE.last(position) == ("d1", "e1", "f1")


def test_the_last_turn_shows_insertion_and_relocation() -> None:
    position = TWO.start().play("+d5")
    assert PICTURE.last(position) == ("d5",)
    assert PICTURE.last(position.play("f6-d4")) == ("d5", "f6", "d4")
    assert PICTURE.last(position.play("d5-e4")) == ("d5", "e4")


def test_another_player_who_came_back_is_not_the_last_turn() -> None:
    position = board("a1:o1 b1:o1", "b m bo 9").play("+e5").play("a1-c1")
    assert PICTURE.last(position) == ("a1", "c1")


@pytest.mark.parametrize(
    ("stacks", "step", "squares"),
    [
        ("a1:b1 b1:b1 a2:b1 c1:b1 f6:o1", "c1-b2", ("a1", "b1", "a2", "b2")),
        ("b2:b2 c2:b2 b3:b2 c3:b1 d3:b1 f6:o1", "d3-c3", ("b2", "c2", "b3", "c3")),
        # The orange cube on c1 goes home: the others are a formation.
        ("a1:b1 b1:b2 c1:o1 d4:o1 e4:o1 d5:o1 e5:o1", "b1>e", ("d4", "e4", "d5", "e5")),
    ],
)
def test_the_formation_is_shown(stacks: str, step: str, squares: tuple[str, ...]) -> None:
    position = board(stacks, "b m bo 9")
    assert PICTURE.won(position) == ()
    assert PICTURE.won(position.play(step)) == squares


# What is told.


def test_places_say_what_is_there() -> None:
    position = board("a1:b1 b1:b3 e4:r1 f5:g2", "b m bgor 9")
    names = {place.id: str(place.name) for place in PICTURE.places(position, {}, View())}
    assert names["a1"] == "a1, blue cube"
    assert names["b1"] == "b1, blue tower of 3"
    assert names["e4"] == "e4, red cube"
    assert names["f5"] == "f5, green tower of 2"
    fields = [names[square].split()[2] for square in ("c3", "c4", "d4", "d3")]
    assert fields == ["blue", "green", "orange", "red"]
    assert names["c3"] == "c3, empty blue field"
    assert names["blue-supply"] == "Blue supply, cubes: 5"
    assert names["west"] == "Topple to the west"
    assert names.keys() > set(NAMES)


@pytest.mark.parametrize(
    ("stacks", "step", "told"),
    [
        ("a1:b1 b1:b1 f1:o1", "a1-c1", "Blue moves a cube from a1 to c1."),
        ("a1:b1 b1:b1 f1:o1", "+c1", "Blue inserts a cube on c1."),
        ("f1:o1", "+e5", "Blue comes back on the board at e5."),
        ("a1:b2 f1:o1", "a1>n", "Blue topples a1 to the north."),
        (
            "d1:b5 e1:o2 f1:o1",
            "d1>e",
            "Blue topples d1 to the east. Orange cubes go home from e1: 2."
            " Orange cubes go home from f1: 1. Cubes that fall off the board: 2.",
        ),
        (
            "a1:b1 b1:b1 f6:o1 e6:b1 f5:b1",
            "a1-c1",
            "Blue moves a cube from a1 to c1. Orange cannot move and passes.",
        ),
        ("a1:b1 b1:b1 a2:b1 c1:b1 f6:o1", "c1-b2", "Blue moves a cube from c1 to b2. Blue wins."),
    ],
)
def test_steps_are_told(stacks: str, step: str, told: str) -> None:
    assert board(stacks, "b m bo 9").tell(step) == told


def test_who_is_hemmed_in_passes_only_after_a_whole_turn() -> None:
    position = board("a1:b1 b1:b1 f6:o1 e6:b1 f5:b1", "b m bo 9")
    assert position.tell("+c1") == "Blue inserts a cube on c1."
    three = board("a1:b1 b1:b1 f6:g1 e6:b1 f5:o1 f4:o1 a6:r1 a5:b1 b6:b1", "b m bgor 9")
    assert three.tell("a1-c1") == "Blue moves a cube from a1 to c1. Green cannot move and passes."


@pytest.mark.parametrize(
    ("position", "first"),
    [
        (TWO.start(), "Blue moves a cube, topples a tower or inserts a cube."),
        (TWO.start().play("+d5"), "Blue must move a cube within its group."),
        (board("a1:o1", "b m bo 9"), "Blue comes back on the board with a cube."),
        (TWO.start().halt(), "The game ends in a draw."),
    ],
)
def test_a_position_tells_first_what_is_to_be_done(
    position: spielwerk.Position, first: str
) -> None:
    assert position.describe().startswith(first)


def test_a_position_tells_what_lies_where() -> None:
    assert board("a1:b1 b1:b3 c1:b2 f6:o1", "o m bo 9").describe() == (
        "Orange moves a cube, topples a tower or inserts a cube."
        " Blue cubes: a1. Blue towers: b1 with height 3, c1 with height 2. Blue supply: 3."
        " Orange cubes: f6. Orange towers: –. Orange supply: 8."
    )
