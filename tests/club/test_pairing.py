"""Who meets whom, against examples worked by hand, and what holds in every tournament."""

from __future__ import annotations

from itertools import combinations

import networkx  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spielwerk.club.pairing import Pair, Past, past_of, round_robin, swiss
from spielwerk.club.standings import Game, points_of

ROUND_ROBIN_OF_FIVE = [
    [(1, None), (2, 5), (3, 4)],
    [(4, None), (5, 3), (1, 2)],
    [(2, None), (3, 1), (4, 5)],
    [(5, None), (1, 4), (2, 3)],
    [(3, None), (4, 2), (5, 1)],
]
"""By the tables of Berger, with the sixth as the bye."""


def test_a_round_robin_of_five_has_a_bye_for_everybody() -> None:
    assert round_robin([1, 2, 3, 4, 5]) == ROUND_ROBIN_OF_FIVE


@pytest.mark.parametrize("count", range(2, 18))
def test_in_a_round_robin_everybody_meets_everybody_once(count: int) -> None:
    rounds = round_robin(range(count))
    assert len(rounds) == count - 1 + count % 2
    for pairs in rounds:
        assert sorted(number for pair in pairs for number in pair if number is not None) == list(
            range(count)
        )
    games = [pair for pairs in rounds for pair in pairs if pair[1] is not None]
    assert {frozenset(pair) for pair in games} == {
        frozenset(pair) for pair in combinations(range(count), 2)
    }
    assert len(games) == count * (count - 1) // 2


@pytest.mark.parametrize("count", range(2, 18))
def test_in_a_round_robin_nobody_begins_twice_more_than_not(count: int) -> None:
    firsts = past_of(round_robin(range(count)), {}).firsts
    assert all(abs(more) <= 1 for more in firsts.values())


def played(rounds: list[list[Pair]], points: dict[int, float], count: int) -> list[Pair]:
    return swiss(range(1, count + 1), past_of(rounds, points))


FIRST_ROUND: list[Pair] = [(1, 5), (6, 2), (3, 7), (8, 4)]


def test_a_first_round_is_the_better_half_against_the_other() -> None:
    assert played([], {}, 8) == FIRST_ROUND


def test_winners_meet_winners_and_who_begins_changes() -> None:
    """1 to 4 have won. 1 and 3 have begun, 2 and 4 have not: so 1 meets 4 and not 3.

    The same with 5 and 7, who have not begun, and 6 and 8, who have.
    """
    points = {1: 1.0, 2: 1.0, 3: 1.0, 4: 1.0}
    assert played([FIRST_ROUND], points, 8) == [(4, 1), (2, 3), (5, 8), (7, 6)]


def test_a_draw_goes_between_the_winners_and_the_losers() -> None:
    """1 and 3 have won, 2 and 6 and 4 and 8 have drawn, 5 and 7 have lost.

    1 and 3 have both begun, 5 and 7 have both not: on boards 1 and 3 the better would begin, on
    boards 2 and 4 the other.
    """
    points = {1: 1.0, 3: 1.0, 2: 0.5, 6: 0.5, 4: 0.5, 8: 0.5}
    assert played([FIRST_ROUND], points, 8) == [(1, 3), (2, 8), (4, 6), (7, 5)]


def test_nobody_meets_twice_although_the_points_would_have_it() -> None:
    """Of four, the leaders 1 and 2 have met: 1 meets 3 and 2 meets 4, two points apart."""
    rounds: list[list[Pair]] = [[(1, 4), (3, 2)], [(2, 1), (4, 3)]]
    assert played(rounds, {1: 2.0, 2: 1.0, 3: 1.0}, 4) == [(1, 3), (4, 2)]


def test_two_meet_again_when_nobody_else_is_left() -> None:
    assert played([[(1, 2)]], {1: 1.0}, 2) == [(2, 1)]


