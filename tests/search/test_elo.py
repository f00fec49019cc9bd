"""Elo and shares: checked on arithmetic, and on players whose strength is known."""

from __future__ import annotations

from xml.parsers import expat

import numpy as np
import pytest

from spielwerk.search.elo import (
    Estimate,
    Matrix,
    draw_estimates,
    elo,
    expected_score,
    scale_marks,
    share,
)


def cross(points: list[list[float]]) -> tuple[Matrix, Matrix]:
    """Points and games, where every game gives one point to share."""
    made = np.array(points, np.float64)
    return made, made + made.T


def simulate(strengths: list[float], games: int, rng: np.random.Generator) -> Matrix:
    """Points of players of known Elo in so many games of each pair."""
    points = np.zeros((len(strengths), len(strengths)))
    for i, one in enumerate(strengths):
        for j, other in enumerate(strengths[:i]):
            points[i, j] = rng.binomial(games, expected_score(one - other))
            points[j, i] = games - points[i, j]
    return points


def test_three_points_of_four_are_191_elo() -> None:
    first, second = elo(*cross([[0, 7500], [2500, 0]]))
    assert first.value - second.value == pytest.approx(190.85, abs=0.1)


def test_ten_to_one_is_400_elo() -> None:
    first, second = elo(*cross([[0, 10_000], [1000, 0]]))
    assert first.value - second.value == pytest.approx(400, abs=0.5)


def test_all_draws_are_0_elo() -> None:
    ratings = elo(*cross([[0, 5, 5], [5, 0, 5], [5, 5, 0]]))
    assert [rating.value for rating in ratings] == pytest.approx([0, 0, 0])


def test_the_mean_is_0() -> None:
    ratings = elo(*cross([[0, 9, 8], [1, 0, 3], [2, 7, 0]]))
    assert sum(rating.value for rating in ratings) == pytest.approx(0)


def test_differences_add_up_along_a_chain() -> None:
    first, _, last = elo(*cross([[0, 7500, 0], [2500, 0, 7500], [0, 2500, 0]]))
    assert first.value - last.value == pytest.approx(2 * 190.85, abs=0.5)


def test_a_player_who_always_wins_is_finite_and_in_doubt() -> None:
    few, _ = elo(*cross([[0, 10], [0, 0]]))
    many, _ = elo(*cross([[0, 1000], [0, 0]]))
    assert 100 < few.value < many.value < 1000
    assert few.high - few.value > 100


def test_a_ladder_of_players_who_always_win_is_in_order() -> None:
    ratings = elo(*cross(np.triu(np.full((8, 8), 400), 1).tolist()))
    values = [rating.value for rating in ratings]
    assert values == sorted(values, reverse=True)
    assert np.isfinite(values).all()


def test_players_who_met_very_unevenly_are_rated_too() -> None:
    ratings = elo(
        *cross(
            [
                [0, 10, 0, 10, 100, 0, 100_000, 2],
                [0, 0, 0, 0, 10, 2757, 100, 0],
                [2, 2, 0, 0, 10, 5000, 2, 10],
                [0, 10, 0, 0, 10, 2, 2, 8],
                [0, 0, 0, 0, 0, 0, 100, 0],
                [0, 2243, 0, 0, 100, 0, 100_000, 0],
                [0, 0, 0, 0, 0, 0, 0, 0],
                [0, 100_000, 0, 2, 100_000, 10, 100_000, 0],
            ]
        )
    )
    assert all(abs(rating.value) < 5000 for rating in ratings)


def test_the_margin_of_even_players_is_that_of_the_normal_distribution() -> None:
    first, second = elo(*cross([[0, 5000], [5000, 0]]))
    slope = 4 * 400 / np.log(10)  # Elo for a share, near one half
    assert first.high - second.low == pytest.approx(slope * 1.96 * 0.005, rel=0.01)


def test_four_times_the_games_are_half_the_margin() -> None:
    few, _ = elo(*cross([[0, 150], [50, 0]]))
    many, _ = elo(*cross([[0, 600], [200, 0]]))
    assert (few.high - few.low) / (many.high - many.low) == pytest.approx(2, rel=0.01)


@pytest.mark.parametrize("games", [20, 200])
def test_about_95_in_100_intervals_hold_the_true_strength(games: int) -> None:
    strengths = [150.0, 50.0, -20.0, -180.0]
    rng = np.random.default_rng(7)
    held = [
        rating.low <= strength <= rating.high
        for _ in range(200)
        for strength, rating in zip(
            strengths, elo(*cross(simulate(strengths, games, rng).tolist())), strict=True
        )
    ]
    assert 0.93 <= np.mean(held) <= 0.97


@pytest.mark.parametrize(
    ("points", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (8, 10, 0.4902, 0.9433), (10, 10, 0.7225, 1.0), (0, 0, 0.0, 1.0)],
)
def test_shares_have_the_interval_of_wilson(
    points: float, games: int, low: float, high: float
) -> None:
    estimate = share(points, games)
    assert (estimate.low, estimate.high) == pytest.approx((low, high), abs=1e-4)


def test_the_picture_is_xml_with_a_row_for_each() -> None:
    rows = [("<Ann & Ben>", Estimate(100, 50, 150)), ("Cid", Estimate(-100, -300, 100))]
    found: list[tuple[str, dict[str, str]]] = []
    parser = expat.ParserCreate()
    parser.StartElementHandler = lambda name, attributes: found.append((name, attributes))
    parser.Parse(draw_estimates(rows, "Elo", reference=0), True)
    stronger, weaker = (float(a["cx"]) for name, a in found if name == "circle")
    assert stronger > weaker
    assert {name for name, _ in found} == {"svg", "rect", "text", "line", "circle"}


@pytest.mark.parametrize(
    ("low", "high"), [(0, 0), (-0.01, 0.02), (18.8, 81.2), (-3, 997), (-1234, 1)]
)
def test_the_scale_holds_all_and_has_few_marks(low: float, high: float) -> None:
    marks = scale_marks(low, high)
    assert marks[0] <= low <= high <= marks[-1]
    assert 2 <= len(marks) <= 11
