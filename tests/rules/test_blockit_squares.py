"""Block It! by the book: new squares, the end, three and four players."""

import pytest

import spielwerk
from tests.rules.blockit_boards import (
    E1_TURNED_RIGHT,
    FACES,
    SQUARES,
    THREE,
    TWO,
    at,
    blocks,
    cards,
    fields,
    turns,
)

FOUR = spielwerk.game("blockit", players=4)
TEN_TURNS = spielwerk.game("blockit", players=2, turn_limit=10)

# Corner cards of SQUARES as they lie before a step that makes their square.
A1_TURNED_RIGHT, A1_TURNED_LEFT, A1_TURNED_HALF = "kbry", "rykb", "ykbr"
E5_TURNED_RIGHT = "yrbk"


# New squares


@pytest.mark.covers(3, 4, 34)
@pytest.mark.parametrize(
    ("face", "card", "step"),
    [
        ("L1", A1_TURNED_RIGHT, "a1<"),
        ("R1", A1_TURNED_LEFT, "a1>"),
        ("L2", A1_TURNED_HALF, "a1<<"),
        ("R2", A1_TURNED_HALF, "a1>>"),
    ],
)
def test_turning_makes_a_square_and_it_gets_a_block_but_older_ones_do_not(
    face: str, card: str, step: str
) -> None:
    after = at(f"r a {face} 2 - 3,3 7", a1=card).play(step)
    assert cards(after) == SQUARES
    assert (blocks(after), fields(after)) == ("a1r", "y c - 1 - 2,3 8")


@pytest.mark.covers(4, 34)
@pytest.mark.parametrize(
    ("face", "step"), [("R1", "a1>"), ("L2", "a1<<"), ("R2", "a1>>"), ("L1", "b1<")]
)
def test_three_quarters_of_a_colour_are_no_square(face: str, step: str) -> None:
    after = at(f"r a {face} 1 - 3,3 7", a1=A1_TURNED_RIGHT).play(step)
    assert (blocks(after), fields(after)) == ("", "y c - 1 - 3,3 8")


@pytest.mark.covers(34)
def test_a_swap_makes_a_square() -> None:
    after = at("r a SW 1 - 3,3 7", a1=SQUARES["c1"], c1=SQUARES["a1"]).play("a1=c1")
    assert cards(after) == SQUARES
    assert (blocks(after), fields(after)) == ("a1r", "y c - 1 - 2,3 8")


@pytest.mark.covers(34)
def test_the_other_player_blocks_squares_of_the_other_colour() -> None:
    after = at("y a L1 1 - 3,3 7", e5=E5_TURNED_RIGHT).play("e5<")
    assert (blocks(after), fields(after)) == ("d4y", "r c - 1 - 3,2 8")


@pytest.mark.covers(35)
def test_a_swap_of_equals_makes_no_new_square() -> None:
    assert SQUARES["a1"][1] == SQUARES["d1"][1] == "r"
    after = at("r a SW 1 - 3,3 7").play("a1=d1")
    assert (blocks(after), fields(after)) == ("", "y c - 1 - 3,3 8")
    assert set(after.play("roll").play("L1").play("c1<").steps) >= {"!a1", "!d1"}


@pytest.mark.covers(36)
def test_two_new_squares_get_two_blocks() -> None:
    after = at("r a SW 1 - 3,3 7", a5=SQUARES["e1"], e1=SQUARES["a5"]).play("a5=e1")
    assert (blocks(after), fields(after)) == ("a4r d1r", "y c - 1 - 1,3 8")


@pytest.mark.covers(36, 40)
def test_the_last_block_goes_to_the_first_of_two_new_squares() -> None:
    swapped = {"a5": SQUARES["e1"], "e1": SQUARES["a5"], "c5": "ykrb"}
    after = at("r a SW 1 - 1,3 7", "a1r c4r", TWO, **swapped).play("a5=e1")
    assert (blocks(after), fields(after)) == ("a1r a4r c4r", "y c - 1 - 0,3 8")
    assert after.winner == 0


@pytest.mark.covers(34, 39)
def test_of_a_red_and_a_yellow_new_square_each_player_gets_the_own() -> None:
    turned = "ybrk"  # b2 is kybr: red towards crossing a1, yellow towards b2.
    red = at("r a R1 1 - 3,3 7", b2=turned).play("b2>")
    yellow = at("y a R1 1 - 3,3 8", b2=turned).play("b2>")
    assert cards(red) == cards(yellow) == SQUARES
    assert (blocks(red), blocks(yellow)) == ("a1r", "b2y")
    assert "!b2" in red.steps
    assert "!a1" in yellow.steps


