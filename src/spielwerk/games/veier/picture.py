"""Véier in a picture: a hexagon of wood with carved cells, and two sets of wooden discs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby

from spielwerk.core.game import Game
from spielwerk.core.position import Position
from spielwerk.core.state import PLAYER, TURNS
from spielwerk.games.veier.board import (
    CELL_NUMBER,
    CELL_POINTS,
    DIRECTIONS,
    LINES,
    NAMES,
    ROW_LETTERS,
    ROW_WIDTHS,
    ROWS,
    SIDE,
)
from spielwerk.games.veier.rules import BOARD, EMPTY, PIECES, POINTS, ROW_LENGTH, SUPPLY, X
from spielwerk.pictures.endings import listing, outcome
from spielwerk.pictures.picture import Motion, Picture, Piece, Pieces, Place, Stages, View
from spielwerk.pictures.svg import Drawing, Point, Value, disc, number
from spielwerk.pictures.theme import Paint, Theme
from spielwerk.pictures.trays import Tray
from spielwerk.pictures.words import Message, Part, say

WIDTH, HEIGHT = 1160, 1328
CENTRE = (580, 652)
ACROSS, DOWN = 88, 76
"""From a cell to the next in its row, and from a row to the next."""
CELL = "l41 24v47l-41 24-41-24v-47z"
"""Around a cell, from its top, which lies `CELL_TOP` above its middle."""
CELL_TOP = 47
CORNER = 556
"""From the middle of the board to each of its corners."""
DISC = 35
SMALL = 0.62
"""The size of discs in the trays, compared to those on the board."""
TRAYS = (Tray(20, 1180, 1120, 130), Tray(20, 18, 1120, 130))
"""Of cross and ring."""
APART = 20
"""How far apart the lines of two points in one run lie."""
PILE, THICK = 5, 8
"""Discs in a pile of the supply, and how thick each is."""
LOOKS = ("cross", "ring")
PAINTS = {"cross": "light", "ring": "dark"}
LETTERS = ("X", "O")


class VeierPicture(Picture):
    """The board of Véier."""

    def size(self, game: Game, view: View) -> Point:
        return WIDTH, HEIGHT

    def pieces(self, position: Position) -> dict[str, Piece]:
        state = position.entries
        pieces = {
            name: PIECE[LOOKS[piece - X]]
            for name, piece in zip(NAMES, state[BOARD:SUPPLY], strict=True)
            if piece != EMPTY
        }
        for player, look in enumerate(LOOKS):
            for loose in range(1, state[SUPPLY + player] + 1):
                pieces[f"{look}.{loose}"] = PIECE[look]
            for counter in range(1, set_aside(position, player) + 1):
                pieces[f"{look}-point.{counter}"] = PIECE[look]
        return pieces

    def spot(self, spot: str, pieces: Pieces, view: View) -> Point:
        return SPOTS[spot]

    def define(self, drawing: Drawing, colours: Theme) -> None:
        define_board(drawing, colours)
        for look in LOOKS:
            define_disc(drawing, look, colours.pieces[PAINTS[look]], colours.shadow)

    def draw_board(self, drawing: Drawing, position: Position, pieces: Pieces, view: View) -> None:
        colours, state = view.colours, position.entries
        for player, tray in enumerate(TRAYS):
            paint = colours.pieces[PAINTS[LOOKS[player]]]
            active = position.player == player
            tray.draw(drawing, colours, paint, LETTERS[player], active=active)
            left, points = str(state[SUPPLY + player]), str(state[POINTS + player])
            drawing.text(tray.x + 146, tray.middle, left, 48, fill=colours.faint)
            bold = {"fill": colours.ink, "text_anchor": "end", "font_weight": "bold"}
            drawing.text(tray.x + tray.width - 24, tray.middle, points, 90, **bold)
        drawing.add("use", href="#veier-board")
        for name in self.last(position) if view.last else ():
            outline, ink = CELL_PLACES[name, ""].outline, colours.wood.ink
            drawing.path(outline, fill="none", stroke=ink, stroke_width=7)

    def draw_piece(self, drawing: Drawing, spot: str, piece: Piece, view: View) -> None:
        drawing.raw((SMALL_DISCS if "." in spot else DISCS)[piece.look])

    def draw_labels(self, drawing: Drawing, position: Position, pieces: Pieces, view: View) -> None:
        lines = dict.fromkeys(LOOKS, "")
        for look, cells in rows(pieces):
            lines[look] += row_lines(cells)
        for look, path in lines.items():
            ink = view.colours.pieces[PAINTS[look]].ink
            if path:
                drawing.path(path, stroke=ink, **ROW_STROKE)
        if view.coordinates:
            with drawing.group(fill=view.colours.wood.ink, font_weight="bold"):
                drawing.raw(LABELS)

    def places(self, position: Position, pieces: Pieces, view: View) -> list[Place]:
        return [CELL_PLACES[name, pieces[name].look if name in pieces else ""] for name in NAMES]

    def touches(self, position: Position) -> dict[tuple[str, ...], str]:
        return {(step,): step for step in position.steps}

    def motions(self, position: Position, step: str) -> Stages:
        player, after = position.entries[PLAYER], position.play(step)
        look, loose = LOOKS[player], position.entries[SUPPLY + player]
        counters = set_aside(position, player)
        made = set_aside(after, player) - counters
        placed = (Motion(f"{look}.{loose}", step),)
        scored = tuple(
            Motion(f"{look}.{loose - n}", f"{look}-point.{counters + n}")
            for n in range(1, made + 1)
        )
        return (placed, scored) if scored else (placed,)

    def say(self, position: Position, step: str) -> tuple[Message, ...]:
        player, after = position.entries[PLAYER], position.play(step)
        name = PLAYERS[player]
        told = [say("{player} places a piece on {place}.", player=name, place=step)]
        points = after.entries[POINTS + player]
        if made := points - position.entries[POINTS + player]:
            told.append(
                say(
                    "Points for {player}: {made}, now {points}.",
                    player=name,
                    made=made,
                    points=points,
                )
            )
        if counters := set_aside(after, player) - set_aside(position, player):
            told.append(say("Pieces set aside as counters: {counters}.", counters=counters))
        if after.over:
            told += [score(after), outcome(after, PLAYERS)]
        elif not after.entries[SUPPLY + player]:
            told.append(say("{player} has one more turn.", player=PLAYERS[1 - player]))
        return tuple(told)

    def players(self, position: Position) -> tuple[Message, ...]:
        return PLAYERS

    def describe(self, position: Position) -> tuple[Message, ...]:
        state = position.entries
        loose = {look: state[SUPPLY + player] for player, look in enumerate(LOOKS)}
        counters = {look: set_aside(position, player) for player, look in enumerate(LOOKS)}
        lying: dict[str, list[str]] = {look: [] for look in LOOKS}
        counted: dict[str, list[Message]] = {look: [] for look in LOOKS}
        pieces = self.pieces(position)
        for name in NAMES:
            if name in pieces:
                lying[pieces[name].look].append(name)
        for look, cells in rows(pieces):
            counted[look].append(say("{start} through {end}", start=cells[0], end=cells[-1]))
        return (
            what_to_do(position),
            score(position),
            say("Pieces of Cross: {cross}. Pieces of Ring: {ring}.", **listed(lying)),
            say("Rows of Cross: {cross}. Rows of Ring: {ring}.", **listed(counted)),
            say("In supply: Cross {cross}, Ring {ring}.", **loose),
            say("Set aside as counters: Cross {cross}, Ring {ring}.", **counters),
        )

    def won(self, position: Position) -> tuple[str, ...]:
        if position.winner is None:
            return ()
        own = LOOKS[position.winner]
        counted = {
            cell for look, cells in rows(self.pieces(position)) if look == own for cell in cells
        }
        return tuple(name for name in NAMES if name in counted)


def set_aside(position: Position, player: int) -> int:
    """A player's counters: what is neither on the board nor in the supply any more."""

    def board_and_supply(state: tuple[int, ...]) -> int:
        return state[BOARD:SUPPLY].count(X + player) + state[SUPPLY + player]

    first = position.origin
    at_first = min(first[POINTS + player], PIECES - board_and_supply(first))
    return at_first + board_and_supply(first) - board_and_supply(position.entries)


