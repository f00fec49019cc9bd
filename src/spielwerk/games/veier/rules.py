"""The rules of Véier."""

from __future__ import annotations

from spielwerk.core.game import Rules
from spielwerk.core.kernel import State, rule
from spielwerk.core.state import (
    DRAW,
    HEADER,
    PLAYER,
    RESULT,
    TURNS,
    WON,
)
from spielwerk.games.veier.board import CELLS, DIRECTIONS, LINES, NEIGHBOURS, ON_EDGE

# Entries of a state after the header: 91 cells, supplies, points, the option.
BOARD = HEADER
SUPPLY = BOARD + CELLS
POINTS = SUPPLY + 2
LAST_TURN = POINTS + 2
SIZE = LAST_TURN + 1

# What can lie on a cell: the piece of player p is X + p.
EMPTY, X = 0, 1
PIECES = 45
ROW_LENGTH = 4


@rule
def deal(state: State, random: State) -> None:
    """The board is empty, all pieces are in the supplies."""
    state[SUPPLY] = state[SUPPLY + 1] = PIECES


@rule
def first_cells(state: State, found: State) -> int:
    """The first piece: any cell that is not on the edge."""
    count = 0
    for cell in range(CELLS):
        if not ON_EDGE[cell]:
            found[count] = cell
            count += 1
    return count


@rule
def second_cells(state: State, found: State) -> int:
    """The second piece: a cell next to the first."""
    first = 0
    while state[BOARD + first] == EMPTY:
        first += 1
    count = 0
    for direction in range(len(DIRECTIONS)):
        if NEIGHBOURS[first, direction] >= 0:
            found[count] = NEIGHBOURS[first, direction]
            count += 1
    return count


@rule
def steps(state: State, found: State) -> int:
    """Any empty cell, but for the first two pieces."""
    if state[TURNS] == 0:
        return first_cells(state, found)
    if state[TURNS] == 1:
        return second_cells(state, found)
    count = 0
    for cell in range(CELLS):
        # Written first and counted after: no branch to guess wrong.
        found[count] = cell
        count += state[BOARD + cell] == EMPTY
    return count


@rule
def run_length(state: State, cell: int, direction: int) -> int:
    """How many pieces of the same colour follow a cell in one direction."""
    piece = state[BOARD + cell]
    length = 0
    following = NEIGHBOURS[cell, direction]
    while following >= 0 and state[BOARD + following] == piece:
        length += 1
        following = NEIGHBOURS[following, direction]
    return length


@rule
def points_made(state: State, cell: int) -> int:
    """What the piece just placed adds: a run of n holds n // 4 rows."""
    points = 0
    for line in range(LINES):
        before = run_length(state, cell, line)
        behind = run_length(state, cell, line + LINES)
        joined = before + 1 + behind
        points += joined // ROW_LENGTH - before // ROW_LENGTH - behind // ROW_LENGTH
    return points


@rule
def play(state: State, cell: int) -> None:
    """Place a piece; each point takes one more from the supply, as far as there are any."""
    player = state[PLAYER]
    state[BOARD + cell] = X + player
    points = points_made(state, cell)
    state[POINTS + player] += points
    state[SUPPLY + player] = max(0, state[SUPPLY + player] - 1 - points)
    state[TURNS] += 1
    state[PLAYER] = 1 - player
    judge(state)


@rule
def judge(state: State) -> None:
    """The game ends when a supply is empty; with `last_turn` x's end leaves o one more turn."""
    last_turn_due = state[LAST_TURN] and state[PLAYER] == 1
    if state[SUPPLY + 1] == 0 or (state[SUPPLY] == 0 and not last_turn_due):
        halt(state)


@rule
def halt(state: State) -> None:
    """The higher score wins."""
    if state[POINTS] > state[POINTS + 1]:
        state[RESULT] = WON
    elif state[POINTS] < state[POINTS + 1]:
        state[RESULT] = WON + 1
    else:
        state[RESULT] = DRAW


@rule
def score(state: State, player: int) -> int:
    """The points so far."""
    return state[POINTS + player]


RULES = Rules(SIZE, CELLS, deal, steps, play, judge, halt, score)
