"""How many tables two cores carry: people at two screens each, a step every five seconds.

    python benchmarks/load.py                       both databases, as many as must be carried
    python benchmarks/load.py --tables 1000 --db sqlite --seconds 60
    python benchmarks/load.py --tables 150 --db sqlite --seconds 3600 --steps 30     does it grow?

Each table has two players with a line each. A step is sent as the page sends it; its time ends
when the other player has heard of it. The load's own work is done by the same two cores.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import httpx2
import psutil
import uvloop
from rich.console import Console
from rich.progress import Progress
from websockets.asyncio.client import ClientConnection, connect

import spielwerk

sys.path.insert(0, str(Path(__file__).parent.parent))
from tests.server.postgres import Postgres
from tests.server.processes import Serving

PAUSE = 5.0
"""Seconds between the steps of a table."""
LIMIT = 0.1
"""Seconds within which 99 of 100 steps must reach the other player."""
GAMES = ("kipp4", "veier", "spitze", "qbq")
"""Those in which every step is a player's."""
MUST = {"sqlite": (500, 1), "postgresql": (1000, 2)}
"""Tables that must be carried, and by how many workers."""
NUMBER = re.compile(rb'"number":(\d+)')
LONG = 600.0
"""Seconds from which on it is worth looking whether the server grows."""
AT_ONCE = 20
"""How many tables are set at a time."""


@dataclass
class Player:
    """A seat with its line, and what was last heard on it."""

    secret: str
    line: ClientConnection
    number: int = -1
    heard: asyncio.Event = field(default_factory=asyncio.Event)
    listening: asyncio.Task[None] = field(init=False)

    async def listen(self) -> None:
        """Note which number the table has; the rest is for people."""
        while True:
            message = await self.line.recv(decode=False)
            found = NUMBER.search(message)
            if found:
                self.number = int(found[1])
                self.heard.set()
            elif b'"status":200' not in message:
                raise RuntimeError(message.decode())


@dataclass
class Table:
    """A table with its players, and a game that they play."""

    id: str
    players: list[Player]
    movers: list[int]
    steps: list[str]
    taken: int = 0


class Load:
    """People who play."""

    def __init__(self, address: str, games: list[tuple[str, list[int], list[str]]]) -> None:
        self.address, self.games = address, games
        limits = httpx2.Limits(max_connections=200, max_keepalive_connections=200)
        self.http = httpx2.AsyncClient(base_url=address, limits=limits, timeout=60)
        self.tables: list[Table] = []
        self.times: list[float] = []

    async def set_tables(self, count: int, bar: Progress) -> None:
        """Set so many tables, and let both players of each sit down."""
        task = bar.add_task("setting tables", total=count)
        for _ in range(0, count, AT_ONCE):
            self.tables += await asyncio.gather(*(self.set_table() for _ in range(AT_ONCE)))
            bar.advance(task, AT_ONCE)

    async def set_table(self) -> Table:
        """A table of friends."""
        key, movers, steps = random.choice(self.games)
        data = {"game": key, "seats": [{"kind": "friend"}, {"kind": "friend"}]}
        made = (await self.http.post("/api/tables", json=data)).json()
        address = f"{self.address.replace('http', 'ws')}/api/tables/{made['id']}/live"
        players = []
        for secret in made["seats"].values():
            line = await connect(address, compression=None, max_size=None, ping_interval=None)
            await line.send(json.dumps({"seats": [secret]}))
            player = Player(secret, line)
            player.listening = asyncio.create_task(player.listen())
            await player.heard.wait()
            players.append(player)
        return Table(made["id"], players, movers, steps)

    async def play(self, seconds: float, bar: Progress) -> None:
        """Every table at its own beat."""
        bar.add_task("playing", total=None)
        end = time.perf_counter() + seconds
        playing = (self.play_at(table, end) for table in self.tables)
        self.tables = await asyncio.gather(*playing)

    async def play_at(self, table: Table, end: float) -> Table:
        """A step every five seconds, until the end; when a game is over, another table.

        Who has taken the last step stays: that all go at once is not what is measured.
        """
        beat = time.perf_counter() + PAUSE * random.random()
        while beat < end:
            await asyncio.sleep(max(0.0, beat - time.perf_counter()))
            if table.taken == len(table.steps):
                await self.get_up(table)
                table = await self.set_table()
            await self.step(table)
            beat += PAUSE
        return table

    async def step(self, table: Table) -> None:
        """Send a step; its time ends when the other player has heard of it."""
        mover = table.movers[table.taken]
        me, other = table.players[mover], table.players[1 - mover]
        began = time.perf_counter()
        step = {"number": table.taken, "step": table.steps[table.taken]}
        await me.line.send(json.dumps({"step": step}))
        table.taken += 1
        while other.number < table.taken:
            other.heard.clear()
            await other.heard.wait()
        self.times.append(time.perf_counter() - began)

    async def close(self) -> None:
        """All go home."""
        await asyncio.gather(*map(self.get_up, self.tables))
        await self.http.aclose()

    async def get_up(self, table: Table) -> None:
        """The players of a table go."""
        for player in table.players:
            player.listening.cancel()
            await player.line.close()


