"""Play at many tables while everything fails that can fail; afterwards nothing may be lost.

    python tools/faults.py                              SQLite and PostgreSQL, 25 faults each
    python tools/faults.py --db postgresql --faults 500 --tables 50      Ctrl-C: enough

Servers are killed, PostgreSQL is stopped as if the plug were pulled, connections are cut and held
up, the disk is full for a while, a server comes back with its clock set back. Then every step that
was acknowledged must be stored exactly once, in order, and every game must replay by the rules.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import cycle, islice, pairwise
from pathlib import Path
from typing import Any

import httpx2
from rich.console import Console
from rich.progress import Progress

import spielwerk
from spielwerk.core.position import Position
from spielwerk.server.replay import replay
from spielwerk.server.storage import Storage

sys.path.insert(0, str(Path(__file__).parent.parent))
from tests.server.postgres import Postgres
from tests.server.processes import Serving, free_port

GAMES = ("kipp4", "veier", "spitze", "qbq")
WITH_COMPUTER = 10
"""Every so manieth table has a computer at it."""
STEPS = 40
"""After so many steps people get up and set another table."""
PACE = 1.0
"""Within how many seconds somebody takes the next step."""
KILLS = 20
"""How many servers are killed for each other fault of a kind."""
PATIENCE = 300.0
"""Seconds after which a step that is sent again and again counts as hung."""
FAKETIME = next(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"), None)
"""Debian's libfaketime, by which a clock is set back."""


class Lost(Exception):
    """Something that was acknowledged is not there, or something is there that nobody did."""


@dataclass
class Party:
    """People at one table, with all that was acknowledged to them."""

    key: str
    position: Position
    computer: bool
    id: str = ""
    secrets: str = ""
    acknowledged: list[str] = field(default_factory=list)


class Proxy:
    """Stands between people and a server, cuts lines and holds them up."""

    def __init__(self, port: int) -> None:
        self.target, self.port, self.delay = port, free_port(), 0.0
        self.lines: set[asyncio.StreamWriter] = set()

    async def open(self) -> None:
        """Begin to pass things on."""
        self.server = await asyncio.start_server(self._connect, "127.0.0.1", self.port)

    async def close(self) -> None:
        """Pass nothing on any more."""
        self.server.close()
        self.cut()

    def cut(self) -> None:
        """Cut every line."""
        for line in list(self.lines):
            line.transport.abort()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            there, back = await asyncio.open_connection("127.0.0.1", self.target)
            await asyncio.gather(self._pass(reader, back), self._pass(there, writer))
        writer.close()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.lines.add(writer)
        try:
            while data := await reader.read(65_536):
                await asyncio.sleep(self.delay)
                writer.write(data)
                await writer.drain()
        except OSError:
            return
        finally:
            self.lines.discard(writer)
            writer.close()


