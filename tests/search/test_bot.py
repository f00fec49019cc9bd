"""The computer players: always a legal step, the same work anywhere, no win left lying."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from typing import Any

import pytest

import spielwerk
from spielwerk.search.bot import LEVELS, Bot
from spielwerk.search.search import Thoughts
from spielwerk.search.solver import safe_steps, winning_steps
from tests.search.toys import Nim, Wager
from tests.ways import WAYS, Way

WITH_OPPONENTS = [
    way for way in WAYS if "solo" not in way.options and way.options.get("players") != 1
]


def random_positions(way: Way, games: int, seed: int) -> Iterator[spielwerk.Position]:
    """Positions of random games in which somebody has a choice."""
    rng = random.Random(f"{way} {seed}")
    for number in range(games):
        position = spielwerk.game(way.key, **way.options).start(number)
        while not position.over:
            if position.player is not None:
                yield position
            position = position.play(rng.choice(position.steps))


def some(positions: Iterator[spielwerk.Position], share: int) -> Iterator[spielwerk.Position]:
    """Every so manyth of them."""
    return (position for number, position in enumerate(positions) if number % share == 0)


def after_turn(bot: Bot, position: spielwerk.Position) -> spielwerk.Position:
    """The position after all the steps that the bot takes in a row."""
    player, turns = position.player, position.turns
    while not position.over and position.player == player and position.turns == turns:
        position = position.play(bot.choose(position))
    return position


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_small_budgets_give_legal_steps_in_thousands_of_positions(way: Way) -> None:
    bot = Bot(simulations=1)
    for position in some(random_positions(way, games=2, seed=1), 3):
        assert bot.choose(position) in position.steps


@pytest.mark.parametrize("level", [1, 3])
@pytest.mark.parametrize("way", WITH_OPPONENTS, ids=str)
def test_levels_give_legal_steps(way: Way, level: int) -> None:
    bot = Bot(level)
    for position in some(random_positions(way, games=1, seed=level), 9):
        assert bot.choose(position) in position.steps


@pytest.mark.parametrize("way", WITH_OPPONENTS, ids=str)
def test_from_level_3_on_no_win_is_missed_and_none_left_that_can_be_stopped(way: Way) -> None:
    bot = Bot(3)
    for position in some(random_positions(way, games=3, seed=2), 11):
        wins = winning_steps(position)
        can_be_stopped = wins or any(True for _ in safe_steps(position, position.steps))
        after = after_turn(bot, position)
        if wins:
            assert after.winner == position.player
        elif can_be_stopped and not after.over and after.player is not None:
            assert after.player == position.player or not winning_steps(after)


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_does_the_same_anywhere(level: int) -> None:
    position = spielwerk.game("spitze").start().play("a1-d1").play("b1-b4")
    thoughts = [Bot(level, seed=5).think(position) for _ in range(2)]
    assert [t.visits for t in thoughts[0].steps] == [t.visits for t in thoughts[1].steps]
    assert thoughts[0].best == thoughts[1].best


def test_higher_levels_do_more() -> None:
    position = spielwerk.game("kipp4").start()
    work = [Bot(level).think(position).simulations for level in LEVELS]
    assert work == sorted(work)
    assert work[-1] > 50 * work[0]


def test_who_makes_mistakes_tries_more_steps() -> None:
    position = spielwerk.game("blockit").start(seed=3).play("SW")
    work = Bot(level=1).think(position).simulations
    by_level, by_budget = (
        sum(thought.visits > 0 for thought in bot.think(position).steps)
        for bot in (Bot(level=1), Bot(simulations=work))
    )
    assert by_level > by_budget


def test_level_8_goes_on_with_what_it_thought() -> None:
    bot = Bot(level=8, seconds=0.1, threads=1)
    position = spielwerk.game("kipp4").start()
    first = bot.think(position)
    after = position.play(first.best.step)
    assert bot.think(after).simulations >= first.best.visits


def test_a_bot_that_follows_notices_another_game() -> None:
    bot = Bot(seconds=0.01, threads=1)
    start = spielwerk.game("kipp4").start()
    bot.choose(start.play("+g6"))
    assert bot.choose(start) in start.steps
    other = spielwerk.game("spitze").start()
    assert bot.choose(other) in other.steps


@pytest.mark.parametrize("delay", [0.0, 0.001, 0.01, 0.1])
def test_a_bot_stopped_at_any_moment_gives_a_legal_step(delay: float) -> None:
    stop = threading.Event()
    timer = threading.Timer(delay, stop.set)
    timer.start()
    position = spielwerk.game("qbq").start()
    assert Bot(simulations=10**9).choose(position, stop=stop) in position.steps
    timer.join()


def test_other_threads_run_while_a_bot_thinks() -> None:
    position = spielwerk.game("veier").start()
    stop, counted = threading.Event(), 0
    Bot(simulations=1).choose(position)
    chosen: list[str] = []
    thinking = threading.Thread(
        target=lambda: chosen.append(Bot(simulations=10**9).choose(position, stop=stop))
    )
    thinking.start()
    while counted < 100_000:
        counted += 1
    stop.set()
    thinking.join(60)
    assert chosen[0] in position.steps


def test_progress_is_told() -> None:
    heard: list[Thoughts] = []
    Bot(level=6).choose(spielwerk.game("kipp4").start(), progress=heard.append)
    assert heard
    assert heard[-1].best.line[0] == heard[-1].best.step


def test_a_die_ahead_is_nothing_to_solve() -> None:
    assert Bot(simulations=2000).choose(Wager(good=4).position("0 1 4 0")) == "risk"


def test_one_step_needs_no_thought() -> None:
    position = Nim().position("0,0,1 0 0")
    assert Bot(1).choose(position) == "c"


def test_nobody_chooses_at_a_die_or_after_the_end() -> None:
    die = spielwerk.game("blockit").start(1)
    with pytest.raises(spielwerk.SpielwerkError, match="die"):
        Bot(1).choose(die)
    over = Nim().position("0,0,1 0 0").play("c")
    with pytest.raises(spielwerk.SpielwerkError, match="over"):
        Bot(1).choose(over)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "needs a level"),
        ({"level": 9}, "There is no level 9: there is 1 to 8"),
        ({"simulations": 0}, "0 simulations"),
        ({"seconds": 0}, "0 seconds"),
        ({"level": 2, "cleverness": 3}, "no setting 'cleverness'"),
    ],
)
def test_what_is_no_bot_is_refused(arguments: dict[str, int], message: str) -> None:
    with pytest.raises(spielwerk.SpielwerkError, match=message):
        Bot(**arguments)


def test_a_bot_can_be_told_to_forget_what_the_game_knows() -> None:
    position = spielwerk.game("qbq").start()
    knowing, plain = Bot(simulations=200), Bot(simulations=200, estimate=False, choose=False)
    assert str(plain) == "simulations=200,estimate=False,choose=False"
    visits = [[t.visits for t in bot.think(position).steps] for bot in (knowing, plain)]
    assert visits[0] != visits[1]


@pytest.mark.parametrize(
    ("settings", "has_insight"),
    [
        ({"level": 7}, False),
        ({"level": 8}, True),
        ({"seconds": 0.1}, True),
        ({"simulations": 100}, True),
        ({"simulations": 100, "insight": False}, False),
        ({"level": 7, "insight": True}, True),
    ],
    ids=str,
)
def test_all_but_levels_1_to_7_have_insight(settings: dict[str, Any], has_insight: bool) -> None:
    knowledge = spielwerk.game("blockit", players=3).knowledge
    assert knowledge.insight not in (None, knowledge.estimate)
    estimate = knowledge.insight if has_insight else knowledge.estimate
    assert Bot(**settings)._knowledge(knowledge).estimate == estimate


def test_where_all_know_the_same_there_is_no_insight() -> None:
    knowledge = spielwerk.game("kipp4").knowledge
    assert Bot(level=8)._knowledge(knowledge) == Bot(level=7)._knowledge(knowledge) == knowledge
