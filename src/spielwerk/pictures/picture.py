"""Pictures: what a game draws, what can be touched in it, and what moves."""

from __future__ import annotations

import math
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from typing import Any, NamedTuple, TypeAlias

from spielwerk.core.errors import SpielwerkError
from spielwerk.core.game import Game
from spielwerk.core.position import Position
from spielwerk.pictures.svg import RECENT, Drawing, Point, box, number, polygon
from spielwerk.pictures.theme import Theme, find_theme
from spielwerk.pictures.words import Message, check_language, spoken

FONT = "Roboto,system-ui,sans-serif"
MOST_TOUCHES = 3


class Piece(NamedTuple):
    """Something that can move: a marble, a cube, a card, the die."""

    look: str
    """What it looks like; the game knows how to draw it."""
    turn: float = 0
    """By how many quarters it is turned clockwise."""


Pieces: TypeAlias = Mapping[str, Piece]
"""The pieces of a picture by their spots. A spot holds one piece: `c4`, or `c4.2` in a tower."""


class Motion(NamedTuple):
    """One piece goes from a spot to another."""

    start: str
    end: str | None
    """None: it leaves the game."""
    by: str = "move"
    """How: it is moved by hand, or it may `roll`, `fall`, `turn` or be `thrown`."""
    turn: int = 0
    """By how many quarters clockwise it turns on the way."""
    look: str | None = None
    """What it looks like afterwards, if that changes."""


Stages: TypeAlias = tuple[tuple[Motion, ...], ...]
"""Motions in their order; those of one stage happen at the same time."""


@dataclass(frozen=True, eq=False)
class Place:
    """Something that can be touched; equal only to itself, so make each once and keep it."""

    id: str
    name: Message
    centre: Point
    outline: str
    """The path around it."""


@dataclass(frozen=True, eq=False)
class Marks:
    """What is pointed out in a picture; equal only to itself, so that views can be compared."""

    places: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    """Steps shown by arrows."""
    arrows: tuple[tuple[str, str], ...] = ()
    """From a place to another."""
    hints: Mapping[str, float] = field(default_factory=dict)
    """Steps with their strength from 0 to 1, the best first."""


@dataclass(frozen=True)
class View:
    """How a picture is wanted."""

    theme: str = "light"
    coordinates: bool = True
    above: bool = False
    """Seen straight from above, in games that have height."""
    last: bool = True
    """Whether the last step is marked."""
    size: int | None = None
    """Its width in pixels; as wide as there is room unless given."""
    language: str = "en"
    """The language of what a screen reader speaks."""
    marks: Marks = Marks()

    def __post_init__(self) -> None:
        find_theme(self.theme)
        check_language(self.language)
        if self.size is not None and not 1 <= self.size <= 10_000:
            raise SpielwerkError(f"A picture is 1 to 10000 pixels wide, not {self.size}.")

    def __hash__(self) -> int:
        """Of what tells most views apart: every piece of a picture is looked up by it."""
        return hash((self.theme, self.language, self.above))

    @cached_property
    def colours(self) -> Theme:
        """The colours of the theme."""
        return find_theme(self.theme)


