"""The games of a tournament: which are played, by whom, and how each went."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

from spielwerk.core.game import Game
from spielwerk.core.position import Position
from spielwerk.core.random import random_below, random_stream, random_word
from spielwerk.core.record import Record
from spielwerk.search.players import Chooser, MakeChooser, reason

OPENING, DICE, SEATS = 1, 2, 3
"""Streams of a game's seed; stream 0 deals, and each seat has one of its own from SEATS on."""
MOST_GAMES = 1_000_000


class Pairing(NamedTuple):
    """A game to be played."""

    number: int
    players: tuple[str, str]
    """The one and the other; with three seats or more the one is alone against copies."""
    seats: tuple[str, ...]
    """Who sits where."""
    seed: int


def seatings(
    first: str, second: str, seats: int, gauntlet: bool
) -> list[tuple[tuple[str, str], tuple[str, ...]]]:
    """The games of a pair that share a seed, who sits where: all seats are exchanged.

    >>> [seated for pair, seated in seatings("a", "b", 2, gauntlet=False)]
    [('a', 'b'), ('b', 'a')]
    >>> [seated for pair, seated in seatings("a", "b", 3, gauntlet=True)]
    [('a', 'b', 'b'), ('b', 'a', 'b'), ('b', 'b', 'a')]
    """
    if seats == 2:
        return [((first, second), (first, second)), ((second, first), (second, first))]
    pairs = [(first, second)] if gauntlet else [(first, second), (second, first)]
    return [
        ((one, other), tuple(one if place == seat else other for place in range(seats)))
        for one, other in pairs
        for seat in range(seats)
    ]


def make_plan(
    names: Sequence[str], seats: int, games: int, seed: int, *, gauntlet: bool = False
) -> Iterator[Pairing]:
    """All games in the order in which they are begun: one set of each pair after the other.

    More games for each pair only add to the plan. In a gauntlet the first plays the others, and
    with three seats or more only it is alone against copies.

    >>> for pairing in make_plan(["a", "b"], seats=2, games=3, seed=0):
    ...     print(*pairing)
    0 ('a', 'b') ('a', 'b') 4216505632
    1 ('b', 'a') ('b', 'a') 4216505632
    2 ('a', 'b') ('a', 'b') 1047107358
    3 ('b', 'a') ('b', 'a') 1047107358
    """
    pairs = [(names[0], other) for other in names[1:]] if gauntlet else combinations(names, 2)
    sets = [seatings(*pair, seats, gauntlet) for pair in pairs]
    rounds = -(-games // len(sets[0]))
    number = 0
    for stream, seated_set in enumerate(sets * rounds):
        game_seed = random_word(random_stream(seed, stream))
        for players, seated in seated_set:
            yield Pairing(number, players, seated, game_seed)
            number += 1


@dataclass(frozen=True)
class Played:
    """A game that was played."""

    pairing: Pairing
    result: str
    """As in a record: `1-0`, `1/2-1/2`, `0-0-1`."""
    scores: tuple[int, ...] | None
    forfeit: str | None
    """What was wrong where a player failed to choose a possible step; None in other games."""
    record: str
    """The record as text."""

    @property
    def points(self) -> tuple[float, ...]:
        """What each seat got of the one point there is."""
        return tuple(float(Fraction(part)) for part in self.result.split("-"))

    @property
    def loser(self) -> str:
        """Who got nothing; in a forfeit that is who failed to choose."""
        return self.pairing.seats[self.points.index(0)]

    def as_dict(self) -> dict[str, Any]:
        """As it is written into a file."""
        own = {name: value for name, value in vars(self).items() if name != "pairing"}
        return self.pairing._asdict() | own

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Played:
        """The other way round, where tuples have become lists."""
        one, other = data["players"]
        pairing = Pairing(data["number"], (one, other), tuple(data["seats"]), data["seed"])
        scores = None if data["scores"] is None else tuple(data["scores"])
        return cls(pairing, data["result"], scores, data["forfeit"], data["record"])


@dataclass(frozen=True)
class Terms:
    """What all games of a tournament share."""

    game: Game
    players: Mapping[str, MakeChooser]
    opening: int

    def play(self, pairing: Pairing) -> Played:
        """Play a game; whoever fails to choose a step that is possible loses it."""
        dice = random_stream(pairing.seed, DICE)
        position = self.open(pairing.seed, dice)
        choosers: dict[int, Chooser] = {}
        forfeit = None
        while not position.over and forfeit is None:
            seat = position.player
            if seat is None:
                position = throw(position, dice)
                continue
            try:
                if seat not in choosers:
                    seat_seed = random_word(random_stream(pairing.seed, SEATS + seat))
                    choosers[seat] = self.players[pairing.seats[seat]](seat_seed)
                position = take_step(position, choosers[seat].choose(position))
            except (Exception, SystemExit) as error:  # whatever somebody's code may raise
                forfeit = reason(error)
        record = write_record(position, pairing, forfeit)
        return Played(pairing, record.result, position.scores, forfeit, record.text)

    def open(self, seed: int, dice: list[int]) -> Position:
        """The position after the opening: random steps, none of which ends the game."""
        position = self.game.start(seed)
        random = random_stream(seed, OPENING)
        steps = self.opening
        while steps and not position.over:
            if position.player is None:
                position = throw(position, dice)
                continue
            going_on = [after for after in map(position.play, position.steps) if not after.over]
            if not going_on:
                break
            position = going_on[random_below(random, len(going_on))]
            steps -= 1
        return position


def throw(position: Position, dice: list[int]) -> Position:
    """The position after the die; its faces are equally likely."""
    return position.play(position.steps[random_below(dice, len(position.steps))])


def take_step(position: Position, token: object) -> Position:
    """The position after the step that somebody chose."""
    if not isinstance(token, str):
        raise TypeError(f"{token!r} is no token of a step")
    return position.play(token)


def write_record(position: Position, pairing: Pairing, forfeit: str | None) -> Record:
    """The record of a game; a forfeit is a point for every seat of the other player."""
    headers = {"Players": ", ".join(pairing.seats)}
    if forfeit is None:
        return Record.of(position, headers)
    loser = pairing.seats[position.player or 0]
    result = "-".join("0" if name == loser else "1" for name in pairing.seats)
    headers |= {"Termination": "forfeit", "Result": result}
    return Record.of(position, headers, {len(position.history): f"{loser} forfeits: {forfeit}"})
