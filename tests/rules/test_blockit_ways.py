"""Block It! by the book: more blocks, resting cards, the stuck board, solo play."""

from itertools import combinations

import pytest

import spielwerk
from tests.rules.blockit_boards import CARDS, CROSSINGS, SOLO, blocks, fields, read, set_up, turns

FOUR = spielwerk.game("blockit", players=4, blocks=3)
REST = spielwerk.game("blockit", players=4, blocks=3, rest=True)
TIME = spielwerk.game("blockit", solo="time")

COLOURS = {"r": "a1 a3 c2 c4", "y": "a2 a4 c1 c3", "b": "b1 b3 d2 d4", "k": "b2 b4 d1 d3"}

# Every crossing is a square, coloured as in COLOURS; so no single step makes another one.
CROWD = read("""
rb br yb ky kr
ky yk kr rb by
ky yk kr rb by
br rb by yk kr
br rb by yk kr
ky yk kr rb by
by yk kr rb by
kr rb by yk kr
kr rb by yk ky
by ky rk br rb
""")
A5_TURNED_RIGHT = "krby"  # a5< makes the yellow square at a4.
E5_TURNED_RIGHT = "bkry"  # e5< makes the blue square at d4.
B2_TURNED_RIGHT = "rykb"  # b2< makes the squares at a1, a2, b1 and b2.

# Two blocks of each colour lock all cards but e5.
EIGHT = "a1r a2y a4y b1b b3b c4r d1k d3k"
# Without a4y there are also a4, a5 and b5, without a1r there is also a1.
SEVEN_WITHOUT_A4 = "a1r a2y b1b b3b c4r d1k d3k"
SEVEN_WITHOUT_A1 = "a2y a4y b1b b3b c4r d1k d3k"
# No card is free, a solo player has three blocks left.
STUCK = "a1r a2y a4y b1b b3b c4r d1k d3k d4b"
ELEVEN = "a1r a2y a4y b1b b2k b3b c1y c2r c4r d1k d3k"


def at(fields: str, blocks: str, game: spielwerk.Game, **changed: str) -> spielwerk.Position:
    """Set up CROWD with some cards changed."""
    return set_up(CROWD | changed, fields, blocks, game)


def claims(crossings: str) -> set[str]:
    """List the steps of a player who can claim the squares at some crossings."""
    return {f"!{crossing}" for crossing in crossings.split()} | {"roll"}


# Three blocks


@pytest.mark.covers(40, 48)
def test_with_three_blocks_the_third_one_wins() -> None:
    second = at("k c - 1 - 3,3,3,2 5", "b2k", FOUR).play("!b4")
    assert (second.over, fields(second)) == (False, "k c - 1 - 3,3,3,1 5")
    third = second.play("!d3")
    assert (third.over, third.winner, fields(third)) == (True, 3, "r c - 1 - 3,3,3,0 6")
    assert third.returns == pytest.approx((-1 / 3, -1 / 3, -1 / 3, 1.0))
    assert third.scores == (0, 0, 0, 3)


# Resting cards


@pytest.mark.covers(49, 51, 74)
@pytest.mark.parametrize(("face", "step"), [("L1", "c1<"), ("R1", "c1>"), ("R2", "c1>>")])
def test_a_card_just_turned_rests_for_everybody(face: str, step: str) -> None:
    after = at(f"r a {face} 1 - 3,3,3,3 0", "", REST).play(step)
    assert fields(after) == "y c - 1 c1 3,3,3,3 1"
    thrown = after.play("roll")
    assert set(thrown.play("L1").steps) == turns("<", "c1")
    assert set(thrown.play("R1").steps) == turns(">", "c1")
    assert set(thrown.play("L2").steps) == turns("<", "c1") | turns("<<", "c1")
    assert set(thrown.play("R2").steps) == turns(">", "c1") | turns(">>", "c1")


@pytest.mark.covers(50)
def test_a_card_rests_until_another_turning() -> None:
    after = at("y a L1 1 c1 3,3,3,3 1", "", REST).play("e3<")
    assert fields(after) == "b c - 1 e3 3,3,3,3 2"
    assert set(after.play("roll").play("L1").steps) == turns("<", "e3")


