"""QBQ in a picture: painted cubes on a wooden board, seen from the south and a little west."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from spielwerk.core.game import Game
from spielwerk.core.position import Position
from spielwerk.core.state import PHASE, PLAYER, TURNS
from spielwerk.games.qbq.board import (
    BOARD_SQUARES,
    DIRECTION_LETTERS,
    NAMES,
    QUARTER_CORNERS,
    RAYS,
    SIDE,
    SQUARES,
    START_CORNERS,
)
from spielwerk.games.qbq.rules import (
    CUBES,
    HEIGHT,
    NOBODY,
    OWNER,
    PLAYERS,
    RELOCATION,
    SEATS,
    SUPPLY,
)
from spielwerk.pictures.endings import listing, outcome
from spielwerk.pictures.picture import Motion, Picture, Piece, Pieces, Place, Stages, View
from spielwerk.pictures.svg import Drawing, Point, box, disc, gradient, number, polygon
from spielwerk.pictures.theme import Theme
from spielwerk.pictures.trays import Tray
from spielwerk.pictures.words import Message, say

COLOURS = ("blue", "green", "orange", "red")
LETTERS = ("B", "G", "O", "R")
NUMBER = {colour: number_ for number_, colour in enumerate(COLOURS)}

PITCH = 100
WEST, NORTH = 120, 216
"""The north-west corner of the fields."""
FIELDS = SIDE * PITCH
FRAME = 36
SIZE = (840.0, 1026.0)
HALF = 33
"""Half the width of a cube."""
LEAN = 0.28
"""How far to the east a cube reaches for its height: its west side is seen."""
LIFTS = (0, 40, 64, 81, 93, 101, 107, 111, 114, 116)
"""How far up the top of a tower lies. Tall ones are pressed together, so that they leave a part
of the top of the tower behind them free."""
NEARER = (-4, 8)
"""How far before the middle of its field a stack stands: it hides less of the field behind."""
SMALL = 0.52
"""The size of a cube in supply."""
THICK = 20
"""Of the board."""

# Each tray lies at the corner of its own colour's fields.
TRAYS = (
    Tray(20, 892, 340, 116),
    Tray(20, 18, 340, 116),
    Tray(480, 18, 340, 116),
    Tray(480, 892, 340, 116),
)
BUTTONS = {
    "north": (420.0, 106.0),
    "east": (797.0, 516.0),
    "south": (420.0, 920.0),
    "west": (41.0, 516.0),
}
BUTTON_LONG, BUTTON_SHORT = 100, 56


class QbqPicture(Picture):
    """The board of QBQ."""

    def size(self, game: Game, view: View) -> Point:
        return SIZE

    def pieces(self, position: Position) -> dict[str, Piece]:
        state = position.entries
        pieces = {}
        for square in FROM_BEHIND:
            for level in range(1, state[HEIGHT + square] + 1):
                pieces[f"{NAMES[square]}.{level}"] = Piece(COLOURS[state[OWNER + square] - 1])
        for colour, name in enumerate(COLOURS):
            cubes = range(1, state[SUPPLY + colour] + 1)
            for cube in (*cubes[1::2], *cubes[::2]):
                pieces[f"{name}.{cube}"] = Piece(name)
        return pieces

    def spot(self, spot: str, pieces: Pieces, view: View) -> Point:
        place, _, level = spot.partition(".")
        if place in NUMBER:
            tray, (column, row) = TRAYS[NUMBER[place]], divmod(int(level) - 1, 2)
            front = 24 if view.above else 13
            return tray.x + 152 + 40 * column, tray.middle + front - 46 * row
        return top_of(place, 0 if view.above else int(level))

    def define(self, drawing: Drawing, colours: Theme) -> None:
        drawing.raw(
            gradient("qbq-wood", (0.25, 1), [(0, colours.wood.lit), (1, colours.wood.base)])
            + '<linearGradient id="qbq-gleam" x2=".7" y2="1">'
            '<stop offset="0" stop-color="#fff" stop-opacity=".42"/>'
            '<stop offset="1" stop-color="#fff" stop-opacity="0"/></linearGradient>'
        )
        define_shapes(drawing, colours)
        for name in COLOURS:
            define_cube(drawing, colours, name)
            with drawing.group(id=f"qbq-{name}-field"):
                paint = colours.pieces[name]
                drawing.add("use", href="#qbq-field", fill=colours.wood.lit)
                drawing.add("use", href="#qbq-field", fill=paint.lit, fill_opacity=0.6)
                drawing.add("use", href=f"#qbq-{name}-sign", fill=paint.base, fill_opacity=0.2)
        with drawing.group(id="qbq-board"):
            draw_wood(drawing, colours)
        with drawing.group(id="qbq-coordinates", fill=colours.wood.ink, font_weight="bold"):
            for i in range(SIDE):
                along = (i + 0.5) * PITCH
                drawing.text(WEST + along, NORTH + FIELDS + FRAME / 2, "abcdef"[i], 26)
                drawing.text(WEST - FRAME / 2, NORTH + FIELDS - along, f"{i + 1}", 26)

    def draw_board(self, drawing: Drawing, position: Position, pieces: Pieces, view: View) -> None:
        colours = view.colours
        for seat, colour in enumerate(colours_of(position)):
            paint, active = colours.pieces[COLOURS[colour]], position.player == seat
            TRAYS[colour].draw(drawing, colours, paint, LETTERS[colour], active=active)
        x, y, side = WEST - FRAME, NORTH - FRAME, FIELDS + 2 * FRAME
        drawing.path(box(x, y + 20, side + 9, side + 10, 24), fill=colours.shadow, fill_opacity=0.2)
        if not view.above:
            drawing.path(box(x - LEAN * THICK, y + THICK, side, side, 18), fill=colours.wood.shade)
        drawing.use("qbq-board", 0, 0)
        for colour in colours_of(position):
            ink = colours.pieces[COLOURS[colour]].shade
            dashed = {"fill": "none", "stroke": ink, "stroke_dasharray": "14 8"}
            drawing.path(START_OUTLINES[colour], stroke_width=3, opacity=0.5, **dashed)
        usable = {step[3] for step in position.steps if step[2:3] == ">"}
        for direction in BUTTONS:
            draw_button(drawing, direction, colours, usable=direction[0] in usable)

    def draw_piece(self, drawing: Drawing, spot: str, piece: Piece, view: View) -> None:
        place, _, level = spot.partition(".")
        look = f"#qbq-{piece.look}-top" if view.above else f"#qbq-{piece.look}"
        if place in NUMBER:
            drawing.add("use", href=f"{look}-1", transform=f"scale({SMALL})")
        elif level == "1":
            drawing.add("use", href=f"{look}-1", transform="scale(1.1)" if view.above else None)
        else:
            nearer = 1.07 + 0.03 * int(level) if view.above else 1
            scale = f"scale({nearer:.2f})" if view.above else None
            drawing.add("use", href=look, transform=scale)
            ink = view.colours.pieces[piece.look].shade
            written = f"{LETTERS[NUMBER[piece.look]]}{level}"
            drawing.text(0, 0, written, 32 * nearer, fill=ink, font_weight="bold")

    def draw_labels(self, drawing: Drawing, position: Position, pieces: Pieces, view: View) -> None:
        if view.coordinates:
            drawing.use("qbq-coordinates", 0, 0)

    def places(self, position: Position, pieces: Pieces, view: View) -> list[Place]:
        state = position.entries
        places = []
        for square in FROM_BEHIND:
            owner, height = state[OWNER + square], state[HEIGHT + square]
            lifted = 0 if view.above else height
            name, outline = NAMES[square], outline_of(NAMES[square], lifted)
            words = EMPTY_NAMES[FIELD_COLOUR[square]]
            if owner != NOBODY:
                words = (CUBE_NAMES if height == 1 else TOWER_NAMES)[owner - 1]
            named = words.fill(place=name, height=height)
            places.append(Place(name, named, top_of(name, lifted), outline))
        for colour in colours_of(position):
            tray, words = TRAYS[colour], SUPPLY_NAMES[colour].fill(count=state[SUPPLY + colour])
            outline = box(tray.x, tray.y, tray.width, tray.height, 20)
            middle = (tray.x + tray.width / 2, tray.middle)
            places.append(Place(f"{COLOURS[colour]}-supply", words, middle, outline))
        for direction, words in TOPPLE_NAMES.items():
            places.append(Place(direction, words, BUTTONS[direction], button(direction)))
        return places

    def touches(self, position: Position) -> dict[tuple[str, ...], str]:
        supply = f"{COLOURS[mover(position)]}-supply"
        touches: dict[tuple[str, ...], str] = {}
        for step in position.steps:
            if step.startswith("+"):
                touches[supply, step[1:]] = step
            elif ">" in step:
                touches[step[:2], DIRECTION_NAMES[step[-1]]] = step
            else:
                touches[step[:2], step[3:]] = step
        return touches

    def motions(self, position: Position, step: str) -> Stages:
        if ">" in step:
            home, falling = going_home(position, step), falls(position, step)
            return (home, falling) if home else (falling,)
        end = step[-2:]
        above = f"{end}.{height_of(position, end) + 1}"
        if step.startswith("+"):
            own = mover(position)
            return ((Motion(f"{COLOURS[own]}.{position.entries[SUPPLY + own]}", above),),)
        return ((Motion(f"{step[:2]}.{height_of(position, step[:2])}", above),),)

    def say(self, position: Position, step: str) -> tuple[Message, ...]:
        player = PLAYER_NAMES[mover(position)]
        after = position.play(step)
        then = (outcome(after, names_of(position)),) if after.over else passes(position, after)
        if ">" in step:
            told = TOPPLES_TOLD[step[-1]].fill(player=player, place=step[:2])
            return (told, *topple_follows(position, step), *then)
        if "-" in step:
            told = say(
                "{player} moves a cube from {start} to {end}.",
                player=player,
                start=step[:2],
                end=step[3:],
            )
        elif position.entries[SUPPLY + mover(position)] == CUBES:
            told = say(
                "{player} comes back on the board at {place}.", player=player, place=step[1:]
            )
        else:
            told = say("{player} inserts a cube on {place}.", player=player, place=step[1:])
        return (told, *then)

    def players(self, position: Position) -> tuple[Message, ...]:
        return names_of(position)

    def describe(self, position: Position) -> tuple[Message, ...]:
        state = position.entries
        player = PLAYER_NAMES[mover(position)]
        if position.over:
            first = outcome(position, names_of(position))
        elif state[PHASE] == RELOCATION:
            first = say("{player} must move a cube within its group.", player=player)
        elif state[SUPPLY + mover(position)] == CUBES:
            first = say("{player} comes back on the board with a cube.", player=player)
        else:
            first = say("{player} moves a cube, topples a tower or inserts a cube.", player=player)
        return (first, *(told_stacks(position, colour) for colour in colours_of(position)))

    def won(self, position: Position) -> tuple[str, ...]:
        """All stacks of the winner: the formation holds no others."""
        if position.winner is None:
            return ()
        own = 1 + colours_of(position)[position.winner]
        return tuple(NAMES[n] for n in range(SQUARES) if position.entries[OWNER + n] == own)

    def last(self, position: Position) -> tuple[str, ...]:
        """The squares of the last step: the fall line too, and what was inserted before."""
        if not position.history:
            return ()
        step = position.history[-1]
        if ">" in step:
            # What the table looked like before, without the number of turns.
            before = position.turn_starts[-2]
            height = before[HEIGHT - 1 + BOARD_SQUARES.number[step[:2]]]
            return (step[:2], *(NAMES[square] for square in fall_line(step, height) if square >= 0))
        inserted = position.history[-2:-1] if "-" in step else ()
        owners = {square: position.entries[OWNER + n] for square, n in BOARD_SQUARES.number.items()}
        with_it = [
            earlier[1:]
            for earlier in inserted
            # Another player who came back on the board has an own cube there.
            if earlier[0] == "+" and owners[earlier[1:]] in (NOBODY, owners[step[3:]])
        ]
        return tuple(dict.fromkeys((*with_it, *step.lstrip("+").split("-"))))


# What the position says.


def colours_of(position: Position) -> Sequence[int]:
    """The colour of each seat."""
    state = position.entries
    return state[SEATS : SEATS + state[PLAYERS]]


def mover(position: Position) -> int:
    """The colour that is next."""
    return position.entries[SEATS + position.entries[PLAYER]]


def names_of(position: Position) -> tuple[Message, ...]:
    """What each player is called."""
    return tuple(PLAYER_NAMES[colour] for colour in colours_of(position))


def height_of(position: Position, name: str) -> int:
    """How many cubes stand on a square."""
    return position.entries[HEIGHT + BOARD_SQUARES.number[name]]


def fall_line(step: str, height: int) -> list[int]:
    """Where the cubes of a tower come to lie, from the second one up; -1 is off the board."""
    direction = DIRECTION_LETTERS.index(step[-1])
    ray = [int(square) for square in RAYS[BOARD_SQUARES.number[step[:2]], direction]]
    return (ray + [-1] * CUBES)[: height - 1]


def captured(position: Position, step: str) -> list[int]:
    """The squares on the fall line where other players' stacks stand, the nearest first."""
    others = {0, 1, 2, 3, 4} - {NOBODY, 1 + mover(position)}
    line = fall_line(step, height_of(position, step[:2]))
    return [n for n in line if n >= 0 and position.entries[OWNER + n] in others]


