"""Tournaments: every player against every other, seats exchanged, on all cores, to be resumed."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from spielwerk.batch.playouts import cores
from spielwerk.core.errors import SpielwerkError
from spielwerk.core.game import Game
from spielwerk.core.random import LARGEST_SEED
from spielwerk.core.registry import game as registered_game
from spielwerk.search.elo import Estimate, Matrix, draw_estimates, elo, share
from spielwerk.search.matches import MOST_GAMES, Pairing, Played, Terms, make_plan
from spielwerk.search.players import MakeChooser, named_players
from spielwerk.search.processes import play_in_processes
from spielwerk.search.results import ResultsFile


class Standing(NamedTuple):
    """How a player did."""

    name: str
    rating: Estimate
    """Its Elo; with three seats or more the share of games won alone against copies of another."""
    points: float
    games: int
    against: Mapping[str, Estimate]
    """The share of points against each player that it has met, by name."""

    def as_dict(self) -> dict[str, Any]:
        """As it is written in JSON."""
        against = {name: estimate._asdict() for name, estimate in self.against.items()}
        return self._asdict() | {"rating": self.rating._asdict(), "against": against}


class Tournament:
    """Every player against every other, and what came of it.

    >>> import spielwerk
    >>> players = {"Ann": "random", "Ben": "random"}
    >>> contest = Tournament(spielwerk.game("kipp4"), players, games=4)
    >>> contest.play(processes=1)
    >>> [len(contest.results), contest.forfeits]
    [4, ()]
    """

    def __init__(
        self,
        game: Game,
        players: Mapping[str, MakeChooser | str] | Sequence[str],
        games: int = 20,
        *,
        seed: int = 0,
        opening: int = 2,
        gauntlet: bool = False,
    ) -> None:
        """So many games of each pair, or a few more until all seats are exchanged.

        In a gauntlet the first player plays each of the others, and they not each other.
        """
        if game.players < 2:
            raise SpielwerkError(f"{game!r} is played alone: a tournament needs two seats or more.")
        for what, value, least, most in (
            ("games", games, 1, MOST_GAMES),
            ("seed", seed, 0, LARGEST_SEED),
            ("opening", opening, 0, MOST_GAMES),
        ):
            if not least <= value <= most:
                raise SpielwerkError(
                    f"{what}={value} is not possible: it can be {least} to {most}."
                )
        self.terms = Terms(game, named_players(players), opening)
        self.seed = seed
        self.gauntlet = gauntlet
        self.plan = tuple(make_plan(self.names, game.players, games, seed, gauntlet=gauntlet))
        self.played: dict[int, Played] = {}

    @property
    def game(self) -> Game:
        """What is played."""
        return self.terms.game

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, in the order in which they were given."""
        return tuple(self.terms.players)

    @property
    def results(self) -> tuple[Played, ...]:
        """The games that were played, in the order of the plan."""
        return tuple(self.played[number] for number in sorted(self.played))

    @property
    def forfeits(self) -> tuple[Played, ...]:
        """The games in which a player failed to choose a step that is possible."""
        return tuple(played for played in self.results if played.forfeit)

    @property
    def head(self) -> dict[str, object]:
        """What must be the same for games to belong to this tournament."""
        from spielwerk import __version__

        return {
            "spielwerk": __version__,
            "game": self.game.key,
            "options": dict(self.game.given),
            "rules": self.game.version,
            "players": list(self.names),
            "seed": self.seed,
            "opening": self.terms.opening,
            "gauntlet": self.gauntlet,
        }

    def play(
        self,
        *,
        processes: int | None = None,
        save: str | Path | None = None,
        progress: Callable[[Played], None] | None = None,
    ) -> None:
        """Play the games that are left, on all cores unless told otherwise.

        With `save` each game is written into that file as it ends, and those that are in it
        already are not played again. `progress` is told of each game that ends. With one process
        the games are played here, one after the other.
        """
        if processes is not None and processes < 1:
            raise SpielwerkError(f"{processes} processes are not possible: ask for at least one.")
        file = None if save is None else self.resume(save)
        left = [pairing for pairing in self.plan if pairing.number not in self.played]
        with closing(self.games(left, processes or cores())) as games:
            for played in games:
                if file:
                    file.add(played)
                self.played[played.pairing.number] = played
                if progress:
                    progress(played)

    def resume(self, path: str | Path) -> ResultsFile:
        """Count the games that a file holds; the file is begun if there is none."""
        file = ResultsFile(path, self.head)
        self.played |= {played.pairing.number: played for played in file.games(self.plan)}
        return file

    def games(self, left: Sequence[Pairing], processes: int) -> Generator[Played, None, None]:
        """Play games, here or in other processes."""
        if min(processes, len(left)) > 1:
            yield from play_in_processes(self.terms, left, processes)
        else:
            yield from map(self.terms.play, left)

    def cross(self) -> tuple[Matrix, Matrix]:
        """Points made and games played by each player against each other one.

        With three seats or more only those of the one who is alone against copies.
        """
        names = self.names
        points, games = np.zeros((2, len(names), len(names)))
        for played in self.results:
            pairing = played.pairing
            one, other = map(names.index, pairing.players)
            made = played.points[pairing.seats.index(pairing.players[0])]
            points[one, other] += made
            games[one, other] += 1
            if self.game.players == 2:
                points[other, one] += 1 - made
                games[other, one] += 1
        return points, games

    def standings(self) -> list[Standing]:
        """The players, best first."""
        points, games = self.cross()
        made, met = points.sum(axis=1).tolist(), games.sum(axis=1).astype(int).tolist()
        two = self.game.players == 2
        ratings = elo(points, games) if two else list(map(share, made, met))
        standings = [
            Standing(
                name,
                ratings[who],
                made[who],
                met[who],
                {
                    other: share(float(points[who, place]), int(games[who, place]))
                    for place, other in enumerate(self.names)
                    if games[who, place]
                },
            )
            for who, name in enumerate(self.names)
        ]
        return sorted(standings, key=lambda standing: -standing.rating.value)

    def seat_shares(self) -> tuple[Estimate, ...]:
        """The share of points that each seat made, forfeits left out."""
        points = [played.points for played in self.results if not played.forfeit]
        return tuple(share(sum(seat), len(points)) for seat in zip(*points, strict=True))

    def cells(self) -> list[list[str]]:
        """The cross table: its heads, then a row for each player, best first."""
        standings = self.standings()
        two = self.game.players == 2
        heads = ["Elo", "score"] if two else ["share", "95 %"]
        rows = [["", "player", *heads, "games", *(str(n + 1) for n in range(len(standings)))]]
        for rank, who in enumerate(standings, start=1):
            value, low, high = who.rating
            if two:
                score = f"{percent(who.points / who.games)} %" if who.games else "–"
                figures = [f"{value:+.0f} ± {high - value:.0f}", score]
            else:
                figures = [f"{percent(value)} %", f"{percent(low)}–{percent(high)} %"]
            met = (who.against.get(other.name) for other in standings)
            against = [percent(estimate.value) if estimate else "–" for estimate in met]
            rows.append([str(rank), who.name, *figures, str(who.games), *against])
        return rows

    def table(self) -> str:
        """The cross table in Markdown.

        >>> import spielwerk
        >>> players = {"a": "random", "b": "random"}
        >>> print(Tournament(spielwerk.game("kipp4"), players).table())
        |  | player | Elo | score | games | 1 | 2 |
        | ---: | :--- | ---: | ---: | ---: | ---: | ---: |
        | 1 | a | +0 ± 482 | – | 0 | – | – |
        | 2 | b | +0 ± 482 | – | 0 | – | – |
        <BLANKLINE>
        """
        heads, *rows = ([cell.replace("|", "\\|") for cell in row] for row in self.cells())
        rule = ["---:", ":---", *["---:"] * (len(heads) - 2)]
        return "".join(f"| {' | '.join(row)} |\n" for row in (heads, rule, *rows))

    @property
    def json(self) -> str:
        """All figures and all games as JSON."""
        figures = {
            "planned": len(self.plan),
            "rating": "Elo" if self.game.players == 2 else "share",
            "standings": [who.as_dict() for who in self.standings()],
            "seats": [seat._asdict() for seat in self.seat_shares()],
            "games": [played.as_dict() for played in self.results],
        }
        return json.dumps(self.head | figures, indent=1)

    @property
    def svg(self) -> str:
        """A picture of the ratings with their intervals."""
        two = self.game.players == 2
        scale = 1 if two else 100
        rows = [
            (who.name, Estimate(*(scale * figure for figure in who.rating)))
            for who in self.standings()
        ]
        what = "Elo, mean 0" if two else "% won alone against copies of another"
        title = f"{self.game.name}: {what}, with 95 % intervals"
        return draw_estimates(rows, title, 0 if two else 100 / self.game.players)


