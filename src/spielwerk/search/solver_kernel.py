"""The solver's search, compiled: alpha-beta on a stack of its own, to be paused and resumed.

One seat maximises; all others, and the die, minimise. What a position is worth is one number, for
that seat: a win above a draw above a loss, then (where the task asks for it) the margin, then a win
sooner and a loss later. So values do not depend on how a position was reached, but for repetition.

Repetition, where it counts, is met in one of two ways.

Looking ahead for some turns only, every turn start is counted. As the third time depends on the
past, the key of a position in the table covers the turn starts on the path that can still come
again: with one turn left, only what stood twice can stand a third time.

Looking for the end of a game for points, whichever way it winds there, that would keep all paths
apart. But a game that goes round in a circle is counted as it stands, and must stand the same
wherever the circle passes: so nobody gains by going round once more, and coming back to a position
on the path is worth what halting there is. A value that leans on the path by such a circle stays
out of the table; all others hold for any path, and at any turn far from the turn limit: a value
that met the limit stays out, too. To win soon or lose late counts nothing then, as with circles
to go round the latest loss is not worth finding.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from spielwerk.batch.kernels import copy
from spielwerk.core.game import Rules
from spielwerk.core.kernel import State, kernel, rule
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
def lead(score: Any, state: State, task: State) -> int:
    """How far the maximising seat is ahead of the other."""
    return int(score(state, task[SEAT]) - score(state, 1 - task[SEAT]))


@rule
def end_value(score: Any, state: State, task: State) -> int:
    """What the end of a game is worth."""
    value = 0
    if task[MARGIN]:
        value = task[MARGIN] * lead(score, state, task)
    if state[RESULT] >= WON:
        late = 0 if task[CIRCLES] else state[TURNS]
        value += WIN - late if state[RESULT] == WON + task[SEAT] else late - WIN
    return value


@rule
def look_back(
    halt: Any, state: State, turns_before: int, nodes: Any, starts: State, task: State
) -> None:
    """Count how often the position after a step has stood; the third time ends the game."""
    level = task[LEVEL]
    child = level + 1
    spot = 0
    for entry in range(len(state)):
        spot += WEIGHTS[entry] * state[entry]
    spot -= WEIGHTS[TURNS] * state[TURNS]
    here = mixed(nodes[level, SPOT]) if nodes[level, STARTS] else 0
    nodes[child, PAST] = nodes[level, PAST] + here
    nodes[child, TWICE] = nodes[level, TWICE] + (here if nodes[level, TIMES] > 1 else 0)
    nodes[child, SPOT] = spot
    nodes[child, STARTS] = state[TURNS] != turns_before
    times = 1
    if nodes[child, STARTS]:
        for start in range(len(starts)):
            times += starts[start] == spot
        for before in range(child):
            if nodes[before, STARTS] and nodes[before, SPOT] == spot:
                times += 1
                if task[CIRCLES] and before >= task[FLOOR]:
                    times = THIRD_TIME
                    nodes[child, LEANS] = before
        if times >= THIRD_TIME:
            halt(state)
    nodes[child, TIMES] = times


@rule
def key_of(state: State, nodes: Any, child: int, task: State) -> int:
    """All that the value of a position depends on, as one number."""
    if task[CIRCLES]:
        return mixed(nodes[child, SPOT])
    key = task[HORIZON]
    for entry in range(len(state)):
        key += WEIGHTS[entry] * state[entry]
    turns_left = min(task[HORIZON], state[LIMIT]) - state[TURNS]
    return mixed(key + mixed(nodes[child, PAST] if turns_left > 1 else nodes[child, TWICE]))


@rule
def set_window(state: State, nodes: Any, child: int, task: State) -> bool:
    """The window of a child; whether it is empty, as nothing can end before this turn does."""
    alpha, beta = nodes[child - 1, ALPHA], nodes[child - 1, BETA]
    if not task[MARGIN]:
        soonest = WIN - state[TURNS] - 1
        nodes[child, BEST] = soonest if alpha >= soonest else -soonest
        alpha = max(alpha, -soonest)
        beta = min(beta, soonest)
    nodes[child, ALPHA] = nodes[child, LOW] = alpha
    nodes[child, BETA] = nodes[child, HIGH] = beta
    return bool(alpha >= beta)


@rule
def look_up(state: State, nodes: Any, child: int, keys: State, values: State, notes: State) -> bool:
    """Look for a position in the table; whether that settles its value."""
    key = nodes[child, KEY]
    slot = key & (len(keys) - 1)
    note = notes[slot]
    if note == 0 or keys[slot] != key:
        nodes[child, TABLE_STEP] = -1
        return False
    value, bound = values[slot], note & 3
    reach = state[TURNS] + (note >> 18)
    nodes[child, TABLE_STEP] = note >> 2 & 0xFFFF
    nodes[child, BEST] = value
    nodes[child, REACH] = reach
    settled = (
        bound == EXACT
        or (bound == AT_LEAST and value >= nodes[child, BETA])
        or (bound == AT_MOST and value <= nodes[child, ALPHA])
    )
    return bool(settled and reach < state[LIMIT])


@rule
def arrive(
    halt: Any,
    score: Any,
    state: State,
    turns_before: int,
    nodes: Any,
    starts: State,
    keys: State,
    values: State,
    notes: State,
    task: State,
) -> bool:
    """What is there to know of the position after a step; whether its value, then in BEST."""
    child = task[LEVEL] + 1
    nodes[child, LEANS] = INFINITE
    nodes[child, REACH] = state[TURNS]
    if task[REPETITION] and state[RESULT] == GOING:
        look_back(halt, state, turns_before, nodes, starts, task)
    if state[RESULT] != GOING:
        nodes[child, BEST] = end_value(score, state, task)
        return True
    at_die = state[PLAYER] == CHANCE
    task[DIE_MET] |= at_die
    if state[TURNS] >= task[HORIZON] or (at_die and task[DIE_IS_LEFT]):
        task[LEFT_ALONE] = 1
        nodes[child, BEST] = 0
        return True
    if set_window(state, nodes, child, task):
        return True
    nodes[child, KEY] = key_of(state, nodes, child, task)
    return look_up(state, nodes, child, keys, values, notes)


@rule
def prepare(state: State, nodes: Any, found: Any, count: int, killer: int, task: State) -> None:
    """Begin with a node: the step in the table first, then what last refuted the other side."""
    level = task[LEVEL]
    nodes[level, COUNT] = count
    nodes[level, NEXT] = 0
    nodes[level, BEST] = -INFINITE if state[PLAYER] == task[SEAT] else INFINITE
    nodes[level, LEANS] = INFINITE
    nodes[level, REACH] = state[TURNS]
    front = 0
    for favourite in (nodes[level, TABLE_STEP], killer):
        for i in range(front, count):
            if found[level, i] == favourite:
                found[level, i] = found[level, front]
                found[level, front] = favourite
                front += 1
    nodes[level, FRONT] = front
    # The others are looked at before any is searched, unless there is no choice.
    nodes[level, SEEN] = nodes[level, KEPT] = count if count == front + 1 else front


@rule
def choose(nodes: Any, found: Any, worth: Any, level: int) -> int:
    """The place of the step to be searched next: after the favourites the one that looks best."""
    following = nodes[level, NEXT]
    if following >= nodes[level, FRONT]:
        best = following
        for i in range(following + 1, nodes[level, COUNT]):
            if worth[level, i] > worth[level, best]:
                best = i
        step = found[level, best]
        found[level, best] = found[level, following]
        found[level, following] = step
        worth[level, best] = worth[level, following]
    return int(following)


@rule
def keep(nodes: Any, found: Any, worth: Any, level: int, step: int, hint: int) -> None:
    """Go on to the next step to be looked at; keep this one for later if it has a hint."""
    kept = nodes[level, KEPT]
    if hint > -INFINITE:
        found[level, kept] = step
        worth[level, kept] = hint
        nodes[level, KEPT] = kept + 1
    nodes[level, SEEN] += 1
    if nodes[level, SEEN] == nodes[level, COUNT]:
        nodes[level, COUNT] = nodes[level, KEPT]


@rule
def take(nodes: Any, level: int, maximises: bool, step: int) -> None:
    """What a step is worth goes into the node in which it was taken."""
    child = level + 1
    value = nodes[child, BEST]
    if (value > nodes[level, BEST]) if maximises else (value < nodes[level, BEST]):
        nodes[level, BEST] = value
        nodes[level, BEST_STEP] = step
        nodes[level, BEST_LEANS] = nodes[child, LEANS]
    if maximises:
        nodes[level, ALPHA] = max(nodes[level, ALPHA], value)
    else:
        nodes[level, BETA] = min(nodes[level, BETA], value)
    nodes[level, LEANS] = min(nodes[level, LEANS], nodes[child, LEANS])
    nodes[level, REACH] = max(nodes[level, REACH], nodes[child, REACH])


@rule
def settle(
    state: State,
    nodes: Any,
    keys: State,
    values: State,
    notes: State,
    killers: Any,
    history: Any,
    task: State,
) -> None:
    """A node is done: keep its value in the table, and remember what refuted the other side."""
    level = task[LEVEL]
    best, step = nodes[level, BEST], nodes[level, BEST_STEP]
    if nodes[level, ALPHA] >= nodes[level, BETA]:
        mover = state[PLAYER] - CHANCE
        killers[mover, state[PHASE] & (PHASES - 1)] = step
        history[mover, step] += 1
        nodes[level, LEANS] = nodes[level, BEST_LEANS]
    met_limit = task[CIRCLES] and nodes[level, REACH] >= state[LIMIT]
    if nodes[level, LEANS] < level or met_limit:
        return
    nodes[level, LEANS] = INFINITE
    bound = EXACT
    if best <= nodes[level, LOW]:
        bound = AT_MOST
    elif best >= nodes[level, HIGH]:
        bound = AT_LEAST
    slot = nodes[level, KEY] & (len(keys) - 1)
    keys[slot] = nodes[level, KEY]
    values[slot] = best
    reach = nodes[level, REACH] - state[TURNS] if task[CIRCLES] else 0
    notes[slot] = reach << 18 | step << 2 | bound


@cache
def search_kernel(rules: Rules) -> Callable[..., int]:
    """The search: from the node at LEVEL until the one at FLOOR is done, or the next pause."""
    steps, play, halt, score = rules.steps, rules.play, rules.halt, rules.score

    @kernel
    def search(task, states, found, worth, nodes, starts, keys, values, notes, killers, history):
        while task[NODES] < task[PAUSE]:
            level = task[LEVEL]
            state = states[level]
            mover = state[PLAYER] - CHANCE
            if nodes[level, COUNT] == NEW:
                count = steps(state, found[level])
                killer = killers[mover, state[PHASE] & (PHASES - 1)]
                prepare(state, nodes, found, count, killer, task)
            following = nodes[level, NEXT]
            if nodes[level, ALPHA] >= nodes[level, BETA] or following == nodes[level, COUNT]:
                settle(state, nodes, keys, values, notes, killers, history, task)
                if level == task[FLOOR]:
                    return DONE
                task[LEVEL] = level - 1
                step = found[level - 1, nodes[level - 1, NEXT] - 1]
                take(nodes, level - 1, states[level - 1, PLAYER] == task[SEAT], step)
                continue
            looking = following == nodes[level, FRONT] and nodes[level, SEEN] < nodes[level, COUNT]
            place = nodes[level, SEEN] if looking else choose(nodes, found, worth, level)
            step = np.int64(found[level, place])
            after = states[level + 1]
            copy(state, after)
            play(after, step)
            task[NODES] += 1
            known = arrive(
                halt, score, after, state[TURNS], nodes, starts, keys, values, notes, task
            )
            if known:
                take(nodes, level, state[PLAYER] == task[SEAT], step)
            if looking:
                hint = -INFINITE
                if not known:
                    hint = history[mover, step]
                    if task[HINTS]:
                        ahead = lead(score, after, task)
                        hint += (ahead if state[PLAYER] == task[SEAT] else -ahead) << 28
                keep(nodes, found, worth, level, step, hint)
                continue
            nodes[level, NEXT] = following + 1
            if not known:
                if level + 2 == len(states):
                    return TOO_DEEP
                nodes[level + 1, COUNT] = NEW
                task[LEVEL] = level + 1
        return PAUSED

    return search
