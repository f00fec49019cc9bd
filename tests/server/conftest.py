"""A server, in this process or on a port, with a database of its own."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
import uvicorn
from fastapi.testclient import TestClient

from spielwerk.server.app import create_app
from spielwerk.server.club import members
from spielwerk.server.listen import uvicorn_settings
from spielwerk.server.settings import Settings
from spielwerk.server.storage import Storage
from spielwerk.server.thinker import Thinker
from tests.server.postgres import Postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL that the tests have for themselves."""
    running = Postgres()
    yield running
    running.close()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the tests of a file with each of its DATABASES; with SQLite unless it names some."""
    chosen = any(mark.args[0] == "db" for mark in metafunc.definition.iter_markers("parametrize"))
    if "db" in metafunc.fixturenames and not chosen:
        kinds = getattr(metafunc.module, "DATABASES", ("sqlite",))
        metafunc.parametrize("db", kinds, indirect=True)


@pytest.fixture
def db(request: pytest.FixtureRequest) -> str:
    """An empty database."""
    if request.param == "sqlite":
        folder: Path = request.getfixturevalue("tmp_path")
        return f"sqlite:///{folder / 'tables.db'}"
    found: str = request.getfixturevalue("shared_db")
    return found


@pytest.fixture
def shared_db(postgres: Postgres) -> str:
    """An empty database that several servers can share."""
    postgres.empty()
    return postgres.url


@pytest.fixture
def open_storage() -> Iterator[Callable[[str], Storage]]:
    """Storages that are let go of when a test is over."""
    with ExitStack() as stack:

        def opened(url: str) -> Storage:
            return stack.enter_context(closing(Storage(url)))

        yield opened


@pytest.fixture
def late_computers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers in this process start a computer when it is to think, not before."""

    async def later(_: Thinker) -> None:
        return

    monkeypatch.setattr(Thinker, "start", later)


@pytest.fixture
def client(db: str, late_computers: None) -> Iterator[TestClient]:
    """A client of a server that runs."""
    with TestClient(create_app(Settings(db))) as running:
        yield running


class Running:
    """A server on a port of this machine, until it is stopped."""

    def __init__(self, settings: Settings, port: int = 0) -> None:
        more = {"timeout_graceful_shutdown": 1, **uvicorn_settings(settings)}
        config = uvicorn.Config(create_app(settings), port=port, log_level="warning", **more)
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run)
        self.thread.start()
        while not self.server.started:
            time.sleep(0.02)
        self.port: int = self.server.servers[0].sockets[0].getsockname()[1]

    def stop(self) -> None:
        """Stop it, whoever is still connected."""
        self.server.should_exit = True
        self.thread.join(30)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server for all tests of a file."""
    running = Running(Settings(f"sqlite:///{tmp_path_factory.mktemp('db') / 'tables.db'}"))
    yield f"http://127.0.0.1:{running.port}"
    running.stop()


@pytest.fixture
def quick_club(late_computers: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Passphrases are worked out at once."""
    monkeypatch.setattr(members, "stretch", lambda words, salt: f"{salt}{words}")
