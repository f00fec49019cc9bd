"""Ratings against examples worked by hand from the formulas of Plackett and Luce."""

from __future__ import annotations

import math

import pytest

from spielwerk.club.ratings import Rating, rate

BETA = 25 / 6
TAU = 25 / 300


def test_two_new_players_by_hand() -> None:
    """Weng and Lin, algorithm 4, for two.

    s² = 8.3333² + 0.0833² = 69.4514, c² = 2 (s² + 4.1667²) = 173.6250, c = 13.1767.
    Each was expected to win with 1/2, so the winner gets s²/c · 1/2 = 2.6354 more.
    s² shrinks by s/c · s²/c² · 1/4 = 0.6325 · 0.4000 · 0.25 = 0.0632 of itself.
    """
    won, lost = rate([Rating(), Rating()], [0, 1])
    assert won.mean == pytest.approx(27.6354, abs=1e-4)
    assert lost.mean == pytest.approx(22.3646, abs=1e-4)
    assert won.doubt == pytest.approx(math.sqrt(69.4514 * (1 - 0.06325)), abs=1e-4)
    assert won.doubt == lost.doubt


def test_a_favourite_gains_little_and_loses_much() -> None:
    """Means 30 and 20, doubts 3: c² = 2 (9.0069 + 17.3611), c = 7.2619.

    Expected of the favourite: e^(30/c) / (e^(30/c) + e^(20/c)) = 1 / (1 + e^-1.3770) = 0.7985.
    So s²/c · 0.2015 = 0.2499 are gained, or s²/c · 0.7985 = 0.9904 lost.
    """
    strong, weak = Rating(30, 3), Rating(20, 3)
    assert rate([strong, weak], [0, 1])[0].mean == pytest.approx(30.2499, abs=2e-4)
    assert rate([strong, weak], [1, 0])[0].mean == pytest.approx(30 - 0.9904, abs=2e-4)


def test_a_draw_brings_unequal_players_nearer_and_leaves_equal_ones() -> None:
    strong, weak = rate([Rating(30, 3), Rating(20, 3)], [0, 0])
    assert 20 < weak.mean < strong.mean < 30
    assert [rating.mean for rating in rate([Rating(), Rating()], [0, 0])] == [25.0, 25.0]


def test_three_players_by_hand() -> None:
    """One wins, two are equal behind: c² = 3 · 86.8125, c = 16.1381, s²/c = 4.3036.

    The winner was expected with 1/3 among three: 4.3036 · 2/3 = 2.8690 more.
    The others lose 1/3 there, once; as equals among two each expects 1/2 and half of a place:
    together (-1/3 + 0) · 4.3036 = -1.4345 each.
    """
    first, second, third = rate([Rating()] * 3, [0, 1, 1])
    assert first.mean == pytest.approx(27.8690, abs=1e-4)
    assert second.mean == third.mean == pytest.approx(25 - 1.4345, abs=1e-4)


def test_what_is_shown_is_as_players_know_it() -> None:
    """400 points more are ten to one: for known players c = 25/6 · √2, and e^(d/c) = 10."""
    ahead = BETA * math.sqrt(2) * math.log(10)
    assert Rating(25 + ahead, 0).shown == 1900
    assert str(Rating(25, 25 / 6)) == "1500 ± 246"


def test_many_games_leave_little_doubt() -> None:
    one, other = Rating(), Rating()
    for number in range(40):
        one, other = rate([one, other], [number % 2, (number + 1) % 2])
    assert one.uncertainty < Rating().uncertainty / 2
    assert abs(one.shown - other.shown) < 60
    assert one.doubt > TAU
