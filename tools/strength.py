"""Play the levels against each other, game by game, and write docs/strength.md.

    python tools/strength.py                         all games, what is missing of it
    python tools/strength.py kipp4 qbq:players=3 --levels 7
    python tools/strength.py --write                 only write what has been played

Each level meets the one below, seats exchanged. The games are kept in FOLDER as they end: stop it
whenever you like, and start it again. With three and four seats one of a level sits among copies
of the one below. What a level scored is kept in docs/strength/levels.csv: take a line out of it,
and that level is played again.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

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
SCORES = PLOTS / "levels.csv"
BEGIN, END = "<!-- levels -->", "<!-- end of levels -->"
FOLDER = PROJECT / "strength"
WAYS = (
    *("kipp4", "veier", "spitze", "qbq", "blockit"),
    *("qbq:players=3", "qbq:players=4", "blockit:players=3", "blockit:players=4"),
)
LEVELS = 8
GAMES, MANY_SEATS_GAMES, FEWER_GAMES, FEWER_FROM = 200, 400, 60, 7
"""Games of two neighbours, and how many from that level on."""


class Score(NamedTuple):
    """What a level made against the one below."""

    way: str
    level: int
    points: float
    games: int


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
            for score in Ladder(way).play(asked.levels, asked.folder):
                write_scores([*read_scores(), score])
    PAGE.write_text(page(), "utf-8")
    for ladder in ladders():
        if ladder.two:
            ladder.plot()


def read_scores() -> list[Score]:
    """All that has been played to its end."""
    with SCORES.open(encoding="utf-8", newline="") as file:
        return [
            Score(row["way"], int(row["level"]), float(row["points"]), int(row["games"]))
            for row in csv.DictReader(file)
        ]


def write_scores(scores: Iterable[Score]) -> None:
    """Keep them, in the order of the page."""
    with SCORES.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(Score._fields)
        for score in sorted(scores, key=lambda score: (WAYS.index(score.way), score.level)):
            rows.writerow(score._replace(points=round(score.points, 2)))


def ladders() -> list[Ladder]:
    """Every way to play of which some level has been played."""
    played = {score.way for score in read_scores()}
    return [Ladder(way) for way in WAYS if way in played]


def page() -> str:
    """The page on strength with the tables in it."""
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    tables = "\n".join(ladder.section() for ladder in ladders())
    return f"{before}{BEGIN}\n\n{tables}\n{END}{after}"


def one_more(bar: Progress, task: TaskID, played: Played) -> None:
    """Another game has ended."""
    bar.advance(task)


class Ladder:
    """The levels of one game, each against the one below."""

    def __init__(self, way: str) -> None:
        key, _, options = way.partition(":")
        kind = game_class(key)
        self.way = way
        self.name = way.replace(":", "-").replace("=", "")
        self.game: Game = spielwerk.game(key, **read_options(kind.all_options, options))
        self.two = self.game.players == 2
        self.scores = {score.level: score for score in read_scores() if score.way == way}

    def play(self, levels: int, folder: Path) -> Iterator[Score]:
        """Play what is missing."""
        console = Console()
        for level in range(2, levels + 1):
            if level in self.scores:
                continue
            games = GAMES if self.two else MANY_SEATS_GAMES
            games = FEWER_GAMES if level >= FEWER_FROM else games
            pair = [str(level), str(level - 1)]
            contest = Tournament(self.game, pair, games, gauntlet=not self.two)
            path = folder / f"{self.name}-{level}.jsonl"
            before = len(contest.resume(path).lines) - 1
            with Progress(console=console) as bar:
                task = bar.add_task(f"{self.name} {level}", total=len(contest.plan))
                bar.advance(task, before)
                contest.play(save=path, progress=partial(one_more, bar, task))
            points, met = contest.cross()
            score = Score(self.way, level, float(points[0, 1]), int(met[0, 1]))
            value, low, high = share(score.points, score.games)
            console.print(f"{self.name} {level}: {value:.1%} ({low:.1%} to {high:.1%})")
            yield score

    def ratings(self) -> list[Estimate]:
        """Elo of each level as far as all below it have been played, level 1 at 0."""
        known = next(level for level in range(1, LEVELS + 2) if level + 1 not in self.scores)
        points, games = np.zeros((2, known, known))
        for level in range(2, known + 1):
            _, _, made, met = self.scores[level]
            points[level - 1, level - 2], points[level - 2, level - 1] = made, met - made
            games[level - 1, level - 2] = games[level - 2, level - 1] = met
        ratings = elo(points, games)
        least = ratings[0].value
        return [Estimate(*(figure - least for figure in rating)) for rating in ratings]

    def section(self) -> str:
        """What has been played so far, as Markdown."""
        seats = "" if self.two else f", {self.game.players} players"
        lines = [f"### {self.game.name}{seats}", ""]
        lines.append("| level | against the one below | 95 % | games |" + " Elo |" * self.two)
        lines.append("| ---: | ---: | ---: | ---: |" + " ---: |" * self.two)
        elos = [f" {rating.value:+.0f} |" for rating in self.ratings()] if self.two else []
        for level, (_, _, points, games) in sorted(self.scores.items()):
            value, low, high = share(points, games)
            row = f"| {level} | {value:.1%} | {low:.0%} to {high:.0%} | {games} |"
            lines.append(row + "".join(elos[level - 1 : level]))
        if self.two:
            lines += ["", f"![Elo of the levels of {self.game.name}](strength/{self.name}.svg)"]
        return "\n".join([*lines, ""])

    def plot(self) -> None:
        """Draw the ratings."""
        rows = [(f"level {place}", rating) for place, rating in enumerate(self.ratings(), start=1)]
        title = f"{self.game.name}: Elo above level 1, with 95 % intervals"
        (PLOTS / f"{self.name}.svg").write_text(draw_estimates(rows, title, 0), "utf-8")


if __name__ == "__main__":
    main()