@pytest.mark.covers(37, 51)
def test_the_first_of_two_cards_locks_the_cards_of_its_new_square() -> None:
    both = at("r a L2 1 - 3,3 7", a1=A1_TURNED_RIGHT, e1=E1_TURNED_RIGHT)
    between = both.play("a1<")
    assert (blocks(between), fields(between)) == ("a1r", "r b L2 1 a1 2,3 7")
    assert set(between.steps) == turns("<", "a1", "b1", "a2", "b2")
    after = between.play("e1<")
    assert (blocks(after), fields(after)) == ("a1r d1r", "y c - 1 - 1,3 8")
    assert cards(after) == SQUARES


@pytest.mark.covers(39)
def test_a_square_made_for_another_player_is_claimed_by_its_owner() -> None:
    after = at("r a L1 1 - 3,1 7", "b2y b4y", e5=E5_TURNED_RIGHT).play("e5<")
    assert (blocks(after), fields(after)) == ("b2y b4y", "y c - 1 - 3,1 8")
    assert set(after.steps) == {"!d4", "roll"}


@pytest.mark.covers(17, 39)
@pytest.mark.parametrize(
    ("step", "then", "steps"),
    [("c1<", "b c - 1 - 2,2,2 9", {"!c3", "roll"}), ("d3<", "b d - 1 - 2,2,2 9", FACES)],
)
def test_a_square_made_for_a_third_player_must_last_until_then(
    step: str, then: str, steps: set[str]
) -> None:
    made = at("r a R1 1 - 2,2,2 7", game=THREE, d3="rkyb").play("d3>")
    assert fields(made) == "y c - 1 - 2,2,2 8"
    after = made.play("roll").play("L1").play(step)
    assert (blocks(after), fields(after), set(after.steps)) == ("", then, steps)


# The end


def check_won(position: spielwerk.Position, winner: int, last_fields: str) -> None:
    """See that the game is over, and how its end is written."""
    assert position.over
    assert (position.winner, fields(position)) == (winner, last_fields)
    assert (position.player, position.steps, position.chance) == (None, (), None)
    assert position.game.position(position.text) == position


@pytest.mark.covers(40, 45, 46, 76)
def test_the_last_block_wins_by_a_claim() -> None:
    red = at("r c - 1 - 1,3 6", "a1r a4r").play("!d1")
    check_won(red, 0, "y c - 1 - 0,3 7")
    assert (blocks(red), red.returns) == ("a1r a4r d1r", (1.0, -1.0))
    yellow = at("y c - 1 - 3,1 7", "b2y b4y").play("!d4")
    check_won(yellow, 1, "r c - 1 - 3,0 8")
    assert (blocks(yellow), yellow.returns) == ("b2y b4y d4y", (-1.0, 1.0))


@pytest.mark.covers(40, 45)
@pytest.mark.parametrize(
    ("face", "step"), [("L1", "a1<"), ("L2", "a1<"), ("SW", "a1=c1"), ("R2", "a1>>")]
)
def test_the_last_block_wins_by_turning_and_swapping(face: str, step: str) -> None:
    changed = {
        "a1<": {"a1": A1_TURNED_RIGHT},
        "a1>>": {"a1": A1_TURNED_HALF},
        "a1=c1": {"a1": SQUARES["c1"], "c1": SQUARES["a1"]},
    }[step]
    after = at(f"r a {face} 2 - 1,3 6", "a4r d1r", TWO, **changed).play(step)
    check_won(after, 0, "y c - 1 - 0,3 7")
    assert blocks(after) == "a1r a4r d1r"
    assert cards(after) == SQUARES


@pytest.mark.covers(22, 40)
def test_the_last_block_wins_by_the_second_of_two_cards() -> None:
    both = at("r a L2 1 - 2,3 6", "a4r", a1=A1_TURNED_RIGHT, e1=E1_TURNED_RIGHT)
    assert not both.play("e1<").over
    check_won(both.play("e1<").play("a1<"), 0, "y c - 1 - 0,3 7")


@pytest.mark.covers(40)
def test_the_last_but_one_block_does_not_win() -> None:
    after = at("r c - 1 - 2,3 6", "a1r").play("!d1")
    assert (after.over, after.winner, after.returns) == (False, None, (0.0, 0.0))


@pytest.mark.covers(45)
def test_the_end_is_written_with_the_die_next_if_there_is_nothing_to_claim() -> None:
    after = at("r c - 1 - 1,1 6", "a1r a4r b2y b4y", e5=E5_TURNED_RIGHT).play("!d1")
    check_won(after, 0, "y d - 1 - 0,1 7")


@pytest.mark.covers(41, 42, 46, 47)
@pytest.mark.parametrize(
    ("standing", "left", "winner", "returns", "scores"),
    [
        ("", "3,3", None, (0.0, 0.0), (0, 0)),
        ("a4r", "2,3", 0, (1.0, -1.0), (1, 0)),
        ("b2y", "3,2", 1, (-1.0, 1.0), (0, 1)),
        ("a4r b2y", "2,2", None, (0.0, 0.0), (1, 1)),
        ("a4r b2y d4y", "2,1", 1, (-1.0, 1.0), (1, 2)),
    ],
)
def test_at_the_turn_limit_the_most_blocks_on_the_board_win(
    standing: str,
    left: str,
    winner: int | None,
    returns: tuple[float, ...],
    scores: tuple[int, ...],
) -> None:
    last = at(f"r a L1 1 - {left} 9", standing, TEN_TURNS)
    assert (last.over, last.returns, last.scores) == (False, (0.0, 0.0), scores)
    after = last.play("c1<")
    assert (after.over, after.player, after.steps) == (True, None, ())
    assert (after.winner, after.returns, after.scores) == (winner, returns, scores)
    assert fields(after) == f"y c - 1 - {left} 10"
    assert TEN_TURNS.position(after.text) == after


