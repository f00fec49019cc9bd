"""KIPP4: rows, players who cannot act, repetition, the turn limit, and who wins by them."""

from itertools import combinations

import pytest

import spielwerk
from tests.rules.kipp4_boards import KIPP4, PARTNER, POSITIONS, text

ROWS = [
    # along the ranks and the files
    *("a6 c6 e6 g6", "a4 c4 e4 g4", "a2 c2 e2 g2"),
    *("b1 b3 b5 b7", "d1 d3 d5 d7", "f1 f3 f5 f7"),
    # towards the north-east
    *("a4 b5 c6 d7", "d1 e2 f3 g4"),
    *("a2 b3 c4 d5", "b3 c4 d5 e6", "c4 d5 e6 f7"),
    *("b1 c2 d3 e4", "c2 d3 e4 f5", "d3 e4 f5 g6"),
    # towards the south-east
    *("a4 b3 c2 d1", "d7 e6 f5 g4"),
    *("a6 b5 c4 d3", "b5 c4 d3 e2", "c4 d3 e2 f1"),
    *("b7 c6 d5 e4", "c6 d5 e4 f3", "d5 e4 f3 g2"),
]


def wedges(row: str) -> str:
    """The other ends of the grooves of a row: with red marbles there, nothing rolls."""
    return " ".join({PARTNER[where] for where in row.split()} - set(row.split()))


# Rows


@pytest.mark.parametrize("row", ROWS)
@pytest.mark.covers(26, 27, 28, 36, 37)
def test_each_row_wins_for_its_colour_whoever_turns_the_board(row: str) -> None:
    for colour, returns in (("light", (1.0, -1.0)), ("dark", (-1.0, 1.0))):
        for fields in ("s l t 4,4 6", "s d t 4,4 7"):
            acted = KIPP4.position(text(fields, **{colour: row}, red=wedges(row)))
            assert not acted.over
            assert acted.returns == (0.0, 0.0)
            for quarters in ("r1", "r2", "r3"):
                turned = acted.play(quarters)
                assert turned.over
                assert turned.winner == returns.index(1.0)
                assert turned.returns == returns
                assert turned.player is None
                assert turned.steps == ()


@pytest.mark.parametrize("row", ROWS)
@pytest.mark.covers(26, 28)
def test_a_row_with_another_marble_in_it_wins_for_nobody(row: str) -> None:
    for other in row.split():
        own = row.replace(other, "")
        for board in ({"light": own, "dark": other}, {"dark": own, "light": other}):
            position = KIPP4.position(text("s l t 4,4 6", **board, red=wedges(row)))
            assert not any(position.play(quarters).over for quarters in position.steps)


@pytest.mark.covers(26)
def test_no_other_four_marbles_are_a_row() -> None:
    won = set()
    for four in combinations(POSITIONS, 4):
        marbles = " ".join(four)
        if KIPP4.position(text("s l a 4,4 6", light=marbles, red=wedges(marbles))).over:
            won.add(frozenset(four))
    assert won == {frozenset(row.split()) for row in ROWS}
    assert len(won) == 22


@pytest.mark.parametrize("row", ["b1 c2 d3 e4 f5", "c2 d3 e4 f5 g6", "a2 b3 c4 d5 e6 f7"])
@pytest.mark.covers(26)
def test_more_than_four_are_a_row_too(row: str) -> None:
    position = KIPP4.position(text("s d t 2,4 7", light=row, red=wedges(row)))
    assert position.play("r2").winner == 0


@pytest.mark.parametrize(
    ("act", "board"),
    [
        ("d5-e4", {"light": "a4 c4 g4 d5", "red": "b3 f3"}),
        ("-e4", {"light": "a4 c4 g4 f5", "red": "b3 f3 e4"}),
        ("+f7", {"light": "c4 d5 e6", "dark": "g6", "red": "b3"}),
    ],
)
@pytest.mark.covers(27)
def test_a_row_made_by_the_action_alone_does_not_win(act: str, board: dict[str, str]) -> None:
    acted = KIPP4.position(text("s l a 4,4 6", **board)).play(act)
    assert not acted.over
    assert acted.player == 0
    assert set(acted.steps) == {"r1", "r2", "r3"}
    # North the row breaks up.
    assert not acted.play("r2").over


