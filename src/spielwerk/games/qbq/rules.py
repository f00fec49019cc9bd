"""The rules of QBQ."""

from __future__ import annotations

from spielwerk.core.game import Rules
from spielwerk.core.kernel import State, rule
from spielwerk.core.sets import first_square
from spielwerk.core.state import (
    DRAW,
    HEADER,
    LIMIT,
    PHASE,
    PLAYER,
    RESULT,
    TURNS,
    WON,
)
from spielwerk.games.qbq.board import (
    ALL,
    DISTANCE,
    FIRST_FILE,
    LARGE_FORMATION,
    LAST_FILE,
    RAYS,
    SIDE,
    SMALL_FORMATIONS,
    SQUARES,
    START_SQUARES,
)

# Phases of a turn: any movement, or the relocation that an insertion asks for.
MOVEMENT, RELOCATION = 0, 1

# Entries of a state after the header: what stands on each square (NOBODY, or 1 + colour), how
# high, each colour's supply, how many play, and the colour of each seat.
OWNER = HEADER
HEIGHT = OWNER + SQUARES
SUPPLY = HEIGHT + SQUARES
PLAYERS = SUPPLY + 4
SEATS = PLAYERS + 1
SIZE = SEATS + 4

NOBODY = 0
CUBES = 9

# Step codes: 36 x 36 relocations, 36 x 4 topples, 36 insertions.
RELOCATE = 0
TOPPLE = RELOCATE + SQUARES * SQUARES
INSERT = TOPPLE + 4 * SQUARES
STEPS = INSERT + SQUARES
# Nine stacks to anywhere else, at most four towers in four directions, an insertion anywhere.
MOST_STEPS = CUBES * (SQUARES - 1) + 4 * 4 + SQUARES


@rule
def deal(state: State, random: State) -> None:
    """Four cubes each in the corner opposite the own fields, five in supply."""
    for seat in range(state[PLAYERS]):
        colour = state[SEATS + seat]
        state[SUPPLY + colour] = CUBES
        for i in range(4):
            put(state, colour, START_SQUARES[colour, i])


@rule
def put(state: State, colour: int, square: int) -> None:
    """Set a cube from the supply on a square."""
    state[OWNER + square] = 1 + colour
    state[HEIGHT + square] += 1
    state[SUPPLY + colour] -= 1


@rule
def lift(state: State, colour: int, square: int) -> None:
    """Take the top cube of a stack back to the supply."""
    state[HEIGHT + square] -= 1
    state[SUPPLY + colour] += 1
    if state[HEIGHT + square] == 0:
        state[OWNER + square] = NOBODY


# Sets of squares.


@rule
def stacks(state: State, owner: int) -> int:
    """The squares of a colour (1 + colour), or the empty ones (NOBODY)."""
    found = 0
    for square in range(SQUARES):
        found |= int(state[OWNER + square] == owner) << square
    return found


@rule
def towers(state: State, colour: int) -> int:
    """The squares where a colour stands two or more high."""
    found = 0
    for square in range(SQUARES):
        tall = state[OWNER + square] == 1 + colour and state[HEIGHT + square] > 1
        found |= int(tall) << square
    return found


@rule
def beside(squares: int) -> int:
    """All squares that lie side by side with one of these."""
    east = (squares & ~LAST_FILE) << 1
    west = (squares & ~FIRST_FILE) >> 1
    return (east | west | squares << SIDE | squares >> SIDE) & ALL


@rule
def group_of(squares: int, within: int) -> int:
    """All that is connected with these squares, side by side."""
    grown = squares
    while True:
        further = (grown | beside(grown)) & within
        if further == grown:
            return grown
        grown = further


# The three movements.


@rule
def relocation_targets(own: int, empty: int, square: int, height: int) -> int:
    """Where the top cube of a stack can go so that its group stays, or becomes, one piece."""
    lifted = 1 << square
    rest = group_of(lifted, own)
    if height == 1:
        rest &= ~lifted
    part = group_of(rest & -rest, rest)
    targets = beside(part) & empty
    if part == rest:
        return targets | (rest & ~lifted)
    while part != rest:
        rest &= ~part
        part = group_of(rest & -rest, rest)
        targets &= beside(part)
    return targets


@rule
def relocations(state: State, colour: int, own: int, found: State) -> int:
    """Every top cube to every place within its group."""
    count = 0
    empty = stacks(state, NOBODY)
    remaining = own
    while remaining:
        square = first_square(remaining)
        remaining &= remaining - 1
        targets = relocation_targets(own, empty, square, state[HEIGHT + square])
        while targets:
            found[count] = RELOCATE + square * SQUARES + first_square(targets)
            targets &= targets - 1
            count += 1
    return count


@rule
def can_relocate(own: int, tall: int, empty: int) -> bool:
    """Whether any relocation is possible: in a group of two squares one always is,
    and the top of a lone tower needs an empty square beside it."""
    return own & beside(own) != 0 or tall & beside(empty) != 0


