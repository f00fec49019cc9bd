"""What a server does for itself now and then: it lets go of what nobody needs any more."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

from sqlalchemy import Select, delete, func, or_, select
from sqlalchemy.exc import IntegrityError

from spielwerk.core.errors import SpielwerkError
from spielwerk.server.logs import SERVER, told
from spielwerk.server.replay import replay
from spielwerk.server.settings import Keep
from spielwerk.server.storage import EVENTS, SECRETS, TABLES, Storage
from spielwerk.server.tables import Tables

LOOK = 5.0
"""Seconds between two looks at the numbers."""
CLOSE = 60.0
"""Seconds between two looks for tables in memory that nobody uses."""
PRUNE = 3600.0
"""Seconds between two looks for abandoned tables."""
GENERATIONS = (5_000, 20, 1_000_000)
"""When Python looks for what nobody can reach by itself: never in the whole memory."""
COLLECT = 600.0
"""Seconds between two looks there for what nobody can reach any more."""
COLLECT_NEW = 0.25
"""Seconds between two looks among what is new: what Python would let gather at a thousand tables
takes a twentieth of a second, in which all of them wait."""
BATCH = 100
"""Tables that are looked for at a time."""


def fell_silent(
    storage: Storage, before: int, not_in: tuple[int, int], after: str
) -> list[tuple[str, int]]:
    """Some tables, by name, where the last thing happened then, but not in a time; and when."""
    last = func.coalesce(func.max(EVENTS.c.at), TABLES.c.created)
    found = (
        select(TABLES.c.id, last)
        .outerjoin(EVENTS, EVENTS.c.table_id == TABLES.c.id)
        .where(TABLES.c.id > after, TABLES.c.created < before)
        .group_by(TABLES.c.id, TABLES.c.created)
        .having(last < before, or_(last < not_in[0], last >= not_in[1]))
        .order_by(TABLES.c.id)
        .limit(BATCH)
    )
    with storage.at_once() as connection:
        return [(name, at) for name, at in connection.execute(found)]


def to_be_removed(storage: Storage, keep: Keep, at: int, since: int = 0) -> Iterator[str]:
    """The tables that are kept no longer; those that fell silent before `since` are known."""
    before, finished_before = keep.before(at), keep.finished_before(at)
    after = ""
    while batch := fell_silent(storage, before, (finished_before, since), after):
        for name, last in batch:
            if last < finished_before or not is_over(storage, name):
                yield name
        after = batch[-1][0]


def is_over(storage: Storage, name: str) -> bool:
    """Whether the game at a table has ended; so has one that is gone or cannot be played on."""
    try:
        setup, created, events, _ = storage.load(name)
        return replay(setup, created, events).over
    except SpielwerkError:
        return True


def remove(storage: Storage, name: str, before: int) -> bool:
    """Remove a table with its events and secrets, unless something has happened meanwhile.

    What else refers to a table keeps it.
    """
    try:
        with storage.writing() as connection:
            # Writing first: from here on nobody else can write to SQLite.
            connection.execute(delete(SECRETS).where(SECRETS.c.table_id == name))
            locked: Select[tuple[str]] = select(TABLES.c.id).where(TABLES.c.id == name)
            connection.execute(locked.with_for_update())
            newer = select(EVENTS.c.number).where(EVENTS.c.table_id == name, EVENTS.c.at >= before)
            if connection.execute(newer.limit(1)).first() is not None:
                connection.rollback()
                return False
            connection.execute(delete(EVENTS).where(EVENTS.c.table_id == name))
            gone = connection.execute(delete(TABLES).where(TABLES.c.id == name))
            return gone.rowcount > 0
    except IntegrityError:
        return False


def prune(storage: Storage, keep: Keep, at: int, since: int = 0) -> int:
    """Remove what is kept no longer; how many tables that were."""
    before = keep.before(at)
    return sum(remove(storage, name, before) for name in to_be_removed(storage, keep, at, since))


async def prune_idle(tables: Tables, keep: Keep, at: int, since: int = 0) -> int:
    """The same while tables are in use: where somebody looks, nothing is removed."""
    storage, removed = tables.storage, 0
    for name in await asyncio.to_thread(lambda: list(to_be_removed(storage, keep, at, since))):
        if tables.let_go(name):
            removed += await asyncio.to_thread(remove, storage, name, keep.before(at))
    return removed


def collect_seldom() -> None:
    """Leave the whole memory to `tidy`: with a thousand tables that takes a third of a second.

    Python would look through it in the midst of a step, again and again while people come.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GENERATIONS)


def tidy(tables: Tables, keep: Keep) -> list[Coroutine[Any, Any, None]]:
    """All that is to be done again and again until the server ends."""
    works = [
        every(LOOK, tables.tell_numbers),
        every(CLOSE, tables.close_unused),
        every(COLLECT, gc.collect),
        every(COLLECT_NEW, lambda: gc.collect(0)),
    ]
    return works if keep.days is None else [*works, prune_often(tables, keep)]


async def every(seconds: float, work: Callable[[], object]) -> None:
    """Do something small again and again, for the first time in a while."""
    while True:
        await asyncio.sleep(seconds)
        work()


async def prune_often(tables: Tables, keep: Keep) -> None:
    """Let abandoned tables go, again and again."""
    looked_until = 0
    while True:
        at = tables.now()
        try:
            removed = await prune_idle(tables, keep, at, looked_until)
            looked_until = keep.before(at)
            SERVER.info("abandoned tables removed", tables=removed)
        except SpielwerkError as error:
            SERVER.error("abandoned tables not removed", error=told(error))
        await asyncio.sleep(PRUNE)
