"""Connect Four: a complete game in one file. docs/your-own-game.md explains it."""

import spielwerk
from spielwerk.core.game import Notation, Rules
from spielwerk.core.kernel import rule
from spielwerk.core.state import DRAW, GOING, HEADER, PLAYER, RESULT, TURNS, WON
from spielwerk.core.symmetry import Symmetry, move_entries
from spielwerk.core.text import read_ranks, read_word

COLUMNS, ROWS = 7, 6
WIDTH = COLUMNS + 1  # one column more, a row below and one above stay empty: there rows end
CELLS = HEADER  # row by row from the one below the bottom; a piece of player p is p + 1
HEIGHT = CELLS + WIDTH * (ROWS + 2)  # how many pieces each column holds
SIZE = HEIGHT + WIDTH


@rule
def deal(state, random):
    """The board is empty and player 0 begins: a blank state is just that."""


@rule
def steps(state, found):
    """Any column that is not full."""
    count = 0
    for column in range(COLUMNS):
        found[count] = column
        count += state[HEIGHT + column] < ROWS
    return count


@rule
def top(state, column):
    """The cell of a column's highest piece."""
    return CELLS + state[HEIGHT + column] * WIDTH + column


@rule
def run(state, cell, stride):
    """How many pieces of the same colour follow one in a direction."""
    length = 0
    while state[cell + stride * (length + 1)] == state[cell]:
        length += 1
    return length


@rule
def judge_piece(state, cell):
    """Four in a row win; a full board without them is a draw."""
    four = run(state, cell, -WIDTH) >= 3
    for stride in range(1 - WIDTH, 2 + WIDTH, WIDTH):
        four |= run(state, cell, stride) + run(state, cell, -stride) >= 3
    if four:
        state[RESULT] = WON + state[cell] - 1
    elif state[TURNS] == COLUMNS * ROWS:
        state[RESULT] = DRAW


@rule
def play(state, column):
    """Drop a piece into a column."""
    state[HEIGHT + column] += 1
    state[top(state, column)] = state[PLAYER] + 1
    state[TURNS] += 1
    state[PLAYER] = 1 - state[PLAYER]
    judge_piece(state, top(state, column))


@rule
def judge(state):
    """A position read from a text: has one of its top pieces ended the game?"""
    for column in range(COLUMNS):
        if state[RESULT] == GOING and state[HEIGHT + column] > 0:
            judge_piece(state, top(state, column))


@rule
def halt(state):
    """Stopped before its end, a game is drawn."""
    state[RESULT] = DRAW


def write(state):
    """Rows from the top, then the player: `......./…/...xo.. x`."""
    cells = "".join(".xo"[cell] for cell in state[CELLS:HEIGHT])
    rows = [cells[WIDTH * row : WIDTH * row + COLUMNS] for row in range(ROWS, 0, -1)]
    return "/".join(rows) + " " + "xo"[state[PLAYER]]


def read(fields, state):
    """The other way round."""
    rows = read_ranks(fields[0], "rows", [COLUMNS] * ROWS, separator="")
    for row, cells in enumerate(reversed(rows), start=1):
        for column, cell in enumerate(cells):
            state[CELLS + row * WIDTH + column] = read_word(cell, "a cell", ".xo")
            if cell != "." and state[HEIGHT + column] != row - 1:
                raise spielwerk.UnreadableText(f"A piece in row {row} would fall.")
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
        # Mirrored row by row, the heights as one row more; the empty column stays.
        order = [*range(6, -1, -1), 7]
        cells = [WIDTH * row + column for row in range(ROWS + 3) for column in order]
        places = move_entries(SIZE, CELLS, cells)
        return (*super().find_symmetries(), Symmetry("mirrored", places, order[:7], (0, 1)))
