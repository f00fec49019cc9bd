"""First lessons as the pages show them."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter
from pydantic import Field

from spielwerk.core.errors import SpielwerkError
from spielwerk.pictures.picture import View
from spielwerk.pictures.theme import ThemeName
from spielwerk.pictures.words import Language, say
from spielwerk.server.api import In
from spielwerk.server.views import drawn, step_motions, touches_out
from spielwerk.study.lessons import Task, lesson

router = APIRouter(prefix="/api/lessons")
MOST_STEPS = 8


class TryIn(In):
    """The steps that somebody tries."""

    steps: list[Annotated[str, Field(max_length=16)]] = Field(
        default_factory=list, max_length=MOST_STEPS
    )
    language: Language = "en"
    theme: ThemeName = "light"


class NoSuchTask(SpielwerkError):
    """A lesson has no such task."""

    status = 404


def find_task(key: str, number: int) -> Task:
    """A task, counted from 0."""
    tasks = lesson(key).tasks
    if not 0 <= number < len(tasks):
        raise NoSuchTask(f"The lesson has the tasks 0 to {len(tasks) - 1}, not {number}.")
    return tasks[number]


def lesson_out(key: str, language: str) -> dict[str, Any]:
    """All tasks of a lesson."""
    tasks = lesson(key).tasks
    return {"key": key, "tasks": [{"text": task.texts[language]} for task in tasks]}


@router.post("/{key}/{number}")
async def try_steps(key: str, number: int, tried: TryIn) -> dict[str, Any]:
    """Where some steps lead in a task, and whether it is solved."""
    task = find_task(key, number)
    view = View(language=tried.language, theme=tried.theme)
    position, before, state = task.position, None, "going"
    for step in tried.steps:
        if state != "going":
            raise SpielwerkError(say("The task is over: try it again from its start."))
        before, position = position, position.play(step)
        state = task.state(position)
    said = {"going": task.texts, "solved": task.solved, "failed": task.hint}[state]
    told = before.tell(tried.steps[-1], tried.language) if before is not None else ""
    return {
        "svg": drawn(position, view),
        "touches": touches_out(position) if state == "going" else [],
        "told": told,
        "motions": step_motions(before, tried.steps[-1], view) if before is not None else [],
        "state": state,
        "say": said[tried.language],
    }
