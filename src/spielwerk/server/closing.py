"""The end of a server: no new work, running work is finished, everybody is told to come back."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

from fastapi import Request, WebSocket
from fastapi.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from spielwerk.pictures.words import say
from spielwerk.server.errors import Restarting
from spielwerk.server.guard import Refuse
from spielwerk.server.logs import SERVER

COME_BACK = 1012
"""What a WebSocket says when the service restarts."""
REASON = "The server restarts: come back."
PATIENCE = 10.0
"""Seconds that running work gets."""
SIGNALS = (signal.SIGTERM, signal.SIGINT)
STILL_ANSWERED = ("/api/health", "/metrics")
Handler = Callable[[int, FrameType | None], Any] | int | None


class Closing:
    """What is going on, and whether it is to end."""

    def __init__(self) -> None:
        self.begun = False
        self._sockets: set[Send] = set()
        self._running = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self._draining: asyncio.Task[None] | None = None

    @contextmanager
    def on_signals(self) -> Iterator[None]:
        """Close when the process is told to end; what it was to do then, it does after that."""
        if threading.current_thread() is not threading.main_thread():
            yield  # whoever runs a server in a thread ends it
            return
        loop = asyncio.get_running_loop()
        before: dict[int, Handler] = {}

        def hear(number: int, frame: FrameType | None) -> None:
            handler = before[number]
            go_on = (lambda: handler(number, frame)) if callable(handler) else (lambda: None)
            loop.call_soon_threadsafe(self._heard, number, go_on)

        for each in SIGNALS:
            before[each] = signal.signal(each, hear)
        try:
            yield
        finally:
            for number, handler in before.items():
                if signal.getsignal(number) is hear:
                    signal.signal(number, handler)

    def _heard(self, number: int, go_on: Callable[[], object]) -> None:
        """Close, then go on; a second Ctrl-C does not wait."""
        if self._draining is None:
            self._draining = asyncio.get_running_loop().create_task(self._drain(go_on))
        elif number == signal.SIGINT:
            go_on()

    async def _drain(self, go_on: Callable[[], object]) -> None:
        await self.close()
        go_on()

    async def close(self) -> None:
        """Take no new work, tell all who listen to come back, finish what runs."""
        self.begun = True
        sockets = len(self._sockets)
        SERVER.info("closing", connections=sockets, requests=self._running - sockets)
        message = {"type": "websocket.close", "code": COME_BACK, "reason": REASON}
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                told = (send(message) for send in list(self._sockets))
                await asyncio.gather(*told, return_exceptions=True)
                await self._idle.wait()

    @contextmanager
    def work(self, socket: Send | None = None) -> Iterator[None]:
        """Something that is to be finished first: a request, or a socket to be closed."""
        self._running += 1
        self._idle.clear()
        if socket is not None:
            self._sockets.add(socket)
        try:
            yield
        finally:
            if socket is not None:
                self._sockets.discard(socket)
            self._running -= 1
            if not self._running:
                self._idle.set()


class Closer:
    """Lets work in until the server closes."""

    def __init__(self, app: ASGIApp, refuse: Refuse) -> None:
        self.app, self.refuse = app, refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let work in, or say when to come back."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        closing: Closing = scope["app"].state.closing
        if not closing.begun or scope["path"] in STILL_ANSWERED:
            with closing.work(send if scope["type"] == "websocket" else None):
                await self.app(scope, receive, send)
            return
        error = Restarting(say("The server is being restarted: try again in a moment."))
        if scope["type"] == "http":
            response = await self.refuse(Request(scope), error)
            await response(scope, receive, send)
        else:
            later = {"Retry-After": str(error.seconds)}
            socket = WebSocket(scope, receive, send)
            await socket.send_denial_response(Response(REASON, error.status, later))
