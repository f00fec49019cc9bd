"""Spitze: the board, the set-ups and the jump."""

from itertools import permutations
from random import Random

import pytest

import spielwerk
from tests.rules.spitze_boards import CHECKERBOARD, SPITZE, SQUARES, rank, text


def steps(position_text: str) -> set[str]:
    """The steps of a position, of which none is named twice."""
    found = SPITZE.position(position_text).steps
    assert len(found) == len(set(found))
    return set(found)


def jumps_on_rank_1(drawing: str) -> set[str]:
    """Light's jumps on rank 1; three jumps on rank 6 make sure that light is at turn."""
    found = steps(text("l - 0", **rank(1, drawing), **rank(6, "l d d . . .")))
    elsewhere = {"a6-d6", "a6-e6", "a6-f6"}
    assert elsewhere <= found
    return found - elsewhere


def rank_1_after(drawing: str, token: str) -> str:
    """What rank 1 looks like after light's jump on it."""
    position = SPITZE.position(text("l - 0", **rank(1, drawing))).play(token)
    return position.text.split()[0].split("/")[5].replace(",", " ")


def towers_of(position_text: str) -> dict[str, str]:
    """The tower on each square, `.` where there is none."""
    ranks = position_text.split()[0]
    return dict(zip(SQUARES, ranks.replace("/", ",").split(","), strict=True))


def slow_jumps(position_text: str) -> set[str]:
    """The jumps of the player at turn, found by trying every square with every other."""
    towers, player = towers_of(position_text), position_text.split()[1]
    found = set()
    for start, end in permutations(SQUARES, 2):
        east, north = ord(end[0]) - ord(start[0]), int(end[1]) - int(start[1])
        distance = max(abs(east), abs(north))
        if towers[start] != player or {abs(east), abs(north)} - {0, distance}:
            continue
        between = [
            f"{chr(ord(start[0]) + east // distance * n)}{int(start[1]) + north // distance * n}"
            for n in range(1, distance)
        ]
        if sum(len(towers[square].strip(".")) for square in between) == 2:
            found.add(f"{start}-{end}")
    return found


# Board and set-up


@pytest.mark.covers(1, 2, 3, 5, 30, 33)
def test_the_checkerboard_is_full_and_light_begins() -> None:
    start = SPITZE.start()
    assert start.text == f"{CHECKERBOARD} l - 0"
    assert start.player == 0
    assert not start.over
    assert SPITZE.players == 2
    assert CHECKERBOARD.count("l") == CHECKERBOARD.count("d") == 18
    assert spielwerk.game("spitze", setup="checkerboard").start().text == start.text


@pytest.mark.covers(2, 4, 5, 30)
def test_in_ranks_light_stands_below_dark() -> None:
    start = spielwerk.game("spitze", setup="ranks").start()
    dark, light = "d,d,d,d,d,d", "l,l,l,l,l,l"
    assert start.text == f"{dark}/{dark}/{dark}/{light}/{light}/{light} l - 0"
    assert start.player == 0
    assert {"a1-d1", "a1-a4", "a1-d4", "c3-f6", "c3-c6", "c3-f3"} <= set(start.steps)
    assert not any(token[1] in "456" for token in start.steps)


@pytest.mark.parametrize("setup", ["checkerboard", "ranks"])
@pytest.mark.covers(1, 8, 9)
def test_on_a_full_board_each_piece_has_three_jumps(setup: str) -> None:
    start = spielwerk.game("spitze", setup=setup).start()
    for square in {token[:2] for token in start.steps}:
        jumps = {token for token in start.steps if token.startswith(square)}
        far_file = chr(ord(square[0]) + (3 if square[0] in "abc" else -3))
        far_rank = int(square[1]) + (3 if square[1] in "123" else -3)
        ends = (f"{far_file}{square[1]}", f"{square[0]}{far_rank}", f"{far_file}{far_rank}")
        assert jumps == {f"{square}-{end}" for end in ends}
    assert len(start.steps) == 18 * 3


@pytest.mark.parametrize(
    "options",
    [
        {"setup": "circle"},
        {"setup": ""},
        {"turn_limit": -1},
        {"turn_limit": 1.5},
        {"turn_limit": "many"},
        {"players": 3},
        {"colour": "light"},
    ],
)
@pytest.mark.covers(30, 31, 32)
def test_other_options_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(spielwerk.UnknownOption):
        spielwerk.game("spitze", **options)


@pytest.mark.covers(5, 6, 13, 26, 28, 29, 35)
def test_the_first_two_turns_of_a_game() -> None:
    position = SPITZE.start()
    assert position.scores == (0, 0)
    position = position.play("a1-d1")
    assert position.text == (
        "d,l,d,l,d,l/l,d,l,d,l,d/d,l,d,l,d,l/l,d,l,d,l,d/d,l,d,l,d,l/.,d,l,dl,l,d d - 1"
    )
    assert position.player == 1
    assert position.scores == (2, 0)
    position = position.play("f1-f4")
    assert position.text == (
        "d,l,d,l,d,l/l,d,l,d,l,d/d,l,d,l,d,ld/l,d,l,d,l,d/d,l,d,l,d,l/.,d,l,dl,l,. l - 2"
    )
    assert position.player == 0
    assert position.scores == (2, 2)
    assert position.returns == (0.0, 0.0)
    assert position.winner is None
    assert position.chance is None


