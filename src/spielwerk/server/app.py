"""The server: `create_app(settings)`, no globals."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from fastapi.staticfiles import StaticFiles

import spielwerk
from spielwerk.core.errors import SpielwerkError
from spielwerk.pictures.words import LANGUAGES
from spielwerk.server import api, lessons, pages
from spielwerk.server.club import api as club_api
from spielwerk.server.club import pages as club_pages
from spielwerk.server.club.club import Club
from spielwerk.server.errors import Outdated, in_words
from spielwerk.server.storage import Storage
from spielwerk.server.tables import Tables
from spielwerk.server.thinker import Thinker

POLICY = (
    "default-src 'self'; style-src 'self'; script-src 'self'; img-src 'self' data: blob:;"
    " connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none';"
    " form-action 'self'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Accept-CH": "Sec-CH-Prefers-Color-Scheme",
}
MOST_BODY = 16_384
YEAR = 365 * 24 * 3600


@dataclass(frozen=True)
class Settings:
    """What a server is started with."""

    db: str
    """Where tables are kept, as SQLAlchemy writes it."""


def create_app(settings: Settings) -> FastAPI:
    """The whole server."""

    @asynccontextmanager
    async def run(app: FastAPI) -> AsyncIterator[None]:
        storage, thinker = Storage(settings.db), Thinker()
        app.state.tables = Tables(storage, thinker)
        app.state.club = Club(storage.engine, app.state.tables)
        await thinker.start()
        app.state.club.start()
        yield
        await app.state.club.close()
        await app.state.tables.close()
        storage.close()

    app = FastAPI(
        title="Spielwerk",
        version=spielwerk.__version__,
        description="Tables for modern abstract board games.",
        lifespan=run,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    app.middleware("http")(guard)
    app.exception_handler(SpielwerkError)(refuse)
    app.exception_handler(RequestValidationError)(refuse_request)
    app.include_router(api.router)
    app.include_router(lessons.router)
    app.include_router(club_api.router)
    app.include_router(pages.router)
    app.include_router(club_pages.router)
    app.mount("/static", StaticFiles(directory=pages.WEB / "static"), name="static")
    return app


async def guard(request: Request, answer: Callable[[Request], Awaitable[Response]]) -> Response:
    """Refuse what is too large; give every answer the headers that keep a page safe."""
    length = request.headers.get("content-length", "0")
    if request.method in ("POST", "PUT", "PATCH") and (
        not length.isdigit() or int(length) > MOST_BODY
    ):
        return JSONResponse({"error": f"Send at most {MOST_BODY} bytes."}, 413)
    language = request.query_params.get("language")
    if request.method == "GET" and language and not request.url.path.startswith("/api/"):
        return keep_language(request, language)
    response = await answer(request)
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if request.url.path.startswith("/static/"):
        response.headers.setdefault("Cache-Control", "no-cache")
    return response


def keep_language(request: Request, language: str) -> Response:
    """Remember the language that was chosen, and show the page in it."""
    rest = request.url.remove_query_params("language")
    response = RedirectResponse(f"{rest.path}{'?' if rest.query else ''}{rest.query}", 303)
    if language in LANGUAGES:
        response.set_cookie("language", language, max_age=YEAR, samesite="lax")
    return response


async def refuse(request: Request, error: Exception) -> Response:
    """What was not usable, in a sentence; with the table as it is, if it has gone on."""
    status = getattr(error, "status", 400)
    if not request.url.path.startswith("/api/"):
        return HTMLResponse(pages.refusal(request, error), status)
    told: dict[str, object] = {"error": in_words(error, request.query_params.get("language"))}
    if isinstance(error, Outdated):
        tables: Tables = request.app.state.tables
        found = await tables.find(request.path_params["table"])
        seats = api.read_seats(request.headers.get("x-seats", ""))
        query = {k: v for k, v in request.query_params.items() if k in api.ViewIn.model_fields}
        told["table"] = api.out(found, seats, api.ViewIn.model_validate(query))
    return JSONResponse(told, status)


async def refuse_request(request: Request, error: Exception) -> Response:
    """A request that is not as the API has it: which part, and what is wrong with it."""
    errors = error.errors() if isinstance(error, RequestValidationError) else []
    told = "; ".join(
        f"{'.'.join(str(part) for part in found['loc'][1:]) or 'body'}: {found['msg']}"
        for found in errors
    )
    return JSONResponse({"error": told or "This request cannot be read."}, 422)
