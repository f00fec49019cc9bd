"""A server, in this process or on a port, with a database of its own."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn
from fastapi.testclient import TestClient

from spielwerk.server.app import Settings, create_app


@pytest.fixture
def db(tmp_path: Path) -> str:
    """A database in a file."""
    return f"sqlite:///{tmp_path / 'tables.db'}"


@pytest.fixture
def client(db: str) -> Iterator[TestClient]:
    """A client of a server that runs."""
    with TestClient(create_app(Settings(db))) as running:
        yield running


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server on a port of this machine."""
    app = create_app(Settings(f"sqlite:///{tmp_path_factory.mktemp('db') / 'tables.db'}"))
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="warning"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    port = server.servers[0].sockets[0].getsockname()[1]
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join(30)
