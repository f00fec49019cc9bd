"""A copy of the whole database while a server runs."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from pathlib import Path

from sqlalchemy import create_engine, make_url
from sqlalchemy.engine import URL

from spielwerk.server.archive import ArchiveError, Progress, no_progress, written
from spielwerk.server.database import driver_url

PAGES = 1000
"""Pages of an SQLite database that are copied at a time."""


def backup(url: str, path: Path, progress: Progress = no_progress) -> None:
    """Copy a database while it is used."""
    found = make_url(driver_url(url))
    if found.get_backend_name() == "sqlite":
        backup_sqlite(found, path, progress)
    else:
        backup_postgresql(found, path)


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