class Trial:
    """Servers with one database, people at tables, and faults."""

    def __init__(self, db: str, servers: int, tables: int, postgres: Postgres | None) -> None:
        self.db, self.postgres, self.count = db, postgres, tables
        self.servers = [Serving(db) for _ in range(servers)]
        self.proxies = [Proxy(server.port) for server in self.servers]
        self.parties: list[Party] = []
        self.faults: Counter[str] = Counter()
        self.over = self.stopped = False
        self.chance = random.Random(7)

    def close(self) -> None:
        """End the servers."""
        for server in self.servers:
            server.close()

    async def run(self, faults: Sequence[str], bar: Progress) -> None:
        """Play until all these faults have happened."""
        for proxy in self.proxies:
            await proxy.open()
        async with httpx2.AsyncClient(timeout=10) as http:
            playing = [asyncio.create_task(self.play(http, n)) for n in range(self.count)]
            failing = asyncio.create_task(self.fail(faults, bar))
            try:
                await asyncio.gather(failing, *playing)
            finally:
                self.over = True
                for task in (failing, *playing):
                    task.cancel()
                for proxy in self.proxies:
                    await proxy.close()

    # People.

    async def play(self, http: httpx2.AsyncClient, number: int) -> None:
        """One game after the other."""
        while not self.over:
            key = self.chance.choice(GAMES)
            computer = number % WITH_COMPUTER == 0
            party = Party(key, spielwerk.game(key).start(1), computer)
            await self.set_table(http, party)
            self.parties.append(party)
            while not self.over and not party.position.over and len(party.acknowledged) < STEPS:
                await self.step(http, party)

    async def set_table(self, http: httpx2.AsyncClient, party: Party) -> None:
        """Set a table; if the answer gets lost, another."""
        second = {"kind": "computer", "level": 1} if party.computer else {"kind": "friend"}
        data = {"game": party.key, "seats": [{"kind": "friend"}, second]}
        made = await self.send(http, "POST", "/api/tables", json=data)
        party.id, party.secrets = made.json()["id"], " ".join(made.json()["seats"].values())

    async def step(self, http: httpx2.AsyncClient, party: Party) -> None:
        """Take a step, and send it until it is acknowledged; or see what the computer did."""
        path, number = f"/api/tables/{party.id}", len(party.acknowledged)
        if party.computer and party.position.player == 1:
            table = (await self.send(http, "GET", path)).json()
            self.see(party, table["steps"])
            await asyncio.sleep(0.05)
            return
        step = self.chance.choice(party.position.steps)
        data = {"number": number, "step": step}
        answer = await self.send(
            http, "POST", f"{path}/steps", json=data, headers={"X-Seats": party.secrets}
        )
        if answer.status_code != 200:
            raise Lost(f"{party.id} {number} {step}: {answer.status_code} {answer.text[:200]}")
        self.see(party, answer.json()["steps"][: number + 1])
        if party.acknowledged[number] != step:
            raise Lost(
                f"{party.id} {number}: {step} was sent, {party.acknowledged[number]} is there"
            )
        await asyncio.sleep(PACE * self.chance.random())

    def see(self, party: Party, steps: list[dict[str, Any]]) -> None:
        """What was seen before must still be there; what is new is played."""
        tokens = [step["step"] for step in steps]
        if tokens[: len(party.acknowledged)] != party.acknowledged:
            raise Lost(f"{party.id}: {party.acknowledged} became {tokens}")
        for token in tokens[len(party.acknowledged) :]:
            party.position = party.position.play(token)
            party.acknowledged.append(token)

    async def send(self, http: httpx2.AsyncClient, method: str, path: str, **more: Any) -> Any:
        """Send something to any of the servers, again and again until one answers."""
        end, seen = time.monotonic() + PATIENCE, Counter[str]()
        while True:
            port = self.chance.choice(self.proxies).port
            try:
                answer = await http.request(method, f"http://127.0.0.1:{port}{path}", **more)
                if answer.status_code < 500:
                    return answer
                if answer.status_code != 503:
                    raise Lost(f"{path}: {answer.status_code} {answer.text[:200]}")
                seen["503"] += 1
            except httpx2.TransportError as error:
                seen[type(error).__name__] += 1
            if time.monotonic() > end:
                raise Lost(f"{path}: no answer for {PATIENCE:g} s, but {dict(seen)}")
            await asyncio.sleep(PACE * self.chance.random())

    # Faults.

    async def fail(self, faults: Sequence[str], bar: Progress) -> None:
        """One fault after the other, each in the midst of play."""
        for fault in bar.track(faults, description="faults"):
            await self.going_on()
            await asyncio.sleep(self.chance.random())
            await getattr(self, fault.replace(" ", "_"))()
            self.faults[fault] += 1
            if self.stopped:
                break
        self.over = True

    async def going_on(self) -> None:
        """Wait until people play again: as many steps as there are tables."""
        before = sum(len(party.acknowledged) for party in self.parties)
        while sum(len(party.acknowledged) for party in self.parties) < before + self.count:
            await asyncio.sleep(0.05)

    def stop(self, *_: object) -> None:
        """Enough: what has happened so far is looked at."""
        self.stopped = True

    async def kill(self) -> None:
        """A server dies at any moment, and is started again."""
        server = self.chance.choice(self.servers)
        server.kill()
        await asyncio.to_thread(server.start)

    async def cut(self) -> None:
        """All lines are cut."""
        for proxy in self.proxies:
            proxy.cut()

    async def hold_up(self) -> None:
        """Everything takes longer for a while."""
        for proxy in self.proxies:
            proxy.delay = 0.3
        await asyncio.sleep(1)
        for proxy in self.proxies:
            proxy.delay = 0.0

    async def pull_the_plug(self) -> None:
        """PostgreSQL dies, and is started again."""
        if self.postgres:
            await asyncio.to_thread(self.postgres.stop, "immediate")
            await asyncio.sleep(0.5)
            await asyncio.to_thread(self.postgres.start)

    async def fill_the_disk(self) -> None:
        """There is no room for a while."""
        folder = Path(self.db).parent
        filler = folder / "filler"
        if shutil.disk_usage(folder).total > 2**28:
            raise Lost(f"{folder} is no small disk of its own")
        with filler.open("wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(4096))
        await asyncio.sleep(1)
        filler.unlink()

    async def set_clock_back(self) -> None:
        """A server comes back an hour earlier than it went."""
        server = self.servers[0]
        server.kill()
        with environment(LD_PRELOAD=str(FAKETIME), FAKETIME="-1h", DONT_FAKE_MONOTONIC="1"):
            await asyncio.to_thread(server.start)
        server.kill()
        await asyncio.to_thread(server.start)

    # Afterwards.

    def check(self) -> int:
        """Whether all that was acknowledged is there, once and in order; how many steps."""
        storage = Storage(self.db if self.postgres else f"sqlite:///{self.db}")
        steps = 0
        for party in self.parties:
            setup, created, events, _ = storage.load(party.id)
            stored = [event.value for event in events if event.kind == "step"]
            if stored[: len(party.acknowledged)] != party.acknowledged:
                raise Lost(f"{party.id}: {party.acknowledged} was acknowledged, {stored} is there")
            if len(stored) > len(party.acknowledged) + 1 and not party.computer:
                raise Lost(f"{party.id}: {stored} is there, {party.acknowledged} was sent")
            if any(a.at > b.at for a, b in pairwise(events)):
                raise Lost(f"{party.id}: time went back")
            replay(setup, created, events)
            steps += len(party.acknowledged)
        storage.close()
        return steps


@contextmanager
def environment(**values: str) -> Iterator[None]:
    """Processes that are started meanwhile have these."""
    os.environ.update(values)
    try:
        yield
    finally:
        for name in values:
            del os.environ[name]


@contextmanager
def small_disk() -> Iterator[Path]:
    """A disk of its own, that can be filled; a folder where there is no right to mount one."""
    folder = Path(tempfile.mkdtemp())
    mounted = os.system(f"mount -t tmpfs -o size=24m tmpfs {folder} 2>/dev/null") == 0  # noqa: S605
    try:
        yield folder
    finally:
        if mounted:
            os.system(f"umount {folder}")  # noqa: S605
        shutil.rmtree(folder, ignore_errors=True)


def usual_faults(kind: str, count: int) -> list[str]:
    """So many faults, mostly kills."""
    others = ["cut", "hold up", "pull the plug" if kind == "postgresql" else "fill the disk"]
    if FAKETIME and kind == "sqlite":
        others.append("set clock back")
    return list(islice(cycle([*KILLS * ["kill"], *others]), count))


def try_database(kind: str, faults: Sequence[str], tables: int, console: Console) -> None:
    """A trial with one database."""
    with ExitStack() as stack:
        postgres = None
        if kind == "postgresql":
            postgres = Postgres()
            stack.callback(postgres.close)
        db = postgres.url if postgres else str(stack.enter_context(small_disk()) / "tables.db")
        trial = Trial(db, 2 if postgres else 1, tables, postgres)
        stack.callback(trial.close)
        before = signal.signal(signal.SIGINT, trial.stop)
        stack.callback(signal.signal, signal.SIGINT, before)
        with Progress(console=console, transient=True) as bar:
            asyncio.run(trial.run(faults, bar))
        steps = trial.check()
        told = ", ".join(f"{name} {count}" for name, count in trial.faults.items())
        console.print(
            f"{kind}: {told}; {len(trial.parties)} tables, {steps} steps acknowledged,"
            " each stored once, in order; every game replays by the rules"
        )


def main() -> None:
    """Let things fail."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--db", choices=["sqlite", "postgresql"], action="append")
    parser.add_argument("--faults", type=int, default=25)
    parser.add_argument("--tables", type=int, default=50)
    asked = parser.parse_args()
    for kind in asked.db or ["sqlite", "postgresql"]:
        try_database(kind, usual_faults(kind, asked.faults), asked.tables, Console())


if __name__ == "__main__":
    main()
