"""Colours: everything written can be read, also in greyscale and by the colour-blind."""

from __future__ import annotations

import itertools

import numpy as np
import numpy.typing as npt
import pytest

from spielwerk.pictures.theme import THEMES, Theme

# What a colour looks like to people who lack one kind of cone (Machado, Oliveira, Fernandes 2009).
BLINDNESSES = {
    "none": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.01182, 0.04294, 0.968881],
        ]
    ),
    "tritanopia": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.3039],
        ]
    ),
}
TEXT, LARGE_TEXT = 4.5, 3.0
"""What WCAG asks for."""


def linear(colour: str) -> npt.NDArray[np.float64]:
    """How much of red, green and blue light a colour has."""
    values = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def luminance(colour: str) -> float:
    """How light a colour is, from 0 to 1, as WCAG reckons it."""
    return float(linear(colour) @ (0.2126, 0.7152, 0.0722))


def contrast(one: str, other: str) -> float:
    """How well two colours can be told apart in greyscale, from 1 to 21 (WCAG)."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def seen(colour: str, blindness: str) -> str:
    """A colour as somebody sees it."""
    light = np.clip(BLINDNESSES[blindness] @ linear(colour), 0, 1)
    values = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    return "#" + "".join(f"{round(255 * value):02x}" for value in values)


themes = pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
eyes = pytest.mark.parametrize("blindness", BLINDNESSES)


@themes
@eyes
def test_signs_can_be_read_on_every_piece(theme: Theme, blindness: str) -> None:
    for name, paint in theme.pieces.items():
        assert contrast(seen(paint.base, blindness), seen(paint.ink, blindness)) >= LARGE_TEXT, name


@themes
@eyes
def test_what_is_written_can_be_read(theme: Theme, blindness: str) -> None:
    def stands_out(ink: str, ground: str) -> float:
        return contrast(seen(ink, blindness), seen(ground, blindness))

    assert stands_out(theme.ink, theme.table) >= TEXT
    assert stands_out(theme.ink, theme.tray) >= TEXT
    assert stands_out(theme.faint, theme.table) >= LARGE_TEXT
    assert stands_out(theme.wood.ink, theme.wood.base) >= TEXT
    assert stands_out(theme.mark, theme.table) >= LARGE_TEXT


@themes
def test_two_players_of_wood_differ_in_greyscale(theme: Theme) -> None:
    light, dark = theme.pieces["light"], theme.pieces["dark"]
    assert contrast(light.base, dark.base) >= TEXT


@themes
@eyes
def test_marks_differ_from_the_board_and_from_each_other(theme: Theme, blindness: str) -> None:
    marks = [seen(colour, blindness) for colour in (theme.mark, theme.won, theme.last)]
    wood = seen(theme.wood.base, blindness)
    for one, other in itertools.combinations([wood, *marks], 2):
        channels = [(int(one[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5)]
        assert sum(abs(a - b) for a, b in channels) > 60


def test_luminance_goes_from_black_to_white() -> None:
    assert luminance("#000000") == 0
    assert luminance("#ffffff") == pytest.approx(1)
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
