"""QBQ by the book: toppling towers. Letters are the rulebook's pictures, A to T."""

import pytest

import spielwerk
from tests.rules.qbq_boards import FOUR, QBQ, destinations, insertions, refuses, text


def topples(position: spielwerk.Position) -> set[str]:
    """Every topple that is possible."""
    return {step for step in position.steps if ">" in step}


# Straight lines from edge to edge, one for each direction.
LINE = {
    "n": ["c1", "c2", "c3", "c4", "c5", "c6"],
    "e": ["a4", "b4", "c4", "d4", "e4", "f4"],
    "s": ["d6", "d5", "d4", "d3", "d2", "d1"],
    "w": ["f3", "e3", "d3", "c3", "b3", "a3"],
}


@pytest.mark.covers(20)
@pytest.mark.parametrize("height", [2, 3, 4, 6])
@pytest.mark.parametrize("direction", "nesw")
def test_a_tower_falls_in_a_straight_line(direction: str, height: int) -> None:
    """Letter M."""
    line = LINE[direction]
    position = QBQ.position(text(b=f"{line[0]}:{height}")).play(f"{line[0]}>{direction}")
    assert position.text == text(b=" ".join(line[:height]), player="o", turns=1)


@pytest.mark.covers(20, 23)
def test_player_1_topples_too() -> None:
    position = QBQ.position(text(b="c4 c6", o="b4:3", player="o", turns=5)).play("b4>e")
    assert position.text == text(b="c6", o="b4 c4 d4", player="b", turns=6)


@pytest.mark.covers(20, 21)
def test_towers_topple_in_four_directions_and_single_cubes_in_none() -> None:
    assert topples(QBQ.position(text(b="d4 d5 e5", o="a1:2"))) == set()
    assert topples(QBQ.position(text(b="d4:2 d5", o="a1:2"))) == {"d4>n", "d4>e", "d4>s", "d4>w"}
    assert refuses(QBQ.position(text(b="d4:2 d5", o="a1:2")), "a1>e")
    assert refuses(QBQ.position(text(b="d4:2 d5", o="a1:2")), "d5>e")
    assert refuses(QBQ.position(text(b="d4:2 d5", o="a1:2")), "f1>e")


@pytest.mark.covers(22, 23)
@pytest.mark.parametrize(
    ("height", "place", "other", "falls"),
    [
        (2, 1, 1, True),
        (2, 1, 2, False),
        (2, 1, 3, False),
        (2, 2, 2, True),
        (3, 1, 1, True),
        (3, 1, 2, True),
        (3, 1, 3, False),
        (3, 2, 2, True),
        (3, 2, 3, False),
        (3, 2, 4, False),
        (3, 3, 3, True),
        (4, 3, 3, True),
        (4, 3, 4, False),
        (4, 4, 9, True),
        (5, 4, 5, False),
        (5, 2, 4, True),
    ],
)
@pytest.mark.parametrize("direction", "nesw")
def test_a_tower_falls_over_lower_stacks_only(
    direction: str, height: int, place: int, other: int, falls: bool
) -> None:
    """Letters N and O: `place` squares away stands a stack as high as `other`."""
    line = LINE[direction]
    tower, stack = f"{line[0]}:{height}", f"{line[place]}:{other}"
    position = QBQ.position(text(b=tower, o=stack))
    topple = f"{line[0]}>{direction}"
    if falls:
        survivor = stack if place >= height else ""
        after = text(b=" ".join(line[:height]), o=survivor, player="o", turns=1)
        assert position.play(topple).text == after
    else:
        assert refuses(position, topple)


@pytest.mark.covers(20, 22, 23)
@pytest.mark.parametrize(
    ("start", "direction", "middle", "corner"),
    [
        ("c1", "w", "b1", "a1"),
        ("a3", "s", "a2", "a1"),
        ("a4", "n", "a5", "a6"),
        ("c6", "w", "b6", "a6"),
        ("d6", "e", "e6", "f6"),
        ("f4", "n", "f5", "f6"),
        ("f3", "s", "f2", "f1"),
        ("d1", "e", "e1", "f1"),
    ],
)
def test_a_tower_falls_into_the_corner(
    start: str, direction: str, middle: str, corner: str
) -> None:
    topple = f"{start}>{direction}"
    position = QBQ.position(text(b=f"{start}:3", o=f"{corner}:2")).play(topple)
    assert position.text == text(b=f"{start} {middle} {corner}", player="o", turns=1)
    assert refuses(QBQ.position(text(b=f"{start}:3", o=f"{corner}:3")), topple)


@pytest.mark.covers(22, 23)
def test_stacks_of_several_owners_go_back_whole() -> None:
    """Letter N."""
    before = text(b="a4:5", g="b4:2 a6", o="c4:4 c6", r="e4 f4:4", colours="bgor")
    after = text(b="a4 b4 c4 d4 e4", g="a6", o="c6", r="f4:4", player="g", colours="bgor", turns=1)
    assert FOUR.position(before).play("a4>e").text == after


