"""KIPP4, plainly: marbles are a dict from a position's name to `l`, `d` or `r`."""

from dataclasses import dataclass

from .base import Reference, draw, win

FILES = "abcdefg"
CORNER_GROOVES = [("f7", "g6"), ("a6", "b7"), ("a2", "b1"), ("f1", "g2")]
EDGE_GROOVES = [("d7", "e6"), ("a4", "b5"), ("c2", "d1"), ("f3", "g4")]
CENTRE_GROOVES = [("c6", "d5"), ("b3", "c4"), ("d3", "e2"), ("e4", "f5")]
GROOVES = CORNER_GROOVES + EDGE_GROOVES + CENTRE_GROOVES
GROOVE_OF = {name: groove for groove in GROOVES for name in groove}
POSITIONS = sorted(GROOVE_OF)

# Turning the board clockwise by a quarter brings the next side down.
LOW_SIDES = ["s", "e", "n", "w"]
COLOURS = "ld"


def at(file: int, rank: int) -> str:
    """Name a square of the 7 x 7 grid; outside of it the name is no position either."""
    return f"{FILES[file - 1]}{rank}" if 1 <= file <= 7 else "outside"


def place_of(name: str) -> tuple[int, int]:
    """Return file and rank of a position, both counted from 1."""
    return FILES.index(name[0]) + 1, int(name[1])


def rank_names(rank: int) -> list[str]:
    """Name the positions of a rank from left to right."""
    return [at(file, rank) for file in range(1, 8) if (file + rank) % 2 == 1]


def neighbours(name: str) -> list[str]:
    """Name the positions one diagonal step away."""
    file, rank = place_of(name)
    steps = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
    names = [at(file + east, rank + north) for east, north in steps]
    return [other for other in names if other in GROOVE_OF]


def rows_of_four() -> list[list[str]]:
    """List all straight rows of four neighbouring positions."""
    rows = []
    for start in POSITIONS:
        file, rank = place_of(start)
        for east, north in [(2, 0), (0, 2), (1, 1), (1, -1)]:
            row = [at(file + i * east, rank + i * north) for i in range(4)]
            if all(name in GROOVE_OF for name in row):
                rows.append(row)
    return rows


ROWS = rows_of_four()


def lower_end(groove: tuple[str, str], low: str) -> str:
    """Name the end of the groove that is nearer to the low side."""
    by_file = sorted(groove, key=lambda name: place_of(name)[0])
    by_rank = sorted(groove, key=lambda name: place_of(name)[1])
    return {"s": by_rank[0], "n": by_rank[1], "w": by_file[0], "e": by_file[1]}[low]


def upper_end(groove: tuple[str, str], low: str) -> str:
    """Name the end of the groove that is farther from the low side."""
    return groove[1] if lower_end(groove, low) == groove[0] else groove[0]


@dataclass
class Position:
    """A position of KIPP4; only taken positions are in `marbles`."""

    marbles: dict[str, str]
    low: str
    player: int
    phase: str
    supplies: list[int]
    turns: int

    def settle(self) -> None:
        """Let every lone marble roll to the lower end of its groove."""
        for groove in GROOVES:
            low, high = lower_end(groove, self.low), upper_end(groove, self.low)
            if high in self.marbles and low not in self.marbles:
                self.marbles[low] = self.marbles.pop(high)


def read(text: str) -> Position:
    """Read a position text."""
    ranks, low, player, phase, supplies, turns = text.split(" ")
    marbles = {}
    for rank, row in zip(range(7, 0, -1), ranks.split("/"), strict=True):
        for name, marble in zip(rank_names(rank), row, strict=True):
            if marble != ".":
                marbles[name] = marble
    counts = [int(count) for count in supplies.split(",")]
    position = Position(marbles, low, COLOURS.index(player), phase, counts, int(turns))
    if write(position) != text:
        raise ValueError(f"unreadable: {text}")
    return position


