"""The first lessons: every task can be solved and failed, in five languages."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import spielwerk
from spielwerk.core.errors import SpielwerkError, UnknownGame
from spielwerk.pictures.words import LANGUAGES
from spielwerk.study.lessons import Goal, Task, Texts, lesson, read_lesson
from tests.ways import KEYS

MOST_CHARACTERS = 200
TASKS = {f"{key}-{n}": task for key in KEYS for n, task in enumerate(lesson(key).tasks, start=1)}
each = pytest.mark.parametrize("task", TASKS.values(), ids=TASKS)

KIPP4 = spielwerk.game("kipp4")
NO_WORDS = dict.fromkeys(LANGUAGES, "…")


def task_in(position: spielwerk.Position, steps: int, goal: Goal) -> Task:
    return Task(position, steps, goal, NO_WORDS, NO_WORDS, NO_WORDS)


def solutions(task: Task, position: spielwerk.Position) -> Iterator[spielwerk.Position]:
    """Every way to solve the task from a position on."""
    state = task.state(position)
    if state == "solved":
        yield position
    elif state == "going":
        for step in position.steps:
            yield from solutions(task, position.play(step))


def is_solvable(task: Task, position: spielwerk.Position) -> bool:
    return any(True for _ in solutions(task, position))


def words(task: Task) -> list[Texts]:
    return [task.texts, task.solved, task.hint]


# The lessons themselves.


@pytest.mark.parametrize("key", KEYS)
def test_a_lesson_has_five_to_eight_tasks(key: str) -> None:
    assert lesson(key).key == key
    assert 5 <= len(lesson(key).tasks) <= 8


@each
def test_a_task_is_going_at_its_start(task: Task) -> None:
    assert task.state(task.position) == "going"
    assert task.position.player is not None


@each
def test_a_task_takes_all_its_steps(task: Task) -> None:
    taken = [len(solved.history) for solved in solutions(task, task.position)]
    assert taken, "it cannot be solved"
    assert set(taken) == {task.steps}


@each
def test_a_first_step_can_be_wrong_unless_the_task_says_that_any_will_do(task: Task) -> None:
    solved = [is_solvable(task, task.position.play(step)) for step in task.position.steps]
    assert any(solved)
    assert all(solved) == task.free


@each
def test_no_die_is_thrown_on_the_way(task: Task) -> None:
    for solved in solutions(task, task.position):
        position = task.position
        for step in solved.history:
            assert position.chance is None
            position = position.play(step)


@each
def test_the_spots_of_a_goal_exist(task: Task) -> None:
    picture = task.position.game.find_picture()
    start = picture.pieces(task.position)
    assert start.keys() >= set(task.goal.gone)
    for solved in solutions(task, task.position):
        assert picture.pieces(solved).keys() >= task.goal.pieces.keys()


@each
def test_every_text_is_there_in_every_language_and_short(task: Task) -> None:
    for texts in words(task):
        assert set(texts) == set(LANGUAGES)
        assert len(set(texts.values())) == len(LANGUAGES), "a text was not translated"
        for text in texts.values():
            assert text == text.strip()
            assert 0 < len(text) <= MOST_CHARACTERS, text


@each
def test_all_languages_name_the_same_places_and_numbers(task: Task) -> None:
    for texts in words(task):
        named = [sorted(re.findall(r"\b[a-k]?\d+\b", text)) for text in texts.values()]
        assert all(names == named[0] for names in named), texts["en"]


@each
def test_the_places_named_are_in_the_picture(task: Task) -> None:
    svg = task.position.svg()
    for texts in words(task):
        for place in re.findall(r"\b[a-k]\d+\b", texts["en"]):
            assert f'data-id="{place}"' in svg


@each
def test_french_signs_stay_with_their_words(task: Task) -> None:
    for texts in words(task):
        assert not re.search(r" [:;?!]", texts["fr"])


# How a task is judged.


def test_a_task_is_solved_as_soon_as_the_goal_holds() -> None:
    start = KIPP4.start()
    task = task_in(start, 2, Goal(gone=("light.8",)))
    assert task.state(start.play("+g6")) == "solved"
    assert task.state(start.play("-d5")) == "going"
    assert task.state(start.play("-d5").play("r1")) == "failed"


def test_a_task_fails_when_another_player_is_to_move() -> None:
    start = spielwerk.game("spitze").start()
    assert task_in(start, 5, Goal(score=3)).state(start.play("a1-d1")) == "failed"


def test_a_task_fails_at_a_die() -> None:
    task = lesson("blockit").tasks[3]
    assert task_in(task.position, 5, task.goal).state(task.position.play("roll")) == "failed"


def test_a_task_fails_when_the_other_player_has_won() -> None:
    task = lesson("kipp4").tasks[5]
    lost = task.position.play("r1")
    assert lost.winner == 1
    assert task_in(task.position, 5, Goal(won=True)).state(lost) == "failed"
    assert task.state(lost) == "failed"


def test_a_score_counts_from_the_start_of_the_task() -> None:
    task = lesson("veier").tasks[6]
    assert task.position.scores == (1, 0)
    assert task.state(task.position.play("e6")) == "solved"
    assert task.state(task.position.play("a1")) == "failed"


@pytest.mark.parametrize(
    ("goal", "state"),
    [
        (Goal(pieces={"e4": "light"}), "solved"),
        (Goal(pieces={"e4": "dark"}), "failed"),
        (Goal(pieces={"f5": "light"}), "failed"),
        (Goal(gone=("f5",)), "solved"),
        (Goal(gone=("e4",)), "failed"),
        (Goal(pieces={"e4": "light"}, gone=("f5",)), "solved"),
        (Goal(pieces={"e4": "light"}, gone=("d5",)), "failed"),
        (Goal(pieces={"e4": "light"}, won=True), "failed"),
    ],
)
def test_all_of_a_goal_must_hold(goal: Goal, state: str) -> None:
    start = KIPP4.position(".../d.../.rl/..r./r../..r./..d s l a 7,6 4")
    assert task_in(start, 1, goal).state(start.play("-e4")) == state


# How a lesson is read.

TEXTS = "\n".join(f"{language} = '…'" for language in LANGUAGES)
SMALL = f"""
[[task]]
position = ".../..../.r./..r./r../..r./... s l a 8,8 0"
steps = 1
[task.goal]
gone = ["d5"]
[task.text]
{TEXTS}
[task.solved]
{TEXTS}
[task.hint]
{TEXTS}
"""


def test_a_lesson_is_read_with_its_options() -> None:
    text = SMALL.replace("steps", "any = true\noptions = { turn_limit = 50 }\nsteps")
    (task,) = read_lesson("kipp4", text).tasks
    assert task.position == spielwerk.game("kipp4", turn_limit=50).start()
    assert task.goal == Goal(gone=("d5",))
    assert task.free
    assert not read_lesson("kipp4", SMALL).tasks[0].free


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[[task]]", "level = 1\n[[task]]", "A lesson has no 'level': it has task"),
        ("steps = 1", "steps = 1\ntime = 3", "A task has no 'time': it has position, steps"),
        ("steps = 1", "", "A task needs 'steps'"),
        ("gone =", "lost = true\ngone =", "A goal has no 'lost': it has won, score, pieces, gone"),
        ('gone = ["d5"]', "", "A goal is empty"),
        ('"d5"', '"a1"', "Nothing can go from a1"),
        ("lb = ", "it = ", "The text of a task has no 'it'"),
        (f"[task.hint]\n{TEXTS}", "[task.hint]", "The hint of a task needs 'en'"),
        ("s l a", "s l x", "phase"),
    ],
)
def test_a_lesson_that_is_not_right_is_refused(old: str, new: str, message: str) -> None:
    with pytest.raises(SpielwerkError, match=message):
        read_lesson("kipp4", SMALL.replace(old, new))


def test_there_are_lessons_for_known_games_only() -> None:
    with pytest.raises(UnknownGame, match="did you mean kipp4"):
        lesson("kip4")
