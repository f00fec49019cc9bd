"""Block It! by the book: the claim, the die, locked cards, Anti-Blok."""

from itertools import combinations

import pytest

from spielwerk import IllegalStep, UnreadableStep
from tests.rules.blockit_boards import (
    CARDS,
    E1_TURNED_RIGHT,
    FACES,
    SQUARES,
    at,
    blocks,
    cards,
    fields,
    turns,
)

# The claim


@pytest.mark.covers(4, 13, 14, 16)
def test_a_turn_begins_with_the_choice_of_own_squares_to_claim() -> None:
    red, yellow = at("r c - 1 - 3,3 4"), at("y c - 1 - 3,3 5")
    assert (red.player, set(red.steps)) == (0, {"!a1", "!a4", "!d1", "roll"})
    assert (yellow.player, set(yellow.steps)) == (1, {"!b2", "!b4", "!d4", "roll"})
    assert red.chance is None


@pytest.mark.covers(14, 15)
def test_a_claim_puts_an_own_block_there_and_more_may_follow() -> None:
    after = at("r c - 1 - 3,3 4").play("!a4")
    assert (blocks(after), fields(after)) == ("a4r", "r c - 1 - 2,3 4")
    assert set(after.steps) == {"!a1", "!d1", "roll"}
    assert cards(after) == SQUARES


@pytest.mark.covers(15)
def test_the_die_follows_when_nothing_is_left_to_claim() -> None:
    after = at("r c - 1 - 2,3 4", "a1r", e1=E1_TURNED_RIGHT).play("!a4")
    assert (blocks(after), fields(after)) == ("a1r a4r", "r d - 1 - 1,3 4")
    assert after.player is None


@pytest.mark.covers(14, 80)
@pytest.mark.parametrize("step", ["!b2", "!c3", "!a2", "!a1", "-a1", "keep", "L1", "c1<", "a2=c1"])
def test_nothing_but_an_open_own_square_can_be_claimed(step: str) -> None:
    with pytest.raises(IllegalStep) as refusal:
        at("r c - 1 - 2,3 4", "a1r").play(step)
    assert not isinstance(refusal.value, UnreadableStep)


@pytest.mark.covers(16, 35)
def test_a_square_that_was_not_claimed_gets_no_block_in_that_turn() -> None:
    rolled = at("r c - 1 - 3,3 4").play("roll")
    assert (blocks(rolled), fields(rolled)) == ("", "r d - 1 - 3,3 4")
    after = rolled.play("L1").play("c1<")
    assert (blocks(after), fields(after)) == ("", "y c - 1 - 3,3 5")


@pytest.mark.covers(13, 17)
def test_a_square_can_be_claimed_later_if_it_lasts() -> None:
    yellow = at("y a L1 1 - 3,3 1")
    assert set(yellow.play("c1<").steps) == {"!a1", "!a4", "!d1", "roll"}
    assert set(yellow.play("b1<").steps) == {"!a4", "!d1", "roll"}


@pytest.mark.covers(13)
def test_without_a_square_to_claim_a_turn_begins_with_the_die() -> None:
    yellow = at("y a L1 1 - 1,3 1", "a1r a4r", e1=E1_TURNED_RIGHT)
    after = yellow.play("c1<")
    assert (fields(after), set(after.steps)) == ("r d - 1 - 1,3 2", FACES)
    with pytest.raises(IllegalStep):
        after.play("roll")


# The die


@pytest.mark.covers(12, 18)
@pytest.mark.parametrize("throw", ["1", "2"])
def test_the_die_is_thrown_by_nobody_and_its_faces_are_equally_likely(throw: str) -> None:
    position = at(f"r d - {throw} - 3,3 0")
    assert position.player is None
    assert len(position.steps) == 6
    assert position.chance is not None
    assert dict(position.chance) == pytest.approx(dict.fromkeys(FACES, 1 / 6))


@pytest.mark.covers(18, 31, 72, 73)
@pytest.mark.parametrize("throw", ["1", "2"])
@pytest.mark.parametrize("face", ["L1", "R1", "L2", "R2", "SW"])
def test_the_player_follows_the_die(face: str, throw: str) -> None:
    after = at(f"y d - {throw} - 3,3 6").play(face)
    assert fields(after) == f"y a {face} {throw} - 3,3 6"
    assert (after.player, after.chance) == (1, None)


