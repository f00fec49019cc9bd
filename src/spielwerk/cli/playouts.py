"""`spielwerk playouts`: many random games, and what came of them."""

from __future__ import annotations

from typing import Annotated

import typer
from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task
from rich.table import Table
from rich.text import Text

import spielwerk
from spielwerk.batch.playouts import Playouts
from spielwerk.cli.common import (
    INTERRUPTED,
    GameKey,
    Options,
    PositionText,
    find_game,
    make_console,
    say,
)

EXAMPLES = (
    "Examples:\nspielwerk playouts kipp4"
    "\nspielwerk playouts qbq -o players=4 --count 100000 --seed 7 --threads 2"
    "\nspielwerk playouts veier --count 10000000 --device cuda"
)
MOST = 1_000_000_000
SAMPLE = 64
"""Playouts that compile the rules and tell about how long a game is."""


def play_out(
    game: GameKey,
    option: Options = None,
    count: Annotated[int, typer.Option(min=1, max=MOST, help="How many games.")] = 10_000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    threads: Annotated[
        int | None, typer.Option(min=1, help="CPU threads; all cores unless given.")
    ] = None,
    device: Annotated[str, typer.Option(metavar="cpu|cuda", help="Where to run.")] = "cpu",
    position: PositionText = None,
) -> None:
    """Play random games to their end and sum up."""
    asked = find_game(game, option)
    start = asked if position is None else asked.position(position)
    console = make_console()
    with console.status("compiling…"):
        sample = spielwerk.playouts(start, min(count, SAMPLE), seed=seed, device=device, threads=1)
    bar = progress_bar(console, sample.steps / sample.count)
    task = bar.add_task("", total=count)
    try:
        with bar:
            done = spielwerk.playouts(
                start,
                count,
                seed=seed,
                device=device,
                threads=threads,
                progress=lambda games: bar.advance(task, games),
            )
    except KeyboardInterrupt:
        say(console, f"Stopped after {bar.tasks[0].completed:,.0f} of {count:,} games.")
        raise typer.Exit(INTERRUPTED) from None
    console.print(summary(done))


class Rate(ProgressColumn):
    """Steps a second, from the games done and what a game takes on average."""

    def __init__(self, steps_each: float) -> None:
        """A column for games of so many steps each."""
        super().__init__()
        self.steps_each = steps_each

    def render(self, task: Task) -> Text:
        """The rate so far."""
        rate = task.completed * self.steps_each / task.elapsed if task.elapsed else 0
        return Text(f"about {rate:,.0f} steps/s")


def progress_bar(console: Console, steps_each: float) -> Progress:
    """Games done and the rate; nothing when the output is no terminal."""
    return Progress(
        BarColumn(),
        MofNCompleteColumn(),
        "games",
        Rate(steps_each),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


def summary(done: Playouts) -> Table:
    """What came of the playouts."""
    table = Table(box=box.SIMPLE_HEAD, show_header=False)
    table.add_column()
    table.add_column(justify="right")
    table.add_column(justify="right")
    table.add_row("games", f"{done.count:,}")
    table.add_row("steps", f"{done.steps:,}")
    table.add_row("steps/s", f"{done.rate:,.0f}")
    table.add_row("steps in a game", f"{done.steps / done.count:,.1f}")
    if done.game.players > 1:
        for player, wins in enumerate(done.wins, start=1):
            table.add_row(f"wins of player {player}", f"{wins:,}", percent(wins, done.count))
        table.add_row("draws", f"{done.draws:,}", percent(done.draws, done.count))
    for player, score in enumerate(done.scores.mean(axis=0), start=1):
        table.add_row(f"mean score of player {player}", f"{score:,.2f}")
    return table


def percent(part: int, whole: int) -> str:
    """A share.

    >>> percent(1, 8)
    '12.5 %'
    """
    return f"{100 * part / whole:.1f} %"
