"""Trays: what belongs to each player, beside the board."""

from __future__ import annotations

from dataclasses import dataclass

from spielwerk.pictures.svg import Drawing, Point, box, polygon
from spielwerk.pictures.theme import Paint, Theme


@dataclass(frozen=True)
class Tray:
    """A strip for one player: whose turn it is, the letter of the colour, pieces, a score."""

    x: float
    y: float
    width: float
    height: float = 90

    @property
    def middle(self) -> float:
        """How far down its middle lies."""
        return self.y + self.height / 2

    @property
    def badge(self) -> Point:
        """Where the letter of the colour is."""
        return self.x + 80, self.middle

    def slot(self, place: float, step: float = 60) -> Point:
        """Where the pieces of a supply lie, counted from 0."""
        return self.x + 150 + place * step, self.middle

    def draw(
        self,
        drawing: Drawing,
        colours: Theme,
        paint: Paint,
        letter: str,
        *,
        active: bool,
        score: str | None = None,
    ) -> None:
        """The tray without its pieces; a triangle and a frame show whose turn it is."""
        drawing.path(
            box(self.x, self.y, self.width, self.height, 20),
            fill=colours.tray,
            stroke=colours.mark if active else None,
            stroke_width=5 if active else None,
        )
        if active:
            x, y = self.x + 18, self.middle
            drawing.path(polygon([(x, y - 18), (x + 26, y), (x, y + 18)]), fill=colours.mark)
        x, y = self.badge
        drawing.circle(x, y, 27, fill=paint.base, stroke=paint.shade, stroke_width=3)
        drawing.text(x, y, letter, 32, fill=paint.ink, font_weight="bold")
        if score is not None:
            x = self.x + self.width - 24
            attributes = {"text_anchor": "end", "font_weight": "bold"}
            drawing.text(x, self.middle, score, 44, fill=colours.ink, **attributes)