class Picture(ABC):
    """How a game looks. Lengths are in units of which a square has about 100."""

    # What a game brings along.

    @abstractmethod
    def size(self, game: Game, view: View) -> Point:
        """Width and height."""

    @abstractmethod
    def pieces(self, position: Position) -> dict[str, Piece]:
        """What lies on the table, those that others stand before or on first."""

    @abstractmethod
    def spot(self, spot: str, pieces: Pieces, view: View) -> Point:
        """Where a spot is, be there a piece or not."""

    @abstractmethod
    def define(self, drawing: Drawing, colours: Theme) -> None:
        """Gradients and shapes that are used again and again; ids begin with the game's key."""

    @abstractmethod
    def draw_board(self, drawing: Drawing, position: Position, pieces: Pieces, view: View) -> None:
        """All that never moves: board, trays, coordinates, scores, whose turn it is."""

    @abstractmethod
    def draw_piece(self, drawing: Drawing, spot: str, piece: Piece, view: View) -> None:
        """A piece around (0, 0), not yet turned."""

    @abstractmethod
    def places(self, position: Position, pieces: Pieces, view: View) -> list[Place]:
        """All that can be touched, in the order in which a screen reader goes through it."""

    @abstractmethod
    def touches(self, position: Position) -> dict[tuple[str, ...], str]:
        """The step that each sequence of touches stands for; no sequence begins another."""

    @abstractmethod
    def motions(self, position: Position, step: str) -> Stages:
        """What moves when a step is taken."""

    @abstractmethod
    def say(self, position: Position, step: str) -> tuple[Message, ...]:
        """A step in words, with what follows of itself."""

    @abstractmethod
    def players(self, position: Position) -> tuple[Message, ...]:
        """What each player is called."""

    @abstractmethod
    def describe(self, position: Position) -> tuple[Message, ...]:
        """A position in words: whose turn it is, what is to be done, what lies where."""

    def draw_labels(  # noqa: B027  # most write nothing there
        self, drawing: Drawing, position: Position, pieces: Pieces, view: View
    ) -> None:
        """What is written over the pieces."""

    def is_ground(self, spot: str) -> bool:
        """Whether marks lie on the piece there rather than under it: a board, a card."""
        return False

    def won(self, position: Position) -> tuple[str, ...]:
        """The places that decided the game."""
        return ()

    def last(self, position: Position) -> tuple[str, ...]:
        """The places of the last step."""
        return tuple(re.findall(r"[a-z]\d+", position.history[-1])) if position.history else ()

    # What all have.

    def ways(self, position: Position) -> dict[str, tuple[str, ...]]:
        """The touches for each step, those that come first if there are several."""
        return {step: touched for touched, step in reversed(self.touches(position).items())}

    def svg(self, position: Position, **view: Any) -> str:
        """The picture of a position, as `View` says."""
        return self.draw(position, View(**view))

    def draw(
        self,
        position: Position,
        view: View,
        pieces: Pieces | None = None,
        moved: Mapping[str, Point] | None = None,
    ) -> str:
        """The picture of a position; its pieces may be under way, some of them at points given."""
        drawing, colours, moved = Drawing(), view.colours, moved or {}
        pieces = self.pieces(position) if pieces is None else pieces
        width, height = self.size(position.game, view)
        size = (
            {}
            if view.size is None
            else {"width": number(view.size), "height": number(view.size * height / width)}
        )
        places = self.places(position, pieces, view)
        with drawing.group(
            "svg",
            spoken(position.described, view.language),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {number(width)} {number(height)}",
            **size,
            role="group",
            font_family=FONT,
        ):
            drawing.raw(definitions(self, view.theme))
            drawing.path(box(0, 0, width, height, 24), fill=colours.table)
            self.draw_board(drawing, position, pieces, view)
            ground = [spot for spot in pieces if self.is_ground(spot)]
            self._draw_pieces(drawing, ground, pieces, view, moved)
            if not moved:
                self._mark_places(drawing, position, places, view)
            others = [spot for spot in pieces if not self.is_ground(spot)]
            others.sort(key=moved.__contains__)  # what is under way comes last, over the rest
            self._draw_pieces(drawing, others, pieces, view, moved)
            self.draw_labels(drawing, position, pieces, view)
            with drawing.group(fill="none", pointer_events="all"):
                for place in places:
                    drawing.raw(drawn_place(place, view.language))
            if not moved:
                self._mark_steps(drawing, position, places, view)
        return str(drawing)

    def _draw_pieces(
        self,
        drawing: Drawing,
        spots: Sequence[str],
        pieces: Pieces,
        view: View,
        moved: Mapping[str, Point],
    ) -> None:
        for spot in spots:
            x, y = moved.get(spot) or self.spot(spot, pieces, view)
            drawing.raw(drawn_piece(self, spot, pieces[spot], x, y, view))

    def _mark_places(
        self, drawing: Drawing, position: Position, places: Sequence[Place], view: View
    ) -> None:
        """Highlight places under the pieces."""
        outlines = {place.id: place.outline for place in places}
        check_places(view.marks.places, outlines)
        colours = view.colours
        with drawing.group(pointer_events="none"):
            for place in self.last(position) if view.last else ():
                drawing.path(outlines[place], fill=colours.last, fill_opacity=0.75)
            for marked, colour, opacity, width in (
                (view.marks.places, colours.mark, 0.25, 6),
                (self.won(position), colours.won, 0.35, 8),
            ):
                for place in marked:
                    drawing.path(
                        outlines[place],
                        fill=colour,
                        fill_opacity=opacity,
                        stroke=colour,
                        stroke_width=width,
                    )

    def _mark_steps(
        self, drawing: Drawing, position: Position, places: Sequence[Place], view: View
    ) -> None:
        """Arrows over the pieces: steps, hints with their strength and rank."""
        marks = view.marks
        if not (marks.steps or marks.arrows or marks.hints):
            return
        centres = {place.id: place.centre for place in places}
        check_places((place for arrow in marks.arrows for place in arrow), centres)
        ways = self.ways(position)
        for step in (*marks.steps, *marks.hints):
            if step not in ways:
                position.play(step)  # says why it is not possible
                raise SpielwerkError(f"{step} cannot be shown.")
        with drawing.group(pointer_events="none"):
            for start, end in marks.arrows:
                draw_arrow(drawing, centres[start], centres[end], view.colours.mark)
            for step in marks.steps:
                draw_way(drawing, [centres[place] for place in ways[step]], view.colours.mark)
            for rank, (step, strength) in enumerate(marks.hints.items(), start=1):
                way = [centres[place] for place in ways[step]]
                draw_way(drawing, way, view.colours.mark, max(0.2, min(strength, 1.0)))
                x, y = way[-1]
                drawing.circle(x, y, 17, fill=view.colours.mark, stroke="#fff", stroke_width=2)
                ink = "#fff" if view.theme == "light" else "#10243d"
                drawing.text(x, y, str(rank), 24, fill=ink, font_weight="bold")


