"""How much anybody gets of a server: requests, connections, tables, the computer's thinking.

A client is an address on the network. What is counted is kept in memory, by each process for
itself, and forgotten when it no longer matters.
"""

from __future__ import annotations

import asyncio
import ipaddress
import math
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any

from spielwerk.pictures.words import say
from spielwerk.server.errors import TooMuch

MOST_CLIENTS = 20_000
"""Clients, and tables with who set them, of which something is known at a time."""
LONGEST_THOUGHT = 10.0
"""Seconds that one question to the computer costs at most: on a busy server answers wait."""
PAUSE = 1.0
"""Seconds after which a computer that has to wait looks again."""
HOUR = 3600


@dataclass(frozen=True)
class Rate:
    """So much each second, and so much at once."""

    each_second: float
    at_once: float


@dataclass(frozen=True)
class Limits:
    """How much a client gets; as it is, for a machine and the people around it."""

    requests: Rate = Rate(200, 2000)
    connections: int = 1000
    """WebSockets at the same time; of connections, twice as many."""
    tables: Rate = Rate(2000 / HOUR, 2000)
    """To be set."""
    open_tables: int = 1000
    """Set, in the server's memory, and not over."""
    thinking: Rate = Rate(4, HOUR)
    """Seconds that the computer thinks: for hints, and as an opponent at tables they set."""
    thoughts: int = 16
    """Questions to the computer at the same time."""
    steps: Rate | None = None
    """By each player at a table."""
    messages: Rate = Rate(5, 40)
    """Through a WebSocket."""
    body: int = 16_384
    """Bytes of a request."""
    message: int = 4096
    """Bytes of a message through a WebSocket."""
    hello: float = 10.0
    """Seconds within which a WebSocket says who it is, and a request has arrived."""
    patience: float = 20.0
    """Seconds that a client may take to receive something, or to answer a ping."""
    idle: float = 15.0
    """Seconds that a connection may lie idle between two requests."""
    this_machine: bool = False
    """Whether clients on the server's own machine are limited too."""


PUBLIC = Limits(
    requests=Rate(30, 400),
    connections=200,
    tables=Rate(120 / HOUR, 120),
    open_tables=100,
    thinking=Rate(0.5, 300),
    thoughts=4,
    steps=Rate(5, 40),
    this_machine=True,
)
"""For a server that anybody can reach; a whole club may come from one address."""


class Bucket:
    """Fills steadily, and has to hold what is taken from it; it can be overdrawn."""

    def __init__(self, rate: Rate, clock: Callable[[], float]) -> None:
        self.rate, self.clock = rate, clock
        self.holds, self.at = rate.at_once, clock()

    def fill(self) -> float:
        """What it holds now."""
        now = self.clock()
        flown = max(0.0, now - self.at) * self.rate.each_second
        self.holds, self.at = min(self.rate.at_once, self.holds + flown), now
        return self.holds

    def missing(self, amount: float) -> float:
        """Seconds until it holds so much; 0 if it does."""
        return max(0.0, (amount - self.fill()) / self.rate.each_second)

    def take(self, amount: float = 1) -> float:
        """Take so much if it is there: 0, or the seconds until it will be."""
        wait = self.missing(amount)
        if not wait:
            self.holds -= amount
        return wait

    def spend(self, amount: float) -> None:
        """Take so much though it is not there; no more is owed than it can hold."""
        self.holds = max(-self.rate.at_once, self.fill() - amount)


class Buckets:
    """A bucket for each of many; full ones are forgotten, and the oldest if there are too many."""

    def __init__(self, rate: Rate, clock: Callable[[], float], most: int = MOST_CLIENTS) -> None:
        self.rate, self.clock, self.most = rate, clock, most
        self.kept: OrderedDict[Hashable, Bucket] = OrderedDict()

    def of(self, key: Hashable) -> Bucket:
        """The bucket of somebody."""
        bucket = self.kept.get(key)
        if bucket is None:
            self._forget()
            bucket = self.kept[key] = Bucket(self.rate, self.clock)
        self.kept.move_to_end(key)
        return bucket

    def _forget(self) -> None:
        while self.kept:
            oldest = next(iter(self.kept.values()))
            if oldest.fill() < self.rate.at_once and len(self.kept) < self.most:
                return
            self.kept.popitem(last=False)


