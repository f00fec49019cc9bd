"""How Spitze is written: tokens and position texts."""

from __future__ import annotations

from collections.abc import Sequence

from spielwerk.core.errors import UnreadableText
from spielwerk.core.game import Notation
from spielwerk.core.kernel import State
from spielwerk.core.state import PLAYER, TURNS, UNLIMITED
from spielwerk.core.symmetry import Symmetry, move_entries
from spielwerk.core.text import read_number, read_ranks, read_word, refuse_too_many
from spielwerk.games.spitze.board import BOARD_SQUARES, DIRECTIONS, NAMES, SQUARES
from spielwerk.games.spitze.rules import (
    BOARD,
    DARK,
    LIGHT,
    NOBODY,
    PIECES,
    PIECES_EACH,
    SIZE,
    STUCK,
    can_jump,
    own_single,
)
from spielwerk.games.spitze.terminal import STYLES, draw, towers

FIELDS = "ranks player stuck turns"
PLAYER_LETTERS, STUCK_LETTERS = "ld", "-ld"


def _between(start: int, target: int) -> list[int] | None:
    """The squares between two on a straight line; None if there is no such line."""
    for direction in DIRECTIONS:
        ray = BOARD_SQUARES.ray(start, direction)
        if target in ray:
            return ray[: ray.index(target)]
    return None


def _token(start: int, target: int) -> str:
    """`from-to` where a straight line leads there."""
    return "" if _between(start, target) is None else f"{NAMES[start]}-{NAMES[target]}"


TOKENS = tuple(_token(start, target) for start in range(SQUARES) for target in range(SQUARES))


def write(state: Sequence[int]) -> str:
    """The position text."""
    ranks = BOARD_SQUARES.as_ranks([tower or "." for tower in towers(state)])
    player, stuck = PLAYER_LETTERS[state[PLAYER]], STUCK_LETTERS[state[STUCK]]
    return f"{ranks} {player} {stuck} {state[TURNS]}"


def read(fields: Sequence[str], state: State) -> None:
    """Write the fields of a position text into a blank state."""
    ranks, player, stuck, turns = fields
    rows = read_ranks(ranks, "ranks", [BOARD_SQUARES.side] * BOARD_SQUARES.side)
    cells = [cell for row in reversed(rows) for cell in row]
    pieces = ""
    for square, cell in enumerate(cells):
        if cell == ".":
            continue
        if not cell or cell.strip("ld"):
            raise UnreadableText(
                f"{NAMES[square]} is {cell!r}: it must be . or the pieces from bottom to top,"
                " such as l, d or lld."
            )
        state[BOARD + square] = len(cell) if cell[-1] == "l" else -len(cell)
        pieces += cell
    refuse_too_many(pieces.count("l"), PIECES_EACH, "light pieces")
    refuse_too_many(pieces.count("d"), PIECES_EACH, "dark pieces")
    for place, piece in enumerate(pieces, start=PIECES):
        state[place] = LIGHT if piece == "l" else DARK
    state[PLAYER] = read_word(player, "player", PLAYER_LETTERS)
    state[STUCK] = read_word(stuck, "stuck", STUCK_LETTERS)
    state[TURNS] = read_number(turns, "turns", UNLIMITED)
    _refuse_impossible_pass(state)


def _refuse_impossible_pass(state: State) -> None:
    """Player and stuck must be what the pass rule can produce."""
    player = state[PLAYER]
    other = 1 - player
    possible = can_jump(state, player), can_jump(state, other)
    if state[STUCK] == NOBODY and possible == (False, True):
        why = "the player cannot jump and the other can: then the other has the turn"
    elif state[STUCK] == 1 + other and possible != (True, False):
        why = "a player is passed over who cannot jump, for one who can"
    elif state[STUCK] == 1 + player and possible[0]:
        why = "the player was passed over twice running, but can jump"
    else:
        return
    letters = f"player {PLAYER_LETTERS[player]} and stuck {STUCK_LETTERS[state[STUCK]]}"
    raise UnreadableText(f"{letters} do not fit this board: {why}.")


def why_not(state: Sequence[int], token: str) -> str:
    """Why a step is not possible now."""
    start, target = (BOARD_SQUARES.number[name] for name in token.split("-"))
    single = own_single(state[PLAYER])
    if state[BOARD + start] != single:
        alone = abs(state[BOARD + start]) == 1
        tower = state[BOARD + start] != 0 and not alone
        return (
            f"{NAMES[start]} is a tower, and towers stay"
            if tower
            else f"there is no piece of yours on {NAMES[start]}"
        )
    jumped = sum(abs(state[BOARD + square]) for square in _between(start, target) or ())
    return f"a jump goes over exactly two pieces, here it would be {jumped}"


class BoardSymmetry(Symmetry):
    """A symmetry that also sorts the list of pieces by the squares on which they now stand."""

    def apply(self, state: Sequence[int]) -> list[int]:
        """The state after the symmetry."""
        result = super().apply(state)
        moved = [""] * SQUARES
        for square, tower in enumerate(towers(state)):
            moved[self.places[BOARD + square] - BOARD] = tower
        pieces = [LIGHT if piece == "l" else DARK for tower in moved for piece in tower]
        result[PIECES : PIECES + len(pieces)] = pieces
        return result


def _symmetry(name: str, targets: list[int]) -> Symmetry:
    places = move_entries(SIZE, BOARD, targets)
    steps = [targets[start] * SQUARES + targets[end] for start in range(36) for end in range(36)]
    return BoardSymmetry(name, places, steps, (0, 1))


SYMMETRIES = tuple(_symmetry(*item) for item in BOARD_SQUARES.symmetries().items())
NOTATION = Notation(TOKENS, FIELDS, read, write, draw, STYLES, why_not)
