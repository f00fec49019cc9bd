"""Connect Four: a complete game in one file. `docs/your-own-game.md` explains it line by line."""

import spielwerk
from spielwerk.core.game import Notation, Rules
from spielwerk.core.kernel import rule
from spielwerk.core.state import DRAW, HEADER, PLAYER, RESULT, TURNS, WON
from spielwerk.core.symmetry import Symmetry, move_entries
from spielwerk.core.text import read_ranks, read_word

COLUMNS, ROWS, EMPTY = 7, 6, 0
CELLS = HEADER  # the cells, row by row from the bottom; a piece of player p is p + 1
HEIGHT = CELLS + COLUMNS * ROWS  # how many pieces each column holds
SIZE = HEIGHT + COLUMNS


@rule
def deal(state, random):
    """The board is empty and player 0 begins: a blank state is just that."""


@rule
def steps(state, found):
    """Any column that is not full."""
    count = 0
    for column in range(COLUMNS):
        if state[HEIGHT + column] < ROWS:
            found[count] = column
            count += 1
    return count


@rule
def run(state, piece, column, row, right, up):
    """How many such pieces lie in line from here, this cell not counted."""
    length = 0
    while True:
        column += right
        row += up
        if not (0 <= column < COLUMNS and 0 <= row < ROWS):
            return length
        if state[CELLS + row * COLUMNS + column] != piece:
            return length
        length += 1


@rule
def connects(state, column, row):
    """Whether the piece there is one of four in a row."""
    piece = state[CELLS + row * COLUMNS + column]
    if row >= 3 and run(state, piece, column, row, 0, -1) >= 3:
        return True
    for up in (-1, 0, 1):
        right = run(state, piece, column, row, 1, up)
        if right + run(state, piece, column, row, -1, -up) >= 3:
            return True
    return False


@rule
def judge_piece(state, column, row):
    """Four in a row win; a full board without is a draw."""
    if connects(state, column, row):
        state[RESULT] = WON + state[CELLS + row * COLUMNS + column] - 1
    elif state[TURNS] == COLUMNS * ROWS:
        state[RESULT] = DRAW


@rule
def play(state, column):
    """Drop a piece into a column."""
    row = state[HEIGHT + column]
    state[CELLS + row * COLUMNS + column] = state[PLAYER] + 1
    state[HEIGHT + column] += 1
    state[TURNS] += 1
    state[PLAYER] = 1 - state[PLAYER]
    judge_piece(state, column, row)


@rule
def judge(state):
    """A position read from a text: has one of its top pieces ended the game?"""
    for column in range(COLUMNS):
        if state[RESULT] == 0 and state[HEIGHT + column] > 0:
            judge_piece(state, column, state[HEIGHT + column] - 1)


@rule
def halt(state):
    """Stopped before its end, a game is drawn."""
    state[RESULT] = DRAW


def write(state):
    """Rows from the top, then the player: `......./…/...xo.. x`."""
    cells = "".join(".xo"[cell] for cell in state[CELLS:HEIGHT])
    rows = (cells[i : i + COLUMNS] for i in range(0, len(cells), COLUMNS))
    return "/".join(reversed(list(rows))) + " " + "xo"[state[PLAYER]]


def read(fields, state):
    """The other way round."""
    rows = read_ranks(fields[0], "rows", [COLUMNS] * ROWS, separator="")
    for row, cells in enumerate(reversed(rows)):
        for column, cell in enumerate(cells):
            state[CELLS + row * COLUMNS + column] = read_word(cell, "a cell", ".xo")
            if cell != "." and state[HEIGHT + column] != row:
                raise spielwerk.UnreadableText(f"The piece in row {row + 1} would fall.")
            state[HEIGHT + column] += cell != "."
    state[TURNS] = sum(state[HEIGHT:SIZE])
    state[PLAYER] = read_word(fields[1], "player", "xo")


MIRROR = [row * COLUMNS + COLUMNS - 1 - column for row in range(ROWS) for column in range(COLUMNS)]
LEFT_RIGHT = move_entries(SIZE, CELLS, [*MIRROR, *range(48, 41, -1)])


@spielwerk.register
class ConnectFour(spielwerk.Game):
    key, name, version = "connect_four", "Connect Four", "1"
    rules = Rules(SIZE, COLUMNS, deal, steps, play, judge, halt)
    notation = Notation(
        tuple("abcdefg"),
        "rows player",
        read,
        write,
        draw=lambda state: write(state).replace("/", "\n"),
    )

    def find_symmetries(self):
        mirrored = Symmetry("mirrored", LEFT_RIGHT, range(6, -1, -1), (0, 1))
        return (*super().find_symmetries(), mirrored)
