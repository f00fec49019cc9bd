"""Lines on which somebody hears of all that happens, at a table or in a tournament."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Generic, Protocol, TypeVar

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import BaseModel, ValidationError

from spielwerk.core.errors import SpielwerkError
from spielwerk.pictures.words import say
from spielwerk.server.errors import NoSuchTable, OtherPage, TooLarge, TooMuch, TooSlow, status_of
from spielwerk.server.guard import check_place, is_own_page
from spielwerk.server.limits import Limiter

CLOSED = 4000
"""A WebSocket is closed with the status of HTTP on top of this."""
CLOSING = 1.0
"""Seconds for that to be sent."""
TELLING = (NoSuchTable, OtherPage, TooLarge, TooMuch, TooSlow)
"""Refusals of a WebSocket whose sentences are our own and short."""

Asked = TypeVar("Asked", bound=BaseModel)
Wanted = TypeVar("Wanted", bound=BaseModel, contravariant=True)


class Watched(Protocol, Generic[Wanted]):
    """What somebody hears of."""

    async def hear(self, asked: Wanted) -> str | None:
        """Do what is asked; what is to be answered, if anything is, as JSON."""

    async def look(self) -> str:
        """The whole truth, as it is wanted, as JSON."""

    def leave(self) -> None:
        """Nobody listens there any longer."""


Begin = Callable[[Asked, Callable[[], None]], Awaitable[Watched[Asked]]]
"""begin(asked, changed): start to watch; `changed` is called whenever something has happened."""


async def converse(socket: WebSocket, kind: type[Asked], begin: Begin[Asked]) -> None:
    """Let somebody hear of something until they go, if they may."""
    limiter: Limiter = socket.app.state.limiter
    client = limiter.client(socket.scope)
    await socket.accept()
    try:
        check_visitor(socket)
        limiter.request(client)
        with limiter.listening(client):
            await Line(socket, kind, limiter).hold(begin)
    except (SpielwerkError, ValidationError, KeyError) as error:
        await close(socket, error)
    except (WebSocketDisconnect, RuntimeError):  # they are gone already
        return


def check_visitor(socket: WebSocket) -> None:
    """Refuse who comes by another address, or with a page of another server."""
    settings, host = socket.app.state.settings, socket.headers.get("host")
    check_place(host, socket.scope["scheme"], settings)
    if not is_own_page(socket.headers.get("origin"), host, settings):
        raise OtherPage("Only pages of this server may listen here.")


async def close(socket: WebSocket, error: Exception) -> None:
    """Say in a code why nobody listens here any longer; it tells nothing of what was sent."""
    code = CLOSED + status_of(error)
    reason = str(error) if isinstance(error, TELLING) else ""
    with contextlib.suppress(RuntimeError, TimeoutError, WebSocketDisconnect):
        async with asyncio.timeout(CLOSING):
            await socket.close(code, reason)


class Line(Generic[Asked]):
    """A line to somebody: what they want to see comes in, what there is to see goes out."""

    def __init__(self, socket: WebSocket, kind: type[Asked], limiter: Limiter) -> None:
        self.socket, self.kind, self.limits = socket, kind, limiter.limits
        self.messages = limiter.messages()
        self.changed = asyncio.Event()

    async def hold(self, begin: Begin[Asked]) -> None:
        """Hear and tell until the other end goes; it has to say hello in time."""
        try:
            async with asyncio.timeout(self.limits.hello):
                asked = await self.read()
        except TimeoutError:
            raise TooSlow("Say what you want to see.") from None
        watched = await begin(asked, self.changed.set)
        self.changed.set()
        tasks = {asyncio.create_task(self.hear(watched)), asyncio.create_task(self.tell(watched))}
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            done.pop().result()
        finally:
            while tasks:  # a task that is still known here would keep all of this in memory
                tasks.pop().cancel()
            watched.leave()

    async def read(self) -> Asked:
        """The next message, if it is one that can be."""
        text = await self.socket.receive_text()
        if self.messages.take():
            raise TooMuch(say("That was too much at once: try again in {n} s.", n=1))
        if len(text) > self.limits.message:
            raise TooLarge(f"A message has at most {self.limits.message} characters.")
        return self.kind.model_validate_json(text, strict=False)

    async def hear(self, watched: Watched[Asked]) -> None:
        """Something may be asked for at any time."""
        while True:
            answer = await watched.hear(await self.read())
            if answer is None:
                self.changed.set()
            else:
                await self.send(answer)

    async def tell(self, watched: Watched[Asked]) -> None:
        """The whole truth whenever something has changed; who takes it slowly misses some."""
        while True:
            await self.changed.wait()
            self.changed.clear()
            await self.send(await watched.look())

    async def send(self, told: str) -> None:
        """Send something, if the other end takes it."""
        try:
            async with asyncio.timeout(self.limits.patience):
                await self.socket.send_text(told)
        except TimeoutError:
            raise TooSlow("What was sent was not received.") from None
