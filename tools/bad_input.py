"""Whatever is sent to a server, it answers or refuses: no error of its own, no hang, no growth.

    python tools/bad_input.py                      a million requests and messages
    python tools/bad_input.py --inputs 20000 --seed 7

Requests that are right are changed here and there: bytes, values, names, headers, the path; so are
messages on a line to a table, a few on each line. A real server answers. A status of 500 or more,
an answer that does not come, memory that grows, or a server that has ended is a finding.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psutil
from fuzz import Finding, changed
from rich.console import Console
from rich.progress import Progress
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

sys.path.insert(0, str(Path(__file__).parent.parent))
from tests.server.processes import Serving

INPUTS = 1_000_000
AT_ONCE = 8
"""How many send at a time."""
MOST_ON_A_LINE = 12
PATIENCE = 30.0
"""Seconds after which an answer that did not come is a hang."""
MOST_GROWTH = 48 * 2**20
"""Bytes by which the server's memory may grow from a tenth of the inputs to the end."""
ODD: tuple[object, ...] = (
    *(None, True, -1, 0, 7, 10**9, 10**30, 1.5, "", "x" * 5000, "\x00", "\ud800", "é" * 40),
    *([], {}, [[]], {"é": 1}, "1-0", "../..", "<b>", "' OR 1=1 --", "%00", "+g6"),
)


@dataclass(frozen=True)
class Request:
    """A request that is right, or nearly."""

    method: str
    path: str
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)

    @property
    def weight(self) -> float:
        """How often it is sent: seldom what takes the server long."""
        if "passphrase" in (self.body or ()):
            return 0.02
        return 1 if self.path.startswith("/api/") else 0.2


def right_requests(table: str, secret: str, tournament: str, organiser: str) -> list[Request]:
    """One for each thing that can be asked of a server."""
    at, club = f"/api/tables/{table}", f"/api/club/tournaments/{tournament}"
    seat, organises = {"X-Seats": secret}, {"X-Organiser": organiser}
    ann = {"name": "Ann", "passphrase": "four marbles in a row"}
    seats = [{"kind": "friend", "name": "Zoë"}, {"kind": "computer", "level": 1}]
    clock = {"kind": "each", "minutes": 5, "increment": 2}
    made = {"game": "kipp4", "seats": seats, "options": {}, "clock": clock, "begins": "random"}
    plan = {"name": "Monday", "game": "veier", "kind": "swiss", "rounds": 3}
    return [
        *(
            Request("GET", path)
            for path in ("/", "/club", "/new/qbq", "/guide/spitze", f"/t/{table}")
        ),
        *(Request("GET", f"/api/{path}") for path in ("health", "ready", "games?language=lb")),
        Request("GET", f"{at}?language=de&theme=dark&above=true", headers=seat),
        *(Request("GET", f"{at}/{path}") for path in ("positions/0", "record", "picture.svg")),
        Request("GET", f"{at}/analysis"),
        Request("POST", f"{at}/steps", {"number": 0, "step": "+g6"}, seat),
        Request("POST", f"{at}/acts", {"number": 0, "act": "phrase", "value": "hello"}, seat),
        Request("POST", f"{at}/hint", headers=seat),
        Request("POST", "/api/tables", made | {"position": None, "rated": False}),
        Request("POST", "/api/club/members", ann),
        Request("POST", "/api/club/sign-in", ann),
        Request("GET", "/api/club/ratings/kipp4"),
        Request("POST", "/api/club/tournaments", plan),
        Request("GET", club),
        Request("GET", f"{club}/standings.csv"),
        Request("POST", f"{club}/entries", {"name": "Bo"}),
        Request("POST", f"{club}/entries", {"level": 2}, organises),
        Request("POST", f"{club}/rounds", headers=organises),
        Request("POST", f"{club}/drop", {"number": 1}, organises),
        Request("POST", f"{club}/results", {"round": 1, "board": 1, "result": "1-0"}, organises),
        Request("GET", "/api/club/member", headers={"X-Member": "a" * 22}),
        Request("POST", f"/api/club/tables/{table}/member", headers=seat | {"X-Member": "a" * 22}),
        Request("POST", "/api/lessons/kipp4/0", {"steps": ["+g6"], "language": "de"}),
        Request("GET", "/static/base.css"),
    ]


