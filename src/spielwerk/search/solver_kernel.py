"""The solver's search, compiled: alpha-beta on a stack of its own, to be paused and resumed.

One seat maximises; all others, and the die, minimise. What a position is worth is one number, for
that seat: a win above a draw above a loss, then (where the task asks for it) the margin, then a win
sooner and a loss later. So values do not depend on how a position was reached, but for repetition.

Repetition, where it counts, is met in one of two ways.

Looking ahead for some turns only, every turn start is counted. As the third time depends on the
past, the key of a position in the table covers the turn starts on the path that can still come
again: with one turn left, only what stood twice can stand a third time.

Looking for the end of the game, whichever way it may wind there, that would keep all paths apart.
But the game that goes round in a circle is counted as it stands, and stands the same wherever the
circle passes: so nobody gains by going round once more, and coming back to a position on the path
is worth what halting there is. A value that leans on the path by such a circle stays out of the
table; all others hold for any path. To lose late or win soon counts nothing then: with circles to
go round, the latest loss is not worth finding. The turn limit is taken to be far enough for
circles to close before it; a value that met it otherwise stays out of the table, too.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from spielwerk.batch.kernels import copy
from spielwerk.core.game import Rules
from spielwerk.core.kernel import State, fingerprint, kernel, rule
from spielwerk.core.position import THIRD_TIME
from spielwerk.core.state import CHANCE, GOING, LIMIT, PHASE, PLAYER, RESULT, TURNS, WON

WIN = 1 << 34
"""A win counts more than any margin, a point of the margin more than any number of turns."""
POINT = 1 << 17
INFINITE = 1 << 40

# A task: the seat that maximises; the number of turns at which a game is left alone, as good as
# drawn; what a point of the margin is worth; whether points are a hint at good steps; whether
# repetition counts; whether circles are closed the first time; whether a die is left alone, too.
SEAT, HORIZON, MARGIN, HINTS, REPETITION, CIRCLES, DIE_IS_LEFT = range(7)
# How far it is: the present level and that of the position asked about; positions looked at, and
# how many of them until the next pause; whether any game was left alone, and whether at a die.
LEVEL, FLOOR, NODES, PAUSE, LEFT_ALONE, DIE_MET = range(7, 13)
TASK = 13
# How it went on.
PAUSED, DONE, TOO_DEEP = range(3)

# A node of the stack: its steps (NEW before they are listed), the next one to be searched, how
# many favourites come first, how many were looked at and how many of those kept; the window now
# and as it was; the best value and step; the step in the table, the key of the position there.
COUNT, NEXT, FRONT, SEEN, KEPT, ALPHA, BETA, LOW, HIGH, BEST, BEST_STEP, TABLE_STEP, KEY = range(13)
# Its past: the hash of the position without TURNS, whether a turn starts here, how often it has
# stood; turn starts before it on the path, all and those that stood twice.
SPOT, STARTS, TIMES, PAST, TWICE = range(13, 18)
# What its value rests on: the lowest level to which a circle leads back, from all steps and from
# the best; the last turn that was looked at.
LEANS, BEST_LEANS, REACH = range(18, 21)
NODE = 21
NEW = -1

# What a value in the table is; 0 where there is none.
EXACT, AT_LEAST, AT_MOST = 1, 2, 3
PHASES = 8

_random = random.Random(0)
WEIGHTS = np.array([_random.getrandbits(63) | 1 for _ in range(128)], np.int64)


@rule
def mixed(number: int) -> int:
    """Spread what differs over all 64 bits; compiled only, where numbers wrap."""
    number = (number ^ (number >> 32)) * 0x2545F4914F6CDD1D
    number = (number ^ (number >> 29)) * 0x369DEA0F31A53F85
    return number ^ (number >> 32)


@rule
def end_value(score: Any, state: State, task: State) -> int:
    """What the end of a game is worth."""
    value = 0
    if task[MARGIN]:
        value = task[MARGIN] * (score(state, task[SEAT]) - score(state, 1 - task[SEAT]))
    if state[RESULT] >= WON:
        late = 0 if task[CIRCLES] else state[TURNS]
        value += WIN - late if state[RESULT] == WON + task[SEAT] else late - WIN
    return value


@rule
def look_back(halt: Any, states: Any, nodes: Any, starts: State, task: State) -> None:
    """Count how often the position after a step has stood; the third time ends the game."""
    level = task[LEVEL]
    state, child, node = states[level + 1], nodes[level + 1], nodes[level]
    spot = 0
    for entry in range(len(state)):
        spot += WEIGHTS[entry] * state[entry]
    spot -= WEIGHTS[TURNS] * state[TURNS]
    here = mixed(node[SPOT]) if node[STARTS] else 0
    child[PAST] = node[PAST] + here
    child[TWICE] = node[TWICE] + (here if node[TIMES] > 1 else 0)
    child[SPOT] = spot
    child[STARTS] = state[TURNS] != states[level, TURNS]
    child[TIMES] = 1
    if child[STARTS]:
        for start in range(len(starts)):
            child[TIMES] += starts[start] == spot
        for before in range(level + 1):
            if nodes[before, STARTS] and nodes[before, SPOT] == spot:
                child[TIMES] += 1
                if task[CIRCLES] and before >= task[FLOOR]:
                    child[TIMES] = THIRD_TIME
                    child[LEANS] = before
        if child[TIMES] >= THIRD_TIME:
            halt(state)


@rule
def key_of(state: State, node: State, task: State) -> int:
    """All that the value of a position depends on, as one number."""
    if task[CIRCLES]:
        return mixed(node[SPOT])
    key = task[HORIZON]
    for entry in range(len(state)):
        key += WEIGHTS[entry] * state[entry]
    turns_left = min(task[HORIZON], state[LIMIT]) - state[TURNS]
    return mixed(key + mixed(node[PAST] if turns_left > 1 else node[TWICE]))


@rule
def set_window(state: State, child: State, node: State, task: State) -> bool:
    """The window of a child; whether it is empty, as nothing can end before this turn does."""
    child[ALPHA], child[BETA] = node[ALPHA], node[BETA]
    if not task[MARGIN]:
        soonest = WIN - state[TURNS] - 1
        child[ALPHA] = max(child[ALPHA], -soonest)
        child[BETA] = min(child[BETA], soonest)
        child[BEST] = child[BETA] if node[ALPHA] >= soonest else child[ALPHA]
    child[LOW], child[HIGH] = child[ALPHA], child[BETA]
    return child[ALPHA] >= child[BETA]


@rule
def look_up(state: State, child: State, keys: State, values: State, notes: State) -> bool:
    """Look for a position in the table; whether that settles its value."""
    child[TABLE_STEP] = -1
    slot = child[KEY] & (len(keys) - 1)
    if notes[slot] == 0 or keys[slot] != child[KEY]:
        return False
    child[BEST] = values[slot]
    child[TABLE_STEP] = notes[slot] >> 2 & 0xFFFF
    child[REACH] = state[TURNS] + (notes[slot] >> 18)
    bound = notes[slot] & 3
    settled = (
        bound == EXACT
        or (bound == AT_LEAST and child[BEST] >= child[BETA])
        or (bound == AT_MOST and child[BEST] <= child[ALPHA])
    )
    return settled and child[REACH] < state[LIMIT]


@rule
def arrive(
    play: Any,
    halt: Any,
    score: Any,
    step: int,
    states: Any,
    nodes: Any,
    starts: State,
    keys: State,
    values: State,
    notes: State,
    task: State,
) -> bool:
    """Take a step; whether what it is worth is known at once, and then in BEST of the child."""
    level = task[LEVEL]
    state, child = states[level + 1], nodes[level + 1]
    copy(states[level], state)
    play(state, step)
    child[LEANS] = INFINITE
    child[REACH] = state[TURNS]
    if task[REPETITION] and state[RESULT] == GOING:
        look_back(halt, states, nodes, starts, task)
    if state[RESULT] != GOING:
        child[BEST] = end_value(score, state, task)
        return True
    at_die = state[PLAYER] == CHANCE
    task[DIE_MET] |= at_die
    if state[TURNS] >= task[HORIZON] or (at_die and task[DIE_IS_LEFT]):
        task[LEFT_ALONE] = 1
        child[BEST] = 0
        return True
    if set_window(state, child, nodes[level], task):
        return True
    child[KEY] = key_of(state, child, task)
    return look_up(state, child, keys, values, notes)


@rule
def prepare(state: State, node: State, found: State, count: int, killer: int, task: State) -> None:
    """Begin with a node: the step in the table first, then what last refuted the other side."""
    node[COUNT] = count
    node[NEXT] = node[FRONT] = 0
    node[BEST] = -INFINITE if state[PLAYER] == task[SEAT] else INFINITE
    node[LEANS] = INFINITE
    node[REACH] = state[TURNS]
    for i in range(count):
        if found[i] == node[TABLE_STEP]:
            found[0], found[i] = found[i], found[0]
            node[FRONT] = 1
    for i in range(node[FRONT], count):
        if found[i] == killer:
            front = node[FRONT]
            found[front], found[i] = found[i], found[front]
            node[FRONT] += 1
    # The others are looked at before any is searched, unless there is no choice.
    node[SEEN] = node[KEPT] = count if count == node[FRONT] + 1 else node[FRONT]


@rule
def choose(node: State, found: State, worth: State) -> int:
    """The place of the step to be searched next: after the favourites the one that looks best."""
    following = node[NEXT]
    if following >= node[FRONT]:
        best = following
        for i in range(following + 1, node[COUNT]):
            if worth[i] > worth[best]:
                best = i
        found[following], found[best] = found[best], found[following]
        worth[following], worth[best] = worth[best], worth[following]
    return following


@rule
def keep(
    score: Any,
    after: State,
    node: State,
    found: State,
    worth: State,
    step: int,
    liked: int,
    mover: int,
    task: State,
) -> None:
    """Keep a step that was looked at, to be searched the sooner the better it looks: by the points
    it leaves the mover ahead, then by how often it was a refutation."""
    kept = node[KEPT]
    found[kept] = step
    worth[kept] = liked
    if task[HINTS]:
        lead = score(after, task[SEAT]) - score(after, 1 - task[SEAT])
        worth[kept] += (lead if mover == task[SEAT] else -lead) << 32
    node[KEPT] = kept + 1


@rule
def take(node: State, child: State, maximises: bool, step: int) -> None:
    """What a step is worth goes into the node in which it was taken."""
    value = child[BEST]
    if (value > node[BEST]) if maximises else (value < node[BEST]):
        node[BEST] = value
        node[BEST_STEP] = step
        node[BEST_LEANS] = child[LEANS]
    if maximises:
        node[ALPHA] = max(node[ALPHA], value)
    else:
        node[BETA] = min(node[BETA], value)
    node[LEANS] = min(node[LEANS], child[LEANS])
    node[REACH] = max(node[REACH], child[REACH])


@rule
def settle(
    state: State,
    node: State,
    keys: State,
    values: State,
    notes: State,
    killers: Any,
    history: Any,
    task: State,
) -> None:
    """A node is done: keep its value in the table, and remember what refuted the other side."""
    if node[ALPHA] >= node[BETA]:
        mover = state[PLAYER] - CHANCE
        killers[mover, state[PHASE] & (PHASES - 1)] = node[BEST_STEP]
        history[mover, node[BEST_STEP]] += 1
        node[LEANS] = node[BEST_LEANS]
    if node[LEANS] < task[LEVEL] or (task[CIRCLES] and node[REACH] >= state[LIMIT]):
        return
    node[LEANS] = INFINITE
    bound = EXACT
    if node[BEST] <= node[LOW]:
        bound = AT_MOST
    elif node[BEST] >= node[HIGH]:
        bound = AT_LEAST
    slot = node[KEY] & (len(keys) - 1)
    keys[slot] = node[KEY]
    values[slot] = node[BEST]
    notes[slot] = (node[REACH] - state[TURNS]) << 18 | node[BEST_STEP] << 2 | bound


@cache
def search_kernel(rules: Rules) -> Callable[..., int]:
    """The search: from the node at LEVEL until the one at FLOOR is done, or the next pause."""
    steps, play, halt, score = rules.steps, rules.play, rules.halt, rules.score
    helpers = (copy, arrive, prepare, choose, keep, take, settle)
    rules_fingerprint = fingerprint(*rules.functions, *helpers)

    @kernel
    def search(  # type: ignore[no-untyped-def]
        task, states, found, worth, nodes, starts, keys, values, notes, killers, history
    ):
        rules_fingerprint  # noqa: B018  # part of the key of the cache on disk
        while task[NODES] < task[PAUSE]:
            level = task[LEVEL]
            state, node = states[level], nodes[level]
            mover = state[PLAYER] - CHANCE
            maximises = state[PLAYER] == task[SEAT]
            if node[COUNT] == NEW:
                killer = killers[mover, state[PHASE] & (PHASES - 1)]
                prepare(state, node, found[level], steps(state, found[level]), killer, task)
            if node[ALPHA] >= node[BETA] or node[NEXT] == node[COUNT]:
                settle(state, node, keys, values, notes, killers, history, task)
                if level == task[FLOOR]:
                    return DONE
                above = nodes[level - 1]
                step = found[level - 1, above[NEXT] - 1]
                take(above, node, states[level - 1, PLAYER] == task[SEAT], step)
                task[LEVEL] = level - 1
                continue
            looking = node[NEXT] == node[FRONT] and node[SEEN] < node[COUNT]
            place = node[SEEN] if looking else choose(node, found[level], worth[level])
            step = np.int64(found[level, place])
            task[NODES] += 1
            known = arrive(
                play, halt, score, step, states, nodes, starts, keys, values, notes, task
            )
            if known:
                take(node, nodes[level + 1], maximises, step)
            if looking:
                if not known:
                    liked = history[mover, step]
                    after = states[level + 1]
                    keep(
                        score,
                        after,
                        node,
                        found[level],
                        worth[level],
                        step,
                        liked,
                        state[PLAYER],
                        task,
                    )
                node[SEEN] += 1
                if node[SEEN] == node[COUNT]:
                    node[COUNT] = node[KEPT]
                continue
            node[NEXT] += 1
            if not known:
                if level + 2 == len(states):
                    return TOO_DEEP
                nodes[level + 1, COUNT] = NEW
                task[LEVEL] = level + 1
        return PAUSED

    return search
