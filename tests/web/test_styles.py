"""What the style sheets repeat of the pictures' themes is the same there."""

from __future__ import annotations

import dataclasses
import re

from spielwerk.pictures.theme import DARK, LIGHT, Paint, Theme
from spielwerk.server.pages import WEB

STYLES = (WEB / "static" / "guide.css").read_text("utf-8")
RECOLOURED = re.compile(
    r'figure \[(fill|stroke|stop-color)="(#\w+)"\] \{ \1: light-dark\(\2, (#\w+)\); \}'
)


def colours(theme: Theme) -> list[str]:
    """All colours of a theme but those of the pieces, which both themes share."""
    found = []
    for field in dataclasses.fields(theme):
        value = getattr(theme, field.name)
        if isinstance(value, Paint):
            found += list(dataclasses.astuple(value))
        elif isinstance(value, str) and value.startswith("#"):
            found.append(value)
    return found


def test_diagrams_of_guides_are_recoloured_in_the_dark_as_the_dark_theme_has_them() -> None:
    pairs = dict(zip(colours(LIGHT), colours(DARK), strict=True))
    for kind in ("fill", "stroke", "stop-color"):
        written = {light: dark for what, light, dark in RECOLOURED.findall(STYLES) if what == kind}
        assert written == pairs, kind
    assert LIGHT.pieces == DARK.pieces