@pytest.mark.covers(27)
def test_a_row_made_by_the_action_wins_if_it_lasts() -> None:
    acted = KIPP4.position(text("s l a 4,4 6", light="a4 c4 g4 d5", red="b3 f3")).play("d5-e4")
    assert acted.play("r3").winner == 0
    assert not acted.play("r1").over


@pytest.mark.parametrize("player", "ld")
@pytest.mark.covers(24, 26, 28)
def test_marbles_roll_into_a_row(player: str) -> None:
    # c6 and d5 stay, f5 rolls to e4 and g4 to f3 when south or west is low.
    turning = KIPP4.position(text(f"n {player} t 4,4 6", light="c6 d5 f5 g4"))
    assert turning.play("r1").winner == 0
    assert turning.play("r2").winner == 0
    assert not turning.play("r3").over


@pytest.mark.parametrize(("player", "winner"), [("l", 0), ("d", 1)])
@pytest.mark.covers(29)
def test_with_rows_of_both_colours_the_player_who_turned_wins(player: str, winner: int) -> None:
    board = {"light": "d7 e6 f5 g4", "dark": "a4 b3 c2 d1", "red": "e4 f3"}
    acted = KIPP4.position(text(f"s {player} t 4,4 6", **board))
    assert acted.play("r3").winner == winner


@pytest.mark.parametrize("player", "ld")
@pytest.mark.covers(30)
def test_a_red_row_counts_for_nobody(player: str) -> None:
    turned = KIPP4.position(text(f"n {player} t 8,8 6", red="c6 d5 f5 g4")).play("r2")
    assert turned.text.split()[0] == text("", red="c6 d5 e4 f3").strip()
    assert not turned.over


# A player who cannot act

# a6 can go to b5 only, and b7 belongs to its own groove.
STUCK = {"light": "a6", "dark": "a4 b5"}
MIRRORED = {"dark": "a6", "light": "a4 b5"}


@pytest.mark.covers(31, 36, 37, 47)
def test_a_player_who_cannot_act_has_lost() -> None:
    light = KIPP4.position(text("s l a 0,4 6", **STUCK))
    assert light.over
    assert light.winner == 1
    assert light.returns == (-1.0, 1.0)
    assert light.player is None
    assert light.steps == ()
    dark = KIPP4.position(text("s d a 4,0 7", **MIRRORED))
    assert dark.winner == 0
    assert dark.returns == (1.0, -1.0)


@pytest.mark.parametrize(
    ("fields", "board", "steps"),
    [
        ("s l a 1,4 6", STUCK, {"+b7", "+g6", "+b1", "+f1"}),
        ("s l a 0,4 6", {**STUCK, "red": "e2"}, {"-e2"}),
        ("s l a 0,4 6", {"light": "a6", "dark": "a4"}, {"a6-b5"}),
        ("s d a 4,1 7", MIRRORED, {"+b7", "+g6", "+b1", "+f1"}),
        ("s d a 4,0 7", {**MIRRORED, "red": "e2"}, {"-e2"}),
        ("s d a 4,0 7", {"dark": "a6", "light": "a4"}, {"a6-b5"}),
    ],
)
@pytest.mark.covers(31)
def test_a_single_way_to_act_is_enough(fields: str, board: dict[str, str], steps: set[str]) -> None:
    position = KIPP4.position(text(fields, **board))
    assert not position.over
    assert set(position.steps) == steps


@pytest.mark.covers(31)
def test_a_player_without_any_marble_has_lost() -> None:
    assert KIPP4.position(text("s l a 0,8 6")).winner == 1
    assert KIPP4.position(text("s d a 8,0 7")).winner == 0


