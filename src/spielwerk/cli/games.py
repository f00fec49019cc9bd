"""`spielwerk games`: what can be played."""

from __future__ import annotations

from rich import box
from rich.table import Table

from spielwerk.cli.common import make_console
from spielwerk.core.game import Game
from spielwerk.core.options import Option
from spielwerk.core.registry import game_class, games

EXAMPLES = "Example:\nspielwerk games"


def show_games() -> None:
    """List the games with their players and options."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in ("key", "name", "players", "option"):
        table.add_column(column, no_wrap=True)
    table.add_column("meaning", min_width=16)
    for key in games():
        add_game(table, game_class(key))
    make_console().print(table)


def add_game(table: Table, kind: type[Game]) -> None:
    """Add a game: one row for each option."""
    first = [kind.key, kind.name, player_numbers(kind.player_counts)]
    rows = [[written(option), described(option)] for option in kind.all_options]
    for row in rows or [["", ""]]:
        table.add_row(*first, *row)
        first = ["", "", ""]
    table.add_section()


def player_numbers(counts: tuple[int, ...]) -> str:
    """How many can play.

    >>> player_numbers((2, 3, 4, 1))
    '1-4'
    """
    fewest, most = min(counts), max(counts)
    return str(fewest) if fewest == most else f"{fewest}-{most}"


def written(option: Option) -> str:
    """An option with its default; just its name where that depends on the others."""
    return option.name if option.default is None else f"{option.name}={option.default}"


def described(option: Option) -> str:
    """What an option does, and what it can be."""
    return f"{option.meaning} ({option.possible})"
