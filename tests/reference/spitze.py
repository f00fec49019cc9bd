"""Spitze, plainly: towers are a dict from a square's name to its pieces, bottom first."""

from dataclasses import dataclass

from .base import Reference, draw, highest

FILES = "abcdef"
COLOURS = "ld"
DIRECTIONS = [
    (east, north) for east in (-1, 0, 1) for north in (-1, 0, 1) if (east, north) != (0, 0)
]


def rank_names(rank: int) -> list[str]:
    """Name the squares of a rank from left to right."""
    return [f"{file}{rank}" for file in FILES]


def line(square: str, east: int, north: int) -> list[str]:
    """Name the squares that follow a square in one direction, up to the edge of the board."""
    file, rank = FILES.index(square[0]) + east, int(square[1]) + north
    names = []
    while 0 <= file <= 5 and 1 <= rank <= 6:
        names.append(f"{FILES[file]}{rank}")
        file, rank = file + east, rank + north
    return names


@dataclass
class Position:
    """A position of Spitze; only taken squares are in `towers`; `stuck` is a letter or `-`."""

    towers: dict[str, str]
    player: int
    stuck: str
    turns: int


def read(text: str) -> Position:
    """Read a position text, and refuse one that the pass rule cannot produce."""
    ranks, player, stuck, turns = text.split(" ")
    towers = {}
    for rank, row in zip(range(6, 0, -1), ranks.split("/"), strict=True):
        for square, tower in zip(rank_names(rank), row.split(","), strict=True):
            if tower != ".":
                towers[square] = tower
    position = Position(towers, COLOURS.index(player), stuck, int(turns))
    if write(position) != text or not passes_are_right(position):
        raise ValueError(f"unreadable: {text}")
    return position


def write(position: Position) -> str:
    """Write a position text."""
    ranks = [
        ",".join(position.towers.get(square, ".") for square in rank_names(rank))
        for rank in range(6, 0, -1)
    ]
    return f"{'/'.join(ranks)} {COLOURS[position.player]} {position.stuck} {position.turns}"


def jumps(towers: dict[str, str], player: int) -> set[str]:
    """List the jumps of a player."""
    tokens = set()
    for square, tower in towers.items():
        if tower != COLOURS[player]:
            continue
        for east, north in DIRECTIONS:
            squares = line(square, east, north)
            for i, to in enumerate(squares):
                between = "".join(towers.get(passed, "") for passed in squares[:i])
                if len(between) == 2:
                    tokens.add(f"{square}-{to}")
    return tokens


def passes_are_right(position: Position) -> bool:
    """Tell whether player and stuck can be as they are at the start of a turn or at the end."""
    named_can = bool(jumps(position.towers, position.player))
    other_can = bool(jumps(position.towers, 1 - position.player))
    if position.stuck == "-":
        return named_can or not other_can
    if position.stuck == COLOURS[position.player]:
        return not named_can
    return named_can and not other_can


class Spitze(Reference):
    """Spitze for light (0) and dark (1)."""

    players = 2

    def __init__(
        self, setup: str = "checkerboard", turn_limit: int = 200, **options: object
    ) -> None:
        """Take the options, with the defaults of the rules."""
        super().__init__(**options)
        self.setup = setup
        self.turn_limit = turn_limit

    def start(self) -> str:
        """Return the full board of the chosen set-up."""
        towers = {}
        for rank in range(1, 7):
            for file, square in enumerate(rank_names(rank), start=1):
                light = (file + rank) % 2 == 0 if self.setup == "checkerboard" else rank <= 3
                towers[square] = "l" if light else "d"
        return write(Position(towers, 0, "-", 0))

    def over(self, text: str) -> bool:
        """Tell whether the named player cannot jump, or the turn limit is reached."""
        position = read(text)
        if not jumps(position.towers, position.player):
            return True
        return self.turn_limit > 0 and position.turns >= self.turn_limit

    def scores(self, text: str) -> tuple[int, ...]:
        """Return the heights of the towers of two or more, for the owners of their tops."""
        towers = [tower for tower in read(text).towers.values() if len(tower) >= 2]
        return (
            sum(len(tower) for tower in towers if tower[-1] == "l"),
            sum(len(tower) for tower in towers if tower[-1] == "d"),
        )

    def returns(self, text: str) -> tuple[float, ...]:
        """Return one number a player; all 0 while the game goes on."""
        return highest(self.scores(text)) if self.over(text) else draw(2)

    def player(self, text: str) -> int | None:
        """Return who chooses now; None when the game is over."""
        return None if self.over(text) else read(text).player

    def steps(self, text: str) -> set[str]:
        """Return the jumps."""
        if self.over(text):
            return set()
        position = read(text)
        return jumps(position.towers, position.player)

    def play(self, text: str, token: str) -> str:
        """Return the position text after a jump, passes and the end included."""
        self.check_legal(text, token)
        position = read(text)
        towers, mover, other = position.towers, position.player, 1 - position.player
        source, to = token.split("-")
        towers[to] = towers.get(to, "") + towers.pop(source)
        was_one_more_turn = position.stuck == COLOURS[other]
        if jumps(towers, other):
            player, stuck = other, "-"
        elif was_one_more_turn:
            player, stuck = other, COLOURS[other]
        elif jumps(towers, mover):
            player, stuck = mover, COLOURS[other]
        else:
            player, stuck = other, "-"
        return write(Position(towers, player, stuck, position.turns + 1))

    def repetition_key(self, text: str) -> str | None:
        """Return the text without the turns: every position is the start of a turn."""
        return text.rsplit(" ", 1)[0]

    def halted_returns(self, text: str) -> tuple[float, ...]:
        """Count the game as it stands."""
        return highest(self.scores(text))