@pytest.mark.covers(49, 51, 74)
def test_the_second_card_must_be_none_that_rests_and_both_cards_rest_then() -> None:
    between = at("r a R2 1 c1+d5 3,3,3,3 0", "", REST).play("e3>")
    assert fields(between) == "r b R2 1 e3+c1+d5 3,3,3,3 0"
    assert set(between.steps) == turns(">", "c1", "d5", "e3")
    assert REST.position(between.text) == between
    assert fields(between.play("a2>")) == "y c - 1 a2+e3 3,3,3,3 1"


@pytest.mark.covers(74)
@pytest.mark.parametrize("first", ["c5<", "d1<"])
def test_resting_cards_are_named_file_by_file(first: str) -> None:
    second = {"c5<": "d1<", "d1<": "c5<"}[first]
    after = at("k a L2 1 - 3,3,3,3 3", "", REST).play(first).play(second)
    assert fields(after) == "r c - 1 c5+d1 3,3,3,3 4"


@pytest.mark.covers(50, 52)
@pytest.mark.parametrize(
    ("step", "rested"),
    [("a1=b2", "c1+d5"), ("c1=d4", "d5"), ("a2=d5", "c1"), ("c1=d5", "-"), ("b2=c1", "d5")],
)
def test_swapping_frees_the_cards_swapped_and_no_others(step: str, rested: str) -> None:
    position = at("r a SW 1 c1+d5 3,3,3,3 0", "", REST)
    assert set(position.steps) == {f"{one}={other}" for one, other in combinations(CARDS, 2)}
    after = position.play(step)
    assert fields(after) == f"y c - 1 {rested} 3,3,3,3 1"
    assert set(after.play("roll").play("L1").steps) == turns("<", *rested.split("+"))


@pytest.mark.covers(50)
def test_anti_blok_leaves_cards_resting() -> None:
    position = at("r d - 1 c1+d5 2,3,3,3 4", "a1r", REST).play("AB")
    assert fields(position) == "r u AB 1 c1+d5 2,3,3,3 4"
    again = position.play("-a1")
    assert fields(again) == "r d - 2 c1+d5 3,3,3,3 4"
    assert fields(again.play("AB")) == "y c - 1 c1+d5 3,3,3,3 5"


@pytest.mark.covers(40, 51)
def test_a_card_that_wins_rests_too() -> None:
    position = at("y a L2 1 c3 3,1,3,3 5", "a2y c1y", REST, a5=A5_TURNED_RIGHT)
    after = position.play("a5<")
    assert (after.over, after.winner, fields(after)) == (True, 1, "b c - 1 a5 3,0,3,3 6")
    assert REST.position(after.text) == after


@pytest.mark.covers(38, 51, 53)
def test_two_quarter_turns_that_end_after_the_first_card_rest_that_card() -> None:
    position = at("y a L2 1 e5 1,2,1,1 30", SEVEN_WITHOUT_A4, REST, a5=A5_TURNED_RIGHT)
    after = position.play("a5<")
    assert (blocks(after), fields(after)) == (EIGHT, "b c - 1 a5 1,1,1,1 31")


@pytest.mark.covers(37, 54)
def test_without_rest_the_second_card_may_be_one_turned_just_before() -> None:
    position = at("y a L2 1 - 1,2,1,1 30", SEVEN_WITHOUT_A4, FOUR, a5=A5_TURNED_RIGHT)
    after = position.play("a5<")
    assert (blocks(after), fields(after)) == (EIGHT, "y b L2 1 a5 1,1,1,1 30")
    assert after.steps == ("e5<",)


@pytest.mark.covers(54, 74)
def test_without_rest_a_card_may_be_turned_again_at_once() -> None:
    after = at("r a L1 1 - 3,3,3,3 0", "", FOUR).play("c1<")
    assert fields(after) == "y c - 1 - 3,3,3,3 1"
    assert set(after.play("roll").play("L1").steps) == turns("<")


@pytest.mark.covers(23, 53)
@pytest.mark.parametrize(
    ("rested", "steps"),
    [("-", {"a1<", "a1<<", "e5<", "e5<<"}), ("a1", {"e5<<"}), ("e5", {"a1<<"})],
)
def test_a_resting_card_leaves_the_half_turn_of_the_other(rested: str, steps: set[str]) -> None:
    position = at(f"y d - 1 {rested} 2,1,1,1 9", SEVEN_WITHOUT_A1, REST)
    assert set(position.play("L2").steps) == steps


