"""All tables as a file and back, with the club.

A file has one line of JSON for each table, after a first line that says what it is; then what is
kept of the club. Of secrets it has the hashes: who has a seat keeps it, nobody else can take it.
"""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import groupby, islice
from pathlib import Path
from typing import IO, Any

from sqlalchemy import Connection, func, insert, select
from sqlalchemy.exc import IntegrityError

from spielwerk.core.errors import SpielwerkError
from spielwerk.server.club.archive import Row, club_rows, insert_rows, read_row
from spielwerk.server.replay import replay
from spielwerk.server.setup import Setup
from spielwerk.server.storage import EVENTS, SECRETS, TABLES, Storage
from spielwerk.server.table import Event

FORMAT = "spielwerk tables"
VERSION = 1
BATCH = 200
"""Tables that are read or written at a time."""
LONGEST_LINE = 2**24
HASH_LENGTH = 64
MOST_ID = 16
MOST_VALUE = 64

UNREADABLE = (ValueError, TypeError, KeyError, AttributeError, RecursionError)

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
        except UNREADABLE:
            raise ArchiveError("This is not the line of a table.") from None

    def check(self) -> None:
        """Fail if this is no table that could be, by the rules of its game."""
        try:
            setup = Setup.of(self.setup)
        except UNREADABLE as error:
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
        total, club = count_tables(connection), club_rows(connection)
        first = {"format": FORMAT, "version": VERSION, "tables": total, "club": len(club)}
        file.write(json.dumps(first) + "\n")
        for number, kept in enumerate(all_tables(connection), start=1):
            file.write(kept.line + "\n")
            progress(number, total)
        for row in club:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
    return total


@contextmanager
def snapshot(storage: Storage) -> Iterator[Connection]:
    """The database as it is at one moment, while others go on writing."""
    with storage.at_once() as connection:
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
    source = Source(path)
    there = check_tables(storage, source, progress)
    club = check_club(storage, source)
    new = 0
    try:
        with storage.writing() as connection:
            found = (kept for _, kept in source.tables() if kept.id not in there)
            for batch in batches(found):
                new += len(batch)
                insert_tables(connection, batch)
            insert_rows(connection, club)
    except IntegrityError:
        raise ArchiveError(
            f"What {path} has of the club does not fit together. Nothing was imported."
        ) from None
    return new, len(there)


def check_tables(storage: Storage, source: Source, progress: Progress) -> set[str]:
    """Read all tables of a file; those that are there already, just so."""
    seen: set[str] = set()
    there: set[str] = set()
    with storage.at_once() as connection:
        for number, kept in source.tables():
            try:
                kept.check()
            except SpielwerkError as error:
                raise source.wrong(number, f"Table {kept.id}: {error}") from None
            if kept.id in seen:
                raise source.wrong(number, f"Table {kept.id} is there twice.")
            seen.add(kept.id)
            rows = connection.execute(select(TABLES).where(TABLES.c.id == kept.id)).all()
            if rows:
                if next(filled(connection, rows)) != kept:
                    told = "is in the database already, and differs. Nothing was imported."
                    raise source.wrong(number, f"Table {kept.id} {told}")
                there.add(kept.id)
            progress(len(seen), source.table_count)
    return there


def check_club(storage: Storage, source: Source) -> list[Row]:
    """What a file has of the club and the database has not: all of it, or nothing."""
    found = list(source.club())
    with storage.at_once() as connection:
        there = club_rows(connection)
    if not found or found == there:
        return []
    if there:
        raise ArchiveError(
            f"The database has a club already, and that of {source.path} differs."
            " Nothing was imported."
        )
    return found


class Source:
    """A file of tables, which can be read again and again."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with readable(path) as file:
            try:
                said = json.loads(file.readline(1000))
                if said["format"] != FORMAT:
                    raise KeyError("format")
                self.table_count, self.club_count = _number(said["tables"]), _number(said["club"])
            except UnicodeDecodeError:
                raise  # `readable` tells of it
            except (ValueError, TypeError, KeyError):
                told = "no file of `spielwerk tables export`: its first line does not say so"
                raise ArchiveError(f"{path} is {told}.") from None
        if said["version"] != VERSION:
            told = f"version {said['version']!r}; this program reads {VERSION}"
            raise ArchiveError(f"{path} has {told}.")

    def tables(self) -> Iterator[tuple[int, Kept]]:
        """The tables with the numbers of their lines."""
        count = 0
        for number, line in islice(self._lines(), self.table_count):
            try:
                yield number, Kept.of(line)
            except ArchiveError as error:
                raise self.wrong(number, str(error)) from None
            count += 1
        self._check_count("tables", self.table_count, count)

    def club(self) -> Iterator[Row]:
        """What it has of the club, behind the tables."""
        count = 0
        for number, line in islice(self._lines(), self.table_count, None):
            try:
                yield read_row(line)
            except UNREADABLE:
                raise self.wrong(number, "This is not the line of a club.") from None
            count += 1
        self._check_count("lines of the club", self.club_count, count)

    def wrong(self, number: int, told: str) -> ArchiveError:
        """What is wrong, and where."""
        return ArchiveError(f"{self.path}, line {number}: {told}")

    def _check_count(self, what: str, said: int, count: int) -> None:
        if count != said:
            raise ArchiveError(f"{self.path} should have {said} {what} and has {count}.")

    def _lines(self) -> Iterator[tuple[int, str]]:
        """All lines but the first, with their numbers; none may be too long for the memory."""
        with readable(self.path) as file:
            file.readline()
            yield from enumerate(iter(partial(file.readline, LONGEST_LINE), ""), start=2)


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