def going_home(position: Position, step: str) -> tuple[Motion, ...]:
    """Other players' cubes on the fall line go back to their supplies, the upper ones first."""
    supplies = list(position.entries[SUPPLY : SUPPLY + len(COLOURS)])
    motions = []
    for square in captured(position, step):
        colour = position.entries[OWNER + square] - 1
        for level in range(position.entries[HEIGHT + square], 0, -1):
            supplies[colour] += 1
            home = f"{COLOURS[colour]}.{supplies[colour]}"
            motions.append(Motion(f"{NAMES[square]}.{level}", home))
    return tuple(motions)


def falls(position: Position, step: str) -> tuple[Motion, ...]:
    """The cubes of a tower fall, the top one farthest; off the board they go to the supply."""
    state, own = position.entries, mover(position)
    supply, motions = state[SUPPLY + own], []
    for level, square in enumerate(fall_line(step, height_of(position, step[:2])), start=2):
        if square < 0:
            supply += 1
            end = f"{COLOURS[own]}.{supply}"
        else:
            stays = state[HEIGHT + square] if state[OWNER + square] == 1 + own else 0
            end = f"{NAMES[square]}.{stays + 1}"
        motions.append(Motion(f"{step[:2]}.{level}", end, "fall"))
    return tuple(motions)


