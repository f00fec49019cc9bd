"""What an operator measures: the numbers of one server, for Prometheus.

Where several workers share a port they share a folder too, named by PROMETHEUS_MULTIPROC_DIR:
then each of them tells the numbers of all.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from secrets import compare_digest
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse, Response
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from sqlalchemy import Engine, event
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import IntegrityError

from spielwerk.batch.playouts import cores
from spielwerk.server.logs import SERVER, told

router = APIRouter(include_in_schema=False)
SHARED = "PROMETHEUS_MULTIPROC_DIR"
SHORT = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
"""Seconds by which answers are sorted."""
FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip", "via")
"""Headers by which a proxy says that it asks for somebody else."""


@dataclass
class Receipt:
    """When a request came in; open until the first thing that follows from it is stored."""

    at: float = field(default_factory=time.perf_counter)
    is_open: bool = True

    @property
    def age(self) -> float:
        """Seconds since then."""
        return time.perf_counter() - self.at


RECEIPT: ContextVar[Receipt | None] = ContextVar("RECEIPT", default=None)
"""The request that is being answered."""


class Metrics:
    """The numbers of one server."""

    def __init__(self) -> None:
        shared = os.environ.get(SHARED)
        self.registry = CollectorRegistry()
        if shared is None:
            ProcessCollector(registry=self.registry)
        else:
            forget_the_dead(Path(shared))
            MultiProcessCollector(self.registry, path=shared)  # type: ignore[no-untyped-call]
        own: dict[str, Any] = {"registry": self.registry if shared is None else None}
        live: dict[str, Any] = {"multiprocess_mode": "livesum", **own}
        self.tables = Gauge("spielwerk_tables_open", "Tables in memory.", **live)
        self.connections = Gauge("spielwerk_connections", "Open WebSockets.", **live)
        self.requests = Gauge("spielwerk_requests", "Requests that are being answered.", **live)
        self.questions = Gauge(
            "spielwerk_questions", "Questions to the computer, by state.", ["state"], **live
        )
        self.made = Counter("spielwerk_tables_made", "Tables set.", **own)
        self.events = Counter(
            "spielwerk_events", "What happened at tables, by kind; step for steps.", ["kind"], **own
        )
        self.events.labels("step")  # there from the start, for rates
        self.stored = Histogram(
            "spielwerk_stored_seconds",
            "From the receipt of a request until what it does is stored.",
            buckets=SHORT,
            **own,
        )
        self.answered = Histogram(
            "spielwerk_answered_seconds",
            "From the receipt of a request until it is answered.",
            ["method", "route"],
            buckets=SHORT,
            **own,
        )
        self.thought = Histogram(
            "spielwerk_thought_seconds",
            "From a question to the computer until its answer.",
            buckets=SHORT,
            **own,
        )
        self.refusals = Counter(
            "spielwerk_refusals", "Requests refused, by HTTP status.", ["status"], **own
        )
        self.storage_errors = Counter(
            "spielwerk_storage_errors", "Times that the database failed.", **own
        )
        self.restarts = Counter(
            "spielwerk_thinker_restarts",
            "Times that the thinking process had to begin anew.",
            **own,
        )

    def happened(self, kind: str) -> None:
        """Something has just been stored: a table, or an event of a kind."""
        if kind == "table":
            self.made.inc()
        else:
            self.events.labels(kind).inc()
        receipt = RECEIPT.get()
        if receipt is not None and receipt.is_open:
            receipt.is_open = False
            self.stored.observe(receipt.age)

    def watch_database(self, engine: Engine) -> None:
        """Count and tell whenever the database fails; that two want the same step is no failure."""

        @event.listens_for(engine, "handle_error")
        def failed(context: ExceptionContext) -> None:
            error = context.sqlalchemy_exception or context.original_exception
            if not isinstance(error, IntegrityError):
                self.storage_errors.inc()
                SERVER.error("the database failed", error=told(error))

    @contextmanager
    def asking(self) -> Iterator[None]:
        """A question to the computer, from asking until there is an answer."""
        began = time.perf_counter()
        yield
        self.thought.observe(time.perf_counter() - began)

    def look(self, tables: int, questions: int) -> None:
        """See how things stand now; as many questions are thought about as there are cores."""
        threads = cores()
        self.tables.set(tables)
        self.questions.labels("thinking").set(min(questions, threads))
        self.questions.labels("waiting").set(max(0, questions - threads))

    @property
    def text(self) -> bytes:
        """All numbers in Prometheus' text format."""
        return generate_latest(self.registry)


def forget_the_dead(folder: Path) -> None:
    """What is open is open in a worker that runs: leave out those that were killed."""
    for path in folder.glob("gauge_live*_*.db"):
        worker = path.stem.rpartition("_")[2]
        if not Path("/proc", worker).exists():
            mark_process_dead(int(worker), str(folder))  # type: ignore[no-untyped-call]


@router.get("/metrics")
async def show_metrics(request: Request) -> Response:
    """The numbers, for this machine or for who has the token."""
    token: str = request.app.state.settings.metrics_token
    if not may_read(request, token):
        told = "Say the token." if token else "Only this machine may read this."
        asked = {"WWW-Authenticate": "Bearer"} if token else {}
        return PlainTextResponse(told, 401 if token else 403, asked)
    request.app.state.tables.tell_numbers()
    return Response(request.app.state.metrics.text, media_type=CONTENT_TYPE_PLAIN_0_0_4)


def may_read(request: Request, token: str) -> bool:
    """Whether somebody has the token; where there is none, whether they are on this machine."""
    if token:
        given = request.headers.get("authorization", "").encode()
        return compare_digest(given, f"Bearer {token}".encode())
    if request.client is None or any(name in request.headers for name in FORWARDED):
        return False
    try:
        return ip_address(request.client.host).is_loopback
    except ValueError:
        return False