# Over exactly two pieces


@pytest.mark.parametrize(
    ("start", "over", "ends"),
    [
        ("c1", "c2 c3", "c4 c5 c6"),
        ("a1", "b2 c3", "d4 e5 f6"),
        ("a3", "b3 c3", "d3 e3 f3"),
        ("a6", "b5 c4", "d3 e2 f1"),
        ("c6", "c5 c4", "c3 c2 c1"),
        ("f6", "e5 d4", "c3 b2 a1"),
        ("f3", "e3 d3", "c3 b3 a3"),
        ("f1", "e2 d3", "c4 b5 a6"),
    ],
)
@pytest.mark.covers(8, 9, 10, 12)
def test_a_jump_runs_in_any_of_the_eight_directions(start: str, over: str, ends: str) -> None:
    near, far = over.split()
    jumps = {f"{start}-{end}" for end in ends.split()}
    assert steps(text("l - 0", **{start: "l", near: "d", far: "d"})) == jumps
    assert steps(text("d - 1", **{start: "d", near: "l", far: "l"})) == jumps
    assert steps(text("l - 0", **{start: "l", near: "dd"})) == jumps | {f"{start}-{far}"}


@pytest.mark.parametrize("drawing", ["l d d . . .", "l l d . . .", "l d l . . .", "l l l . . ."])
@pytest.mark.covers(9, 12)
def test_over_two_single_pieces_of_any_colours(drawing: str) -> None:
    assert jumps_on_rank_1(drawing) == {"a1-d1", "a1-e1", "a1-f1"}


@pytest.mark.parametrize("tower", ["dd", "ld", "dl", "ll"])
@pytest.mark.covers(9, 10, 12)
def test_over_one_tower_of_two(tower: str) -> None:
    assert jumps_on_rank_1(f"l {tower} . . . .") == {"a1-c1", "a1-d1", "a1-e1", "a1-f1"}


@pytest.mark.parametrize(
    "drawing",
    [
        "l . . . . .",  # over none
        "l d . . . .",  # over one
        "l . . . . d",
        "l d . . . d",
        "l d ddd . . .",
        "l ddd . . . .",  # over three
        "l . ddd . . .",
        "l llll . . . .",  # over four
        "l d dd . . .",  # over one and two
        "l d . dd . .",
        ". . . l d d",  # no square behind
        ". . . . l dd",
        "l . . . d d",
    ],
)
@pytest.mark.covers(9, 10, 16)
def test_not_over_fewer_or_more_than_two(drawing: str) -> None:
    assert jumps_on_rank_1(drawing) == set()


@pytest.mark.parametrize(
    ("drawing", "ends"),
    [
        ("l . d d . .", "e1 f1"),  # before
        ("l . . d d .", "f1"),
        ("l d . d . .", "e1 f1"),  # between
        ("l d . . d .", "f1"),
        ("l . d . d .", "f1"),  # before and between
        ("l . dd . . .", "d1 e1 f1"),
        ("l . . . dd .", "f1"),
    ],
)
@pytest.mark.covers(11, 12)
def test_empty_squares_before_between_and_behind_do_not_count(drawing: str, ends: str) -> None:
    assert jumps_on_rank_1(drawing) == {f"a1-{end}" for end in ends.split()}


@pytest.mark.parametrize(
    ("drawing", "ends"),
    [
        ("l d d d . .", "d1"),  # at once on the next piece
        ("l d d d d d", "d1"),
        ("l d d . d .", "d1 e1"),
        ("l d d . . d", "d1 e1 f1"),
        ("l d d . ll .", "d1 e1"),
        ("l d d lddd . .", "d1"),
        ("l dd d . . .", "c1"),
        ("l dd dd . . .", "c1"),
        ("l dd . d . .", "c1 d1"),
        ("l . dd . d .", "d1 e1"),
        ("l d . d d .", "e1"),
    ],
)
@pytest.mark.covers(12)
def test_a_jump_ends_no_farther_than_the_next_occupied_square(drawing: str, ends: str) -> None:
    assert jumps_on_rank_1(drawing) == {f"a1-{end}" for end in ends.split()}


@pytest.mark.parametrize(
    ("drawing", "jumps"),
    [
        (". . . d d l", "f1-c1 f1-b1 f1-a1"),
        (". dd l dd . .", "c1-a1 c1-e1 c1-f1"),
        ("l d d l . .", "a1-d1 d1-a1"),
        ("l l l l . .", "a1-d1 b1-e1 b1-f1 d1-a1"),
    ],
)
@pytest.mark.covers(6, 8, 12)
def test_every_single_piece_looks_both_ways(drawing: str, jumps: str) -> None:
    assert jumps_on_rank_1(drawing) == set(jumps.split())


