"""The things of Spitze as shapes, and where they are: the board, discs, the two sights."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

from spielwerk.games.spitze.board import BOARD_SQUARES, NAMES, SIDE
from spielwerk.pictures.svg import Drawing, Point, box, disc, number, polygon
from spielwerk.pictures.theme import Paint, Theme, find_theme
from spielwerk.pictures.trays import Tray

PITCH = 100
RADIUS = 40
THICK = 15
"""How much of a disc's side is seen from the south."""
FREE = 3
"""Towers up to this height stand as high as they are; higher ones are pressed together."""
REACH = 64
"""No tower rises as high as this in the picture: it would hide what stands behind it."""
INSET = 4
"""How far the outline of a place lies within its square."""
LEFT, TOP, FRAME, FRONT = 60, 190, 40, 26
"""Where the squares begin; how wide the frame around them is, and how high the board's edge."""
WIDTH = 2 * LEFT + SIDE * PITCH
COLOURS = ("light", "dark")


@dataclass(frozen=True)
class Sight:
    """From where the board is seen."""

    name: str
    depth: float
    """How high a square is in the picture."""
    edge: float
    """How much of the board's front edge is seen."""

    @property
    def bottom(self) -> float:
        """Where the board ends."""
        return TOP + SIDE * self.depth + FRAME + self.edge

    @property
    def height(self) -> float:
        """Of the whole picture."""
        return self.bottom + 134

    @property
    def trays(self) -> tuple[Tray, Tray]:
        """Of light and dark."""
        width = WIDTH - 40
        return Tray(20, self.bottom + 26, width), Tray(20, 18, width)

    @property
    def flat(self) -> float:
        """How high a circle is that lies on the board, for a width of 1."""
        return self.depth / PITCH

    def ground(self, square: str) -> Point:
        """The middle of a square."""
        file, rank = BOARD_SQUARES.point(BOARD_SQUARES.number[square])
        return LEFT + (file + 0.5) * PITCH, TOP + (SIDE - rank - 0.5) * self.depth

    @cache  # noqa: B019  # there are two of them
    def top(self, square: str, level: int, height: int) -> Point:
        """The middle of the top of a piece in a tower."""
        (x, y), (dx, dy) = self.ground(square), self.shift(level, height)
        return x + dx, y + dy

    def shift(self, level: int, height: int) -> Point:
        """How far the top of a piece, in a tower of a height, is from the middle of its square."""
        between = height - 1 or 1
        if self is ABOVE:
            lean = min(8, 20 / between)
            aside = (level - 1 - (height - 1) / 2) * lean
            return -0.6 * aside, -0.8 * aside
        return 0, -THICK - (level - 1) * (lift(height) - THICK) / between


OBLIQUE = Sight("oblique", 80, FRONT)
ABOVE = Sight("above", PITCH, 0)


def lift(height: int) -> float:
    """How high a tower rises in the picture."""
    if height <= FREE:
        return THICK * height
    return REACH - (REACH - THICK * FREE) * FREE / height


def outline(seen: Sight, square: str, top: Point) -> str:
    """The path around a square and what rises above it."""
    x, y = seen.ground(square)
    wide, deep, high = PITCH / 2 - INSET, seen.depth / 2 - INSET, RADIUS * seen.flat
    back = y - deep
    if seen is ABOVE or top[1] - high >= back:
        return box(x - wide, back, 2 * wide, 2 * deep)
    shoulder = min(top[1], back)
    half = RADIUS * math.sqrt(1 - ((top[1] - shoulder) / high) ** 2)
    return (
        f"M{number(x - wide)} {number(y + deep)}h{number(2 * wide)}V{number(back)}"
        f"H{number(x + half)}V{number(shoulder)}"
        f"A{RADIUS} {number(high)} 0 0 0 {number(x - half)} {number(shoulder)}"
        f"V{number(back)}H{number(x - wide)}Z"
    )


def define(drawing: Drawing, colours: Theme) -> None:
    """All that is used again and again."""
    wood = colours.wood
    drawing.gradient("spitze-wood", (0, 1), (0, wood.lit), (0.5, wood.base), (1, wood.lit))
    drawing.gradient("spitze-edge", (0, 1), (0, wood.lit), (0.95, wood.base), (1, wood.shade))
    for seen in (OBLIQUE, ABOVE):
        define_shadow(drawing, colours, seen)
    for look in COLOURS:
        paint = colours.pieces[look]
        face = ((0, paint.lit), (0.5, paint.base), (1, paint.base))
        side = ((0, paint.base), (0.22, paint.lit), (0.5, paint.base), (1, paint.shade))
        drawing.gradient(f"spitze-{look}-face", (0.7, 1), *face)
        drawing.gradient(f"spitze-{look}-side", (1, 0), *side)
        for seen in (OBLIQUE, ABOVE):
            with drawing.group(id=f"spitze-{look}-{seen.name}"):
                draw_disc(drawing, look, paint, seen)


