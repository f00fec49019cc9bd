"""QBQ, plainly: stacks are a dict from a square's name to (colour, height)."""

from collections.abc import Iterator
from dataclasses import dataclass

from .base import Reference, draw, win

FILES = "abcdef"
DIRECTIONS = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
CUBES = 9


def rank_names(rank: int) -> list[str]:
    """Name the squares of a rank from left to right."""
    return [f"{file}{rank}" for file in FILES]


SQUARES = [square for rank in range(1, 7) for square in rank_names(rank)]

# The lowest square of each quarter of 3 x 3 fields, and the four start squares.
QUARTERS = {"b": "a1", "g": "a4", "o": "d4", "r": "d1"}
START_SQUARES = {
    "b": ["e5", "e6", "f5", "f6"],
    "g": ["e1", "e2", "f1", "f2"],
    "o": ["a1", "a2", "b1", "b2"],
    "r": ["a5", "a6", "b5", "b6"],
}

Stacks = dict[str, tuple[str, int]]


def shifted(square: str, east: int, north: int) -> str | None:
    """Name the square some files east and some ranks north; None off the board."""
    file, rank = FILES.index(square[0]) + east, int(square[1]) + north
    return f"{FILES[file]}{rank}" if 0 <= file <= 5 and 1 <= rank <= 6 else None


def block_of(corner: str, side: int) -> set[str]:
    """Name the side x side squares whose south-west corner is given."""
    names = {shifted(corner, east, north) for east in range(side) for north in range(side)}
    return {name for name in names if name is not None}


NEIGHBOURS = {
    square: {other for step in DIRECTIONS.values() if (other := shifted(square, *step)) is not None}
    for square in SQUARES
}


def distance(one: str, other: str) -> int:
    """Count files plus ranks between two squares."""
    return abs(FILES.index(one[0]) - FILES.index(other[0])) + abs(int(one[1]) - int(other[1]))


def group_of(square: str, squares: set[str]) -> set[str]:
    """Return the part of `squares` that is connected with `square` side by side."""
    group = {square}
    waiting = [square]
    while waiting:
        for other in NEIGHBOURS[waiting.pop()]:
            if other in squares and other not in group:
                group.add(other)
                waiting.append(other)
    return group


def in_one_piece(squares: set[str]) -> bool:
    """Tell whether the squares are all connected side by side."""
    return group_of(next(iter(squares)), squares) == squares


@dataclass
class Position:
    """A position of QBQ; only taken squares are in `stacks`; `player` is a colour letter."""

    stacks: Stacks
    player: str
    phase: str
    colours: str
    turns: int


def read(text: str) -> Position:
    """Read a position text, passes not yet carried out."""
    ranks, player, phase, colours, turns = text.split(" ")
    stacks = {}
    for rank, row in zip(range(6, 0, -1), ranks.split("/"), strict=True):
        for square, stack in zip(rank_names(rank), row.split(","), strict=True):
            if stack != ".":
                stacks[square] = (stack[0], int(stack[1:]))
    position = Position(stacks, player, phase, colours, int(turns))
    if write(position) != text:
        raise ValueError(f"unreadable: {text}")
    return position


def write(position: Position) -> str:
    """Write a position text."""
    ranks = []
    for rank in range(6, 0, -1):
        row = []
        for square in rank_names(rank):
            if square in position.stacks:
                colour, height = position.stacks[square]
                row.append(f"{colour}{height}")
            else:
                row.append(".")
        ranks.append(",".join(row))
    return (
        f"{'/'.join(ranks)} {position.player} {position.phase} {position.colours} {position.turns}"
    )


def own_squares(stacks: Stacks, colour: str) -> set[str]:
    """Name the squares with stacks of a colour."""
    return {square for square, stack in stacks.items() if stack[0] == colour}


def supply(stacks: Stacks, colour: str) -> int:
    """Count the cubes of a colour that are not on the board."""
    return CUBES - sum(height for owner, height in stacks.values() if owner == colour)


