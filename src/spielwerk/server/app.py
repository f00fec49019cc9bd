"""The server: `create_app(settings)`, no globals."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from fastapi.staticfiles import StaticFiles

import spielwerk
from spielwerk.core.errors import SpielwerkError
from spielwerk.server import api, lessons, metrics, pages
from spielwerk.server.closing import Closer, Closing
from spielwerk.server.club import api as club_api
from spielwerk.server.club import pages as club_pages
from spielwerk.server.club.club import Club
from spielwerk.server.door import Door
from spielwerk.server.errors import Later, Outdated, TooMuch, in_words, status_of
from spielwerk.server.exchange import exchange_for
from spielwerk.server.guard import Guard
from spielwerk.server.limits import Limiter
from spielwerk.server.listen import Handed
from spielwerk.server.logs import SERVER
from spielwerk.server.metrics import Metrics
from spielwerk.server.neighbours import Neighbours
from spielwerk.server.settings import Settings as Settings
from spielwerk.server.storage import Storage
from spielwerk.server.tables import Tables
from spielwerk.server.thinker import Thinker
from spielwerk.server.upkeep import collect_seldom, tidy

GZIP_LEVEL = 5
"""Nearly as small as the best, in a third of the time."""


def make_app() -> FastAPI:
    """The server of a process that was started by another."""
    collect_seldom()
    return create_app(Settings.from_environment())


def create_app(settings: Settings) -> FastAPI:
    """The whole server."""
    limiter = Limiter(settings.usual_limits, settings.proxies)

    @asynccontextmanager
    async def run(app: FastAPI) -> AsyncIterator[dict[str, Any]]:
        app.state.closing = Closing()
        numbers = app.state.metrics = Metrics()
        storage, thinker = Storage(settings.db), Thinker(numbers)
        numbers.watch_database(storage.engine)
        tables = app.state.tables = Tables(
            storage, thinker, exchange_for(storage), limiter, numbers
        )
        club = app.state.club = Club(storage, tables)
        await tables.open()
        club.start()
        upkeep = [asyncio.create_task(work) for work in tidy(tables, settings.keep)]
        neighbours = Neighbours()
        state = {"limiter": limiter, "neighbours": neighbours}
        handed = Handed(app, settings, state)
        neighbours.open(handed.take)
        SERVER.info("started", version=spielwerk.__version__, database=storage.kind)
        with app.state.closing.on_signals():
            yield state
        neighbours.close()
        await handed.close()
        for task in upkeep:
            task.cancel()
        await club.close()
        await tables.close()
        storage.close()
        SERVER.info("stopped")

    app = FastAPI(
        title="Spielwerk",
        version=spielwerk.__version__,
        description="Tables for modern abstract board games.",
        lifespan=run,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.settings, app.state.limiter = settings, limiter
    app.add_middleware(Closer, refuse=refuse)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=GZIP_LEVEL)
    app.add_middleware(Guard, settings=settings, limiter=limiter, refuse=refuse)
    app.add_middleware(Door)
    app.exception_handler(SpielwerkError)(refuse)
    app.exception_handler(RequestValidationError)(refuse_request)
    app.include_router(api.router)
    app.include_router(lessons.router)
    app.include_router(club_api.router)
    app.include_router(pages.router)
    app.include_router(club_pages.router)
    app.include_router(metrics.router)
    app.mount("/static", StaticFiles(directory=pages.WEB / "static"), name="static")
    return app


async def refuse(request: Request, error: Exception) -> Response:
    """What was not usable, in a sentence; with the table as it is, if it has gone on."""
    status, visit = status_of(error), pages.read_visit(request)
    headers = {"Retry-After": str(error.seconds)} if isinstance(error, Later) else None
    if not request.url.path.startswith("/api/"):
        if isinstance(error, TooMuch):  # a page would be more than there is
            return PlainTextResponse(in_words(error, visit.language), status, headers)
        return HTMLResponse(pages.refusal(request, error), status, headers)
    language = request.query_params.get("language") or visit.language
    told: dict[str, object] = {"error": in_words(error, language)}
    if isinstance(error, Outdated):
        tables: Tables = request.app.state.tables
        found = await tables.find(request.path_params["table"])
        seats = api.read_seats(request.headers.get("x-seats", ""))
        query = {k: v for k, v in request.query_params.items() if k in api.ViewIn.model_fields}
        told["table"] = api.out(found, seats, api.ViewIn.model_validate(query))
    return JSONResponse(told, status, headers)


async def refuse_request(request: Request, error: Exception) -> Response:
    """A request that is not as the API has it: which part, and what is wrong with it."""
    errors = error.errors() if isinstance(error, RequestValidationError) else []
    told = "; ".join(
        f"{'.'.join(str(part) for part in found['loc'][1:]) or 'body'}: {found['msg']}"
        for found in errors
    )
    return JSONResponse({"error": told or "This request cannot be read."}, 422)
