"""`spielwerk tables`: look after the tables of a server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich import box
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table

from spielwerk.cli.common import FileError, make_console, say
from spielwerk.cli.serve import database_url

if TYPE_CHECKING:  # other commands need not wait for a database
    from spielwerk.server.archive import Progress as Told
    from spielwerk.server.storage import Storage

EXAMPLES = "Examples:\nspielwerk tables list --db club.db\nspielwerk tables backup friday.db"
EXPORT_EXAMPLES = "Examples:\nspielwerk tables export tables.jsonl.gz --db club.db"
IMPORT_EXAMPLES = (
    "Examples:\nspielwerk tables import tables.jsonl.gz --db postgresql://localhost/spielwerk"
)
BACKUP_EXAMPLES = "Examples:\nspielwerk tables backup friday.db --db club.db"
PRUNE_EXAMPLES = "Examples:\nspielwerk tables prune --days 90 --dry-run"
LIST_EXAMPLES = "Examples:\nspielwerk tables list --db club.db"
SHOW_EXAMPLES = "Examples:\nspielwerk tables show 4mkh2vq9xz --db club.db"
WIDEST = 400

app = typer.Typer(no_args_is_help=True, pretty_exceptions_enable=False)
Db = Annotated[
    str | None,
    typer.Option(metavar="FILE|URL", help="Where tables are kept; your data folder unless given."),
]
File = Annotated[
    Path, typer.Argument(metavar="FILE", help="A file of tables; packed if it ends in .gz.")
]


@app.callback(epilog=EXAMPLES)
def tables_command() -> None:
    """Export, import, back up and prune the tables of a server; it may run meanwhile."""


def existing_url(db: str | None) -> str:
    """Where tables are kept; it must be there."""
    url = database_url(db)
    if url.startswith("sqlite:///") and not Path(url.removeprefix("sqlite:///")).exists():
        raise FileError(f"There is no database {url.removeprefix('sqlite:///')}.")
    return url


@contextmanager
def stored(url: str) -> Iterator[Storage]:
    """The tables of a database."""
    from sqlalchemy.exc import SQLAlchemyError

    from spielwerk.server.logs import told
    from spielwerk.server.storage import Storage

    try:
        storage = Storage(url)
        try:
            yield storage
        finally:
            storage.close()
    except SQLAlchemyError as error:
        raise FileError(f"The database cannot be used: {told(error)}") from None


@contextmanager
def bar() -> Iterator[Told]:
    """A bar in a terminal that is told how far it is."""
    console = make_console()
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as progress:
        task = progress.add_task("", total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)


@app.command("export", epilog=EXPORT_EXAMPLES)
def export_tables(file: File, db: Db = None) -> None:
    """Write all tables and the club into a file, as they are at this moment."""
    from spielwerk.server.archive import export

    with stored(existing_url(db)) as storage, bar() as progress:
        count = export(storage, file, progress)
    say(make_console(), f"{count} tables are in {file}.")


@app.command("import", epilog=IMPORT_EXAMPLES)
def import_tables(file: File, db: Db = None) -> None:
    """Bring in a file of tables and the club, or nothing: games are replayed by the rules first."""
    from spielwerk.server.archive import bring_in

    with stored(database_url(db)) as storage, bar() as progress:
        new, there = bring_in(storage, file, progress)
    say(make_console(), f"{new} tables are new; {there} were there already.")


@app.command("backup", epilog=BACKUP_EXAMPLES)
def backup_tables(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the copy goes.")],
    db: Db = None,
) -> None:
    """Copy the whole database while the server runs."""
    from spielwerk.server.backup import backup

    with bar() as progress:
        backup(existing_url(db), file, progress)
    say(make_console(), f"The copy is {file}.")


@app.command("prune", epilog=PRUNE_EXAMPLES)
def prune_tables(
    days: Annotated[
        float, typer.Option(min=0, help="Remove tables where nothing happened for so long.")
    ],
    finished_days: Annotated[
        float | None, typer.Option(min=0, help="Keep games that are over for so long.")
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only name the tables that would go.")
    ] = False,
    db: Db = None,
) -> None:
    """Remove tables that were abandoned, with their events and secrets."""
    from spielwerk.server.settings import Keep
    from spielwerk.server.upkeep import prune, to_be_removed

    keep, console = Keep(days, finished_days), make_console()
    with stored(existing_url(db)) as storage:
        if dry_run:
            names = list(to_be_removed(storage, keep, storage.time()))
            for name in names:
                say(console, name)
            say(console, f"{len(names)} tables would be removed.")
        else:
            say(console, f"{prune(storage, keep, storage.time())} tables were removed.")


@app.command("list", epilog=LIST_EXAMPLES)
def list_tables(db: Db = None) -> None:
    """List the tables: game, when something last happened, how much did."""
    from spielwerk.server.archive import all_tables, snapshot

    console = make_console()
    if not console.is_terminal:
        console.width = WIDEST
    shown = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for head in ("table", "game", "seats", "last", "events"):
        shown.add_column(head, justify="right" if head == "events" else "left", no_wrap=True)
    with stored(existing_url(db)) as storage, snapshot(storage) as connection:
        for kept in all_tables(connection):
            last = max((kept.created, *(event.at for event in kept.events)))
            seats = ", ".join(seat["kind"] for seat in kept.setup["seats"])
            shown.add_row(kept.id, kept.setup["key"], seats, moment(last), str(len(kept.events)))
    console.print(shown)


@app.command("show", epilog=SHOW_EXAMPLES)
def show_table(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The name of a table.")],
    db: Db = None,
) -> None:
    """Show the record of a table; `spielwerk replay -` shows its positions."""
    from spielwerk.server.replay import replay

    with stored(existing_url(db)) as storage:
        setup, created, events, _ = storage.load(table)
    typer.echo(replay(setup, created, events).record.text, nl=False)


def moment(at: int) -> str:
    """When something was, in the time of Greenwich.

    >>> moment(1_700_000_000_000)
    '2023-11-14 22:13'
    """
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d %H:%M}"
