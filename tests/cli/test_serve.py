"""`spielwerk serve`: what it cannot be started with is one line that says what would work."""

from __future__ import annotations

import socket
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from spielwerk.core.errors import SpielwerkError
from spielwerk.server.storage import Storage
from tests.cli.running import refusal


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--db", "{folder}/text.db"), "The tables cannot be opened: file is not a database."),
        (("--db", "mysql://host/name"), "Tables are kept in SQLite or PostgreSQL, not in mysql."),
        (("--db", "postgresql://nobody@127.0.0.1:1/x"), "The tables cannot be opened: connection"),
        (("--workers", "2", "--db", "{folder}/a.db"), "Several workers need PostgreSQL: --db"),
        (("--public", "--db", "{folder}/a.db"), "A public server needs an address with https"),
        (("--host", "192.0.2.1", "--db", "{folder}/a.db"), "192.0.2.1 cannot be listened on: "),
    ],
)
def test_what_cannot_be_served_is_refused(
    tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    (tmp_path / "text.db").write_text("Not a database, but a text that is long enough to be read.")
    filled = [word.format(folder=tmp_path) for word in words]
    assert refusal("serve", "--port", "0", *filled).startswith(said)


def test_a_port_that_is_in_use_is_named_with_a_way_out(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        told = refusal("serve", "--port", str(port), "--db", str(tmp_path / "a.db"))
    assert told == f"Port {port} is in use: choose another with --port."


def test_tables_of_a_newer_version_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    Storage(f"sqlite:///{path}").close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    told = refusal("serve", "--port", "0", "--db", str(path))
    assert told == "The tables were written by a newer Spielwerk (schema 9999): install that one."
    with pytest.raises(SpielwerkError, match="newer Spielwerk"):
        Storage(f"sqlite:///{path}")
