"""`spielwerk think`: what the computer thinks of a position."""

from __future__ import annotations

import dataclasses
import json
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated, Any

import typer
from rich import box
from rich.live import Live
from rich.table import Table

from spielwerk.cli.common import (
    After,
    DealSeed,
    GameKey,
    Options,
    PositionText,
    find_game,
    first_position,
    make_console,
    present,
)
from spielwerk.core.position import Position
from spielwerk.search.bot import Bot
from spielwerk.search.search import Thoughts

EXAMPLES = (
    "Examples:\nspielwerk think kipp4 --seconds 5"
    '\nspielwerk think spitze --after "a1-d1" --level 6'
    "\nspielwerk think veier --simulations 100000 --json"
)
SHOWN = 8


def think_aloud(
    game: GameKey,
    option: Options = None,
    position: PositionText = None,
    after: After = "",
    seed: DealSeed = None,
    level: Annotated[int | None, typer.Option(min=1, max=8, help="As this level does.")] = None,
    simulations: Annotated[int | None, typer.Option(min=1, help="So many simulations.")] = None,
    seconds: Annotated[
        float | None, typer.Option(min=0.001, help="So long; 2 seconds unless given.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
) -> None:
    """Show the best steps of a position, with what to expect of them; Ctrl-C ends it early."""
    shown = first_position(find_game(game, option), position, seed, after)
    if level is None and simulations is None and seconds is None:
        level = 8
    bot = Bot(level, simulations=simulations, seconds=seconds)
    console = make_console()
    if not as_json:
        present(console, shown)
    if shown.over:
        return
    with Live(console=console, transient=True, auto_refresh=False) as live:
        quiet = as_json or not console.is_terminal

        def show(thoughts: Thoughts) -> None:
            if not quiet:
                live.update(table(thoughts), refresh=True)

        thoughts = until_interrupted(bot, shown, show)
    if as_json:
        typer.echo(json.dumps(as_data(thoughts), ensure_ascii=False, indent=2))
    else:
        console.print(table(thoughts))


def until_interrupted(bot: Bot, position: Position, show: Callable[[Thoughts], None]) -> Thoughts:
    """Think in another thread, so that Ctrl-C is heard at once; then what was found so far."""
    stop = threading.Event()
    with ThreadPoolExecutor(1) as pool:
        thinking = pool.submit(bot.think, position, stop=stop, progress=show)
        try:
            return thinking.result()
        except KeyboardInterrupt:
            stop.set()
            return thinking.result()


def table(thoughts: Thoughts) -> Table:
    """The best steps, each with the line that is expected."""
    shown = Table(box=box.SIMPLE_HEAD)
    shown.add_column("step")
    shown.add_column("expected", justify="right")
    shown.add_column("visits", justify="right")
    shown.add_column("line")
    for thought in thoughts.steps[:SHOWN]:
        expected = thought.proven or f"{thought.expected:+.2f}"
        shown.add_row(thought.step, expected, f"{thought.visits:,}", " ".join(thought.line))
    more = len(thoughts.steps) - SHOWN
    shown.caption = f"{thoughts.simulations:,} simulations, {thoughts.seconds:.1f} s" + (
        f"; {more} more steps" if more > 0 else ""
    )
    return shown


def as_data(thoughts: Thoughts) -> dict[str, Any]:
    """The same, whole, for other programs."""
    return {
        "position": thoughts.position.text,
        "player": thoughts.position.player,
        "simulations": thoughts.simulations,
        "nodes": thoughts.nodes,
        "seconds": thoughts.seconds,
        "steps": [dataclasses.asdict(thought) for thought in thoughts.steps],
    }
