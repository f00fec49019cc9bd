"""The things of Block It! as shapes: cards, blocks, the die, buttons."""

from __future__ import annotations

import math
from typing import TypeAlias

from spielwerk.games.blockit.board import COLOURS, FACES, ORDERS, SIDE
from spielwerk.pictures.svg import Drawing, Point, Value, box, disc, number, polygon
from spielwerk.pictures.theme import Paint, Theme

Style: TypeAlias = dict[str, Value]
"""Attributes of a shape."""
NAMES = {"r": "red", "y": "yellow", "b": "blue", "k": "black"}
"""What each colour is called in looks, spots and themes."""
PITCH = 144
"""From a card to the next."""
CARD = 136
"""How wide a card is."""
BLOCK = 58
BUTTON_SIZE = (150, 80)
FACE = 62
"""How wide a face is in the strip that explains the die."""

STAR = polygon(
    [
        (
            (17, 7.5)[i % 2] * math.sin(i * math.pi / 5),
            -(17, 7.5)[i % 2] * math.cos(i * math.pi / 5),
        )
        for i in range(10)
    ]
)
SIGNS = {
    "r": disc(0, 0, 15) + disc(0, 0, 7.5),
    "y": STAR,
    "b": polygon([(0, -17), (14, 0), (0, 17), (-14, 0)]),
    "k": "M-5.5 -15.5h11v10h10v11h-10v10h-11v-10h-10v-11h10z",
}
"""A ring, a star, a diamond and a cross: no colour is known by its colour alone."""

QUARTER = "M-53 -63H-1.5V-1.5H-63V-53a10 10 0 0 1 10 -10z"
"""The north-west quarter of a card."""
ARCH = "M27 16V6A27 27 0 0 0 -27 6V10"
ARCH_HEAD = "M-46 5H-8L-27 33Z"
"""An arrow that goes round to the left."""


def define_shapes(drawing: Drawing, colours: Theme) -> None:
    """Everything that is drawn more than once."""
    half = BLOCK / 2
    slanting(drawing, "blockit-ivory", colours.pieces["light"])
    slanting(drawing, "blockit-wood", colours.wood)
    drawing.path(QUARTER, id="blockit-quarter")
    drawing.path(box(-half, -half - 6, BLOCK, BLOCK, 10), id="blockit-top")
    drawing.path(box(-half, -half - 6, BLOCK, BLOCK + 12, 10), id="blockit-cube")
    hollow: Style = {"fill": colours.shadow, "fill_opacity": 0.16}
    drawing.path(box(-33, -35, 66, 70, 12), id="blockit-hollow", **hollow)
    for letter in COLOURS:
        drawing.path(SIGNS[letter], id=f"blockit-sign-{letter}", fill_rule="evenodd")
        _define_quarter(drawing, letter, colours.pieces[NAMES[letter]])
        _define_block(drawing, letter, colours.pieces[NAMES[letter]], colours)
    _define_cards(drawing, colours)
    _define_die(drawing, colours)
    _define_resting_die(drawing, colours)
    _define_badges(drawing, colours)
    _define_field(drawing, colours)
    _define_counters(drawing, colours)


def again(drawing: Drawing, name: str, transform: str | None = None, **painted: Value) -> None:
    """A shape that is defined, once more."""
    drawing.add("use", href=f"#blockit-{name}", transform=transform, **painted)


def slanting(drawing: Drawing, name: str, paint: Paint) -> None:
    """A gradient from the upper left, where the light comes from."""
    drawing.gradient(name, (1, 1), (0, paint.lit), (0.6, paint.base))


def _define_quarter(drawing: Drawing, letter: str, paint: Paint) -> None:
    """The north-west quarter of a card in a colour, with its sign."""
    with drawing.group(id=f"blockit-quarter-{letter}", fill=paint.base):
        again(drawing, "quarter")
        again(drawing, f"sign-{letter}", "translate(-32 -32)", fill=paint.ink, opacity=0.9)


def _define_cards(drawing: Drawing, colours: Theme) -> None:
    """Cards of four quarters, each on its peg."""
    stock, wood, half = colours.pieces["light"], colours.wood, CARD / 2
    outline: Style = {"fill": stock.lit, "stroke": stock.shade, "stroke_width": 1.5}
    drawing.path(box(-half, -half, CARD, CARD, 15), id="blockit-card", **outline)
    with drawing.group(id="blockit-peg"):
        drawing.circle(0, 0, 13.5, fill=wood.base, stroke=stock.lit, stroke_width=4)
        drawing.circle(0, 0, 10.5, fill=wood.base, stroke=wood.ink, stroke_width=3)
        drawing.circle(0, 0, 4.5, fill=wood.lit)
    for order in ORDERS:
        with drawing.group(id=f"blockit-{order}"):
            again(drawing, "card")
            for quarters, letter in enumerate(order):
                again(drawing, f"quarter-{letter}", f"rotate({90 * quarters})")
            again(drawing, "peg")


