"""Colours: of wood, of pieces, of marks, in light and in darkness."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from spielwerk.core.errors import SpielwerkError, listed

ThemeName: TypeAlias = Literal["light", "dark"]


@dataclass(frozen=True)
class Paint:
    """The colours of a piece."""

    base: str
    lit: str
    """Where light falls on it."""
    shade: str
    """Where it does not."""
    ink: str
    """What is written on it."""


@dataclass(frozen=True)
class Theme:
    """All colours of a picture."""

    name: ThemeName
    table: str
    """Behind the board."""
    ink: str
    """What is written on the table."""
    faint: str
    """What is written on it and matters less."""
    tray: str
    """Where supplies lie."""
    wood: Paint
    """The board."""
    mark: str
    """What is highlighted, and arrows."""
    last: str
    """The last step."""
    won: str
    """What has won."""
    shadow: str
    pieces: dict[str, Paint]
    """Each colour that pieces have, by the name it has in the games."""


PIECES = {
    "light": Paint("#ecd9b0", "#fff8e6", "#b08f55", "#4a3413"),
    "dark": Paint("#4b3323", "#8a6a52", "#1f130b", "#f6e7d3"),
    "red": Paint("#c2342c", "#f08a7c", "#7d1712", "#ffffff"),
    "green": Paint("#2f8f5b", "#7ccb9d", "#175234", "#ffffff"),
    "blue": Paint("#2b62b8", "#86aeea", "#143768", "#ffffff"),
    "orange": Paint("#f0902a", "#ffcb8a", "#a8560a", "#3a1d00"),
    "yellow": Paint("#f3c92e", "#fff0a6", "#a98406", "#3a2d00"),
    "black": Paint("#2c2c30", "#77777f", "#0d0d0f", "#ffffff"),
}

LIGHT = Theme(
    name="light",
    table="#f4efe6",
    ink="#2e2419",
    faint="#7d6e5c",
    tray="#e6dccb",
    wood=Paint("#d9b07a", "#ecd0a4", "#a87b45", "#5b3d1a"),
    mark="#1769c9",
    last="#fff2a8",
    won="#b3157f",
    shadow="#3a240c",
    pieces=PIECES,
)
DARK = Theme(
    name="dark",
    table="#1f1b17",
    ink="#f1e8da",
    faint="#a39684",
    tray="#40372e",
    wood=Paint("#a97f4c", "#c59d69", "#6d4d28", "#201203"),
    mark="#7db8ff",
    last="#ffe98a",
    won="#ff8ad2",
    shadow="#000000",
    pieces=PIECES,
)
THEMES = {theme.name: theme for theme in (LIGHT, DARK)}


def find_theme(name: str) -> Theme:
    """The theme of a name; an unknown one is refused."""
    if name not in THEMES:
        raise SpielwerkError(f"There is no theme {name!r}: there is {listed(list(THEMES))}.")
    return THEMES[name]
