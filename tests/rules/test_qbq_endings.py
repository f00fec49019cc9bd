"""QBQ by the book: back on the board, passing, turn limit and repetition."""

import pytest

import spielwerk
from tests.rules.qbq_boards import FOUR, QBQ, START, STUCK, THREE, text

ADJACENT = spielwerk.game("qbq", seats="adjacent")


def play(position: spielwerk.Position, steps: str) -> spielwerk.Position:
    """Play steps separated by blanks; none but the last may end the game."""
    for step in steps.split():
        assert not position.over
        position = position.play(step)
    return position


# Back on the board


@pytest.mark.covers(4, 32)
@pytest.mark.parametrize(
    ("colour", "squares"),
    [
        ("b", "e5 e6 f5 f6"),
        ("g", "e1 e2 f1 f2"),
        ("o", "a1 a2 b1 b2"),
        ("r", "a5 a6 b5 b6"),
    ],
)
def test_who_has_no_cube_on_the_board_sets_one_on_a_start_square(colour: str, squares: str) -> None:
    others = {"b": "c1", "g": "d3", "o": "c5", "r": "d6"}
    del others[colour]
    position = FOUR.position(text(**others, player=colour, colours="bgor", turns=5))
    assert sorted(position.steps) == sorted("+" + square for square in squares.split())
    for square in squares.split():
        after = text(
            **others,
            **{colour: square},
            player={"b": "g", "g": "o", "o": "r", "r": "b"}[colour],
            colours="bgor",
            turns=6,
        )
        assert position.play("+" + square).text == after


@pytest.mark.covers(5, 32)
def test_after_losing_every_cube_to_a_topple_the_next_turn_is_a_return() -> None:
    position = play(QBQ.position(text(b="c4:3", o="d4:2 e4", turns=9)), "c4>e")
    assert position.text == text(b="c4 d4 e4", player="o", turns=10)
    assert sorted(position.steps) == ["+a1", "+a2", "+b1", "+b2"]
    position = position.play("+b1")
    assert position.text == text(b="c4 d4 e4", o="b1", player="b", turns=11)
    assert position.player == 0


@pytest.mark.covers(32)
def test_the_return_is_to_an_empty_start_square() -> None:
    position = QBQ.position(text(o="e5:2 f6"))
    assert sorted(position.steps) == ["+e6", "+f5"]
    assert QBQ.position(text(o="e5 e6 f6")).steps == ("+f5",)


@pytest.mark.covers(32)
def test_one_cube_left_is_no_return() -> None:
    position = QBQ.position(text(b="c1"))
    assert {step for step in position.steps if step[0] == "+"} == {"+c1", "+b1", "+d1", "+c2"}
    assert position.play("+b1").text == text(b="b1 c1", phase="r")


@pytest.mark.covers(33)
@pytest.mark.parametrize(
    ("taken", "nearest"),
    [
        ("e5 e6 f5 f6", "d5 d6 e4 f4"),
        ("e5 e6 f5 f6 d5", "d6 e4 f4"),
        ("e5 e6 f5 f6 d5 d6 e4", "f4"),
        ("e5 e6 f5 f6 d5 d6 e4 f4", "c5 c6 d4 e3 f3"),
        ("e5 e6 f5 f6 d5 d6 e4 f4 d4", "c5 c6 e3 f3"),
    ],
)
def test_without_an_empty_start_square_the_nearest_square_is_taken(
    taken: str, nearest: str
) -> None:
    position = ADJACENT.position(text(g=taken, colours="bg", turns=6))
    assert sorted(position.steps) == sorted("+" + square for square in nearest.split())
    first = nearest.split()[0]
    after = text(b=first, g=taken, player="g", colours="bg", turns=7)
    assert position.play("+" + first).text == after


@pytest.mark.covers(33)
@pytest.mark.parametrize(
    ("colour", "taken", "nearest"),
    [
        ("g", "e1 e2 f1 f2", "d1 d2 e3 f3"),
        ("o", "a1 a2 b1 b2", "c1 c2 a3 b3"),
        ("r", "a5 a6 b5 b6", "c5 c6 a4 b4"),
    ],
)
def test_the_nearest_squares_of_the_other_colours(colour: str, taken: str, nearest: str) -> None:
    # A tower, so that the four squares are no formation of blue's.
    position = FOUR.position(text(b=taken + ":3", player=colour, colours="bgor"))
    assert sorted(position.steps) == sorted("+" + square for square in nearest.split())


@pytest.mark.covers(33)
def test_the_nearest_square_may_be_three_steps_away() -> None:
    far = text(g="e5 e6 f5 f6 d5 d6 e4 f4 d4", o="c5 c6 e3 f3", colours="bgo")
    assert sorted(THREE.position(far).steps) == ["+b5", "+b6", "+c4", "+d3", "+e2", "+f2"]


