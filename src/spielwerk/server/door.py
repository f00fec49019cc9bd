"""The door that every request comes through: it is timed, counted and told in the log."""

from __future__ import annotations

import logging
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from spielwerk.server.logs import REQUESTS, client_name
from spielwerk.server.metrics import RECEIPT, Metrics, Receipt

OUR_FAULT = 500
REFUSED = 400
METHODS = ("GET", "HEAD", "POST", "OPTIONS")


class Door:
    """Around everything else."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in."""
        if scope["type"] == "http":
            await self._answer(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._listen(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        metrics: Metrics = scope["app"].state.metrics
        status = OUR_FAULT

        async def look(message: Message) -> None:
            nonlocal status
            status = message.get("status", status)
            await send(message)

        receipt = Receipt()
        token = RECEIPT.set(receipt)
        metrics.requests.inc()
        try:
            await self.app(scope, receive, look)
        finally:
            RECEIPT.reset(token)
            receipt.is_open = False
            metrics.requests.dec()
            metrics.answered.labels(method(scope), pattern(scope)).observe(receipt.age)
            if status >= REFUSED:
                metrics.refusals.labels(str(status)).inc()
            tell(scope, status, receipt.age)

    async def _listen(self, scope: Scope, receive: Receive, send: Send) -> None:
        metrics: Metrics = scope["app"].state.metrics
        code, began = 0, time.perf_counter()

        async def hear() -> Message:
            nonlocal code
            message = await receive()
            code = message.get("code") or code
            return message

        async def look(message: Message) -> None:
            nonlocal code
            code = message.get("code") or code
            await send(message)

        metrics.connections.inc()
        try:
            await self.app(scope, hear, look)
        finally:
            metrics.connections.dec()
            tell(scope, code, time.perf_counter() - began)


def pattern(scope: Scope) -> str:
    """The pattern of an address: the names of tables stay out of logs and numbers."""
    found = getattr(scope.get("route"), "path", None)
    if found is None:
        found = "/static" if scope["path"].startswith("/static/") else "unknown"
    return str(found)


def method(scope: Scope) -> str:
    """What is asked for: one of few, whatever somebody may call it."""
    asked = scope.get("method", "WEBSOCKET")
    return asked if asked in (*METHODS, "WEBSOCKET") else "other"


def tell(scope: Scope, status: int, seconds: float) -> None:
    """One line for a request."""
    level = logging.ERROR if OUR_FAULT <= status < 600 else logging.INFO
    if not REQUESTS.isEnabledFor(level):
        return
    REQUESTS.log(
        level,
        "request",
        method=method(scope),
        route=pattern(scope),
        status=status,
        ms=round(1000 * seconds, 1),
        client=client_name(scope.get("client")),
    )
