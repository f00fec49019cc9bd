"""`spielwerk replay`: a record, position by position, or in its other form."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated

import typer
from rich.console import Console

from spielwerk.cli.common import load_game, make_console, read_file, say, show
from spielwerk.cli.words import outlook, seat
from spielwerk.core.errors import SpielwerkError
from spielwerk.core.position import Position
from spielwerk.core.record import Record

EXAMPLES = (
    "Examples:\nspielwerk replay game.txt --final"
    "\nspielwerk replay game.txt --json > game.json"
    "\nspielwerk replay mine.txt --game examples/connect_four.py"
)


def replay_record(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A record; - for standard input.")],
    final: Annotated[bool, typer.Option("--final", help="Only the last position.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the record as JSON.")] = False,
    as_text: Annotated[bool, typer.Option("--text", help="Print the record as text.")] = False,
    game: Annotated[
        str | None, typer.Option(metavar="FILE", help="A Python file that registers the game.")
    ] = None,
) -> None:
    """Check a record and show its positions, or convert it."""
    if final + as_json + as_text > 1:
        raise SpielwerkError("Take one of --final, --json and --text.")
    if game is not None:
        load_game(game)
    record = Record.read(read_file(file))
    if as_json:
        typer.echo(record.json)
    elif as_text:
        typer.echo(record.text, nl=False)
    else:
        show_record(make_console(), record, final)


def show_record(console: Console, record: Record, final: bool) -> None:
    """Headers, positions with the steps between them, and the outcome."""
    for name, value in record.all_headers().items():
        say(console, f"{name}: {value}")
    positions = list(record.positions())
    if not final:
        show_comment(console, record, 0)
        show(console, positions[0])
        for number, (before, after) in enumerate(pairwise(positions), start=1):
            say(console, f"{number}. {step_taken(before, record.steps[number - 1])}", "bold")
            show_comment(console, record, number)
            show(console, after)
    else:
        show(console, positions[-1])
    say(console, outlook(positions[-1]), style="bold")


def show_comment(console: Console, record: Record, place: int) -> None:
    """What is said after so many steps, if anything."""
    if place in record.comments:
        say(console, f"   {record.comments[place]}", style="italic")


def step_taken(before: Position, step: str) -> str:
    """A step with who took it."""
    who = "The die" if before.player is None else seat(before, before.player)
    return f"{who}: {step}"