@pytest.mark.covers(22)
@pytest.mark.parametrize("colour", ["g", "o", "r"])
def test_one_stack_as_high_stops_the_whole_topple(colour: str) -> None:
    """Letter O."""
    cubes = {"g": "b4", "o": "c4", "r": "e4"}
    cubes[colour] += ":5"
    position = FOUR.position(text(b="a4:5", **cubes, colours="bgor"))
    assert refuses(position, "a4>e")
    assert topples(position) == {"a4>n", "a4>s", "a4>w"}


@pytest.mark.covers(23)
def test_a_topple_may_part_a_group() -> None:
    position = QBQ.position(text(b="c2:3", o="b4 c4 d4 d5")).play("c2>n")
    assert position.text == text(b="c2 c3 c4", o="b4 d4 d5", player="o", turns=1)
    assert destinations(position, "b4") == set()
    assert destinations(position, "d4") == {"d5", "c5", "d6", "e5"}


@pytest.mark.covers(24)
@pytest.mark.parametrize("own", [1, 2, 3, 5])
def test_own_stacks_stay_and_get_the_cube_on_top(own: int) -> None:
    """Letter P."""
    position = QBQ.position(text(b=f"a4:3 b4:{own}", o="c4:2")).play("a4>e")
    assert position.text == text(b=f"a4 b4:{own + 1} c4", player="o", turns=1)


@pytest.mark.covers(10, 22, 23, 24)
@pytest.mark.parametrize(
    ("mover", "other", "following"), [("g", "b", "o"), ("o", "r", "r"), ("r", "g", "b")]
)
def test_every_colour_topples_alike(mover: str, other: str, following: str) -> None:
    before = {mover: "a3:3 b3:3", other: "c3:2"}
    position = FOUR.position(text(**before, player=mover, colours="bgor")).play("a3>e")
    after = {mover: "a3 b3:4 c3"}
    assert position.text == text(**after, player=following, colours="bgor", turns=1)
    higher = {mover: "a3:3 b3:3", other: "c3:3"}
    assert refuses(FOUR.position(text(**higher, player=mover, colours="bgor")), "a3>e")


@pytest.mark.covers(22, 24)
def test_an_own_stack_shields_nothing() -> None:
    assert refuses(QBQ.position(text(b="a4:3 b4:5", o="c4:3")), "a4>e")
    assert QBQ.position(text(b="a4:3 c4:5", o="b4:2")).play("a4>e").text == text(
        b="a4 b4 c4:6", player="o", turns=1
    )


@pytest.mark.covers(25)
@pytest.mark.parametrize(
    ("tower", "direction", "left"),
    [
        ("e3:4", "e", "e3 f3"),
        ("f3:3", "e", "f3"),
        ("b3:4", "w", "b3 a3"),
        ("a3:3", "w", "a3"),
        ("c5:4", "n", "c5 c6"),
        ("c6:3", "n", "c6"),
        ("c2:4", "s", "c2 c1"),
        ("c1:3", "s", "c1"),
        ("a1:7", "e", "a1 b1 c1 d1 e1 f1"),
        ("a1:9", "n", "a1 a2 a3 a4 a5 a6"),
    ],
)
def test_cubes_that_fall_off_the_board_leave_it(tower: str, direction: str, left: str) -> None:
    """Letter Q."""
    position = QBQ.position(text(b=tower, o="d5")).play(f"{tower[:2]}>{direction}")
    assert position.text == text(b=left, o="d5", player="o", turns=1)


@pytest.mark.covers(22, 25)
def test_falling_off_the_board_does_not_spare_the_last_square() -> None:
    assert refuses(QBQ.position(text(b="e1:4", o="f1:4")), "e1>e")
    after = QBQ.position(text(b="e1:4", o="f1:3")).play("e1>e")
    assert after.text == text(b="e1 f1", player="o", turns=1)


@pytest.mark.covers(5, 23, 26)
def test_beaten_cubes_can_be_inserted_again() -> None:
    position = QBQ.position(text(b="a4:3", o="b4:2 e1:4 e2:3"))
    assert insertions(QBQ.position(position.text.replace(" b m", " o m"))) == set()
    position = position.play("a4>e")
    for turn in ("+e1 e1-f1 a4-b4", "+e1 e1-f1 c4-b4"):
        assert insertions(position) == {"d1", "d2", "e1", "e2", "e3", "f1", "f2"}
        for step in turn.split():
            position = position.play(step)
    assert position.text == text(b="b4:3", o="e1:4 e2:3 f1:2", player="o", turns=5)
    assert insertions(position) == set()


@pytest.mark.covers(5, 25, 26)
def test_own_cubes_off_the_board_can_be_inserted_again() -> None:
    position = QBQ.position(text(b="f1:3 d4:6", o="a1 a2"))
    assert insertions(position) == set()
    position = position.play("f1>e").play("a1-b2")
    assert insertions(position) == {"f1", "e1", "f2", "d4", "c4", "e4", "d3", "d5"}