@pytest.mark.covers(27, 53)
@pytest.mark.parametrize("face", ["L1", "R1", "L2", "R2"])
def test_a_turn_ends_when_every_free_card_rests(face: str) -> None:
    position = at("y d - 1 a1+e5 2,1,1,1 9", SEVEN_WITHOUT_A1, REST)
    assert fields(position.play(face)) == "b c - 1 a1+e5 2,1,1,1 10"
    assert position.play("SW").steps == ("a1=e5",)


# Few free cards


@pytest.mark.covers(23, 26)
@pytest.mark.parametrize(
    ("face", "step"), [("L1", "e5<"), ("R1", "e5>"), ("L2", "e5<<"), ("R2", "e5>>")]
)
def test_a_single_free_card_must_be_turned_and_twice_only_by_a_half(face: str, step: str) -> None:
    after = at("r d - 1 - 1,1,1,1 9", EIGHT, FOUR).play(face)
    assert after.steps == (step,)
    assert fields(after.play(step)) == "y c - 1 - 1,1,1,1 10"


@pytest.mark.covers(27)
def test_a_single_free_card_cannot_be_swapped() -> None:
    after = at("r d - 1 - 1,1,1,1 9", EIGHT, FOUR).play("SW")
    assert (blocks(after), fields(after)) == (EIGHT, "y c - 1 - 1,1,1,1 10")


@pytest.mark.covers(5, 24)
def test_of_four_free_cards_any_two_can_be_swapped() -> None:
    after = at("r d - 1 - 1,2,1,1 9", SEVEN_WITHOUT_A4, FOUR).play("SW")
    assert set(after.steps) == {"a4=a5", "a4=b5", "a4=e5", "a5=b5", "a5=e5", "b5=e5"}


@pytest.mark.covers(27)
@pytest.mark.parametrize("throw", ["1", "2"])
@pytest.mark.parametrize("face", ["L1", "R1", "L2", "R2", "SW"])
def test_on_the_stuck_board_the_turn_ends(face: str, throw: str) -> None:
    after = at(f"* d - {throw} - 1,1,0,1 5", STUCK, SOLO).play(face)
    assert (blocks(after), fields(after)) == (STUCK, "* c - 1 - 1,1,0,1 6")


@pytest.mark.covers(28)
def test_anti_blok_opens_the_stuck_board() -> None:
    after = at("* d - 1 - 1,1,0,1 5", STUCK, SOLO).play("AB").play("-d4")
    assert fields(after) == "* d - 2 - 1,1,1,1 5"
    assert after.play("L1").steps == ("e5<",)


@pytest.mark.covers(27, 41)
def test_a_turn_that_could_not_be_followed_counts_for_the_turn_limit() -> None:
    ten_turns = spielwerk.game("blockit", players=4, blocks=3, turn_limit=10)
    after = at("r d - 1 - 1,1,1,1 9", EIGHT, ten_turns).play("SW")
    assert (after.over, after.winner, after.scores) == (True, None, (2, 2, 2, 2))


@pytest.mark.covers(38)
def test_the_turn_ends_when_the_first_card_has_locked_all_others() -> None:
    without_a4 = STUCK.replace("a4y ", "")
    position = at("* a L2 1 - 1,2,0,1 5", without_a4, SOLO, a5=A5_TURNED_RIGHT)
    assert set(position.steps) == {"a4<", "a4<<", "a5<", "a5<<", "b5<", "b5<<"}
    after = position.play("a5<")
    assert (blocks(after), fields(after)) == (STUCK, "* c - 1 - 1,1,0,1 6")


# Solo


@pytest.mark.covers(3, 4, 56)
def test_a_solo_player_may_claim_squares_of_all_colours() -> None:
    position = at("* c - 1 - 3,3,3,3 0", "", SOLO)
    assert (position.player, len(position.steps)) == (0, 17)
    assert set(position.steps) == claims(" ".join(CROSSINGS))


