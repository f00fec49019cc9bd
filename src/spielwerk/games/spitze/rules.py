"""The rules of Spitze."""

from __future__ import annotations

from spielwerk.core.game import Rules
from spielwerk.core.kernel import State, rule
from spielwerk.core.sets import first_square
from spielwerk.core.state import (
    DRAW,
    HEADER,
    LIMIT,
    PLAYER,
    RESULT,
    TURNS,
    WON,
)
from spielwerk.games.spitze.board import DOWN, INSIDE, RAY_SQUARES, SIDE, SQUARES, STRIDE, UP

# Entries of a state after the header:
#   36 squares, each the height of what stands there, negative if the top piece is dark;
#   36 pieces: the towers' pieces from bottom to top, tower after tower in the order of squares;
#   who was passed over for the present turn: NOBODY, or 1 + the player; the set-up option.
BOARD = HEADER
PIECES = BOARD + SQUARES
STUCK = PIECES + SQUARES
SETUP = STUCK + 1
SIZE = SETUP + 1

EMPTY, LIGHT, DARK = 0, 1, -1
NOBODY = 0
CHECKERBOARD, RANKS = 0, 1
PIECES_EACH = 18
JUMPED = 2
MOST_STEPS = PIECES_EACH * RAY_SQUARES


@rule
def deal(state: State, random: State) -> None:
    """All squares are full: a checkerboard with a1 light, or light on the first three ranks."""
    for square in range(SQUARES):
        file, rank = square % 6, square // 6
        light = rank < 3 if state[SETUP] == RANKS else (file + rank) % 2 == 0
        state[BOARD + square] = LIGHT if light else DARK
        state[PIECES + square] = state[BOARD + square]


@rule
def own_single(player: int) -> int:
    """What a square holds on which a piece of the player stands alone."""
    return LIGHT if player == 0 else DARK


@rule
def one_further(squares: int, direction: int) -> int:
    """Every square of a set one further; what would leave the board is gone."""
    return int((squares & INSIDE[direction]) << UP[direction] >> DOWN[direction])


@rule
def steps(state: State, found: State) -> int:
    """A jump with an own piece that stands alone: along a line to any square such that exactly
    two pieces lie strictly between.

    All pieces set out at once, and keep step: those that have gone over none, one or two pieces
    are three sets of the squares that they have come to.
    """
    count = 0
    own = own_single(state[PLAYER])
    own_singles = empty = singles = pairs = 0
    for square in range(SQUARES):
        here = state[BOARD + square]
        own_singles |= int(here == own) << square
        empty |= int(here == EMPTY) << square
        singles |= int(abs(here) == 1) << square
        pairs |= int(abs(here) == JUMPED) << square
    for direction in range(len(STRIDE)):
        over_none, over_one, over_two = own_singles, 0, 0
        for distance in range(1, SIDE):
            over_none = one_further(over_none, direction)
            over_one = one_further(over_one, direction)
            over_two = one_further(over_two, direction)
            landing = over_two
            while landing:
                target = first_square(landing)
                found[count] = (target - distance * STRIDE[direction]) * SQUARES + target
                count += 1
                landing &= landing - 1
            over_two = (over_two & empty) | (over_one & singles) | (over_none & pairs)
            over_one = (over_one & empty) | (over_none & singles)
            over_none &= empty
    return count


@rule
def jump(state: State, start: int, target: int) -> None:
    """Take a piece to another square, on top of what stands there."""
    piece = state[BOARD + start]
    # Where the piece lies in the list of all pieces, and where it will: after the target's own.
    source = 0
    for square in range(start):
        source += abs(state[BOARD + square])
    goal = source
    if target > start:
        for square in range(start + 1, target + 1):
            goal += abs(state[BOARD + square])
        for place in range(PIECES + source, PIECES + goal):
            state[place] = state[place + 1]
    else:
        for square in range(target + 1, start):
            goal -= abs(state[BOARD + square])
        for place in range(PIECES + source, PIECES + goal, -1):
            state[place] = state[place - 1]
    state[PIECES + goal] = piece
    state[BOARD + start] = EMPTY
    state[BOARD + target] = piece * (abs(state[BOARD + target]) + 1)


@rule
def can_jump(state: State, player: int) -> bool:
    """Whether the player has any jump."""
    own = own_single(player)
    for square in range(SQUARES):
        if state[BOARD + square] == own:
            for direction in range(len(STRIDE)):
                jumped = 0
                target = square
                while INSIDE[direction] >> target & 1:
                    target += STRIDE[direction]
                    if jumped == JUMPED:
                        return True
                    jumped += abs(state[BOARD + target])
    return False


@rule
def play(state: State, step: int) -> None:
    """Jump; then the other player is next, or is passed over once, or the game ends."""
    jump(state, step // SQUARES, step % SQUARES)
    state[TURNS] += 1
    jumper = int(state[PLAYER])
    other = 1 - jumper
    passed_over_before = state[STUCK] == 1 + other
    state[PLAYER] = other
    if can_jump(state, other):
        state[STUCK] = NOBODY
    elif passed_over_before or not can_jump(state, jumper):
        halt(state)
    else:
        state[PLAYER] = jumper
        state[STUCK] = 1 + other
    if state[TURNS] >= state[LIMIT]:
        halt(state)


@rule
def judge(state: State) -> None:
    """A position read from a text is over if its player cannot jump, or by the turn limit."""
    if state[TURNS] >= state[LIMIT] or not can_jump(state, state[PLAYER]):
        halt(state)


@rule
def score(state: State, player: int) -> int:
    """The pieces in all towers with the player's piece on top; single pieces count nothing."""
    points = 0
    for square in range(SQUARES):
        height = state[BOARD + square] * own_single(player)
        if height > 1:
            points += height
    return points


@rule
def halt(state: State) -> None:
    """The higher score wins."""
    lead = score(state, 0) - score(state, 1)
    if lead > 0:
        state[RESULT] = WON
    elif lead < 0:
        state[RESULT] = WON + 1
    else:
        state[RESULT] = DRAW


RULES = Rules(SIZE, MOST_STEPS, deal, steps, play, judge, halt, score)