# Passing


@pytest.mark.covers(34, 56)
def test_who_cannot_move_passes_and_no_turn_is_counted() -> None:
    position = QBQ.position(text(b="a1", o="a2 b2 b3", player="o", turns=3)).play("b3-b1")
    assert position.text == text(b="a1", o="a2 b2 b1", player="o", turns=4)
    assert (position.player, position.over) == (1, False)
    position = position.play("a2-b3")
    assert position.text == text(b="a1", o="b3 b2 b1", player="b", turns=5)
    assert position.player == 0


@pytest.mark.covers(34)
def test_one_empty_square_beside_the_cube_and_nobody_passes() -> None:
    position = QBQ.position(text(b="a1", o="a2 b2 b3", player="o", turns=3)).play("b3-c2")
    assert position.text == text(b="a1", o="a2 b2 c2", player="b", turns=4)
    assert sorted(position.steps) == ["+a1", "+b1"]


@pytest.mark.covers(34)
def test_an_enclosed_tower_can_still_topple() -> None:
    position = QBQ.position(text(b="a1:2", o="a2:2 b1:2"))
    assert sorted(position.steps) == ["a1>s", "a1>w"]


@pytest.mark.covers(22, 34, 58)
def test_a_tower_among_four_as_high_cannot_move() -> None:
    position = QBQ.position(text(b="c3:2", o="c4:2 b3:2 c2:2 d3:2", turns=4))
    assert position.text == text(b="c3:2", o="c4:2 b3:2 c2:2 d3:2", player="o", turns=4)
    assert position.player == 1
    position = QBQ.position(text(b="c3:2", o="c4:2 b3:2 c2:2 d3", turns=4))
    assert (position.player, position.steps) == (0, ("c3>e",))


@pytest.mark.covers(22, 34)
@pytest.mark.parametrize(
    ("corner", "enclosed", "topples"),
    [("f6", "e6:2 f5:2", ["f6>e", "f6>n"]), ("a1", "a2:2 b1:2", ["a1>s", "a1>w"])],
)
def test_of_two_enclosed_towers_one_that_can_topple_is_enough(
    corner: str, enclosed: str, topples: list[str]
) -> None:
    walls = {"g": enclosed, "o": "d5:2 c4:2 d3:2 e4:2"}
    position = THREE.position(text(b=f"d4:2 {corner}:2", **walls, colours="bgo", turns=4))
    assert position.player == 0
    assert sorted(position.steps) == topples


@pytest.mark.covers(34, 58)
@pytest.mark.parametrize(
    ("g", "o", "following"), [("a1", "f3", "o"), ("f3", "f6", "g"), ("a1", "f6", "b")]
)
def test_passes_skip_as_many_players_as_cannot_move(g: str, o: str, following: str) -> None:
    blue = "a2 b1 e6 f5 c4 d4"
    position = THREE.position(text(b=blue + " c3", g=g, o=o, colours="bgo", turns=7))
    position = position.play("c3-d3")
    after = text(b=blue + " d3", g=g, o=o, player=following, colours="bgo", turns=8)
    assert position.text == after
    assert position.player == "bgo".index(following)
    unpassed = text(b=blue + " d3", g=g, o=o, player="g", colours="bgo", turns=8)
    assert THREE.position(unpassed).text == after


@pytest.mark.covers(58)
def test_a_text_whose_player_cannot_move_is_read_after_the_passes() -> None:
    position = QBQ.position(text(b="a1", o="a2 b1 f6", player="b", turns=4))
    assert position.text == text(b="a1", o="a2 b1 f6", player="o", turns=4)
    assert position.player == 1
    position = QBQ.position(text(b="a1 a2", o=STUCK, player="o", turns=4))
    assert position.text == text(b="a1 a2", o=STUCK, player="b", turns=4)
    assert position.player == 0


@pytest.mark.covers(35, 44, 45, 47, 57)
@pytest.mark.parametrize("step", ["a1>s", "a1>w"])
def test_if_nobody_can_move_the_game_is_a_draw(step: str) -> None:
    others = "a2 b1 c2 d1 e2 f1 b3 d3 f3"
    position = QBQ.position(text(b="a1:2", o=others, turns=3)).play(step)
    assert position.text == text(b="a1", o=others, player="o", turns=4)
    for finished in (position, QBQ.position(position.text)):
        assert (finished.over, finished.winner, finished.returns) == (True, None, (0, 0))
        assert (finished.player, finished.steps) == (None, ())
        assert finished.text == position.text


