"""KIPP4 in a picture: an oiled beech board that lies as it was turned, low side at the bottom."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache

from spielwerk.core.game import Game
from spielwerk.core.position import Position
from spielwerk.core.state import PHASE, PLAYER
from spielwerk.games.kipp4.board import (
    GROOVE,
    GROOVE_ENDS,
    LOWER_END,
    NAMES,
    NUMBER,
    ROWS,
    SIDE,
    UPPER_END,
    point,
)
from spielwerk.games.kipp4.rules import BOARD, EMPTY, LIGHT, LOW_SIDE, SUPPLY, TURN_BOARD
from spielwerk.pictures.endings import listing, outcome
from spielwerk.pictures.picture import Motion, Picture, Piece, Pieces, Place, Stages, View
from spielwerk.pictures.svg import RECENT, Drawing, Point, box, disc, number
from spielwerk.pictures.theme import Theme, find_theme
from spielwerk.pictures.trays import Tray
from spielwerk.pictures.words import Message, say

PITCH = 100
CENTRE = (420.0, 580.0)
HALF = 400
"""Half the width of the board."""
MARBLE = 55
WIDTH, HEIGHT = 980, 1120
TRAYS = (Tray(20, 1012, 800), Tray(20, 18, 800))
"""Of light and dark."""
BUTTONS = {"r1": (900.0, 430.0), "r2": (900.0, 580.0), "r3": (900.0, 730.0)}
BUTTON = 58
LOOKS = ("", "light", "dark", "red")
SUPPLIES = ("light", "dark")
LETTERS = ("L", "D")


class Kipp4Picture(Picture):
    """The board of KIPP4."""

    def size(self, game: Game, view: View) -> Point:
        return WIDTH, HEIGHT

    def pieces(self, position: Position) -> dict[str, Piece]:
        state = position.entries
        pieces = {"board": Piece("board", state[LOW_SIDE])}
        for number_, name in enumerate(NAMES):
            if state[BOARD + number_] != EMPTY:
                pieces[name] = Piece(LOOKS[state[BOARD + number_]])
        for player, colour in enumerate(SUPPLIES):
            for marble in range(1, state[SUPPLY + player] + 1):
                pieces[f"{colour}.{marble}"] = Piece(colour)
        return pieces

    def spot(self, spot: str, pieces: Pieces, view: View) -> Point:
        if spot == "board":
            return CENTRE
        colour, dot, marble = spot.partition(".")
        if dot:
            return TRAYS[SUPPLIES.index(colour)].slot(int(marble) - 1, 78)
        return as_it_lies(*on_board(spot), pieces["board"].turn)

    def define(self, drawing: Drawing, colours: Theme) -> None:
        wood = colours.wood
        drawing.gradient("kipp4-wood", (0, 1), (0, wood.lit), (0.5, wood.base), (1, wood.lit))
        bar = ((0, wood.base), (0.4, wood.shade), (1, colours.shadow))
        drawing.gradient("kipp4-bar", (0, 1), *bar)
        for look in LOOKS[1:]:
            paint = colours.pieces[look]
            glass = ((0, paint.lit), (0.55, paint.base), (1, paint.shade))
            drawing.glow(f"kipp4-{look}-glass", (0.36, 0.3), 0.75, *glass)
            with drawing.group(id=f"kipp4-{look}"):
                drawing.path(
                    disc(5, 12, MARBLE, MARBLE - 4), fill=colours.shadow, fill_opacity=0.35
                )
                drawing.circle(0, 0, MARBLE, fill=f"url(#kipp4-{look}-glass)")
                drawing.path(
                    SIGNS[look],
                    fill="none",
                    stroke=paint.ink,
                    stroke_width=6,
                    stroke_opacity=0.75,
                    stroke_linecap="round",
                )
                drawing.path(
                    disc(0, -36, 17, 8), fill="#fff", fill_opacity=0.75, transform="rotate(-35)"
                )

    def draw_board(self, drawing: Drawing, position: Position, pieces: Pieces, view: View) -> None:
        asked = not position.over and position.entries[PHASE] == TURN_BOARD
        drawing.raw(drawn_surroundings(position.player, asked, view.theme))

    def draw_piece(self, drawing: Drawing, spot: str, piece: Piece, view: View) -> None:
        if piece.look != "board":
            scale = "scale(.64)" if "." in spot else None
            drawing.use(f"kipp4-{piece.look}", 0, 0, transform=scale)
            return
        wood = view.colours.wood
        drawing.path(
            box(-HALF, -HALF, 2 * HALF, 2 * HALF, 40),
            fill="url(#kipp4-wood)",
            stroke=wood.shade,
            stroke_width=4,
        )
        drawing.path(GRAIN, fill="none", stroke=wood.shade, stroke_width=3, stroke_opacity=0.22)
        for width, colour in ((132, wood.shade), (120, wood.ink), (108, wood.shade)):
            opacity = 0.55 if colour == wood.ink else 1
            drawing.path(
                GROOVE_LINES,
                stroke=colour,
                stroke_width=width,
                stroke_opacity=opacity,
                stroke_linecap="round",
                fill="none",
            )

    def draw_labels(self, drawing: Drawing, position: Position, pieces: Pieces, view: View) -> None:
        if view.coordinates:
            drawing.raw(drawn_coordinates(pieces["board"].turn, view.theme))

    def places(self, position: Position, pieces: Pieces, view: View) -> list[Place]:
        turn = pieces["board"].turn
        looks = [pieces[name].look if name in pieces else "" for name in NAMES]
        crossings = [crossing(name, look, turn) for name, look in zip(NAMES, looks, strict=True)]
        return [*crossings, *TURN_PLACES]

    def touches(self, position: Position) -> dict[tuple[str, ...], str]:
        return {tuple(step.lstrip("+-").split("-")): step for step in position.steps}

    def motions(self, position: Position, step: str) -> Stages:
        state = position.entries
        if step.startswith("r"):
            quarters = int(step[1])
            turned = Motion("board", "board", "turn", turn=quarters)
            low = (state[LOW_SIDE] + quarters) % 4
            rolls = rolling(position, low, range(len(GROOVE_ENDS)))
            return ((turned,), rolls) if rolls else ((turned,),)
        own = SUPPLIES[state[PLAYER]]
        if step.startswith("+"):
            return ((Motion(f"{own}.{state[SUPPLY + state[PLAYER]]}", step[1:]),),)
        start, _, end = step.lstrip("-").partition("-")
        moved = Motion(start, end or None)
        grooves = [GROOVE[NUMBER[place]] for place in (start, end) if place]
        rolls = rolling(position, state[LOW_SIDE], grooves, taken=start, put=end)
        return ((moved,), rolls) if rolls else ((moved,),)

    def say(self, position: Position, step: str) -> tuple[Message, ...]:
        player = PLAYERS[position.entries[PLAYER]]
        rolls = [motion for motion in self.motions(position, step)[-1] if motion.by == "roll"]
        rolled = [say("{start} to {end}", start=m.start, end=m.end or "") for m in rolls]
        after = (say("Marbles that roll: {marbles}.", marbles=listing(rolled)),) if rolled else ()
        start, _, end = step.lstrip("+-").partition("-")
        if step in TURNS_TOLD:
            end_told = (outcome(position.play(step), PLAYERS),) if position.play(step).over else ()
            return (TURNS_TOLD[step].fill(player=player), *after, *end_told)
        if step.startswith("+"):
            return (say("{player} places a marble on {place}.", player=player, place=start),)
        if end:
            return (
                say("{player} moves {start} to {end}.", player=player, start=start, end=end),
                *after,
            )
        return (
            say("{player} takes the red marble off {place}.", player=player, place=start),
            *after,
        )

    def players(self, position: Position) -> tuple[Message, ...]:
        return PLAYERS

    def describe(self, position: Position) -> tuple[Message, ...]:
        state = position.entries
        if position.over:
            first = outcome(position, PLAYERS)
        elif state[PHASE] == TURN_BOARD:
            first = say("{player} turns the board.", player=PLAYERS[state[PLAYER]])
        else:
            first = say(
                "{player} places a marble, moves one or takes a red one off.",
                player=PLAYERS[state[PLAYER]],
            )
        lying = {
            look: listing([n for i, n in enumerate(NAMES) if LOOKS[state[BOARD + i]] == look])
            for look in LOOKS[1:]
        }
        return (
            first,
            SIDES[state[LOW_SIDE]],
            say("Light marbles: {light}. Dark marbles: {dark}. Red marbles: {red}.", **lying),
            say(
                "In supply: light {light}, dark {dark}.",
                light=state[SUPPLY],
                dark=state[SUPPLY + 1],
            ),
        )

    def is_ground(self, spot: str) -> bool:
        return spot == "board"

    def won(self, position: Position) -> tuple[str, ...]:
        if position.winner is None:
            return ()
        own = LIGHT + position.winner
        rows = [row for row in ROWS if all(position.entries[BOARD + n] == own for n in row)]
        return tuple(NAMES[n] for n in sorted({n for row in rows for n in row}))

    def last(self, position: Position) -> tuple[str, ...]:
        """The grooves that the last action touched: the marbles may have rolled since."""
        for step in reversed(position.history[-2:]):
            if not step.startswith("r"):
                touched = [NUMBER[place] for place in step.lstrip("+-").split("-")]
                grooves = dict.fromkeys(GROOVE[n] for n in touched)
                return tuple(NAMES[end] for groove in grooves for end in GROOVE_ENDS[groove])
        return ()


def on_board(name: str) -> Point:
    """A position seen from the middle of the board, before it is turned."""
    file, rank = point(name)
    middle = (SIDE + 1) / 2
    return (file - middle) * PITCH, (middle - rank) * PITCH


def as_it_lies(x: float, y: float, turn: float) -> Point:
    """A point of the board, turned by quarters, in the picture."""
    cos, sin = math.cos(turn * math.pi / 2), math.sin(turn * math.pi / 2)
    return CENTRE[0] + x * cos - y * sin, CENTRE[1] + x * sin + y * cos


@lru_cache(RECENT)
def crossing(name: str, look: str, turn: float) -> Place:
    """What can be touched there, as the board lies."""
    x, y = as_it_lies(*on_board(name), turn)
    return Place(name, PLACE_NAMES[look].fill(place=name), (x, y), disc(x, y, 62))


@lru_cache(RECENT)
def drawn_surroundings(player: int | None, asked: bool, theme: str) -> str:
    """All around the board; `asked` if it is to be turned."""
    drawing, colours = Drawing(), find_theme(theme)
    for own, tray in enumerate(TRAYS):
        paint = colours.pieces[SUPPLIES[own]]
        tray.draw(drawing, colours, paint, LETTERS[own], active=player == own)
    x, y = CENTRE
    drawing.path(box(x - HALF - 14, y - HALF - 52, 2 * HALF + 28, 34, 16), fill="url(#kipp4-bar)")
    drawing.path(
        box(x - HALF + 4, y - HALF + 14, 2 * HALF, 2 * HALF, 40),
        fill=colours.shadow,
        fill_opacity=0.3,
    )
    for name, (x, y) in BUTTONS.items():
        draw_turn(drawing, x, y, int(name[1]), colours.mark if asked else colours.faint)
    return str(drawing)


@lru_cache(RECENT)
def drawn_coordinates(turn: float, theme: str) -> str:
    """Letters and numbers along the board, as it lies."""
    drawing, ink = Drawing(), find_theme(theme).wood.ink
    for i in range(SIDE):
        along, edge = (i - SIDE // 2) * PITCH, HALF - 22
        for x, y, label in ((along, edge, "abcdefg"[i]), (-edge, -along, f"{i + 1}")):
            drawing.text(*as_it_lies(x, y, turn), label, 30, fill=ink, font_weight="bold")
    return str(drawing)


def rolling(
    position: Position, low: int, grooves: Iterable[int], taken: str = "", put: str = ""
) -> tuple[Motion, ...]:
    """The marbles that roll: alone in a groove and not at its lower end."""
    filled = {n for n in range(len(NAMES)) if position.entries[BOARD + n] != EMPTY}
    filled -= {NUMBER[taken]} if taken else set()
    filled |= {NUMBER[put]} if put else set()
    return tuple(
        Motion(NAMES[UPPER_END[low, g]], NAMES[LOWER_END[low, g]], "roll")
        for g in dict.fromkeys(grooves)
        if UPPER_END[low, g] in filled and LOWER_END[low, g] not in filled
    )


def draw_turn(drawing: Drawing, x: float, y: float, quarters: int, colour: str) -> None:
    """An arrow that goes round by so many quarters, with its fraction."""
    angle = quarters * math.pi / 2
    radius = 46
    end = (radius * math.sin(angle), -radius * math.cos(angle))
    large = int(quarters > 2)
    arc = f"M0 {-radius}A{radius} {radius} 0 {large} 1 {number(end[0])} {number(end[1])}"
    with drawing.group(transform=f"translate({number(x)} {number(y)})"):
        drawing.path(arc, fill="none", stroke=colour, stroke_width=10, stroke_linecap="round")
        head = f"translate({number(end[0])} {number(end[1])}) rotate({90 * quarters})"
        drawing.path("M-2 -20L22 0L-2 20Z", fill=colour, transform=head)
        drawing.text(0, 0, ("¼", "½", "¾")[quarters - 1], 40, fill=colour, font_weight="bold")


GROOVE_LINES = "".join(
    "M" + "L".join(f"{number(x)} {number(y)}" for x, y in (on_board(NAMES[e]) for e in ends))
    for ends in GROOVE_ENDS
)
GRAIN = "".join(
    f"M{8 - HALF} {y}C-130 {y - 26 + 7 * i % 40} 130 {y + 22 - 11 * i % 36} {HALF - 8} {y}"
    for i, y in enumerate(range(-370, 380, 46))
)
SIGNS = {
    "light": disc(0, 0, 18),
    "dark": "M-26 0Q0 -22 26 0Q0 22 -26 0Z",
    "red": "M-20 -20L20 20M-20 20L20 -20",
}
"""A ring, an eye and a cross: the marbles can be told apart without their colours."""

PLAYERS = (say("Light"), say("Dark"))
SIDES = (
    say("The board is low in the south."),
    say("The board is low in the east."),
    say("The board is low in the north."),
    say("The board is low in the west."),
)
PLACE_NAMES = {
    "": say("{place}, empty"),
    "light": say("{place}, light marble"),
    "dark": say("{place}, dark marble"),
    "red": say("{place}, red marble"),
}
TURN_NAMES = {
    "r1": say("Turn the board by a quarter"),
    "r2": say("Turn the board by a half"),
    "r3": say("Turn the board by three quarters"),
}
TURN_PLACES = [
    Place(name, words, BUTTONS[name], disc(*BUTTONS[name], BUTTON))
    for name, words in TURN_NAMES.items()
]
TURNS_TOLD = {
    "r1": say("{player} turns the board by a quarter."),
    "r2": say("{player} turns the board by a half."),
    "r3": say("{player} turns the board by three quarters."),
}
PICTURE = Kipp4Picture()
