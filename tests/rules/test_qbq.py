"""QBQ by the book: set-up, relocation, insertion. Letters are the rulebook's pictures, A to T."""

import pytest

import spielwerk
from tests.rules.qbq_boards import QBQ, destinations, insertions, refuses, text

NO_TOKENS = (
    "d4|d4-|d4-g4|d4-d7|d4-d0|g4-d4|D4-d5|d4 - d5|d4-d5 |d4=d5|d4>|d4>x|d4>N|d4>ne|d4>d5|g1>n|"
    "+|+g1|+a7|+d4-d5|-d4|d4<|d4>>|pass|keep|"
)


# Set-up


@pytest.mark.covers(1, 3, 4, 5, 6, 48, 49, 55)
@pytest.mark.parametrize(
    ("options", "colours"),
    [
        ({}, "bo"),
        ({"players": 2, "seats": "opposite"}, "bo"),
        ({"seats": "adjacent"}, "bg"),
        ({"players": 3}, "bgo"),
        ({"players": 4}, "bgor"),
    ],
)
def test_each_colour_starts_in_the_corner_opposite(
    options: dict[str, object], colours: str
) -> None:
    """Letters A, B and C."""
    corner = {"b": "e5 e6 f5 f6", "g": "e1 e2 f1 f2", "o": "a1 a2 b1 b2", "r": "a5 a6 b5 b6"}
    game = spielwerk.game("qbq", **options)
    cubes = {colour: corner[colour] for colour in colours}
    assert game.start(seed=3).text == text(**cubes, colours=colours)
    assert game.players == len(colours)
    assert game.start().player == 0
    assert game.start().chance is None


@pytest.mark.covers(10, 11, 26, 27)
def test_all_32_steps_at_the_start() -> None:
    position = QBQ.start()
    assert destinations(position, "e5") == {"e6", "f5", "f6", "d6", "f4"}
    assert destinations(position, "e6") == {"e5", "f5", "f6", "d5", "e4", "f4"}
    assert destinations(position, "f5") == {"e5", "e6", "f6", "d5", "e4", "d6"}
    assert destinations(position, "f6") == {"e5", "e6", "f5", "d5", "e4", "d6", "f4"}
    assert insertions(position) == {"d5", "d6", "e4", "f4", "e5", "e6", "f5", "f6"}
    assert len(position.steps) == len(set(position.steps)) == 32


@pytest.mark.covers(6, 53, 56)
@pytest.mark.parametrize(
    ("options", "steps"),
    [
        ({}, "e5-d6 b2-c1 d6-e5"),
        ({"seats": "adjacent"}, "e5-d6 e2-d1 d6-e5"),
        ({"players": 3}, "e5-d6 e2-d1 b2-c1 d6-e5"),
        ({"players": 4}, "e5-d6 e2-d1 b2-c1 b5-c6 d6-e5"),
    ],
)
def test_the_turn_goes_round_in_the_order_of_seats(options: dict[str, object], steps: str) -> None:
    game = spielwerk.game("qbq", **options)
    position = game.start()
    colours = position.text.split()[3]
    for turn, step in enumerate(steps.split()):
        assert position.player == turn % game.players
        assert position.text.split()[1:] == [colours[turn % game.players], "m", colours, str(turn)]
        position = position.play(step)


@pytest.mark.covers(9, 10)
@pytest.mark.parametrize(("player", "own"), [("b", {"a3", "a4"}), ("o", {"f1", "f2"})])
def test_only_own_cubes_are_moved(player: str, own: set[str]) -> None:
    position = QBQ.position(text(b="a3:2 a4", o="f1:3 f2", player=player))
    assert {step[:2] for step in position.steps if not step.startswith("+")} == own
    assert insertions(position) == own | (
        {"a2", "b3", "b4", "a5"} if player == "b" else {"e1", "e2", "f3"}
    )


@pytest.mark.covers(11, 20, 26)
@pytest.mark.parametrize("token", NO_TOKENS.split("|"))
def test_what_is_no_token_is_unreadable(token: str) -> None:
    position = QBQ.position(text(b="d4:2 d5"))
    with pytest.raises(spielwerk.UnreadableStep):
        position.play(token)


# Relocate


