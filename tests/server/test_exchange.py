"""Duties among servers: whoever has one has it alone, and it comes free when they go."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from spielwerk.server.exchange import Together
from tests.server.processes import run


@asynccontextmanager
async def two_servers(url: str) -> AsyncIterator[tuple[Together, Together]]:
    """Two that share a database."""
    first, second = Together(url), Together(url)
    for server in (first, second):
        await server.open(lambda news: None, lambda: None)
    try:
        yield first, second
    finally:
        await first.close()
        await second.close()


async def gets(server: Together, duty: str) -> None:
    """Wait until a server has a duty."""
    async with asyncio.timeout(30):
        while not await server.take(duty):
            await asyncio.sleep(0.01)


def test_a_duty_is_one_servers_until_it_drops_it(shared_db: str) -> None:
    async def play() -> None:
        async with two_servers(shared_db) as (first, second):
            assert await first.take("think")
            assert not await second.take("think")
            assert await second.take("another")
            first.drop("think")
            await gets(second, "think")

    run(play())


def test_a_duty_is_free_when_its_server_goes(shared_db: str) -> None:
    async def play() -> None:
        async with two_servers(shared_db) as (first, second):
            assert await first.take("think")
            await first.close()
            await gets(second, "think")

    run(play())


def test_a_duty_whose_taker_was_cancelled_is_free(shared_db: str) -> None:
    async def play() -> None:
        async with two_servers(shared_db) as (first, second):
            for _ in range(20):
                taking = asyncio.create_task(first.take("think"))
                await asyncio.sleep(0)  # it has begun to ask
                taking.cancel()
                await asyncio.gather(taking, return_exceptions=True)
                assert taking.cancelled()
                await gets(second, "think")
                second.drop("think")
                await gets(first, "think")
                first.drop("think")

    run(play())
