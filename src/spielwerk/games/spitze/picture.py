"""Spitze in a picture: turned discs of maple and walnut, seen from the south or from above."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

from spielwerk.core.game import Game
from spielwerk.core.position import Position
from spielwerk.core.state import PLAYER
from spielwerk.games.spitze.board import BOARD_SQUARES, NAMES, SIDE
from spielwerk.games.spitze.rules import BOARD, NOBODY, STUCK, own_single
from spielwerk.games.spitze.terminal import towers
from spielwerk.pictures.endings import listing, outcome
from spielwerk.pictures.picture import Motion, Picture, Piece, Pieces, Place, Stages, View
from spielwerk.pictures.svg import Drawing, Point, box, disc, number, polygon
from spielwerk.pictures.theme import Paint, Theme, find_theme
from spielwerk.pictures.trays import Tray
from spielwerk.pictures.words import Message, say

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
LOOKS = {"l": "light", "d": "dark"}
COLOURS = ("light", "dark")
LETTERS = ("L", "D")


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


def sight(view: View) -> Sight:
    """From where a view looks."""
    return ABOVE if view.above else OBLIQUE


class SpitzePicture(Picture):
    """The board of Spitze."""

    def size(self, game: Game, view: View) -> Point:
        return WIDTH, sight(view).height

    def pieces(self, position: Position) -> dict[str, Piece]:
        pieces = {}
        for square, tower in from_the_back(position):
            for level, letter in enumerate(tower, start=1):
                pieces[f"{square}.{level}"] = Piece(LOOKS[letter])
        return pieces

    def spot(self, spot: str, pieces: Pieces, view: View) -> Point:
        square, _, level = spot.partition(".")
        here = int(level)
        return sight(view).top(square, here, height_of(square, pieces, here))

    def define(self, drawing: Drawing, colours: Theme) -> None:
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

    def draw_board(self, drawing: Drawing, position: Position, pieces: Pieces, view: View) -> None:
        colours, seen = view.colours, sight(view)
        for player, tray in enumerate(seen.trays):
            paint, active = colours.pieces[COLOURS[player]], position.player == player
            heights = sorted(own_towers(position, player).values(), reverse=True)
            points = str(sum(heights))
            tray.draw(drawing, colours, paint, LETTERS[player], active=active, score=points)
            draw_sum(drawing, tray, heights, colours.faint)
            if position.entries[STUCK] == 1 + player and not position.over:
                draw_pause(drawing, tray, colours.faint)
        drawing.raw(drawn_wood(seen, view.theme, view.coordinates))

    def draw_piece(self, drawing: Drawing, spot: str, piece: Piece, view: View) -> None:
        seen = sight(view)
        if spot.endswith(".1"):
            drawing.use(f"spitze-shadow-{seen.name}", 0, 0)
        drawing.use(f"spitze-{piece.look}-{seen.name}", 0, 0)

    def draw_labels(self, drawing: Drawing, position: Position, pieces: Pieces, view: View) -> None:
        for square in NAMES:
            height = height_of(square, pieces)
            if height > 1:
                top = f"{square}.{height}"
                x, y = self.spot(top, pieces, view)
                ink = on_sign(view.colours, pieces[top].look)
                drawing.text(x, y, str(height), 30, fill=ink, font_weight="bold")

    def places(self, position: Position, pieces: Pieces, view: View) -> list[Place]:
        seen, places = sight(view), []
        for square in FROM_THE_BACK:
            height = height_of(square, pieces)
            look = pieces[f"{square}.{height}"].look if height else ""
            places.append(tower(seen, square, height, look))
        return places

    def touches(self, position: Position) -> dict[tuple[str, ...], str]:
        return {tuple(step.split("-")): step for step in position.steps}

    def motions(self, position: Position, step: str) -> Stages:
        start, end = step.split("-")
        return ((Motion(f"{start}.1", f"{end}.{height_at(position, end) + 1}"),),)

    def say(self, position: Position, step: str) -> tuple[Message, ...]:
        start, end = step.split("-")
        player, after = PLAYERS[position.entries[PLAYER]], position.play(step)
        height = height_at(after, end)
        if height == 1:
            jump = say("{player} jumps from {start} to {end}.", player=player, start=start, end=end)
        else:
            jump = say(
                "{player} jumps from {start} onto {end}: a tower of {height}.",
                player=player,
                start=start,
                end=end,
                height=height,
            )
        return (jump, *what_follows(after))

    def players(self, position: Position) -> tuple[Message, ...]:
        return PLAYERS

    def describe(self, position: Position) -> tuple[Message, ...]:
        player = PLAYERS[position.entries[PLAYER]]
        if position.over:
            first = [outcome(position, PLAYERS)]
        else:
            first = [
                *what_follows(position),
                say("{player} jumps with a single piece over exactly two pieces.", player=player),
            ]
        return (*first, *standing(position), points_told(position))

    def won(self, position: Position) -> tuple[str, ...]:
        if position.winner is None:
            return ()
        return tuple(own_towers(position, position.winner))


def from_the_back(position: Position) -> list[tuple[str, str]]:
    """The squares with the letters of their pieces, the highest rank first."""
    stacks = dict(zip(NAMES, towers(position.entries), strict=True))
    return [(square, stacks[square]) for square in FROM_THE_BACK]


def height_of(square: str, pieces: Pieces, least: int = 0) -> int:
    """How many pieces stand on a square, or `least` if there are fewer."""
    height = least
    while f"{square}.{height + 1}" in pieces:
        height += 1
    return height


def height_at(position: Position, square: str) -> int:
    """How many pieces stand on a square."""
    return abs(position.entries[BOARD + BOARD_SQUARES.number[square]])


def own_towers(position: Position, player: int) -> dict[str, int]:
    """The squares of a player's towers with their heights."""
    sign = own_single(player)
    heights = {square: sign * position.entries[BOARD + n] for n, square in enumerate(NAMES)}
    return {square: height for square, height in heights.items() if height > 1}