def lift(stacks: Stacks, square: str) -> Stacks:
    """Return the stacks without the top cube of one square."""
    after = dict(stacks)
    colour, height = after.pop(square)
    if height > 1:
        after[square] = (colour, height - 1)
    return after


def add(stacks: Stacks, square: str, colour: str) -> Stacks:
    """Return the stacks with one more cube on an empty or own square."""
    height = stacks[square][1] if square in stacks else 0
    return {**stacks, square: (colour, height + 1)}


def relocations(stacks: Stacks, colour: str) -> Iterator[str]:
    """Give the relocations of a colour one after the other."""
    own = own_squares(stacks, colour)
    for source in sorted(own):
        lifted = lift(stacks, source)
        rest = {square for square in group_of(source, own) if square in lifted}
        if not rest:
            continue
        for to in SQUARES:
            if to == source or (to in stacks and to not in rest):
                continue
            if in_one_piece(rest | {to}):
                yield f"{source}-{to}"


def fall_line(square: str, way: str, length: int) -> list[str | None]:
    """Name the squares next to a tower in one direction, None for each one off the board."""
    east, north = DIRECTIONS[way]
    return [shifted(square, i * east, i * north) for i in range(1, length + 1)]


def topples(stacks: Stacks, colour: str) -> Iterator[str]:
    """Give the topples of a colour one after the other."""
    for square in own_squares(stacks, colour):
        height = stacks[square][1]
        if height < 2:
            continue
        for way in DIRECTIONS:
            hit = [stacks[name] for name in fall_line(square, way, height - 1) if name in stacks]
            if all(owner == colour or other < height for owner, other in hit):
                yield f"{square}>{way}"


def topple(stacks: Stacks, square: str, way: str) -> Stacks:
    """Return the stacks after a topple."""
    colour, height = stacks[square]
    after = dict(stacks)
    after[square] = (colour, 1)
    for name in fall_line(square, way, height - 1):
        if name is None:
            continue
        if name in after and after[name][0] != colour:
            del after[name]
        after = add(after, name, colour)
    return after


def insertions(stacks: Stacks, colour: str) -> Iterator[str]:
    """Give the insertions after which a relocation is possible, one after the other."""
    own = own_squares(stacks, colour)
    if supply(stacks, colour) == 0:
        return
    for square in SQUARES:
        empty_next_to_own = square not in stacks and NEIGHBOURS[square] & own
        if not (square in own or empty_next_to_own):
            continue
        if any(relocations(add(stacks, square, colour), colour)):
            yield f"+{square}"


def returns_to_board(stacks: Stacks, colour: str) -> Iterator[str]:
    """Give the squares where a player without cubes may set one."""
    home = START_SQUARES[colour]
    empty = [square for square in SQUARES if square not in stacks]
    distances = {square: min(distance(square, start) for start in home) for square in empty}
    for square in empty:
        if distances[square] == min(distances.values()):
            yield f"+{square}"


def movements(stacks: Stacks, colour: str) -> Iterator[str]:
    """Give the first steps of all movements of a colour one after the other."""
    if own_squares(stacks, colour):
        yield from relocations(stacks, colour)
        yield from topples(stacks, colour)
        yield from insertions(stacks, colour)
    else:
        yield from returns_to_board(stacks, colour)


def formations(colour: str) -> list[Stacks]:
    """List everything that a colour may have on the board to win."""
    corner = QUARTERS[colour]
    found = [dict.fromkeys(block_of(corner, 3), (colour, 1))]
    for small_corner in block_of(corner, 2):
        for height in (1, 2):
            found.append(dict.fromkeys(block_of(small_corner, 2), (colour, height)))
    return found


FORMATIONS = {colour: formations(colour) for colour in QUARTERS}


def has_formation(stacks: Stacks, colour: str) -> bool:
    """Tell whether the cubes of a colour are exactly one of its formations."""
    own = {square: stack for square, stack in stacks.items() if stack[0] == colour}
    return own in FORMATIONS[colour]


