"""Play the levels against each other, game by game, and write docs/strength/.

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
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.progress import track

import spielwerk
from spielwerk.core.game import Game
from spielwerk.core.options import read_options
from spielwerk.core.registry import game_class
from spielwerk.search.elo import Estimate, draw_estimates, elo, share
from spielwerk.search.tournament import Tournament

PROJECT = Path(__file__).parent.parent
DOCS = PROJECT / "docs" / "strength"
FOLDER = PROJECT / "strength"
WAYS = (
    *("kipp4", "veier", "spitze", "qbq", "blockit"),
    *("qbq:players=3", "qbq:players=4", "blockit:players=3", "blockit:players=4"),
)
LEVELS = 8
GAMES, FEWER_GAMES, FEWER_FROM = 200, 60, 7
"""Games of two neighbours, and how many from that level on."""
MANY_SEATS_GAMES = 96


def main() -> None:
    """Play and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ways", nargs="*", default=WAYS, metavar="GAME[:OPTION=VALUE]")
    parser.add_argument("--levels", type=int, default=LEVELS, help="play up to this level")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the games are kept")
    parser.add_argument("--write", action="store_true", help="play nothing, write what is there")
    asked = parser.parse_args()
    asked.folder.mkdir(exist_ok=True)
    DOCS.mkdir(exist_ok=True)
    for way in asked.ways:
        ladder = Ladder(way, asked.folder)
        if not asked.write:
            ladder.play(asked.levels)
        ladder.write()


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
            games = FEWER_GAMES if level >= FEWER_FROM else GAMES
            if self.game.players > 2:
                games = 2 * MANY_SEATS_GAMES if level < FEWER_FROM else MANY_SEATS_GAMES
            contest = Tournament(self.game, [str(level), str(level - 1)], games)
            yield level, contest, self.folder / f"{self.name}-{level}.jsonl"

    def play(self, levels: int) -> None:
        """Play what is missing."""
        console = Console()
        for level, contest, path in self.contests(levels):
            played = iter(range(len(contest.plan)))
            bar = track(range(len(contest.plan)), f"{self.name} {level}", console=console)
            ticks = iter(bar)
            contest.play(save=path, progress=lambda _, t=ticks, p=played: (next(t), next(p)))  # type: ignore[misc]
            points, games = contest.cross()
            value, low, high = share(float(points[0, 1]), int(games[0, 1]))
            console.print(f"{self.name} {level}: {value:.1%} ({low:.1%} to {high:.1%})")

    def write(self) -> None:
        """A table as Markdown, and a plot for two."""
        points, games = np.zeros((2, LEVELS, LEVELS))
        rows = []
        for level, contest, path in self.contests():
            if not path.exists():
                continue
            contest.resume(path)
            made, met = contest.cross()
            points[level - 1, level - 2], games[level - 1, level - 2] = made[0, 1], met[0, 1]
            points[level - 2, level - 1], games[level - 2, level - 1] = made[1, 0], met[1, 0]
            rows.append((level, share(float(made[0, 1]), int(met[0, 1])), int(met[0, 1])))
        known = max((level for level, _, met in rows if met), default=0)
        if not known:
            return
        two = self.game.players == 2
        ratings = elo(points[:known, :known], games[:known, :known]) if two else []
        lines = [
            "| level | score against the one below | 95 % | games | Elo |"[: None if two else -6]
        ]
        lines.append("| ---: | ---: | ---: | ---: |" + (" ---: |" if two else ""))
        if two:
            lines.append(f"| 1 | | | | {ratings[0].value - ratings[0].value:.0f} |")
        for level, (value, low, high), met in rows:
            if met:
                cells = [f"{level}", f"{value:.1%}", f"{low:.1%} – {high:.1%}", f"{met}"]
                cells += [f"{ratings[level - 1].value - ratings[0].value:+.0f}"] if two else []
                lines.append(f"| {' | '.join(cells)} |")
        (DOCS / f"{self.name}.md").write_text("\n".join(lines) + "\n", "utf-8")
        if two:
            shift = ratings[0].value
            shown = [
                (f"level {place + 1}", Estimate(*(figure - shift for figure in rating)))
                for place, rating in enumerate(ratings)
            ]
            title = f"{self.game.name}: Elo above level 1, with 95 % intervals"
            (DOCS / f"{self.name}.svg").write_text(draw_estimates(shown, title, 0), "utf-8")


if __name__ == "__main__":
    main()
