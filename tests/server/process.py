"""A server in a process of its own, as `spielwerk serve` starts it."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx2

START = "from spielwerk.cli import app; app()"
LONG = 60.0


class Process:
    """`spielwerk serve` on a free port, with its log in a file."""

    def __init__(self, folder: Path, *options: str, env: dict[str, str] | None = None) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.db, self.log = folder / "tables.db", folder / f"{self.port}.log"
        words = ["serve", "--port", str(self.port), "--db", str(self.db), *options]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", START, *words],
                stdout=log,
                stderr=log,
                env=env,
                start_new_session=True,
            )
        self.http = httpx2.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=LONG)
        self.wait_until(self.is_up)

    def is_up(self) -> bool:
        assert self.process.poll() is None, self.log.read_text("utf-8")
        try:
            return self.http.get("/api/ready").status_code == 200
        except httpx2.TransportError:
            return False

    def wait_until(self, holds: Any) -> None:
        end = time.monotonic() + LONG
        while not holds():
            assert time.monotonic() < end, "it never happened"
            time.sleep(0.02)

    def number(self, name: str) -> float:
        """A number of /metrics; several with different labels are added up."""
        lines = self.http.get("/metrics").text.splitlines()
        rows = [line for line in lines if line.startswith((f"{name} ", f"{name}{{"))]
        return sum(float(row.rpartition(" ")[2]) for row in rows)

    def lines(self) -> list[dict[str, Any]]:
        """The log, where it is JSON."""
        found = self.log.read_text("utf-8").splitlines()
        return [json.loads(line) for line in found if line.startswith("{")]

    def end(self, number: int = signal.SIGTERM) -> int:
        """Tell it to end, and wait for that."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        self.http.close()
        return self.process.wait(LONG)
