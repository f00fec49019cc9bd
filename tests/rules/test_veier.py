"""Véier by the book: the board, placing pieces, the end, and the position text."""

import pytest

import spielwerk
from tests.rules.veier_boards import COLUMNS, VEIER, supplies, text

LAST_TURN = spielwerk.game("veier", last_turn=True)

CELLS = {f"{row}{c}" for row, (low, high) in COLUMNS.items() for c in range(low, high + 1)}

EMPTY = "/".join("." * (high + 1 - low) for low, high in COLUMNS.values())
START = EMPTY + " x 45,45"

NO_TOKENS = "a0|a7|b8|e11|f0|f12|g1|h2|k5|k12|l7|F6|f06|6f|f|66|+f6|-f6|f6-f7|f6 |pass|keep|"

# Stripes two cells wide, 45 cells of 91, hold no row of four, and neither do the other cells.
STRIPES = [
    cell for cell in sorted(CELLS) if ("_abcdefghijk".index(cell[0]) + int(cell[1:])) % 4 < 2
]

# One more piece in the middle of each star closes rows in one, two or three directions.
ONE_ROW = "f3 f4 f5"
TWO_ROWS = "f3 f4 f5 c6 d6 e6"
THREE_ROWS = "f3 f4 f5 c6 d6 e6 g7 h8 i9"


# Board


@pytest.mark.covers(1, 2, 10)
def test_the_third_piece_goes_to_any_of_the_89_empty_cells() -> None:
    position = VEIER.start().play("f6").play("f7")
    assert len(position.steps) == 89
    assert set(position.steps) == CELLS - {"f6", "f7"}


@pytest.mark.covers(2, 7)
@pytest.mark.parametrize("token", NO_TOKENS.split("|"))
def test_what_names_no_cell_is_no_step(token: str) -> None:
    position = VEIER.position(text(x="d4", o="d5"))
    with pytest.raises(spielwerk.UnreadableStep):
        position.play(token)


@pytest.mark.covers(3, 9)
@pytest.mark.parametrize(
    ("first", "neighbours"),
    [
        ("f6", "f5 f7 e6 g6 e5 g7"),
        ("b2", "b1 b3 a2 c2 a1 c3"),
        ("b6", "b5 b7 a6 c6 a5 c7"),
        ("f2", "f1 f3 e2 g2 e1 g3"),
        ("f10", "f9 f11 e10 g10 e9 g11"),
        ("j6", "j5 j7 i6 k6 i5 k7"),
        ("j10", "j9 j11 i10 k10 i9 k11"),
    ],
)
def test_the_second_piece_goes_next_to_the_first_even_on_the_edge(
    first: str, neighbours: str
) -> None:
    position = VEIER.start().play(first)
    assert sorted(position.steps) == sorted(neighbours.split())


@pytest.mark.covers(9)
@pytest.mark.parametrize("cell", ["e7", "g5", "f4", "f8", "h6", "d6", "h8", "d4", "a1", "f6"])
def test_the_second_piece_goes_nowhere_else(cell: str) -> None:
    with pytest.raises(spielwerk.IllegalStep):
        VEIER.start().play("f6").play(cell)


@pytest.mark.covers(3, 9)
@pytest.mark.parametrize(
    ("first", "neighbours"),
    [
        ("f6", "f5 f7 e6 g6 e5 g7"),
        ("a1", "a2 b1 b2"),
        ("a3", "a2 a4 b3 b4"),
        ("f11", "e10 f10 g11"),
        ("k6", "j5 j6 k7"),
        ("k11", "j10 j11 k10"),
    ],
)
@pytest.mark.parametrize("player", ["x", "o"])
def test_next_to_a_first_piece_read_from_a_text(player: str, first: str, neighbours: str) -> None:
    position = VEIER.position(text(x=first, player=player, supplies="44,45"))
    assert sorted(position.steps) == sorted(neighbours.split())