@pytest.mark.covers(31)
def test_a_stuck_player_does_not_lose_while_the_other_is_at_turn() -> None:
    assert not KIPP4.position(text("s d a 0,4 7", **STUCK)).over
    assert not KIPP4.position(text("s d t 0,4 7", **STUCK)).over
    assert not KIPP4.position(text("s l t 0,4 6", **STUCK)).over


@pytest.mark.covers(31, 36)
def test_turning_the_board_can_leave_the_other_player_without_an_act() -> None:
    acted = KIPP4.position(text("e d t 0,4 7", light="b7", dark="a4 b5"))
    lost = acted.play("r3")
    assert lost.text == text("s l a 0,4 8", **STUCK)
    assert lost.winner == 1
    # North the marble stays on b7 and can go to c6.
    assert set(acted.play("r1").steps) == {"b7-c6"}


# Repetition

# Light and dark go to a neighbouring groove and back, and the board is turned over each time.
SHUFFLE = text("s l a 4,4 10", light="f3", dark="a4")
ROUND = "f3-e4 r2 b5-c4 r2 e4-f3 r2 c4-b5 r2"


@pytest.mark.covers(32, 36, 37)
def test_a_position_for_the_third_time_is_a_draw() -> None:
    position = KIPP4.position(SHUFFLE)
    for token in f"{ROUND} {ROUND}".split():
        assert not position.over
        position = position.play(token)
    assert position.text == text("s l a 4,4 18", light="f3", dark="a4")
    assert position.over
    assert position.winner is None
    assert position.returns == (0.0, 0.0)
    assert position.player is None
    assert position.steps == ()


@pytest.mark.covers(32)
def test_repetition_is_no_matter_of_the_turn_limit() -> None:
    position = spielwerk.game("kipp4", turn_limit=0).position(SHUFFLE)
    for token in f"{ROUND} {ROUND}".split():
        position = position.play(token)
    assert position.over
    assert not KIPP4.position(position.text).over


@pytest.mark.parametrize(
    ("light", "first", "between", "second", "end"),
    [
        (
            "f3",
            "f3-e4 r2 b5-c4 r2 e4-f3 r2 c4-b5 r1",
            "w l a 4,4 14",
            "f3-e4 r3 b5-c4 r2 e4-f3 r2 c4-b5 r2",
            "s l a 4,4 18",
        ),
        (
            "d5",
            "d5-e6 r1 b5-c6 r3 e6-f5 r2 c6-b5 r1 e4-d5 r1",
            "s d a 4,4 15",
            "a4-b3 r1 d5-e4 r1 c4-d5 r1 e4-d5 r2 c6-b5 r3",
            "s l a 4,4 20",
        ),
    ],
    ids=["low side", "player"],
)
@pytest.mark.covers(33)
def test_the_low_side_and_the_player_are_part_of_the_position(
    light: str, first: str, between: str, second: str, end: str
) -> None:
    position = KIPP4.position(text("s l a 4,4 10", light=light, dark="a4"))
    for tokens, fields in ((first, between), (second, end)):
        for token in tokens.split():
            position = position.play(token)
        assert position.text == text(fields, light=light, dark="a4")
    # The marbles lie like this for the third time, but with the same side low and the same
    # player at turn only for the second.
    assert not position.over


@pytest.mark.covers(33)
def test_positions_between_the_steps_are_not_compared() -> None:
    position = KIPP4.position(SHUFFLE)
    for token in f"{ROUND} f3-e4 r2 b5-c4 r2 e4-d5 r2 c4-b5 r2".split():
        position = position.play(token)
    assert not position.over
    # For the third time light has just come to e4, but from f3, f3 and d5.
    acted = position.play("d5-e4")
    assert acted.text == text("s l t 4,4 18", light="e4", dark="a4")
    assert not acted.over
    # What follows from r2 stood at the start of a turn twice before.
    assert acted.play("r2").over
    assert not acted.play("r1").over


# Turn limit


