"""The server: `create_app(settings)`, no globals."""

from __future__ import annotations

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
from spielwerk.server import api, lessons, pages
from spielwerk.server.errors import Outdated, TooMuch, in_words
from spielwerk.server.exchange import exchange_for
from spielwerk.server.guard import Guard
from spielwerk.server.limits import Limiter
from spielwerk.server.settings import Settings as Settings
from spielwerk.server.storage import Storage
from spielwerk.server.tables import Tables
from spielwerk.server.thinker import Thinker


def make_app() -> FastAPI:
    """The server of a process that was started by another."""
    return create_app(Settings.from_environment())


def create_app(settings: Settings) -> FastAPI:
    """The whole server."""
    limiter = Limiter(settings.usual_limits, settings.proxies)

    @asynccontextmanager
    async def run(app: FastAPI) -> AsyncIterator[dict[str, Any]]:
        storage = Storage(settings.db)
        app.state.tables = Tables(storage, Thinker(), exchange_for(storage), limiter)
        await app.state.tables.open()
        yield {"limiter": limiter}
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
    app.state.settings, app.state.limiter = settings, limiter
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    app.add_middleware(Guard, settings=settings, limiter=limiter, refuse=refuse)
    app.exception_handler(SpielwerkError)(refuse)
    app.exception_handler(RequestValidationError)(refuse_request)
    app.include_router(api.router)
    app.include_router(lessons.router)
    app.include_router(pages.router)
    app.mount("/static", StaticFiles(directory=pages.WEB / "static"), name="static")
    return app


async def refuse(request: Request, error: Exception) -> Response:
    """What was not usable, in a sentence; with the table as it is, if it has gone on."""
    status, visit = getattr(error, "status", 400), pages.read_visit(request)
    headers = {"Retry-After": str(error.seconds)} if isinstance(error, TooMuch) else None
    if not request.url.path.startswith("/api/"):
        if isinstance(error, TooMuch):  # a page would be more than there is
            return PlainTextResponse(in_words(error, visit.language), status, headers)
        return HTMLResponse(pages.refusal(request, error), status)
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
