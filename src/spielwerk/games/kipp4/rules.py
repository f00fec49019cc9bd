"""The rules of KIPP4."""

from __future__ import annotations

from spielwerk.core.game import Rules
from spielwerk.core.kernel import State, rule
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
from spielwerk.games.kipp4.board import (
    CORNER_GROOVES,
    FIRST_CENTRE_GROOVE,
    GROOVE,
    GROOVES,
    LOWER_END,
    NEIGHBOURS,
    POSITIONS,
    ROW_MASKS,
    SOUTH,
    UPPER_END,
)

# Phases of a turn.
ACT, TURN_BOARD = 0, 1

# Entries of a state after the header: 24 positions, the low side, both supplies.
BOARD = HEADER
LOW_SIDE = BOARD + POSITIONS
SUPPLY = LOW_SIDE + 1
SIZE = SUPPLY + 2

# What can lie on a position: the marble of player p is LIGHT + p.
EMPTY, LIGHT, DARK, RED = 0, 1, 2, 3
MARBLES, RED_MARBLES = 8, 4

# Step codes: 24 places, 24 removals, 4 diagonals from each of 24 positions, 3 turns.
PLACE = 0
REMOVE = PLACE + POSITIONS
MOVE = REMOVE + POSITIONS
TURN = MOVE + 4 * POSITIONS
STEPS = TURN + 3
MOST_STEPS = 48


@rule
def deal(state: State, random: State) -> None:
    """One red marble in each centre groove, the low side south, light begins."""
    state[LOW_SIDE] = SOUTH
    state[SUPPLY] = state[SUPPLY + 1] = MARBLES
    for groove in range(FIRST_CENTRE_GROOVE, GROOVES):
        state[BOARD + LOWER_END[SOUTH, groove]] = RED


@rule
def settle(state: State, groove: int) -> None:
    """A lone marble lies at the lower end of its groove."""
    low = BOARD + LOWER_END[state[LOW_SIDE], groove]
    high = BOARD + UPPER_END[state[LOW_SIDE], groove]
    lower, upper = state[low], state[high]
    # Both are written in either case: no branch for a processor to guess wrong.
    state[low] = upper if lower == EMPTY else lower
    state[high] = EMPTY if lower == EMPTY else upper


@rule
def resting_place(state: State, groove: int) -> int:
    """Where a marble placed in a groove comes to rest; -1 if the groove is full."""
    low = LOWER_END[state[LOW_SIDE], groove]
    if state[BOARD + low] == EMPTY:
        return int(low)
    high = UPPER_END[state[LOW_SIDE], groove]
    return int(high) if state[BOARD + high] == EMPTY else -1


@rule
def places(state: State, found: State) -> int:
    """A marble enters by a corner groove; by any groove once all corners are full."""
    count = 0
    if state[SUPPLY + state[PLAYER]] == 0:
        return count
    for groove in range(GROOVES):
        if groove == CORNER_GROOVES and count > 0:
            break
        place = resting_place(state, groove)
        if place >= 0:
            found[count] = PLACE + place
            count += 1
    return count


@rule
def actions(state: State, found: State) -> int:
    """Place a marble, move one along a diagonal to another groove, or remove a red one."""
    count = places(state, found)
    own = LIGHT + state[PLAYER]
    for position in range(POSITIONS):
        marble = state[BOARD + position]
        if marble == RED:
            found[count] = REMOVE + position
            count += 1
        elif marble == own:
            for diagonal in range(4):
                target = NEIGHBOURS[position, diagonal]
                found[count] = MOVE + 4 * position + diagonal
                count += (target >= 0) & (state[BOARD + target] == EMPTY)
    return count


@rule
def steps(state: State, found: State) -> int:
    """An action, or after it one, two or three quarter turns of the board."""
    if state[PHASE] == ACT:
        return actions(state, found)
    for quarters in range(3):
        found[quarters] = TURN + quarters
    return 3


@rule
def can_act(state: State) -> bool:
    """Whether the player can place, move or remove anything."""
    own = LIGHT + state[PLAYER]
    if state[SUPPLY + state[PLAYER]] > 0:
        for position in range(POSITIONS):
            if state[BOARD + position] == EMPTY:
                return True
    for position in range(POSITIONS):
        marble = state[BOARD + position]
        if marble == RED:
            return True
        if marble == own:
            for diagonal in range(4):
                target = NEIGHBOURS[position, diagonal]
                if target >= 0 and state[BOARD + target] == EMPTY:
                    return True
    return False


@rule
def act(state: State, step: int) -> None:
    """Carry an action out; lone marbles of the grooves touched roll down."""
    own = LIGHT + state[PLAYER]
    if step < REMOVE:
        state[BOARD + step - PLACE] = own
        state[SUPPLY + state[PLAYER]] -= 1
    elif step < MOVE:
        position = step - REMOVE
        state[BOARD + position] = EMPTY
        settle(state, GROOVE[position])
    else:
        position = (step - MOVE) // 4
        target = NEIGHBOURS[position, (step - MOVE) % 4]
        state[BOARD + position] = EMPTY
        state[BOARD + target] = own
        settle(state, GROOVE[position])
        settle(state, GROOVE[target])
    state[PHASE] = TURN_BOARD


@rule
def turn_board(state: State, quarters: int) -> None:
    """Turn the board clockwise; every groove settles towards the new low side."""
    state[LOW_SIDE] = (state[LOW_SIDE] + quarters) % 4
    for groove in range(GROOVES):
        settle(state, groove)
    state[PHASE] = ACT
    state[PLAYER] = 1 - state[PLAYER]
    state[TURNS] += 1


@rule
def has_row(state: State, player: int) -> bool:
    """Whether four marbles of the player's colour lie in an unbroken straight row."""
    marbles = 0
    for position in range(POSITIONS):
        marbles |= int(state[BOARD + position] == LIGHT + player) << position
    rows = 0
    for row in range(len(ROW_MASKS)):
        rows += (marbles & ROW_MASKS[row]) == ROW_MASKS[row]
    return rows > 0


@rule
def judge(state: State) -> None:
    """Rows, then a player who cannot act, then the turn limit; only at the start of a turn."""
    if state[PHASE] != ACT:
        return
    turner = 1 - state[PLAYER]
    next_player = 1 - turner
    if has_row(state, turner):
        state[RESULT] = WON + turner
    elif has_row(state, next_player):
        state[RESULT] = WON + next_player
    elif not can_act(state):
        state[RESULT] = WON + turner
    elif state[TURNS] >= state[LIMIT]:
        state[RESULT] = DRAW


@rule
def play(state: State, step: int) -> None:
    """Take a step."""
    if step < TURN:
        act(state, step)
    else:
        turn_board(state, step - TURN + 1)
        judge(state)


@rule
def halt(state: State) -> None:
    """Ended by repetition or the turn limit, a game is drawn."""
    state[RESULT] = DRAW


RULES = Rules(SIZE, MOST_STEPS, deal, steps, play, judge, halt)