def rows(pieces: Pieces) -> Iterator[tuple[str, list[str]]]:
    """Each run of at least four of one look, with its cells."""
    for line in ALL_LINES:
        for piece, run in groupby(line, pieces.get):
            cells = list(run)
            if piece is not None and len(cells) >= ROW_LENGTH:
                yield piece.look, cells


def listed(parts: Mapping[str, list[str]] | Mapping[str, list[Message]]) -> dict[str, Part]:
    """What each look has, in words."""
    return {look: listing(own) for look, own in parts.items()}


def score(position: Position) -> Message:
    """The points of both."""
    cross, ring = position.entries[POINTS : POINTS + 2]
    return say("Points: Cross {cross}, Ring {ring}.", cross=cross, ring=ring)


def what_to_do(position: Position) -> Message:
    """Whose turn it is and where a piece may go, or who has won."""
    state = position.entries
    if position.over:
        return outcome(position, PLAYERS)
    player = PLAYERS[state[PLAYER]]
    if state[TURNS] == 0:
        return say("{player} places the first piece, not on the edge.", player=player)
    if state[TURNS] == 1:
        return say("{player} places a piece next to the first.", player=player)
    if not state[SUPPLY + 1 - state[PLAYER]]:
        return say("{player} places the last piece of the game.", player=player)
    return say("{player} places a piece on any empty cell.", player=player)


