"""Véier by the book: rows, points and counters."""

import itertools
import random

import pytest

from tests.rules.veier_boards import VEIER, supplies, text

ROWS = "abcdefghijk"
NUMBERS = [(r, c) for r in range(1, 12) for c in range(1, 12) if abs(r - c) <= 5]

# Every line of the board, as lists of cells, by direction.
LINES = {
    "row": [[(r, c) for r, c in NUMBERS if r == line] for line in range(1, 12)],
    "column": [[(r, c) for r, c in NUMBERS if c == line] for line in range(1, 12)],
    "diagonal": [[(r, c) for r, c in NUMBERS if r - c == line] for line in range(-5, 6)],
}
DIRECTIONS = ["row", "column", "diagonal"]


def name(cell: tuple[int, int]) -> str:
    """Name the cell (row number, column number)."""
    return f"{ROWS[cell[0] - 1]}{cell[1]}"


def on_middle_line(direction: str, pattern: str) -> str:
    """Name the cells of the 11-cell middle line where the pattern has an x."""
    line = max(LINES[direction], key=len)
    return " ".join(name(cell) for cell, mark in zip(line, pattern, strict=False) if mark == "x")


def gap_of(direction: str, pattern: str) -> str:
    """Name the cell of the middle line where the pattern has its gap."""
    return name(max(LINES[direction], key=len)[pattern.index("_")])