@pytest.mark.covers(34, 35)
@pytest.mark.parametrize(
    ("others", "following"),
    [("a2 b1 c2 d1 e2 f1 b3 d3", "o"), ("a2 f5 c2 d1 e2 f1 b3 d3 f3", "b")],
)
def test_if_one_can_move_the_game_goes_on(others: str, following: str) -> None:
    position = QBQ.position(text(b="a1:2", o=others, turns=3)).play("a1>s")
    assert position.text == text(b="a1", o=others, player=following, turns=4)
    assert not position.over


@pytest.mark.covers(35)
def test_four_players_can_fill_the_board_so_that_nobody_moves() -> None:
    full = "/".join(["b1,g1,b1,g1,b1,g1", "o1,r1,o1,r1,o1,r1"] * 3) + " g m bgor 60"
    position = FOUR.position(full)
    assert (position.over, position.winner, position.returns) == (True, None, (0, 0, 0, 0))
    assert position.text == full


# Turn limit and repetition


@pytest.mark.covers(42, 50)
@pytest.mark.parametrize(
    ("options", "turns", "over"),
    [
        ({}, 198, False),
        ({}, 199, True),
        ({"turn_limit": 30}, 28, False),
        ({"turn_limit": 30}, 29, True),
        ({"turn_limit": 1}, 0, True),
        ({"turn_limit": 201}, 199, False),
        ({"turn_limit": 0}, 199, False),
        ({"turn_limit": 0}, 5000, False),
    ],
)
def test_the_turn_limit_makes_a_draw(options: dict[str, object], turns: int, over: bool) -> None:
    game = spielwerk.game("qbq", **options)
    position = game.position(text(b="c4 c5", o="f1", turns=turns))
    assert not position.over
    position = position.play("c4-c6")
    assert position.text == text(b="c5 c6", o="f1", player="o", turns=turns + 1)
    for reached in (position, game.position(position.text)):
        assert reached.over == over
        assert (reached.winner, reached.returns) == (None, (0, 0))
        assert (reached.player, reached.steps == ()) == ((None, True) if over else (1, False))


@pytest.mark.covers(42, 56)
def test_an_insertion_does_not_reach_the_turn_limit() -> None:
    game = spielwerk.game("qbq", turn_limit=5)
    position = game.position(text(b="c4 c5", o="f1", turns=4)).play("+c6")
    assert not position.over
    assert position.play("c4-d5").over


@pytest.mark.covers(44)
def test_a_formation_comes_before_the_turn_limit() -> None:
    game = spielwerk.game("qbq", turn_limit=5)
    position = game.position(text(b="a1:2 a2 b1", o="f1", turns=4)).play("a1-b2")
    assert (position.over, position.winner, position.returns) == (True, 0, (1, -1))
    assert game.position(position.text).winner == 0


@pytest.mark.covers(43, 45)
@pytest.mark.parametrize("second", ["e5-d6 b2-c1 d6-e5 c1-b2", "f6-e4 b1-a3 e4-f6 a3-b1"])
def test_the_third_time_of_a_position_is_a_draw(second: str) -> None:
    position = play(QBQ.start(), "e5-d6 b2-c1 d6-e5 c1-b2")
    assert position.text == START[:-1] + "4"
    assert not position.over
    position = play(position, second)
    assert position.text == START[:-1] + "8"
    assert (position.over, position.winner, position.returns) == (True, None, (0, 0))
    assert (position.player, position.steps) == (None, ())


@pytest.mark.covers(43, 59)
def test_a_text_forgets_what_came_before() -> None:
    position = play(QBQ.start(), "e5-d6 b2-c1 d6-e5 c1-b2 " * 2)
    read = QBQ.position(position.text)
    assert (read.over, read.player) == (False, 0)
    assert play(read, "e5-d6 b2-c1 d6-e5 c1-b2 " * 2).over


@pytest.mark.covers(43)
def test_the_same_board_with_another_player_to_move_is_not_the_same() -> None:
    """Blue comes home in three turns and orange in two, then the other way round."""
    swap = "e5-d6 b2-c1 d6-f4 c1-b2 f4-e5"
    swap_back = "b2-c1 e5-d6 c1-a3 d6-e5 a3-b2"
    position = play(QBQ.start(), f"{swap} {swap_back}")
    assert position.text == START[:-1] + "10"
    position = play(position, f"{swap} {swap_back}")
    assert position.text == START[:-1] + "20"
    assert position.over


@pytest.mark.covers(43)
def test_repetition_is_looked_at_only_at_the_start_of_a_turn() -> None:
    position = QBQ.position(text(b="a1:2 b1", o=STUCK, phase="r"))
    position = play(position, "a1-b1 b1>s +a1 a1-b1 b1>s +a1")
    assert position.text == text(b="a1:2 b1", o=STUCK, phase="r", turns=4)
    assert not position.over
    assert position.play("a1-b1").over
