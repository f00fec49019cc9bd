"""Symmetries of a board, as data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from spielwerk.core.state import CHANCE, PLAYER, RESULT, WON


@dataclass(frozen=True)
class Symmetry:
    """How a state, its steps and its players look after turning or mirroring the board.

    What stands in entry i of the state goes to entry `places[i]`, step code s becomes `steps[s]`,
    player p becomes `players[p]`. Where turning the board changes what an entry holds (a colour, a
    low side), `values` gives for the new entry what each old value becomes.
    """

    name: str
    places: Sequence[int]
    steps: Sequence[int]
    players: Sequence[int]
    values: Mapping[int, Sequence[int]] = field(default_factory=dict)
    exact: bool = True
    """False where a rule breaks ties by the names of squares, so that play may differ a little."""

    @classmethod
    def identity(cls, size: int, steps: int, players: int) -> Symmetry:
        """Nothing changes."""
        return cls("identity", range(size), range(steps), range(players))

    def apply(self, state: Sequence[int]) -> list[int]:
        """The state after the symmetry."""
        result = [0] * len(self.places)
        for entry, place in zip(state, self.places, strict=True):
            result[place] = int(entry)
        for place, becomes in self.values.items():
            result[place] = int(becomes[result[place]])
        if result[PLAYER] != CHANCE:
            result[PLAYER] = self.players[result[PLAYER]]
        if result[RESULT] >= WON:
            result[RESULT] = WON + self.players[result[RESULT] - WON]
        return result


def move_entries(size: int, first: int, squares: Iterable[int]) -> list[int]:
    """Places for a state in which only the squares from entry `first` on trade places.

    >>> move_entries(4, 1, [2, 0, 1])
    [0, 3, 1, 2]
    """
    places = list(range(size))
    for square, target in enumerate(squares):
        places[first + square] = first + target
    return places
