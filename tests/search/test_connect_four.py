"""The solver against plain alpha-beta on bit boards: seven bits a column, the highest empty."""

from __future__ import annotations

import random

from examples.connect_four import ConnectFour
from spielwerk.search.solver import solve

CONNECT_FOUR = ConnectFour()
CENTRE_FIRST = (3, 2, 4, 1, 5, 0, 6)


def has_four(stones: int) -> bool:
    for direction in (1, 6, 7, 8):
        pairs = stones & stones >> direction
        if pairs & pairs >> 2 * direction:
            return True
    return False


def drop(stones: int, column: int) -> int:
    """The stone that falls into a column, 0 if it is full."""
    return (stones + (1 << 7 * column)) & (0b111111 << 7 * column)


def worth(own: int, other: int, alpha: int, beta: int) -> int:
    """For who is to move: 100 less the stones on the board at a win, the reverse at a loss."""
    stones = own | other
    moves = [own | move for column in CENTRE_FIRST if (move := drop(stones, column))]
    for following in moves:
        if has_four(following):
            return 99 - stones.bit_count()
    best = -100 if moves else 0
    for following in moves:
        best = max(best, -worth(other, following, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def board(choices: random.Random, stones: int) -> tuple[int, int]:
    """A board with so many stones and no four in a row: the stones of who is next, of the other."""
    own = other = 0
    for _ in range(stones):
        moves = [drop(own | other, column) for column in CENTRE_FIRST]
        quiet = [move for move in moves if move and not has_four(own | move)]
        if not quiet:
            return board(choices, stones)
        own, other = other, own | choices.choice(quiet)
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
        own, other = board(choices, choices.randint(30, 41))
        position = CONNECT_FOUR.position(text(own, other))
        expected = worth(own, other, -100, 100)
        solution = solve(position)
        assert solution is not None
        result = (expected > 0) - (expected < 0)
        assert solution.returns[position.turns % 2] == result
        assert not result or solution.turns == 100 - abs(expected) - position.turns