def random_games(most: int) -> list[tuple[str, list[int], list[str]]]:
    """Some games of so many steps at most, each with who moves and the steps."""
    found = []
    chance = random.Random(1)
    for key in GAMES:
        for _ in range(4):
            position = spielwerk.game(key).start(1)
            movers: list[int] = []
            steps: list[str] = []
            while not position.over and len(steps) < most:
                movers.append(position.player or 0)
                steps.append(chance.choice(position.steps))
                position = position.play(steps[-1])
            found.append((key, movers, steps))
    return found


def processes_of(serving: Serving) -> list[psutil.Process]:
    """The server's processes, but the one that thinks."""
    first = psutil.Process(serving.process.pid)
    found = [first, *first.children(recursive=True)]
    return [each for each in found if "spielwerk.server.thinking" not in each.cmdline()]


def memory_of(serving: Serving) -> int:
    """Bytes that the server has in memory."""
    return sum(process.memory_info().rss for process in processes_of(serving))


def seconds_of(serving: Serving) -> float:
    """Seconds of work that the server has done."""
    times = [process.cpu_times() for process in processes_of(serving)]
    return float(sum(spent.user + spent.system for spent in times))


async def watch_memory(serving: Serving, seconds: float, console: Console) -> None:
    """Tell twenty times how much memory the server has, if it takes long."""
    while seconds >= LONG:
        await asyncio.sleep(seconds / 20)
        console.print(f"{time.strftime('%H:%M')}: {memory_of(serving) / 1e6:.0f} MB")


async def measure(serving: Serving, tables: int, seconds: float, steps: int, bar: Progress) -> str:
    """One line of figures."""
    load = Load(serving.address, random_games(steps))
    memory = memory_of(serving)
    await load.set_tables(tables, bar)
    each = (memory_of(serving) - memory) / tables
    before = seconds_of(serving)
    watching = asyncio.create_task(watch_memory(serving, seconds, bar.console))
    await load.play(seconds, bar)
    watching.cancel()
    work = (seconds_of(serving) - before) / len(load.times)
    await load.close()
    times = sorted(load.times)
    p99 = times[int(0.99 * len(times))]
    return (
        f"{tables} tables, {len(times) / seconds:.0f} steps/s:"
        f" median {1000 * statistics.median(times):.0f} ms, 99 % {1000 * p99:.0f} ms"
        f" ({'met' if p99 < LIMIT else 'not met'}), most {1000 * times[-1]:.0f} ms;"
        f" {each / 1000:.0f} kB a table with both lines; {1000 * work:.1f} ms of work a step"
    )


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, help="how many; those that must be, unless given")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--steps", type=int, default=100, help="after so many, another table")
    parser.add_argument("--db", choices=MUST, action="append")
    asked = parser.parse_args()
    console = Console()
    for kind in asked.db or MUST:
        must, workers = MUST[kind]
        with tempfile.TemporaryDirectory() as folder:
            postgres = Postgres() if kind == "postgresql" else None
            db = postgres.url if postgres else f"{folder}/tables.db"
            serving = Serving(db, "--workers", str(workers))
            with Progress(console=console, transient=True) as bar:
                wait_until_warm(serving, bar)
                tables = asked.tables or must
                line = uvloop.run(measure(serving, tables, asked.seconds, asked.steps, bar))
            console.print(f"{kind}, {workers} worker{'s' * (workers > 1)}: {line}")
            serving.close()
            if postgres:
                postgres.close()


def wait_until_warm(serving: Serving, bar: Progress) -> None:
    """The computer compiles its searches at the start: wait until it can answer."""
    bar.add_task("warming up", total=None)
    data = {"game": "blockit", "seats": [{"kind": "here"}, {"kind": "computer", "level": 1}]}
    made = serving.http.post("/api/tables", json=data).json()
    serving.http.post(f"/api/tables/{made['id']}/hint", headers={"X-Seats": made["seats"]["0"]})


if __name__ == "__main__":
    main()
