"""The solver against plain brute force, and what it does when it cannot answer."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

import spielwerk
from examples.connect_four import ConnectFour
from spielwerk import Game, Position
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

CONNECT_FOUR = ConnectFour()
KIPP4 = spielwerk.game("kipp4")
SPITZE = spielwerk.game("spitze")
QBQ = spielwerk.game("qbq")

# Light needs one more marble on the third rank, and dark cannot hinder both ways to get there.
ROW_OF_THREE = "l../...d/.../..../r../r.../lll s l a 4,7 9"


def random_game(game: Game, seed: int) -> list[Position]:
    """All positions of a random game but its end, where somebody is to move."""
    choices = random.Random(seed)
    position, played = game.start(seed=seed), []
    while not position.over:
        played.append(position)
        position = position.play(choices.choice(position.steps))
    return [position for position in played if position.player is not None]


def late(game: Game, seeds: range, last: int) -> Iterator[Position]:
    """Positions shortly before the end of random games."""
    for seed in seeds:
        yield random_game(game, seed)[-1 - seed % last :][0]


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


def played(position: Position, solution: Solution) -> Position:
    """The end of the solution's line."""
    for step in solution.line:
        position = position.play(step)
    assert position.over
    return position


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
    positions = [position for position in map(small_spitze, range(200)) if position]
    assert sum(agree_with_circles(position) >= 0 for position in positions) > 50


def test_spitze_is_solved_at_the_end_of_random_games() -> None:
    assert sum(agree_with_circles(position) >= 0 for position in late(SPITZE, range(40), 4)) > 15


# Connect Four, against alpha-beta on bit boards: seven bits a column, the highest always empty.


def has_four(stones: int) -> bool:
    return any(
        (pairs := stones & stones >> direction) & pairs >> 2 * direction
        for direction in (1, 6, 7, 8)
    )


@cache
def worth(own: int, other: int, alpha: int, beta: int) -> int:
    """For who is to move: 100 less the stones on the board at a win, the reverse at a loss."""
    stones = (own | other).bit_count()
    moves = [
        own | move
        for column in range(7)
        if not (move := ((own | other) + (1 << 7 * column)) & (0b1111111 << 7 * column)) >> 6
        & 1 << 7 * column
    ]
    if any(map(has_four, moves)):
        return 99 - stones
    best = -100 if moves else 0
    for following in moves:
        best = max(best, -worth(other, following, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def board(choices: random.Random, stones: int) -> tuple[int, int]:
    """A board with so many stones and no four in a row: the stones of who is next, of the other."""
    while True:
        own = other = 0
        for column in choices.sample([c for c in range(7) for _ in range(6)], stones):
            move = ((own | other) + (1 << 7 * column)) & (0b1111111 << 7 * column)
            if has_four(own | move):
                break
            own, other = other, own | move
        else:
            return own, other


def text(own: int, other: int) -> str:
    mine, theirs = "xo" if (own | other).bit_count() % 2 == 0 else "ox"
    rows = (
        "".join(
            mine if own >> at & 1 else theirs if other >> at & 1 else "."
            for at in range(row, 49, 7)
        )
        for row in (5, 4, 3, 2, 1, 0)
    )
    return f"{'/'.join(rows)} {mine}"


def test_connect_four_is_solved_as_by_plain_alpha_beta() -> None:
    choices = random.Random(1)
    for _ in range(2000):
        own, other = board(choices, choices.randint(30, 40))
        position = CONNECT_FOUR.position(text(own, other))
        expected = worth(own, other, -100, 100)
        solution = solve(position)
        assert solution is not None
        result = (expected > 0) - (expected < 0)
        assert solution.returns[position.turns % 2] == result
        assert not result or solution.turns == 100 - abs(expected) - position.turns


# Forced wins.


def check_forced_win(position: Position, turns: int) -> bool:
    """Ask both ways whether there is a forced win within so many own turns."""
    assert position.player is not None
    win = forced_win(position, turns)
    horizon = position.turns + position.game.players * (turns - 1) + 1
    assert (win is not None) == brute_force.wins_before(position, position.player, horizon)
    if win is not None:
        assert played(position, win).winner == position.player
        assert win.turns <= horizon - position.turns
    return win is not None


@pytest.mark.parametrize(
    ("key", "players", "games", "last"),
    [
        ("kipp4", 2, 60, 6),
        ("qbq", 2, 12, 3),
        ("qbq", 3, 12, 3),
        ("qbq", 4, 8, 3),
        ("blockit", 2, 30, 4),
        ("blockit", 3, 30, 4),
        ("blockit", 4, 30, 4),
    ],
)
def test_steps_that_win_or_lose_at_once_are_found(
    key: str, players: int, games: int, last: int
) -> None:
    options = {} if key == "kipp4" else {"players": players}
    wins = 0
    for position in late(spielwerk.game(key, **options), range(games), last):
        winning = winning_steps(position)
        assert winning == brute_force.winning_steps(position)
        assert check_forced_win(position, 1) == bool(winning)
        some = random.Random(0).sample(position.steps, min(4, len(position.steps)))
        assert list(safe_steps(position, some)) == [
            step for step in some if brute_force.is_safe(position, step)
        ]
        wins += bool(winning)
    assert 0 < wins < games