def _define_block(drawing: Drawing, letter: str, paint: Paint, colours: Theme) -> None:
    """A wooden block, seen a little from the front."""
    name = NAMES[letter]
    slanting(drawing, f"blockit-{name}-wood", paint)
    with drawing.group(id=f"blockit-{name}", fill=paint.shade):
        again(drawing, "cube", "translate(7 6)", fill=colours.shadow, fill_opacity=0.5)
        again(drawing, "cube", stroke=paint.shade, stroke_width=3)
        again(drawing, "top", fill=f"url(#blockit-{name}-wood)")
        rim: Style = {"stroke": paint.lit, "stroke_width": 2.5, "stroke_opacity": 0.8}
        again(drawing, "top", "translate(0 -.4) scale(.94)", fill="none", **rim)
        grain: Style = {"stroke": paint.shade, "stroke_width": 2, "stroke_opacity": 0.3}
        drawing.path("M-24 -24Q0 -30 24 -22M-24 8Q-4 16 24 10", fill="none", **grain)
        again(drawing, f"sign-{letter}", "translate(0 -6) scale(1.15)", fill=paint.ink)


def _draw_icon(drawing: Drawing, face: str, ink: str, stock: str, red: str) -> None:
    """What a face of the die shows, about 80 wide."""
    line: Style = {"fill": "none", "stroke": ink, "stroke_width": 10, "stroke_linecap": "round"}
    if face == "SW":
        for angle in (-40, 40):
            with drawing.group(transform=f"rotate({angle})"):
                drawing.path("M-40 0H22", **line)
                drawing.path("M19 -16V16L45 0Z", fill=ink)
    elif face == "AB":
        drawing.path(box(-28, -31, 56, 62, 10), fill=ink)
        drawing.path(box(-21, -24, 42, 36, 5), fill=stock)
        drawing.path("M-38 36L38 -36", **(line | {"stroke": stock, "stroke_width": 17}))
        drawing.path("M-38 36L38 -36", **(line | {"stroke": red, "stroke_width": 9}))
    else:
        with drawing.group(transform="scale(-1 1)" if face[0] == "R" else None):
            for place in ARCHES[face[1]]:
                again(drawing, "arch", place, stroke=ink, fill=ink)


ARCHES = {
    "1": ("translate(0 -3)",),
    "2": ("translate(0 -21) scale(.7)", "translate(0 20) scale(.7)"),
}


def _define_die(drawing: Drawing, colours: Theme) -> None:
    """The die as it lies after a throw, and its faces in the strip that explains it."""
    paint, half = colours.pieces["light"], FACE / 2
    with drawing.group(id="blockit-die"):
        shadow: Style = {"fill": colours.shadow, "fill_opacity": 0.35}
        drawing.path(box(-46, -44, 108, 110, 20), **shadow)
        drawing.path(box(-52, -56, 104, 114, 20), fill=paint.shade)
        drawing.path(box(-52, -56, 104, 102, 20), fill="url(#blockit-ivory)")
    edge: Style = {"stroke": paint.shade, "stroke_width": 2}
    plate = box(-half, -half, FACE, FACE, 13)
    drawing.path(plate, id="blockit-plate", fill="url(#blockit-ivory)", **edge)
    with drawing.group(id="blockit-arch"):
        drawing.path(ARCH, fill="none", stroke_width=10, stroke_linecap="round")
        drawing.path(ARCH_HEAD, stroke="none")
    for face in FACES:
        with drawing.group(id=f"blockit-icon-{face}"):
            _draw_icon(drawing, face, paint.ink, paint.lit, colours.pieces["red"].base)
        with drawing.group(id=f"blockit-die-{face}"):
            again(drawing, "die")
            again(drawing, f"icon-{face}", "translate(0 -5)")
        with drawing.group(id=f"blockit-{face}"):
            again(drawing, "plate")
            again(drawing, f"icon-{face}", "scale(.62)")


