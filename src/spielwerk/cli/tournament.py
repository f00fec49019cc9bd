"""`spielwerk tournament`: players against each other, and how strong they are."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich import box
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TimeRemainingColumn,
)
from rich.table import Table
from rich.text import Text

from spielwerk.cli.common import (
    INTERRUPTED,
    GameKey,
    Options,
    find_game,
    make_console,
    say,
    writing,
)
from spielwerk.core.errors import SpielwerkError
from spielwerk.search.matches import MOST_GAMES, Played
from spielwerk.search.tournament import Tournament, percent

EXAMPLES = (
    "Examples:\nspielwerk tournament kipp4 1 2 3 random --games 100 --save kipp4.jsonl"
    "\nspielwerk tournament qbq simulations=200 level=8,seconds=0.5 -o players=3 --markdown"
    "\nspielwerk tournament examples/connect_four.py 4 mine.py:Player --records games"
)
WIDEST = 400
"""Room for a table that goes into a file or a pipe."""


def play_tournament(
    game: GameKey,
    players: Annotated[
        list[str],
        typer.Argument(
            metavar="PLAYER...",
            help="Levels 1 to 8, random, settings such as simulations=400 or level=8,seconds=0.5,"
            " or Python objects with choose(position), such as mine.py:Player.",
        ),
    ],
    option: Options = None,
    games: Annotated[
        int,
        typer.Option(
            min=1, max=MOST_GAMES, help="For each pair; rounded up until all seats are exchanged."
        ),
    ] = 20,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    opening: Annotated[
        int, typer.Option(min=0, help="Random steps that every game begins with.")
    ] = 2,
    gauntlet: Annotated[
        bool, typer.Option("--gauntlet", help="The first plays the others, they not each other.")
    ] = False,
    processes: Annotated[
        int | None, typer.Option(min=1, help="Games at a time; one a core unless given.")
    ] = None,
    save: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Keep each game there, and go on from what is there."),
    ] = None,
    records: Annotated[
        str | None, typer.Option(metavar="FOLDER", help="Write the record of each game there.")
    ] = None,
    plot: Annotated[
        str | None, typer.Option(metavar="FILE", help="Draw the ratings there, as SVG.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print all as JSON.")] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print a Markdown table.")] = False,
) -> None:
    """Let every player play every other, seats exchanged, and rate them."""
    if as_json and markdown:
        raise SpielwerkError("Take one of --json and --markdown.")
    asked = find_game(game, option)
    contest = Tournament(asked, players, games, seed=seed, opening=opening, gauntlet=gauntlet)
    console = make_console()
    finished = play_with_bar(contest, console, processes, save)
    write_files(contest, records, plot)
    if as_json:
        typer.echo(contest.json)
    elif markdown:
        typer.echo(contest.table(), nl=False)
    else:
        show(contest, console)
    if not finished:
        raise typer.Exit(INTERRUPTED)


def play_with_bar(
    contest: Tournament, console: Console, processes: int | None, save: str | None
) -> bool:
    """Play with a bar in a terminal; whether it came to its end before Ctrl-C."""
    bar = progress_bar(console)
    if save is not None:
        contest.resume(save)
    task = bar.add_task("", total=len(contest.plan), completed=len(contest.played))
    try:
        with bar:
            contest.play(processes=processes, save=save, progress=lambda played: bar.advance(task))
    except KeyboardInterrupt:
        return False
    return True


class Rate(ProgressColumn):
    """Games a second, or a minute when they are long."""

    def render(self, task: Task) -> Text:
        """The rate of late."""
        rate = task.speed or 0
        return Text(f"{rate:.1f} games/s" if rate >= 1 else f"{60 * rate:.1f} games/min")


def progress_bar(console: Console) -> Progress:
    """Games done, the rate, the time left; nothing when the output is no terminal."""
    return Progress(
        BarColumn(),
        MofNCompleteColumn(),
        Rate(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


def write_files(contest: Tournament, records: str | None, plot: str | None) -> None:
    """Write the records and the picture, where they are asked for."""
    if records is not None:
        digits = len(str(len(contest.plan)))
        for played in contest.results:
            number = played.pairing.number + 1
            write_file(Path(records, f"{number:0{digits}}.txt"), played.record)
    if plot is not None:
        write_file(Path(plot), contest.svg)


def write_file(path: Path, text: str) -> None:
    """Write a file, and make the folder that it is to be in."""
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def show(contest: Tournament, console: Console) -> None:
    """The cross table, with what it rests on."""
    if not console.is_terminal:
        console.width = WIDEST
    heads, *rows = contest.cells()
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for head in heads:
        table.add_column(head, justify="left" if head == "player" else "right", no_wrap=True)
    for row in rows:
        table.add_row(*map(Text, row))
    console.print(table)
    say(console, summary(contest))
    for line in forfeits(contest):
        say(console, line)


def summary(contest: Tournament) -> str:
    """How many games there were, what the figures mean, what a seat is worth."""
    done, planned = len(contest.results), len(contest.plan)
    games = f"{done} games" if done == planned else f"Stopped after {done} of {planned} games"
    meaning = (
        "Elo: mean 0, ± 95 %."
        if contest.game.players == 2
        else f"Share: won alone against copies of another; equal players make"
        f" {percent(1 / contest.game.players)} %."
    )
    seats = ", ".join(f"{percent(seat.value)} %" for seat in contest.seat_shares())
    return f"{games}. {meaning} Points by seat: {seats or 'none'}."


def forfeits(contest: Tournament) -> list[str]:
    """Who failed to choose, how often, and what was wrong the first time."""
    by_player: dict[str, list[Played]] = {}
    for played in contest.forfeits:
        by_player.setdefault(played.loser, []).append(played)
    return [
        f"{name} lost {len(games)} of these games by forfeit; game"
        f" {games[0].pairing.number + 1}: {games[0].forfeit}."
        for name, games in by_player.items()
    ]
