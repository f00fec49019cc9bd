"""Where tables are kept: in SQLite, or in PostgreSQL where several servers share them."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import astuple
from typing import TypeVar

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    insert,
    select,
    text,
)
from sqlalchemy.exc import DBAPIError, IntegrityError

from spielwerk.pictures.words import say
from spielwerk.server.database import THREADS, driver_url, make_engine, upgrade
from spielwerk.server.errors import NoSuchTable, Outdated, StorageFailed
from spielwerk.server.setup import Setup
from spielwerk.server.table import Event

METADATA = MetaData()
TABLES = Table(
    "tables",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("setup", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
)
SECRETS = Table(
    "secrets",
    METADATA,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("hash", String(64), nullable=False),
)
EVENTS = Table(
    "events",
    METADATA,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    # Two can never both be the next event: the database decides.
    Column("number", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("seat", Integer),
    Column("value", String(64), nullable=False),
    Column("at", BigInteger, nullable=False),
)


CHANNEL = "spielwerk"
"""On which servers that share a PostgreSQL tell each other what has happened."""
APPEND = text(
    "WITH stored AS (INSERT INTO events"
    " SELECT * FROM json_populate_recordset(null::events, :rows) RETURNING 1)"
    " SELECT pg_notify(:channel, :told)"
)
"""Storing and telling in one statement."""
TRIES = 5
"""How often something is decided anew when somebody else was quicker."""
Result = TypeVar("Result")


class Storage:
    """Tables with their secrets and events. What `append` returned from is on the disk."""

    def __init__(self, url: str) -> None:
        self.url = driver_url(url)
        self.engine = make_engine(self.url)
        self._each_alone = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        self.threads = THREADS[self.kind]
        upgrade(self.engine)

    @property
    def kind(self) -> str:
        """sqlite or postgresql."""
        return self.engine.dialect.name

    @property
    def is_shared(self) -> bool:
        """Whether other servers may use the same tables at the same time."""
        return self.kind == "postgresql"

    def create(self, table_id: str, setup: Setup, hashes: Mapping[int, str], created: int) -> None:
        """Keep a new table, with the hashes of its secrets."""
        data = json.dumps(setup.data)
        with self.writing() as connection:
            connection.execute(insert(TABLES).values(id=table_id, setup=data, created=created))
            rows = [
                {"table_id": table_id, "seat": seat, "hash": kept} for seat, kept in hashes.items()
            ]
            if rows:
                connection.execute(insert(SECRETS), rows)

    def load(self, table_id: str) -> tuple[Setup, int, list[Event], dict[int, str]]:
        """A table: its setup, when it was made, its events, and the hashes of its secrets."""
        with self.at_once() as connection:
            row = connection.execute(
                select(TABLES.c.setup, TABLES.c.created).where(TABLES.c.id == table_id)
            ).first()
            if row is None:
                raise NoSuchTable(say("There is no such table: check the link."))
            secrets = connection.execute(
                select(SECRETS.c.seat, SECRETS.c.hash).where(SECRETS.c.table_id == table_id)
            ).all()
            events = _events(connection, table_id, 0)
        return Setup.of(json.loads(row.setup)), row.created, events, dict(secrets)

    def events_from(self, table_id: str, number: int) -> list[Event]:
        """The events of a table from a number on."""
        with self.at_once() as connection:
            return _events(connection, table_id, number)

    def append(self, table_id: str, number: int, events: Sequence[Event], sender: str = "") -> None:
        """Keep events, the first of which gets this number; refused if that is taken.

        Servers that share the database hear of it, and from whom.
        """
        rows = [
            {
                "table_id": table_id,
                "number": number + place,
                "kind": event.kind,
                "seat": event.seat,
                "value": event.value,
                "at": event.at,
            }
            for place, event in enumerate(events)
        ]
        try:
            if self.is_shared:
                news = {"from": sender, "table": table_id, "number": number}
                told = json.dumps({**news, "events": [astuple(event) for event in events]})
                said = {"channel": CHANNEL, "told": told}
                with self.at_once() as connection:
                    connection.execute(APPEND, {"rows": json.dumps(rows), **said})
            else:
                with self.writing() as connection:
                    connection.execute(insert(EVENTS), rows)
        except IntegrityError:
            raise Outdated(say("The table has gone on meanwhile: look again.")) from None

    def check(self) -> None:
        """Fail if the database does not answer."""
        with self.at_once() as connection:
            connection.execute(select(TABLES.c.id).limit(1))

    def time(self) -> int:
        """The database's clock, in milliseconds since 1970: all who share it go by it."""
        clock = "extract(epoch FROM clock_timestamp())"
        if not self.is_shared:
            clock = "(julianday('now') - 2440587.5) * 86400"
        with self.at_once() as connection:
            return int(1000 * connection.execute(text(f"SELECT {clock}")).scalar_one())

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()

    def clock(self) -> Callable[[], int]:
        """The same from now on; it only ever goes on, however the machine's clock is set."""
        began = time.monotonic_ns() // 1_000_000 - self.time()
        return lambda: time.monotonic_ns() // 1_000_000 - began

    @contextmanager
    def at_once(self) -> Iterator[Connection]:
        """Each statement is a transaction of its own: one way to the database instead of three."""
        with self._failures(), self._each_alone.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction: on the disk when it ends, or not at all."""
        with self._failures(), self.engine.begin() as connection:
            yield connection

    def decide(self, work: Callable[[Connection], Result]) -> Result:
        """Decide something in a transaction; anew if somebody else has just written the same."""
        for _ in range(TRIES - 1):
            with suppress(IntegrityError), self.writing() as connection:
                return work(connection)
        with self.writing() as connection:
            return work(connection)

    @contextmanager
    def _failures(self) -> Iterator[None]:
        """Whatever keeps the database from working is one error, and nobody's fault at a table."""
        try:
            yield
        except IntegrityError:
            raise
        except DBAPIError as error:
            raise StorageFailed(
                say("The tables cannot be reached just now: try again in a moment.")
            ) from error


def _events(connection: Connection, table_id: str, number: int) -> list[Event]:
    found = connection.execute(
        select(EVENTS)
        .where(EVENTS.c.table_id == table_id, EVENTS.c.number >= number)
        .order_by(EVENTS.c.number)
    )
    return [Event(row.kind, row.seat, row.value, row.at) for row in found]