@pytest.mark.covers(1, 25, 26)
@pytest.mark.parametrize(
    ("face", "steps"),
    [
        ("L1", turns("<")),
        ("R1", turns(">")),
        ("L2", turns("<") | turns("<<")),
        ("R2", turns(">") | turns(">>")),
        ("SW", {f"{one}={other}" for one, other in combinations(CARDS, 2)}),
    ],
)
def test_without_blocks_any_card_can_be_chosen_and_one_must_be(face: str, steps: set[str]) -> None:
    position = at(f"r a {face} 1 - 3,3 0")
    assert len(position.steps) == len(steps)
    assert set(position.steps) == steps


@pytest.mark.covers(2, 19, 20, 21)
@pytest.mark.parametrize(
    ("face", "step", "turned"),
    [("L1", "c1<", "bkry"), ("R1", "c1>", "rybk"), ("L2", "c1<<", "kryb"), ("R2", "c1>>", "kryb")],
)
def test_one_card_is_turned_and_the_turn_is_over(face: str, step: str, turned: str) -> None:
    assert SQUARES["c1"] == "ybkr"
    after = at(f"r a {face} 1 - 3,3 7").play(step)
    assert cards(after) == SQUARES | {"c1": turned}
    assert (blocks(after), fields(after)) == ("", "y c - 1 - 3,3 8")


@pytest.mark.covers(22, 71, 74)
@pytest.mark.parametrize(
    ("face", "mark", "first", "second"), [("L2", "<", "bkry", "bkry"), ("R2", ">", "rybk", "rybk")]
)
def test_two_cards_are_turned_one_after_the_other(
    face: str, mark: str, first: str, second: str
) -> None:
    assert SQUARES["c1"] == SQUARES["e3"] == "ybkr"
    between = at(f"r a {face} 2 - 3,3 7").play(f"c1{mark}")
    assert cards(between) == SQUARES | {"c1": first}
    assert (between.player, fields(between)) == (0, f"r b {face} 2 c1 3,3 7")
    assert set(between.steps) == turns(mark, "c1")
    after = between.play(f"e3{mark}")
    assert cards(after) == SQUARES | {"c1": first, "e3": second}
    assert fields(after) == "y c - 1 - 3,3 8"


@pytest.mark.covers(24)
def test_two_cards_trade_places_and_keep_their_orientation() -> None:
    after = at("r a SW 1 - 3,3 7").play("c1=d5")
    assert cards(after) == SQUARES | {"c1": "kbyr", "d5": "ybkr"}
    assert (blocks(after), fields(after)) == ("", "y c - 1 - 3,3 8")


@pytest.mark.covers(24)
@pytest.mark.parametrize("step", ["c3=a1", "b1=a5", "a2=a1", "c3=c3", "c1<", "roll"])
def test_a_swap_names_two_cards_the_earlier_one_first(step: str) -> None:
    position = at("r a SW 1 - 3,3 7")
    assert "a5=b1" in position.steps
    with pytest.raises(IllegalStep):
        position.play(step)


@pytest.mark.covers(80)
@pytest.mark.parametrize("step", ["", "f1<", "a6<", "c1<<<", "c1<>", "C1<", "c1", " c1<", "L3"])
def test_what_is_no_token_is_unreadable(step: str) -> None:
    with pytest.raises(UnreadableStep):
        at("r a L2 1 - 3,3 0").play(step)


@pytest.mark.covers(26, 80)
@pytest.mark.parametrize("step", ["c1>", "c1<<", "c1=d1", "keep", "roll", "L1", "!a1"])
def test_no_other_step_follows_the_die(step: str) -> None:
    with pytest.raises(IllegalStep) as refusal:
        at("r a L1 1 - 3,3 0").play(step)
    assert not isinstance(refusal.value, UnreadableStep)


# Locked cards


