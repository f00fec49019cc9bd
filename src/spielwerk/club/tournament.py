"""A tournament: who takes part, the rounds, what came of them, and what may happen next."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from spielwerk.club.pairing import Pair, past_of, round_robin, swiss
from spielwerk.club.standings import RESULTS, Game, Standing, points_of, standings

Kind = Literal["swiss", "round robin"]
Way = Literal["table", "organiser", "default"]
"""How a result came about: at the table, by the organiser, or without a game."""
ENTERED = ("1-0", "0-1", "1/2-1/2", "0-0")
"""The results that an organiser can enter."""


@dataclass(frozen=True)
class Entry:
    """Somebody who takes part: a person, perhaps a member, or a computer of a level."""

    number: int
    name: str
    level: int | None = None
    member: int | None = None
    seed: int | None = None
    """The place by strength when the tournament began."""
    dropped: bool = False

    @property
    def rated_as(self) -> str | None:
        """The name under which the player is rated; None for a guest."""
        if self.level is not None:
            return f"level {self.level}"
        return None if self.member is None else f"member {self.member}"


@dataclass(frozen=True)
class Pairing:
    """Two who meet in a round, or one who has a bye."""

    round: int
    board: int
    first: int
    second: int | None
    result: str | None = None
    way: Way | None = None
    table: str | None = None

    @property
    def game(self) -> Game:
        """As the standings count it."""
        return Game(self.first, self.second, self.result)


@dataclass(frozen=True)
class Tournament:
    """A tournament as it stands."""

    kind: Kind
    rounds: int
    """How many rounds a Swiss has; 0: as many as the number of players asks for."""
    entries: tuple[Entry, ...] = ()
    pairings: tuple[Pairing, ...] = ()

    @property
    def round(self) -> int:
        """The number of the present round; 0 before the first."""
        return max((pairing.round for pairing in self.pairings), default=0)

    @property
    def all_rounds(self) -> int:
        """How many rounds there are in all."""
        count = len(self._seeded() if self.round else self.playing)
        if self.kind == "round robin":
            return count - 1 + count % 2 if count else 0
        return self.rounds or max(1, math.ceil(math.log2(max(count, 2))))

    @property
    def playing(self) -> list[Entry]:
        """Those who have not dropped out."""
        return [entry for entry in self.entries if not entry.dropped]

    @property
    def undecided(self) -> list[Pairing]:
        """The games that have no result yet."""
        return [pairing for pairing in self.pairings if pairing.result is None]

    @property
    def over(self) -> bool:
        """Whether all is played."""
        if self.round == 0 or self.undecided:
            return False
        return self.round >= self.all_rounds or len(self.playing) < 2

    @property
    def games(self) -> list[Game]:
        """All games and byes so far."""
        return [pairing.game for pairing in self.pairings]

    @property
    def standings(self) -> list[Standing]:
        """Who stands where."""
        return standings([entry.number for entry in self._seeded()], self.games)

    def entry(self, number: int) -> Entry:
        """An entry by its number."""
        return next(entry for entry in self.entries if entry.number == number)

    def _seeded(self) -> list[Entry]:
        """All who were ever paired or can be, the strongest first; the others as they came."""
        late = len(self.entries)
        return sorted(
            self.entries, key=lambda entry: (entry.seed or late + entry.number, entry.number)
        )

    def next_round(self) -> list[Pairing]:
        """The pairings of the next round; whoever has a bye has its result."""
        if self.kind == "swiss":
            pairs = self._next_swiss()
        else:
            pairs = round_robin([entry.number for entry in self._seeded()])[self.round]
        playing = {entry.number for entry in self.playing}
        paired = [pairing for pair in pairs if (pairing := self._paired(pair, playing))]
        # Byes are told last.
        paired.sort(key=lambda pairing: pairing.second is None)
        return [replace(pairing, board=board) for board, pairing in enumerate(paired, start=1)]

    def _next_swiss(self) -> list[Pair]:
        numbers = [entry.number for entry in self._seeded() if not entry.dropped]
        rounds: list[list[Pair]] = [[] for _ in range(self.round)]
        for pairing in self.pairings:
            rounds[pairing.round - 1].append((pairing.first, pairing.second))
        return swiss(numbers, past_of(rounds, points_of(numbers, self.games)))

    def _paired(self, pair: Pair, playing: set[int]) -> Pairing | None:
        """A pair of the plan; who was to meet somebody who dropped out wins without a game."""
        number = self.round + 1
        first, second = pair
        if second is None:
            result = "bye" if self.kind == "swiss" else "rest"
            there = first in playing
            return Pairing(number, 0, first, None, result, "default") if there else None
        here = [player for player in (first, second) if player in playing]
        if len(here) == 2:
            return Pairing(number, 0, first, second)
        return Pairing(number, 0, here[0], None, "bye", "default") if here else None

    def dropped(self, number: int) -> tuple[Entry, list[Pairing]]:
        """The entry that drops out, and its game in this round, which the other wins."""
        entry = replace(self.entry(number), dropped=True)
        lost = []
        for pairing in self.undecided:
            if number in (pairing.first, pairing.second):
                result = "0-1" if pairing.first == number else "1-0"
                lost.append(replace(pairing, result=result, way="default"))
        return entry, lost


def seeds(entries: Sequence[Entry], strengths: dict[str, float], usual: float) -> list[Entry]:
    """Entries with their places by strength; those who are equally strong as they came."""

    def strength(entry: Entry) -> float:
        return strengths.get(entry.rated_as or "", usual)

    ordered = sorted(entries, key=lambda entry: (-strength(entry), entry.number))
    return [replace(entry, seed=place) for place, entry in enumerate(ordered, start=1)]


def ranks(result: str) -> list[int] | None:
    """The ranks in a game for the ratings, if the result is that of a game."""
    if result not in ENTERED or result == "0-0":
        return None
    first, second = RESULTS[result]
    return [int(first < second), int(second < first)]