@pytest.mark.covers(8, 11, 14, 15)
def test_a_cube_goes_anywhere_around_its_group() -> None:
    """Letter G."""
    position = QBQ.position(text(b="d4 d5 e5"))
    assert destinations(position, "d4") == {"d5", "e5", "c5", "d6", "e4", "e6", "f5"}
    assert destinations(position, "e5") == {"d4", "d5", "c4", "d3", "e4", "c5", "d6"}
    after = position.play("d4-f5")
    assert after.text == text(b="d5 e5 f5", player="o", turns=1)
    assert after.player == 1


@pytest.mark.covers(14)
def test_a_relocation_has_no_limit_of_distance() -> None:
    position = QBQ.position(text(b="a6 b6 c6 d6 e6", o="f1 f2", turns=7))
    assert position.play("a6-f6").text == text(b="b6 c6 d6 e6 f6", o="f1 f2", player="o", turns=8)


@pytest.mark.covers(8, 15)
def test_a_diagonal_touch_does_not_connect() -> None:
    """Letter H."""
    position = QBQ.position(text(b="c3 d3"))
    assert destinations(position, "c3") == {"d3", "d2", "d4", "e3"}
    assert all(refuses(position, f"c3-{square}") for square in ("c2", "c4", "e2", "e4"))


@pytest.mark.covers(8, 12)
@pytest.mark.parametrize("cubes", ["c3 d4", "c4 d3", "c3", "a1 f6", "a1 c1 e1 b2 d2"])
def test_cubes_that_touch_at_no_side_are_no_group_and_stay(cubes: str) -> None:
    position = QBQ.position(text(b=cubes))
    assert not any("-" in step for step in position.steps)
    assert insertions(position) > set(cubes.split())


@pytest.mark.covers(15)
def test_no_part_of_the_group_may_be_left_apart() -> None:
    """Letter I."""
    position = QBQ.position(text(b="c3 d3 e3"))
    assert destinations(position, "d3") == set()
    assert refuses(position, "d3-c3")
    assert refuses(position, "d3-d4")
    assert destinations(position, "c3") == {"d3", "e3", "d2", "d4", "e2", "e4", "f3"}


@pytest.mark.covers(15)
def test_no_single_cube_may_be_left_apart() -> None:
    """Letter K."""
    position = QBQ.position(text(b="d4 d5"))
    assert destinations(position, "d4") == {"d5", "c5", "d6", "e5"}
    assert destinations(position, "d5") == {"d4", "c4", "d3", "e4"}


@pytest.mark.covers(12)
def test_a_lone_cube_cannot_be_relocated_but_the_others_can() -> None:
    """Letter K."""
    position = QBQ.position(text(b="d4 f1 f2"))
    assert {step[:2] for step in position.steps if "-" in step} == {"f1", "f2"}


@pytest.mark.covers(9, 12)
def test_the_top_of_a_lone_tower_can_be_relocated() -> None:
    assert destinations(QBQ.position(text(b="d4:2")), "d4") == {"c4", "e4", "d3", "d5"}
    corner = QBQ.position(text(b="f6:3", o="e6"))
    assert destinations(corner, "f6") == {"f5"}
    assert corner.play("f6-f5").text == text(b="f6:2 f5", o="e6", player="o", turns=1)


@pytest.mark.covers(16)
@pytest.mark.parametrize(
    ("cubes", "bend", "only"),
    [
        ("c3 d3 d4", "d3", "c4"),
        ("c4 d4 d3", "d4", "c3"),
        ("c4 c3 d3", "c3", "d4"),
        ("c3 c4 d4", "c4", "d3"),
    ],
)
def test_a_parted_group_may_be_joined_again_by_the_cube(cubes: str, bend: str, only: str) -> None:
    position = QBQ.position(text(b=cubes))
    assert destinations(position, bend) == {only}
    rest = cubes.replace(bend, only)
    assert position.play(f"{bend}-{only}").text == text(b=rest, player="o", turns=1)


@pytest.mark.covers(16)
def test_joining_two_of_three_parts_is_not_enough() -> None:
    position = QBQ.position(text(b="c3 d3 e3 d4"))
    assert destinations(position, "d3") == set()
    assert "d3-c4" in QBQ.position(text(b="c3 d3 d4")).steps


