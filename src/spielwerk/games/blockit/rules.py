"""The rules of Block It!."""

from __future__ import annotations

from spielwerk.core.game import Rules
from spielwerk.core.kernel import State, rule
from spielwerk.core.random import random_below
from spielwerk.core.state import (
    CHANCE,
    DRAW,
    HEADER,
    LIMIT,
    PHASE,
    PLAYER,
    RESULT,
    TURNS,
    WON,
)
from spielwerk.games.blockit.board import (
    CARD_OF_CROSSING,
    CROSSINGS,
    DECK,
    EAST,
    FACES,
    NORTH,
    NORTH_EAST,
    NORTH_WEST,
    QUARTERS,
    SOUTH_EAST,
    SOUTH_WEST,
    SQUARES,
)

# Phases of a turn.
CLAIM, DIE, UNBLOCK, ACT, SECOND_CARD = range(5)

# Entries of a state after the header: the card on each square, the block on each crossing (NONE,
# or 1 + colour), how many blocks lock each card, which cards rest; each colour's blocks left;
# whose turn it is, the die (NONE, or 1 + face), which throw, the first card of two (NONE, or
# 1 + square); then the options.
CARD = HEADER
BLOCK = CARD + SQUARES
LOCKS = BLOCK + CROSSINGS
RESTED = LOCKS + SQUARES
LEFT = RESTED + SQUARES
SEAT = LEFT + 4
THROWN = SEAT + 1
THROW = THROWN + 1
FIRST_CARD = THROW + 1
PLAYERS = FIRST_CARD + 1
BLOCKS_EACH = PLAYERS + 1
REST = BLOCKS_EACH + 1
SOLO = REST + 1
RACE_COLOUR = SOLO + 1
SIZE = RACE_COLOUR + 1

NONE = 0
NO_SOLO, SOLO_TURNS, SOLO_TIME, SOLO_RACE = range(4)
L1, R1, L2, R2, SWAP_FACE, ANTI_BLOK = range(len(FACES))

# Step codes: claims and unblocks by crossing, two words, the faces, turns by card (left, right,
# half left, half right), swaps by both cards.
CLAIM_STEP = 0
UNBLOCK_STEP = CLAIM_STEP + CROSSINGS
ROLL = UNBLOCK_STEP + CROSSINGS
KEEP = ROLL + 1
FACE = KEEP + 1
LEFT_TURN = FACE + len(FACES)
RIGHT_TURN = LEFT_TURN + SQUARES
LEFT_HALF = RIGHT_TURN + SQUARES
RIGHT_HALF = LEFT_HALF + SQUARES
SWAP = RIGHT_HALF + SQUARES
STEPS = SWAP + SQUARES * SQUARES
MOST_STEPS = SQUARES * (SQUARES - 1) // 2


# The cards.


@rule
def square_colour(state: State, crossing: int) -> int:
    """The colour of all four quarters that meet there; -1 if they differ."""
    south_west = CARD + CARD_OF_CROSSING[crossing]
    colour = QUARTERS[state[south_west], NORTH_EAST]
    same = (
        (colour == QUARTERS[state[south_west + EAST], NORTH_WEST])
        & (colour == QUARTERS[state[south_west + NORTH], SOUTH_EAST])
        & (colour == QUARTERS[state[south_west + NORTH + EAST], SOUTH_WEST])
    )
    return int(colour) if same else -1


@rule
def own_squares(state: State) -> int:
    """The unblocked squares in the own colour, while there are blocks left, as a set of crossings.

    In solo play every colour is the own; in a race no other has any blocks.
    """
    found = 0
    for crossing in range(CROSSINGS):
        colour = square_colour(state, crossing)
        own = (colour == state[SEAT]) | (state[SOLO] != NO_SOLO)
        unblocked = (colour >= 0) & (state[BLOCK + crossing] == NONE)
        found |= (unblocked & own & (state[LEFT + colour] > 0)) << crossing
    return found


@rule
def deal(state: State, random: State) -> None:
    """Cards at random, again and again until there is no square anywhere."""
    for square in range(SQUARES):
        state[CARD + square] = DECK[square]
    squares = 1
    while squares > 0:
        for square in range(SQUARES - 1, -1, -1):
            swap_cards(state, square, random_below(random, square + 1))
            turn_card(state, square, random_below(random, 4))
        squares = 0
        for crossing in range(CROSSINGS):
            squares += square_colour(state, crossing) >= 0
    for colour in range(4):
        playing = colour < state[PLAYERS] or state[SOLO] != NO_SOLO
        if state[SOLO] == SOLO_RACE:
            playing = colour == state[RACE_COLOUR]
        state[LEFT + colour] = state[BLOCKS_EACH] if playing else 0
    state[THROW] = 1
    enter(state, DIE)