def topple_follows(position: Position, step: str) -> list[Message]:
    """What goes home when a tower topples, in words."""
    state = position.entries
    told = [
        SENT_HOME[state[OWNER + n] - 1].fill(place=NAMES[n], count=state[HEIGHT + n])
        for n in captured(position, step)
    ]
    off = fall_line(step, height_of(position, step[:2])).count(-1)
    return [*told, say("Cubes that fall off the board: {count}.", count=off)] if off else told


def passes(position: Position, after: Position) -> tuple[Message, ...]:
    """Who cannot move after a turn, before the next player."""
    if after.entries[TURNS] == position.entries[TURNS]:
        return ()
    seats = colours_of(position)
    found, seat = [], (position.entries[PLAYER] + 1) % len(seats)
    while seat != after.entries[PLAYER]:
        player = PLAYER_NAMES[seats[seat]]
        found.append(say("{player} cannot move and passes.", player=player))
        seat = (seat + 1) % len(seats)
    return tuple(found)


def told_stacks(position: Position, colour: int) -> Message:
    """Where the cubes and towers of a colour are, and its supply, in words."""
    state = position.entries
    stacks = {
        name: state[HEIGHT + square]
        for square, name in enumerate(NAMES)
        if state[OWNER + square] == 1 + colour
    }
    cubes = [name for name, height in stacks.items() if height == 1]
    towers = [
        say("{place} with height {height}", place=name, height=height)
        for name, height in stacks.items()
        if height > 1
    ]
    return STACKS_TOLD[colour].fill(
        cubes=listing(cubes), towers=listing(towers), count=state[SUPPLY + colour]
    )