def define_board(drawing: Drawing, colours: Theme) -> None:
    """The board with its cells; a row is laid as its first six cells and its last six."""
    wood = colours.wood
    drawing.gradient("veier-wood", (1, 1), (0, wood.lit), (0.45, wood.base), (1, wood.base))
    drawing.gradient("veier-floor", (1, 1), (0, wood.base), (1, wood.lit))
    drawing.path(OUTLINE, id="veier-hexagon")
    with drawing.group(id="veier-cell"):
        drawing.path(f"M1.5 {2.5 - CELL_TOP}{CELL}", fill=wood.lit)
        drawing.path(f"M0 {-CELL_TOP}{CELL}", fill=wood.shade)
        drawing.path(f"M2 {5 - CELL_TOP}l38 22v43l-38 22-38-22v-43z", fill="url(#veier-floor)")
    with drawing.group(id="veier-cells"):
        for cell in range(SIDE):
            drawing.use("veier-cell", cell * ACROSS, 0)
    with drawing.group(id="veier-board"):
        for y in (20, 25, 30):
            drawing.use("veier-hexagon", 4, y, fill=colours.shadow, fill_opacity=0.1)
        drawing.use("veier-hexagon", 0, 14, fill=wood.shade)
        drawing.use("veier-hexagon", 0, 0, fill="url(#veier-wood)")
        drawing.path(GRAIN, fill="none", stroke=wood.shade, stroke_width=3, stroke_opacity=0.3)
        drawing.path(INLAY, fill="none", stroke=wood.shade, stroke_width=4, stroke_opacity=0.6)
        for width, (x, y) in FIRST_IN_ROW:
            for first in {0, width - SIDE}:
                drawing.use("veier-cells", x + first * ACROSS, y)


def define_disc(drawing: Drawing, look: str, paint: Paint, shadow: str) -> None:
    """A disc of wood with an engraved sign, as large as on the board and as small as in a tray."""
    drawing.gradient(f"veier-{look}-face", (1, 1), (0, paint.lit), (0.55, paint.base))
    sign: dict[str, Value] = {"fill": "none", "stroke_linecap": "round", "stroke_width": 8}
    with drawing.group(id=f"veier-{look}"):
        drawing.path(disc(3, 10, DISC + 1, DISC - 1), fill=shadow, fill_opacity=0.3)
        drawing.circle(0, 5, DISC, fill=paint.shade)
        drawing.circle(0, -1, DISC, fill=f"url(#veier-{look}-face)")
        drawing.path(RIM, fill="none", stroke=paint.shade, stroke_width=2, stroke_opacity=0.35)
        drawing.path(SIGNS[look], stroke=paint.lit, transform="translate(1.5 2)", **sign)
        drawing.path(SIGNS[look], stroke=paint.ink, **sign)
    with drawing.group(id=f"veier-{look}-small"):
        drawing.add("use", href=f"#veier-{look}", transform=f"scale({SMALL})")


def row_lines(cells: list[str]) -> str:
    """The path over a run that counts: a line for one point, two side by side for two."""
    (x1, y1), (x2, y2) = SPOTS[cells[0]], SPOTS[cells[-1]]
    points, steps = len(cells) // ROW_LENGTH, len(cells) - 1
    aside = ((y1 - y2) / steps / ACROSS, (x2 - x1) / steps / ACROSS)
    path = ""
    for n in range(points):
        across, down = (APART * (n - (points - 1) / 2) * way for way in aside)
        path += (
            f"M{number(x1 + across)} {number(y1 + down)}L{number(x2 + across)} {number(y2 + down)}"
        )
    return path


def cell_middle(row: int, column: int) -> tuple[int, int]:
    """Where a cell is, or would be beyond the edge."""
    x, y = CENTRE
    across = (column - SIDE) * ACROSS - (row - SIDE) * ACROSS // 2
    return x + across, y - (row - SIDE) * DOWN