@pytest.mark.covers(3, 9)
def test_the_second_piece_has_six_cells_around_every_first() -> None:
    for first in VEIER.start().steps:
        r, c = "abcdefghijk".index(first[0]), int(first[1:])
        around = [(0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (1, 1)]
        neighbours = {f"{'abcdefghijk'[r + up]}{c + right}" for up, right in around}
        assert set(VEIER.start().play(first).steps) == neighbours


@pytest.mark.covers(4, 8)
def test_the_first_piece_goes_anywhere_but_on_the_edge() -> None:
    edge = {f"{row}{c}" for row in "ak" for c in range(*COLUMNS[row])}
    edge |= {f"{row}{column}" for row, columns in COLUMNS.items() for column in columns}
    assert len(edge) == 30
    for position in (VEIER.start(), VEIER.position(START)):
        assert len(position.steps) == 61
        assert set(position.steps) == CELLS - edge


@pytest.mark.covers(4, 8)
@pytest.mark.parametrize(
    "cell", ["a1", "a3", "a6", "c1", "d9", "f1", "f11", "h3", "k6", "k9", "k11"]
)
def test_the_first_piece_on_the_edge_is_illegal_but_readable(cell: str) -> None:
    with pytest.raises(spielwerk.IllegalStep) as refusal:
        VEIER.start().play(cell)
    assert not isinstance(refusal.value, spielwerk.UnreadableStep)


@pytest.mark.covers(10)
@pytest.mark.parametrize("cell", ["a1", "a6", "f1", "f11", "k6", "k11", "e5", "b4"])
def test_the_third_piece_may_go_to_the_edge_and_far_away(cell: str) -> None:
    position = VEIER.start().play("f6").play("f7").play(cell)
    assert position.text == text(x=f"f6 {cell}", o="f7", player="o", supplies="43,44")


# Set-up and play


@pytest.mark.covers(5, 6, 28, 29, 30)
def test_the_start() -> None:
    upper = "....../......./......../........./.........."
    lower = "........../........./......../......./......"
    position = VEIER.start(seed=7)
    assert VEIER.players == 2
    assert position.text == f"{upper}/.........../{lower} x 45,45"
    assert position.text == VEIER.start().text
    assert (position.player, position.over, position.winner) == (0, False, None)
    assert (position.scores, position.returns, position.chance) == ((0, 0), (0, 0), None)


@pytest.mark.covers(5, 7, 11, 16, 28)
def test_the_players_place_in_turn_and_nothing_else_changes() -> None:
    position = VEIER.start().play("e5")
    assert (position.text, position.player) == (text(x="e5", player="o", supplies="44,45"), 1)
    position = position.play("e4")
    assert (position.text, position.player) == (text(x="e5", o="e4", supplies="44,44"), 0)
    position = position.play("k11").play("a1")
    assert position.text == text(x="e5 k11", o="e4 a1", supplies="43,43")
    assert position.player == 0


@pytest.mark.covers(7, 11)
@pytest.mark.parametrize("player", ["x", "o"])
@pytest.mark.parametrize("cell", ["c3", "d3"])
def test_a_taken_cell_is_illegal_but_readable(cell: str, player: str) -> None:
    position = VEIER.position(text(x="c3", o="d3", player=player))
    assert cell not in position.steps
    with pytest.raises(spielwerk.IllegalStep) as refusal:
        position.play(cell)
    assert not isinstance(refusal.value, spielwerk.UnreadableStep)


# End


@pytest.mark.covers(19)
@pytest.mark.parametrize(
    ("row", "supply", "left"),
    [
        ("", 1, 0),
        ("", 2, 1),
        (ONE_ROW, 2, 0),
        (ONE_ROW, 3, 1),
        (TWO_ROWS, 3, 0),
        (TWO_ROWS, 4, 1),
        (THREE_ROWS, 4, 0),
        (THREE_ROWS, 5, 1),
    ],
)
@pytest.mark.parametrize("player", [0, 1])
def test_the_game_ends_when_the_mover_has_nothing_left(
    player: int, row: str, supply: int, left: int
) -> None:
    if player == 0:
        position = VEIER.position(text(x=row, o="b1 k6", player="x", supplies=f"{supply},9"))
        expected = (left, 9)
    else:
        position = VEIER.position(text(o=row, x="b1 k6", player="o", supplies=f"9,{supply}"))
        expected = (9, left)
    position = position.play("f6")
    assert supplies(position) == expected
    assert position.over == (left == 0)


@pytest.mark.covers(18, 20)
@pytest.mark.parametrize(
    ("row", "supply", "points"),
    [(ONE_ROW, 1, 1), (TWO_ROWS, 1, 2), (TWO_ROWS, 2, 2), (THREE_ROWS, 1, 3), (THREE_ROWS, 3, 3)],
)
def test_a_point_counts_though_no_piece_is_left_for_a_counter(
    row: str, supply: int, points: int
) -> None:
    position = VEIER.position(text(x=row, o="b1 k6", supplies=f"{supply},9")).play("f6")
    assert position.text == text(x=row + " f6", o="b1 k6", player="o", supplies="0,9")
    assert position.scores == (points, 0)
    assert position.winner == 0


@pytest.mark.covers(20, 22)
@pytest.mark.parametrize("player", ["x", "o"])
@pytest.mark.parametrize("winner", [0, 1])
def test_the_higher_score_wins_whoever_placed_last(player: str, winner: int) -> None:
    two_rows, one_row = "b1 b2 b3 b4 c1 c2 c3 c4", "j8 j9 j10 j11"
    x, o = (two_rows, one_row) if winner == 0 else (one_row, two_rows)
    position = VEIER.position(text(x=x, o=o, player=player, supplies="1,1")).play("f6")
    assert position.over
    assert position.winner == winner
    assert position.scores == ((2, 1) if winner == 0 else (1, 2))
    assert position.returns == ((1, -1) if winner == 0 else (-1, 1))


@pytest.mark.covers(21, 22)
@pytest.mark.parametrize(("x", "o"), [("c1", "j9"), ("b1 b2 b3 b4", "j8 j9 j10 j11")])
@pytest.mark.parametrize("player", ["x", "o"])
def test_equal_scores_are_a_draw(player: str, x: str, o: str) -> None:
    position = VEIER.position(text(x=x, o=o, player=player, supplies="1,1")).play("f6")
    assert position.over
    assert (position.winner, position.returns) == (None, (0, 0))


@pytest.mark.covers(22)
def test_nobody_has_won_while_the_game_goes_on() -> None:
    position = VEIER.position(text(x="b1 b2 b3 b4", o="j8", player="o", supplies="5,5"))
    assert position.scores == (1, 0)
    assert (position.over, position.winner, position.returns) == (False, None, (0, 0))


@pytest.mark.covers(23)
@pytest.mark.parametrize(
    ("player", "after"),
    [
        ("x", text(x="c3 f6", o="d3", player="o", supplies="0,1")),
        ("o", text(x="c3", o="d3 f6", player="x", supplies="1,0")),
    ],
)
def test_a_finished_text_names_who_would_be_next(player: str, after: str) -> None:
    position = VEIER.position(text(x="c3", o="d3", player=player, supplies="1,1")).play("f6")
    assert position.text == after
    assert (position.over, position.player, position.steps) == (True, None, ())
    with pytest.raises(spielwerk.IllegalStep):
        position.play("a1")


@pytest.mark.covers(24)
@pytest.mark.parametrize("option", [{"turn_limit": 50}, {"players": 3}, {"last_turn": "maybe"}])
def test_there_is_no_other_option(option: dict[str, object]) -> None:
    with pytest.raises(spielwerk.UnknownOption):
        spielwerk.game("veier", **option)


@pytest.mark.covers(6, 11, 19, 24)
def test_without_a_point_the_game_takes_89_turns() -> None:
    """x places all 45 pieces, o places 44."""
    x = sorted(STRIPES, key=lambda cell: cell != "f6")
    o = sorted(CELLS - set(STRIPES), key=lambda cell: cell != "e6")
    position = VEIER.start()
    for turn in range(89):
        assert not position.over
        position = position.play((x, o)[turn % 2][turn // 2])
    assert position.over
    assert (supplies(position), position.scores, position.winner) == ((0, 1), (0, 0), None)


# The last turn


@pytest.mark.covers(25)
@pytest.mark.parametrize(("row", "supply"), [("", 1), (ONE_ROW, 1), (ONE_ROW, 2), (THREE_ROWS, 3)])
def test_with_last_turn_player_1_answers_player_0s_last_piece(row: str, supply: int) -> None:
    position = LAST_TURN.position(text(x=row, o="b1 k6", supplies=f"{supply},9")).play("f6")
    assert position.text == text(x=row + " f6", o="b1 k6", player="o", supplies="0,9")
    assert (position.over, position.player) == (False, 1)
    assert (position.winner, position.returns) == (None, (0, 0))
    assert "a1" in position.steps
    position = position.play("a1")
    assert position.text == text(x=row + " f6", o="b1 k6 a1", player="x", supplies="0,8")
    assert (position.over, position.player, position.steps) == (True, None, ())


@pytest.mark.covers(25)
def test_the_last_turn_can_turn_the_game() -> None:
    before = text(x="b1 b2 b3 b4", o="j8 j9 j10 k7 k8 k9 i11 h11 g11", supplies="1,9")
    decided = VEIER.position(before).play("a1")
    assert (decided.over, decided.winner, decided.scores) == (True, 0, (1, 0))
    answered = LAST_TURN.position(before).play("a1").play("j11")
    assert (answered.over, answered.winner, answered.scores) == (True, 1, (1, 2))
    assert answered.returns == (-1, 1)
    assert supplies(answered) == (0, 6)


@pytest.mark.covers(25)
def test_the_last_turn_may_use_player_1s_last_piece() -> None:
    position = LAST_TURN.position(text(x="c3", o="d3", supplies="1,1")).play("f6").play("a1")
    assert position.over
    assert position.text == text(x="c3 f6", o="d3 a1", supplies="0,0")


@pytest.mark.covers(25)
def test_with_last_turn_nothing_ends_before_the_supply_does() -> None:
    position = LAST_TURN.position(text(x="c3", o="d3", supplies="2,2")).play("f6")
    assert not position.over
    position = position.play("a1")
    assert (position.over, position.player) == (False, 0)


@pytest.mark.covers(26)
def test_with_last_turn_player_1s_empty_supply_ends_the_game_at_once() -> None:
    before = text(x="b1 b2 b3", o="j8 j9 j10", player="o", supplies="5,2")
    position = LAST_TURN.position(before).play("j11")
    assert position.text == text(x="b1 b2 b3", o="j8 j9 j10 j11", player="x", supplies="5,0")
    assert (position.over, position.winner, position.steps) == (True, 1, ())


# Position text


@pytest.mark.covers(27, 28, 29, 30)
def test_a_text_written_out() -> None:
    written = (
        "x...../......./o......./........./........../x.........o/........../........./"
        "......../......./.....o o 43,42"
    )
    assert written == text(x="k6 f1", o="i4 f11 a6", player="o", supplies="43,42")
    position = VEIER.position(written)
    assert (position.text, position.player) == (written, 1)
    assert {"k7", "i5", "f2", "f10", "a5"} < set(position.steps)
    assert not {"k6", "i4", "f1", "f11", "a6"} & set(position.steps)


@pytest.mark.covers(30, 34)
def test_points_are_counted_from_the_board() -> None:
    position = VEIER.position(text(x="b1 b2 b3 b4", o="j8 j9 j10 j11 i11 h11 g11"))
    assert position.scores == (1, 2)


@pytest.mark.covers(31)
@pytest.mark.parametrize("supplies", ["1,1", "1,45", "44,2", "20,30"])
def test_fewer_pieces_are_fine(supplies: str) -> None:
    written = text(x="f6", player="o", supplies=supplies)
    assert VEIER.position(written).text == written


@pytest.mark.covers(32)
@pytest.mark.parametrize(
    ("written", "fits"),
    [
        (text(x="f6", o="f7", supplies="44,44"), True),
        (text(x="f6", o="f7", supplies="45,44"), False),
        (text(x="f6", o="f7", supplies="44,45"), False),
        (EMPTY + " x 46,45", False),
        (EMPTY + " x 45,46", False),
        (text(x=" ".join(STRIPES), player="o", supplies="0,45"), True),
        (text(x=" ".join([*STRIPES, "a1"]), player="o", supplies="0,45"), False),
        (text(o=" ".join([*STRIPES, "a1"]), supplies="45,0"), False),
    ],
)
def test_more_than_45_pieces_are_refused(written: str, fits: bool) -> None:
    if fits:
        assert VEIER.position(written).text == written
    else:
        with pytest.raises(spielwerk.UnreadableText):
            VEIER.position(written)


@pytest.mark.covers(27, 28, 29, 30, 33)
@pytest.mark.parametrize(
    "written",
    [
        "",
        EMPTY,
        EMPTY + " x",
        EMPTY + " 45,45",
        START + " 0",
        START.replace(" x", "  x"),
        START.replace(" ", "\n"),
        EMPTY + " z 45,45",
        EMPTY + " X 45,45",
        EMPTY + " 0 45,45",
        EMPTY + " x 45",
        EMPTY + " x 45/45",
        EMPTY + " x 45,45,0",
        EMPTY + " x 45,",
        EMPTY + " x -1,45",
        EMPTY + " x a,45",
        START[1:],
        "." + START,
        "......./" + START[7:],
        START.replace("/...... x", " x"),
        START.replace("/...... x", "/....... x"),
        START.replace("/......./", "/....../", 1),
        "/" + START,
        START.replace(".", "b", 1),
        START.replace(".", "X", 1),
        START.replace("......", "6", 1),
        START.replace("/", ","),
    ],
)
def test_a_malformed_text_is_refused(written: str) -> None:
    with pytest.raises(spielwerk.UnreadableText):
        VEIER.position(written)


@pytest.mark.covers(25, 26, 34)
@pytest.mark.parametrize(
    ("player", "left", "over", "over_with_last_turn"),
    [
        ("x", "5,5", False, False),
        ("o", "5,5", False, False),
        ("x", "1,1", False, False),
        ("o", "0,5", True, False),
        ("x", "5,0", True, True),
        ("x", "0,5", True, True),
        ("x", "0,0", True, True),
    ],
)
def test_the_text_tells_whether_the_game_is_over(
    player: str, left: str, over: bool, over_with_last_turn: bool
) -> None:
    written = text(x="c3", o="j8 j9 j10 j11", player=player, supplies=left)
    for game, ended in ((VEIER, over), (LAST_TURN, over_with_last_turn)):
        position = game.position(written)
        assert position.text == written
        assert position.over == ended
        assert position.player == (None if ended else "xo".index(player))
        assert position.winner == (1 if ended else None)
        assert (position.steps == ()) == ended
