"""Spitze: passes, the end, the score, and what a position text says about them."""

import pytest

import spielwerk
from tests.rules.spitze_boards import SPITZE, rank, text

# Each position is also played with the colours exchanged.
BOTH_WAYS = pytest.mark.parametrize("colours", ["ld", "dl"])


def scores(colours: str, first: int, second: int) -> tuple[int, int]:
    """The scores of light and dark, exchanged like the colours."""
    return (first, second) if colours == "ld" else (second, first)


# Who is next


@BOTH_WAYS
@pytest.mark.covers(5, 17, 35)
def test_the_other_player_is_next_if_there_is_a_jump(colours: str) -> None:
    position = SPITZE.position(text("l - 4", colours, **rank(1, "l d d . . .")))
    position = position.play("a1-d1")
    assert position.text == text("d - 5", colours, **rank(1, ". d d l . ."))
    assert position.player == colours.index("d")
    assert set(position.steps) == {"b1-e1", "b1-f1"}


@BOTH_WAYS
@pytest.mark.covers(18, 28, 35)
def test_a_player_who_cannot_jump_is_passed_over_for_one_turn(colours: str) -> None:
    position = SPITZE.position(text("l - 4", colours, **rank(1, "l d d . . .")))
    position = position.play("a1-f1")
    assert position.text == text("l d 5", colours, **rank(1, ". d d . . l"))
    assert not position.over
    assert position.player == colours.index("l")
    assert position.steps == ("f1-a1",)
    assert position.returns == (0.0, 0.0)


# Dark cannot jump; f1-a1 leaves it so, e4-e1 gives dark the jump b1-f1.
STUCK = {**rank(1, ". d d . . l"), "e2": "l", "e3": "l", "e4": "l"}


@BOTH_WAYS
@pytest.mark.covers(19, 35)
def test_a_stuck_player_who_can_jump_again_is_next(colours: str) -> None:
    position = SPITZE.position(text("l d 5", colours, **STUCK))
    assert set(position.steps) == {"f1-a1", "e4-e1", "e2-e5", "e2-e6"}
    position = position.play("e4-e1")
    assert position.text == text("d - 6", colours, **rank(1, ". d d . l l"), e2="l", e3="l")
    assert position.player == colours.index("d")
    assert position.steps == ("b1-f1",)


@BOTH_WAYS
@pytest.mark.parametrize(
    ("token", "board"),
    [
        ("f1-a1", {**rank(1, "l d d . . ."), "e2": "l", "e3": "l", "e4": "l"}),
        ("e2-e5", {**rank(1, ". d d . . l"), "e3": "l", "e4": "l", "e5": "l"}),
    ],
)
@pytest.mark.covers(19, 21, 24)
def test_the_game_ends_if_the_stuck_player_still_cannot_jump(
    token: str, board: dict[str, str], colours: str
) -> None:
    # In both cases the player who has just jumped could go on.
    position = SPITZE.position(text("l d 5", colours, **STUCK)).play(token)
    assert position.text == text("d d 6", colours, **board)
    assert position.over
    assert position.player is None
    assert position.steps == ()


@BOTH_WAYS
@pytest.mark.covers(18, 19)
def test_the_same_position_goes_on_if_nobody_was_passed_over(colours: str) -> None:
    position = SPITZE.position(text("l - 5", colours, **STUCK)).play("f1-a1")
    left = {**rank(1, "l d d . . ."), "e2": "l", "e3": "l", "e4": "l"}
    assert position.text == text("l d 6", colours, **left)
    assert not position.over


@BOTH_WAYS
@pytest.mark.covers(18, 19)
def test_a_player_may_be_passed_over_again_later(colours: str) -> None:
    position = SPITZE.position(text("l d 5", colours, **STUCK))
    position = position.play("e4-e1").play("b1-f1")
    assert position.text == text("l - 7", colours, **rank(1, ". . d . l ld"), e2="l", e3="l")
    position = position.play("e1-e4")
    assert position.text == text(
        "l d 8", colours, **rank(1, ". . d . . ld"), e2="l", e3="l", e4="l"
    )


