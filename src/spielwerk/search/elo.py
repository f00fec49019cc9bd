"""How strong players are, from their results: Elo and win shares with intervals, and a picture."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

import numpy as np
import numpy.typing as npt

Matrix = npt.NDArray[np.float64]

SCALE = 400 / math.log(10)
"""Elo for one unit of log odds."""
NORMAL_95 = 1.959964
"""Standard deviations to either side that hold 95 % of a normal distribution."""
VIRTUAL_DRAWS = 1.0
"""Draws against the mean that each player is given, so that 100 % is not infinitely strong."""
MOST_ROUNDS = 200
CLOSE_ENOUGH = 1e-6


class Estimate(NamedTuple):
    """A figure with its 95 % confidence interval."""

    value: float
    low: float
    high: float


def expected_score(difference: float) -> float:
    """The share of points that a player so many Elo stronger than the other will make.

    >>> round(expected_score(191), 3)
    0.75
    """
    return 1 / (1 + math.exp(-difference / SCALE))


def elo(points: Matrix, games: Matrix) -> list[Estimate]:
    """The Elo of each player, mean 0, from points[i, j] made by i in games[i, j] against j.

    Maximum likelihood of the Bradley-Terry model, a draw being half a win and half a loss. Each
    player also has one draw against the mean, which keeps 100 % finite and hardly moves the rest.

    The intervals come from the curvature of the likelihood. They stay wide where all games went
    one way, where resampling would see no doubt at all; draws, and openings that give one game
    to each side, make them a little too wide rather than too narrow.

    >>> games = np.array([[0, 400], [400, 0]])
    >>> first, second = elo(np.array([[0, 300], [100, 0]]), games)
    >>> round(first.value - second.value), round(first.high - first.value)
    (191, 20)
    """
    strengths = np.zeros(len(points))
    for _ in range(MOST_ROUNDS):
        slope, curvature = likelihood(strengths, points, games)
        step = np.linalg.solve(curvature, slope)
        # Far from the top a whole step of Newton's method may lead astray.
        strengths += step / max(1.0, float(abs(step).max()))
        if abs(step).max() < CLOSE_ENOUGH:
            break
    centred = np.eye(len(points)) - 1 / len(points)
    variances = np.diag(centred @ np.linalg.inv(curvature) @ centred)
    margins = NORMAL_95 * SCALE * np.sqrt(variances)
    values = SCALE * (strengths - strengths.mean())
    return [
        Estimate(float(value), float(value - margin), float(value + margin))
        for value, margin in zip(values, margins, strict=True)
    ]


def likelihood(strengths: Matrix, points: Matrix, games: Matrix) -> tuple[Matrix, Matrix]:
    """The slope of the log likelihood, and its curvature with the sign turned."""
    expected = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
    against_mean = 1 / (1 + np.exp(-strengths))
    slope = (points - games * expected).sum(axis=1) + VIRTUAL_DRAWS * (0.5 - against_mean)
    weights = games * expected * (1 - expected)
    own = weights.sum(axis=1) + VIRTUAL_DRAWS * against_mean * (1 - against_mean)
    return slope, np.diag(own) - weights


def share(points: float, games: int) -> Estimate:
    """The share of points made, with Wilson's interval; from 0 to 1 if there was no game.

    >>> [round(part, 3) for part in share(50, 100)]
    [0.5, 0.404, 0.596]
    """
    if games == 0:
        return Estimate(0.0, 0.0, 1.0)
    value, square = points / games, NORMAL_95**2 / games
    centre = (value + square / 2) / (1 + square)
    margin = math.sqrt(value * (1 - value) * square + square**2 / 4) / (1 + square)
    return Estimate(value, max(0.0, centre - margin), min(1.0, centre + margin))


ROW, LETTER, PLOT, EDGE = 28, 7.5, 460, 16
"""Sizes of the picture: a row, a letter of a name, the width of the scale, the edge around it."""
INK, FAINT, MARK = "#222", "#ddd", "#1f6fb2"


def draw_estimates(rows: Sequence[tuple[str, Estimate]], title: str, reference: float) -> str:
    """An SVG picture of figures with their intervals, one row each, and a line at a reference.

    >>> picture = draw_estimates([("Ann", Estimate(0, -50, 50))], "Elo", reference=0)
    >>> picture.startswith("<svg xmlns"), picture.count("<circle")
    (True, 1)
    """
    marks = scale_marks(
        min([reference, *(estimate.low for _, estimate in rows)]),
        max([reference, *(estimate.high for _, estimate in rows)]),
    )
    left = EDGE * 2 + LETTER * max(len(name) for name, _ in rows)
    top, bottom = ROW + EDGE, ROW + EDGE + ROW * len(rows)

    def x(value: float) -> float:
        return left + PLOT * (value - marks[0]) / (marks[-1] - marks[0])

    parts = [svg_text(EDGE, EDGE + 10, title, "start")]
    for mark in marks:
        parts.append(svg_line(x(mark), top, x(mark), bottom, FAINT, 1))
        parts.append(svg_text(x(mark), bottom + 18, f"{mark:g}", "middle"))
    parts.append(svg_line(x(reference), top, x(reference), bottom, INK, 1))
    for place, (name, estimate) in enumerate(rows):
        y = top + ROW * place + ROW // 2
        parts.append(svg_text(left - EDGE, y + 4, name, "end"))
        parts.append(svg_line(x(estimate.low), y, x(estimate.high), y, MARK, 3))
        parts.append(f'<circle cx="{x(estimate.value):.1f}" cy="{y}" r="5" fill="{MARK}"/>')
    return svg_page(left + PLOT + EDGE * 2, bottom + ROW + EDGE, parts)


def svg_page(width: float, height: float, parts: Sequence[str]) -> str:
    """A picture on white, so that it can be read on any page."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}"'
        f' viewBox="0 0 {width:.0f} {height:.0f}" font-family="sans-serif" font-size="13">'
    )
    return "\n".join([head, '<rect width="100%" height="100%" fill="#fff"/>', *parts, "</svg>\n"])


def svg_line(x1: float, y1: float, x2: float, y2: float, colour: str, width: int) -> str:
    """A line in a picture."""
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
        f' stroke="{colour}" stroke-width="{width}"/>'
    )


def svg_text(x: float, y: float, text: str, anchor: str) -> str:
    """A text in a picture."""
    return f'<text x="{x:.1f}" y="{y}" text-anchor="{anchor}" fill="{INK}">{escape(text)}</text>'


def scale_marks(low: float, high: float) -> list[float]:
    """Round numbers, five to ten of them, from at most low to at least high.

    >>> scale_marks(-130, 270)
    [-200.0, -100.0, 0.0, 100.0, 200.0, 300.0]
    """
    span = max(high - low, 1e-9)
    power = 10.0 ** math.floor(math.log10(span / 4))
    step = next(power * unit for unit in (1, 2, 5, 10) if span / (power * unit) <= 8)
    first, last = math.floor(low / step), math.ceil(high / step)
    return [step * mark for mark in range(first, max(last, first + 1) + 1)]
