"""Servers as processes of their own, as `spielwerk serve` starts them, to be ended or killed."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx2

LONG = 60.0
"""Seconds after which something never happens."""


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def wait_until(holds: Callable[[], bool], seconds: float = LONG) -> None:
    """Wait for something to be so."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.02)


def run(work: Coroutine[Any, Any, None]) -> None:
    """Run something in a loop of its own; a browser's may be running in this thread."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, work).result()


class Serving:
    """`spielwerk serve` on a free port, with all the processes that it starts, and its log."""

    def __init__(self, db: str, *options: str, port: int | None = None) -> None:
        self.port = port or free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        words = ("serve", "--port", str(self.port), "--db", db, *options)
        self.command = [sys.executable, "-m", "spielwerk", *words]
        self.http = httpx2.Client(base_url=self.address, timeout=LONG)
        self.log = tempfile.TemporaryFile()  # noqa: SIM115  # until it is closed
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self.process = subprocess.Popen(
            self.command, start_new_session=True, stdout=self.log, stderr=self.log
        )
        wait_until(self.is_up)

    def is_up(self) -> bool:
        """Whether it answers."""
        assert self.process.poll() is None, self.told
        try:
            return self.http.get("/api/ready").status_code == 200
        except httpx2.TransportError:
            return False

    @property
    def told(self) -> str:
        """The whole log."""
        return Path(f"/proc/self/fd/{self.log.fileno()}").read_text("utf-8")

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The lines of the log that are JSON."""
        return [json.loads(line) for line in self.told.splitlines() if line.startswith("{")]

    def number(self, name: str) -> float:
        """A number of /metrics; several with different labels are added up."""
        lines = self.http.get("/metrics").text.splitlines()
        rows = [line for line in lines if line.startswith((f"{name} ", f"{name}{{"))]
        return sum(float(row.rpartition(" ")[2]) for row in rows)

    def end(self, number: int = signal.SIGTERM) -> int:
        """Tell it to end, and wait for that."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.process.wait(LONG)

    def kill(self) -> None:
        """As if the power failed: nothing can be finished."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def close(self) -> None:
        """Leave nothing behind."""
        self.kill()
        self.http.close()
        self.log.close()
