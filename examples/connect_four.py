"""Connect Four: a complete game in one file. docs/your-own-game.md explains it."""

import spielwerk
from spielwerk.core.game import Notation, Rules
from spielwerk.core.kernel import rule
from spielwerk.core.state import DRAW, GOING, HEADER, PLAYER, RESULT, TURNS, WON
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
def run(state, column, row, right, up):
    """How many pieces of the same colour follow one in a direction."""
    piece = state[CELLS + row * COLUMNS + column]
    length = 0
    column, row = column + right, row + up
    while 0 <= column < COLUMNS and 0 <= row < ROWS:
        if state[CELLS + row * COLUMNS + column] != piece:
            break
        length += 1
        column, row = column + right, row + up
    return length


@rule
def judge_piece(state, column, row):
    """Four in a row win; a full board without them is a draw."""
    four = run(state, column, row, 0, -1) >= 3
    for up in range(-1, 2):
        four |= run(state, column, row, 1, up) + run(state, column, row, -1, -up) >= 3
    if four:
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
        if state[RESULT] == GOING and state[HEIGHT + column] > 0:
            judge_piece(state, column, state[HEIGHT + column] - 1)


@rule
def halt(state):
    """Stopped before its end, a game is drawn."""
    state[RESULT] = DRAW


def write(state):
    """Rows from the top, then the player: `......./…/...xo.. x`."""
    cells = "".join(".xo"[cell] for cell in state[CELLS:HEIGHT])
    rows = [cells[start : start + COLUMNS] for start in range(0, len(cells), COLUMNS)]
    return "/".join(reversed(rows)) + " " + "xo"[state[PLAYER]]


def read(fields, state):
    """The other way round."""
    rows = read_ranks(fields[0], "rows", [COLUMNS] * ROWS, separator="")
    for row, cells in enumerate(reversed(rows)):
        for column, cell in enumerate(cells):
            state[CELLS + row * COLUMNS + column] = read_word(cell, "a cell", ".xo")
            if cell != "." and state[HEIGHT + column] != row:
                raise spielwerk.UnreadableText(f"A piece in row {row + 1} would fall.")
            state[HEIGHT + column] += cell != "."
    state[TURNS] = sum(state[HEIGHT:SIZE])
    state[PLAYER] = read_word(fields[1], "player", "xo")


def draw(state):
    """The board with the letters of its columns below."""
    return write(state)[:-2].replace("/", "\n") + "\nabcdefg"


@spielwerk.register
class ConnectFour(spielwerk.Game):
    key, name, version = "connect_four", "Connect Four", "1"
    rules = Rules(SIZE, COLUMNS, deal, steps, play, judge, halt)
    notation = Notation(tuple("abcdefg"), "rows player", read, write, draw)

    def find_symmetries(self):
        # Mirrored row by row, and the heights of the columns as one row more.
        rows = [range(COLUMNS * row + 6, COLUMNS * row - 1, -1) for row in range(ROWS + 1)]
        places = move_entries(SIZE, CELLS, [place for row in rows for place in row])
        mirrored = Symmetry("mirrored", places, range(6, -1, -1), (0, 1))
        return (*super().find_symmetries(), mirrored)
