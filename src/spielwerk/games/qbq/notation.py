"""How QBQ is written: tokens and position texts."""

from __future__ import annotations

from collections.abc import Sequence

from spielwerk.core.errors import UnreadableText
from spielwerk.core.game import Notation
from spielwerk.core.kernel import State
from spielwerk.core.state import PHASE, PLAYER, TURNS, UNLIMITED
from spielwerk.core.text import read_number, read_ranks, read_word, refuse_too_many
from spielwerk.games.qbq.board import (
    BOARD_SQUARES,
    COLOURS,
    DIRECTION_LETTERS,
    NAMES,
    SIDE,
)
from spielwerk.games.qbq.rules import (
    CUBES,
    HEIGHT,
    NOBODY,
    OWNER,
    PLAYERS,
    RELOCATION,
    SEATS,
    SUPPLY,
    can_relocate,
    can_topple,
    stacks,
    towers,
)
from spielwerk.games.qbq.terminal import STYLES, draw

FIELDS = "ranks player phase colours turns"
PHASE_LETTERS = "mr"

TOKENS = (
    *(f"{a}-{b}" if a != b else "" for a in NAMES for b in NAMES),
    *(f"{name}>{direction}" for name in NAMES for direction in DIRECTION_LETTERS),
    *(f"+{name}" for name in NAMES),
)


def colour_letters(state: Sequence[int]) -> str:
    """The colours that play, in order."""
    return "".join(COLOURS[colour] for colour in state[SEATS : SEATS + state[PLAYERS]])


def write(state: Sequence[int]) -> str:
    """The position text."""
    cells = [
        "." if owner == NOBODY else f"{COLOURS[owner - 1]}{height}"
        for owner, height in zip(state[OWNER:HEIGHT], state[HEIGHT:SUPPLY], strict=True)
    ]
    colours = colour_letters(state)
    return (
        f"{BOARD_SQUARES.as_ranks(cells)} {colours[state[PLAYER]]} {PHASE_LETTERS[state[PHASE]]}"
        f" {colours} {state[TURNS]}"
    )


def read(fields: Sequence[str], state: State) -> None:
    """Write the fields of a position text into a blank state."""
    ranks, player, phase, colours, turns = fields
    playing = colour_letters(state)
    read_word(colours, "colours", [playing])
    rows = read_ranks(ranks, "ranks", [SIDE] * SIDE)
    cells = [cell for row in reversed(rows) for cell in row]
    stack_texts = [f"{colour}{height}" for colour in playing for height in range(1, CUBES + 1)]
    for square, cell in enumerate(cells):
        if cell != ".":
            if cell not in stack_texts:
                raise UnreadableText(
                    f"{NAMES[square]} is {cell!r}: it must be . or a colour of {playing} and a"
                    f" height from 1 to {CUBES}, such as {playing[0]}1."
                )
            state[OWNER + square] = 1 + COLOURS.index(cell[0])
            state[HEIGHT + square] = int(cell[1])
    for letter in playing:
        cubes = sum(int(cell[1]) for cell in cells if cell[0] == letter)
        refuse_too_many(cubes, CUBES, f"cubes {letter}")
        state[SUPPLY + COLOURS.index(letter)] = CUBES - cubes
    state[PLAYER] = read_word(player, "player", playing)
    state[PHASE] = read_word(phase, "phase", PHASE_LETTERS)
    state[TURNS] = read_number(turns, "turns", UNLIMITED)
    if state[PHASE] == RELOCATION and not _can_relocate(state):
        raise UnreadableText(f"Phase r does not fit this board: {player} cannot relocate a cube.")


def _can_relocate(state: State) -> bool:
    colour = state[SEATS + state[PLAYER]]
    return can_relocate(stacks(state, 1 + colour), towers(state, colour), stacks(state, NOBODY))


def why_not(state: Sequence[int], token: str) -> str:
    """Why a step is not possible now."""
    colour = state[SEATS + state[PLAYER]]
    square = BOARD_SQUARES.number[token.lstrip("+")[:2]]
    name, own = NAMES[square], state[OWNER + square] == 1 + colour
    if state[PHASE] == RELOCATION and "-" not in token:
        return "after the insertion a cube must be relocated"
    if not stacks(list(state), 1 + colour):
        return "without cubes on the board you set one on your start squares, or next to them"
    if token[0] == "+":
        if state[SUPPLY + colour] == 0:
            return "your supply is empty"
        if not own and state[OWNER + square] != NOBODY:
            return f"{name} is taken"
        return "a cube is inserted beside or on a stack of yours, and then one must be relocated"
    if not own:
        return f"there is no stack of yours on {name}"
    if ">" in token:
        direction = DIRECTION_LETTERS.index(token[-1])
        if state[HEIGHT + square] < 2:
            return f"{name} is no tower"
        if not can_topple(list(state), colour, square, direction):
            return "a stack on the fall line is not lower than the tower"
    target = state[OWNER + BOARD_SQUARES.number[token[-2:]]]
    if target not in (NOBODY, 1 + colour):
        return f"{token[-2:]} belongs to another player"
    return "a cube stays within its group, and the group stays in one piece"


NOTATION = Notation(TOKENS, FIELDS, read, write, draw, STYLES, why_not)
