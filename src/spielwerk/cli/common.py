"""What the commands share: errors as one line, finding a game, files, the console."""

from __future__ import annotations

import importlib.util
import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text
from typer.core import TyperGroup

from spielwerk.cli.words import outlook
from spielwerk.core.errors import SpielwerkError
from spielwerk.core.game import Game
from spielwerk.core.options import read_options
from spielwerk.core.position import Position
from spielwerk.core.record import Record
from spielwerk.core.registry import game_class, games

WRONG_INPUT = 2
"""The exit code when something given was not usable."""
INTERRUPTED = 130


class Commands(TyperGroup):
    """All commands: whatever was given and is not usable becomes one line, not a traceback."""

    def invoke(self, ctx: Any) -> Any:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except (SpielwerkError, MemoryError) as error:
            typer.echo(f"Error: {one_line(error)}", err=True)
            raise typer.Exit(WRONG_INPUT) from None


class FileError(SpielwerkError):
    """A file that cannot be read, written or loaded."""


def one_line(error: Exception) -> str:
    """The message of an error, without line breaks."""
    return " ".join(str(error).splitlines())


def complete_game(incomplete: str) -> Iterator[str]:
    """The keys that a shell may offer."""
    return (key for key in games() if key.startswith(incomplete))


GameKey = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A key from `spielwerk games`, or a Python file that registers a game.",
        autocompletion=complete_game,
    ),
]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="Set an option; repeatable."),
]
PositionText = Annotated[
    str | None, typer.Option("--position", metavar="TEXT", help="Begin with this position.")
]
DealSeed = Annotated[
    int | None, typer.Option("--seed", help="Which start, in a game that is dealt.")
]

After = Annotated[
    str,
    typer.Option("--after", metavar="STEPS", help="Play these steps first, blanks between them."),
]


def find_game(key: str, options: list[str] | None) -> Game:
    """The game that was asked for."""
    kind = load_game(key) if key.endswith(".py") else game_class(key)
    return kind(**read_options(kind.all_options, " ".join(options or ())))


def load_game(name: str) -> type[Game]:
    """The game that a Python file registers; the last one, if there are several."""
    read_file(name)
    before = {key: game_class(key) for key in games()}
    module_name = f"spielwerk_game_{Path(name).stem}"
    spec = importlib.util.spec_from_file_location(module_name, name)
    if spec is None or spec.loader is None:
        raise FileError(f"{name} cannot be loaded: it is not a Python file.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # whatever somebody's file may raise
        what = f"{type(error).__name__}: {error}"
        raise FileError(f"{name} cannot be loaded: {what}") from error
    registered = [key for key in games() if before.get(key) is not game_class(key)]
    if not registered:
        raise FileError(f"{name} registers no game: decorate its class with spielwerk.register.")
    return game_class(registered[-1])


def first_position(game: Game, text: str | None, seed: int | None, after: str = "") -> Position:
    """The position of a text, or else the start; then some steps on."""
    if text is not None and seed is not None:
        raise SpielwerkError("--seed chooses a start: leave it out with --position.")
    position = game.start(seed) if text is None else game.position(text)
    for step in after.split():
        position = position.play(step)
    return position


def read_file(name: str) -> str:
    """The text of a file; of the standard input for `-`."""
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FileError(f"{name} cannot be read: it is not a text in UTF-8.") from None
    except OSError as error:
        raise FileError(f"{name} cannot be read: {error.strerror}.") from None


def write_record(name: str, record: Record) -> None:
    """Write a record into a file: as JSON if the name says so, else as text."""
    path = Path(name)
    with writing(path):
        path.write_text(record.json if path.suffix == ".json" else record.text, encoding="utf-8")


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Write a file; what stands in the way becomes a message."""
    try:
        yield
    except SpielwerkError:
        raise
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise FileError(f"{path} cannot be written: {why}.") from None


def heading(position: Position) -> str:
    """What is played: `QBQ, players=3`, `Block It!, seed 7`."""
    game = position.game
    options = [f"{name}={value}" for name, value in game.given.items()]
    dealt = [f"seed {position.seed}"] if game.random_start and position.seed is not None else []
    return ", ".join([game.name, *options, *dealt])


def present(console: Console, position: Position) -> None:
    """Print what is played, the position, and whose turn it is."""
    say(console, heading(position), style="bold")
    say(console, f"\n{position}\n")
    say(console, outlook(position), style="bold")


def make_console() -> Console:
    """A console on the standard output as it is now; plain text when that is no terminal."""
    return Console(highlight=False)


def say(console: Console, text: str = "", style: str | None = None) -> None:
    """Print text as it stands: no markup, no line breaks added."""
    console.print(text, style=style, markup=False, emoji=False, soft_wrap=True)


def show(console: Console, position: Position) -> None:
    """Print the text picture of a position, in colour where there is any."""
    text = Text(f"\n{position}\n")
    for pattern, style in position.game.notation.styles:
        text.highlight_regex(pattern, style)
    console.print(text, soft_wrap=True)


def say_why(console: Console, error: Exception) -> None:
    """Print the message of an error; in a terminal no step in it is broken in two."""
    console.print(one_line(error), markup=False, emoji=False, soft_wrap=not console.is_terminal)


def tolerate_any_text() -> None:
    """Let a letter that a terminal cannot show, or bytes that are no text, not end the program."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
