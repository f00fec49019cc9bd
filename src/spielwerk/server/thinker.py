"""Asking the process in which computer players think."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import sys
from typing import Any

from spielwerk.core.errors import SpielwerkError
from spielwerk.pictures.words import say
from spielwerk.server.logs import SERVER
from spielwerk.server.metrics import Metrics

LONGEST_LINE = 2**20
LOST = say("The computer lost its thread: try again.")


class ThinkingFailed(SpielwerkError):
    """The thinking process could not answer."""

    status = 503


class Thinker:
    """Questions to the thinking process, each cancelled with the task that waits for it."""

    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics
        self._process: asyncio.subprocess.Process | None = None
        self._start: asyncio.Task[asyncio.subprocess.Process] | None = None
        self._reader: asyncio.Task[None] | None = None
        self._numbers = itertools.count()
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._closed = False

    @property
    def questions(self) -> int:
        """How many wait for an answer."""
        return len(self._waiting)

    async def ask(self, kind: str, **question: Any) -> dict[str, Any]:
        """The answer to a question; when cancelled, the thinking stops too."""
        with self.metrics.asking():
            return await self._ask(kind, **question)

    async def _ask(self, kind: str, **question: Any) -> dict[str, Any]:
        process = await self._running()
        number = next(self._numbers)
        future: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting[number] = future
        try:
            self._send(process, {"number": number, "kind": kind, **question})
            answer = await future
        except asyncio.CancelledError:
            self._send(process, {"number": number, "kind": "stop"})
            raise
        finally:
            self._waiting.pop(number, None)
        if "error" in answer:
            raise ThinkingFailed(f"The computer could not think: {answer['error']}")
        return answer

    async def start(self) -> None:
        """Start the process early: it has to load a few things."""
        await self._running()

    async def close(self) -> None:
        """End the process, for good."""
        self._closed = True
        if self._start is not None:
            await asyncio.wait([self._start])
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()
        if self._reader is not None:
            self._reader.cancel()

    async def _running(self) -> asyncio.subprocess.Process:
        """The process, started again if it has died: then there is nothing more to read.

        Whoever waits may be cancelled, its start is not: others wait for it too.
        """
        if self._closed:
            raise ThinkingFailed(LOST)
        ended = self._reader is None or self._reader.done()
        if self._start is None or (self._start.done() and ended):
            self._start = asyncio.create_task(self._begin())
        return await asyncio.shield(self._start)

    async def _begin(self) -> asyncio.subprocess.Process:
        if self._process is not None:
            self.metrics.restarts.inc()
            ended = await self._process.wait()
            SERVER.warning("thinking begins anew", ended=ended)
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "spielwerk.server.thinking"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST_LINE,
            start_new_session=True,  # Ctrl-C is for the server, which ends it
        )
        self._reader = asyncio.create_task(self._read(self._process))
        return self._process

    def _send(self, process: asyncio.subprocess.Process, question: dict[str, Any]) -> None:
        if process.stdin is not None and not process.stdin.is_closing():
            process.stdin.write(json.dumps(question).encode() + b"\n")

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None  # noqa: S101
        while line := await process.stdout.readline():
            answer = json.loads(line)
            future = self._waiting.get(answer["number"])
            if future is not None and not future.done():
                future.set_result(answer)
        for future in self._waiting.values():
            if not future.done():
                future.set_exception(ThinkingFailed(LOST))
