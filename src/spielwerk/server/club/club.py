"""The club at work: tournaments are entered, paired and played; what ends at a table counts."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, TypeVar

from sqlalchemy import Connection

from spielwerk.club.ratings import MEAN
from spielwerk.club.tournament import ENTERED, Entry, Pairing, seeds
from spielwerk.core.errors import SpielwerkError
from spielwerk.pictures.words import say
from spielwerk.server.club.members import Member, Members, NameTaken, fold, read_name
from spielwerk.server.club.rating_store import RatingStore, ratings_of
from spielwerk.server.club.tournament_store import (
    Kept,
    Plan,
    TournamentStore,
    add_entry,
    add_round,
    keep_entry,
    keep_result,
    keep_table,
    remove_entry,
)
from spielwerk.server.errors import NoSuchTable, NotNow, NotYourSeat
from spielwerk.server.names import new_name
from spielwerk.server.opened import Open
from spielwerk.server.secret import hash_of, is_secret, new_secret
from spielwerk.server.setup import COMPUTER, FRIEND, Clock, Seat, Setup
from spielwerk.server.storage import Storage
from spielwerk.server.table import Table
from spielwerk.server.tables import Tables

T = TypeVar("T")
MOST_ENTRIES = 64
THREADS = 2
"""How many use the database for the club at a time."""
PAUSE = 1.0
"""Seconds between two looks at what others have changed and what should go on."""
LOOKED_AFTER = 24 * 3600 * 1000
"""Milliseconds after which a tournament in which nothing happens is left alone."""


class Club:
    """Members, ratings and tournaments of a server."""

    def __init__(self, storage: Storage, tables: Tables) -> None:
        self.members, self.ratings = Members(storage), RatingStore(storage)
        self.store, self.tables = TournamentStore(storage), tables
        self._watchers: dict[str, set[Callable[[], None]]] = {}
        self._seen: dict[str, int] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._threads = ThreadPoolExecutor(THREADS)
        tables.on_over = self._over

    async def run(self, work: Callable[..., T], *values: Any) -> T:
        """Let a thread use the database meanwhile, or stretch a passphrase."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *values)

    def start(self) -> None:
        """Look after tournaments from now on."""
        self._keep(asyncio.create_task(self._look_after()))

    async def close(self) -> None:
        """Look after them no longer."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._threads.shutdown()

    def _keep(self, task: asyncio.Task[None]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Tournaments.

    async def create(self, plan: Plan) -> tuple[str, str]:
        """A new tournament, with the organiser's secret."""
        seats = (Seat(FRIEND), Seat(FRIEND))
        Setup(plan.game, seats, plan.options, 0, plan.position, plan.clock)
        name, secret = new_name(), new_secret()
        plan = replace(plan, name=read_name(plan.name))
        await self.run(self.store.create, name, plan, hash_of(secret), self.tables.now())
        return name, secret

    async def find(self, tournament: str) -> Kept:
        """A tournament as it is."""
        return await self.run(self.store.load, tournament)

    async def enter(
        self,
        tournament: str,
        name: str,
        level: int | None = None,
        member: Member | None = None,
        organiser: str = "",
    ) -> tuple[int, str | None]:
        """Somebody takes part: the number, and the secret of a person."""
        secret = new_secret() if level is None else None
        if level is None and member is None:
            await self._check_name(name)

        def decide(connection: Connection, kept: Kept) -> int:
            organises = is_secret(organiser, kept.organiser)
            check_entry(kept, level, organises)
            number = max((entry.number for entry in kept.tournament.entries), default=0) + 1
            shown = (
                computer_name(kept, level) if level else read_name(member.name if member else name)
            )
            if fold(shown) in {fold(entry.name) for entry in kept.tournament.entries}:
                raise NameTaken(say("Somebody has that name already: take another."))
            entry = Entry(number, shown, level, member.id if member else None)
            add_entry(connection, kept, entry, hash_of(secret) if secret else None)
            return number

        return await self._change(tournament, decide), secret

    async def _check_name(self, name: str) -> None:
        if await self.run(self.members.is_taken, name):
            raise NameTaken(say("That is a member's name: sign in first, or take another."))

    async def next_round(self, tournament: str, organiser: str) -> Kept:
        """Pair the next round and set its tables; the first begins the tournament."""

        def decide(connection: Connection, kept: Kept) -> None:
            check_organiser(kept, organiser)
            check_next_round(kept)
            if kept.tournament.round == 0:
                kept = seed(connection, kept)
            add_round(connection, kept, kept.tournament.next_round())

        await self._change(tournament, decide)
        await self._go_on(tournament)
        return await self.find(tournament)

    async def drop(self, tournament: str, number: int, organiser: str, secret: str) -> None:
        """Somebody drops out; before the beginning it is as if they had never entered."""

        def decide(connection: Connection, kept: Kept) -> None:
            if number not in {entry.number for entry in kept.tournament.playing}:
                raise NotNow(say("There is nobody of that number who could drop out."))
            if not is_secret(secret, kept.hashes.get(number, "")):
                check_organiser(kept, organiser)
            if kept.tournament.round == 0:
                remove_entry(connection, kept, number)
                return
            entry, lost = kept.tournament.dropped(number)
            keep_entry(connection, kept, entry)
            for pairing in lost:
                keep_result(connection, kept, pairing)

        await self._change(tournament, decide)

    async def decide_result(
        self, tournament: str, organiser: str, number: int, board: int, result: str
    ) -> None:
        """The organiser enters or corrects the result of a game."""
        if result not in ENTERED:
            raise SpielwerkError(f"A result is one of {', '.join(ENTERED)}, not {result!r}.")

        def decide(connection: Connection, kept: Kept) -> None:
            check_organiser(kept, organiser)
            pairing = pairing_at(kept, number, board)
            if pairing.second is None or pairing.table is None:
                raise NotNow(say("Nobody plays there."))
            keep_result(connection, kept, replace(pairing, result=result, way="organiser"))

        await self._change(tournament, decide)

    async def _change(self, tournament: str, decide: Callable[[Connection, Kept], T]) -> T:
        """Change a tournament, then let it be seen."""
        done: T = await self.run(self.store.change, tournament, self.tables.now(), decide)
        self._tell(tournament)
        return done

    # Tables.

    async def _go_on(self, tournament: str) -> None:
        """Set the tables that a round needs; computers play, and what is over is entered."""
        kept = await self.find(tournament)
        for pairing in kept.tournament.undecided:
            if pairing.table is None:
                pairing = await self._set_table(kept, pairing)
            await self._look_at(pairing)

    async def _set_table(self, kept: Kept, pairing: Pairing) -> Pairing:
        setup, hashes = table_for(kept, pairing)
        table, _ = await self.tables.create(setup, hashes)

        def decide(connection: Connection, kept: Kept) -> Pairing:
            keep_table(connection, kept, pairing, table)
            return pairing_at(kept, pairing.round, pairing.board)

        before = await self._change(kept.id, decide)
        return replace(pairing, table=before.table or table)

    async def _look_at(self, pairing: Pairing) -> None:
        """Opening a table lets it go on; if it is over, that counts."""
        try:
            found = await self.tables.find(pairing.table or "")
        except NoSuchTable:
            return
        if found.table.over:
            await self._enter(found)

    def _over(self, found: Open) -> None:
        self._keep(asyncio.create_task(self._enter(found)))

    async def _enter(self, found: Open) -> None:
        """A game is over: enter its result in the tournament, or let it count by itself."""
        tournament = await self.run(self.store.place_of, found.id)
        if tournament is None:
            await self._count(found)
            return

        def decide(connection: Connection, kept: Kept) -> None:
            for pairing in kept.tournament.undecided:
                if pairing.table == found.id:
                    result = result_of(found.table)
                    keep_result(connection, kept, replace(pairing, result=result, way="table"))

        await self._change(tournament, decide)

    async def _count(self, found: Open) -> None:
        """A game outside a tournament counts if all who play it are rated, one of them a member."""
        table = found.table
        if not table.setup.rated or len(table.seats) < 2:
            return
        members = await self.run(self.ratings.members_at, found.id)
        players = [
            f"level {seat.level}" if seat.kind == COMPUTER else f"member {members.get(number)}"
            for number, seat in enumerate(table.setup.seats)
        ]
        if members and "member None" not in players:
            key = table.setup.key
            await self.run(self.ratings.count, found.id, key, players, ranks_of(table))

    async def take_seat(self, name: str, given: list[str], member: Member) -> None:
        """A member plays a seat of a table that counts."""
        found = await self.tables.find(name)
        seats = found.seats_of(given)
        if not seats:
            raise NotYourSeat(say("You are watching: take a seat to play."))
        if not found.table.setup.rated:
            raise NotNow(say("This game does not count for the ratings."))
        members = await self.run(self.ratings.members_at, name)
        if members.get(min(seats)) == member.id:
            return
        if (
            len(seats) > 1
            or found.table.over
            or seats & {taken.seat for taken in found.table.taken}
        ):
            raise NotNow(say("A game counts for one seat of yours, taken before your first step."))
        if await self.run(self.store.place_of, name):
            raise NotNow(say("In a tournament you play under the name that you entered."))
        await self.run(self.ratings.take_seat, name, min(seats), member.id)

    # Watching.

    def watch(self, tournament: str, changed: Callable[[], None]) -> None:
        """Look at a tournament until `leave`."""
        self._watchers.setdefault(tournament, set()).add(changed)

    def leave(self, tournament: str, changed: Callable[[], None]) -> None:
        """Look no longer."""
        self._watchers[tournament].discard(changed)
        if not self._watchers[tournament]:
            del self._watchers[tournament]
            self._seen.pop(tournament, None)

    def _tell(self, tournament: str) -> None:
        for changed in list(self._watchers.get(tournament, ())):
            changed()

    async def _look_after(self) -> None:
        """See what other workers have changed, and that all games go on."""
        while True:
            await asyncio.sleep(PAUSE)
            try:
                await self._tell_changes()
                since = self.tables.now() - LOOKED_AFTER
                for tournament in await self.run(self.store.unfinished, since):
                    await self._go_on(tournament)
            except SpielwerkError:
                continue  # the database is away for a moment; the next look will tell

    async def _tell_changes(self) -> None:
        watched = list(self._watchers)
        versions = await self.run(self.store.versions, watched) if watched else {}
        for tournament, version in versions.items():
            if self._seen.get(tournament, version) != version:
                self._tell(tournament)
            self._seen[tournament] = version