@pytest.mark.parametrize(
    "drawing", ["ll d d . . .", "dl d d . . .", "ld d d . . .", "dddl dd . . . ."]
)
@pytest.mark.covers(6, 7)
def test_a_tower_cannot_jump(drawing: str) -> None:
    assert jumps_on_rank_1(drawing) == set()


@pytest.mark.covers(6)
def test_only_own_pieces_jump() -> None:
    both = {**rank(1, "l d d . . ."), **rank(6, "d l l . . .")}
    assert steps(text("l - 0", **both)) == {"a1-d1", "a1-e1", "a1-f1"}
    assert steps(text("d - 1", **both)) == {"a6-d6", "a6-e6", "a6-f6"}


@pytest.mark.parametrize("setup", ["checkerboard", "ranks"])
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.covers(6, 7, 8, 9, 10, 11, 12, 13, 15, 16)
def test_whole_games_agree_with_trying_every_square(setup: str, seed: int) -> None:
    random = Random(seed)
    position = spielwerk.game("spitze", setup=setup).start()
    while not position.over:
        assert set(position.steps) == slow_jumps(position.text)
        towers, token = towers_of(position.text), random.choice(sorted(position.steps))
        start, end = token.split("-")
        towers[end] = towers[end].strip(".") + towers[start]
        towers[start] = "."
        position = position.play(token)
        assert towers_of(position.text) == towers


# What a jump does


@pytest.mark.parametrize(
    ("drawing", "token", "expected"),
    [
        ("l d d . . .", "a1-e1", ". d d . l ."),  # on an empty square
        ("l d d l . .", "a1-d1", ". d d ll . ."),  # on an own piece
        ("l d d d . .", "a1-d1", ". d d dl . ."),  # on one of the other's
        ("l d d ld . .", "a1-d1", ". d d ldl . ."),  # on a tower of the other's
        ("l d d . dl .", "a1-e1", ". d d . dll ."),  # on an own tower
        ("l d d . . ddddd", "a1-f1", ". d d . . dddddl"),
        ("l dl d . . .", "a1-c1", ". dl dl . . ."),  # the tower jumped over stays
        (". d . l d l", "f1-c1", ". d l l d ."),
        (". ld . d d l", "f1-b1", ". ldl . d d ."),
        ("ddl . ld . l .", "e1-b1", "ddl l ld . . ."),
    ],
)
@pytest.mark.covers(7, 13, 14, 15)
def test_a_piece_lands_on_top_and_nothing_else_moves(
    drawing: str, token: str, expected: str
) -> None:
    assert rank_1_after(drawing, token) == expected


@pytest.mark.covers(14)
def test_a_piece_on_an_empty_square_may_jump_again() -> None:
    position = SPITZE.position(text("l - 0", **rank(1, "l d d . . ."), **rank(6, "d l . . l .")))
    position = position.play("a1-e1").play("a6-f6")
    assert position.text == text("l - 2", **rank(1, ". d d . l ."), **rank(6, ". l . . l d"))
    assert set(position.steps) == {"e1-a1"}


@pytest.mark.covers(7, 13)
def test_a_piece_on_a_tower_never_moves_again() -> None:
    board = {**rank(1, "l d d l . ."), **rank(3, "l d . . d ."), **rank(6, "d l . . l .")}
    position = SPITZE.position(text("l - 0", **board))
    assert "d1-a1" in position.steps
    position = position.play("a1-d1").play("a6-f6")
    assert set(position.steps) == {"a3-f3"}


# Refusals


@pytest.mark.parametrize(
    "token",
    [
        "a1-b1",  # a slide
        "a1-c1",  # over one piece
        "a1-a4",  # over none
        "a1-c2",  # not straight
        "b1-e1",  # dark's piece
        "d4-d5",
        "e4-e5",  # an empty square
        "a1-a1",
        "a1-g1",
        "",
        "-",
        "pass",
        "a1",
        "+a1",
    ],
)
@pytest.mark.covers(16, 42)
def test_what_is_not_legal_now_is_refused(token: str) -> None:
    position = SPITZE.position(text("l - 0", d4="l", **rank(1, "l d d . . .")))
    with pytest.raises(spielwerk.IllegalStep):
        position.play(token)


@pytest.mark.covers(42)
def test_illegal_and_unreadable_are_two_things() -> None:
    with pytest.raises(spielwerk.IllegalStep) as illegal:
        SPITZE.start().play("a1-e1")
    assert not isinstance(illegal.value, spielwerk.UnreadableStep)
    for token in ("hello", "", "a1", "a1-d9", "A1-D1", " a1-d1", "a1-d1 "):
        with pytest.raises(spielwerk.UnreadableStep):
            SPITZE.start().play(token)
