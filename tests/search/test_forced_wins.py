"""Forced wins within some turns against plain brute force, also where positions come again."""

from __future__ import annotations

import random
import threading
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

import spielwerk
from spielwerk import Game, Position
from spielwerk.core.game import Notation, Rules
from spielwerk.core.kernel import State, rule
from spielwerk.core.state import HEADER, PLAYER, RESULT, TURNS, WON
from spielwerk.search.solver import forced_win, safe_steps, winning_steps
from tests.rules import qbq_boards
from tests.search import brute_force
from tests.search.late import late, played
from tests.search.toys import no_deal, nothing

KIPP4 = spielwerk.game("kipp4")

# The files and ranks of each colour's fields in QBQ.
FIELDS = {"b": ("abc", "123"), "g": ("abc", "456"), "o": ("def", "456"), "r": ("def", "123")}

WIN_IN_ONE = "d../l.dl/.../l.../.ld/..l./.dl s l a 2,4 26"
WIN_IN_TWO = "l.l/l.dd/.d./..ld/l.d/d.d./ll. s l a 1,1 42"


def check_forced_win(position: Position, turns: int) -> bool:
    """Ask both ways whether there is a forced win within so many own turns."""
    assert position.player is not None
    win = forced_win(position, turns)
    horizon = position.turns + position.game.players * (turns - 1) + 1
    assert (win is not None) == brute_force.wins_before(position, position.player, horizon)
    if win is not None:
        assert played(position, win).winner == position.player
        assert win.turns <= horizon - position.turns
    return win is not None


def check_at_once(position: Position, choices: random.Random) -> bool:
    """Ask both ways which steps win at once, and which of some are safe; whether any wins."""
    winning = winning_steps(position)
    assert winning == brute_force.winning_steps(position)
    assert check_forced_win(position, 1) == bool(winning)
    some = choices.sample(position.steps, min(3, len(position.steps)))
    safe = [step for step in some if brute_force.is_safe(position, step)]
    assert list(safe_steps(position, some)) == safe
    return bool(winning)


@pytest.mark.parametrize(
    "game",
    [KIPP4, *(spielwerk.game("blockit", players=players) for players in (2, 3, 4))],
    ids=repr,
)
def test_steps_that_win_or_lose_at_once_are_found(game: Game) -> None:
    choices = random.Random(0)
    wins = [check_at_once(position, choices) for position in late(game, range(18), 6)]
    assert 0 < sum(wins) < len(wins)


def almost_formed(game: Game, choices: random.Random) -> Position:
    """QBQ with most colours one cube away from a formation."""
    colours = game.start().text.split()[3]
    stacks, taken = {}, set()
    for colour in colours:
        files, ranks = FIELDS[colour]
        square = [file + rank for file in files[:2] for rank in ranks[:2]]
        strays = [file + rank for file in "abcdef" for rank in "123456"]
        cubes = [*choices.sample(square, 3), choices.choice(strays)]
        stacks[colour] = " ".join(cube for cube in dict.fromkeys(cubes) if cube not in taken)
        taken.update(cubes)
    return game.position(qbq_boards.text(**stacks, player=colours[0], colours=colours, turns=20))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_formations_that_can_be_completed_at_once_are_found(players: int) -> None:
    choices = random.Random(players)
    game = spielwerk.game("qbq", players=players)
    positions = [almost_formed(game, choices) for _ in range(16)]
    wins = [check_at_once(position, choices) for position in positions if not position.over]
    assert 0 < sum(wins) < len(wins)


def test_wins_in_two_turns_are_found() -> None:
    wins = [check_forced_win(position, 2) for position in late(KIPP4, range(24), 10)]
    assert 0 < sum(wins) < len(wins)


def test_the_shortest_win_is_found() -> None:
    position = KIPP4.position(WIN_IN_ONE)
    win = forced_win(position, 3)
    assert win is not None
    assert (win.line, win.turns) == (("d3-c4", "r2"), 1)
    assert (win.returns, win.margin) == ((1.0, -1.0), 0)
    longer = forced_win(KIPP4.position(WIN_IN_TWO), 3)
    assert longer is not None
    assert longer.turns == 3


def test_a_search_that_was_cancelled_before_it_began_gives_up_at_once() -> None:
    stop = threading.Event()
    stop.set()
    assert forced_win(KIPP4.position(WIN_IN_ONE), stop=stop) is None


# Repetition.


def test_what_stands_for_the_third_time_is_no_way_to_a_win() -> None:
    position = KIPP4.position(WIN_IN_TWO)
    win = forced_win(position)
    assert win is not None
    first_turn = position.play(win.line[0]).play(win.line[1])
    once = (*position.turn_starts, first_turn.turn_starts[-1])
    twice = (*once, first_turn.turn_starts[-1])
    assert forced_win(replace(position, turn_starts=once)) is not None
    assert forced_win(replace(position, turn_starts=twice)) is None


# A game with four places, START, ASIDE, ROUND and BACK: from the start two ways lead to the same
# place, and on from there one of them comes again. Halted, it is won by player 0.
PLACE = HEADER
START, ASIDE, ROUND, BACK = range(4)
WAYS = np.array([[ASIDE, ROUND], [BACK, BACK], [BACK, BACK], [ROUND, ROUND]])


@rule
def ways(state: State, found: State) -> int:
    for i in range(2):
        found[i] = WAYS[state[PLACE], i]
    return 2 if state[PLACE] == START else 1


@rule
def walk(state: State, place: int) -> None:
    state[PLACE] = place
    state[TURNS] += 1
    state[PLAYER] = 1 - state[PLAYER]


@rule
def halt_for_player_0(state: State) -> None:
    state[RESULT] = WON


def read(fields: Sequence[str], state: State) -> None:
    state[PLACE] = int(fields[0])


def write(state: Sequence[int]) -> str:
    return str(state[PLACE])


class Walk(Game):
    """Who has gone round before gets there for the third time."""

    key, name, version = "toy_walk", "Walk", "1"
    rules = Rules(PLACE + 1, 2, no_deal, ways, walk, nothing, halt_for_player_0)
    notation = Notation(("start", "aside", "round", "back"), "place", read, write, write)
    repetition = True


def test_the_way_to_a_position_matters_where_it_stood_twice() -> None:
    start = Walk().start()
    round_before = start.play("round").turn_starts[-1]
    assert forced_win(start) is None
    win = forced_win(replace(start, turn_starts=(round_before, *start.turn_starts)))
    assert win is not None
    assert win.line == ("round", "back", "round")