# Where things are in the picture.


@cache
def top_of(name: str, height: int) -> Point:
    """The middle of the top of a stack; of the field itself at height 0."""
    file, rank = BOARD_SQUARES.point(BOARD_SQUARES.number[name])
    x, y = WEST + (file + 0.5) * PITCH, NORTH + FIELDS - (rank + 0.5) * PITCH
    if not height:
        return x, y
    return x + LEAN * LIFTS[height] + NEARER[0], y - LIFTS[height] + NEARER[1]


@cache
def outline_of(name: str, height: int) -> str:
    """The path around a field and the stack on it."""
    x, y = top_of(name, 0)
    field = box(x - PITCH / 2 + 2, y - PITCH / 2 + 2, PITCH - 4, PITCH - 4)
    return field + silhouette(*top_of(name, height), LIFTS[height]) if height else field


def silhouette(x: float, y: float, height: float) -> str:
    """The path around a block whose top has its middle at a point."""
    east, south = -LEAN * height, height
    corners = ((-1, -1, 0), (1, -1, 0), (1, 1, 0), (1, 1, 1), (-1, 1, 1), (-1, -1, 1))
    return polygon([(x + a * HALF + c * east, y + b * HALF + c * south) for a, b, c in corners])


def button(direction: str) -> str:
    """The path around an arrow button."""
    x, y = BUTTONS[direction]
    lying = direction in ("north", "south")
    width, height = (BUTTON_LONG, BUTTON_SHORT) if lying else (BUTTON_SHORT, BUTTON_LONG)
    return box(x - width / 2, y - height / 2, width, height, 18)


