"""How KIPP4 is written: tokens and position texts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from spielwerk.core.errors import UnreadableText
from spielwerk.core.game import Notation
from spielwerk.core.kernel import State
from spielwerk.core.state import PHASE, PLAYER, TURNS, UNLIMITED
from spielwerk.core.symmetry import Symmetry, move_entries
from spielwerk.core.text import (
    read_number,
    read_numbers,
    read_ranks,
    read_word,
    refuse_too_many,
)
from spielwerk.games.kipp4.board import (
    CORNER_GROOVES,
    GROOVE,
    GROOVE_NAMES,
    GROOVES,
    LOWER_END,
    NAMES,
    NEIGHBOURS,
    NUMBER,
    POSITIONS,
    RANK_WIDTHS,
    UPPER_END,
    turn_clockwise,
)
from spielwerk.games.kipp4.rules import (
    BOARD,
    DARK,
    EMPTY,
    LIGHT,
    LOW_SIDE,
    MARBLES,
    RED,
    RED_MARBLES,
    SIZE,
    SUPPLY,
    TURN_BOARD,
)
from spielwerk.games.kipp4.terminal import STYLES, draw

FIELDS = "ranks low player phase supplies turns"
MARBLE_LETTERS, SIDE_LETTERS, PLAYER_LETTERS, PHASE_LETTERS = ".ldr", "senw", "ld", "at"


def _move_token(position: int, diagonal: int) -> str:
    """`from-to`; a direction that leads nowhere has no token."""
    target = NEIGHBOURS[position, diagonal]
    return f"{NAMES[position]}-{NAMES[target]}" if target >= 0 else ""


TOKENS = (
    *(f"+{name}" for name in NAMES),
    *(f"-{name}" for name in NAMES),
    *(_move_token(position, diagonal) for position in range(POSITIONS) for diagonal in range(4)),
    *("r1", "r2", "r3"),
)


def write(state: Sequence[int]) -> str:
    """The position text."""
    marbles = iter(MARBLE_LETTERS[marble] for marble in state[BOARD:LOW_SIDE])
    ranks = "/".join("".join(next(marbles) for _ in range(width)) for width in RANK_WIDTHS)
    return (
        f"{ranks} {SIDE_LETTERS[state[LOW_SIDE]]} {PLAYER_LETTERS[state[PLAYER]]}"
        f" {PHASE_LETTERS[state[PHASE]]} {state[SUPPLY]},{state[SUPPLY + 1]} {state[TURNS]}"
    )


def read(fields: Sequence[str], state: State) -> None:
    """Write the fields of a position text into a blank state."""
    ranks, low, player, phase, supplies, turns = fields
    cells = [cell for rank in read_ranks(ranks, "ranks", RANK_WIDTHS, "") for cell in rank]
    marbles = [read_word(cell, "a position", MARBLE_LETTERS) for cell in cells]
    state[BOARD:LOW_SIDE] = marbles
    state[LOW_SIDE] = read_word(low, "low", SIDE_LETTERS)
    state[PLAYER] = read_word(player, "player", PLAYER_LETTERS)
    state[PHASE] = read_word(phase, "phase", PHASE_LETTERS)
    state[SUPPLY], state[SUPPLY + 1] = read_numbers(supplies, "supplies", (MARBLES, MARBLES))
    state[TURNS] = read_number(turns, "turns", UNLIMITED)
    refuse_too_many(marbles.count(LIGHT) + state[SUPPLY], MARBLES, "light marbles")
    refuse_too_many(marbles.count(DARK) + state[SUPPLY + 1], MARBLES, "dark marbles")
    refuse_too_many(marbles.count(RED), RED_MARBLES, "red marbles")
    for groove in range(GROOVES):
        low_end = LOWER_END[state[LOW_SIDE], groove]
        high_end = UPPER_END[state[LOW_SIDE], groove]
        if marbles[low_end] == EMPTY and marbles[high_end] != EMPTY:
            raise UnreadableText(
                f"The marble on {NAMES[high_end]} would roll to {NAMES[low_end]}: with the low"
                f" side {low} a lone marble in {GROOVE_NAMES[groove]} lies there."
            )


def why_not(state: Sequence[int], token: str) -> str:
    """Why a step is not possible now."""
    if token[0] == "r":
        return "the board is turned after an action"
    if state[PHASE] == TURN_BOARD:
        return "the action is done, now the board is turned"
    square = token.lstrip("+-")[:2]
    marble = state[BOARD + NUMBER[square]]
    if token[0] == "-":
        return f"there is no red marble on {square}"
    if token[0] == "+":
        return _why_not_place(state, square, marble)
    if marble != LIGHT + state[PLAYER]:
        return f"there is no marble of yours on {square}"
    return f"{token[3:]} is not free"


def _why_not_place(state: Sequence[int], square: str, marble: int) -> str:
    if state[SUPPLY + state[PLAYER]] == 0:
        return "all your marbles are on the board"
    if marble != EMPTY:
        return f"{square} is not free"
    groove = GROOVE[NUMBER[square]]
    if groove >= CORNER_GROOVES:
        return "marbles enter by the four corner grooves until those are full"
    return f"a marble would roll to {NAMES[LOWER_END[state[LOW_SIDE], groove]]}"


def _symmetry(quarters: int) -> Symmetry:
    """The board turned by so many quarters: the low side goes round with it."""

    def turned(name: str) -> str:
        for _ in range(quarters):
            name = turn_clockwise(name)
        return name

    names = {name: turned(name) for name in NAMES}
    codes = {token: code for code, token in enumerate(TOKENS)}
    steps = [
        codes[re.sub(r"[a-g]\d", lambda name: names[name[0]], token)] if token else code
        for code, token in enumerate(TOKENS)
    ]
    places = move_entries(SIZE, BOARD, (NUMBER[names[name]] for name in NAMES))
    # Clockwise, what was low in the south becomes low in the west.
    low_sides = [(side - quarters) % 4 for side in range(4)]
    return Symmetry(f"turned by {quarters}", places, steps, (0, 1), {LOW_SIDE: low_sides})


SYMMETRIES = tuple(map(_symmetry, range(4)))
NOTATION = Notation(TOKENS, FIELDS, read, write, draw, STYLES, why_not)