def check_organiser(kept: Kept, secret: str) -> None:
    """Refuse whoever is not the organiser."""
    if not is_secret(secret, kept.organiser):
        raise NotYourSeat(say("Only the organiser can do that, with the organiser's link."))


def check_entry(kept: Kept, level: int | None, organises: bool) -> None:
    """Refuse an entry that comes too late, is one too many, or not for this person to make."""
    begun = kept.tournament.round > 0
    if level is not None and not organises:
        raise NotYourSeat(say("Only the organiser can do that, with the organiser's link."))
    if begun and (kept.plan.kind != "swiss" or kept.tournament.over):
        raise NotNow(say("The tournament has begun: nobody can enter any more."))
    if begun and not organises:
        raise NotNow(say("The tournament has begun: only the organiser can let you in."))
    if len(kept.tournament.entries) >= MOST_ENTRIES:
        raise NotNow(say("A tournament has at most {n} players.", n=MOST_ENTRIES))


def check_next_round(kept: Kept) -> None:
    """Refuse a round that cannot be played yet, or not any more."""
    tournament = kept.tournament
    if len(tournament.playing) < 2:
        raise NotNow(say("A tournament needs at least two players."))
    if tournament.undecided:
        raise NotNow(say("Some games of this round have no result yet."))
    if tournament.over:
        raise NotNow(say("The tournament is over."))