def test_the_bye_goes_to_the_last_who_had_none() -> None:
    rounds: list[list[Pair]] = [[(1, 3), (4, 2), (5, None)]]
    assert (4, None) in played(rounds, {1: 1.0, 2: 1.0, 5: 1.0}, 5)
    rounds.append([(3, 1), (2, 5), (4, None)])
    assert (3, None) in played(rounds, {1: 2.0, 2: 2.0, 5: 1.0, 4: 1.0}, 5)


def test_one_alone_has_the_bye_and_nobody_has_nothing() -> None:
    assert swiss([7], Past()) == [(7, None)]
    assert swiss([], Past()) == []


def test_strength_decides_among_those_with_as_many_points() -> None:
    assert swiss([3, 1, 4, 2], Past()) == [(3, 4), (2, 1)]


def could_avoid_repeats(players: list[int], past: Past) -> bool:
    """Whether all could meet somebody new, by another way than the pairing's own."""
    nodes: list[object] = [*players, *(["bye"] if len(players) % 2 else [])]
    graph = networkx.Graph()
    graph.add_nodes_from(nodes)
    graph.add_edges_from(
        pair for pair in combinations(players, 2) if frozenset(pair) not in past.met
    )
    if len(players) % 2:
        graph.add_edges_from((player, "bye") for player in players if player not in past.byes)
    return 2 * len(networkx.max_weight_matching(graph, maxcardinality=True)) == len(nodes)


@st.composite
def tournaments(draw: st.DrawFn) -> tuple[int, list[list[int]], list[list[str]]]:
    """How many play, who drops out before each round, and the results of each."""
    count = draw(st.integers(2, 13))
    rounds = draw(st.integers(1, 7))
    dropping = st.lists(st.integers(1, count), max_size=1)
    results = st.lists(st.sampled_from(["1-0", "0-1", "1/2-1/2"]), min_size=7, max_size=7)
    return (
        count,
        draw(st.lists(dropping, min_size=rounds, max_size=rounds)),
        draw(st.lists(results, min_size=rounds, max_size=rounds)),
    )


@settings(max_examples=60, deadline=None)
@given(tournaments())
def test_what_holds_in_every_swiss(drawn: tuple[int, list[list[int]], list[list[str]]]) -> None:
    count, drops, results = drawn
    players = list(range(1, count + 1))
    rounds: list[list[Pair]] = []
    games: list[Game] = []
    for dropping, outcome in zip(drops, results, strict=True):
        players = [player for player in players if player not in dropping]
        past = past_of(rounds, points_of(players, games))
        pairs = swiss(players, past)
        seated = [player for pair in pairs for player in pair if player is not None]
        assert sorted(seated) == players, "each plays or has a bye, once; nobody else is paired"
        new = all(
            player not in past.byes if other is None else frozenset({player, other}) not in past.met
            for player, other in pairs
        )
        assert new == could_avoid_repeats(players, past)
        rounds.append(pairs)
        games += [
            Game(first, second, "bye" if second is None else outcome[board])
            for board, (first, second) in enumerate(pairs)
        ]
        if new:
            after = past_of(rounds, {}).firsts
            assert all(abs(more) <= 3 for more in after.values())


@settings(max_examples=25, deadline=None)
@given(st.integers(4, 10).map(lambda half: 2 * half), st.randoms(use_true_random=False))
def test_in_five_rounds_nobody_begins_much_more_often_than_not(count: int, chance: object) -> None:
    rounds: list[list[Pair]] = []
    games: list[Game] = []
    for _ in range(5):
        pairs = swiss(range(count), past_of(rounds, points_of(range(count), games)))
        rounds.append(pairs)
        games += [
            Game(first, second, chance.choice(["1-0", "0-1", "1/2-1/2"]))  # type: ignore[attr-defined]
            for first, second in pairs
        ]
        assert all(abs(more) <= 2 for more in past_of(rounds, {}).firsts.values())
