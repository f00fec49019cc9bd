"""Where tables are kept: any database that SQLAlchemy knows, SQLite unless told otherwise."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Engine,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    event,
    insert,
    select,
)
from sqlalchemy.exc import IntegrityError

from spielwerk.pictures.words import say
from spielwerk.server.errors import NoSuchTable, Outdated
from spielwerk.server.table import Event, Setup

MIGRATIONS = Path(__file__).parent / "migrations"
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


class Storage:
    """Tables with their secrets and events. What `append` returned from is on the disk."""

    def __init__(self, url: str) -> None:
        self.engine: Engine = create_engine(url)
        if self.engine.dialect.name == "sqlite":
            event.listen(self.engine, "connect", _prepare_sqlite)
        upgrade(self.engine)

    def create(self, table_id: str, setup: Setup, hashes: Mapping[int, str], created: int) -> None:
        """Keep a new table, with the hashes of its secrets."""
        data = json.dumps(setup.data)
        with self.engine.begin() as connection:
            connection.execute(insert(TABLES).values(id=table_id, setup=data, created=created))
            rows = [
                {"table_id": table_id, "seat": seat, "hash": kept} for seat, kept in hashes.items()
            ]
            if rows:
                connection.execute(insert(SECRETS), rows)

    def load(self, table_id: str) -> tuple[Setup, int, list[Event], dict[int, str]]:
        """A table: its setup, when it was made, its events, and the hashes of its secrets."""
        with self.engine.connect() as connection:
            row = connection.execute(
                select(TABLES.c.setup, TABLES.c.created).where(TABLES.c.id == table_id)
            ).first()
            if row is None:
                raise NoSuchTable(say("There is no such table: check the link."))
            events = connection.execute(
                select(EVENTS).where(EVENTS.c.table_id == table_id).order_by(EVENTS.c.number)
            ).all()
            secrets = connection.execute(
                select(SECRETS.c.seat, SECRETS.c.hash).where(SECRETS.c.table_id == table_id)
            ).all()
        kept = [Event(event.kind, event.seat, event.value, event.at) for event in events]
        return Setup.of(json.loads(row.setup)), row.created, kept, dict(secrets)

    def append(self, table_id: str, number: int, events: Sequence[Event]) -> None:
        """Keep events, the first of which gets this number; refused if that is taken."""
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
            with self.engine.begin() as connection:
                connection.execute(insert(EVENTS), rows)
        except IntegrityError:
            raise Outdated(say("The table has gone on meanwhile: look again.")) from None

    def check(self) -> None:
        """Fail if the database does not answer."""
        with self.engine.connect() as connection:
            connection.execute(select(TABLES.c.id).limit(1))

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()


def upgrade(engine: Engine) -> None:
    """Bring a database up to date, be it empty or of an earlier version."""
    from alembic import command  # takes a moment
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def hash_of(secret: str) -> str:
    """What is kept of a secret: it cannot be found out from that."""
    return hashlib.sha256(secret.encode()).hexdigest()


def is_secret(secret: str, kept: str) -> bool:
    """Whether a secret is the one that a hash was kept of, in constant time."""
    return hmac.compare_digest(hash_of(secret), kept)


def _prepare_sqlite(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
