"""`spielwerk picture` and `spielwerk film`: positions and games as image files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import Progress

from spielwerk.cli.common import (
    After,
    DealSeed,
    GameKey,
    Options,
    PositionText,
    find_game,
    first_position,
    make_console,
    read_file,
    say,
    writing,
)
from spielwerk.core.errors import SpielwerkError
from spielwerk.core.record import Record
from spielwerk.pictures.picture import Marks

PICTURE_EXAMPLES = (
    "Examples:\nspielwerk picture kipp4 kipp4.svg"
    "\nspielwerk picture spitze --after 'a1-d1 b1-b4' --theme dark spitze.png"
    "\nspielwerk picture qbq -o players=3 --above --mark c3 qbq.png"
)
FILM_EXAMPLES = (
    "Examples:\nspielwerk film game.txt game.gif"
    "\nspielwerk film game.txt game.png --size 640 --still"
)

Theme = Annotated[str, typer.Option(metavar="NAME", help="light or dark.")]
Size = Annotated[int, typer.Option(min=16, max=4000, help="Width in pixels.")]
Above = Annotated[bool, typer.Option("--above", help="Seen straight from above.")]
Bare = Annotated[bool, typer.Option("--bare", help="Without coordinates.")]


def draw_position(
    game: GameKey,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="It ends in .svg or .png.")],
    option: Options = None,
    position: PositionText = None,
    seed: DealSeed = None,
    after: After = "",
    mark: Annotated[
        list[str] | None, typer.Option(metavar="PLACE", help="Highlight a place; repeatable.")
    ] = None,
    theme: Theme = "light",
    size: Size = 800,
    above: Above = False,
    bare: Bare = False,
) -> None:
    """Draw a position as SVG or PNG."""
    from spielwerk.pictures.png import render  # other commands need not wait for it

    if file.suffix not in (".svg", ".png"):
        raise SpielwerkError(f"{file} is no picture: take a name that ends in .svg or .png.")
    shown = first_position(find_game(game, option), position, seed, after)
    marks = Marks(places=tuple(mark or ()))
    svg = shown.svg(theme=theme, above=above, coordinates=not bare, size=size, marks=marks)
    with writing(file):
        file.write_bytes(svg.encode() if file.suffix == ".svg" else render(svg, size))


def film_record(
    record_file: Annotated[
        str, typer.Argument(metavar="RECORD", help="A record; - for standard input.")
    ],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="It ends in .gif or .png.")],
    theme: Theme = "light",
    size: Size = 480,
    above: Above = False,
    bare: Bare = False,
    still: Annotated[bool, typer.Option("--still", help="Nothing moves between steps.")] = False,
) -> None:
    """Make a film of a game: an animated GIF or PNG."""
    from spielwerk.pictures.png import count_frames, write_film

    record = Record.read(read_file(record_file))
    view: dict[str, Any] = {"theme": theme, "above": above, "coordinates": not bare}
    console = make_console()
    with Progress(console=console) as bar:
        task = bar.add_task("pictures", total=count_frames(record, still))
        with writing(file):
            write_film(record, file, size, still, lambda: bar.advance(task), **view)
    say(console, f"{file}: {file.stat().st_size:,} bytes")