@rule
def turn_card(state: State, square: int, quarters: int) -> None:
    """Turn a card to the right by so many quarters."""
    card = state[CARD + square]
    state[CARD + square] = (card & ~3) | ((card + quarters) & 3)


@rule
def swap_cards(state: State, square: int, other: int) -> None:
    """Two cards trade places and keep their orientation; neither rests any more."""
    card = state[CARD + square]
    state[CARD + square] = state[CARD + other]
    state[CARD + other] = card
    state[RESTED + square] = state[RESTED + other] = 0


@rule
def lock(state: State, crossing: int, change: int) -> None:
    """A block comes to or goes from the four cards of a crossing."""
    south_west = LOCKS + CARD_OF_CROSSING[crossing]
    state[south_west] += change
    state[south_west + EAST] += change
    state[south_west + NORTH] += change
    state[south_west + NORTH + EAST] += change


# Which steps there are.


@rule
def at_crossings(state: State, found: State) -> int:
    """Any own square to claim, or the die; any block to give back, or none."""
    claiming = state[PHASE] == CLAIM
    squares = own_squares(state)
    count = 0
    for crossing in range(CROSSINGS):
        if claiming:
            found[count] = CLAIM_STEP + crossing
            count += squares >> crossing & 1
        else:
            found[count] = UNBLOCK_STEP + crossing
            count += state[BLOCK + crossing] != NONE
    found[count] = ROLL if claiming else KEEP
    return count + 1


@rule
def free_cards(state: State) -> int:
    """The cards that the die's instruction may be about, as a set of squares: no block locks
    them; to be turned, they must not rest nor be the first of two."""
    swapping = state[THROWN] == 1 + SWAP_FACE
    cards = 0
    for square in range(SQUARES):
        turnable = (state[RESTED + square] == 0) & (state[FIRST_CARD] != 1 + square)
        cards |= ((state[LOCKS + square] == 0) & (turnable | swapping)) << square
    return cards


@rule
def each_card(cards: int, first_code: int, found: State, count: int) -> int:
    """One kind of step, with each of the cards."""
    for square in range(SQUARES):
        found[count] = first_code + square
        count += cards >> square & 1
    return count


@rule
def swaps(cards: int, found: State) -> int:
    """Any two free cards."""
    count = 0
    for square in range(SQUARES - 1):
        if cards >> square & 1:
            after = cards & ~((2 << square) - 1)
            count = each_card(after, SWAP + square * SQUARES, found, count)
    return count


@rule
def instructed(state: State, found: State) -> int:
    """What the die allows."""
    face = state[THROWN] - 1
    cards = free_cards(state)
    if face == SWAP_FACE:
        return swaps(cards, found)
    to_left = face == L1 or face == L2
    count = 0
    if state[PHASE] == ACT and (face == L2 or face == R2):
        count = each_card(cards, LEFT_HALF if to_left else RIGHT_HALF, found, count)
        if count == 1:
            return count
    return each_card(cards, LEFT_TURN if to_left else RIGHT_TURN, found, count)


@rule
def steps(state: State, found: State) -> int:
    """What can be done in the present phase."""
    phase = state[PHASE]
    if phase == CLAIM or phase == UNBLOCK:
        return at_crossings(state, found)
    if phase == DIE:
        for face in range(len(FACES)):
            found[face] = FACE + face
        return len(FACES)
    return instructed(state, found)


# What a step does.


@rule
def enter(state: State, phase: int) -> None:
    """Go to a phase; the die is thrown by nobody."""
    state[PHASE] = phase
    state[PLAYER] = CHANCE if phase == DIE else state[SEAT]


@rule
def last_block_is_placed(state: State) -> bool:
    """Whether the player has got rid of all blocks: in solo play those of every colour."""
    if state[SOLO] == NO_SOLO:
        return state[LEFT + state[SEAT]] == 0
    return state[LEFT] + state[LEFT + 1] + state[LEFT + 2] + state[LEFT + 3] == 0


@rule
def end_turn(state: State) -> None:
    """The turn is counted; its last block has won, or else it is the next player's turn."""
    seat = state[SEAT]
    won = last_block_is_placed(state)
    state[TURNS] += 1
    state[SEAT] = seat + 1 if seat + 1 < state[PLAYERS] else 0
    state[THROWN] = NONE
    state[THROW] = 1
    state[FIRST_CARD] = NONE
    enter(state, CLAIM)
    if won:
        state[RESULT] = WON + seat if state[SOLO] == NO_SOLO else DRAW
    elif state[TURNS] >= state[LIMIT]:
        halt(state)


@rule
def place_block(state: State, crossing: int) -> None:
    """A block on a square, as long as there are any left of its colour."""
    colour = square_colour(state, crossing)
    if state[LEFT + colour] > 0:
        state[LEFT + colour] -= 1
        state[BLOCK + crossing] = 1 + colour
        lock(state, crossing, 1)


# Each of the following takes a step and tells whether the turn goes on.


