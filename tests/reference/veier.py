"""Véier, plainly: pieces are a dict from a cell's name to `x` or `o`."""

from dataclasses import dataclass

from .base import Reference, draw, highest

ROWS = "abcdefghijk"
COLOURS = "xo"
DIRECTIONS = [(0, 1), (1, 0), (1, 1)]


def exists(row: int, column: int) -> bool:
    """Tell whether there is a cell at this row and column, both counted from 1."""
    return 1 <= row <= 11 and 1 <= column <= 11 and abs(row - column) <= 5


def name_of(row: int, column: int) -> str:
    """Name a cell."""
    return f"{ROWS[row - 1]}{column}"


def place_of(cell: str) -> tuple[int, int]:
    """Return row and column of a cell, both counted from 1."""
    return ROWS.index(cell[0]) + 1, int(cell[1:])


def row_cells(row: int) -> list[str]:
    """Name the cells of a row from its lowest column up."""
    return [name_of(row, column) for column in range(1, 12) if exists(row, column)]


CELLS = [cell for row in range(1, 12) for cell in row_cells(row)]


def neighbours(cell: str) -> list[str]:
    """Name the cells next to a cell."""
    row, column = place_of(cell)
    places = [
        (row + sign * up, column + sign * right) for up, right in DIRECTIONS for sign in (1, -1)
    ]
    return [name_of(*place) for place in places if exists(*place)]


def score(pieces: dict[str, str], colour: str) -> int:
    """Count the points of a colour: n // 4 for every longest run of n pieces."""
    points = 0
    own = {place_of(cell) for cell, piece in pieces.items() if piece == colour}
    for up, right in DIRECTIONS:
        for row, column in own:
            if (row - up, column - right) in own:
                continue
            length = 1
            while (row + length * up, column + length * right) in own:
                length += 1
            points += length // 4
    return points


@dataclass
class Position:
    """A position of Véier; only taken cells are in `pieces`."""

    pieces: dict[str, str]
    player: int
    supplies: list[int]


def read(text: str) -> Position:
    """Read a position text."""
    rows, player, supplies = text.split(" ")
    pieces = {}
    for row, line in zip(range(11, 0, -1), rows.split("/"), strict=True):
        for cell, piece in zip(row_cells(row), line, strict=True):
            if piece != ".":
                pieces[cell] = piece
    position = Position(pieces, COLOURS.index(player), [int(n) for n in supplies.split(",")])
    if write(position) != text:
        raise ValueError(f"unreadable: {text}")
    return position


def write(position: Position) -> str:
    """Write a position text."""
    rows = [
        "".join(position.pieces.get(cell, ".") for cell in row_cells(row))
        for row in range(11, 0, -1)
    ]
    supplies = ",".join(str(count) for count in position.supplies)
    return f"{'/'.join(rows)} {COLOURS[position.player]} {supplies}"


class Veier(Reference):
    """Véier for x (0) and o (1)."""

    players = 2

    def __init__(self, last_turn: bool = False, **options: object) -> None:
        """Take the options, with the defaults of the rules."""
        super().__init__(**options)
        self.last_turn = last_turn

    def start(self) -> str:
        """Return the empty board."""
        return write(Position({}, 0, [45, 45]))

    def over(self, text: str) -> bool:
        """Tell whether a supply has run out, and no last turn is due."""
        position = read(text)
        if position.supplies[1] == 0:
            return True
        if position.supplies[0] == 0:
            last_turn_due = self.last_turn and position.player == 1
            return not last_turn_due
        return False

    def scores(self, text: str) -> tuple[int, ...]:
        """Return the points of both players."""
        pieces = read(text).pieces
        return score(pieces, "x"), score(pieces, "o")

    def returns(self, text: str) -> tuple[float, ...]:
        """Return one number a player; all 0 while the game goes on."""
        return highest(self.scores(text)) if self.over(text) else draw(2)

    def player(self, text: str) -> int | None:
        """Return who chooses now; None when the game is over."""
        return None if self.over(text) else read(text).player

    def steps(self, text: str) -> set[str]:
        """Return the cells where the player may place a piece."""
        if self.over(text):
            return set()
        pieces = read(text).pieces
        if len(pieces) == 0:
            return {cell for cell in CELLS if len(neighbours(cell)) == 6}
        if len(pieces) == 1:
            (first,) = pieces
            return set(neighbours(first))
        return {cell for cell in CELLS if cell not in pieces}

    def play(self, text: str, token: str) -> str:
        """Return the position text after a legal step."""
        self.check_legal(text, token)
        position = read(text)
        player, colour = position.player, COLOURS[position.player]
        before = score(position.pieces, colour)
        position.pieces[token] = colour
        counters = score(position.pieces, colour) - before
        loose = position.supplies[player] - 1
        position.supplies[player] = loose - min(counters, loose)
        position.player = 1 - player
        return write(position)

    def repetition_key(self, text: str) -> str | None:
        """Return None: no position of Véier can come back."""
        return None

    def halted_returns(self, text: str) -> tuple[float, ...]:
        """Count the game as it stands."""
        return highest(self.scores(text))
