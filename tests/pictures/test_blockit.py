"""Block It! in pictures and words: what to touch, what moves, what is said."""

from __future__ import annotations

import pytest

import spielwerk
from spielwerk.pictures.picture import Motion, Piece, View
from tests.rules.blockit_boards import SOLO, SQUARES, TWO, at

PICTURE = TWO.find_picture()
RESTING = spielwerk.game("blockit", rest=True)
RACE = spielwerk.game("blockit", solo="race", colour="b")
FOUR = spielwerk.game("blockit", players=4, blocks=3)
A1_TURNED_RIGHT = "kbry"
EIGHT = "a1r a2y a4y b1b b3b c4r d1k d3k"
"""Blocks that leave only e5 free."""
BACK = Motion("die", "die", look="die-")


def turn(card: str, quarters: int) -> Motion:
    return Motion(f"card.{card}", f"card.{card}", "turn", turn=quarters)


def thrown(face: str) -> Motion:
    return Motion("die", "die", "thrown", look=f"die-{face}")


def names(position: spielwerk.Position) -> dict[str, str]:
    places = PICTURE.places(position, PICTURE.pieces(position), View())
    return {place.id: str(place.name) for place in places}


# What to touch


def test_a_square_is_claimed_at_its_crossing_and_the_die_goes_on() -> None:
    assert at("r c - 1 - 3,3 4").touches == {
        ("crossing-a1",): "!a1",
        ("crossing-a4",): "!a4",
        ("crossing-d1",): "!d1",
        ("die",): "roll",
    }


def test_a_throw_is_touched_at_its_face() -> None:
    faces = ("L1", "R1", "L2", "R2", "SW", "AB")
    assert at("r d - 1 - 3,3 4").touches == {(face,): face for face in faces}


@pytest.mark.parametrize(
    ("fields", "touched", "step"),
    [
        ("r a L1 1 - 3,3 4", ("c3",), "c3<"),
        ("r a R1 1 - 3,3 4", ("c3",), "c3>"),
        ("r a L2 1 - 3,3 4", ("c3", "quarter"), "c3<"),
        ("r a L2 1 - 3,3 4", ("c3", "half"), "c3<<"),
        ("r a R2 1 - 3,3 4", ("c3", "quarter"), "c3>"),
        ("r a R2 1 - 3,3 4", ("c3", "half"), "c3>>"),
        ("r b L2 1 e3 3,3 4", ("c3",), "c3<"),
        ("r a SW 1 - 3,3 4", ("a1", "c3"), "a1=c3"),
        ("r a SW 1 - 3,3 4", ("c3", "a1"), "a1=c3"),
    ],
)
def test_cards_are_touched_and_a_button_says_how_far(
    fields: str, touched: tuple[str, ...], step: str
) -> None:
    assert at(fields).touches[touched] == step


def test_a_block_is_given_back_at_its_crossing_or_all_are_kept() -> None:
    position = at("r u AB 1 - 2,2 4", "a1r b2y")
    assert position.touches == {
        ("crossing-a1",): "-a1",
        ("crossing-b2",): "-b2",
        ("keep",): "keep",
    }


def test_a_crossing_lies_above_the_corners_of_its_cards() -> None:
    position = at("r d - 1 - 3,3 4")
    places = PICTURE.places(position, PICTURE.pieces(position), View())
    centres = {place.id: place.centre for place in places}
    (x, y), (right, up) = centres["b2"], centres["c3"]
    assert centres["crossing-b2"] == ((x + right) / 2, (y + up) / 2)
    assert list(centres).index("crossing-a1") > list(centres).index("e5")


# What moves


def test_a_card_lies_as_its_order_turned() -> None:
    pieces = PICTURE.pieces(at("r d - 1 - 3,3 4", a1="ybkr", c1="rykb"))
    assert pieces["card.a1"] == Piece("rybk", 3)
    assert pieces["card.c1"] == Piece("rykb", 0)


@pytest.mark.parametrize(
    ("face", "step", "quarters"), [("L1", "c1<", -1), ("R1", "c1>", 1), ("L2", "c1<<", -2)]
)
def test_a_card_turns_and_the_die_is_taken_up(face: str, step: str, quarters: int) -> None:
    assert at(f"r a {face} 1 - 3,3 4").motions(step) == ((turn("c1", quarters), BACK),)


def test_the_die_lies_until_the_second_card_is_turned() -> None:
    first = at("r a R2 1 - 3,3 4")
    assert first.motions("c1>") == ((turn("c1", 1),),)
    assert first.play("c1>").motions("e3>") == ((turn("e3", 1), BACK),)


