"""All tables of a server: what happens at one is stored first, then told to all who watch."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, TypeVar

from spielwerk.pictures.words import say
from spielwerk.server.errors import NoSuchTable, Outdated, StorageFailed
from spielwerk.server.exchange import Exchange
from spielwerk.server.limits import Limiter
from spielwerk.server.metrics import Metrics
from spielwerk.server.names import is_name, new_name
from spielwerk.server.opened import Open, Watcher, is_busy, tell
from spielwerk.server.secret import hash_of, new_secret
from spielwerk.server.setup import COMPUTER, Setup
from spielwerk.server.storage import Storage
from spielwerk.server.table import Event, Table
from spielwerk.server.thinker import Thinker, ThinkingFailed

MOST_OPEN = 1000
"""Tables kept in memory before idle ones are let go at once."""
AGAIN = 1.0
"""Seconds after which a server looks again whether something is left to do at a table."""
TURNING_POINTS = ("step", "undo", "accept", "resign", "flag")
"""Events after which the computer has something else to think about."""

Result = TypeVar("Result")


class Tables:
    """Every table, opened when it is asked for."""

    def __init__(
        self,
        storage: Storage,
        thinker: Thinker,
        exchange: Exchange,
        limiter: Limiter,
        metrics: Metrics,
    ) -> None:
        self.storage, self.thinker, self.exchange = storage, thinker, exchange
        self.limiter, self.metrics = limiter, metrics
        self.now = storage.clock()
        self._open: dict[str, Open] = {}
        self._unused: set[str] = set()
        """Those where nothing went on when all were last looked at."""
        self._loading: dict[str, asyncio.Future[Open]] = {}
        self._tasks: set[asyncio.Future[Any]] = set()
        self._threads = ThreadPoolExecutor(storage.threads)
        self.on_over: Callable[[Open], None] = lambda _: None
        """Called when a game is over, perhaps several times."""

    async def open(self) -> None:
        """Begin to hear of what other servers do at the same tables."""
        await self.exchange.open(self._hear, self._missed)
        await self.thinker.start()

    async def create(
        self, setup: Setup, hashes: Mapping[int, str] | None = None
    ) -> tuple[str, dict[int, str]]:
        """A new table, with the secrets of the seats that people take.

        Whose hash is given has a secret already.
        """
        known = dict(hashes or {})
        people = [number for number, seat in enumerate(setup.seats) if seat.kind != COMPUTER]
        given = {number: new_secret() for number in people if number not in known}
        known |= {number: hash_of(secret) for number, secret in given.items()}
        return await self._create(setup, known), given

    async def _create(self, setup: Setup, hashes: dict[int, str]) -> str:
        name = new_name()
        await self._store(self.storage.create, name, setup, hashes, self.now())
        self.metrics.happened("table")
        return name

    async def find(self, name: str, *, surely: bool = True) -> Open:
        """A table by its name; what is to go on there goes on.

        Surely with what another server has stored and not yet told.
        """
        while True:
            found = self._open.get(name) or await self._load(name)
            async with found.lock:
                if self._open.get(name) is not found:
                    continue  # it was let go before anybody held it
                if found.in_doubt or (surely and self.storage.is_shared):
                    await self._refresh(found)
                await self._go_on(found)
            return found

    async def _load(self, name: str) -> Open:
        """A table from the storage; however many ask, it is read once."""
        if not is_name(name):
            raise NoSuchTable(say("There is no such table: check the link."))
        loading = self._loading.get(name)
        if loading is None:
            loading = self._loading[name] = asyncio.ensure_future(self._read(name))
            loading.add_done_callback(lambda _: self._loading.pop(name))
        return await asyncio.shield(loading)

    async def _read(self, name: str) -> Open:
        self._close_idle()
        setup, created, events, hashes = await self._store(self.storage.load, name)
        table = Table(setup, created)
        for event in events:
            table.apply(event)
        found = self._open[name] = Open(name, table, hashes, events, self)
        # What another server did while it was being read was not heard of.
        found.in_doubt = self.storage.is_shared
        return found

    def close_unused(self) -> None:
        """Let go of tables where nothing goes on, nor did the last time; they are all stored."""
        idle = self._idle()
        for name in idle & self._unused:
            del self._open[name]
        self._unused = idle - self._unused

    def _close_idle(self) -> None:
        """Let go of all where nothing goes on, if there are many."""
        if len(self._open) >= MOST_OPEN:
            for name in self._idle():
                del self._open[name]

    def _idle(self) -> set[str]:
        return {name for name, found in self._open.items() if found.is_idle}

    def goes_on(self, name: str) -> bool:
        """Whether a table is in memory and its game not over."""
        found = self._open.get(name)
        return found is not None and not found.table.over

    def let_go(self, name: str) -> bool:
        """Forget a table that is to be removed; False if something goes on there."""
        found = self._open.get(name)
        if found is not None and not found.is_idle:
            return False
        self._open.pop(name, None)
        return True

    async def act(
        self, name: str, given: Sequence[str], number: int, kind: str, value: str = ""
    ) -> Open:
        """Do something at a table, for a seat that is one's own."""
        found = await self.find(name, surely=False)  # if it is not, the storage refuses
        async with found.lock:
            if number > found.table.number:
                await self._refresh(found)
            seats = found.seats_of(given)
            self.limiter.step(name, seats)
            if number != found.table.number:
                if self._is_repeated(found, seats, number, kind, value):
                    return found
                raise Outdated(say("The table has gone on meanwhile: look again."))
            event = found.table.decide(kind, value, seats)
            if kind == "rematch":
                event = replace(event, value=await self._rematch(found))
            try:
                await self._happen(found, event)
            except Outdated:
                await self._refresh(found)
                if self._is_repeated(found, seats, number, kind, value):
                    return found  # it came by another server too, which was first
                raise
            while found.table.offer and seats - found.table.offer.accepted:
                await self._happen(found, found.table.decide("accept", "", seats))
            await self._go_on(found)
        return found

    def _is_repeated(
        self, found: Open, seats: frozenset[int], number: int, kind: str, value: str
    ) -> bool:
        """Whether just this was sent before, and only the answer got lost."""
        if kind != "step" or not 0 <= number < len(found.events):
            return False
        event = found.events[number]
        return event.kind == kind and event.value == value and event.seat in seats

    async def _rematch(self, found: Open) -> str:
        """Another table with the seats exchanged: everybody keeps the secret."""
        setup, count = found.table.setup, len(found.table.seats)
        order = [(seat + 1) % count for seat in range(count)]
        seats = tuple(
            setup.seats[old]
            if setup.seats[old].kind == COMPUTER
            else replace(setup.seats[old], name=found.table.seats[old].name)
            for old in order
        )
        hashes = {new: found.hashes[old] for new, old in enumerate(order) if old in found.hashes}
        again = replace(setup, seats=seats, seed=secrets.randbits(32), position=None)
        return await self._create(again, hashes)

    # What happens.

    async def _happen(self, found: Open, event: Event) -> None:
        """Store it, then let it be seen: what anybody sees is never lost."""
        last = found.events[-1].at if found.events else 0
        event = replace(event, at=max(event.at or self.now(), last))
        try:
            await self._store(
                self.storage.append, found.id, found.table.number, [event], self.exchange.name
            )
        except (Outdated, StorageFailed, asyncio.CancelledError):
            found.in_doubt = True
            raise
        self.metrics.happened(event.kind)
        self._apply(found, [event])
        tell(found)
        if found.table.over:
            self.on_over(found)

    def _apply(self, found: Open, events: Sequence[Event]) -> None:
        for event in events:
            found.table.apply(event)
            found.events.append(event)
            for words in found.words.values():
                del words[len(found.table.taken) :]
        if any(event.kind in TURNING_POINTS for event in events):
            self._stop_thinking(found)

    async def _refresh(self, found: Open) -> None:
        """Learn what was stored by others, or by oneself without knowing."""
        news = await self._store(self.storage.events_from, found.id, found.table.number)
        found.in_doubt = False
        if news:
            self._apply(found, news)
            tell(found)

    async def _go_on(self, found: Open) -> None:
        """What follows without anybody's doing: a flag falls, the die, the computer's turn."""
        table = found.table
        try:
            if flag := table.flag_falls(self.now()):
                await self._happen(found, flag)
            while table.thrown_next:
                face = secrets.choice(table.position.steps)
                await self._happen(found, Event("step", None, face))
        except Outdated:
            await self._refresh(found)  # another server was first
        if found.computer_moves and not is_busy(found.thinking):
            found.thinking = self._begin(self._think(found))
        self._look_later(found)

    def _look_later(self, found: Open, seconds: float | None = None) -> None:
        """Look again after some seconds, or when the time of whoever moves is up."""
        if found.look is not None:
            found.look.cancel()
            found.look = None
        table = found.table
        if seconds is None and table.clock_runs:
            seconds = found.time_left[table.clock_of(table.mover)] / 1000 + 0.01
        if seconds is not None:
            loop = asyncio.get_running_loop()
            found.look = loop.call_later(seconds, self._keep, self._look_again, found)

    async def _look_again(self, found: Open) -> None:
        """See whether something is to go on: a flag, the die, or the computer's turn."""
        found.look = None
        async with found.lock:
            if found.in_doubt:
                await self._refresh(found)
            await self._go_on(found)

    def _keep(self, work: Callable[[Open], Coroutine[Any, Any, None]], found: Open) -> None:
        """Do something in a while; if the storage fails, again a little later."""

        async def do() -> None:
            try:
                await work(found)
            except (StorageFailed, Outdated):
                found.in_doubt = True
                self._look_later(found, AGAIN)

        self._begin(do())

    def _begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do something meanwhile; `close` waits for it."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _store(self, work: Callable[..., Result], *values: Any) -> Result:
        """Let a thread use the database meanwhile."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, work, *values)

    # Computers.

    async def _think(self, found: Open) -> None:
        """Let the computer take a step; of all servers only one thinks about a table at a time."""
        duty = f"think {found.id}"
        if not await self.exchange.take(duty):
            self._look_later(found, AGAIN)
            return
        try:
            await self._choose(found)
            next_look = 0.0
        except (ThinkingFailed, StorageFailed, Outdated):
            next_look = AGAIN
        finally:
            self.exchange.drop(duty)
        self._look_later(found, next_look)

    async def _choose(self, found: Open) -> None:
        """Ask for a step, and take it if the table is still as it was."""
        if self.storage.is_shared:
            async with found.lock:
                await self._refresh(found)
        table, asked, seat = found.table, found.table.steps, found.table.mover
        if seat is None or not found.computer_moves:
            return
        tell(found)
        async with self.limiter.thinking_at(found.id):
            answer = await self.thinker.ask(
                "choose",
                setup=table.setup.data,
                steps=asked,
                level=table.seats[seat].level,
                seed=table.setup.seed + seat,
            )
        async with found.lock:
            if "step" in answer and table.mover == seat and table.steps == asked:
                await self._happen(found, Event("step", seat, answer["step"]))

    def _stop_thinking(self, found: Open) -> None:
        task = found.thinking
        if task is not None and task is not asyncio.current_task():
            task.cancel()
            found.thinking = None

    async def check(self) -> None:
        """Fail if the database does not answer or the computer cannot think."""
        await self._store(self.storage.check)
        await self.thinker.start()

    def tell_numbers(self) -> None:
        """How many tables are open, and how much there is to think about."""
        self.metrics.look(len(self._open), self.thinker.questions)

    # Other servers.

    def _hear(self, news: dict[str, Any]) -> None:
        """Another server tells of a table."""
        found = self._open.get(news.get("table", ""))
        if found is None:
            return
        if news.get("asks") and found.watchers:
            self._tell_presence(found)
        if "watchers" in news:
            tell(found)
        elif news.get("number") == found.table.number and not found.lock.locked():
            self._apply(found, [Event(*event) for event in news["events"]])
            tell(found)
            self._wait(found)
        else:
            self._keep(self._follow, found)

    async def _follow(self, found: Open) -> None:
        """Learn what another server did."""
        async with found.lock:
            await self._refresh(found)
            self._wait(found)

    def _wait(self, found: Open) -> None:
        """If the server dies that did something, what follows is not left undone."""
        waits = found.table.thrown_next or found.computer_moves
        self._look_later(found, AGAIN if waits else None)

    def _missed(self) -> None:
        """News may have been missed: of tables that nobody looks at they need not be known."""
        for found in list(self._open.values()):
            found.in_doubt = True
            if found.watchers:
                self._tell_presence(found, asks=True)
                self._keep(self._look_again, found)

    def _tell_presence(self, found: Open, *, asks: bool = False) -> None:
        here = {seat for watcher in found.watchers for seat in watcher.seats}
        self.exchange.tell(
            table=found.id, present=sorted(here), watchers=len(found.watchers), asks=asks
        )

    # Watching.

    async def watch(
        self, name: str, given: Sequence[str], changed: Callable[[], None]
    ) -> tuple[Open, Watcher]:
        """Look at a table until `leave`."""
        found = await self.find(name)
        watcher = Watcher(found.seats_of(given), changed)
        found.watchers.add(watcher)
        self._tell_presence(found, asks=len(found.watchers) == 1)
        tell(found)
        return found, watcher

    def leave(self, found: Open, watcher: Watcher) -> None:
        """Look no longer; where nobody looks, no computer thinks."""
        found.watchers.discard(watcher)
        self._tell_presence(found)
        tell(found)
        if not found.watchers:
            if not self.exchange.is_watched(found.id):
                self._stop_thinking(found)
            if found.reviewing is not None:
                found.reviewing.cancel()

    async def close(self) -> None:
        """Stop all thinking, and let everything that is being stored be stored."""
        self._stop_all()
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)
            self._stop_all()
        await self.exchange.close()
        await self.thinker.close()
        self._threads.shutdown()

    def _stop_all(self) -> None:
        for found in self._open.values():
            self._stop_thinking(found)
            if found.reviewing is not None:
                found.reviewing.cancel()
            if found.look is not None:
                found.look.cancel()
