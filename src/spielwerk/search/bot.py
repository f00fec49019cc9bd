"""The computer players."""

from __future__ import annotations

import hashlib
import math
import random
import statistics
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from spielwerk.batch.playouts import cores
from spielwerk.core.errors import SpielwerkError
from spielwerk.core.game import Knowledge, any_step, no_estimate
from spielwerk.core.position import Position
from spielwerk.search.search import LINE, MEMORY, Search, Stop, Thoughts
from spielwerk.search.solver import (
    NotSolvable,
    Solution,
    forced_win,
    safe_steps,
    solve,
    winning_steps,
)

Progress = Callable[[Thoughts], None]


@dataclass(frozen=True)
class Level:
    """How a level thinks."""

    work: float
    """Simulations, as a part of those of level 7."""
    blunder: float = 0.0
    """How far behind the best a step may seem to be taken nearly as often, in standard
    deviations of what is expected of all steps."""
    careful: bool = True
    """Whether it looks for wins in one turn: its own, and those to be stopped."""
    exact: int = 0
    """How many positions the solver may look at: for a forced win, and for the end of a game."""


LEVELS = {
    1: Level(1 / 256, blunder=4.0, careful=False),
    2: Level(1 / 200, blunder=1.0, careful=False),
    3: Level(1 / 150, blunder=0.35),
    4: Level(1 / 64),
    5: Level(1 / 16, exact=2_000),
    6: Level(1 / 4, exact=8_000),
    7: Level(1, exact=32_000),
}
TIMED_LEVEL = 8
SECONDS = 2.0
EXACT_A_SECOND = 100_000
"""How many positions the solver may look at for each second that a bot has."""
MOST_EXACT = 1_000_000
FORCED_TURNS = 3
"""Within how many own turns it looks for a win that nobody can stop."""
FEWEST_SIMULATIONS = 12
SETTINGS = ("estimate", "insight", "choose", "cut", "trust", "points", "exploration", "greedy")
"""What of a game's knowledge a bot may be told to do otherwise."""


class Bot:
    """A computer player of a level from 1 (a beginner) to 8 (all that we have).

    Levels 1 to 7 do the same work for a step on any machine; level 8 thinks for some seconds, and
    goes on with what it thought before. Instead of a level: a number of simulations or seconds.

    >>> import spielwerk
    >>> position = spielwerk.game("spitze").start()
    >>> bot = spielwerk.Bot(level=2, seed=7)
    >>> bot.choose(position) in position.steps
    True
    >>> str(bot), repr(spielwerk.Bot(simulations=400))
    ('level 2', 'spielwerk.Bot(simulations=400)')
    """

    def __init__(
        self,
        level: int | None = None,
        *,
        simulations: int | None = None,
        seconds: float | None = None,
        seed: int = 0,
        threads: int | None = None,
        memory: int = MEMORY,
        **settings: float,
    ) -> None:
        """A level, or simulations, or seconds for each step.

        `threads` is for bots that think for seconds; all cores unless given. `settings` changes
        what a game knows, to measure what that is worth: `estimate=False`, `cut=20`, ….
        """
        given = {"level": level, "simulations": simulations, "seconds": seconds, **settings}
        self.given = {name: value for name, value in given.items() if value is not None}
        _check(level, simulations, seconds, settings)
        self.level = level
        self.seed = seed
        self.memory = memory
        self.settings = settings
        self.simulations = simulations
        timed = seconds is not None or level == TIMED_LEVEL
        self.seconds = (seconds or SECONDS) if timed else None
        self.threads = (threads or cores()) if timed else 1
        self._search: Search | None = None

    def choose(
        self, position: Position, *, stop: Stop | None = None, progress: Progress | None = None
    ) -> str:
        """The step to take; when stopped, the best so far."""
        return self.think(position, stop=stop, progress=progress).best.step

    def think(
        self, position: Position, *, stop: Stop | None = None, progress: Progress | None = None
    ) -> Thoughts:
        """What the bot thinks of a position; the step that it takes comes first."""
        if position.player is None and not position.over:
            raise SpielwerkError("A die is thrown next, nobody chooses: ask when it has fallen.")
        level = self._level()
        search = self._follow(position) if self.seconds else self._begin(position)
        if len(position.steps) == 1:
            return search.thoughts
        solution = _solution(position, level.exact, stop)
        if solution:
            return _with_solution(search.thoughts, solution)
        if self.seconds:
            thoughts = search.run(seconds=self.seconds, stop=stop, progress=progress, settle=True)
        else:
            simulations = self.simulations or _work(position, search.knowledge, level)
            thoughts = search.run(simulations, stop=stop, progress=progress)
        if level.blunder:
            thoughts = _first(thoughts, self._tempted(thoughts, level))
        return _first(thoughts, careful_step(thoughts)) if level.careful else thoughts

    def _level(self) -> Level:
        """How to think: as the level does, or as far as the budget goes."""
        if self.level in LEVELS:
            return LEVELS[self.level]
        budget = self.simulations or EXACT_A_SECOND * (self.seconds or SECONDS)
        return Level(1, exact=min(int(budget), MOST_EXACT))

    def _begin(self, position: Position) -> Search:
        """A search that depends on nothing but the bot's seed and the position."""
        digest = hashlib.sha256(f"{self.seed} {position.text}".encode()).digest()
        return Search(
            position,
            seed=int.from_bytes(digest[:6], "big"),
            threads=self.threads,
            memory=self.memory,
            knowledge=self._knowledge(position.game.knowledge),
        )

    def _follow(self, position: Position) -> Search:
        """The search of the step before, if the game went on from there."""
        search = self._search
        if search is None or not _leads_to(search.position, position):
            search = self._begin(position)
        for step in position.history[len(search.position.history) :]:
            search.play(step)
        self._search = search
        return search

    def _knowledge(self, knowledge: Knowledge) -> Knowledge:
        """What the game knows, as far as this bot may use it."""
        if self._level().blunder:
            curious = max(knowledge.exploration, knowledge.curiosity)
            knowledge = replace(knowledge, exploration=curious)
        changes: dict[str, Any] = dict(self.settings)
        if changes.pop("insight", self.level not in LEVELS) and knowledge.insight:
            knowledge = replace(knowledge, estimate=knowledge.insight)
        if changes.pop("estimate", True) is False:
            changes = {"estimate": no_estimate, "trust": 0.0, "cut": Knowledge.cut} | changes
        if changes.pop("choose", True) is False:
            changes["choose"] = any_step
        return replace(knowledge, **changes)

    def _tempted(self, thoughts: Thoughts, level: Level) -> str:
        """One of the steps, the better the likelier; never one that is known to lose."""
        if thoughts.best.proven == "win":
            return thoughts.best.step
        tried = [t for t in thoughts.steps if t.visits and t.proven != "loss"]
        if not tried:
            return thoughts.best.step
        expected = [thought.expected for thought in tried]
        scale = level.blunder * statistics.pstdev(expected) or 1.0
        chances = [math.exp((value - max(expected)) / scale) for value in expected]
        rng = random.Random(f"{self.seed} {thoughts.position.text}")
        return rng.choices(tried, chances)[0].step

    def __str__(self) -> str:
        if self.level is not None and len(self.given) == 1:
            return f"level {self.level}"
        return ",".join(f"{name}={value}" for name, value in self.given.items())

    def __repr__(self) -> str:
        return f"spielwerk.Bot({', '.join(f'{n}={v!r}' for n, v in self.given.items())})"