def test_two_cards_trade_places_at_the_same_time() -> None:
    swapped = (Motion("card.c1", "card.d5"), Motion("card.d5", "card.c1"), BACK)
    assert at("r a SW 1 - 3,3 4").motions("c1=d5") == (swapped,)


def test_a_new_square_gets_its_block_after_the_turning() -> None:
    position = at("r a L1 1 - 3,3 4", a1=A1_TURNED_RIGHT)
    assert position.motions("a1<") == ((turn("a1", -1),), (Motion("red.3", "block.a1"), BACK))
    assert position.motions("c1<") == ((turn("c1", -1), BACK),)


def test_a_square_of_somebody_else_gets_none() -> None:
    position = at("y a L1 1 - 3,3 4", a1=A1_TURNED_RIGHT)
    assert position.motions("a1<") == ((turn("a1", -1), BACK),)


def test_two_new_squares_get_their_blocks_in_order() -> None:
    position = at("r a SW 1 - 3,3 7", a5=SQUARES["e1"], e1=SQUARES["a5"])
    assert position.motions("a5=e1") == (
        (Motion("card.a5", "card.e1"), Motion("card.e1", "card.a5")),
        (Motion("red.3", "block.a4"), Motion("red.2", "block.d1"), BACK),
    )


def test_a_new_square_of_the_first_of_two_cards_leaves_the_die() -> None:
    position = at("r a L2 1 - 3,3 4", a1=A1_TURNED_RIGHT)
    assert position.motions("a1<") == ((turn("a1", -1),), (Motion("red.3", "block.a1"),))


def test_a_claim_moves_a_block_and_rolling_moves_nothing_yet() -> None:
    position = at("r c - 1 - 2,3 4", "a1r")
    assert position.motions("!a4") == ((Motion("red.2", "block.a4"),),)
    assert position.motions("roll") == ()


def test_a_block_given_back_goes_to_its_owners_supply() -> None:
    position = at("r u AB 1 - 2,2 4", "a1r b2y")
    assert position.motions("-b2") == ((Motion("block.b2", "yellow.3"), BACK),)
    assert position.motions("keep") == ((BACK,),)


def test_the_die_is_thrown_and_stays_while_there_is_something_to_do() -> None:
    assert at("r d - 1 - 3,3 4").motions("L2") == ((thrown("L2"),),)
    assert at("r d - 1 - 2,3 4", "a1r").motions("AB") == ((thrown("AB"),),)
    assert at("r d - 1 - 3,3 4").motions("AB") == ((thrown("AB"),), (BACK,))
    assert at("r d - 2 - 2,3 4", "a1r").motions("AB") == ((thrown("AB"),), (BACK,))


# Names of places


def test_a_card_is_named_by_its_colours_and_says_why_it_is_stuck() -> None:
    named = names(at("r a L1 1 c1 2,3 4", "a1r", RESTING))
    assert named["e3"] == "Card e3: yellow, blue, black, red"
    assert named["c1"] == "Card c1, resting: yellow, blue, black, red"
    assert named["b2"] == "Card b2, locked: black, yellow, blue, red"


def test_the_first_of_two_cards_rests_until_the_second_is_turned() -> None:
    assert names(at("r b L2 1 e3 3,3 4"))["e3"].startswith("Card e3, resting")


def test_a_crossing_is_named_by_its_block_or_square() -> None:
    named = names(at("r d - 1 - 2,3 4", "a1r"))
    assert named["crossing-a1"] == "Crossing a1, red block"
    assert named["crossing-b2"] == "Crossing b2, yellow square"
    assert named["crossing-c3"] == "Crossing c3, blue square"
    assert named["crossing-c1"] == "Crossing c1"


def test_die_and_buttons_have_names() -> None:
    named = names(at("r a SW 1 - 3,3 4"))
    assert named["die"] == "Die: swap two cards"
    assert named["L2"] == "Face of the die: two quarter turns left"
    assert named["half"] == "Turn by a half"
    assert named["keep"] == "Leave the blocks"
    assert names(at("r d - 1 - 3,3 4"))["die"] == "Die, not thrown"


# What is said


@pytest.mark.parametrize(
    ("fields", "step", "told"),
    [
        ("r c - 1 - 3,3 4", "!a4", "Red claims crossing a4."),
        ("y c - 1 - 3,3 4", "roll", "Yellow throws the die."),
        ("r d - 1 - 3,3 4", "L2", "The die asks for two quarter turns left."),
        ("r d - 1 - 3,3 4", "AB", "The die shows Anti-Blok. The die is thrown again."),
        (
            "r d - 2 - 3,3 4",
            "AB",
            "The die shows Anti-Blok. Anti-Blok for the second time: the turn ends.",
        ),
        ("r a L1 1 - 3,3 4", "c1<", "Red turns c1 left by a quarter."),
        ("y a R2 1 - 3,3 4", "c1>>", "Yellow turns c1 right by a half."),
        ("r a SW 1 - 3,3 4", "c1=d5", "Red swaps c1 and d5."),
    ],
)
def test_a_step_is_told(fields: str, step: str, told: str) -> None:
    assert at(fields).tell(step) == told