@rule
def throw(state: State, face: int) -> bool:
    """Follow the die; Anti-Blok gives a second throw, and the second time ends the turn."""
    if face != ANTI_BLOK:
        state[THROWN] = 1 + face
        enter(state, ACT)
        cards = free_cards(state)
        return (cards & cards - 1 if face == SWAP_FACE else cards) != 0
    if state[THROW] == 2:
        return False
    for crossing in range(CROSSINGS):
        if state[BLOCK + crossing] != NONE:
            state[THROWN] = 1 + face
            enter(state, UNBLOCK)
            return True
    state[THROW] = 2
    return True


@rule
def unblock(state: State, step: int) -> bool:
    """Give a block back to its owner, or leave them; then the die is thrown again."""
    if step != KEEP:
        crossing = step - UNBLOCK_STEP
        state[LEFT + state[BLOCK + crossing] - 1] += 1
        state[BLOCK + crossing] = NONE
        lock(state, crossing, -1)
    state[THROWN] = NONE
    state[THROW] = 2
    enter(state, DIE)
    return True


@rule
def second_card_follows(state: State, square: int) -> bool:
    """After the first of two quarter turns another card may follow; if not, the first rests."""
    first_of_two = state[THROWN] == 1 + L2 or state[THROWN] == 1 + R2
    if state[PHASE] == ACT and first_of_two and not last_block_is_placed(state):
        state[FIRST_CARD] = 1 + square
        if free_cards(state) != 0:
            enter(state, SECOND_CARD)
            return True
    return False


@rule
def move_cards(state: State, step: int) -> bool:
    """Turn or swap; every own square that was not there just before gets a block, in the order
    a1 a2 … d4."""
    before = own_squares(state)
    square = 0
    if step >= SWAP:
        pair = step - SWAP
        swap_cards(state, pair // SQUARES, pair % SQUARES)
    elif step >= LEFT_HALF:
        square = step - (LEFT_HALF if step < RIGHT_HALF else RIGHT_HALF)
        turn_card(state, square, 2)
    elif step >= RIGHT_TURN:
        square = step - RIGHT_TURN
        turn_card(state, square, 1)
    else:
        square = step - LEFT_TURN
        turn_card(state, square, 3)
    new = own_squares(state) & ~before
    for crossing in range(CROSSINGS):
        if new >> crossing & 1:
            place_block(state, crossing)
    if step >= SWAP:
        return False
    if step < LEFT_HALF and second_card_follows(state, square):
        return True
    if state[REST]:
        first = square if state[PHASE] == ACT else state[FIRST_CARD] - 1
        for other in range(SQUARES):
            state[RESTED + other] = 1 if other == first or other == square else 0
    return False


@rule
def play(state: State, step: int) -> None:
    """Take a step."""
    goes_on = True
    if step < UNBLOCK_STEP:
        place_block(state, step - CLAIM_STEP)
        goes_on = not last_block_is_placed(state)
    elif step == ROLL:
        enter(state, DIE)
    elif step <= KEEP:
        goes_on = unblock(state, step)
    elif step < LEFT_TURN:
        goes_on = throw(state, step - FACE)
    else:
        goes_on = move_cards(state, step)
    if not goes_on:
        end_turn(state)
    if state[PHASE] == CLAIM and own_squares(state) == 0:
        enter(state, DIE)


# The end.


@rule
def score(state: State, player: int) -> int:
    """Blocks on the board, in solo play of all colours; in a race the number of turns."""
    if state[SOLO] == SOLO_RACE:
        return state[TURNS]
    blocks = 0
    for crossing in range(CROSSINGS):
        block = state[BLOCK + crossing]
        blocks += block == 1 + player or (block != NONE and state[SOLO] != NO_SOLO)
    return blocks


@rule
def halt(state: State) -> None:
    """The most blocks on the board win; equal is a draw, and solo play has no winner."""
    state[RESULT] = DRAW
    if state[SOLO] != NO_SOLO:
        return
    most = 0
    for player in range(4):
        blocks = score(state, player)
        if blocks > most:
            most = blocks
            state[RESULT] = WON + player
        elif blocks == most:
            state[RESULT] = DRAW


@rule
def judge(state: State) -> None:
    """A position read from a text is over when the last turn placed the last block, or was
    the last by the turn limit."""
    following = state[SEAT]
    for i in range(state[PLAYERS]):
        state[SEAT] = (following + state[PLAYERS] - 1 + i) % state[PLAYERS]
        if last_block_is_placed(state):
            state[RESULT] = WON + state[SEAT] if state[SOLO] == NO_SOLO else DRAW
            state[SEAT] = following
            return
    state[SEAT] = following
    if state[TURNS] >= state[LIMIT] and state[PHASE] <= DIE and state[THROW] == 1:
        halt(state)


RULES = Rules(SIZE, MOST_STEPS, deal, steps, play, judge, halt, score)