class Qbq(Reference):
    """QBQ for two to four players."""

    def __init__(
        self,
        players: int = 2,
        seats: str = "opposite",
        turn_limit: int = 200,
        **options: object,
    ) -> None:
        """Take the options, with the defaults of the rules."""
        super().__init__(**options)
        self.players = players
        self.turn_limit = turn_limit
        two = "bg" if seats == "adjacent" else "bo"
        self.colours = {2: two, 3: "bgo", 4: "bgor"}[players]

    def start(self) -> str:
        """Return the start: four cubes each in the corner opposite to the own colour."""
        stacks = {
            square: (colour, 1) for colour in self.colours for square in START_SQUARES[colour]
        }
        return write(Position(stacks, self.colours[0], "m", self.colours, 0))

    def order_from(self, colour: str) -> str:
        """Return all colours in playing order, beginning with one of them."""
        seat = self.colours.index(colour)
        return self.colours[seat:] + self.colours[:seat]

    def next_colour(self, colour: str) -> str:
        """Return the colour right after another one in playing order."""
        return (self.order_from(colour) * 2)[1]

    def result(self, position: Position) -> tuple[float, ...] | None:
        """Return the returns of a finished game, None if the game goes on."""
        if position.phase != "m":
            return None
        mover = self.order_from(position.player)[-1]
        for colour in self.order_from(mover):
            if has_formation(position.stacks, colour):
                return win(self.colours.index(colour), self.players)
        if not any(any(movements(position.stacks, colour)) for colour in self.colours):
            return draw(self.players)
        if self.turn_limit and position.turns >= self.turn_limit:
            return draw(self.players)
        return None

    def read_after_passes(self, text: str) -> Position:
        """Read a position text; if the game goes on, players who cannot move have passed."""
        position = read(text)
        if position.phase == "m" and self.result(position) is None:
            while not any(movements(position.stacks, position.player)):
                position.player = self.next_colour(position.player)
        return position

    def over(self, text: str) -> bool:
        """Tell whether the game is over, repetition aside."""
        return self.result(read(text)) is not None

    def returns(self, text: str) -> tuple[float, ...]:
        """Return one number a player; all 0 while the game goes on."""
        return self.result(read(text)) or draw(self.players)

    def player(self, text: str) -> int | None:
        """Return who chooses now; None when the game is over."""
        if self.over(text):
            return None
        return self.colours.index(self.read_after_passes(text).player)

    def steps(self, text: str) -> set[str]:
        """Return the movements, or the relocations due after an insertion."""
        if self.over(text):
            return set()
        position = self.read_after_passes(text)
        if position.phase == "r":
            return set(relocations(position.stacks, position.player))
        return set(movements(position.stacks, position.player))

    def play(self, text: str, token: str) -> str:
        """Return the position text after a legal step, passes and the end included."""
        self.check_legal(text, token)
        position = self.read_after_passes(text)
        stacks, mover = position.stacks, position.player
        if token[0] == "+":
            whole_turn = not own_squares(stacks, mover)
            position.stacks = add(stacks, token[1:], mover)
            if not whole_turn:
                position.phase = "r"
                return write(position)
        elif ">" in token:
            square, way = token.split(">")
            position.stacks = topple(stacks, square, way)
        else:
            source, to = token.split("-")
            position.stacks = add(lift(stacks, source), to, mover)
        position.player = self.next_colour(mover)
        position.phase = "m"
        position.turns += 1
        return write(self.read_after_passes(write(position)))

    def repetition_key(self, text: str) -> str | None:
        """Return the text without the turns, at the start of a turn."""
        position = self.read_after_passes(text)
        return write(position).rsplit(" ", 1)[0] if position.phase == "m" else None

    def halted_returns(self, text: str) -> tuple[float, ...]:
        """Return a draw."""
        return draw(self.players)
