"""Where tables are kept: new and old databases, what is decided by the database."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from spielwerk.server.errors import NoSuchTable, Outdated
from spielwerk.server.storage import METADATA, Storage, hash_of, is_secret
from spielwerk.server.table import Event, Seat, Setup

SETUP = Setup("kipp4", (Seat("here"), Seat("computer", 3)))


@pytest.fixture
def storage(db: str) -> Storage:
    found = Storage(db)
    found.create("abc", SETUP, {0: hash_of("secret")}, 7)
    return found


def test_the_migrations_make_what_the_code_expects(storage: Storage) -> None:
    with storage.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []


def test_a_database_can_be_opened_again_and_again(storage: Storage, db: str) -> None:
    storage.append("abc", 0, [Event("step", 0, "+g6", 8)])
    storage.close()
    setup, created, events, hashes = Storage(db).load("abc")
    assert (setup, created, events) == (SETUP, 7, [Event("step", 0, "+g6", 8)])
    assert is_secret("secret", hashes[0])
    assert not is_secret("Secret", hashes[0])


def test_of_two_next_events_the_database_takes_one(storage: Storage, db: str) -> None:
    other = Storage(db)
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


def test_what_is_kept_survives_at_once(storage: Storage, tmp_path: Path) -> None:
    storage.append("abc", 0, [Event("step", 0, "+g6")])
    with sqlite3.connect(tmp_path / "tables.db") as other:
        assert other.execute("select value from events").fetchall() == [("+g6",)]
        assert other.execute("pragma journal_mode").fetchone() == ("wal",)
    other.close()
