"""Who meets whom: everybody meets everybody, or those with as many points meet each other.

Players are numbers. A pair is (who begins, who does not); who has nobody to play has a bye.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

Pair = tuple[int, int | None]
MOST_SEAT_DIFFERENCE = 2
"""How much more often somebody may begin than not, or the other way round, if it can be helped."""


@dataclass
class Past:
    """What the pairing of a round goes by."""

    points: Mapping[int, float] = field(default_factory=dict)
    met: Mapping[frozenset[int], int] = field(default_factory=dict)
    """How often two have met."""
    firsts: Mapping[int, int] = field(default_factory=dict)
    """How much more often somebody has begun than not."""
    last: Mapping[int, int] = field(default_factory=dict)
    """1 for those who began in their last game, -1 for those who did not."""
    byes: Mapping[int, int] = field(default_factory=dict)


def past_of(rounds: Sequence[Sequence[Pair]], points: Mapping[int, float]) -> Past:
    """What follows from the rounds so far."""
    met: dict[frozenset[int], int] = {}
    firsts: dict[int, int] = {}
    last: dict[int, int] = {}
    byes: dict[int, int] = {}
    for pairs in rounds:
        for first, second in pairs:
            if second is None:
                byes[first] = byes.get(first, 0) + 1
                continue
            pair = frozenset({first, second})
            met[pair] = met.get(pair, 0) + 1
            firsts[first], last[first] = firsts.get(first, 0) + 1, 1
            firsts[second], last[second] = firsts.get(second, 0) - 1, -1
    return Past(points, met, firsts, last, byes)


def round_robin(players: Sequence[int]) -> list[list[Pair]]:
    """All rounds in which everybody meets everybody once, by the circle method.

    The first player stays, the others go round; of an odd number one has a bye in each round.

    >>> for pairs in round_robin([1, 2, 3, 4]):
    ...     print(pairs)
    [(1, 4), (2, 3)]
    [(4, 3), (1, 2)]
    [(2, 4), (3, 1)]
    """
    circle: list[int | None] = [*players]
    if len(circle) % 2:
        circle.append(None)
    # The last place stays, so that the one in it begins in every other round, or has the byes.
    *moving, fixed = circle
    rounds = []
    for number in range(len(moving)):
        shift = number * (len(moving) + 1) // 2 % len(moving)
        at = moving[shift:] + moving[:shift]
        facing: list[tuple[int | None, int | None]] = [(at[0], fixed)]
        facing += [(at[place], at[-place]) for place in range(1, len(circle) // 2)]
        if number % 2:
            facing[0] = (facing[0][1], facing[0][0])
        rounds.append([_pair(one, other) for one, other in facing])
    return rounds


def _pair(one: int | None, other: int | None) -> Pair:
    """A pair; a bye is written with nobody as the second."""
    if one is None:
        one, other = other, one
    assert one is not None  # noqa: S101
    return one, other


def swiss(players: Sequence[int], past: Past) -> list[Pair]:
    """The next round of a Swiss tournament; players are given by their strength, best first.

    What matters, the first most: nobody meets the same player twice; nobody has two byes, and a
    bye goes to the last; nobody begins much more often than not; players have as many points as
    each other; who begins changes; the better half of those with as many points meets the other.

    >>> swiss([1, 2, 3, 4, 5], Past())
    [(1, 3), (4, 2), (5, None)]
    """
    import networkx  # type: ignore[import-untyped]  # takes a moment

    order = sorted(players, key=lambda player: -past.points.get(player, 0))
    costs = _costs(order, past)
    most = 1 + max(costs.values(), default=0)
    graph = networkx.Graph()
    graph.add_weighted_edges_from((i, j, most - cost) for (i, j), cost in costs.items())
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    return [
        (order[high], None) if low == len(order) else seated(order[high], order[low], past, board)
        for board, (high, low) in enumerate(sorted(sorted(pair) for pair in found))
    ]


def _costs(order: Sequence[int], past: Past) -> dict[tuple[int, int], int]:
    """What speaks against a pair, by its places; the place after the last is for a bye.

    A cost outweighs all lesser ones of a whole round.
    """
    count = len(order)
    points = [round(2 * past.points.get(player, 0)) for player in order]
    places, sizes = _groups(points)
    widest = 1 + max(points, default=0) - min(points, default=0)
    fold = 1
    change = fold * (1 + count * count)
    apart = change * (1 + 2 * count)
    excess = apart * (1 + count * widest * widest)
    last = excess * (1 + count * (1 + max(map(abs, past.firsts.values()), default=0)))
    again = last * (1 + count)
    costs: dict[tuple[int, int], int] = {}
    for (i, one), (j, other) in combinations(enumerate(order), 2):
        difference = points[i] - points[j]
        cost = again * past.met.get(frozenset({one, other}), 0)
        cost += excess * _seat_excess(one, other, past) + change * _seat_cost(one, other, past)
        cost += apart * difference * difference
        if difference == 0:
            cost += fold * _fold_cost(places[i], places[j], sizes[i] // 2)
        costs[i, j] = cost
    if count % 2:
        for i, one in enumerate(order):
            costs[i, count] = again * past.byes.get(one, 0) + last * (count - 1 - i)
    return costs


def _groups(points: Sequence[int]) -> tuple[list[int], list[int]]:
    """The place of each player among those with as many points, and how many they are."""
    places = [points[:place].count(value) for place, value in enumerate(points)]
    return places, [points.count(value) for value in points]


def _fold_cost(i: int, j: int, half: int) -> int:
    """How far two are from first half against second half, of those with as many points."""
    return abs(j - i - half) + (0 if i < half <= j else half)


def _seat_excess(one: int, other: int, past: Past) -> int:
    """By how much somebody would have begun too often or too seldom, at best."""
    a, b = past.firsts.get(one, 0), past.firsts.get(other, 0)
    ways = ((a + 1, b - 1), (a - 1, b + 1))
    return min(max(0, max(abs(x), abs(y)) - MOST_SEAT_DIFFERENCE) for x, y in ways)


def _seat_cost(one: int, other: int, past: Past) -> int:
    """How badly two fit who should both begin, or both not: 0 to 2."""
    a, b = past.firsts.get(one, 0), past.firsts.get(other, 0)
    same_last = past.last.get(one, 0) * past.last.get(other, 0) > 0
    return (1 if a * b > 0 else 0) + (1 if same_last else 0)


def seated(high: int, low: int, past: Past, board: int) -> tuple[int, int]:
    """Who of two begins: who did so less often, or not in the last game, or by the board."""
    for count in (past.firsts, past.last):
        a, b = count.get(high, 0), count.get(low, 0)
        if a != b:
            return (high, low) if a < b else (low, high)
    return (high, low) if board % 2 == 0 else (low, high)
