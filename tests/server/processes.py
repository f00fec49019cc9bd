"""Servers as processes of their own, to be killed like real ones."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time

import httpx2


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


class Serving:
    """`spielwerk serve`, with all the processes that it starts."""

    def __init__(self, db: str, *arguments: str, port: int | None = None) -> None:
        self.port = port or free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.command = [
            *(sys.executable, "-m", "spielwerk", "serve"),
            *("--port", str(self.port), "--db", db, *arguments),
        ]
        self.start()

    def start(self, seconds: float = 60) -> None:
        """Start it, and wait until it answers."""
        self.process = subprocess.Popen(
            self.command, start_new_session=True, stdout=subprocess.DEVNULL
        )
        end = time.monotonic() + seconds
        while True:
            try:
                if httpx2.get(f"{self.address}/api/health", timeout=5).status_code == 200:
                    return
            except httpx2.TransportError:
                assert self.process.poll() is None, "the server did not start"
                assert time.monotonic() < end, "the server never answered"
                time.sleep(0.02)

    def kill(self) -> None:
        """As if the power failed: nothing can be finished."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def stop(self) -> None:
        """As Ctrl-C does."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGINT)
            self.process.wait(30)
