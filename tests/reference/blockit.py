"""Block It!, plainly: cards and blocks are dicts from the names of squares and crossings."""

from collections import Counter
from dataclasses import dataclass
from itertools import combinations, permutations

from .base import Reference, draw, highest, win

COLOURS = "rybk"
FACES = ["L1", "R1", "L2", "R2", "SW", "AB"]

# In the order a1 a2 … e5, and a1 a2 … d4.
SQUARES = [f"{file}{rank}" for file in "abcde" for rank in range(1, 6)]
CROSSINGS = [f"{file}{rank}" for file in "abcd" for rank in range(1, 5)]

# A card is written clockwise from its north-west quarter.
NW, NE, SE, SW = range(4)


def around(crossing: str) -> dict[str, int]:
    """Return the four cards at a crossing, each with the quarter that touches it."""
    west, south = crossing[0], int(crossing[1])
    east, north = chr(ord(west) + 1), south + 1
    return {
        f"{west}{south}": NE,
        f"{east}{south}": NW,
        f"{west}{north}": SE,
        f"{east}{north}": SW,
    }


def turned(card: str, token_ending: str) -> str:
    """Return a card after the turn that `<`, `>`, `<<` or `>>` stands for."""
    left = card[1:] + card[:1]
    right = card[-1:] + card[:-1]
    half = card[2:] + card[:2]
    return {"<": left, ">": right, "<<": half, ">>": half}[token_ending]


@dataclass
class Position:
    """A position of Block It!.

    `first` is the card just turned in phase b, else None; `rested` are the cards that rest.
    Only blocked crossings are in `blocks`.
    """

    cards: dict[str, str]
    blocks: dict[str, str]
    colours: str
    player: str
    phase: str
    die: str
    twice: int
    first: str | None
    rested: set[str]
    left: dict[str, int]
    turns: int

    def squares(self) -> dict[str, str]:
        """Return all crossings whose four quarters have the same colour, with this colour."""
        found = {}
        for crossing in CROSSINGS:
            quarters = {self.cards[name][quarter] for name, quarter in around(crossing).items()}
            if len(quarters) == 1:
                found[crossing] = quarters.pop()
        return found

    def own_colours(self) -> str:
        """Return the colours that the player may block: one, or all in solo play."""
        return COLOURS if self.player == "*" else self.player

    def claimable(self) -> list[str]:
        """List the unblocked squares in own colours of which there are blocks left."""
        return [
            crossing
            for crossing, colour in self.squares().items()
            if crossing not in self.blocks
            and colour in self.own_colours()
            and self.left[colour] > 0
        ]

    def put_block(self, crossing: str, colour: str) -> None:
        """Put a block on a crossing."""
        self.blocks[crossing] = colour
        self.left[colour] -= 1

    def unlocked(self) -> list[str]:
        """List the cards that no block locks."""
        locked = {name for crossing in self.blocks for name in around(crossing)}
        return [name for name in SQUARES if name not in locked]

    def turnable(self) -> list[str]:
        """List the cards that may be turned now."""
        return [name for name in self.unlocked() if name not in self.rested and name != self.first]


def read(text: str) -> Position:
    """Read a position text."""
    rows, block_rows, colours, player, phase, die, twice, rested, left, turns = text.split(" ")
    cards, blocks = {}, {}
    for rank, row in zip(range(5, 0, -1), rows.split("/"), strict=True):
        for file, card in zip("abcde", row.split(","), strict=True):
            cards[f"{file}{rank}"] = card
    for rank, row in zip(range(4, 0, -1), block_rows.split("/"), strict=True):
        for file, colour in zip("abcd", row, strict=True):
            if colour != ".":
                blocks[f"{file}{rank}"] = colour
    names = [] if rested == "-" else rested.split("+")
    first = names.pop(0) if phase == "b" else None
    counts = [int(count) for count in left.split(",")]
    position = Position(
        cards,
        blocks,
        colours,
        player,
        phase,
        die,
        int(twice),
        first,
        set(names),
        dict(zip(colours, counts, strict=True)),
        int(turns),
    )
    if write(position) != text:
        raise ValueError(f"unreadable: {text}")
    return position


def write(position: Position) -> str:
    """Write a position text."""
    rows = [
        ",".join(position.cards[f"{file}{rank}"] for file in "abcde") for rank in range(5, 0, -1)
    ]
    block_rows = [
        "".join(position.blocks.get(f"{file}{rank}", ".") for file in "abcd")
        for rank in range(4, 0, -1)
    ]
    names = [] if position.first is None else [position.first]
    names += [name for name in SQUARES if name in position.rested]
    fields = [
        "/".join(rows),
        "/".join(block_rows),
        position.colours,
        position.player,
        position.phase,
        position.die,
        str(position.twice),
        "+".join(names) or "-",
        ",".join(str(position.left[colour]) for colour in position.colours),
        str(position.turns),
    ]
    return " ".join(fields)


