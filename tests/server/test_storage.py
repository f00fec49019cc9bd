"""Where tables are kept: new and old databases, what is decided by the database."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import event

from spielwerk.core.errors import SpielwerkError
from spielwerk.server.errors import NoSuchTable, Outdated, StorageFailed
from spielwerk.server.secret import hash_of, is_secret
from spielwerk.server.setup import Seat, Setup
from spielwerk.server.storage import METADATA, Storage
from spielwerk.server.table import Event

DATABASES = ("sqlite", "postgresql")

SETUP = Setup("kipp4", (Seat("here"), Seat("computer", 3)))


FULL = 2
"""SQLite waits until the disk has it."""


@pytest.fixture
def storage(open_storage: Callable[[str], Storage], db: str) -> Storage:
    found = open_storage(db)
    found.create("abc", SETUP, {0: hash_of("secret")}, 7)
    return found


def test_the_migrations_make_what_the_code_expects(storage: Storage) -> None:
    with storage.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []


def test_a_database_can_be_opened_again_and_again(
    storage: Storage, open_storage: Callable[[str], Storage], db: str
) -> None:
    storage.append("abc", 0, [Event("step", 0, "+g6", 8)])
    storage.close()
    setup, created, events, hashes = open_storage(db).load("abc")
    assert (setup, created, events) == (SETUP, 7, [Event("step", 0, "+g6", 8)])
    assert is_secret("secret", hashes[0])
    assert not is_secret("Secret", hashes[0])


def test_of_two_next_events_the_database_takes_one(
    storage: Storage, open_storage: Callable[[str], Storage], db: str
) -> None:
    other = open_storage(db)
    storage.append("abc", 0, [Event("step", 0, "+g6")])
    with pytest.raises(Outdated):
        other.append("abc", 0, [Event("step", 0, "+a6")])
    assert len(other.load("abc")[2]) == 1


def test_events_of_one_call_are_kept_together_or_not_at_all(storage: Storage) -> None:
    storage.append("abc", 1, [Event("step", 0, "r1")])
    with pytest.raises(Outdated):
        storage.append("abc", 0, [Event("step", 0, "+g6"), Event("step", 0, "r1")])
    assert [event.value for event in storage.load("abc")[2]] == ["r1"]


def test_a_table_that_is_not_there(storage: Storage) -> None:
    with pytest.raises(NoSuchTable, match="check the link"):
        storage.load("xyz")


def test_later_events_can_be_asked_for_alone(storage: Storage) -> None:
    events = [Event("step", 0, "+g6", 8), Event("step", 0, "r1", 9), Event("step", 1, "+a6", 12)]
    storage.append("abc", 0, events)
    assert storage.events_from("abc", 1) == events[1:]
    assert storage.events_from("abc", 3) == []


def test_what_is_kept_survives_at_once(tmp_path: Path) -> None:
    storage = Storage(f"sqlite:///{tmp_path / 'tables.db'}")
    storage.create("abc", SETUP, {}, 7)
    storage.append("abc", 0, [Event("step", 0, "+g6")])
    with sqlite3.connect(tmp_path / "tables.db") as other:
        assert other.execute("select value from events").fetchall() == [("+g6",)]
        assert other.execute("pragma journal_mode").fetchone() == ("wal",)
    other.close()
    with storage.engine.connect() as own:
        assert own.exec_driver_sql("pragma synchronous").scalar() == FULL


def test_several_servers_may_upgrade_one_database_at_once(shared_db: str) -> None:
    with ThreadPoolExecutor(4) as pool:
        for storage in pool.map(Storage, [shared_db] * 4):
            storage.check()
            storage.close()


def test_time_is_the_database_s(storage: Storage) -> None:
    assert abs(storage.time() - 1000 * time.time()) < 5_000


def test_a_disk_without_room_is_an_error_and_nothing_is_lost(tmp_path: Path) -> None:
    storage = Storage(f"sqlite:///{tmp_path / 'tables.db'}")
    storage.create("abc", SETUP, {}, 7)
    storage.append("abc", 0, [Event("step", 0, "+g6", 8)])
    event.listen(storage.engine, "connect", _leave_no_room)
    storage.engine.dispose()
    kept = 1

    def fill() -> None:
        nonlocal kept
        for _ in range(5_000):
            storage.append("abc", kept, [Event("phrase", 0, "x" * 64, 9)] * 50)
            kept += 50

    with pytest.raises(StorageFailed, match="try again"):
        fill()
    assert len(storage.load("abc")[2]) == kept
    event.remove(storage.engine, "connect", _leave_no_room)
    storage.engine.dispose()
    storage.append("abc", kept, [Event("phrase", 0, "hello", 9)])
    assert len(storage.load("abc")[2]) == kept + 1


def _leave_no_room(connection: Any, _: object) -> None:
    pages = connection.execute("pragma page_count").fetchone()[0]
    connection.execute(f"pragma max_page_count={pages + 20}")


@pytest.mark.parametrize("url", ["mysql://host/name", "what is this"])
def test_other_databases_are_refused(url: str) -> None:
    with pytest.raises(SpielwerkError, match=r"SQLite or PostgreSQL|address of a database"):
        Storage(url)
