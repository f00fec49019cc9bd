"""The things of QBQ as shapes, and where they are: the board, cubes, towers, buttons."""

from __future__ import annotations

from functools import cache

from spielwerk.games.qbq.board import (
    BOARD_SQUARES,
    DIRECTION_LETTERS,
    NAMES,
    QUARTER_CORNERS,
    SIDE,
    SQUARES,
)
from spielwerk.pictures.svg import Drawing, Point, box, disc, number, polygon
from spielwerk.pictures.theme import Theme

COLOURS = ("blue", "green", "orange", "red")
LETTERS = ("B", "G", "O", "R")
NUMBER = {colour: number_ for number_, colour in enumerate(COLOURS)}
PITCH = 100
WEST, NORTH = 120, 216
"""The north-west corner of the fields."""
FIELDS = SIDE * PITCH
FRAME = 36
HALF = 33
"""Half the width of a cube."""
LEAN = 0.28
"""How far to the east a cube reaches for its height: its west side is seen."""
LIFTS = (0, 40, 64, 81, 93, 101, 107, 111, 114, 116)
"""How far up the top of a tower lies. Tall ones are pressed together, so that they leave a part
of the top of the tower behind them free."""
NEARER = (-4, 8)
"""How far before the middle of its field a stack stands: it hides less of the field behind."""
THICK = 20
"""Of the board."""
BUTTONS = {
    "north": (420.0, 106.0),
    "east": (797.0, 516.0),
    "south": (420.0, 920.0),
    "west": (41.0, 516.0),
}
BUTTON_LONG, BUTTON_SHORT = 100, 56

FIELD_COLOUR = [
    QUARTER_CORNERS.index((file // 3 * 3, rank // 3 * 3))
    for file, rank in map(BOARD_SQUARES.point, range(SQUARES))
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


def define(drawing: Drawing, colours: Theme) -> None:
    """All that is used again and again."""
    drawing.gradient("qbq-wood", (0.25, 1), (0, colours.wood.lit), (1, colours.wood.base))
    drawing.gradient("qbq-gleam", (0.7, 1), (0, "#fff", 0.42), (1, "#fff", 0))
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