class BlockIt(Reference):
    """Block It! for one to four players."""

    def __init__(
        self,
        players: int | None = None,
        blocks: int | None = None,
        rest: bool = False,
        solo: str | None = None,
        turns: int = 20,
        colour: str = "r",
        turn_limit: int | None = None,
        **options: object,
    ) -> None:
        """Take the options, with the defaults of the rules."""
        super().__init__(**options)
        if players is None:
            players = 2 if solo is None else 1
        self.players = players
        self.solo = (solo or "turns") if players == 1 else None
        self.rest = rest
        self.turns = turns
        self.colour = colour
        if turn_limit is None:
            turn_limit = 0 if self.solo == "time" else 200
        self.turn_limit = turn_limit
        self.colours = COLOURS if self.solo else COLOURS[:players]
        if self.solo:
            self.blocks = 3
        else:
            self.blocks = blocks or (3 if players == 2 else 2)

    def start(self) -> str:
        """Refuse: the deal is random, see `is_start`."""
        raise ValueError("Block It! begins with a random deal")

    def is_start(self, text: str) -> bool:
        """Tell whether a text is a deal: the right cards, no square, nothing done yet."""
        position = read(text)
        orders = ["r" + "".join(others) for others in permutations("ybk")]
        wanted = Counter(orders * 4 + ["rybk"])
        found = Counter(
            card[card.index("r") :] + card[: card.index("r")] for card in position.cards.values()
        )
        left = {
            colour: 0 if self.solo == "race" and colour != self.colour else self.blocks
            for colour in self.colours
        }
        begin = Position(
            position.cards,
            {},
            self.colours,
            "*" if self.solo else "r",
            "d",
            "-",
            1,
            None,
            set(),
            left,
            0,
        )
        return found == wanted and not position.squares() and position == begin

    def next_player(self, player: str) -> str:
        """Return the colour that plays after another one; `*` in solo play."""
        if self.solo:
            return "*"
        return self.colours[(self.colours.index(player) + 1) % self.players]

    def last_block_placed(self, position: Position) -> bool:
        """Tell whether nothing is left of the blocks that had to be placed."""
        if self.solo == "race":
            return position.left[self.colour] == 0
        if self.solo:
            return all(count == 0 for count in position.left.values())
        return any(count == 0 for count in position.left.values())

    def out_of_turns(self, position: Position) -> bool:
        """Tell whether the turn limit is reached, or the turns of the solo game are used up."""
        if self.solo == "turns" and position.turns >= self.turns:
            return True
        return self.turn_limit > 0 and position.turns >= self.turn_limit

    def over(self, text: str) -> bool:
        """Tell whether the last block is placed or there are no turns left."""
        position = read(text)
        return self.last_block_placed(position) or self.out_of_turns(position)

    def on_board(self, position: Position) -> tuple[int, ...]:
        """Count the blocks on the board by playing colour."""
        placed = list(position.blocks.values())
        return tuple(placed.count(colour) for colour in self.colours)

    def scores(self, text: str) -> tuple[int, ...]:
        """Return the blocks on the board by player; in a race the turns."""
        position = read(text)
        if self.solo == "race":
            return (position.turns,)
        if self.solo:
            return (sum(self.on_board(position)),)
        return self.on_board(position)

    def returns(self, text: str) -> tuple[float, ...]:
        """Return one number a player; all 0 while the game goes on and in solo play."""
        position = read(text)
        if self.solo or not self.over(text):
            return draw(self.players)
        if self.last_block_placed(position):
            winner = next(i for i in range(self.players) if position.left[self.colours[i]] == 0)
            return win(winner, self.players)
        return highest(self.on_board(position))

    def player(self, text: str) -> int | None:
        """Return who chooses now; None at a die and when the game is over."""
        position = read(text)
        if self.over(text) or position.phase == "d":
            return None
        return 0 if self.solo else self.colours.index(position.player)

    def chance(self, text: str) -> tuple[tuple[str, float], ...] | None:
        """Return the six faces of the die where it is thrown."""
        if self.over(text) or read(text).phase != "d":
            return None
        return tuple((face, 1 / 6) for face in FACES)

    def steps(self, text: str) -> set[str]:
        """Return the legal tokens, at the die its faces; none when the game is over."""
        if self.over(text):
            return set()
        position = read(text)
        if position.phase == "c":
            return {f"!{crossing}" for crossing in position.claimable()} | {"roll"}
        if position.phase == "d":
            return set(FACES)
        if position.phase == "u":
            return {f"-{crossing}" for crossing in position.blocks} | {"keep"}
        return self.instruction_steps(position)

    def instruction_steps(self, position: Position) -> set[str]:
        """Return all ways to follow the die in phase a or b; none if it cannot be followed."""
        if position.die == "SW":
            pairs = combinations(position.unlocked(), 2)
            return {f"{earlier}={later}" for earlier, later in pairs}
        arrow = "<" if position.die[0] == "L" else ">"
        cards = position.turnable()
        quarters = {f"{name}{arrow}" for name in cards}
        halves = {f"{name}{arrow}{arrow}" for name in cards}
        if position.phase == "b" or position.die in ("L1", "R1"):
            return quarters
        return quarters | halves if len(cards) >= 2 else halves

    def play(self, text: str, token: str) -> str:
        """Return the position text after a legal step, the end of the turn included."""
        self.check_legal(text, token)
        position = read(text)
        if position.phase == "c":
            self.claim(position, token)
        elif position.phase == "d":
            self.throw(position, token)
        elif position.phase == "u":
            self.unblock(position, token)
        elif position.die == "SW":
            self.swap(position, token)
        else:
            self.turn_card(position, token)
        return write(position)

    def claim(self, position: Position, token: str) -> None:
        """Put a block on a square that was there before the turn, or go on to the die."""
        if not token.startswith("!"):
            position.phase = "d"
            return
        crossing = token[1:]
        position.put_block(crossing, position.squares()[crossing])
        if self.last_block_placed(position):
            self.end_turn(position)
        elif not position.claimable():
            position.phase = "d"

    def throw(self, position: Position, face: str) -> None:
        """Go on with what the die shows."""
        if face == "AB":
            if position.twice == 2:
                self.end_turn(position)
            elif position.blocks:
                position.phase, position.die = "u", "AB"
            else:
                position.twice = 2
            return
        position.phase, position.die = "a", face
        if not self.instruction_steps(position):
            self.end_turn(position)

    def unblock(self, position: Position, token: str) -> None:
        """Give a block back to its owner or keep all, and throw the die a second time."""
        if token.startswith("-"):
            colour = position.blocks.pop(token[1:])
            position.left[colour] += 1
        position.phase, position.die, position.twice = "d", "-", 2

    def swap(self, position: Position, token: str) -> None:
        """Let two cards trade places; swapped cards do not rest any longer."""
        one, other = token.split("=")
        before = position.squares()
        cards = position.cards
        cards[one], cards[other] = cards[other], cards[one]
        position.rested -= {one, other}
        self.block_new_squares(position, before)
        self.end_turn(position)

    def turn_card(self, position: Position, token: str) -> None:
        """Turn a card; after the first of two quarter turns the second card is due."""
        name, ending = token[:2], token[2:]
        before = position.squares()
        position.cards[name] = turned(position.cards[name], ending)
        self.block_new_squares(position, before)
        first_of_two = position.phase == "a" and position.die in ("L2", "R2") and len(ending) == 1
        if first_of_two and not self.last_block_placed(position):
            position.phase, position.first = "b", name
            if self.instruction_steps(position):
                return
        if self.rest:
            position.rested = {name} | ({position.first} if position.first else set())
        self.end_turn(position)

    def block_new_squares(self, position: Position, before: dict[str, str]) -> None:
        """Put blocks on the own squares that were not there before, while there are any left."""
        for crossing, colour in position.squares().items():
            is_new = before.get(crossing) != colour
            own = colour in position.own_colours()
            if is_new and own and crossing not in position.blocks and position.left[colour] > 0:
                position.put_block(crossing, colour)

    def end_turn(self, position: Position) -> None:
        """Count the turn and hand over to the next player."""
        position.turns += 1
        position.player = self.next_player(position.player)
        position.phase = "d"
        position.die = "-"
        position.twice = 1
        position.first = None
        if position.claimable():
            position.phase = "c"

    def repetition_key(self, text: str) -> str | None:
        """Return None: repetition is no rule of Block It!."""
        return None

    def halted_returns(self, text: str) -> tuple[float, ...]:
        """Return a win for the most blocks on the board, as when the time is up."""
        return draw(1) if self.solo else highest(self.on_board(read(text)))
