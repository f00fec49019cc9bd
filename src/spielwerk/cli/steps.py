"""`spielwerk steps`: what is possible in a position."""

from __future__ import annotations

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
from spielwerk.cli.words import in_columns

EXAMPLES = (
    "Examples:\nspielwerk steps spitze -o setup=ranks"
    '\nspielwerk steps kipp4 --after "+g6 r1"'
    "\nspielwerk steps blockit --seed 7"
)


def show_steps(
    game: GameKey,
    option: Options = None,
    position: PositionText = None,
    after: After = "",
    seed: DealSeed = None,
) -> None:
    """Show a position and the steps that are possible in it."""
    shown = first_position(find_game(game, option), position, seed, after)
    console = make_console()
    present(console, shown)
    if shown.steps:
        console.print(in_columns(shown.steps))
