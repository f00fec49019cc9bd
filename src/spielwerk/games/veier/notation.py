"""How Véier is written: tokens and position texts."""

from __future__ import annotations

from collections.abc import Sequence

from spielwerk.core.game import Notation
from spielwerk.core.kernel import State
from spielwerk.core.state import PLAYER, TURNS
from spielwerk.core.symmetry import Symmetry, move_entries
from spielwerk.core.text import read_numbers, read_ranks, read_word, refuse_too_many
from spielwerk.games.veier.board import (
    CELL_NUMBER,
    CELL_POINTS,
    CELLS,
    LINES,
    NAMES,
    ON_EDGE,
    ROW_WIDTHS,
    mirror,
    turn,
)
from spielwerk.games.veier.rules import (
    BOARD,
    EMPTY,
    PIECES,
    POINTS,
    ROW_LENGTH,
    SIZE,
    SUPPLY,
    X,
    run_length,
)
from spielwerk.games.veier.terminal import STYLES, draw

FIELDS = "rows player supplies"
PIECE_LETTERS, PLAYER_LETTERS = ".xo", "xo"


def write(state: Sequence[int]) -> str:
    """The position text."""
    pieces = iter(PIECE_LETTERS[piece] for piece in state[BOARD:SUPPLY])
    rows = "/".join("".join(next(pieces) for _ in range(width)) for width in ROW_WIDTHS)
    return f"{rows} {PLAYER_LETTERS[state[PLAYER]]} {state[SUPPLY]},{state[SUPPLY + 1]}"


def read(fields: Sequence[str], state: State) -> None:
    """Write the fields of a position text into a blank state."""
    rows, player, supplies = fields
    cells = [cell for row in read_ranks(rows, "rows", ROW_WIDTHS, "") for cell in row]
    pieces = [read_word(cell, "a cell", PIECE_LETTERS) for cell in cells]
    state[BOARD:SUPPLY] = pieces
    state[PLAYER] = read_word(player, "player", PLAYER_LETTERS)
    state[SUPPLY], state[SUPPLY + 1] = read_numbers(supplies, "supplies", (PIECES, PIECES))
    state[TURNS] = CELLS - pieces.count(EMPTY)
    for number, name in enumerate(PLAYER_LETTERS):
        on_board_and_off = pieces.count(X + number) + state[SUPPLY + number]
        refuse_too_many(on_board_and_off, PIECES, f"pieces {name}")
        state[POINTS + number] = count_points(state, X + number)


def count_points(state: State, piece: int) -> int:
    """The points of all runs of a colour on the board."""
    points = 0
    for cell in range(CELLS):
        for line in range(LINES):
            starts_run = state[BOARD + cell] == piece and not run_length(state, cell, line + LINES)
            if starts_run:
                points += (run_length(state, cell, line) + 1) // ROW_LENGTH
    return points


def why_not(state: Sequence[int], token: str) -> str:
    """Why a step is not possible now."""
    cell = NAMES.index(token)
    if state[BOARD + cell] != EMPTY:
        return f"{token} is taken"
    if state[TURNS] == 0 and ON_EDGE[cell]:
        return "the first piece does not go to the edge"
    return "the second piece goes next to the first"


def _symmetries() -> tuple[Symmetry, ...]:
    """Six turns of the hexagon, each as it is and mirrored."""
    found = []
    for mirrored in (False, True):
        for sixths in range(6):
            targets = []
            for cell in CELL_POINTS:
                cell = mirror(cell) if mirrored else cell
                for _ in range(sixths):
                    cell = turn(cell)
                targets.append(CELL_NUMBER[cell])
            name = f"{'mirrored, ' if mirrored else ''}turned by {sixths}"
            places = move_entries(SIZE, BOARD, targets)
            found.append(Symmetry(name, places, targets, (0, 1)))
    return tuple(found)


SYMMETRIES = _symmetries()
NOTATION = Notation(NAMES, FIELDS, read, write, draw, STYLES, why_not)
