"""What every request passes: who comes too often or from elsewhere, what is too large, headers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from fastapi import Request
from fastapi.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from spielwerk.core.errors import SpielwerkError
from spielwerk.pictures.words import LANGUAGES, say
from spielwerk.server.errors import OtherPage, TooLarge, TooSlow, WrongPlace
from spielwerk.server.limits import Limiter
from spielwerk.server.settings import Settings

POLICY = (
    "default-src 'self'; style-src 'self'; script-src 'self'; img-src 'self' data: blob:;"
    " connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none';"
    " form-action 'self'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Accept-CH": "Sec-CH-Prefers-Color-Scheme",
}
YEAR = 365 * 24 * 3600
HSTS = ("Strict-Transport-Security", f"max-age={YEAR}")
CACHED = {"/static/": "no-cache", "/api/tables": "no-store"}
"""How long what lies under a path may be kept by others."""
FOR_MACHINES = ("/api/health", "/api/ready", "/metrics")
"""Asked by programs that watch over the server, by whatever address they have for it."""
SAFE = ("GET", "HEAD", "OPTIONS")

Refuse = Callable[[Request, Exception], Awaitable[Response]]
"""How a refusal is answered."""


class Guard:
    """Stands before the server. No request comes in by another way."""

    def __init__(self, app: ASGIApp, settings: Settings, limiter: Limiter, refuse: Refuse) -> None:
        self.app, self.settings, self.limiter, self.refuse = app, settings, limiter, refuse
        pairs = [*HEADERS.items(), *([HSTS] if settings.encrypted else [])]
        self.headers = [(name.lower().encode(), value.encode()) for name, value in pairs]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request, send = Request(scope), self.with_headers(scope["path"], send)
        try:
            self.check(request)
            if has_body(request):
                receive = await self.receive_body(receive)
        except SpielwerkError as error:
            response = await self.refuse(request, error)
            if has_body(request):  # the rest of it is not read
                response.headers["Connection"] = "close"
            await response(scope, receive, send)
            return
        language = request.query_params.get("language")
        if request.method == "GET" and language and not scope["path"].startswith("/api/"):
            response = keep_language(request, language, self.settings.encrypted)
            await response(scope, receive, send)
            return
        await self.app(scope, receive, send)

    def check(self, request: Request) -> None:
        """Refuse who comes too often, by a wrong address, or from a page of another server."""
        if request.scope["path"] not in FOR_MACHINES:
            check_place(request.headers.get("host"), request.scope["scheme"], self.settings)
        self.limiter.request(self.limiter.client(request.scope))
        origin, host = request.headers.get("origin"), request.headers.get("host")
        if request.method not in SAFE and not is_own_page(origin, host, self.settings):
            raise OtherPage(say("Only pages of this server may do that."))
        length = request.headers.get("content-length", "0")
        if not length.isdecimal() or int(length[:20]) > self.limiter.limits.body:
            raise TooLarge(say("Send at most {n} bytes.", n=self.limiter.limits.body))

    async def receive_body(self, receive: Receive) -> Receive:
        """The whole body, if it is not too large and comes in time."""
        limits, body = self.limiter.limits, bytearray()
        try:
            async with asyncio.timeout(limits.hello):
                more = True
                while more:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise TimeoutError
                    body += message.get("body", b"")
                    if len(body) > limits.body:
                        raise TooLarge(say("Send at most {n} bytes.", n=limits.body))
                    more = message.get("more_body", False)
        except TimeoutError:
            raise TooSlow(say("That took too long to arrive: send it again.")) from None
        whole: list[Message] = [{"type": "http.request", "body": bytes(body), "more_body": False}]

        async def receive_again() -> Message:
            return whole.pop() if whole else await receive()

        return receive_again

    def with_headers(self, path: str, send: Send) -> Send:
        """Give every answer the headers that keep a page safe."""
        cached = next((value for start, value in CACHED.items() if path.startswith(start)), None)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = message.setdefault("headers", [])
                known = {name.lower() for name, _ in given}
                more = [*self.headers, *([(b"cache-control", cached.encode())] if cached else [])]
                message["headers"] = [*given, *(pair for pair in more if pair[0] not in known)]
            await send(message)

        return send_with_headers


def has_body(request: Request) -> bool:
    """Whether something comes behind the head of a request."""
    headers = request.headers
    return headers.get("content-length", "0") != "0" or "transfer-encoding" in headers


def check_place(host: str | None, scheme: str, settings: Settings) -> None:
    """Refuse who comes by another address than the server's, if it has one."""
    if settings.address is None:
        return
    if (host or "").lower() != settings.host:
        raise WrongPlace(say("This server is at {address}: go there.", address=settings.address))
    if settings.encrypted and scheme not in ("https", "wss"):
        raise WrongPlace(
            say(
                "This server is at {address}, by HTTPS only; its proxy has to send"
                " X-Forwarded-Proto.",
                address=settings.address,
            )
        )


def is_own_page(origin: str | None, host: str | None, settings: Settings) -> bool:
    """Whether a request comes from a page of this server, or from no page at all."""
    if origin is None:
        return True
    if settings.address is not None:
        return origin == settings.address
    try:
        return bool(host) and urlsplit(origin).netloc == host
    except ValueError:
        return False


def keep_language(request: Request, language: str, encrypted: bool) -> Response:
    """Remember the language that was chosen, and show the page in it."""
    rest = request.url.remove_query_params("language")
    # With two slashes a browser would take the path for another server.
    path = "/" + rest.path.lstrip("/")
    response = RedirectResponse(f"{path}{'?' if rest.query else ''}{rest.query}", 303)
    if language in LANGUAGES:
        response.set_cookie(
            "language", language, max_age=YEAR, samesite="lax", httponly=True, secure=encrypted
        )
    return response