def hexagon(corner: float, radius: float) -> str:
    """The path around a hexagon whose corners are round."""
    ways = [(1, 0), (0.5, 0.866), (-0.5, 0.866), (-1, 0), (-0.5, -0.866), (0.5, -0.866)]
    corners = [(CENTRE[0] + corner * x, CENTRE[1] + corner * y) for x, y in ways]
    part, path = radius / corner, ""
    for i, (x, y) in enumerate(corners):
        sides = (corners[i - 1], corners[(i + 1) % len(corners)])
        (ax, ay), (bx, by) = ((x + (u - x) * part, y + (v - y) * part) for u, v in sides)
        path += f"{'L' if path else 'M'}{number(ax)} {number(ay)}"
        path += f"Q{number(x)} {number(y)} {number(bx)} {number(by)}"
    return path + "Z"


def grain() -> str:
    """Wavy lines across the board."""
    x, y = CENTRE
    path = ""
    for i, down in enumerate(range(-460, 470, 40)):
        half = CORNER - 14 - abs(down) * 0.577
        path += f"M{number(x - half)} {y + down}q{number(half / 2)} {i * 7 % 40 - 20}"
        path += f" {number(half)} 0t{number(half)} 0"
    return path


def find_spots() -> dict[str, Point]:
    """Where each spot is: cells, the piles of the supplies, the counters in two rows."""
    spots: dict[str, Point] = {
        name: cell_middle(*cell) for name, cell in zip(NAMES, CELL_POINTS, strict=True)
    }
    for look, tray in zip(LOOKS, TRAYS, strict=True):
        for n in range(PIECES):
            pile, level = divmod(n, PILE)
            spots[f"{look}.{n + 1}"] = (tray.x + 212 + pile * 54, tray.middle + 16 - level * THICK)
            column, row = divmod(n, 2)
            middle = tray.middle - 26 + row * 48
            spots[f"{look}-point.{n + 1}"] = (tray.x + 955 - column * 36 - row * 18, middle)
    return spots


def find_lines() -> list[list[str]]:
    """The cells of every line of every direction, in their order."""
    lines = []
    for up, right in DIRECTIONS[:LINES]:
        for row, column in CELL_POINTS:
            if (row - up, column - right) not in CELL_NUMBER:
                line = []
                while (row, column) in CELL_NUMBER:
                    line.append(NAMES[CELL_NUMBER[row, column]])
                    row, column = row + up, column + right
                lines.append(line)
    return lines


def write_labels() -> str:
    """The letters of the rows, to the left; the numbers of the columns, below and to the right."""
    labels = Drawing()
    for n in range(1, ROWS + 1):
        lowest = max(1, n - SIDE + 1)
        x, y = cell_middle(n, lowest)
        labels.text(x - 74, y, ROW_LETTERS[n - 1], 32)
        x, y = cell_middle(lowest, n)
        labels.text(x + 36, y + 66, str(n), 32)
    return str(labels)


def name_place(name: str, look: str) -> Message:
    """A cell and what lies on it."""
    if look == "cross":
        return say("{place}, cross", place=name)
    if look == "ring":
        return say("{place}, ring", place=name)
    return say("{place}, empty", place=name)


def find_places() -> dict[tuple[str, str], Place]:
    """Every cell with everything that may lie on it."""
    found = {}
    for name in NAMES:
        x, y = SPOTS[name]
        outline = f"M{number(x)} {number(y - CELL_TOP)}{CELL}"
        for look in ("", *LOOKS):
            found[name, look] = Place(name, name_place(name, look), (x, y), outline)
    return found


DISCS = {look: f'<use href="#veier-{look}"/>' for look in LOOKS}
SMALL_DISCS = {look: f'<use href="#veier-{look}-small"/>' for look in LOOKS}
PIECE = {look: Piece(look) for look in LOOKS}
PLAYERS = (say("Cross"), say("Ring"))
SIGNS = {"cross": "M-14 -15L14 13M-14 13L14 -15", "ring": disc(0, -1, 17)}
ROW_STROKE: dict[str, Value] = {
    "fill": "none",
    "stroke_width": 12,
    "stroke_opacity": 0.4,
    "stroke_linecap": "round",
    "pointer_events": "none",
}
RIM = disc(0, -1, 29)
OUTLINE, INLAY = hexagon(CORNER, 44), hexagon(CORNER - 18, 40)
GRAIN = grain()
SPOTS = find_spots()
ALL_LINES = find_lines()
LABELS = write_labels()
CELL_PLACES = find_places()
FIRST_IN_ROW = [
    (width, cell_middle(row, max(1, row - SIDE + 1)))
    for row, width in zip(range(ROWS, 0, -1), ROW_WIDTHS, strict=True)
]
PICTURE = VeierPicture()