@BOTH_WAYS
@pytest.mark.covers(20, 21, 24, 27)
def test_the_game_ends_at_once_if_neither_can_jump(colours: str) -> None:
    position = SPITZE.position(text("l - 4", colours, **rank(1, "l . . d d d"))).play("a1-f1")
    assert position.text == text("d - 5", colours, **rank(1, ". . . d d dl"))
    assert position.over
    assert position.player is None
    assert position.steps == ()
    assert position.scores == scores(colours, 2, 0)
    assert position.winner == colours.index("l")


@BOTH_WAYS
@pytest.mark.covers(19, 20, 21)
def test_the_last_jump_of_all_may_be_one_for_which_the_other_was_passed_over(colours: str) -> None:
    position = SPITZE.position(text("l d 5", colours, **rank(1, "l d d . . l"))).play("a1-f1")
    assert position.text == text("d d 6", colours, **rank(1, ". d d . . ll"))
    assert position.over
    assert position.winner == colours.index("l")


@pytest.mark.covers(24)
def test_nothing_is_played_after_the_end() -> None:
    position = SPITZE.position(text("d d 6", **rank(1, "l d d . . .")))
    for token in ("a1-d1", "b1-e1"):
        with pytest.raises(spielwerk.IllegalStep):
            position.play(token)


# Result


@pytest.mark.parametrize(
    ("towers", "expected", "returns"),
    [
        (". . . . . .", (0, 0), (0.0, 0.0)),
        ("ll . . . . .", (2, 0), (1.0, -1.0)),
        ("dl . . . . .", (2, 0), (1.0, -1.0)),
        ("ld . . . . .", (0, 2), (-1.0, 1.0)),
        ("dddl . . . . .", (4, 0), (1.0, -1.0)),
        ("ddl . lld . . .", (3, 3), (0.0, 0.0)),
        ("ddl . lld . dd .", (3, 5), (-1.0, 1.0)),
        ("lllll . dd . ld .", (5, 4), (1.0, -1.0)),
        ("ll . lldd . dl .", (4, 4), (0.0, 0.0)),
    ],
)
@pytest.mark.covers(25, 26, 27, 28)
def test_towers_score_their_height_and_single_pieces_nothing(
    towers: str, expected: tuple[int, int], returns: tuple[float, float]
) -> None:
    # Neither of the single pieces on rank 3 can jump.
    position = SPITZE.position(text("l - 9", a3="l", d3="d", f3="d", **rank(1, towers)))
    assert position.over
    assert position.scores == expected
    assert position.returns == returns
    assert position.winner == {0.0: None, 1.0: 0, -1.0: 1}[returns[0]]


@pytest.mark.covers(26, 28)
def test_scores_are_counted_while_the_game_goes_on() -> None:
    board = {**rank(1, "l d d . . ."), **rank(6, "ddl . . . . ld")}
    position = SPITZE.position(text("l - 4", **board))
    assert not position.over
    assert position.scores == (3, 2)
    assert position.returns == (0.0, 0.0)
    assert position.winner is None


# Repetition

# Light's only jump is a1-f1 or back, dark's only jump a6-f6 or back.
CYCLE = {**rank(1, "l d . . d ."), **rank(6, "d l . . l .")}
ROUND = "a1-f1 a6-f6 f1-a1 f6-a6"


@pytest.mark.parametrize(
    ("tower", "expected", "returns"),
    [
        ("ddl", (3, 0), (1.0, -1.0)),
        ("lld", (0, 3), (-1.0, 1.0)),
        (".", (0, 0), (0.0, 0.0)),
    ],
)
@pytest.mark.covers(14, 22, 24)
def test_a_cycle_ends_when_a_position_stands_for_the_third_time(
    tower: str, expected: tuple[int, int], returns: tuple[float, float]
) -> None:
    for limit in (0, 200):
        game = spielwerk.game("spitze", turn_limit=limit)
        position = game.position(text("l - 4", c3=tower, **CYCLE))
        for token in f"{ROUND} {ROUND}".split():
            assert not position.over
            assert position.steps == (token,)
            position = position.play(token)
        assert position.over
        assert position.text == text("l - 12", c3=tower, **CYCLE)
        assert position.player is None
        assert position.steps == ()
        assert position.scores == expected
        assert position.returns == returns
        # The text alone does not know the past.
        assert not game.position(position.text).over


