"""Play the levels against each other, game by game, and write docs/strength.md.

    python tools/strength.py                         all games, what is missing of it
    python tools/strength.py kipp4 qbq:players=3 --levels 7
    python tools/strength.py --write                 only write what has been played

Each level meets the one below, seats exchanged. The games are kept in FOLDER as they end: stop it
whenever you like, and start it again. With three and four seats one of a level sits among copies
of the one below.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.progress import Progress, TaskID

import spielwerk
from spielwerk.core.game import Game
from spielwerk.core.options import read_options
from spielwerk.core.registry import game_class
from spielwerk.search.elo import Estimate, draw_estimates, elo, share
from spielwerk.search.matches import Played
from spielwerk.search.tournament import Tournament

PROJECT = Path(__file__).parent.parent
PAGE = PROJECT / "docs" / "strength.md"
PLOTS = PROJECT / "docs" / "strength"
BEGIN, END = "<!-- levels -->", "<!-- end of levels -->"
FOLDER = PROJECT / "strength"
WAYS = (
    *("kipp4", "veier", "spitze", "qbq", "blockit"),
    *("qbq:players=3", "qbq:players=4", "blockit:players=3", "blockit:players=4"),
)
LEVELS = 8
GAMES, MANY_SEATS_GAMES, FEWER_GAMES, FEWER_FROM = 200, 400, 60, 7
"""Games of two neighbours, and how many from that level on."""


def main() -> None:
    """Play and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ways", nargs="*", default=WAYS, metavar="GAME[:OPTION=VALUE]")
    parser.add_argument("--levels", type=int, default=LEVELS, help="play up to this level")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the games are kept")
    parser.add_argument("--write", action="store_true", help="play nothing, write what is there")
    asked = parser.parse_args()
    asked.folder.mkdir(exist_ok=True)
    if not asked.write:
        for way in asked.ways:
            Ladder(way, asked.folder).play(asked.levels)
    write([Ladder(way, asked.folder) for way in WAYS])


def write(ladders: list[Ladder]) -> None:
    """Put the tables into the page, and a plot beside it for each game for two."""
    PLOTS.mkdir(exist_ok=True)
    sections = [section for ladder in ladders if (section := ladder.section())]
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    PAGE.write_text(before + BEGIN + "\n\n" + "\n".join(sections) + "\n" + END + after, "utf-8")


def one_more(bar: Progress, task: TaskID, played: Played) -> None:
    """Another game has ended."""
    bar.advance(task)


class Ladder:
    """The levels of one game, each against the one below."""

    def __init__(self, way: str, folder: Path) -> None:
        key, _, options = way.partition(":")
        kind = game_class(key)
        self.name = way.replace(":", "-").replace("=", "")
        self.game: Game = spielwerk.game(key, **read_options(kind.all_options, options))
        self.folder = folder

    def contests(self, levels: int = LEVELS) -> Iterator[tuple[int, Tournament, Path]]:
        """Each level from 2 on, with its games against the one below and where they are kept."""
        for level in range(2, levels + 1):
            many = self.game.players > 2
            games = FEWER_GAMES if level >= FEWER_FROM else MANY_SEATS_GAMES if many else GAMES
            pair = [str(level), str(level - 1)]
            contest = Tournament(self.game, pair, games, gauntlet=many)
            yield level, contest, self.folder / f"{self.name}-{level}.jsonl"

    def play(self, levels: int) -> None:
        """Play what is missing."""
        console = Console()
        for level, contest, path in self.contests(levels):
            before = len(contest.resume(path).lines) - 1
            with Progress(console=console) as bar:
                task = bar.add_task(f"{self.name} {level}", total=len(contest.plan))
                bar.advance(task, before)
                contest.play(save=path, progress=partial(one_more, bar, task))
            points, games = contest.cross()
            value, low, high = share(float(points[0, 1]), int(games[0, 1]))
            console.print(f"{self.name} {level}: {value:.1%} ({low:.1%} to {high:.1%})")

    def section(self) -> str:
        """What has been played so far, as Markdown."""
        rows, points, games = [], *np.zeros((2, LEVELS, LEVELS))
        for level, contest, path in self.contests():
            if path.exists():
                contest.resume(path)
                made, met = contest.cross()
                here = np.ix_((level - 1, level - 2), (level - 1, level - 2))
                points[here], games[here] = made, met
                score, count = share(float(made[0, 1]), int(met[0, 1])), int(met[0, 1])
                rows.append((level, score, count))
        if not rows:
            return ""
        known = rows[-1][0]
        ratings = elo(points[:known, :known], games[:known, :known])
        two = self.game.players == 2
        lines = [f"### {self.game.name}{'' if two else f', {self.game.players} players'}", ""]
        lines.append("| level | against the one below | 95 % | games |" + " Elo |" * two)
        lines.append("| ---: | ---: | ---: | ---: |" + " ---: |" * two)
        for level, (value, low, high), count in rows:
            above = ratings[level - 1].value - ratings[0].value
            cells = f"| {level} | {value:.1%} | {low:.0%} to {high:.0%} | {count} |"
            lines.append(cells + f" {above:+.0f} |" * two)
        if two:
            self.plot(ratings)
            lines += ["", f"![Elo of the levels of {self.game.name}](strength/{self.name}.svg)"]
        return "\n".join([*lines, ""])

    def plot(self, ratings: list[Estimate]) -> None:
        """Draw the ratings, level 1 at 0."""
        least = ratings[0].value
        rows = [
            (f"level {place}", Estimate(*(figure - least for figure in rating)))
            for place, rating in enumerate(ratings, start=1)
        ]
        title = f"{self.game.name}: Elo above level 1, with 95 % intervals"
        (PLOTS / f"{self.name}.svg").write_text(draw_estimates(rows, title, 0), "utf-8")


if __name__ == "__main__":
    main()