@pytest.mark.covers(34, 36, 37, 39)
def test_the_turn_limit_is_a_draw() -> None:
    game = spielwerk.game("kipp4", turn_limit=3)
    position = game.start()
    for token in ("+a6", "r1", "+b1", "r1", "-c6"):
        position = position.play(token)
        assert not position.over
    position = position.play("r1")
    assert position.over
    assert position.text.endswith(" w d a 7,7 3")
    assert position.winner is None
    assert position.returns == (0.0, 0.0)
    assert position.player is None
    assert position.steps == ()


@pytest.mark.covers(34, 39, 47)
def test_the_turn_limit_is_200_unless_told_otherwise() -> None:
    last = KIPP4.position(text("s d t 4,4 199", light="d5"))
    assert not last.over
    assert last.play("r1").over
    assert not KIPP4.position(text("s d t 4,4 198", light="d5")).play("r1").over
    assert KIPP4.position(text("s l a 4,4 200")).over
    assert not KIPP4.position(text("s d a 4,4 199")).over


@pytest.mark.covers(39)
def test_without_a_limit_the_game_goes_on() -> None:
    game = spielwerk.game("kipp4", turn_limit=0)
    for turns in (199, 200, 999):
        assert not game.position(text(f"s d t 4,4 {turns}", light="d5")).play("r1").over


@pytest.mark.parametrize(
    "options", [{"turn_limit": -1}, {"turn_limit": 1.5}, {"turn_limit": "many"}, {"players": 3}]
)
@pytest.mark.covers(39)
def test_other_options_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(spielwerk.UnknownOption):
        spielwerk.game("kipp4", **options)


# Order of endings

# Light has a row from a4 to d7 and nowhere to go; without c6 just nowhere to go.
ROW_AND_STUCK = {"light": "a4 b5 c6 d7", "dark": "a6 b7 b3 c4"}
ONLY_STUCK = {"light": "a4 b5 d7", "dark": "a6 b7 b3 c4 c6"}


@pytest.mark.covers(35, 36)
def test_a_row_comes_before_a_player_who_cannot_act() -> None:
    for limit in (0, 8):
        game = spielwerk.game("kipp4", turn_limit=limit)
        won = game.position(text("n d t 0,3 7", **ROW_AND_STUCK)).play("r1")
        assert won.text == text("w l a 0,3 8", **ROW_AND_STUCK)
        assert won.winner == 0


@pytest.mark.covers(35)
def test_a_player_who_cannot_act_comes_before_the_turn_limit() -> None:
    for limit in (0, 8):
        game = spielwerk.game("kipp4", turn_limit=limit)
        assert game.position(text("n d t 0,3 7", **ONLY_STUCK)).play("r1").winner == 1


@pytest.mark.covers(35)
def test_a_row_comes_before_the_turn_limit() -> None:
    game = spielwerk.game("kipp4", turn_limit=8)
    assert game.position(text("n d t 4,4 7", light="c6 d5 f5 g4")).play("r2").winner == 0
    assert game.position(text("n d t 4,4 7", light="c6 d5 f5 g4")).play("r3").winner is None


# What is left to say


@pytest.mark.covers(38)
def test_there_are_no_scores_and_no_dice() -> None:
    start = KIPP4.start()
    won = KIPP4.position(text("s l a 4,4 6", light="c6 d5 e4 f3"))
    assert won.over
    assert start.scores is None
    assert won.scores is None
    assert start.chance is None


@pytest.mark.covers(36)
def test_nothing_is_played_after_the_end() -> None:
    won = KIPP4.position(text("s l a 4,4 6", light="c6 d5 e4 f3", red="e2"))
    for token in ("+a6", "-e2", "f3-g2", "r1"):
        with pytest.raises(spielwerk.IllegalStep):
            won.play(token)


@pytest.mark.covers(31)
def test_the_only_move_may_lead_to_b7() -> None:
    position = KIPP4.position(text("n l a 0,4 6", light="c6", dark="b5 d7"))
    assert not position.over
    assert position.steps == ("c6-b7",)
