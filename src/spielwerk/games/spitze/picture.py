"""Spitze in a picture: turned discs of maple and walnut, seen from the south or from above."""

from __future__ import annotations

from functools import cache

from spielwerk.core.game import Game
from spielwerk.core.position import Position
from spielwerk.core.state import PLAYER
from spielwerk.games.spitze.board import BOARD_SQUARES, NAMES, SIDE
from spielwerk.games.spitze.rules import BOARD, NOBODY, STUCK, own_single
from spielwerk.games.spitze.shapes import (
    ABOVE,
    COLOURS,
    OBLIQUE,
    WIDTH,
    Sight,
    define,
    drawn_wood,
    outline,
)
from spielwerk.games.spitze.terminal import towers
from spielwerk.pictures.endings import listing, outcome
from spielwerk.pictures.picture import Motion, Picture, Piece, Pieces, Place, Stages, View
from spielwerk.pictures.svg import Drawing, Point, box
from spielwerk.pictures.theme import Theme
from spielwerk.pictures.trays import Tray
from spielwerk.pictures.words import Message, say

LOOKS = {"l": "light", "d": "dark"}
LETTERS = ("L", "D")


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
        define(drawing, colours)

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


def on_sign(colours: Theme, look: str) -> str:
    """The colour of a number on a piece: the ring is open, the diamond filled."""
    paint = colours.pieces[look]
    return paint.ink if look == "light" else paint.shade


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