@pytest.mark.covers(3, 4)
@pytest.mark.parametrize("card", CARDS)
def test_turning_a_card_breaks_the_squares_that_it_touches(card: str) -> None:
    file, rank = ord(card[0]), int(card[1])
    touched = {f"{chr(f)}{r}" for f in (file - 1, file) for r in (rank - 1, rank)}
    after = at("* a L1 1 - 3,3,3,3 0", "", SOLO).play(f"{card}<")
    assert blocks(after) == ""
    assert set(after.steps) == claims(" ".join(set(CROSSINGS) - touched))


@pytest.mark.covers(14, 56, 63)
@pytest.mark.parametrize(
    ("step", "block", "left"),
    [
        ("!a1", "a1r", "2,3,3,3"),
        ("!c3", "c3y", "3,2,3,3"),
        ("!d4", "d4b", "3,3,2,3"),
        ("!b2", "b2k", "3,3,3,2"),
    ],
)
def test_a_solo_claim_takes_a_block_of_the_square_s_colour(
    step: str, block: str, left: str
) -> None:
    after = at("* c - 1 - 3,3,3,3 6", "", SOLO).play(step)
    assert (blocks(after), fields(after)) == (block, f"* c - 1 - {left} 6")
    assert after.scores == (1,)


@pytest.mark.covers(34, 36, 56)
def test_new_squares_of_all_colours_are_blocked_at_once() -> None:
    after = at("* a L1 1 - 3,3,3,3 6", "", SOLO, b2=B2_TURNED_RIGHT).play("b2<")
    assert (blocks(after), fields(after)) == ("a1r a2y b1b b2k", "* c - 1 - 2,2,2,2 7")
    assert after.scores == (4,)


@pytest.mark.covers(57)
def test_a_colour_without_blocks_left_is_neither_claimed_nor_blocked() -> None:
    red = "a3r c2r c4r"
    other_squares = " ".join(COLOURS[colour] for colour in "ybk")
    position = at("* c - 1 - 0,3,3,3 6", red, SOLO)
    assert set(position.steps) == claims(other_squares)
    assert not position.over
    after = at("* a L1 1 - 0,3,3,3 6", red, SOLO, b2=B2_TURNED_RIGHT).play("b2<")
    assert (blocks(after), fields(after)) == ("a2y a3r b1b b2k c2r c4r", "* c - 1 - 0,2,2,2 7")


@pytest.mark.covers(57, 60, 63)
@pytest.mark.parametrize("game", [SOLO, TIME])
def test_solo_play_ends_with_the_twelfth_block(game: spielwerk.Game) -> None:
    claim = at("* c - 1 - 0,0,1,0 8", ELEVEN, game)
    turning = at("* a L1 1 - 0,0,1,0 8", ELEVEN, game, e5=E5_TURNED_RIGHT)
    assert set(claim.steps) == claims("d2 d4")
    assert (claim.over, claim.scores) == (False, (11,))
    for after in (claim.play("!d4"), turning.play("e5<")):
        assert (after.over, after.player, after.steps) == (True, None, ())
        assert (blocks(after), fields(after)) == (f"{ELEVEN} d4b", "* d - 1 - 0,0,0,0 9")
        assert (after.returns, after.scores) == ((0.0,), (12,))
        assert game.position(after.text).over


@pytest.mark.covers(60, 77)
@pytest.mark.parametrize(
    "left", ["1,0,0,0", "0,1,0,0", "0,0,1,0", "0,0,0,1", "1,1,0,0", "0,1,1,0", "0,0,1,1", "1,0,0,1"]
)
def test_solo_play_goes_on_while_any_colour_has_a_block_left(left: str) -> None:
    position = at(f"* a L1 1 - {left} 8", "", SOLO)
    assert not position.over
    assert not position.play("c4<").over


@pytest.mark.covers(45, 58, 63)
def test_twenty_turns_end_solo_play() -> None:
    assert not at("* a L1 1 - 2,3,3,2 18", "a1r d1k", SOLO).play("c4<").over
    after = at("* a L1 1 - 2,3,3,2 19", "a1r d1k", SOLO).play("c4<")
    assert (after.over, after.player, after.steps) == (True, None, ())
    assert fields(after) == "* c - 1 - 2,3,3,2 20"
    assert (after.returns, after.scores) == ((0.0,), (2,))
    assert SOLO.position(after.text).over