def test_blocks_that_go_back_or_stay_are_told() -> None:
    position = at("r u AB 1 - 2,2 4", "a1r b2y")
    assert position.tell("-b2") == "Red takes the yellow block off crossing b2."
    assert position.tell("keep") == "Red leaves the blocks."


def test_a_throw_that_cannot_be_followed_is_told() -> None:
    position = at("r d - 1 - 1,1,1,1 9", EIGHT, FOUR)
    assert position.tell("SW") == "The die asks for a swap. Nothing can be done: the turn ends."
    assert position.tell("L1") == "The die asks for a quarter turn left."
    assert position.motions("SW") == ((thrown("SW"),), (BACK,))


def test_new_blocks_and_the_end_are_told() -> None:
    won = at("r a L1 1 - 1,3 4", "a4r d1r", a1=A1_TURNED_RIGHT)
    told = "Red turns a1 left by a quarter. A red block goes on crossing a1. Red wins."
    assert won.tell("a1<") == told


def test_solo_play_ends_with_what_was_reached() -> None:
    last = at("* a L1 1 - 3,3,3,3 19", "", SOLO)
    assert last.tell("c1<") == (
        "The player turns c1 left by a quarter. The game ends. Blocks on the board: 0."
    )


def test_a_race_ends_with_its_turns_and_all_its_blocks() -> None:
    last = at("* c - 1 - 0,0,1,0 5", "a1b a2b", RACE)
    assert last.tell("!c3") == ("The player claims crossing c3. The game ends. Turns: 6.")
    assert PICTURE.won(last) == ()
    assert PICTURE.won(last.play("!c3")) == ("crossing-a1", "crossing-a2", "crossing-c3")


def test_a_position_is_described() -> None:
    told = at("r b L2 1 e3 2,3 4", "a1r").describe()
    assert told.startswith(
        "Red turns a second card left by a quarter."
        " Red: blocks on the board: 1 (a1); left: 2; open squares: a4, d1."
        " Yellow: blocks on the board: 0 (–); left: 3; open squares: b2, b4, d4."
        " Locked cards: a1, a2, b1, b2. Already turned: e3."
        " Cards, each clockwise from the north-west: a1 blue red yellow black, a2 "
    )


def test_a_solo_position_counts_turns() -> None:
    told = at("* a L1 1 - 3,3,3,3 7", "", SOLO).describe()
    assert told.startswith("The player turns a card left by a quarter. Turns: 7 of 20.")


# What is marked


def test_the_winners_blocks_have_won() -> None:
    before = at("r a L1 1 - 1,2 4", "a4r d1r b2y", a1=A1_TURNED_RIGHT)
    assert PICTURE.won(before) == ()
    assert PICTURE.won(before.play("c1<")) == ()
    assert PICTURE.won(before.play("a1<")) == ("crossing-a1", "crossing-a4", "crossing-d1")


def test_the_last_steps_are_those_by_hand_and_the_throw() -> None:
    after = at("r c - 1 - 3,3 4").play("!a4").play("roll")
    assert PICTURE.last(after) == ("crossing-a4",)
    assert PICTURE.last(after.play("L1")) == ("crossing-a4", "L1")
    assert PICTURE.last(after.play("L1").play("c1<")) == ()


def test_cards_moved_last_have_a_halo_until_the_next_are() -> None:
    halo = View().colours.last
    before = at("r a L2 1 - 3,3 4")
    one = before.play("c1<")
    both = one.play("e3<")
    counts = [position.svg().count(halo) for position in (before, one, both)]
    assert counts == [0, 1, 2]
    assert both.svg(last=False).count(halo) == 0


def test_a_lock_and_a_pause_are_drawn_on_cards_that_are_stuck() -> None:
    text = at("r a L1 1 c1 2,3 4", "a1r", RESTING).svg()
    assert text.count('href="#blockit-lock"') == 4
    assert text.count('href="#blockit-pause"') == 1


def test_solo_play_shows_all_colours_and_a_race_the_blocks_of_one() -> None:
    third = {f"{colour}.3" for colour in ("red", "yellow", "blue", "black")}
    assert PICTURE.pieces(SOLO.start(1)).keys() & third == third
    assert PICTURE.pieces(RACE.start(1)).keys() & third == {"blue.3"}
