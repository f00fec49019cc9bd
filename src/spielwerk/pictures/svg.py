"""SVG written down: elements, numbers and texts that are always valid XML."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import TypeAlias
from xml.sax.saxutils import escape

Point: TypeAlias = tuple[float, float]
Value: TypeAlias = str | float | None
Stop: TypeAlias = tuple[float, str] | tuple[float, str, float]
"""Of a gradient: how far along, which colour, how opaque."""
RECENT = 4096
"""How many elements are kept as they are written."""
SPECIAL = re.compile(r'[&<>"]')


@lru_cache(RECENT)
def number(value: float) -> str:
    """A number with one digit after the point, as short as it can be written."""
    return f"{value:.1f}".removesuffix(".0") if value else "0"


def polygon(points: Sequence[Point]) -> str:
    """The path around some points."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def box(x: float, y: float, width: float, height: float, radius: float = 0) -> str:
    """The path around a rectangle whose corners are round."""
    if not radius:
        return f"M{number(x)} {number(y)}h{number(width)}v{number(height)}h{number(-width)}z"
    r = number(radius)
    across, down = number(width - 2 * radius), number(height - 2 * radius)
    return (
        f"M{number(x + radius)} {number(y)}h{across}a{r} {r} 0 0 1 {r} {r}v{down}"
        f"a{r} {r} 0 0 1 -{r} {r}h-{across}a{r} {r} 0 0 1 -{r} -{r}v-{down}a{r} {r} 0 0 1 {r} -{r}z"
    )


def disc(x: float, y: float, radius: float, height: float | None = None) -> str:
    """The path around a circle, or an ellipse that is `height` high."""
    across, down = number(radius), number(radius if height is None else height)
    there, back = number(2 * radius), number(-2 * radius)
    return (
        f"M{number(x - radius)} {number(y)}a{across} {down} 0 1 0 {there} 0"
        f"a{across} {down} 0 1 0 {back} 0z"
    )


class Drawing:
    """Elements one after the other.

    >>> drawing = Drawing()
    >>> with drawing.group(transform="translate(10 20)"):
    ...     drawing.circle(0, 0, 5, fill="#fff", stroke_width=2)
    >>> str(drawing)
    '<g transform="translate(10 20)"><circle cx="0" cy="0" r="5" fill="#fff" stroke-width="2"/></g>'
    """

    def __init__(self) -> None:
        self._parts: list[str] = []

    def add(self, name: str, **attributes: Value) -> None:
        """An element without content; `stroke_width` is written stroke-width, None left out."""
        self._parts.append(f"<{name}{_written(tuple(attributes.items()))}/>")

    @contextmanager
    def group(self, name: str = "g", label: str = "", **attributes: Value) -> Iterator[None]:
        """An element around others; its label hardly comes again, and is not kept."""
        labelled = f' aria-label="{_safe(label)}"' if label else ""
        self._parts.append(f"<{name}{_written(tuple(attributes.items()))}{labelled}>")
        yield
        self._parts.append(f"</{name}>")

    def path(self, path: str, **attributes: Value) -> None:
        """A path."""
        self.add("path", d=path, **attributes)

    def circle(self, x: float, y: float, radius: float, **attributes: Value) -> None:
        """A circle."""
        self.add("circle", cx=x, cy=y, r=radius, **attributes)

    def line(self, start: Point, end: Point, **attributes: Value) -> None:
        """A straight line."""
        self.add("line", x1=start[0], y1=start[1], x2=end[0], y2=end[1], **attributes)

    def use(self, name: str, x: float, y: float, **attributes: Value) -> None:
        """What was defined under a name, with its own (0, 0) at a point."""
        self.add("use", href=f"#{name}", x=x, y=y, **attributes)

    def text(self, x: float, y: float, text: str, size: float, **attributes: Value) -> None:
        """A text around a point."""
        at = {"x": x, "y": y + 0.355 * size, "font_size": size, "text_anchor": "middle"}
        written = _written(tuple({**at, **attributes}.items()))
        self._parts.append(f"<text{written}>{escape(text)}</text>")

    def gradient(self, name: str, end: Point, *stops: Stop) -> None:
        """A gradient from the upper left of a shape to a point of it, from (0, 0) to (1, 1)."""
        with self.group("linearGradient", id=name, x2=f"{end[0]:g}", y2=f"{end[1]:g}"):
            self._stops(stops)

    def glow(self, name: str, centre: Point, radius: float, *stops: Stop) -> None:
        """A gradient from a point of a shape to all sides."""
        at = {"cx": f"{centre[0]:g}", "cy": f"{centre[1]:g}", "r": f"{radius:g}"}
        with self.group("radialGradient", id=name, **at):
            self._stops(stops)

    def _stops(self, stops: Sequence[Stop]) -> None:
        for at, colour, *opacity in stops:
            seen = f"{opacity[0]:g}" if opacity else None
            self.add("stop", offset=f"{at:g}", stop_color=colour, stop_opacity=seen)

    def raw(self, text: str) -> None:
        """What is valid SVG already."""
        self._parts.append(text)

    def __str__(self) -> str:
        return "".join(self._parts)


@lru_cache(RECENT)
def _written(attributes: tuple[tuple[str, Value], ...]) -> str:
    """Attributes as they are written; most elements of a picture were in the one before."""
    return "".join(
        [
            f' {name.replace("_", "-")}="{_safe(value)}"'
            for name, value in attributes
            if value is not None
        ]
    )


def _safe(value: str | float) -> str:
    if not isinstance(value, str):
        return number(value)
    return escape(value, {'"': "&quot;"}) if SPECIAL.search(value) else value