@pytest.mark.covers(41)
def test_a_block_set_in_the_last_turn_counts() -> None:
    after = at("r a L1 1 - 3,2 9", "b2y", TEN_TURNS, a1=A1_TURNED_RIGHT).play("a1<")
    assert (after.over, after.winner, after.scores) == (True, None, (1, 1))


@pytest.mark.covers(41)
def test_the_turn_limit_is_200_unless_given_and_0_is_none() -> None:
    unlimited = spielwerk.game("blockit", players=2, turn_limit=0)
    assert not at("r a L1 1 - 3,3 198").play("c1<").over
    assert at("y a L1 1 - 3,3 199").play("c1<").over
    assert not at("r a L1 1 - 3,3 8", game=TEN_TURNS).play("c1<").over
    for finished in (199, 2000, 20000):
        assert not at(f"r a L1 1 - 3,3 {finished}", game=unlimited).play("c1<").over


@pytest.mark.covers(43, 77)
def test_the_last_block_wins_before_the_turn_limit_counts() -> None:
    last = at("r a L1 1 - 1,1 9", "b2y b4y", TEN_TURNS, a1=A1_TURNED_RIGHT)
    check_won(last.play("a1<"), 0, "y c - 1 - 0,1 10")
    assert last.play("c1<").winner == 1


@pytest.mark.covers(44)
def test_the_same_position_may_come_back_any_number_of_times() -> None:
    position = at("r d - 1 - 3,3 0")
    for _ in range(5):
        for step in ("AB", "AB", "roll", "AB", "AB", "roll"):
            position = position.play(step)
    assert fields(position) == "r d - 1 - 3,3 10"
    assert not position.over


# Three and four players


@pytest.mark.covers(10, 13, 18)
@pytest.mark.parametrize(
    ("game", "player", "then"),
    [
        (TWO, "r", "y c"),
        (TWO, "y", "r c"),
        (THREE, "y", "b c"),
        (THREE, "b", "r c"),
        (FOUR, "b", "k d"),
        (FOUR, "k", "r c"),
    ],
)
def test_the_turn_goes_round(game: spielwerk.Game, player: str, then: str) -> None:
    left = ",".join("2" * game.players)
    position = at(f"{player} a L1 1 - {left} 5", game=game)
    assert position.player == "rybk".index(player)
    assert fields(position.play("c1<")) == f"{then} - 1 - {left} 6"


@pytest.mark.covers(11, 40, 46)
def test_two_blocks_win_among_three_and_four() -> None:
    three = at("y c - 1 - 1,1,2 7", "a1r b2y", THREE).play("!d4")
    check_won(three, 1, "b c - 1 - 1,0,2 8")
    assert three.returns == (-0.5, 1.0, -0.5)
    four = at("r c - 1 - 1,1,2,2 8", "a1r b2y", FOUR).play("!a4")
    check_won(four, 0, "y c - 1 - 0,1,2,2 9")
    assert four.returns == pytest.approx((1.0, -1 / 3, -1 / 3, -1 / 3))


@pytest.mark.covers(34, 39)
@pytest.mark.parametrize(
    ("player", "standing", "left"), [("k", "a2k", "2,2,2,1"), ("r", "", "2,2,2,2")]
)
def test_black_squares_are_blocks_for_black_alone(player: str, standing: str, left: str) -> None:
    after = at(f"{player} a L1 1 - 2,2,2,2 8", game=FOUR).play("b3<")
    assert blocks(after) == standing
    assert fields(after).split()[5] == left


@pytest.mark.covers(42, 46, 47)
@pytest.mark.parametrize(
    ("standing", "left", "winner", "returns"),
    [
        ("a1r b2y", "1,1,2", None, (0.0, 0.0, 0.0)),
        ("c3b", "2,2,1", 2, (-0.5, -0.5, 1.0)),
        ("a1r d4y c3b", "1,1,1", None, (0.0, 0.0, 0.0)),
    ],
)
def test_at_the_turn_limit_equal_most_blocks_are_a_draw_for_all(
    standing: str, left: str, winner: int | None, returns: tuple[float, ...]
) -> None:
    after = at(f"b a L1 1 - {left} 199", standing, THREE).play("c1<")
    assert (after.over, after.winner, after.returns) == (True, winner, returns)
    assert after.scores == tuple(2 - int(number) for number in left.split(","))