class Inputs:
    """Requests and messages that are nearly right; the same for the same seed."""

    def __init__(self, seed: int, right: list[Request], secret: str) -> None:
        self.chance, self.right, self.secret = random.Random(seed), right, secret
        self.weights = [request.weight for request in right]
        texts = [json.dumps(request.body).encode() for request in right if request.body]
        self.pool = [*texts, *(request.path.encode() for request in right)]

    def request(self) -> bytes:
        """A request as it is sent."""
        (right,) = self.chance.choices(self.right, self.weights)
        path, body, headers = right.path, b"", dict(right.headers)
        if right.body is not None:
            body = self.near(right.body)
            headers["Content-Type"] = "application/json"
        if self.chance.random() < 0.3:
            path = "/" + quote(self.bytes(path.encode()), safe="/?=&%").lstrip("/")
        if self.chance.random() < 0.2:
            name = self.chance.choice(
                ["X-Seats", "X-Member", "Accept-Language", "Cookie", "Origin", "Range"]
            )
            headers[name] = quote(self.bytes(b"theme=dark; language=fr"), safe=" =;,/:")
        lines = [
            f"{right.method} {path} HTTP/1.1",
            "Host: 127.0.0.1",
            f"Content-Length: {len(body)}",
        ]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        return "\r\n".join([*lines, "", ""]).encode() + body

    def message(self) -> str | bytes:
        """What is said on a line."""
        view = {"language": "fr", "theme": "dark", "above": True, "coordinates": False}
        step = {"number": 0, "step": "+g6"}
        said = self.chance.choice([{"seats": [self.secret], "view": view}, {"step": step}])
        text = self.near(said)
        if self.chance.random() < 0.1:
            return text
        return text.decode("utf-8", "replace")

    def near(self, value: Any) -> bytes:
        """JSON that is nearly right, or bytes that are nearly JSON."""
        if self.chance.random() < 0.3:
            return self.bytes(json.dumps(value).encode())
        return json.dumps(self.odd(value)).encode()

    def odd(self, value: Any) -> Any:
        """A value in which something is odd, perhaps."""
        if self.chance.random() < 0.12:
            return self.chance.choice(ODD)
        if isinstance(value, dict):
            kept = {
                key: self.odd(part) for key, part in value.items() if self.chance.random() > 0.05
            }
            if self.chance.random() < 0.05:
                kept[str(self.chance.choice(ODD))[:40]] = self.chance.choice(ODD)
            return kept
        if isinstance(value, list):
            return [
                self.odd(part) for part in value for _ in range(self.chance.choice((1, 1, 1, 0, 2)))
            ]
        return value

    def bytes(self, data: bytes) -> bytes:
        """Bytes that are nearly these."""
        return changed(data, self.chance, self.pool)


