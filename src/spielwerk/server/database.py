"""A database: how it is reached, and brought up to date."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError

from spielwerk.core.errors import SpielwerkError

MIGRATIONS = Path(__file__).parent / "migrations"
THREADS = {"sqlite": 1, "postgresql": 4}
"""The databases, and how many use one at a time: SQLite has one writer anyway."""
LINE: dict[str, Any] = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""How soon a line to a PostgreSQL that says nothing more is given up."""
UPGRADE_LOCK = 0x5917
"""The number of the lock that a server holds while it brings the database up to date."""


def driver_url(url: str) -> str:
    """A database's address with the driver that we use."""
    try:
        made = make_url(url)
    except ArgumentError:
        raise SpielwerkError(
            "That is no address of a database: try postgresql://user@host/name or a file's name."
        ) from None
    if made.get_backend_name() not in THREADS:
        raise SpielwerkError(
            f"Tables are kept in SQLite or PostgreSQL, not in {made.get_backend_name()}."
        )
    if made.get_backend_name() == "postgresql":
        made = made.set(drivername="postgresql+psycopg")
    return made.render_as_string(hide_password=False)


def make_engine(url: str) -> Engine:
    """What connects to a database, at an address with its driver."""
    if make_url(url).get_backend_name() == "postgresql":
        return create_engine(url, connect_args=LINE)
    engine = create_engine(url)
    event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def check(url: str) -> None:
    """Fail, saying why, if a server could not use the database there."""
    engine = make_engine(driver_url(url))
    with _opening(engine) as connection:
        _migrations(connection)
    engine.dispose()


def upgrade(engine: Engine) -> None:
    """Bring a database up to date, be it empty or of an earlier version; one server at a time."""
    from alembic import command  # takes a moment

    with _opening(engine) as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text(f"SELECT pg_advisory_xact_lock({UPGRADE_LOCK})"))
        command.upgrade(_migrations(connection), "head")


@contextmanager
def _opening(engine: Engine) -> Iterator[Connection]:
    """A transaction; what keeps a database from being opened is said in a line."""
    try:
        with engine.begin() as connection:
            yield connection
    except DBAPIError as error:
        reason = str(error.orig).splitlines()[0].rstrip(".")
        raise SpielwerkError(f"The tables cannot be opened: {reason}.") from error


def _migrations(connection: Connection) -> Any:
    """Our migrations for a database, unless it is ahead of them."""
    from alembic.config import Config
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    there = MigrationContext.configure(connection).get_current_revision()
    if there is not None and there not in known:
        raise SpielwerkError(
            f"The tables were written by a newer Spielwerk (schema {there}): install that one."
        )
    return config