def what_follows(position: Position) -> tuple[Message, ...]:
    """Who is passed over; at the end the points and who has won."""
    if position.over:
        return points_told(position), outcome(position, PLAYERS)
    stuck = position.entries[STUCK]
    if stuck == NOBODY:
        return ()
    return (say("{player} cannot jump and is passed over.", player=PLAYERS[stuck - 1]),)


def points_told(position: Position) -> Message:
    """The points of both players."""
    light, dark = position.scores or (0, 0)
    return say("Points: light {light}, dark {dark}.", light=light, dark=dark)


def standing(position: Position) -> tuple[Message, ...]:
    """What stands where."""
    singles: dict[str, list[str]] = {"l": [], "d": []}
    built: dict[str, list[Message]] = {"l": [], "d": []}
    empty = []
    for square, tower in zip(NAMES, towers(position.entries), strict=True):
        if not tower:
            empty.append(square)
        elif len(tower) == 1:
            singles[tower].append(square)
        else:
            built[tower[-1]].append(
                say("{place} of height {height}", place=square, height=len(tower))
            )
    return (
        say("Light towers: {towers}.", towers=listing(built["l"])),
        say("Dark towers: {towers}.", towers=listing(built["d"])),
        say("Light single pieces: {places}.", places=listing(singles["l"])),
        say("Dark single pieces: {places}.", places=listing(singles["d"])),
        say("Empty squares: {places}.", places=listing(empty)),
    )


@cache
def tower(seen: Sight, square: str, height: int, look: str) -> Place:
    """A square with what stands on it."""
    if not height:
        name, centre = say("{place}, empty", place=square), seen.ground(square)
    else:
        name = NAMED[look, height > 1].fill(place=square, height=height)
        centre = seen.top(square, height, height)
    return Place(square, name, centre, outline(seen, square, centre))


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


def on_sign(colours: Theme, look: str) -> str:
    """The colour of a number on a piece: the ring is open, the diamond filled."""
    paint = colours.pieces[look]
    return paint.ink if look == "light" else paint.shade


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


def draw_sum(drawing: Drawing, tray: Tray, heights: list[int], ink: str) -> None:
    """What a score is the sum of, if it is one."""
    if len(heights) > 1:
        told, x = "+".join(map(str, heights)), tray.x + tray.width - 96
        size = min(28, 400 / len(heights))
        drawing.text(x, tray.middle, told, size, fill=ink, text_anchor="end")


def draw_pause(drawing: Drawing, tray: Tray, ink: str) -> None:
    """A sign that a player is passed over, where else it is shown whose turn it is."""
    x, y = tray.x + 18, tray.middle - 15
    drawing.path(box(x, y, 7, 30, 2) + box(x + 13, y, 7, 30, 2), fill=ink)


def draw_coordinates(drawing: Drawing, ink: str, seen: Sight) -> None:
    """Letters in front of the files, numbers left of the ranks."""
    low = TOP + SIDE * seen.depth + FRAME / 2
    for i in range(SIDE):
        x, y = seen.ground(NAMES[i * (SIDE + 1)])
        drawing.text(x, low, "abcdef"[i], 28, fill=ink, font_weight="bold")
        drawing.text(LEFT - FRAME / 2, y, f"{i + 1}", 28, fill=ink, font_weight="bold")


FROM_THE_BACK = tuple(
    NAMES[rank * SIDE + file] for rank in reversed(range(SIDE)) for file in range(SIDE)
)
PLAYERS = (say("Light"), say("Dark"))
NAMED = {
    ("light", False): say("{place}, light piece"),
    ("dark", False): say("{place}, dark piece"),
    ("light", True): say("{place}, light tower of {height}"),
    ("dark", True): say("{place}, dark tower of {height}"),
}
PICTURE = SpitzePicture()
