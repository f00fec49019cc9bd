"""The process in which computers think: one, started when it is needed, and never left behind."""

from __future__ import annotations

import asyncio
import gc

import pytest

from spielwerk.server.metrics import Metrics
from spielwerk.server.thinker import Thinker, ThinkingFailed
from tests.server.processes import run


def test_who_gives_up_waiting_for_the_start_leaves_no_process_behind() -> None:
    async def leave() -> None:
        thinker = Thinker(Metrics())
        asked = asyncio.create_task(thinker.start())
        while len(asyncio.all_tasks()) == 2:  # until something is being started
            await asyncio.sleep(0)
        asked.cancel()
        await thinker.close()

    run(leave())
    gc.collect()  # a process that was not waited for complains here


def test_one_who_gives_up_does_not_stop_the_start_for_others() -> None:
    async def wait() -> None:
        thinker = Thinker(Metrics())
        first, second = (asyncio.create_task(thinker.start()) for _ in range(2))
        while len(asyncio.all_tasks()) == 3:  # until something is being started
            await asyncio.sleep(0)
        first.cancel()
        await second
        assert thinker._process is not None
        assert thinker._process.returncode is None
        assert thinker.metrics.restarts._value.get() == 0
        await thinker.close()

    run(wait())


def test_what_is_closed_starts_nothing_more() -> None:
    async def ask() -> None:
        thinker = Thinker(Metrics())
        await thinker.start()
        await thinker.close()
        with pytest.raises(ThinkingFailed):
            await thinker.ask("choose")
        assert thinker._process is not None
        assert thinker._process.returncode is not None

    run(ask())