@pytest.mark.covers(58)
@pytest.mark.parametrize("number", [5, 30])
def test_the_number_of_turns_can_be_chosen(number: int) -> None:
    game = spielwerk.game("blockit", solo="turns", turns=number)
    assert not at(f"* a L1 1 - 3,3,3,3 {number - 2}", "", game).play("c4<").over
    assert at(f"* a L1 1 - 3,3,3,3 {number - 1}", "", game).play("c4<").over


@pytest.mark.covers(55, 59)
@pytest.mark.parametrize("finished", [19, 199, 20000])
def test_play_against_time_has_no_last_turn(finished: int) -> None:
    after = at(f"* a L1 1 - 2,3,3,3 {finished}", "a1r", TIME).play("c4<")
    assert (after.over, after.returns, after.scores) == (False, (0.0,), (1,))
    assert fields(after) == f"* c - 1 - 2,3,3,3 {finished + 1}"


@pytest.mark.covers(59, 62, 64)
@pytest.mark.parametrize(
    ("options", "left", "score"),
    [
        ({"solo": "turns"}, "3,3,3,3", 0),
        ({"solo": "time"}, "3,3,3,3", 0),
        ({"solo": "race", "colour": "r"}, "3,0,0,0", 10),
    ],
)
def test_a_turn_limit_that_is_given_holds_in_all_solo_play(
    options: dict[str, object], left: str, score: int
) -> None:
    game = spielwerk.game("blockit", turn_limit=10, **options)
    assert not at(f"* a L1 1 - {left} 8", "", game).play("c4<").over
    after = at(f"* a L1 1 - {left} 9", "", game).play("c4<")
    assert (after.over, after.returns, after.scores) == (True, (0.0,), (score,))


@pytest.mark.covers(62)
def test_the_turn_limit_comes_before_the_number_of_turns_only_if_it_is_lower() -> None:
    game = spielwerk.game("blockit", solo="turns", turns=300)
    assert not at("* a L1 1 - 3,3,3,3 198", "", game).play("c4<").over
    assert at("* a L1 1 - 3,3,3,3 199", "", game).play("c4<").over


@pytest.mark.covers(61, 62, 64)
def test_a_race_is_ended_by_the_turn_limit_of_200() -> None:
    race = spielwerk.game("blockit", solo="race", colour="k")
    for finished in (19, 198):
        assert not at(f"* a L1 1 - 0,0,0,1 {finished}", "b2k b4k", race).play("c1<").over
    after = at("* a L1 1 - 0,0,0,1 199", "b2k b4k", race).play("d5<")
    assert (after.over, after.returns, after.scores) == (True, (0.0,), (200,))


@pytest.mark.covers(61, 75)
@pytest.mark.parametrize("colour", "rybk")
def test_a_race_is_run_in_one_colour(colour: str) -> None:
    game = spielwerk.game("blockit", solo="race", colour=colour)
    left = [3 if c == colour else 0 for c in "rybk"]
    written = ",".join(map(str, left))
    assert set(at(f"* c - 1 - {written} 0", "", game).steps) == claims(COLOURS[colour])
    after = at(f"* a L1 1 - {written} 0", "", game, b2=B2_TURNED_RIGHT).play("b2<")
    assert blocks(after) == {"r": "a1r", "y": "a2y", "b": "b1b", "k": "b2k"}[colour]
    assert fields(after) == f"* c - 1 - {written.replace('3', '2')} 1"
    assert not after.over


@pytest.mark.covers(61, 63, 64)
def test_a_race_ends_with_the_third_block_and_the_turn_counts() -> None:
    race = spielwerk.game("blockit", solo="race", colour="b")
    claim = at("* c - 1 - 0,0,1,0 8", "b1b b3b", race)
    turning = at("* a L1 1 - 0,0,1,0 8", "b1b b3b", race, e5=E5_TURNED_RIGHT)
    assert (claim.over, claim.scores) == (False, (8,))
    for after in (claim.play("!d4"), turning.play("e5<")):
        assert (after.over, after.player, after.steps) == (True, None, ())
        assert (blocks(after), fields(after)) == ("b1b b3b d4b", "* d - 1 - 0,0,0,0 9")
        assert (after.returns, after.scores) == ((0.0,), (9,))
        assert race.position(after.text).over
