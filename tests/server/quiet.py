"""Servers on which no computer thinks: no process has to start for them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from fastapi.testclient import TestClient

from spielwerk.server.app import create_app
from spielwerk.server.limits import Limiter
from spielwerk.server.metrics import Metrics
from spielwerk.server.settings import Settings
from spielwerk.server.tables import Tables
from tests.server.conftest import Running


class Silent:
    """A computer that thinks and thinks."""

    questions = 0

    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics

    async def start(self) -> None:
        """Nothing has to start."""

    async def ask(self, kind: str, **question: Any) -> dict[str, Any]:
        await asyncio.Event().wait()
        return {}

    async def close(self) -> None:
        """Nothing has to end."""


@contextmanager
def quiet_computers() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("spielwerk.server.app.Thinker", Silent)
        yield


@contextmanager
def quiet_client(settings: Settings, **more: Any) -> Iterator[TestClient]:
    """A client of a server in this process."""
    with quiet_computers(), TestClient(create_app(settings), **more) as client:
        yield client


@contextmanager
def quiet_server(settings: Settings) -> Iterator[Running]:
    """A server on a port."""
    with quiet_computers():
        running = Running(settings)
    try:
        yield running
    finally:
        running.stop()


def tables_of(running: Running) -> Tables:
    tables: Tables = running.server.config.app.state.tables  # type: ignore[union-attr]
    return tables


def limiter_of(running: Running) -> Limiter:
    limiter: Limiter = running.server.config.app.state.limiter  # type: ignore[union-attr]
    return limiter
