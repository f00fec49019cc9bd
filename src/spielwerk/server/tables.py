"""All tables of a server: what happens at one is stored first, then told to all who watch."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from spielwerk.core.errors import SpielwerkError
from spielwerk.pictures.words import say
from spielwerk.server.errors import NotNow, NotYourSeat, Outdated
from spielwerk.server.storage import Storage, hash_of, is_secret
from spielwerk.server.table import COMPUTER, Clock, Event, Seat, Setup, Table
from spielwerk.server.thinker import Thinker, ThinkingFailed

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Of the names of tables: none that looks like another."""
NAME_LENGTH = 10
MOST_OPEN = 1000
"""Tables kept in memory before idle ones are let go."""
AGAIN = 1.0
"""Seconds after which the computer tries again when its thinking has failed."""
HINT_SECONDS = 1.0
REVIEW_SIMULATIONS = 3_000
MOST_COSTS = 3
NOTABLE = 0.1
"""A step that costs less than this of a result is not worth a word."""


@dataclass(eq=False)
class Watcher:
    """Somebody who looks at a table: called whenever something has happened."""

    seats: frozenset[int]
    changed: Callable[[], None]


@dataclass
class Review:
    """What the computer thinks of a game that is over."""

    expected: list[float] = field(default_factory=list)
    """What player 0 could expect in each position."""
    best: list[str] = field(default_factory=list)
    costs: list[float] = field(default_factory=list)
    """What each step cost the player who took it."""


@dataclass
class Open:
    """A table in memory."""

    id: str
    table: Table
    hashes: dict[int, str]
    events: list[Event] = field(default_factory=list)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    watchers: set[Watcher] = field(default_factory=set)
    thinking: asyncio.Task[None] | None = None
    flag: asyncio.TimerHandle | None = None
    review: Review | None = None
    reviewing: asyncio.Task[None] | None = None

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
        thinks = any(task and not task.done() for task in (self.thinking, self.reviewing))
        return not (self.watchers or thinks or self.flag or self.lock.locked())

    def is_present(self, seat: int) -> bool:
        """Whether somebody who has the seat is looking."""
        return any(seat in watcher.seats for watcher in self.watchers)


