"""A table in memory, and who looks at it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from spielwerk.server.review import Review
from spielwerk.server.secret import is_secret
from spielwerk.server.setup import COMPUTER
from spielwerk.server.table import Event, Table

if TYPE_CHECKING:
    from spielwerk.server.tables import Tables


@dataclass(eq=False)
class Watcher:
    """Somebody who looks at a table: called whenever something has happened."""

    seats: frozenset[int]
    changed: Callable[[], None]


@dataclass(eq=False)
class Open:
    """A table in memory."""

    id: str
    table: Table
    hashes: dict[int, str]
    events: list[Event]
    house: Tables
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    watchers: set[Watcher] = field(default_factory=set)
    thinking: asyncio.Task[None] | None = None
    look: asyncio.TimerHandle | None = None
    """When it is looked at again: a flag may fall, or something may have been left undone."""
    review: Review | None = None
    reviewing: asyncio.Task[None] | None = None
    words: dict[str, list[str]] = field(default_factory=dict)
    """The steps taken, told in each language that somebody wants."""
    in_doubt: bool = False
    """Whether something may have been stored that is not known here."""

    def seats_of(self, given: Sequence[str]) -> frozenset[int]:
        """The seats that somebody with these secrets has."""
        return frozenset(
            seat
            for seat, kept in self.hashes.items()
            for secret in given
            if is_secret(secret, kept) and self.table.seats[seat].kind != COMPUTER
        )

    @property
    def is_idle(self) -> bool:
        """Whether nobody looks, nothing is thought and no clock runs."""
        busy = is_busy(self.thinking) or is_busy(self.reviewing)
        return not (self.watchers or busy or self.look or self.lock.locked())

    @property
    def present(self) -> set[int]:
        """The seats whose players are looking."""
        here = {seat for watcher in self.watchers for seat in watcher.seats}
        return here | self.house.exchange.present(self.id)

    @property
    def time_left(self) -> list[int]:
        """Milliseconds left to each seat."""
        return self.table.time_left(self.house.now())

    @property
    def computer_moves(self) -> bool:
        """Whether the next step is a computer's."""
        mover = self.table.mover
        return mover is not None and self.table.seats[mover].kind == COMPUTER


def is_busy(task: asyncio.Task[None] | None) -> bool:
    """Whether a task is at work."""
    return task is not None and not task.done()


def tell(found: Open) -> None:
    """Tell all who watch that something has happened."""
    for watcher in list(found.watchers):
        watcher.changed()