def write(position: Position) -> str:
    """Write a position text."""
    ranks = [
        "".join(position.marbles.get(name, ".") for name in rank_names(rank))
        for rank in range(7, 0, -1)
    ]
    supplies = ",".join(str(count) for count in position.supplies)
    return (
        f"{'/'.join(ranks)} {position.low} {COLOURS[position.player]} {position.phase} "
        f"{supplies} {position.turns}"
    )


def actions(position: Position) -> set[str]:
    """List what the player can do as the first step of a turn."""
    marbles, own = position.marbles, COLOURS[position.player]
    tokens = set()
    if position.supplies[position.player] > 0:
        corners = [name for groove in CORNER_GROOVES for name in groove]
        corners_full = all(name in marbles for name in corners)
        for groove in GROOVES if corners_full else CORNER_GROOVES:
            low, high = lower_end(groove, position.low), upper_end(groove, position.low)
            if low not in marbles:
                tokens.add(f"+{low}")
            elif high not in marbles:
                tokens.add(f"+{high}")
    for name, marble in marbles.items():
        if marble == own:
            for to in neighbours(name):
                if to not in marbles and GROOVE_OF[to] != GROOVE_OF[name]:
                    tokens.add(f"{name}-{to}")
        if marble == "r":
            tokens.add(f"-{name}")
    return tokens


def has_row(position: Position, player: int) -> bool:
    """Tell whether a player's colour has a row of at least four."""
    colour = COLOURS[player]
    return any(all(position.marbles.get(name) == colour for name in row) for row in ROWS)


class Kipp4(Reference):
    """KIPP4 for light (0) and dark (1)."""

    players = 2

    def __init__(self, turn_limit: int = 200, **options: object) -> None:
        """Take the options, with the defaults of the rules."""
        super().__init__(**options)
        self.turn_limit = turn_limit

    def start(self) -> str:
        """Return the start: one red marble in each centre groove, low side south."""
        red = {lower_end(groove, "s"): "r" for groove in CENTRE_GROOVES}
        return write(Position(red, "s", 0, "a", [8, 8], 0))

    def result(self, position: Position) -> tuple[float, ...] | None:
        """Return the returns of a finished game, None if the game goes on."""
        if position.phase != "a":
            return None
        mover = 1 - position.player
        for player in (mover, 1 - mover):
            if has_row(position, player):
                return win(player, 2)
        if not actions(position):
            return win(1 - position.player, 2)
        if self.turn_limit and position.turns >= self.turn_limit:
            return draw(2)
        return None

    def over(self, text: str) -> bool:
        """Tell whether the game is over, repetition aside."""
        return self.result(read(text)) is not None

    def returns(self, text: str) -> tuple[float, ...]:
        """Return one number a player; all 0 while the game goes on."""
        return self.result(read(text)) or draw(2)

    def player(self, text: str) -> int | None:
        """Return who chooses now; None when the game is over."""
        return None if self.over(text) else read(text).player

    def steps(self, text: str) -> set[str]:
        """Return the actions, or the three ways to turn the board."""
        position = read(text)
        if self.over(text):
            return set()
        return actions(position) if position.phase == "a" else {"r1", "r2", "r3"}

    def play(self, text: str, token: str) -> str:
        """Return the position text after a legal step."""
        self.check_legal(text, token)
        position = read(text)
        marbles = position.marbles
        if position.phase == "t":
            quarters = int(token[1])
            position.low = LOW_SIDES[(LOW_SIDES.index(position.low) + quarters) % 4]
            position.player = 1 - position.player
            position.phase = "a"
            position.turns += 1
        else:
            if token[0] == "+":
                marbles[token[1:]] = COLOURS[position.player]
                position.supplies[position.player] -= 1
            elif token[0] == "-":
                del marbles[token[1:]]
            else:
                source, to = token.split("-")
                marbles[to] = marbles.pop(source)
            position.phase = "t"
        position.settle()
        return write(position)

    def repetition_key(self, text: str) -> str | None:
        """Return the text without the turns, at the start of a turn."""
        return text.rsplit(" ", 1)[0] if read(text).phase == "a" else None

    def halted_returns(self, text: str) -> tuple[float, ...]:
        """Return a draw."""
        return draw(2)