@pytest.mark.covers(9, 15)
def test_a_tower_in_the_middle_keeps_the_group_together() -> None:
    position = QBQ.position(text(b="c3 d3:2 e3"))
    assert destinations(position, "d3") == {
        "c3",
        "e3",
        "b3",
        "c2",
        "c4",
        "d2",
        "d4",
        "e2",
        "e4",
        "f3",
    }
    assert position.play("d3-b3").text == text(b="b3 c3 d3 e3", player="o", turns=1)


@pytest.mark.covers(7, 13)
@pytest.mark.parametrize("height", [1, 2, 5, 8])
def test_a_cube_goes_on_top_of_its_group_at_any_height(height: int) -> None:
    """Letter J."""
    position = QBQ.position(text(b=f"d4 d5:{height}")).play("d4-d5")
    assert position.text == text(b=f"d5:{height + 1}", player="o", turns=1)


@pytest.mark.covers(9, 13)
def test_only_the_top_cube_leaves_a_tower() -> None:
    position = QBQ.position(text(b="d4:3 d5:2 d6")).play("d4-d6")
    assert position.text == text(b="d4:2 d5:2 d6:2", player="o", turns=1)


@pytest.mark.covers(17)
@pytest.mark.parametrize("height", [1, 2])
def test_a_cube_never_goes_onto_another_players_cube(height: int) -> None:
    """Letter L."""
    position = QBQ.position(text(b="d4 d5", o=f"d6:{height} e5"))
    assert destinations(position, "d4") == {"d5", "c5"}
    assert refuses(position, "d4-d6")


@pytest.mark.covers(1, 14)
@pytest.mark.parametrize(
    ("cubes", "moved", "squares"),
    [
        ("f5 f6", "f5", {"f6", "e6"}),
        ("a1 a2", "a2", {"a1", "b1"}),
        ("a5 a6", "a5", {"a6", "b6"}),
        ("e1 f1", "e1", {"f1", "f2"}),
    ],
)
def test_a_cube_stays_on_the_board_and_leaves_its_square(
    cubes: str, moved: str, squares: set[str]
) -> None:
    position = QBQ.position(text(b=cubes))
    assert destinations(position, moved) == squares
    with pytest.raises(spielwerk.IllegalStep):
        position.play(f"{moved}-{moved}")


@pytest.mark.covers(14)
def test_a_tower_does_not_relocate_onto_itself() -> None:
    position = QBQ.position(text(b="d4:3 d5"))
    assert "d4" not in destinations(position, "d4")
    with pytest.raises(spielwerk.IllegalStep):
        position.play("d4-d4")


@pytest.mark.covers(18)
def test_a_cube_never_goes_to_another_group() -> None:
    """Letter T."""
    position = QBQ.position(text(b="a1 a2 d4 d5"))
    assert destinations(position, "a1") == {"a2", "a3", "b2"}
    assert destinations(position, "d4") == {"d5", "c5", "e5", "d6"}
    assert all(refuses(position, f"a1-{square}") for square in ("d4", "d5", "d3", "c4", "e5"))


@pytest.mark.covers(19)
def test_a_cube_may_join_its_group_with_another() -> None:
    position = QBQ.position(text(b="a1 a2 a4 a5"))
    assert destinations(position, "a1") == {"a2", "b2", "a3"}
    joined = position.play("a1-a3").play("+b1")
    assert destinations(joined, "a5") == {"a2", "a3", "a4", "a1", "b2", "b3", "b4"}


# Insert and relocate


@pytest.mark.covers(26, 27)
def test_a_cube_is_inserted_beside_or_on_top_of_own_stacks() -> None:
    position = QBQ.position(text(b="d4:2 d5", o="d6 c4:3 a1"))
    assert insertions(position) == {"d4", "d5", "c5", "e5", "e4", "d3"}
    assert all(refuses(position, f"+{square}") for square in ("d6", "c4", "c3", "e6", "a2", "f1"))


