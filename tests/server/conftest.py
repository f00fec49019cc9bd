"""A server in this process, with a database of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
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