def define_shadow(drawing: Drawing, colours: Theme, seen: Sight) -> None:
    """The soft shadow of a piece on the board; light comes from the upper left."""
    low = 0 if seen is ABOVE else THICK
    with drawing.group(id=f"spitze-shadow-{seen.name}", fill=colours.shadow):
        for wider, opacity in ((6, 0.12), (3, 0.16), (0, 0.2)):
            radius = RADIUS + wider
            path = disc(7, low + 5, radius, radius * seen.flat)
            drawing.path(path, fill_opacity=opacity)


def draw_disc(drawing: Drawing, look: str, paint: Paint, seen: Sight) -> None:
    """A turned disc with its sign, around the middle of its top."""
    high = RADIUS * seen.flat
    if seen is OBLIQUE:
        draw_side(drawing, look, paint, high)
    face = f"url(#spitze-{look}-face)"
    drawing.path(disc(0, 0, RADIUS, high), fill=face, stroke=paint.shade, stroke_width=1.5)
    drawing.path(
        disc(0, 0, RADIUS - 3, high - 3) + disc(0, 0.5, RADIUS - 6, high - 6),
        fill="none",
        stroke=paint.lit,
        stroke_width=1.6,
        stroke_opacity=0.6,
    )
    if look == "light":
        for low, colour in ((1.8, paint.lit), (0, paint.ink)):
            ring = disc(0, low, 24, 24 * seen.flat)
            drawing.path(ring, fill="none", stroke=colour, stroke_width=4.5)
    else:
        tall = 31 * seen.flat
        for low, colour in ((-2, paint.shade), (0, paint.ink)):
            drawing.path(
                polygon([(-31, low), (0, low - tall), (31, low), (0, low + tall)]), fill=colour
            )


def draw_side(drawing: Drawing, look: str, paint: Paint, high: float) -> None:
    """The side of a disc; walnut has a groove, low down, where it is seen in every tower."""
    turn = f"A{RADIUS} {number(high)} 0 0 0 {RADIUS} "
    drawing.path(
        f"M{-RADIUS} 0V{THICK}{turn}{THICK}V0Z",
        fill=f"url(#spitze-{look}-side)",
        stroke=paint.shade,
        stroke_width=2,
    )
    if look == "dark":
        groove = f"M{-RADIUS} {THICK - 3}{turn}{THICK - 3}"
        drawing.path(groove, fill="none", stroke=paint.lit, stroke_width=1.2)


@cache
def drawn_wood(seen: Sight, theme: str, coordinates: bool) -> str:
    """The board with its squares, and what they are called."""
    drawing, colours = Drawing(), find_theme(theme)
    wood, left, top = colours.wood, LEFT - FRAME, TOP - FRAME
    wide, deep = SIDE * PITCH + 2 * FRAME, SIDE * seen.depth + 2 * FRAME
    drawing.path(
        box(left + 4, top + 14, wide, deep + seen.edge, 24),
        fill=colours.shadow,
        fill_opacity=0.3,
    )
    drawing.path(box(left, top, wide, deep + seen.edge, 24), fill="url(#spitze-edge)")
    drawing.path(
        box(left, top, wide, deep, 24), fill="url(#spitze-wood)", stroke=wood.shade, stroke_width=3
    )
    drawing.path(grain(seen), fill="none", stroke=wood.shade, stroke_width=2, stroke_opacity=0.25)
    drawing.path(every_other_square(seen), fill=wood.shade, fill_opacity=0.4)
    field = SIDE * seen.depth
    for aside, colour in ((1.5, wood.lit), (0, wood.ink)):
        drawing.path(
            box(LEFT - 3 + aside, TOP - 3 + aside, SIDE * PITCH + 6, field + 6, 3),
            fill="none",
            stroke=colour,
            stroke_width=2.5,
            stroke_opacity=0.7,
        )
    if coordinates:
        draw_coordinates(drawing, wood.ink, seen)
    return str(drawing)


@cache
def every_other_square(seen: Sight) -> str:
    """The squares of darker wood: a1 and all of its parity."""
    return "".join(
        box(x - PITCH / 2, y - seen.depth / 2, PITCH, seen.depth)
        for n, (x, y) in enumerate(map(seen.ground, NAMES))
        if (n + n // SIDE) % 2 == 0
    )


@cache
def grain(seen: Sight) -> str:
    """Lines of the wood all over the board."""
    left, right, deep = LEFT - FRAME + 6, WIDTH - LEFT + FRAME - 6, SIDE * seen.depth + 2 * FRAME
    lines = (
        (TOP - FRAME + (i + 0.7) * deep / 13, 7 * i % 26 - 13, 11 * i % 22 - 11) for i in range(13)
    )
    return "".join(
        f"M{left} {number(y)}C260 {number(y + one)} 460 {number(y - other)} {right} {number(y)}"
        for y, one, other in lines
    )


def draw_coordinates(drawing: Drawing, ink: str, seen: Sight) -> None:
    """Letters in front of the files, numbers left of the ranks."""
    low = TOP + SIDE * seen.depth + FRAME / 2
    for i in range(SIDE):
        x, y = seen.ground(NAMES[i * (SIDE + 1)])
        drawing.text(x, low, "abcdef"[i], 28, fill=ink, font_weight="bold")
        drawing.text(LEFT - FRAME / 2, y, f"{i + 1}", 28, fill=ink, font_weight="bold")
