"""`spielwerk serve`: tables in the browser."""

from __future__ import annotations

import errno
import os
import socket
import tempfile
import threading
import webbrowser
from pathlib import Path
from typing import Annotated, Literal

import typer

from spielwerk.cli.common import FileError, make_console, say
from spielwerk.core.errors import SpielwerkError

EXAMPLES = (
    "Examples:\nspielwerk serve --open\nspielwerk serve --host 0.0.0.0 --port 8080 --db club.db"
    "\nspielwerk serve --public --address https://play.example.org --proxy 127.0.0.1"
)

GRACE = 5
"""Seconds that connections get to end, once all work is done."""


def serve(
    host: Annotated[
        str, typer.Option(help="Where to listen; 0.0.0.0 for other machines too.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="On which port.")] = 8321,
    db: Annotated[
        str | None,
        typer.Option(
            metavar="FILE|URL", help="Where tables are kept; your data folder unless given."
        ),
    ] = None,
    workers: Annotated[
        int, typer.Option(min=1, max=64, help="Processes that serve; several need PostgreSQL.")
    ] = 1,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page.")] = False,
    public: Annotated[
        bool, typer.Option(help="For everybody: stricter limits, and nothing that is insecure.")
    ] = False,
    address: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Where people find it, if only there."),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="A proxy that tells who asks; repeat it for more."),
    ] = None,
    log: Annotated[
        Literal["plain", "json"],
        typer.Option(help="Lines for people, or JSON with one line a request."),
    ] = "plain",
    metrics_token: Annotated[
        str,
        typer.Option(
            envvar="SPIELWERK_METRICS_TOKEN",
            help="Who has it may read /metrics; without one only this machine may.",
        ),
    ] = "",
    keep_days: Annotated[
        float | None,
        typer.Option(min=0, help="Remove tables where nothing happened for so long; else never."),
    ] = None,
    keep_finished_days: Annotated[
        float | None, typer.Option(min=0, help="Keep games that are over for so long.")
    ] = None,
) -> None:
    """Play in the browser: at one screen, against the computer, with a friend by link."""
    import uvicorn  # other commands need not wait for it

    from spielwerk.server import database
    from spielwerk.server.listen import uvicorn_settings
    from spielwerk.server.logs import log_config
    from spielwerk.server.neighbours import FOLDER
    from spielwerk.server.settings import Keep, Settings, make_private_file

    settings = Settings(
        db=database_url(db),
        address=address,
        public=public,
        proxies=tuple(proxy or ()),
        keep=Keep(keep_days, keep_finished_days),
        metrics_token=metrics_token,
    )
    if workers > 1 and settings.db.startswith("sqlite"):
        raise SpielwerkError("Several workers need PostgreSQL: --db postgresql://user@host/name.")
    if public:
        make_private_file(settings.db)
    check_port(host, port)
    database.check(settings.db)
    here = f"http://{'localhost' if host in ('127.0.0.1', '0.0.0.0') else host}:{port}"  # noqa: S104
    page = f"{settings.address or here}/"
    console = make_console()
    say(console, f"Spielwerk is at {page} (Ctrl-C ends it; nothing is lost).")
    if open_page:
        threading.Timer(0.5, webbrowser.open, [page]).start()
    with tempfile.TemporaryDirectory() as shared:
        if workers > 1:
            os.environ["PROMETHEUS_MULTIPROC_DIR"] = os.environ[FOLDER] = shared
        settings.to_environment()
        uvicorn.run(
            "spielwerk.server.app:make_app",
            factory=True,
            host=host,
            port=port,
            workers=workers,
            log_config=log_config(log),
            access_log=False,
            timeout_graceful_shutdown=GRACE,
            **uvicorn_settings(settings),
        )


def check_port(host: str, port: int) -> None:
    """Refuse where nobody can listen, or somebody does."""
    try:
        socket.create_server((host, port)).close()
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise SpielwerkError(f"Port {port} is in use: choose another with --port.") from None
        raise SpielwerkError(f"{host} cannot be listened on: {error.strerror}.") from None


def database_url(db: str | None) -> str:
    """Where tables are kept, as SQLAlchemy writes it."""
    if db is not None and "://" in db:
        return db
    if db is None:
        import platformdirs

        folder = Path(platformdirs.user_data_dir("spielwerk"))
        path = folder / "tables.db"
    else:
        path = Path(db)
        folder = path.parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"{folder} cannot be made: {error.strerror}.") from None
    return f"sqlite:///{path.absolute()}"