def careful_step(thoughts: Thoughts) -> str:
    """The best step that neither misses a win in this turn nor leaves one to the next player."""
    steps = [thought.step for thought in thoughts.steps]
    if thoughts.best.proven == "win" and thoughts.best.distance == 0:
        return steps[0]
    winning = set(winning_steps(thoughts.position))
    if winning:
        return next(step for step in steps if step in winning)
    if thoughts.best.proven in ("win", "draw"):
        return steps[0]
    return next(safe_steps(thoughts.position, steps), steps[0])


def _work(position: Position, knowledge: Knowledge, level: Level) -> int:
    """How many simulations a level does for a step."""
    return max(FEWEST_SIMULATIONS, int(knowledge.simulations * level.work**knowledge.spread))


def _solution(position: Position, nodes: int, stop: Stop | None) -> Solution | None:
    """A win in a few turns, or what perfect play comes to, where that can be found out."""
    if not nodes:
        return None
    win = forced_win(position, FORCED_TURNS, nodes=nodes, stop=stop)
    if win or position.game.players != 2:
        return win
    try:
        return solve(position, nodes=nodes, stop=stop)
    except NotSolvable:
        return None


def _leads_to(earlier: Position, later: Position) -> bool:
    """Whether a game went on from one position to the other."""
    steps = earlier.history
    return (
        earlier.game == later.game
        and earlier.origin == later.origin
        and later.history[: len(steps)] == steps
    )


def _first(thoughts: Thoughts, step: str) -> Thoughts:
    """The same thoughts with another step at the top."""
    chosen = [thought for thought in thoughts.steps if thought.step == step]
    others = [thought for thought in thoughts.steps if thought.step != step]
    return replace(thoughts, steps=(*chosen, *others))


def _with_solution(thoughts: Thoughts, solution: Solution) -> Thoughts:
    """The thoughts with what is known for sure at the top."""
    player = thoughts.position.player or 0
    expected = solution.returns[player]
    proven = "win" if expected > 0 else "loss" if expected < 0 else "draw"
    first, *others = _first(thoughts, solution.line[0]).steps
    known = replace(
        first,
        expected=expected,
        proven=proven,
        distance=len(solution.line) - 1,
        line=solution.line[:LINE],
    )
    return replace(thoughts, steps=(known, *others))


def _check(
    level: int | None, simulations: int | None, seconds: float | None, settings: dict[str, float]
) -> None:
    if level is None and simulations is None and seconds is None:
        raise SpielwerkError("A bot needs a level from 1 to 8, simulations or seconds.")
    if level is not None and level not in (*LEVELS, TIMED_LEVEL):
        raise SpielwerkError(f"There is no level {level!r}: there is 1 to {TIMED_LEVEL}.")
    if simulations is not None and simulations < 1:
        raise SpielwerkError(f"{simulations} simulations are not possible: ask for at least one.")
    if seconds is not None and not 0 < seconds < float("inf"):
        raise SpielwerkError(f"{seconds} seconds are not possible: ask for more than none.")
    for name in settings:
        if name not in SETTINGS:
            raise SpielwerkError(f"There is no setting {name!r}: there is {', '.join(SETTINGS)}.")