class Tables:
    """Every table, opened when it is asked for."""

    def __init__(self, storage: Storage, thinker: Thinker) -> None:
        self.storage, self.thinker = storage, thinker
        self._open: dict[str, Open] = {}
        self._opening = asyncio.Lock()
        self._tasks: set[asyncio.Future[None]] = set()
        self.on_over: Callable[[Open], None] = lambda _: None
        """Called when a game is over, perhaps several times."""

    async def create(
        self, setup: Setup, hashes: Mapping[int, str] | None = None
    ) -> tuple[str, dict[int, str]]:
        """A new table, with the secrets of the seats that people take.

        Whose hash is given has a secret already.
        """
        known = dict(hashes or {})
        people = [number for number, seat in enumerate(setup.seats) if seat.kind != COMPUTER]
        given = {number: secrets.token_urlsafe(16) for number in people if number not in known}
        known |= {number: hash_of(secret) for number, secret in given.items()}
        return await self._create(setup, known), given

    async def _create(self, setup: Setup, hashes: dict[int, str]) -> str:
        name = "".join(secrets.choice(LETTERS) for _ in range(NAME_LENGTH))
        await asyncio.to_thread(self.storage.create, name, setup, hashes, now())
        return name

    async def find(self, name: str) -> Open:
        """A table by its name; what is to go on there goes on."""
        async with self._opening:
            if name not in self._open:
                self._close_idle()
                setup, created, events, hashes = await asyncio.to_thread(self.storage.load, name)
                table = Table(setup, created)
                for event in events:
                    table.apply(event)
                self._open[name] = Open(name, table, hashes, events)
            found = self._open[name]
        async with found.lock:
            await self._go_on(found)
        return found

    def _close_idle(self) -> None:
        """Let go of tables where nothing goes on, if there are many; they are all stored."""
        if len(self._open) >= MOST_OPEN:
            idle = [name for name, found in self._open.items() if found.is_idle]
            for name in idle:
                del self._open[name]

    async def act(
        self, name: str, given: Sequence[str], number: int, kind: str, value: str = ""
    ) -> Open:
        """Do something at a table, for a seat that is one's own."""
        found = await self.find(name)
        seats = found.seats_of(given)
        async with found.lock:
            if number != found.table.number:
                if self._is_repeated(found, seats, number, kind, value):
                    return found
                raise Outdated(say("The table has gone on meanwhile: look again."))
            event = found.table.decide(kind, value, seats)
            if kind == "rematch":
                event = replace(event, value=await self._rematch(found))
            await self._happen(found, event)
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

    async def _happen(self, found: Open, event: Event) -> None:
        """Store it, then let it be seen: what anybody sees is never lost."""
        event = replace(event, at=event.at or now())
        await asyncio.to_thread(self.storage.append, found.id, found.table.number, [event])
        found.table.apply(event)
        found.events.append(event)
        if event.kind in ("step", "undo", "accept", "resign", "flag"):
            self._stop_thinking(found)
        tell(found)
        if found.table.over:
            self.on_over(found)

    async def _go_on(self, found: Open) -> None:
        """What follows without anybody's doing: a flag falls, the die, the computer's turn."""
        table = found.table
        if flag := table.flag_falls(now()):
            await self._happen(found, flag)
        while table.thrown_next:
            face = secrets.choice(table.position.steps)
            await self._happen(found, Event("step", None, face))
        if found.flag is not None:
            found.flag.cancel()
            found.flag = None
        if table.clock_runs:
            left = table.time_left(now())[table.clock_of(table.mover)] / 1000
            loop = asyncio.get_running_loop()
            found.flag = loop.call_later(left + 0.01, self._look_again, found)
        mover = table.mover
        idle = found.thinking is None or found.thinking.done()
        if mover is not None and table.seats[mover].kind == COMPUTER and idle:
            found.thinking = asyncio.create_task(self._think(found, mover))

    def _look_again(self, found: Open) -> None:
        """See whether something is to go on: a flag, or the computer's turn."""

        async def look() -> None:
            async with found.lock:
                await self._go_on(found)

        found.flag = None
        self._keep(asyncio.ensure_future(look()))

    def _keep(self, task: asyncio.Future[None]) -> None:
        """Hold on to a task until it is done."""
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _think(self, found: Open, seat: int) -> None:
        """Let the computer choose a step, and take it if the table is still as it was."""
        table, asked = found.table, found.table.steps
        tell(found)
        try:
            answer = await self.thinker.ask(
                "choose",
                setup=table.setup.data,
                steps=asked,
                level=table.seats[seat].level,
                seed=table.setup.seed + seat,
            )
        except ThinkingFailed:
            asyncio.get_running_loop().call_later(AGAIN, self._look_again, found)
            return
        finally:
            found.thinking = None
        async with found.lock:
            if "step" in answer and table.mover == seat and table.steps == asked:
                await self._happen(found, Event("step", seat, answer["step"]))
                await self._go_on(found)

    def _stop_thinking(self, found: Open) -> None:
        task = found.thinking
        if task is not None and task is not asyncio.current_task():
            task.cancel()
            found.thinking = None

    async def check(self) -> None:
        """Fail if the database does not answer or the computer cannot think."""
        await asyncio.to_thread(self.storage.check)
        await self.thinker.start()

    # Watching.

    async def watch(self, name: str, given: Sequence[str], changed: Callable[[], None]) -> Watcher:
        """Look at a table until `leave`."""
        found = await self.find(name)
        watcher = Watcher(found.seats_of(given), changed)
        found.watchers.add(watcher)
        tell(found)
        return watcher

    def leave(self, name: str, watcher: Watcher) -> None:
        """Look no longer; where nobody looks, no computer thinks."""
        found = self._open.get(name)
        if found is None:
            return
        found.watchers.discard(watcher)
        tell(found)
        if not found.watchers:
            self._stop_thinking(found)
            if found.reviewing is not None:
                found.reviewing.cancel()

    # Asking the computer.

    async def hint(self, name: str, given: Sequence[str]) -> tuple[Open, dict[str, Any]]:
        """What the computer would do, for somebody whose turn it is."""
        found = await self.find(name)
        table = found.table
        if table.over:
            raise NotNow(say("The game is over: look through it instead."))
        if table.mover not in found.seats_of(given):
            raise NotYourSeat(say("Hints are for the player whose turn it is."))
        if any(seat.kind == "friend" for seat in table.seats):
            raise NotNow(say("There are no hints in a game against a friend."))
        if table.setup.rated:
            raise NotNow(say("There are no hints in a game that counts."))
        answer = await self.thinker.ask(
            "think", setup=table.setup.data, steps=table.steps, seconds=HINT_SECONDS
        )
        return found, answer

    async def review(self, name: str) -> Open:
        """What the computer thinks of a game that is over; it goes on thinking meanwhile."""
        found = await self.find(name)
        if not found.table.over:
            raise NotNow(say("The game is not over yet."))
        if found.review is None:
            found.review = Review()
        idle = found.reviewing is None or found.reviewing.done()
        if idle and len(found.review.expected) < len(found.table.positions):
            found.reviewing = asyncio.create_task(self._review(found, found.review))
        return found

    async def _review(self, found: Open, review: Review) -> None:
        table = found.table
        for place in range(len(review.expected), len(table.positions)):
            position = table.positions[place]
            expected, best = 0.0, ""
            if position.over:
                expected = position.returns[0]
            elif position.player is None:
                expected = review.expected[-1] if review.expected else 0.0
            else:
                answer = await self.thinker.ask(
                    "think",
                    setup=table.setup.data,
                    steps=position.history,
                    simulations=REVIEW_SIMULATIONS,
                )
                best = answer["steps"][0]["step"]
                expected = from_first(answer["expected"], position.player, len(table.seats))
            if place > 0:
                review.costs.append(self._cost(table, review, place, expected))
            review.expected.append(expected)
            review.best.append(best)

    def _cost(self, table: Table, review: Review, place: int, expected: float) -> float:
        """What a step cost whoever took it; nothing if it was the best, or the die's."""
        taker = table.takers[place - 1]
        if taker is None or review.best[place - 1] == table.steps[place - 1]:
            return 0.0
        lost = review.expected[place - 1] - expected
        return max(0.0, lost if taker == 0 else -lost)

    async def close(self) -> None:
        """Stop all thinking."""
        for found in self._open.values():
            self._stop_thinking(found)
            if found.reviewing is not None:
                found.reviewing.cancel()
            if found.flag is not None:
                found.flag.cancel()
        await self.thinker.close()


def from_first(expected: float, player: int, players: int) -> float:
    """What player 0 expects when a player expects this much: the others share the rest."""
    return expected if player == 0 else -expected / max(1, players - 1)


def tell(found: Open) -> None:
    """Tell all who watch that something has happened."""
    for watcher in list(found.watchers):
        watcher.changed()


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def make_setup(
    key: str,
    options: dict[str, Any],
    seats: Sequence[dict[str, Any]],
    clock: dict[str, Any],
    begins: str,
    position: str | None,
    rated: bool = False,
) -> Setup:
    """The setup of a table from what somebody asked for."""
    placed = [Seat(**seat) for seat in seats]
    if begins == "random" and placed:
        first = secrets.randbelow(len(placed))
        placed = placed[first:] + placed[:first]
    elif begins not in ("first", "random"):
        raise SpielwerkError(f"Who begins is 'first' or 'random', not {begins!r}.")
    seed = secrets.randbits(32)
    return Setup(key, tuple(placed), options, seed, position, Clock(**clock), rated)