def percent(part: float) -> str:
    """A share of 1 in percent.

    >>> percent(0.625)
    '62.5'
    """
    return f"{100 * part:.1f}"


def tournament(
    game: Game | str,
    players: Mapping[str, MakeChooser | str] | Sequence[str],
    games: int = 20,
    *,
    seed: int = 0,
    opening: int = 2,
    gauntlet: bool = False,
    processes: int | None = None,
    save: str | Path | None = None,
    progress: Callable[[Played], None] | None = None,
) -> Tournament:
    """Let every player play every other, seats exchanged, so many games or a few more.

    Players are words, as on the command line, or names with a word or with something that makes
    a player from a seed: it is called for each game, so games are independent and repeatable.
    Each opening, so many random steps, and all dice are the same for all seatings of a pair.
    In a gauntlet the first plays each of the others, and they not each other.

    >>> class First:
    ...     def __init__(self, seed): pass
    ...     def choose(self, position): return position.steps[0]
    >>> done = tournament("spitze", {"first": First, "any": "random"}, 20, processes=1)
    >>> [(who.name, who.points, who.games) for who in done.standings()]
    [('first', 11.0, 20), ('any', 9.0, 20)]
    """
    asked = registered_game(game) if isinstance(game, str) else game
    contest = Tournament(asked, players, games, seed=seed, opening=opening, gauntlet=gauntlet)
    contest.play(processes=processes, save=save, progress=progress)
    return contest
