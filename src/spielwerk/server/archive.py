"""All tables as a file and back, and a copy of the database while a server runs.

A file has one line of JSON for each table, after a first line that says what it is. Of secrets it
has the hashes: who has a seat keeps it, and nobody else can take it.
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import IO, Any

from sqlalchemy import Connection, create_engine, func, insert, make_url, select
from sqlalchemy.engine import URL

from spielwerk.core.errors import SpielwerkError
from spielwerk.server.replay import replay
from spielwerk.server.setup import Setup
from spielwerk.server.storage import EVENTS, SECRETS, TABLES, Storage
from spielwerk.server.table import Event

FORMAT = "spielwerk tables"
VERSION = 1
BATCH = 200
"""Tables that are read or written at a time."""
PAGES = 1000
"""Pages of an SQLite database that are copied at a time."""
LONGEST_LINE = 2**24
HASH_LENGTH = 64
MOST_ID = 16
MOST_VALUE = 64

NOT_A_TABLE = (ValueError, TypeError, KeyError, AttributeError, RecursionError)

Progress = Callable[[int, int], None]
"""Is told how far it is, and how far it goes."""


class ArchiveError(SpielwerkError):
    """A file of tables that cannot be used, or a copy that cannot be made."""


@dataclass(frozen=True)
class Kept:
    """A table as it is kept."""

    id: str
    created: int
    setup: dict[str, Any]
    secrets: dict[int, str]
    events: list[Event]

    @property
    def line(self) -> str:
        """As a line of a file."""
        events = [[event.kind, event.seat, event.value, event.at] for event in self.events]
        secrets = {str(seat): kept for seat, kept in self.secrets.items()}
        data = {"id": self.id, "created": self.created, "setup": self.setup}
        return json.dumps({**data, "secrets": secrets, "events": events}, ensure_ascii=False)

    @classmethod
    def of(cls, line: str) -> Kept:
        """From a line of a file; nothing in it that could not be kept."""
        try:
            data = json.loads(line)
            return cls(
                id=_text(data["id"], MOST_ID),
                created=_number(data["created"]),
                setup=data["setup"],
                secrets={
                    int(seat): _text(value, HASH_LENGTH) for seat, value in data["secrets"].items()
                },
                events=[
                    Event(
                        _text(kind, MOST_ID),
                        None if seat is None else _number(seat),
                        _text(value, MOST_VALUE),
                        _number(at),
                    )
                    for kind, seat, value, at in data["events"]
                ],
            )
        except NOT_A_TABLE:
            raise ArchiveError("This is not the line of a table.") from None

    def check(self) -> None:
        """Fail if this is no table that could be, by the rules of its game."""
        try:
            setup = Setup.of(self.setup)
        except NOT_A_TABLE as error:
            told = error if isinstance(error, SpielwerkError) else "Its setup cannot be read."
            raise ArchiveError(str(told)) from None
        if not set(self.secrets) <= set(range(len(setup.seats))):
            raise ArchiveError("It has secrets of seats that are not there.")
        replay(setup, self.created, self.events)


def _text(value: object, most: int) -> str:
    if not isinstance(value, str) or len(value) > most:
        raise ValueError(value)
    return value


def _number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 2**53:
        raise ValueError(value)
    return value


def no_progress(done: int, total: int) -> None:
    """For who does not want to know how far it is."""


# Out.


def export(storage: Storage, path: Path, progress: Progress = no_progress) -> int:
    """Write all tables as they are at one moment; how many there were."""
    with written(path) as part, opened(part, path, "wt") as file, snapshot(storage) as connection:
        total = count_tables(connection)
        first = {"format": FORMAT, "version": VERSION, "tables": total}
        file.write(json.dumps(first) + "\n")
        for number, kept in enumerate(all_tables(connection), start=1):
            file.write(kept.line + "\n")
            progress(number, total)
    return total


@contextmanager
def snapshot(storage: Storage) -> Iterator[Connection]:
    """The database as it is at one moment, while others go on writing."""
    with storage.reading() as connection:
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN")
        else:
            connection.execution_options(isolation_level="REPEATABLE READ")
        yield connection
        connection.rollback()


def count_tables(connection: Connection) -> int:
    """How many tables there are."""
    return connection.execute(select(func.count()).select_from(TABLES)).scalar_one()


def all_tables(connection: Connection) -> Iterator[Kept]:
    """Every table, by name; a few at a time are in memory."""
    after = ""
    while rows := connection.execute(
        select(TABLES).where(TABLES.c.id > after).order_by(TABLES.c.id).limit(BATCH)
    ).all():
        after = rows[-1].id
        yield from filled(connection, rows)


def filled(connection: Connection, rows: Any) -> Iterator[Kept]:
    """Tables with their secrets and events."""
    names = [row.id for row in rows]
    events = by_table(connection, EVENTS, EVENTS.c.number, names)
    secrets = by_table(connection, SECRETS, SECRETS.c.seat, names)
    for row in rows:
        yield Kept(
            row.id,
            row.created,
            json.loads(row.setup),
            {found.seat: found.hash for found in secrets.get(row.id, ())},
            [Event(at.kind, at.seat, at.value, at.at) for at in events.get(row.id, ())],
        )


def by_table(connection: Connection, what: Any, order: Any, names: list[str]) -> dict[str, Any]:
    """Rows of some tables, by the name of the table."""
    asked = select(what).where(what.c.table_id.in_(names)).order_by(what.c.table_id, order)
    found = connection.execute(asked).all()
    return {name: list(rows) for name, rows in groupby(found, lambda row: str(row.table_id))}


# In.


def bring_in(storage: Storage, path: Path, progress: Progress = no_progress) -> tuple[int, int]:
    """Keep all tables of a file, or none; how many are new, and how many were there already.

    Everything is replayed by the rules first; only then something is written.
    """
    there = check_file(storage, path, progress)
    new = 0
    with storage.writing() as connection:
        for batch in batches(kept for _, kept in read(path) if kept.id not in there):
            new += len(batch)
            insert_tables(connection, batch)
    return new, len(there)


def check_file(storage: Storage, path: Path, progress: Progress) -> set[str]:
    """Read a file to its end; the tables of it that are there already, just so."""
    seen: set[str] = set()
    there: set[str] = set()
    total = first_line(path)["tables"]
    with storage.reading() as connection:
        for number, kept in read(path):
            try:
                kept.check()
            except SpielwerkError as error:
                raise at_line(path, number, f"Table {kept.id}: {error}") from None
            if kept.id in seen:
                raise at_line(path, number, f"Table {kept.id} is there twice.")
            seen.add(kept.id)
            rows = connection.execute(select(TABLES).where(TABLES.c.id == kept.id)).all()
            if rows:
                if next(filled(connection, rows)) != kept:
                    told = "is in the database already, and differs. Nothing was imported."
                    raise at_line(path, number, f"Table {kept.id} {told}")
                there.add(kept.id)
            progress(len(seen), total)
    if len(seen) != total:
        raise ArchiveError(
            f"{path} should have {total} tables and has {len(seen)}: a part is gone."
        )
    return there


def read(path: Path) -> Iterator[tuple[int, Kept]]:
    """The tables of a file with the numbers of their lines."""
    first_line(path)
    with readable(path) as file:
        file.readline()
        for number, line in enumerate(lines(file), start=2):
            try:
                yield number, Kept.of(line)
            except ArchiveError as error:
                raise at_line(path, number, str(error)) from None


def lines(file: IO[str]) -> Iterator[str]:
    """The lines that follow; none may be too long for the memory."""
    while line := file.readline(LONGEST_LINE):
        yield line


def at_line(path: Path, number: int, told: str) -> ArchiveError:
    """What is wrong, and where."""
    return ArchiveError(f"{path}, line {number}: {told}")


def first_line(path: Path) -> dict[str, Any]:
    """What a file says of itself."""
    with readable(path) as file:
        try:
            data: dict[str, Any] = json.loads(file.readline(1000))
            if data["format"] != FORMAT or not isinstance(data["tables"], int):
                raise KeyError("format")
        except UnicodeDecodeError:
            raise  # `readable` tells of it
        except (ValueError, TypeError, KeyError):
            raise ArchiveError(
                f"{path} is no file of `spielwerk tables export`: its first line does not say so."
            ) from None
    if data["version"] != VERSION:
        raise ArchiveError(f"{path} has version {data['version']!r}; this program reads {VERSION}.")
    return data


def batches(found: Iterator[Kept]) -> Iterator[list[Kept]]:
    """A few tables at a time."""
    batch: list[Kept] = []
    for kept in found:
        batch.append(kept)
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def insert_tables(connection: Connection, batch: list[Kept]) -> None:
    """Keep some tables."""
    tables = [
        {"id": kept.id, "created": kept.created, "setup": json.dumps(kept.setup)} for kept in batch
    ]
    secrets = [
        {"table_id": kept.id, "seat": seat, "hash": value}
        for kept in batch
        for seat, value in kept.secrets.items()
    ]
    events = [
        {"table_id": kept.id, "number": number, **vars(event)}
        for kept in batch
        for number, event in enumerate(kept.events)
    ]
    for table, rows in ((TABLES, tables), (SECRETS, secrets), (EVENTS, events)):
        if rows:
            connection.execute(insert(table), rows)


# Files.


@contextmanager
def written(path: Path) -> Iterator[Path]:
    """A file that is there when it is whole, and not before."""
    part = path.with_name(path.name + ".part")
    try:
        yield part
        with part.open("rb") as file:
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        raise ArchiveError(f"{path} cannot be written: {error.strerror}.") from None
    finally:
        part.unlink(missing_ok=True)


def opened(part: Path, path: Path, mode: str) -> IO[Any]:
    """A file of text, packed if its name ends in .gz."""
    how: Any = gzip.open if path.suffix == ".gz" else open
    file: IO[Any] = how(part, mode, encoding="utf-8")
    return file


@contextmanager
def readable(path: Path) -> Iterator[IO[str]]:
    """A file to read."""
    try:
        with opened(path, path, "rt") as file:
            yield file
    except UnicodeDecodeError:
        raise ArchiveError(f"{path} cannot be read: it is not a text in UTF-8.") from None
    except EOFError:
        raise ArchiveError(f"{path} cannot be read: its end is gone.") from None
    except OSError as error:
        raise ArchiveError(f"{path} cannot be read: {error.strerror or error}.") from None


# A copy of the whole database.


def backup(url: str, path: Path, progress: Progress = no_progress) -> None:
    """Copy a database while it is used."""
    found = make_url(url)
    if found.get_backend_name() == "sqlite":
        backup_sqlite(found, path, progress)
    elif found.get_backend_name() == "postgresql":
        backup_postgresql(found, path)
    else:
        raise ArchiveError("Only SQLite and PostgreSQL are backed up: use your database's own way.")


def backup_sqlite(url: URL, path: Path, progress: Progress) -> None:
    """Copy an SQLite database by its own backup, and look whether the copy is sound."""
    if path.exists() and path.samefile(str(url.database)):
        raise ArchiveError(f"{path} is the database itself: choose another name.")
    engine = create_engine(url)
    with written(path) as part:
        part.unlink(missing_ok=True)
        connection = engine.raw_connection()
        copy = sqlite3.connect(part)
        try:
            source: sqlite3.Connection = connection.driver_connection  # type: ignore[assignment]
            source.execute("PRAGMA busy_timeout=5000")
            source.backup(
                copy, pages=PAGES, progress=lambda _, left, total: progress(total - left, total)
            )
            copy.execute("PRAGMA journal_mode=DELETE")
            if copy.execute("PRAGMA quick_check").fetchone() != ("ok",):
                raise ArchiveError("The database is damaged: there is no sound copy of it.")
        except sqlite3.Error as error:
            raise ArchiveError(f"The database cannot be copied: {error}.") from None
        finally:
            copy.close()
            connection.close()
            engine.dispose()


def dump_command(url: URL, path: Path) -> list[str]:
    """How PostgreSQL is backed up; the password is not in it."""
    where = (url.host, url.port, url.database, url.query)
    plain = URL.create("postgresql", url.username, None, *where).render_as_string()
    return ["pg_dump", "--format=custom", f"--file={path}", plain]


def backup_postgresql(url: URL, path: Path) -> None:
    """Let PostgreSQL's own program copy the database."""
    command = dump_command(url, path)
    if shutil.which(command[0]) is None:
        raise ArchiveError(
            f"There is no pg_dump here. Install PostgreSQL's client programs, or run where they"
            f" are: {' '.join(command)}"
        )
    with written(path) as part:
        password = {"PGPASSWORD": str(url.password)} if url.password else {}
        done = subprocess.run(  # noqa: S603
            dump_command(url, part), env=os.environ | password, capture_output=True, text=True
        )
        if done.returncode:
            raise ArchiveError(f"pg_dump failed: {done.stderr.strip()}")