class Limiter:
    """Keeps to the limits; a client that is None is not limited."""

    def __init__(
        self,
        limits: Limits | None = None,
        proxies: Sequence[str] = (),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.limits = limits or Limits()
        self.clock = clock
        self._proxies = [ipaddress.ip_network(proxy) for proxy in proxies]
        self._requests = Buckets(self.limits.requests, clock)
        self._tables = Buckets(self.limits.tables, clock)
        self._thinking = Buckets(self.limits.thinking, clock)
        self._steps = Buckets(self.limits.steps, clock) if self.limits.steps else None
        self._thoughts: Counter[str] = Counter()
        self._sockets: Counter[str] = Counter()
        self._connections: Counter[str] = Counter()
        self._setters: OrderedDict[str, str | None] = OrderedDict()

    def client(self, scope: Mapping[str, Any]) -> str | None:
        """Who asks: an address, or the network of an IPv6 address."""
        return self.client_at(scope["client"][0] if scope.get("client") else "")

    def client_at(self, host: str) -> str | None:
        """The client at an address."""
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return host
        if isinstance(address, ipaddress.IPv6Address):
            address = address.ipv4_mapped or address
        if address.is_loopback and not self.limits.this_machine:
            return None
        if address.version == 6:  # one household has a network of them
            return str(ipaddress.ip_network((address.packed[:8] + bytes(8), 64)))
        return str(address)

    def request(self, client: str | None) -> None:
        """Somebody asks for something."""
        if client is not None and (wait := self._requests.of(client).take()):
            raise too_fast(wait)

    def step(self, table: str, seats: frozenset[int]) -> None:
        """Somebody who holds seats acts at a table: nobody uses up what is another's."""
        if self._steps and seats and (wait := self._steps.of((table, seats)).take()):
            raise too_fast(wait)

    def messages(self) -> Bucket:
        """What may come through one WebSocket."""
        return Bucket(self.limits.messages, self.clock)

    @contextmanager
    def listening(self, client: str | None) -> Iterator[None]:
        """Somebody has a WebSocket."""
        if client is None:
            yield
            return
        if self._sockets[client] >= self.limits.connections:
            raise TooMuch(say("There are too many connections from your address: close some."))
        self._sockets[client] += 1
        try:
            yield
        finally:
            count_down(self._sockets, client)

    def connect(self, host: str) -> bool:
        """Whether a machine may have another connection; it counts until `disconnect`."""
        client = self._peer(host)
        if client is None:
            return True
        self._connections[client] += 1
        return self._connections[client] <= 2 * self.limits.connections

    def disconnect(self, host: str) -> None:
        """A connection is closed."""
        client = self._peer(host)
        if client is not None:
            count_down(self._connections, client)

    def _peer(self, host: str) -> str | None:
        """A machine as a client; a proxy connects for many, and is not limited."""
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return None
        proxy = any(address in network for network in self._proxies)
        return None if proxy else self.client_at(host)

    # Tables.

    def may_set_table(self, client: str | None, goes_on: Callable[[str], bool]) -> None:
        """Somebody wants to set a table; `goes_on` knows which tables are not over."""
        if client is None:
            return
        theirs = [table for table, setter in self._setters.items() if setter == client]
        if sum(map(goes_on, theirs)) >= self.limits.open_tables:
            many = say(
                "You have set {n} tables where the game is not over: finish one first.",
                n=self.limits.open_tables,
            )
            raise TooMuch(many, PAUSE)
        if wait := self._tables.of(client).take():
            minutes = math.ceil(wait / 60)
            raise TooMuch(say("You have set many tables: set another in {n} min.", n=minutes), wait)

    def has_set(self, table: str, client: str | None) -> None:
        """Remember who set a table."""
        self._setters[table] = client
        if len(self._setters) > MOST_CLIENTS:
            self._setters.popitem(last=False)

    # The computer's thinking.

    @asynccontextmanager
    async def thinking_for(self, client: str | None) -> AsyncIterator[None]:
        """The computer thinks for a client, who is refused if it has thought too much."""
        if client is None:
            yield
            return
        wait = self._thinking.of(client).missing(0)
        if wait or self._thoughts[client] >= self.limits.thoughts:
            seconds = max(1, math.ceil(wait))
            raise TooMuch(
                say("The computer has thought much for you: ask again in {n} s.", n=seconds),
                seconds,
            )
        begun = self.clock()
        self._thoughts[client] += 1
        try:
            yield
        finally:
            count_down(self._thoughts, client)
            self._thinking.of(client).spend(min(LONGEST_THOUGHT, self.clock() - begun))

    @asynccontextmanager
    async def thinking_at(self, table: str) -> AsyncIterator[None]:
        """The computer thinks at a table, for whoever set it; it waits until it may."""
        client = self._setters.get(table, table)
        while client is not None and (
            self._thinking.of(client).missing(0) or self._thoughts[client] >= self.limits.thoughts
        ):
            await asyncio.sleep(PAUSE)
        async with self.thinking_for(client):
            yield


def count_down(counter: Counter[str], client: str) -> None:
    """One less; who has none is forgotten."""
    counter[client] -= 1
    if counter[client] <= 0:
        del counter[client]


def too_fast(wait: float) -> TooMuch:
    """Somebody asks too much at once."""
    seconds = math.ceil(wait)
    return TooMuch(say("That was too much at once: try again in {n} s.", n=seconds), wait)