@pytest.mark.covers(3, 5, 25)
@pytest.mark.parametrize(
    ("block", "locked"),
    [
        ("a1r", ["a1", "b1", "a2", "b2"]),
        ("a4r", ["a4", "b4", "a5", "b5"]),
        ("d1r", ["d1", "e1", "d2", "e2"]),
        ("b2y", ["b2", "c2", "b3", "c3"]),
        ("d4y", ["d4", "e4", "d5", "e5"]),
    ],
)
def test_a_block_locks_its_four_cards_for_everybody(block: str, locked: list[str]) -> None:
    left = "2,3" if block.endswith("r") else "3,2"
    for player in "ry":
        assert set(at(f"{player} a L1 1 - {left} 2", block).steps) == turns("<", *locked)
        half_or_quarter = turns(">", *locked) | turns(">>", *locked)
        assert set(at(f"{player} a R2 1 - {left} 2", block).steps) == half_or_quarter
        assert set(at(f"{player} b R2 1 e3 {left} 2", block).steps) == turns(">", *locked, "e3")


@pytest.mark.covers(5, 24)
def test_a_locked_card_is_not_swapped_but_cards_on_both_sides_of_it_are() -> None:
    free = [card for card in CARDS if card not in {"a1", "b1", "a2", "b2", "c2", "b3", "c3"}]
    position = at("r a SW 1 - 2,2 2", "a1r b2y")
    assert set(position.steps) == {f"{one}={other}" for one, other in combinations(free, 2)}
    after = position.play("a3=c1")
    assert (cards(after)["a3"], cards(after)["c1"]) == ("ybkr", "rbky")


@pytest.mark.covers(6, 28)
@pytest.mark.parametrize(
    ("step", "locked"), [("-a1", ["b2", "c2", "b3", "c3"]), ("-b2", ["a1", "b1", "a2", "b2"])]
)
def test_a_card_under_two_blocks_stays_locked_when_one_goes(step: str, locked: list[str]) -> None:
    after = at("r u AB 1 - 2,2 2", "a1r b2y").play(step).play("L1")
    assert set(after.steps) == turns("<", *locked)


# Anti-Blok


@pytest.mark.covers(28, 29)
def test_anti_blok_offers_every_block_on_the_board_or_none() -> None:
    after = at("y d - 1 - 1,2 5", "a1r a4r b2y").play("AB")
    assert (after.player, fields(after)) == (1, "y u AB 1 - 1,2 5")
    assert set(after.steps) == {"-a1", "-a4", "-b2", "keep"}


@pytest.mark.covers(28, 31)
@pytest.mark.parametrize(
    ("step", "still", "left"),
    [("-a1", "a4r b2y", "2,2"), ("-b2", "a1r a4r", "1,3"), ("keep", "a1r a4r b2y", "1,2")],
)
def test_a_block_goes_back_to_its_owner_and_the_die_is_thrown_again(
    step: str, still: str, left: str
) -> None:
    after = at("r u AB 1 - 1,2 5", "a1r a4r b2y").play(step)
    assert (blocks(after), fields(after)) == (still, f"r d - 2 - {left} 5")
    assert (after.player, set(after.steps)) == (None, FACES)
    assert cards(after) == SQUARES


@pytest.mark.covers(30, 31)
def test_anti_blok_without_blocks_is_just_a_second_throw() -> None:
    after = at("r d - 1 - 3,3 5").play("AB")
    assert (after.player, fields(after)) == (None, "r d - 2 - 3,3 5")


@pytest.mark.covers(32)
@pytest.mark.parametrize(("standing", "left"), [("", "3,3"), ("a1r b2y", "2,2")])
def test_anti_blok_for_the_second_time_ends_the_turn(standing: str, left: str) -> None:
    after = at(f"r d - 2 - {left} 5", standing).play("AB")
    assert (blocks(after), fields(after)) == (standing, f"y c - 1 - {left} 6")


@pytest.mark.covers(33, 35)
def test_an_uncovered_square_is_claimed_in_a_later_turn_not_before() -> None:
    thrown = at("r u AB 1 - 2,3 5", "a1r").play("-a1").play("L1")
    after = thrown.play("c1<")
    assert (blocks(after), fields(after)) == ("", "y c - 1 - 3,3 6")
    again = after.play("roll").play("L1").play("c1<")
    assert "!a1" in again.steps