@pytest.mark.covers(22)
def test_the_first_of_the_three_times_may_come_at_any_turn() -> None:
    position = SPITZE.position(text("l - 4", **CYCLE, **rank(3, "l d d dd . .")))
    round_of_dark = "a6-f6 a1-f1 f6-a6 f1-a1"
    for token in f"a3-d3 {round_of_dark} {round_of_dark}".split():
        assert not position.over
        position = position.play(token)
    assert position.over
    assert position.text == text("d - 13", **CYCLE, **rank(3, ". d d ddl . ."))
    assert position.winner == 0


# Turn limit


@pytest.mark.parametrize(
    ("limit", "expected", "returns"),
    [(1, (2, 0), (1.0, -1.0)), (2, (0, 3), (-1.0, 1.0)), (3, (2, 3), (-1.0, 1.0))],
)
@pytest.mark.covers(23, 24, 27, 31)
def test_at_the_turn_limit_the_game_is_counted_as_it_stands(
    limit: int, expected: tuple[int, int], returns: tuple[float, float]
) -> None:
    position = spielwerk.game("spitze", turn_limit=limit).start()
    # Dark jumps on the tower that light has just built on d1, then light builds another.
    for token in ("a1-d1", "a4-d1", "f6-c6")[:limit]:
        assert not position.over
        position = position.play(token)
    assert position.over
    assert position.player is None
    assert position.steps == ()
    assert position.scores == expected
    assert position.returns == returns


@BOTH_WAYS
@pytest.mark.parametrize(
    ("token", "fields", "drawing"),
    [("a1-d1", "d - 5", ". d d l . ."), ("a1-f1", "l d 5", ". d d . . l")],
)
@pytest.mark.covers(23, 41)
def test_at_the_turn_limit_the_position_is_written_as_if_the_game_went_on(
    token: str, fields: str, drawing: str, colours: str
) -> None:
    game = spielwerk.game("spitze", turn_limit=5)
    position = game.position(text("l - 4", colours, **rank(1, "l d d . . ."))).play(token)
    assert position.text == text(fields, colours, **rank(1, drawing))
    assert position.over
    assert position.returns == (0.0, 0.0)
    assert game.position(position.text).over
    assert not SPITZE.position(position.text).over


@pytest.mark.covers(20, 21, 23)
def test_a_game_that_ends_by_itself_at_the_limit_is_written_as_finished() -> None:
    game = spielwerk.game("spitze", turn_limit=6)
    at_once = game.position(text("l - 5", **rank(1, "l . . d d d"))).play("a1-f1")
    assert at_once.text == text("d - 6", **rank(1, ". . . d d dl"))
    stuck = game.position(text("l d 5", **rank(1, ". d d . . l"))).play("f1-a1")
    assert stuck.text == text("d d 6", **rank(1, "l d d . . ."))
    assert at_once.over
    assert stuck.over


@pytest.mark.covers(23, 31)
def test_the_turn_limit_is_200_unless_told_otherwise() -> None:
    board = rank(1, "l d d . . .")
    assert not SPITZE.position(text("l - 199", **board)).over
    assert SPITZE.position(text("l - 199", **board)).play("a1-d1").over
    assert not SPITZE.position(text("l - 198", **board)).play("a1-d1").over
    assert SPITZE.position(text("l - 200", **board)).over


@pytest.mark.covers(31)
def test_without_a_limit_the_game_goes_on() -> None:
    game = spielwerk.game("spitze", turn_limit=0)
    for turns in (199, 200, 999):
        position = game.position(text(f"l - {turns}", **rank(1, "l d d . . .")))
        assert not position.play("a1-d1").over
