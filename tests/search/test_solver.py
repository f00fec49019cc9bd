"""The solver against plain brute force, and what it does when it cannot answer."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from dataclasses import replace
from itertools import product

import pytest

import spielwerk
from examples.connect_four import ConnectFour
from spielwerk import Position
from spielwerk.search import solver
from spielwerk.search.solver import (
    NotSolvable,
    Solution,
    forced_win,
    safe_steps,
    solve,
    winning_steps,
)
from tests.rules import spitze_boards, veier_boards
from tests.rules.veier_boards import COLUMNS as ROWS
from tests.search import brute_force
from tests.search.late import late, played
from tests.search.toys import Nim

CONNECT_FOUR = ConnectFour()
KIPP4 = spielwerk.game("kipp4")
SPITZE = spielwerk.game("spitze")
QBQ = spielwerk.game("qbq")

# Each side has jumps that build nothing, and can come back to where it was.
CIRCLES = (
    "d,ldd,ll,.,.,./.,.,.,ldd,.,./ld,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,./ddl,.,dd,l,.,. d - 20",
    ".,.,.,dl,ld,./.,.,.,.,.,./.,.,.,.,.,./.,.,ll,.,.,ld/.,.,ldd,l,l,ldd/.,.,.,.,d,. l - 20",
    ".,.,.,.,.,./.,.,.,.,.,./.,ldd,.,.,l,./.,.,.,.,ld,./.,.,.,.,.,d/.,.,.,.,ldd,dl l - 20",
    ".,.,.,.,.,./.,.,.,.,.,./l,.,.,.,.,./ldd,.,d,.,.,ddl/.,.,ld,.,.,./.,.,.,.,.,ldd l - 20",
)
# Here a game can wander for more turns than there are to a turn limit.
MANY_CIRCLES = (
    ".,.,.,.,.,ldd/ld,.,l,d,.,dd/dll,l,d,.,.,."
    "/lll,dld,.,d,l,d/.,lll,dl,.,dd,./ld,.,.,.,ld,dl l - 22"
)


def agree(position: Position) -> bool:
    """Solve a position both ways; False if that is too much for brute force."""
    seat = position.player
    assert seat is not None
    try:
        expected = brute_force.solve(position, seat, {}, most=150)
    except brute_force.TooLarge:
        return False
    solution = solve(position)
    assert solution is not None
    end = played(position, solution)
    assert brute_force.end_value(end, seat) == expected
    assert (solution.returns, solution.turns) == (end.returns, end.turns - position.turns)
    return solution.margin == expected[1]


def agree_with_circles(position: Position) -> int:
    """Solve a position both ways; how many circles that met, and -1 if that is too much."""
    seat = position.player
    assert seat is not None
    brute = brute_force.WithCircles(seat, most=150)
    try:
        expected = brute.solve(position)
    except brute_force.TooLarge:
        return -1
    solution = solve(position)
    assert solution is not None
    end = played(position, solution)
    assert brute_force.end_value(end, seat)[:2] == expected
    assert solution.margin == expected[1]
    return brute.circles


def small_veier(seed: int, last_turn: bool) -> Position:
    """Véier with a board almost full of rows of three, and small supplies."""
    choices = random.Random(seed)
    cells = [(row, column) for row, ends in ROWS.items() for column in range(ends[0], ends[1] + 1)]
    pieces: dict[str, list[str]] = {"x": [], "o": []}
    for row, column in choices.sample(cells, len(cells)):
        owner = "xxxooo"[(column + 2 * ord(row)) % 6]
        pieces[owner].append(f"{row}{column}")
    supplies = [choices.randint(1, 3) for _ in "xo"]
    x, o = (
        " ".join(mine[: 45 - supply])
        for mine, supply in zip(pieces.values(), supplies, strict=True)
    )
    fields = veier_boards.text(x, o, choices.choice("xo"), f"{supplies[0]},{supplies[1]}")
    return spielwerk.game("veier", last_turn=last_turn).position(fields)


@pytest.mark.parametrize("last_turn", [False, True])
def test_veier_is_solved_as_by_brute_force(last_turn: bool) -> None:
    positions = [small_veier(seed, last_turn) for seed in range(100)]
    assert sum(agree(position) for position in positions if not position.over) > 80


def small_spitze(seed: int) -> Position | None:
    """Spitze with two or three single pieces and some towers, if such a position can be."""
    choices = random.Random(seed)
    towers = ["l", "d", "l", *choices.choices(["ld", "dl", "ll", "dd", "ldd", "ddl"], k=9)]
    squares = choices.sample(spitze_boards.SQUARES, 11)
    fields = f"{choices.choice('ld')} - 20"
    try:
        position = SPITZE.position(
            spitze_boards.text(fields, **dict(zip(squares, towers[seed % 2 :], strict=False)))
        )
    except spielwerk.SpielwerkError:
        return None
    return None if position.over else position


def test_spitze_is_solved_as_by_brute_force() -> None:
    positions = [position for position in map(small_spitze, range(90)) if position]
    assert sum(agree_with_circles(position) >= 0 for position in positions) > 20


def test_spitze_is_solved_at_the_end_of_random_games() -> None:
    assert sum(agree_with_circles(position) >= 0 for position in late(SPITZE, range(40), 4)) > 15


def test_turns_of_many_steps_are_solved() -> None:
    for a, b, c in product(range(4), repeat=3):
        if a or b or c:
            solution = solve(Nim().position(f"{a},{b},{c} 0 0"))
            assert solution is not None
            assert solution.returns[0] == (1 if a ^ b ^ c else -1)


# Repetition.


@pytest.mark.parametrize("text", CIRCLES)
def test_games_that_can_go_round_in_circles_are_solved(text: str) -> None:
    assert agree_with_circles(SPITZE.position(text)) > 0


@pytest.mark.parametrize("text", CIRCLES)
def test_near_the_turn_limit_every_turn_counts(text: str) -> None:
    for turns in range(1, 7):
        position = spielwerk.game("spitze", turn_limit=20 + turns).position(text)
        assert agree(position)


def test_a_turn_limit_that_is_far_away_changes_nothing() -> None:
    solutions = [
        solve(spielwerk.game("spitze", turn_limit=limit).position(MANY_CIRCLES))
        for limit in (0, 23 + solver.FAR)
    ]
    assert [solution.margin for solution in solutions if solution] == [-12, -12]


@pytest.mark.parametrize("text", CIRCLES)
def test_circles_that_were_gone_round_before_are_counted(text: str) -> None:
    position = SPITZE.position(text)
    for step in position.steps:
        after = position.play(step)
        if not after.over:
            starts = (*position.turn_starts, *2 * (after.turn_starts[-1],))
            assert agree_with_circles(replace(position, turn_starts=starts)) >= 0


# Giving up.


def test_a_search_ends_when_it_has_looked_at_so_many_positions() -> None:
    start = SPITZE.start()
    assert solve(start, nodes=1) is None
    assert solve(start, nodes=10_000) is None
    assert forced_win(start, 9, nodes=10_000) is None


def test_a_search_is_cancelled_from_another_thread() -> None:
    stop = threading.Event()
    answers: list[Solution | None] = []
    search = threading.Thread(
        target=lambda: answers.append(solve(SPITZE.start(), nodes=10**12, stop=stop))
    )
    search.start()
    stop.set()
    search.join(60)
    assert answers == [None]


def test_a_search_that_was_cancelled_before_it_began_gives_up_at_once() -> None:
    stop = threading.Event()
    stop.set()
    assert solve(SPITZE.position(CIRCLES[0])) is not None
    assert solve(SPITZE.position(CIRCLES[0]), stop=stop) is None


def test_the_table_and_the_stack_are_bounded() -> None:
    search = solver.AlphaBeta(QBQ.start(), nodes=10**12)
    assert sum(array.nbytes for array in search.table) == 24 * 2**20
    stack = (search.states, search.found, search.worth, search.stack)
    assert sum(array.nbytes for array in stack) < 10 * 2**20


def test_a_small_budget_takes_a_small_table() -> None:
    search = solver.AlphaBeta(QBQ.start(), nodes=1000)
    assert len(search.table[0]) == 1024


def test_the_only_step_is_found() -> None:
    position = CONNECT_FOUR.position("xxoxxo./ooxooxx/xxoxxoo/ooxooxx/xxoxxoo/ooxooxx x")
    solution = solve(position)
    assert solution is not None
    assert solution.line == ("g",)
    assert list(safe_steps(position, position.steps)) == ["g"]


@pytest.mark.parametrize("ask", [solve, forced_win, winning_steps])
def test_a_game_that_is_over_is_refused(ask: Callable[[Position], object]) -> None:
    with pytest.raises(NotSolvable, match="over"):
        ask(KIPP4.start().halt())


def test_what_cannot_be_solved_is_refused() -> None:
    with pytest.raises(NotSolvable, match="two players, not 3"):
        solve(spielwerk.game("qbq", players=3).start())
    with pytest.raises(NotSolvable, match="die"):
        forced_win(spielwerk.game("blockit").start(seed=1))
    with pytest.raises(NotSolvable, match="has a die"):
        solve(spielwerk.game("blockit").start(seed=1).play("L1"))
    with pytest.raises(NotSolvable, match="0 turns"):
        forced_win(KIPP4.start(), 0)


def test_a_step_that_is_not_possible_is_refused() -> None:
    with pytest.raises(spielwerk.IllegalStep, match="not possible"):
        list(safe_steps(KIPP4.start(), ["+d5"]))
