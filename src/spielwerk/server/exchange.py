"""What servers that share tables tell each other, and who of them does what only one may do.

All by PostgreSQL: LISTEN and NOTIFY for news, advisory locks for duties, which end with the
connection of the server that holds them. A server that is alone has nobody to tell.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
import time
from collections.abc import Callable
from typing import Any, Protocol

import psycopg

from spielwerk.server.database import LINE
from spielwerk.server.storage import CHANNEL, Storage

HEARTBEAT = 2.0
"""Seconds between signs of life."""
SILENCE = 3 * HEARTBEAT
"""After so many seconds without one, a server's people count as gone."""
PAUSE = 0.5
"""Seconds before the database is tried again."""

TAKE = "SELECT pg_try_advisory_lock(%s)"
DROP = "SELECT pg_advisory_unlock(%s)"
TELL = f"SELECT pg_notify('{CHANNEL}', %s)"

News = Callable[[dict[str, Any]], None]


class Exchange(Protocol):
    """The other servers, if there are any."""

    name: str
    """What this server is called among them."""

    async def open(self, hear: News, missed: Callable[[], None]) -> None:
        """Begin to listen: `hear` is called for news, `missed` when some may have been missed."""

    def tell(self, **news: Any) -> None:
        """Tell all others; what cannot be told is forgotten."""

    async def take(self, duty: str) -> bool:
        """Whether a duty is this server's from now on, and nobody else's."""

    def drop(self, duty: str) -> None:
        """Leave a duty to whoever wants it."""

    def present(self, table: str) -> set[int]:
        """The seats of a table whose players look at it through other servers."""

    def is_watched(self, table: str) -> bool:
        """Whether anybody looks at a table through another server."""

    async def close(self) -> None:
        """Listen no more."""


def exchange_for(storage: Storage) -> Exchange:
    """How a server with this storage talks to others."""
    return Together(storage.url) if storage.is_shared else Alone()


class Alone:
    """There is no other server."""

    name = ""

    async def open(self, hear: News, missed: Callable[[], None]) -> None:
        """There is nothing to hear."""

    def tell(self, **news: Any) -> None:
        """There is nobody to tell."""

    async def take(self, duty: str) -> bool:
        """Every duty is this server's."""
        return True

    def drop(self, duty: str) -> None:
        """Nobody else wants it."""

    def present(self, table: str) -> set[int]:
        """Nobody is anywhere else."""
        return set()

    def is_watched(self, table: str) -> bool:
        """Nobody is anywhere else."""
        return False

    async def close(self) -> None:
        """There is nothing to end."""


class Together:
    """Several servers at one PostgreSQL."""

    def __init__(self, url: str) -> None:
        self.name = secrets.token_hex(4)
        self._address = url.replace("+psycopg", "", 1)
        self._line: psycopg.AsyncConnection | None = None
        """For duties and for telling; what is held there ends with it."""
        self._using = asyncio.Lock()
        self._unsaid: asyncio.Queue[tuple[str, object]] = asyncio.Queue()
        """What is to be said on the line, in order."""
        self._tasks: list[asyncio.Task[None]] = []
        self._elsewhere: dict[str, dict[str, set[int]]] = {}
        """Seats by table and server."""
        self._heard: dict[str, float] = {}
        """When each other server was last heard of."""

    async def open(self, hear: News, missed: Callable[[], None]) -> None:
        """Begin to listen, and go on through whatever befalls the database."""
        ready = asyncio.Event()
        works = (self._listen(hear, missed, ready), self._speak(), self._beat(hear))
        self._tasks = [asyncio.create_task(work) for work in works]
        await ready.wait()

    def tell(self, **news: Any) -> None:
        """Tell all others, in order, as soon as the line is free."""
        self._unsaid.put_nowait((TELL, json.dumps({"from": self.name, **news})))

    async def take(self, duty: str) -> bool:
        """Whether a duty is this server's from now on; taken twice, it is dropped twice."""
        taking = asyncio.ensure_future(self._ask(TAKE, number_of(duty)))
        try:
            return await asyncio.shield(taking)
        except asyncio.CancelledError:
            taking.add_done_callback(lambda done: self._drop_taken(done, duty))
            raise

    def _drop_taken(self, taking: asyncio.Future[bool], duty: str) -> None:
        """Whoever wanted a duty has gone before it was theirs."""
        if not taking.cancelled() and taking.result():
            self.drop(duty)

    def drop(self, duty: str) -> None:
        """Leave a duty to whoever wants it, as soon as the line is free."""
        self._unsaid.put_nowait((DROP, number_of(duty)))

    def present(self, table: str) -> set[int]:
        """The seats whose players look through servers that are alive."""
        return set().union(*self._elsewhere.get(table, {}).values())

    def is_watched(self, table: str) -> bool:
        """Whether anybody looks through a server that is alive."""
        return table in self._elsewhere

    async def close(self) -> None:
        """Listen no more; duties are free at once."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._line is not None:
            await self._line.close()

    async def _ask(self, query: str, value: object) -> bool:
        """One question on the line; False if the database does not answer."""
        async with self._using:
            try:
                if self._line is None or self._line.closed:
                    self._line = await self._connect()
                row = await (await self._line.execute(query, (value,))).fetchone()
            except psycopg.Error:
                return False
            return bool(row and row[0] is not False)

    async def _connect(self) -> psycopg.AsyncConnection:
        return await psycopg.AsyncConnection.connect(self._address, autocommit=True, **LINE)

    async def _listen(self, hear: News, missed: Callable[[], None], ready: asyncio.Event) -> None:
        """Hear what others tell; on a new connection some of it may have been missed."""
        while True:
            try:
                async with await self._connect() as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    if ready.is_set():
                        missed()
                    ready.set()
                    async for notice in connection.notifies():
                        self._take_in(json.loads(notice.payload), hear)
            except psycopg.Error:
                await asyncio.sleep(PAUSE)

    def _take_in(self, news: dict[str, Any], hear: News) -> None:
        sender = news["from"]
        if sender == self.name:
            return
        self._heard[sender] = time.monotonic()
        if "watchers" in news:
            self._note(sender, news["table"], set(news["present"]) if news["watchers"] else None)
        hear(news)

    def _note(self, server: str, table: str, seats: set[int] | None) -> None:
        """Who looks at a table through another server; None if nobody does."""
        servers = self._elsewhere.setdefault(table, {})
        servers.pop(server, None)
        if seats is not None:
            servers[server] = seats
        if not servers:
            del self._elsewhere[table]

    async def _speak(self) -> None:
        while True:
            await self._ask(*await self._unsaid.get())

    async def _beat(self, hear: News) -> None:
        """Signs of life; who has fallen silent is forgotten."""
        while True:
            self.tell()
            await asyncio.sleep(HEARTBEAT)
            limit = time.monotonic() - SILENCE
            for server in [name for name, heard in self._heard.items() if heard < limit]:
                del self._heard[server]
                left = [table for table, found in self._elsewhere.items() if server in found]
                for table in left:
                    self._note(server, table, None)
                    hear({"from": server, "table": table})


def number_of(duty: str) -> int:
    """A duty as PostgreSQL numbers locks: 64 bits."""
    return int.from_bytes(hashlib.sha256(duty.encode()).digest()[:8], signed=True)