@rule
def can_topple(state: State, colour: int, square: int, direction: int) -> bool:
    """Whether every stack of another colour on the fall line is lower than the tower."""
    height = state[HEIGHT + square]
    for i in range(height - 1):
        target = RAYS[square, direction, i]
        if target < 0:
            break
        other = state[OWNER + target] != NOBODY and state[OWNER + target] != 1 + colour
        if other and state[HEIGHT + target] >= height:
            return False
    return True


@rule
def topple(state: State, colour: int, square: int, direction: int) -> None:
    """The bottom cube stays, the others fall in line; what is off the board is in supply."""
    falling = state[HEIGHT + square] - 1
    for _ in range(falling):
        lift(state, colour, square)
    for i in range(falling):
        target = RAYS[square, direction, i]
        if target < 0:
            break
        owner = state[OWNER + target]
        if owner != NOBODY and owner != 1 + colour:
            state[SUPPLY + owner - 1] += state[HEIGHT + target]
            state[HEIGHT + target] = 0
        put(state, colour, target)


@rule
def returns_to_board(state: State, colour: int, found: State) -> int:
    """Back on the board: an empty start square, else the nearest empty squares."""
    nearest = 2 * SIDE
    for square in range(SQUARES):
        if state[OWNER + square] == NOBODY and DISTANCE[colour, square] < nearest:
            nearest = DISTANCE[colour, square]
    count = 0
    for square in range(SQUARES):
        if state[OWNER + square] == NOBODY and DISTANCE[colour, square] == nearest:
            found[count] = INSERT + square
            count += 1
    return count


@rule
def steps(state: State, found: State) -> int:
    """Relocate, topple, or insert and then relocate."""
    colour = int(state[SEATS + state[PLAYER]])
    own = stacks(state, 1 + colour)
    if own == 0:
        return returns_to_board(state, colour, found)
    count = relocations(state, colour, own, found)
    if state[PHASE] == RELOCATION:
        return count
    tall = towers(state, colour)
    empty = stacks(state, NOBODY)
    for square in range(SQUARES):
        here = 1 << square
        if tall & here:
            for direction in range(4):
                if can_topple(state, colour, square, direction):
                    found[count] = TOPPLE + 4 * square + direction
                    count += 1
        if state[SUPPLY + colour] > 0 and here & (own | (beside(own) & empty)):
            if can_relocate(own | here, tall | (own & here), empty & ~here):
                found[count] = INSERT + square
                count += 1
    return count


@rule
def can_move(state: State, colour: int) -> bool:
    """Whether a player has any movement."""
    own = stacks(state, 1 + colour)
    empty = stacks(state, NOBODY)
    tall = towers(state, colour)
    if own == 0 or can_relocate(own, tall, empty):
        return True
    if state[SUPPLY + colour] > 0 and own & beside(empty):
        return True
    while tall:
        for direction in range(4):
            if can_topple(state, colour, first_square(tall), direction):
                return True
        tall &= tall - 1
    return False


@rule
def play(state: State, step: int) -> None:
    """Take a step."""
    colour = int(state[SEATS + state[PLAYER]])
    if step >= INSERT:
        comes_back = state[SUPPLY + colour] == CUBES
        put(state, colour, step - INSERT)
        if not comes_back:
            state[PHASE] = RELOCATION
            return
    elif step >= TOPPLE:
        topple(state, colour, (step - TOPPLE) // 4, (step - TOPPLE) % 4)
    else:
        lift(state, colour, (step - RELOCATE) // SQUARES)
        put(state, colour, (step - RELOCATE) % SQUARES)
    state[PHASE] = MOVEMENT
    state[TURNS] += 1
    state[PLAYER] = (state[PLAYER] + 1) % state[PLAYERS]
    judge(state)


# The end.


@rule
def has_formation(state: State, colour: int) -> bool:
    """Four cubes as a square, eight as a cube, nine as a square, on own fields, and no others."""
    cubes = CUBES - state[SUPPLY + colour]
    if cubes != 4 and cubes != 8 and cubes != 9:
        return False
    own = stacks(state, 1 + colour)
    if cubes == 9:
        return bool(own == LARGE_FORMATION[colour])
    for square in range(SQUARES):
        if state[OWNER + square] == 1 + colour and state[HEIGHT + square] != cubes // 4:
            return False
    for place in range(4):
        if own == SMALL_FORMATIONS[colour, place]:
            return True
    return False


@rule
def judge(state: State) -> None:
    """After a turn: formations, the mover's first; then the turn limit; then who is next."""
    if state[PHASE] != MOVEMENT:
        return
    players = int(state[PLAYERS])
    following = int(state[PLAYER])
    for i in range(players):
        seat = (following + players - 1 + i) % players
        if has_formation(state, int(state[SEATS + seat])):
            state[RESULT] = WON + seat
            return
    if state[TURNS] >= state[LIMIT]:
        state[RESULT] = DRAW
        return
    for i in range(players):
        seat = (following + i) % players
        if can_move(state, int(state[SEATS + seat])):
            state[PLAYER] = seat
            return
    state[RESULT] = DRAW


@rule
def halt(state: State) -> None:
    """Ended by repetition or the turn limit, a game is drawn."""
    state[RESULT] = DRAW


RULES = Rules(SIZE, MOST_STEPS, deal, steps, play, judge, halt)