@lru_cache(RECENT)
def drawn_piece(picture: Picture, spot: str, piece: Piece, x: float, y: float, view: View) -> str:
    """A piece where it is; most pieces of a picture were in the one before."""
    drawing = Drawing()
    rotate = f" rotate({number(90 * piece.turn)})" if piece.turn else ""
    transform = f"translate({number(x)} {number(y)}){rotate}"
    with drawing.group(data_piece=spot, transform=transform):
        picture.draw_piece(drawing, spot, piece, view)
    return str(drawing)


@lru_cache(RECENT)
def drawn_place(place: Place, language: str) -> str:
    """What can be touched there, with its name for a screen reader."""
    drawing = Drawing()
    name = place.name.into(language)
    drawing.path(place.outline, data_id=place.id, role="button", aria_label=name)
    return str(drawing)


@cache
def definitions(picture: Picture, theme: str) -> str:
    """What is used again and again in the pictures of a game, drawn once for each theme."""
    drawing = Drawing()
    with drawing.group("defs"):
        picture.define(drawing, find_theme(theme))
    return str(drawing)


def check_places(asked: Iterable[str], known: Mapping[str, object]) -> None:
    """Refuse a place that is not in the picture."""
    for place in asked:
        if place not in known:
            raise SpielwerkError(
                f"There is no place {place!r} in this picture: there is {', '.join(known)}."
            )


def draw_way(drawing: Drawing, points: Sequence[Point], colour: str, strength: float = 1.0) -> None:
    """An arrow along the points; a ring around a single one."""
    if len(points) == 1 or points[0] == points[-1]:
        (x, y), *_ = points
        drawing.circle(
            x, y, 40, fill="none", stroke=colour, stroke_width=4 + 8 * strength, opacity=0.85
        )
    else:
        draw_arrow(drawing, points[0], points[-1], colour, strength)


def draw_arrow(
    drawing: Drawing, start: Point, end: Point, colour: str, strength: float = 1.0
) -> None:
    """An arrow from one point to another, the bolder the stronger."""
    width, head = 5 + 9 * strength, 22 + 14 * strength
    length = math.dist(start, end) or 1.0
    along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    across = (-along[1], along[0])

    def at(forward: float, aside: float) -> Point:
        return (
            start[0] + forward * along[0] + aside * across[0],
            start[1] + forward * along[1] + aside * across[1],
        )

    neck, half = max(length - head, 0.0), width / 2
    corners = [(0.0, half), (neck, half), (neck, head / 2), (length, 0.0)]
    points = [at(*corner) for corner in corners]
    points += [at(forward, -aside) for forward, aside in reversed(corners[:-1])]
    drawing.path(polygon(points), fill=colour, fill_opacity=0.85, stroke="#fff", stroke_opacity=0.6)


def move(pieces: Pieces, stages: Stages) -> dict[str, Piece]:
    """The pieces after all motions: those of the next picture."""
    moved = dict(pieces)
    for stage in stages:
        arriving = {}
        for motion in stage:
            piece = moved.pop(motion.start)
            if motion.end is not None:
                look = piece.look if motion.look is None else motion.look
                arriving[motion.end] = Piece(look, (piece.turn + motion.turn) % 4)
        taken = arriving.keys() & moved.keys()
        if taken or len(arriving) != sum(motion.end is not None for motion in stage):
            raise SpielwerkError(f"Two pieces come to lie on one spot: {stage}.")
        moved |= arriving
    return moved
