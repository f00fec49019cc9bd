"""`spielwerk perft`: count the ways in which a game can go on."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from threading import Thread
from typing import Annotated, TypeVar

import typer
from rich import box
from rich.live import Live
from rich.table import Table
from rich.text import Text

import spielwerk
from spielwerk.batch.perft import DEEPEST
from spielwerk.cli.common import (
    DealSeed,
    GameKey,
    Options,
    PositionText,
    find_game,
    first_position,
    heading,
    make_console,
)
from spielwerk.core.position import Position

EXAMPLES = (
    "Examples:\nspielwerk perft qbq 4 -o players=3"
    "\nspielwerk perft kipp4 3 --divide"
    "\nspielwerk perft examples/connect_four.py 8"
)

Result = TypeVar("Result")


def count_sequences(
    game: GameKey,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", min=1, max=DEEPEST, help="Steps.")],
    option: Options = None,
    position: PositionText = None,
    seed: DealSeed = None,
    divide: Annotated[
        bool, typer.Option("--divide", help="Count what is behind each first step.")
    ] = False,
) -> None:
    """Count the sequences of so many steps, faces of a die included."""
    start = first_position(find_game(game, option), position, seed)
    console = make_console()
    with console.status("compiling…"):
        count(start, 1)
    table = Table(title=Text(heading(start)), title_justify="left", box=box.SIMPLE_HEAD)
    rows = rows_by_step(table, start, depth) if divide else rows_by_depth(table, start, depth)
    try:
        with Live(table, console=console, transient=True, auto_refresh=False) as live:
            for _ in rows:
                live.refresh()
    finally:
        console.print(table)


def rows_by_depth(table: Table, start: Position, depth: int) -> Iterator[None]:
    """Add one row for each depth, one after the other."""
    name_columns(table, "depth", "sequences", "seconds", "per second")
    for steps in range(1, depth + 1):
        began = time.perf_counter()
        sequences = count(start, steps)
        seconds = time.perf_counter() - began
        table.add_row(str(steps), f"{sequences:,}", f"{seconds:.3f}", f"{sequences / seconds:,.0f}")
        yield


def rows_by_step(table: Table, start: Position, depth: int) -> Iterator[None]:
    """Add one row for each first step, one after the other, and the sum of all."""
    name_columns(table, "step", "sequences")
    total = 0
    for step in start.steps:
        sequences = count(start.play(step), depth - 1)
        total += sequences
        table.add_row(Text(step), f"{sequences:,}")
        yield
    table.add_section()
    table.add_row("all", f"{total:,}")


def name_columns(table: Table, *names: str) -> None:
    """Give a table columns for numbers, flush right."""
    for name in names:
        table.add_column(name, justify="right")


def count(position: Position, depth: int) -> int:
    """perft, so that Ctrl-C ends it."""
    return in_background(lambda: spielwerk.perft(position, depth))


def in_background(work: Callable[[], Result]) -> Result:
    """Do work in a thread of its own: compiled code in the main one would not hear Ctrl-C."""
    future: Future[Result] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except Exception as error:
            future.set_exception(error)

    Thread(target=run, daemon=True).start()
    return future.result()
