"""All tables of a server: those that are in use stay in memory, however many there are."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from spielwerk.server import tables as module
from spielwerk.server.exchange import Alone
from spielwerk.server.limits import Limiter
from spielwerk.server.metrics import Metrics
from spielwerk.server.opened import Open
from spielwerk.server.setup import Seat, Setup
from spielwerk.server.storage import Storage
from spielwerk.server.tables import Tables
from spielwerk.server.thinker import Thinker
from tests.server.processes import run

FRIENDS = Setup("kipp4", (Seat("friend"), Seat("friend")))


def test_a_table_that_nobody_used_since_the_last_look_is_let_go_but_not_lost(
    open_storage: Callable[[str], Storage], db: str
) -> None:
    async def play() -> None:
        metrics = Metrics()
        tables = Tables(open_storage(db), Thinker(metrics), Alone(), Limiter(), metrics)
        left, _ = await tables.create(FRIENDS)
        watched, _ = await tables.create(FRIENDS)
        found = await tables.find(left)
        listened_to, _ = await tables.watch(watched, [], lambda: None)
        tables.close_unused()
        assert await tables.find(left) is found, "it was used a moment ago"
        tables.close_unused()
        again = await tables.find(left)
        assert again is not found
        tables.close_unused()
        assert await tables.find(left) is again, "it has its whole minute again"
        assert await tables.find(watched) is listened_to
        await tables.close()

    run(play())


def test_a_table_at_which_somebody_sits_down_is_not_let_go(
    open_storage: Callable[[str], Storage], db: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_OPEN", 1)

    async def play() -> None:
        metrics = Metrics()
        tables = Tables(open_storage(db), Thinker(metrics), Alone(), Limiter(), metrics)
        name, _ = await tables.create(FRIENDS)
        read, times = tables._read, 0

        async def read_before_another(name: str) -> Open:
            nonlocal times
            found, times = await read(name), times + 1
            if times == 1:
                tables._close_idle()  # as when another table is read just now
            return found

        monkeypatch.setattr(tables, "_read", read_before_another)
        found, _ = await tables.watch(name, [], lambda: None)
        assert await tables.find(name) is found
        await tables.close()

    run(play())
