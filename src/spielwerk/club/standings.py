"""Who stands where: points first, then what the points were won against."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

RESULTS = {
    "1-0": (1.0, 0.0),
    "0-1": (0.0, 1.0),
    "1/2-1/2": (0.5, 0.5),
    "0-0": (0.0, 0.0),
    "bye": (1.0, 0.0),
    "rest": (0.0, 0.0),
}
"""The points of who begins and who does not. A bye is a point; in a round robin of an odd number
everybody rests once, for none."""


@dataclass(frozen=True)
class Game:
    """A pair with what came of it; nothing yet if the result is None."""

    first: int
    second: int | None
    result: str | None = None

    @property
    def points(self) -> tuple[float, float]:
        """The points of both."""
        return RESULTS[self.result] if self.result is not None else (0.0, 0.0)


@dataclass(frozen=True)
class Standing:
    """Where a player stands."""

    player: int
    first_place: int
    last_place: int
    """The same as the first, unless places are shared."""
    points: float
    buchholz: float
    sonneborn_berger: float
    direct: float
    """Points in the games among those who are equal in all else, if they all have met."""
    games: int
    """How many were played to the end."""

    @property
    def place(self) -> str:
        """The place, or those that are shared: `2–3`."""
        if self.first_place == self.last_place:
            return str(self.first_place)
        return f"{self.first_place}–{self.last_place}"


def points_of(players: Iterable[int], games: Iterable[Game]) -> dict[int, float]:
    """The points of each player."""
    points = dict.fromkeys(players, 0.0)
    for game in games:
        for player, won in zip((game.first, game.second), game.points, strict=True):
            if player is not None:
                points[player] = points.get(player, 0.0) + won
    return points


def standings(players: Sequence[int], games: Sequence[Game]) -> list[Standing]:
    """All players, the best first; those who are equal in everything share their places.

    >>> games = [Game(1, 2, "1-0"), Game(3, 4, "1/2-1/2")]
    >>> [(at.place, at.player, at.points) for at in standings([1, 2, 3, 4], games)]
    [('1', 1, 1.0), ('2–3', 3, 0.5), ('2–3', 4, 0.5), ('4', 2, 0.0)]
    """
    decided = [game for game in games if game.result is not None]
    points = points_of(players, decided)
    against = {player: _against(player, decided, points) for player in players}
    buchholz = {player: sum(theirs for theirs, _ in against[player]) for player in players}
    sonneborn = {p: sum(theirs * won for theirs, won in against[p]) for p in players}

    def worth(player: int) -> tuple[float, float, float]:
        return points[player], buchholz[player], sonneborn[player]

    direct: dict[int, float] = {}
    for _, equal in groupby(sorted(players, key=worth), key=worth):
        direct |= _direct(list(equal), decided)

    def whole(player: int) -> tuple[float, float, float, float]:
        return (*worth(player), direct[player])

    ordered = sorted(players, key=whole, reverse=True)
    table, place = [], 1
    for _, equal in groupby(ordered, key=whole):
        sharing = list(equal)
        last = place + len(sharing) - 1
        for player in sharing:
            played = sum(
                player in (game.first, game.second) and game.second is not None for game in decided
            )
            table.append(Standing(player, place, last, *whole(player), played))
        place = last + 1
    return table


def _against(
    player: int, games: Sequence[Game], points: dict[int, float]
) -> list[tuple[float, float]]:
    """For each round: the points of the opponent, and those won there.

    A bye counts as a game against somebody with as many points as oneself; a rest not at all.
    """
    found = []
    for game in games:
        won = dict(zip((game.first, game.second), game.points, strict=True))
        if player in won and game.result != "rest":
            (opponent,) = won.keys() - {player}
            found.append((points[player if opponent is None else opponent], won[player]))
    return found


def _direct(equal: Sequence[int], games: Sequence[Game]) -> dict[int, float]:
    """The points among equals; none if not all of them have met."""
    among = [game for game in games if game.first in equal and game.second in equal]
    met = {frozenset({game.first, game.second}) for game in among}
    if len(met) < len(equal) * (len(equal) - 1) // 2:
        return dict.fromkeys(equal, 0.0)
    return points_of(equal, among)