# How things look.


def define_shapes(drawing: Drawing, colours: Theme) -> None:
    """Shapes that all colours share; who uses them paints them."""
    for name, sign in SIGNS.items():
        drawing.path(sign, id=f"qbq-{name}-sign")
    drawing.path(box(-48, -48, 96, 96, 5), id="qbq-field")
    with drawing.group(id="qbq-shadow", fill=colours.shadow, fill_opacity=0.1):
        for spread in (9, 5, 1):
            size = 2 * (HALF + spread)
            drawing.path(box(8 - size / 2, 7 - size / 2, size, size, 5 + spread))
    with drawing.group(id="qbq-top"):
        top = box(-HALF, -HALF, 2 * HALF, 2 * HALF, 5)
        drawing.path(top, stroke_width=1.5)
        drawing.path(top, fill="url(#qbq-gleam)", stroke="none")
    with drawing.group(id="qbq-body"):
        drawing.path(silhouette(0, 0, LIFTS[1]), stroke_width=2, stroke_linejoin="round")
        shade = {"fill": colours.shadow, "stroke": "none"}
        drawing.path(SOUTH_SIDE, fill_opacity=0.4, **shade)
        drawing.path(WEST_SIDE, fill_opacity=0.1, **shade)
        edge = box(-HALF, HALF + 1.5, 2 * HALF, 2)
        drawing.path(edge, fill="#fff", fill_opacity=0.4, stroke="none")


def define_cube(drawing: Drawing, colours: Theme, name: str) -> None:
    """A cube of a colour and its top alone; each also as it stands alone, with its letter (-1)."""
    paint, letter = colours.pieces[name], LETTERS[NUMBER[name]]
    painted = {"fill": paint.base, "stroke": paint.shade}
    with drawing.group(id=f"qbq-{name}-top"):
        drawing.add("use", href="#qbq-top", **painted)
        drawing.add("use", href=f"#qbq-{name}-sign", fill=colours.pieces["light"].lit)
    with drawing.group(id=f"qbq-{name}"):
        drawing.add("use", href="#qbq-body", **painted)
        drawing.add("use", href=f"#qbq-{name}-top")
    for seen, height in (("", LIFTS[1]), ("-top", 0)):
        with drawing.group(id=f"qbq-{name}{seen}-1"):
            drawing.use("qbq-shadow", -LEAN * height, height)
            drawing.add("use", href=f"#qbq-{name}{seen}")
            drawing.text(0, 0, letter, 38, fill=paint.shade, font_weight="bold")


def draw_wood(drawing: Drawing, colours: Theme) -> None:
    """The board from above: a frame, and fields in four colours with their signs."""
    wood = colours.wood
    x, y, side = WEST - FRAME, NORTH - FRAME, FIELDS + 2 * FRAME
    drawing.path(box(x, y, side, side, 18), fill="url(#qbq-wood)", stroke=wood.shade)
    drawing.path(GRAIN, fill="none", stroke=wood.shade, stroke_width=2, stroke_opacity=0.3)
    drawing.path(box(WEST - 4, NORTH - 4, FIELDS + 8, FIELDS + 8, 9), fill=wood.shade)
    for square, colour in enumerate(FIELD_COLOUR):
        drawing.use(f"qbq-{COLOURS[colour]}-field", *top_of(NAMES[square], 0))


def draw_button(drawing: Drawing, direction: str, colours: Theme, *, usable: bool) -> None:
    """An arrow that topples a tower that way."""
    colour = colours.mark if usable else colours.faint
    x, y = BUTTONS[direction]
    turn = 90 * DIRECTION_LETTERS.index(direction[0])
    with drawing.group(opacity=None if usable else 0.5):
        drawing.path(button(direction), fill=colours.tray, stroke=colour, stroke_width=4)
        place = f"translate({number(x)} {number(y)}) rotate({turn})"
        drawing.path(ARROW, fill=colour, transform=place)