@pytest.mark.covers(10, 26, 28, 29, 54, 56)
def test_after_an_insertion_the_same_player_must_relocate() -> None:
    """Letter R."""
    position = QBQ.position(text(b="d4 d5", o="a1", turns=4)).play("+e4")
    assert position.text == text(b="d4 d5 e4", o="a1", phase="r", turns=4)
    assert (position.player, position.over) == (0, False)
    assert destinations(position, "d4") == {"e5"}
    assert destinations(position, "d5") == {"d4", "e4", "c4", "d3", "e3", "e5", "f4"}
    assert destinations(position, "e4") == {"d4", "d5", "c4", "d3", "c5", "d6", "e5"}
    assert len(position.steps) == 15
    position = position.play("d5-f4")
    assert position.text == text(b="d4 e4 f4", o="a1", player="o", turns=5)


@pytest.mark.covers(27, 28)
def test_after_an_insertion_there_is_no_topple_and_no_second_insertion() -> None:
    position = QBQ.position(text(b="d4:2 d5", o="a1", turns=4)).play("+d5")
    assert position.text == text(b="d4:2 d5:2", o="a1", phase="r", turns=4)
    assert all(step[2] == "-" for step in position.steps)
    assert refuses(position, "d4>e")
    assert refuses(position, "+d5")


@pytest.mark.covers(28, 29)
def test_player_1_relocates_the_inserted_cube() -> None:
    position = QBQ.position(text(b="f6", o="b2 b3", player="o", turns=9)).play("+b4")
    assert position.text == text(b="f6", o="b2 b3 b4", player="o", phase="r", turns=9)
    assert position.player == 1
    position = position.play("b4-b2")
    assert position.text == text(b="f6", o="b2:2 b3", player="b", turns=10)


@pytest.mark.covers(5, 26)
@pytest.mark.parametrize(("height", "possible"), [(6, True), (7, True), (8, False)])
def test_an_insertion_needs_a_cube_in_the_supply(height: int, possible: bool) -> None:
    position = QBQ.position(text(b=f"d4:{height} f1"))
    assert insertions(position) == (
        {"d4", "c4", "e4", "d3", "d5", "f1", "e1", "f2"} if possible else set()
    )


@pytest.mark.covers(18, 29)
def test_the_relocated_cube_may_be_in_another_group() -> None:
    """Letters S and T."""
    position = QBQ.position(text(b="a1 a2 f5 f6")).play("+a3")
    assert destinations(position, "f5") == {"f6", "e6"}
    assert destinations(position, "a1") == {"a2", "a3", "b2", "b3", "a4"}
    assert refuses(position, "a1-e5")
    after = position.play("f5-e6")
    assert after.text == text(b="a1 a2 a3 e6 f6", player="o", turns=1)


@pytest.mark.covers(30)
def test_groups_joined_by_the_insertion_are_one() -> None:
    """Letter T."""
    position = QBQ.position(text(b="a1 a2 a4 a5"))
    assert refuses(position, "a1-a6")
    assert destinations(position.play("+a3"), "a1") == {
        "a2",
        "a3",
        "a4",
        "a5",
        "a6",
        "b2",
        "b3",
        "b4",
        "b5",
    }


@pytest.mark.covers(31)
def test_an_insertion_that_allows_no_relocation_is_not_possible() -> None:
    enclosed = QBQ.position(text(b="a1 f6:2", o="a2 b1 e6 f5"))
    assert set(enclosed.steps) == {"f6>n", "f6>e", "f6>s", "f6>w"}
    higher = QBQ.position(text(b="a1 f6:2", o="a2 b1 e6:2 f5:2"))
    assert set(higher.steps) == {"f6>n", "f6>e"}
    assert refuses(higher, "+a1")


@pytest.mark.covers(31)
def test_one_free_square_beside_the_stack_is_enough() -> None:
    position = QBQ.position(text(b="a1 f6:2", o="a2 e6 f5"))
    assert insertions(position) == {"a1", "b1"}
    assert set(position.play("+a1").steps) == {"a1-b1"}


@pytest.mark.covers(29, 31)
def test_a_relocation_in_another_group_makes_any_insertion_possible() -> None:
    position = QBQ.position(text(b="a1 d5 d6", o="a2 b1"))
    assert "a1" in insertions(position)
    assert {step[:2] for step in position.play("+a1").steps} == {"d5", "d6"}
