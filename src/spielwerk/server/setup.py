"""What is settled before a game begins: the game, who sits where, how much time there is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any, Literal, TypeAlias

from spielwerk.core.errors import SpielwerkError
from spielwerk.core.game import Game
from spielwerk.core.position import Position
from spielwerk.core.registry import game
from spielwerk.pictures.words import say
from spielwerk.search.bot import LEVELS, TIMED_LEVEL
from spielwerk.server.names import clean

Kind: TypeAlias = Literal["here", "friend", "computer"]
ClockKind: TypeAlias = Literal["none", "each", "table"]
HERE: Kind = "here"
FRIEND: Kind = "friend"
COMPUTER: Kind = "computer"
MOST_MINUTES = 24 * 60
MOST_INCREMENT = 600


@dataclass(frozen=True)
class Seat:
    """Who plays one side."""

    kind: Kind
    level: int | None = None
    name: str = ""

    def __post_init__(self) -> None:
        if self.kind == COMPUTER and self.level not in (*LEVELS, TIMED_LEVEL):
            raise SpielwerkError(f"There is no level {self.level!r}: there is 1 to {TIMED_LEVEL}.")
        object.__setattr__(self, "name", clean(self.name))


@dataclass(frozen=True)
class Clock:
    """How much time there is: none is counted, each player has some, or the table has."""

    kind: ClockKind = "none"
    minutes: float = 0
    increment: float = 0
    """Seconds that a player gets for each turn."""

    def __post_init__(self) -> None:
        if self.kind != "none" and not 0 < self.minutes <= MOST_MINUTES:
            raise SpielwerkError(
                say("A clock has more than 0 and up to {n} minutes.", n=MOST_MINUTES)
            )
        if not 0 <= self.increment <= MOST_INCREMENT:
            raise SpielwerkError(
                say("Up to {n} seconds can be added for a turn.", n=MOST_INCREMENT)
            )


@dataclass(frozen=True)
class Setup:
    """What is settled before a game begins."""

    key: str
    seats: tuple[Seat, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    position: str | None = None
    """Where it begins, if not at the start."""
    clock: Clock = Clock()
    rated: bool = False
    """Whether it counts: there are no hints, and no turn is taken back."""

    def __post_init__(self) -> None:
        players = self.game.players
        if len(self.seats) != players:
            raise SpielwerkError(
                f"{self.game.name} with these options has {players} seats, not {len(self.seats)}."
            )
        if self.start.over:
            raise SpielwerkError(say("The game is over in that position: begin with another."))

    @cached_property
    def game(self) -> Game:
        """The game with its options."""
        return game(self.key, **self.options)

    @cached_property
    def start(self) -> Position:
        """The first position."""
        if self.position is not None:
            return self.game.position(self.position)
        return self.game.start(self.seed)

    @property
    def data(self) -> dict[str, Any]:
        """As plain data, to be stored."""
        return asdict(self)

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Setup:
        """From plain data."""
        seats = tuple(Seat(**seat) for seat in data["seats"])
        return cls(**{**data, "seats": seats, "clock": Clock(**data["clock"])})