def computer_name(kept: Kept, level: int) -> str:
    """What a computer is called; there may be several of a level."""
    count = sum(entry.level == level for entry in kept.tournament.entries)
    return f"Level {level}" if count == 0 else f"Level {level} ({count + 1})"


def seed(connection: Connection, kept: Kept) -> Kept:
    """Give everybody a place by strength."""
    strengths = {
        rated.player: rated.rating.mean for rated in ratings_of(connection, kept.plan.game)
    }
    entries = seeds(kept.tournament.entries, strengths, MEAN)
    for entry in entries:
        keep_entry(connection, kept, entry)
    return replace(kept, tournament=replace(kept.tournament, entries=tuple(entries)))


def pairing_at(kept: Kept, number: int, board: int) -> Pairing:
    """A pairing by its round and board."""
    for pairing in kept.tournament.pairings:
        if (pairing.round, pairing.board) == (number, board):
            return pairing
    raise NoSuchTable(say("There is no board {board} in round {round}.", board=board, round=number))


def table_for(kept: Kept, pairing: Pairing) -> tuple[Setup, dict[int, str]]:
    """The table at which two meet; people sit there with the secrets that they have."""
    numbers = [pairing.first, *([] if pairing.second is None else [pairing.second])]
    entries = [kept.tournament.entry(number) for number in numbers]
    seats = tuple(
        Seat(FRIEND, name=entry.name) if entry.level is None else Seat(COMPUTER, entry.level)
        for entry in entries
    )
    # Computers among themselves need no clock: how quick they are is the server's doing.
    clock = kept.plan.clock if kept.hashes.keys() & set(numbers) else Clock()
    plan, chance = kept.plan, secrets.randbits(32)
    setup = Setup(plan.game, seats, plan.options, chance, plan.position, clock, rated=True)
    hashes = {seat: kept.hashes[n] for seat, n in enumerate(numbers) if n in kept.hashes}
    return setup, hashes


def result_of(table: Table) -> str:
    """How the end of a game for two is written in a tournament."""
    if table.winner is None:
        return "1/2-1/2"
    return "1-0" if table.winner == 0 else "0-1"


def ranks_of(table: Table) -> list[int]:
    """The ranks in a game that is over; whoever left it to a computer is behind all others."""
    left = {
        number
        for number, seat in enumerate(table.setup.seats)
        if seat.kind != COMPUTER and table.seats[number].kind == COMPUTER
    }
    best = set(range(len(table.seats))) - left
    if table.winner in best:
        best = {table.winner}
    return [0 if number in best else 1 + (number in left) for number in range(len(table.seats))]