def slow_score(position_text: str, colour: str) -> int:
    """Count n // 4 for each unbroken stretch of the colour on each line."""
    rows = position_text.split()[0].split("/")
    owner = {
        (11 - i, max(1, 6 - i) + j): m for i, row in enumerate(rows) for j, m in enumerate(row)
    }
    score = 0
    for line in itertools.chain(*LINES.values()):
        written = "".join(owner[cell] if owner[cell] == colour else " " for cell in line)
        score += sum(len(stretch) // 4 for stretch in written.split())
    return score


# Runs


@pytest.mark.covers(12, 13, 15)
@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize(
    ("length", "points"),
    [(1, 0), (2, 0), (3, 0), (4, 1), (5, 1), (6, 1), (7, 1), (8, 2), (9, 2), (10, 2), (11, 2)],
)
def test_a_run_of_n_pieces_holds_n_over_4_rows(direction: str, length: int, points: int) -> None:
    for first in range(12 - length):
        run = on_middle_line(direction, " " * first + "x" * length)
        assert VEIER.position(text(x=run, o="c1 j11")).scores == (points, 0)
        assert VEIER.position(text(o=run, x="c1 j11")).scores == (0, points)


@pytest.mark.covers(12, 13, 15, 16, 17)
@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("direction", DIRECTIONS)
def test_every_four_cells_in_line_make_a_point(direction: str, player: int) -> None:
    fours = [line[i : i + 4] for line in LINES[direction] for i in range(len(line) - 3)]
    assert len(fours) == 58
    for number, four in enumerate(fours):
        cells = [name(cell) for cell in four]
        last = cells.pop(number % 4)
        if player == 0:
            position = VEIER.position(text(x=" ".join(cells), player="x"))
        else:
            position = VEIER.position(text(o=" ".join(cells), player="o"))
        assert position.scores == (0, 0)
        position = position.play(last)
        assert position.scores == ((1, 0) if player == 0 else (0, 1))
        assert supplies(position) == ((18, 20) if player == 0 else (20, 18))


@pytest.mark.covers(12)
@pytest.mark.parametrize(
    "cells",
    [
        "d8 e7 f6 g5 h4",  # r grows while c falls
        "d5 e5 f6 g6 h7 i7",  # a zigzag
        "d5 f6 h7 j8",  # every other row
        "f5 f7 f9 f11",  # every other cell
        "b5 b6 b7 c1",  # round the corner of two rows
        "d1 e1 f1 g2",  # along the edge, round the corner f1
        "a4 a5 a6 b7",  # along the edge, round the corner a6
        "f6 e6 e5 f5 g6 g7",  # a clump
    ],
)
def test_only_the_three_directions_count(cells: str) -> None:
    assert VEIER.position(text(x=cells, o="k6 k8")).scores == (0, 0)


@pytest.mark.covers(13)
@pytest.mark.parametrize("direction", DIRECTIONS)
def test_a_run_ends_at_a_gap_and_at_the_other_colour(direction: str) -> None:
    cells = on_middle_line(direction, "xxx xx xxx")
    gaps = f"{gap_of(direction, 'xxx_')} {gap_of(direction, 'xxx xx_')}"
    assert VEIER.position(text(x=cells)).scores == (0, 0)
    assert VEIER.position(text(x=cells, o=gaps)).scores == (0, 0)


@pytest.mark.covers(13, 16, 17)
@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize(
    ("pattern", "before", "after"),
    [
        ("xx_", 0, 0),
        ("x_x", 0, 0),
        ("_xxx", 0, 1),
        ("x_xx", 0, 1),
        ("xx_x", 0, 1),
        ("xxx_", 0, 1),
        ("xx_xx", 0, 1),
        ("xxxx_", 1, 1),
        ("_xxxx", 1, 1),
        ("xxxxx_", 1, 1),
        ("xxx_xx", 0, 1),
        ("xxx_xxx", 0, 1),
        ("xxxx_xx", 1, 1),
        ("xxxxxx_", 1, 1),
        ("xxxx_xxx", 1, 2),
        ("xxx_xxxx", 1, 2),
        ("xxxxxxx_", 1, 2),
        ("_xxxxxxx", 1, 2),
        ("xxxx_xxxx", 2, 2),
        ("xxxxxxxx_", 2, 2),
        ("xxx_xxxxx", 1, 2),
        ("xxxxx_xxxxx", 2, 2),
        ("xxx_xxxxxxx", 1, 2),
    ],
)
def test_filling_a_gap_adds_what_the_longer_run_holds_more(
    direction: str, pattern: str, before: int, after: int
) -> None:
    position = VEIER.position(text(x=on_middle_line(direction, pattern), o="c1 j11"))
    assert position.scores == (before, 0)
    position = position.play(gap_of(direction, pattern))
    assert position.scores == (after, 0)
    assert supplies(position) == (20 - 1 - (after - before), 20)


@pytest.mark.covers(13, 16, 17)
def test_the_other_colour_in_the_gap_makes_no_point_and_takes_no_counter() -> None:
    position = VEIER.position(text(x="f1 f2 f3 f5 f6 f7", o="c1 j11", player="o")).play("f4")
    assert position.scores == (0, 0)
    assert supplies(position) == (20, 19)


# Points and counters


@pytest.mark.covers(14, 17)
@pytest.mark.parametrize(
    ("own", "points"),
    [
        ("f3 f4 f5", 1),
        ("c6 d6 e6", 1),
        ("c3 d4 e5", 1),
        ("f3 f4 f5 c6 d6 e6", 2),
        ("f7 f8 f9 c3 d4 e5", 2),
        ("g6 h6 i6 g7 h8 i9", 2),
        ("f3 f4 f5 c6 d6 e6 g7 h8", 2),
        ("f3 f4 f5 c6 d6 e6 g7 h8 i9", 3),
        ("f5 f7 f8 e6 g6 h6 e5 d4 g7", 3),
        ("f3 f4 f5 f7 f8 f9 c6 d6 e6 g6 h6 i6 c3 d4 e5 g7 h8 i9", 3),
    ],
)
@pytest.mark.parametrize("player", [0, 1])
def test_one_piece_closes_rows_in_up_to_three_directions(
    player: int, own: str, points: int
) -> None:
    if player == 0:
        position = VEIER.position(text(x=own, o="b1 k6", player="x")).play("f6")
        assert position.text == text(
            x=own + " f6", o="b1 k6", player="o", supplies=f"{19 - points},20"
        )
        assert position.scores == (points, 0)
    else:
        position = VEIER.position(text(o=own, x="b1 k6", player="o")).play("f6")
        assert position.text == text(
            o=own + " f6", x="b1 k6", player="x", supplies=f"20,{19 - points}"
        )
        assert position.scores == (0, points)


@pytest.mark.covers(14)
def test_a_piece_of_an_old_row_serves_a_row_that_crosses_it() -> None:
    position = VEIER.position(text(x="f6 f7 f8 f9 g6 h6", o="b1 k6"))
    assert position.scores == (1, 0)
    position = position.play("i6")
    assert position.scores == (2, 0)
    assert supplies(position) == (18, 20)


@pytest.mark.covers(16, 17)
def test_old_points_cost_no_counter_again() -> None:
    position = VEIER.position(text(x="f6 f7 f8 f9", o="b1 k6")).play("c3").play("d9").play("f10")
    assert position.scores == (1, 0)
    assert supplies(position) == (18, 19)


@pytest.mark.covers(15)
def test_a_score_is_the_sum_over_all_runs_and_directions() -> None:
    x = "a1 a2 a3 a4 k6 k7 k8 k9 k10 k11 d9 e9 f9 g9 c1 d2 e3 f4"
    position = VEIER.position(text(x=x, o="b3 b4 b5 b6"))
    assert position.scores == (4, 1)


# By brute force


@pytest.mark.covers(12, 13, 15)
@pytest.mark.parametrize("seed", range(40))
def test_scores_agree_with_a_slow_counter_on_painted_boards(seed: int) -> None:
    """Random stretches of random lines, painted over each other: long runs, all crossing."""
    rng = random.Random(seed)
    owner: dict[tuple[int, int], str] = {}
    for _ in range(12):
        line = rng.choice(LINES[rng.choice(DIRECTIONS)])
        first = rng.randrange(len(line))
        colour = rng.choice("xo.")
        owner |= dict.fromkeys(line[first : first + rng.randint(2, 11)], colour)
    x = " ".join(name(cell) for cell, colour in owner.items() if colour == "x")
    o = " ".join(name(cell) for cell, colour in owner.items() if colour == "o")
    written = text(x=x, o=o, supplies="1,1")
    assert VEIER.position(written).scores == (slow_score(written, "x"), slow_score(written, "o"))


@pytest.mark.covers(7, 12, 13, 15, 16, 17, 18, 19, 20, 21)
@pytest.mark.parametrize("seed", range(12))
def test_random_games_agree_with_a_slow_counter(seed: int) -> None:
    rng = random.Random(seed)
    position = VEIER.start()
    while not position.over:
        mover = position.player
        assert mover is not None
        position = position.play(rng.choice(position.steps))
        scores = slow_score(position.text, "x"), slow_score(position.text, "o")
        on_board = position.text.count("x", 0, 101), position.text.count("o", 0, 101)
        left = [max(0, 45 - on_board[p] - scores[p]) for p in (0, 1)]
        assert position.scores == scores
        assert supplies(position) == tuple(left)
        assert position.over == (left[mover] == 0)
    x, o = slow_score(position.text, "x"), slow_score(position.text, "o")
    assert position.winner == (None if x == o else 0 if x > o else 1)
