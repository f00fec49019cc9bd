"""QBQ in a picture: painted cubes on a wooden board, seen from the south and a little west."""

from __future__ import annotations

from functools import cache

from spielwerk.core.game import Game
from spielwerk.core.position import Position
from spielwerk.core.state import unpack
from spielwerk.games.qbq.board import BOARD_SQUARES, NAMES, SIDE, SQUARES, START_CORNERS
from spielwerk.games.qbq.rules import HEIGHT, NOBODY, OWNER, SUPPLY
from spielwerk.games.qbq.shapes import (
    BUTTONS,
    COLOURS,
    FIELD_COLOUR,
    FIELDS,
    FRAME,
    LEAN,
    LETTERS,
    NORTH,
    NUMBER,
    PITCH,
    THICK,
    WEST,
    button,
    define,
    draw_button,
    outline_of,
    top_of,
)
from spielwerk.games.qbq.table import captured, colours_of, fall_line, height_of, mover
from spielwerk.games.qbq.words import (
    CUBE_NAMES,
    EMPTY_NAMES,
    SUPPLY_NAMES,
    TOPPLE_NAMES,
    TOWER_NAMES,
    describe,
    names_of,
    tell,
)
from spielwerk.pictures.picture import Motion, Picture, Piece, Pieces, Place, Stages, View
from spielwerk.pictures.svg import Drawing, Point, box
from spielwerk.pictures.theme import Theme, find_theme
from spielwerk.pictures.trays import Tray
from spielwerk.pictures.words import Message

SIZE = (840.0, 1026.0)
SMALL = 0.52
"""The size of a cube in supply."""
# Each tray lies at the corner of its own colour's fields.
TRAYS = (
    Tray(20, 892, 340, 116),
    Tray(20, 18, 340, 116),
    Tray(480, 18, 340, 116),
    Tray(480, 892, 340, 116),
)
FROM_BEHIND = [
    BOARD_SQUARES.at(file, rank) for rank in reversed(range(SIDE)) for file in range(SIDE)
]
"""The squares in the order in which those in front hide others."""
START_OUTLINES = [
    box(WEST + PITCH * file + 8, NORTH + PITCH * (4 - rank) + 8, 2 * PITCH - 16, 2 * PITCH - 16, 12)
    for file, rank in START_CORNERS
]
DIRECTION_NAMES = {name[0]: name for name in BUTTONS}


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
        define(drawing, colours)

    def draw_board(self, drawing: Drawing, position: Position, pieces: Pieces, view: View) -> None:
        playing, player = tuple(colours_of(position)), position.player
        drawing.raw(drawn_board(playing, player, view.theme, view.above))
        usable = {step[3] for step in position.steps if step[2:3] == ">"}
        for direction in BUTTONS:
            drawing.raw(drawn_button(direction, direction[0] in usable, view.theme))

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
        state, above = position.entries, view.above
        return [
            *(stack(n, state[OWNER + n], state[HEIGHT + n], above) for n in FROM_BEHIND),
            *(supply(colour, state[SUPPLY + colour]) for colour in colours_of(position)),
            *TOPPLE_PLACES,
        ]

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
        return tell(position, step)

    def players(self, position: Position) -> tuple[Message, ...]:
        return names_of(position)

    def describe(self, position: Position) -> tuple[Message, ...]:
        return describe(position)

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
            before = unpack(position.turn_starts[-2])
            height = before[HEIGHT + BOARD_SQUARES.number[step[:2]]]
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


@cache
def drawn_board(playing: tuple[int, ...], player: int | None, theme: str, above: bool) -> str:
    """The trays of those who play, the board, and where each starts."""
    drawing, colours = Drawing(), find_theme(theme)
    for seat, colour in enumerate(playing):
        paint, active = colours.pieces[COLOURS[colour]], player == seat
        TRAYS[colour].draw(drawing, colours, paint, LETTERS[colour], active=active)
    x, y, side = WEST - FRAME, NORTH - FRAME, FIELDS + 2 * FRAME
    drawing.path(box(x, y + 20, side + 9, side + 10, 24), fill=colours.shadow, fill_opacity=0.2)
    if not above:
        drawing.path(box(x - LEAN * THICK, y + THICK, side, side, 18), fill=colours.wood.shade)
    drawing.use("qbq-board", 0, 0)
    for colour in playing:
        ink = colours.pieces[COLOURS[colour]].shade
        dashed = {"fill": "none", "stroke": ink, "stroke_dasharray": "14 8"}
        drawing.path(START_OUTLINES[colour], stroke_width=3, opacity=0.5, **dashed)
    return str(drawing)


@cache
def drawn_button(direction: str, usable: bool, theme: str) -> str:
    """An arrow to topple by."""
    drawing = Drawing()
    draw_button(drawing, direction, find_theme(theme), usable=usable)
    return str(drawing)


@cache
def stack(square: int, owner: int, height: int, above: bool) -> Place:
    """A square with what stands on it."""
    name, lifted = NAMES[square], 0 if above else height
    words = EMPTY_NAMES[FIELD_COLOUR[square]]
    if owner != NOBODY:
        words = (CUBE_NAMES if height == 1 else TOWER_NAMES)[owner - 1]
    named = words.fill(place=name, height=height)
    return Place(name, named, top_of(name, lifted), outline_of(name, lifted))


@cache
def supply(colour: int, count: int) -> Place:
    """A supply of so many cubes."""
    tray, words = TRAYS[colour], SUPPLY_NAMES[colour].fill(count=count)
    outline = box(tray.x, tray.y, tray.width, tray.height, 20)
    return Place(
        f"{COLOURS[colour]}-supply", words, (tray.x + tray.width / 2, tray.middle), outline
    )


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


TOPPLE_PLACES = [
    Place(direction, words, BUTTONS[direction], button(direction))
    for direction, words in TOPPLE_NAMES.items()
]
PICTURE = QbqPicture()
