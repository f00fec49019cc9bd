"""First lessons: tiny tasks on real positions, solved by playing steps and judged by the rules."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any, Literal, TypeAlias

from spielwerk.core.errors import SpielwerkError, listed
from spielwerk.core.position import Position
from spielwerk.core.registry import game_class
from spielwerk.pictures.words import LANGUAGES

State: TypeAlias = Literal["going", "solved", "failed"]
Texts: TypeAlias = Mapping[str, str]
"""A text in each language."""

TASK_KEYS = ("position", "steps", "goal", "text", "solved", "hint")
MORE_TASK_KEYS = ("options", "any")
GOAL_KEYS = ("won", "score", "pieces", "gone")


@dataclass(frozen=True)
class Goal:
    """What is to be reached; all of it must hold."""

    won: bool = False
    """The player to move at the start has won."""
    score: int = 0
    """That player's score has risen by so much, or more."""
    pieces: Mapping[str, str] = field(default_factory=dict)
    """What the pieces at some spots of the picture look like."""
    gone: tuple[str, ...] = ()
    """Spots where no piece is left."""

    def holds(self, start: Position, position: Position) -> bool:
        """Whether the goal is reached."""
        pieces = position.game.find_picture().pieces(position)
        looks = {spot: piece.look for spot, piece in pieces.items()}
        return (
            (not self.won or position.winner == start.player)
            and points(position, start.player) - points(start, start.player) >= self.score
            and self.pieces.items() <= looks.items()
            and looks.keys().isdisjoint(self.gone)
        )


@dataclass(frozen=True)
class Task:
    """One thing to do in a position."""

    position: Position
    steps: int
    """How many steps may be taken."""
    goal: Goal
    texts: Texts
    """What to do."""
    solved: Texts
    """Said when it is done."""
    hint: Texts
    """Said after a try that failed."""
    free: bool = False
    """Whether every step will do: written `any = true`."""

    def state(self, position: Position) -> State:
        """How the task stands in a position that was reached from its own."""
        if self.goal.holds(self.position, position):
            return "solved"
        taken = len(position.history)
        if taken >= self.steps or position.player != self.position.player:
            return "failed"
        return "going"


@dataclass(frozen=True)
class Lesson:
    """The tasks of a game, from easy to a small puzzle."""

    key: str
    tasks: tuple[Task, ...]


@cache
def lesson(key: str) -> Lesson:
    """The first lesson of a game.

    >>> task = lesson("kipp4").tasks[0]
    >>> task.state(task.position), task.state(task.position.play("+g6"))
    ('going', 'solved')
    """
    path = files(game_class(key).__module__) / "lesson.toml"
    if not path.is_file():
        raise SpielwerkError(f"{game_class(key).name} has no lesson.")
    return read_lesson(key, path.read_text("utf-8"))


def read_lesson(key: str, text: str) -> Lesson:
    """A lesson from its file, `lesson.toml` in the folder of the game.

    Each `[[task]]` has a `position` text, the number of `steps` and, if need be, the `options` of
    the game. `[task.goal]` has one or more of the fields of `Goal`. `[task.text]`, `[task.solved]`
    and `[task.hint]` have a sentence or two in each language. `any = true` owns up that every step
    solves the task. No die is thrown in a task: it fails when somebody else is to act.
    """
    given = tomllib.loads(text)
    check_keys("A lesson", given, ("task",))
    return Lesson(key, tuple(read_task(key, task) for task in given["task"]))


def read_task(key: str, given: Mapping[str, Any]) -> Task:
    """A task from its table."""
    check_keys("A task", given, TASK_KEYS, MORE_TASK_KEYS)
    for texts in ("text", "solved", "hint"):
        check_keys(f"The {texts} of a task", given[texts], LANGUAGES)
    position = game_class(key)(**given.get("options", {})).position(given["position"])
    return Task(
        position,
        given["steps"],
        read_goal(position, given["goal"]),
        given["text"],
        given["solved"],
        given["hint"],
        given.get("any", False),
    )


def read_goal(position: Position, given: Mapping[str, Any]) -> Goal:
    """A goal from its table."""
    check_keys("A goal", given, (), GOAL_KEYS)
    if not given:
        raise SpielwerkError(f"A goal is empty: it needs {listed(GOAL_KEYS)}.")
    goal = Goal(**{**given, "gone": tuple(given.get("gone", ()))})
    pieces = position.game.find_picture().pieces(position)
    for spot in goal.gone:
        if spot not in pieces:
            raise SpielwerkError(f"Nothing can go from {spot}: no piece is there at the start.")
    return goal


def check_keys(
    what: str, given: Mapping[str, Any], needed: Iterable[str], more: Iterable[str] = ()
) -> None:
    """Refuse keys that are missing and keys that mean nothing."""
    known = (*needed, *more)
    for key in given:
        if key not in known:
            raise SpielwerkError(f"{what} has no {key!r}: it has {listed(known)}.")
    for key in needed:
        if key not in given:
            raise SpielwerkError(f"{what} needs {key!r}.")


def points(position: Position, player: int | None) -> int:
    """What a player has counted so far; 0 in games that count nothing."""
    scores = position.scores
    return 0 if scores is None or player is None else scores[player]