FROM_BEHIND = [
    BOARD_SQUARES.at(file, rank) for rank in reversed(range(SIDE)) for file in range(SIDE)
]
"""The squares in the order in which those in front hide others."""
FIELD_COLOUR = [
    QUARTER_CORNERS.index((file // 3 * 3, rank // 3 * 3))
    for file, rank in map(BOARD_SQUARES.point, range(SQUARES))
]
START_OUTLINES = [
    box(WEST + PITCH * file + 8, NORTH + PITCH * (4 - rank) + 8, 2 * PITCH - 16, 2 * PITCH - 16, 12)
    for file, rank in START_CORNERS
]
WEST_SIDE = polygon(
    [(-HALF, y) for y in (-HALF, HALF)]
    + [(-HALF - LEAN * LIFTS[1], y + LIFTS[1]) for y in (HALF, -HALF)]
)
SOUTH_SIDE = polygon(
    [(x, HALF) for x in (-HALF, HALF)]
    + [(x - LEAN * LIFTS[1], HALF + LIFTS[1]) for x in (HALF, -HALF)]
)
SIGNS = {
    "blue": disc(0, 0, 27),
    "green": "".join(disc(x, y, 15.5) for x in (-13, 13) for y in (-13, 13))
    + "M0 -20L-20 0L0 20L20 0Z",
    "orange": box(-24, -24, 48, 48, 6),
    "red": "M0 -32L32 0L0 32L-32 0Z",
}
"""A disc, a clover leaf, a square and a diamond: the colours can be told apart in greyscale."""
GRAIN = "".join(
    f"M{WEST - FRAME + 6} {y}C{WEST + 150} {y - 14 + i * 7 % 20} {WEST + 450} {y + 12 - i * 5 % 22}"
    f" {WEST + FIELDS + FRAME - 6} {y}"
    for i, y in enumerate(range(NORTH - FRAME + 9, NORTH + FIELDS + FRAME, 31))
)
ARROW = "M-7 22V-2H-20L0 -24L20 -2H7V22Z"

# Words.

DIRECTION_NAMES = {"n": "north", "e": "east", "s": "south", "w": "west"}
PLAYER_NAMES = (say("Blue"), say("Green"), say("Orange"), say("Red"))
EMPTY_NAMES = (
    say("{place}, empty blue field"),
    say("{place}, empty green field"),
    say("{place}, empty orange field"),
    say("{place}, empty red field"),
)
CUBE_NAMES = (
    say("{place}, blue cube"),
    say("{place}, green cube"),
    say("{place}, orange cube"),
    say("{place}, red cube"),
)
TOWER_NAMES = (
    say("{place}, blue tower of {height}"),
    say("{place}, green tower of {height}"),
    say("{place}, orange tower of {height}"),
    say("{place}, red tower of {height}"),
)
SUPPLY_NAMES = (
    say("Blue supply, cubes: {count}"),
    say("Green supply, cubes: {count}"),
    say("Orange supply, cubes: {count}"),
    say("Red supply, cubes: {count}"),
)
TOPPLE_NAMES = {
    "north": say("Topple to the north"),
    "east": say("Topple to the east"),
    "south": say("Topple to the south"),
    "west": say("Topple to the west"),
}
TOPPLES_TOLD = {
    "n": say("{player} topples {place} to the north."),
    "e": say("{player} topples {place} to the east."),
    "s": say("{player} topples {place} to the south."),
    "w": say("{player} topples {place} to the west."),
}
SENT_HOME = (
    say("Blue cubes go home from {place}: {count}."),
    say("Green cubes go home from {place}: {count}."),
    say("Orange cubes go home from {place}: {count}."),
    say("Red cubes go home from {place}: {count}."),
)
STACKS_TOLD = (
    say("Blue cubes: {cubes}. Blue towers: {towers}. Blue supply: {count}."),
    say("Green cubes: {cubes}. Green towers: {towers}. Green supply: {count}."),
    say("Orange cubes: {cubes}. Orange towers: {towers}. Orange supply: {count}."),
    say("Red cubes: {cubes}. Red towers: {towers}. Red supply: {count}."),
)
PICTURE = QbqPicture()