def _define_resting_die(drawing: Drawing, colours: Theme) -> None:
    """The die before a throw: it stands on its corner and shows three faces."""
    paint = colours.pieces["light"]
    with drawing.group(id="blockit-die-"):
        drawing.path(disc(6, 62, 42, 9), fill=colours.shadow, fill_opacity=0.35)
        for corners, fill, face, matrix in DIE_SIDES:
            shade = {"lit": paint.lit, "base": paint.base, "shade": paint.shade}[fill]
            edge: Style = {"stroke": shade, "stroke_width": 10, "stroke_linejoin": "round"}
            drawing.path(polygon(corners), fill=shade, **edge)
            again(drawing, f"icon-{face}", f"matrix({matrix})")


DIE_SIDES: tuple[tuple[list[Point], str, str, str], ...] = (
    ([(3, 5), (48, -21), (48, 31), (3, 57)], "shade", "R1", ".46 -.27 0 .54 25 17"),
    ([(-48, -21), (-3, 5), (-3, 57), (-48, 31)], "base", "L1", ".46 .27 0 .54 -25 17"),
    ([(0, -58), (46, -30), (0, -3), (-46, -30)], "lit", "L2", ".48 .28 -.48 .28 0 -30"),
)
"""Corners, shade, face, and how the face lies on that side."""


def _define_badges(drawing: Drawing, colours: Theme) -> None:
    """A padlock and a pause sign, for cards that cannot be turned."""
    stock = colours.pieces["light"]
    plate: Style = {"fill": stock.lit, "stroke": stock.ink, "stroke_width": 2.5}
    with drawing.group(id="blockit-lock"):
        drawing.circle(0, 0, 19, **plate)
        drawing.path("M-6 -1V-6a6 6 0 0 1 12 0V-1", fill="none", stroke=stock.ink, stroke_width=4)
        drawing.path(box(-10, -2, 20, 14, 3), fill=stock.ink)
    with drawing.group(id="blockit-pause"):
        drawing.circle(0, 0, 19, **plate)
        drawing.path(box(-8, -9, 6, 18, 1) + box(2, -9, 6, 18, 1), fill=stock.ink)


def _define_field(drawing: Drawing, colours: Theme) -> None:
    """The sunken field where cards lie, with a hole at each crossing."""
    side = SIDE * PITCH
    with drawing.group(id="blockit-field"):
        drawing.path(box(-6, -6, side + 12, side + 12, 20), fill=colours.wood.shade)
        drawing.path(box(1, 1, side, side + 2, 16), fill=colours.shadow, fill_opacity=0.45)
        across = side - 2 * PITCH + 1
        holes = "".join(f"M{PITCH} {rank * PITCH}h{across}" for rank in range(1, SIDE))
        dots: Style = {"stroke_linecap": "round", "stroke_dasharray": f"0 {PITCH}", "fill": "none"}
        drawing.path(holes, stroke=colours.shadow, stroke_opacity=0.7, stroke_width=15, **dots)


def _define_counters(drawing: Drawing, colours: Theme) -> None:
    """The signs of what is counted when one plays alone."""
    line: Style = {"fill": "none", "stroke": colours.faint, "stroke_width": 5}
    drawing.path("M-13 -15h26v30h-26zM-13 6h26", id="blockit-count", **line)
    drawing.path("M-11 -16H11L-11 16H11Z", id="blockit-turns", stroke_linejoin="round", **line)


def draw_button(
    drawing: Drawing, name: str, at: Point, colour: str, usable: bool, to_left: bool
) -> None:
    """A button: an arrow with its fraction, or a block that stays."""
    (x, y), (width, height) = at, BUTTON_SIZE
    frame: Style = {"stroke": colour, "stroke_width": 5 if usable else 2, "fill": "none"}
    drawing.path(box(x - width / 2, y - height / 2, width, height, 20), **frame)
    line: Style = {"fill": "none", "stroke": colour, "stroke_width": 9, "stroke_linecap": "round"}
    with drawing.group(transform=f"translate({number(x)} {number(y)})"):
        if name == "keep":
            drawing.path("M-50 -22h40v44h-40zM-50 8h40", **(line | {"stroke_width": 7}))
            drawing.path("M10 2l13 14l25 -32", **line)
            return
        arc, head = TURNS[name]
        with drawing.group(transform=f"translate(-30 0) scale({1 if to_left else -1} 1)"):
            drawing.path(arc, **line)
            drawing.path("M-18 -2H18L0 20Z", fill=colour, transform=head)
        drawing.text(
            34, 0, {"quarter": "¼", "half": "½"}[name], 48, fill=colour, font_weight="bold"
        )


TURNS = {
    "quarter": ("M22 -20A36 36 0 0 0 -12 6", "translate(-12 6)"),
    "half": ("M26 14V4A22 22 0 0 0 -18 4", "translate(-18 4)"),
}
"""Arcs to the left, and where their heads are."""