class Storm:
    """Many who send what they please."""

    def __init__(self, serving: Serving, inputs: Inputs, table: str, count: int) -> None:
        self.serving, self.inputs, self.table, self.count = serving, inputs, table, count
        self.sent, self.before = 0, 0
        self.answers: Counter[str] = Counter()

    async def run(self, bar: Progress) -> None:
        """Until all is sent."""
        task = bar.add_task("inputs", total=self.count)
        senders = [asyncio.create_task(self.send_requests()) for _ in range(AT_ONCE)]
        senders += [asyncio.create_task(self.talk()) for _ in range(AT_ONCE // 4)]
        everything = asyncio.gather(*senders)
        while not everything.done():
            bar.update(task, completed=self.sent)
            if not self.before and self.sent >= self.count // 10:
                self.before = memory_of(self.serving)
            await asyncio.wait([everything], timeout=0.5)
        await everything

    def next(self) -> Iterator[int]:
        """One after the other, until there are enough."""
        while self.sent < self.count:
            self.sent += 1
            yield self.sent

    async def send_requests(self) -> None:
        """Requests on one connection after the other."""
        reader: asyncio.StreamReader | None = None
        writer: asyncio.StreamWriter | None = None
        for _ in self.next():
            data = self.inputs.request()
            if reader is None or writer is None:
                where = ("127.0.0.1", self.serving.port)
                reader, writer = await asyncio.open_connection(*where)
            try:
                async with asyncio.timeout(PATIENCE):
                    writer.write(data)
                    status, goes_on = await read_answer(reader)
            except TimeoutError:
                raise Finding(f"There was no answer to {data!r}") from None
            except (OSError, asyncio.IncompleteReadError):
                status, goes_on = 0, False  # it was refused by closing
            self.answers[str(status)] += 1
            if status >= 500:
                raise Finding(f"{status} for {data!r}")
            if not goes_on:
                writer.close()
                reader = writer = None

    async def talk(self) -> None:
        """Messages, a few on each line."""
        address = f"ws://127.0.0.1:{self.serving.port}/api/tables/{self.table}/live"
        numbers = self.next()
        while self.sent < self.count:
            try:
                async with connect(address, compression=None, ping_interval=None) as line:
                    for _, _ in zip(range(MOST_ON_A_LINE), numbers, strict=False):
                        message = self.inputs.message()
                        await line.send(message)
                        try:
                            async with asyncio.timeout(PATIENCE):
                                await line.recv()
                        except TimeoutError:
                            raise Finding(f"There was no answer to {message!r}") from None
                        self.answers["line"] += 1
            except ConnectionClosed as closed:
                code = closed.rcvd.code if closed.rcvd else 0
                self.answers[f"line {code}"] += 1
                if code in (1006, 1011) or code >= 4500:
                    raise Finding(f"A line was closed with {code}.") from None
            except (OSError, InvalidHandshake) as error:
                raise Finding(f"No line: {error}") from None

    def check(self) -> float:
        """The megabytes by which the server has grown; too many are a finding."""
        if self.serving.process.poll() is not None:
            raise Finding(f"The server has ended: {self.serving.told[-2000:]}")
        grown = memory_of(self.serving) - self.before
        if self.before and grown > MOST_GROWTH:
            raise Finding(f"The server has grown by {grown} bytes.")
        errors = [line for line in self.serving.lines if line.get("level") == "error"]
        if errors:
            raise Finding(f"The server has logged {errors[0]}")
        return grown / 2**20


async def read_answer(reader: asyncio.StreamReader) -> tuple[int, bool]:
    """The status of an answer, and whether the connection goes on."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
    status = int(head.split(" ", 2)[1])
    headers = dict(line.split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
    if "transfer-encoding" in headers:
        while size := int(await reader.readline(), 16):
            await reader.readexactly(size + 2)
        await reader.readexactly(2)
    elif status not in (204, 304):
        await reader.readexactly(int(headers.get("content-length", "0")))
    return status, headers.get("connection") != "close"


def memory_of(serving: Serving) -> int:
    """Bytes that the server has in memory, without the process that thinks."""
    return int(psutil.Process(serving.process.pid).memory_info().rss)


def main() -> None:
    """Send until all is sent or something is found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--inputs", type=int, default=INPUTS, help="how many")
    parser.add_argument("--seed", type=int, default=1, help="for the same inputs again")
    asked = parser.parse_args()
    console = Console()
    with tempfile.TemporaryDirectory() as folder:
        serving = Serving(f"{folder}/tables.db", "--log", "json")
        try:
            friends = [{"kind": "friend"}, {"kind": "friend"}]
            made = serving.http.post("/api/tables", json={"game": "kipp4", "seats": friends}).json()
            plan = {"name": "Monday", "game": "kipp4"}
            club = serving.http.post("/api/club/tournaments", json=plan).json()
            secret = made["seats"]["0"]
            right = right_requests(made["id"], secret, club["id"], club["organiser"])
            storm = Storm(serving, Inputs(asked.seed, right, secret), made["id"], asked.inputs)
            with Progress(console=console, transient=True) as bar:
                asyncio.run(storm.run(bar))
            grown = storm.check()
        finally:
            serving.close()
    told = ", ".join(f"{what} {count}" for what, count in sorted(storm.answers.items()))
    console.print(f"{storm.sent} inputs, no finding; memory {grown:+.1f} MB. Answers: {told}")


if __name__ == "__main__":
    main()
