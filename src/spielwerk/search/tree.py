"""Tree search, compiled from the rules of any game: select, expand, simulate, back up.

Every node but the root is a step, and holds what the player who takes it may expect. So players
may take several steps in a row, and there may be any number of them.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from spielwerk.batch.kernels import copy
from spielwerk.core.game import Knowledge, Rules
from spielwerk.core.kernel import State, kernel, rule
from spielwerk.core.random import WORDS, random_below
from spielwerk.core.state import CHANCE, DRAW, GOING, PLAYER, RESULT, TURNS, WON

Array: TypeAlias = np.ndarray[Any, np.dtype[Any]]

ROOT = 0
MOST_PLAYERS = 4
MOST_DEPTH = 256
"""Steps from the root to a leaf; where a tree is this deep, it grows no deeper."""
CERTAIN = 1000
"""What an estimate calls a win."""
MARGIN_WEIGHT = 0.1
"""How much of a result the margin makes up, in games that count points."""


class Tree(NamedTuple):
    """The nodes, one entry each; the children of a node lie side by side."""

    step: Array
    """The step that leads here."""
    mover: Array
    """Who takes the next step; CHANCE at a die."""
    proven: Array
    """GOING, or the result that best play leads to."""
    distance: Array
    """Steps to that result."""
    first: Array
    """The first child; 0 where there are none yet."""
    children: Array
    visits: Array
    total: Array
    """The sum of results, each from -1 to 1, of whoever took the step that leads here."""
    outlook: Array
    """The sum of results of whoever takes the next step."""
    prior: Array
    """The game's own estimate for whoever took the step that leads here."""
    used: Array
    """One entry: how many nodes there are."""

    @classmethod
    def empty(cls, capacity: int) -> Tree:
        """A tree with a root only, and room for so many nodes."""
        kinds = (np.int16, np.int8, np.int8, np.int16, np.int32, np.int16, np.int32)
        nodes = [np.empty(capacity, kind) for kind in (*kinds, *3 * (np.float32,))]
        for entries in nodes:
            entries[ROOT] = 0
        return cls._make([*nodes, np.ones(1, np.int64)])

    @property
    def bytes(self) -> int:
        """The memory that it takes, however much of it is used."""
        return sum(array.nbytes for array in self)


NODE_BYTES = Tree.empty(1).bytes - 8


class Room(NamedTuple):
    """What one thread needs to work in."""

    state: Array
    other: Array
    found: Array
    path: Array
    hashes: Array
    """The position at each turn's start: of the game so far, then of the path."""
    rewards: Array
    random: Array

    @classmethod
    def of(cls, rules: Rules) -> Room:
        """Room for the rules of a game."""
        return cls(
            np.zeros(rules.size, np.int16),
            np.zeros(rules.size, np.int16),
            np.zeros(rules.most_steps, np.int16),
            np.zeros(MOST_DEPTH + 1, np.int64),
            np.zeros(MOST_DEPTH + UNFORGOTTEN, np.int64),
            np.zeros(MOST_PLAYERS, np.float64),
            np.zeros(WORDS, np.int64),
        )


UNFORGOTTEN = 1024
"""Turns of the game so far that are compared for repetition."""


@rule
def table_hash(state: State) -> int:
    """A number for all that must be the same for a position to be repeated."""
    number = 0
    for entry in range(len(state)):
        if entry != TURNS:
            number = (number ^ state[entry]) * 0x100000001B3
            number ^= number >> 29
    return number


@rule
def select(tree: Any, node: int, players: int, numbers: Any) -> int:
    """The child to visit: one that looks good, or that few visits tell little about.

    At a die the face that was thrown least: all are equally likely.
    """
    first: int = tree.first[node]
    best, best_score = first, -1e9
    mover = tree.mover[node]
    if mover == CHANCE:
        for child in range(first, first + tree.children[node]):
            if -tree.visits[child] > best_score:
                best, best_score = child, float(-tree.visits[child])
        return best
    trust = numbers.trust
    bonus = numbers.exploration * math.sqrt(tree.visits[node] / tree.children[node])
    bonus += 0.0 if trust > 0.0 else tree.outlook[node] / tree.visits[node]
    weight = max(trust, 1.0)
    for child in range(first, first + tree.children[node]):
        if tree.proven[child] == GOING:
            score = tree.total[child] + trust * tree.prior[child] + bonus
            score /= tree.visits[child] + weight
        else:
            score = result_for(tree.proven[child], mover, players)
            if score < 0.0:
                score -= 1000.0 - tree.distance[child]
        if score > best_score:
            best, best_score = child, score
    return best


@rule
def result_for(result: int, player: int, players: int) -> float:
    """What a finished game is worth to a player."""
    if result == DRAW or players == 1:
        return 0.0
    return 1.0 if result == WON + player else -1.0 / (players - 1)


@rule
def prove(tree: Any, node: int, players: int) -> bool:
    """Whether the children of a node prove its result: one wins, or all are known.

    The nearest win, the farthest loss. A die proves only what all its faces agree in, and a
    player who can only choose which other wins proves nothing.
    """
    mover = tree.mover[node]
    result, distance = GOING, 0
    first = tree.first[node]
    for child in range(first, first + tree.children[node]):
        proven = tree.proven[child]
        if proven == WON + mover:
            if result != proven or tree.distance[child] < distance:
                distance = tree.distance[child]
            result = proven
    if result == GOING:
        for child in range(first, first + tree.children[node]):
            proven = tree.proven[child]
            if proven == GOING:
                return False
            distance = max(distance, tree.distance[child])
            if result == GOING or result == proven:
                result = proven
            elif mover != CHANCE and (proven == DRAW or result == DRAW):
                result = DRAW
            else:
                return False
    tree.proven[node] = result
    tree.distance[node] = distance + 1
    return True


@rule
def is_trial(tree: Any, node: int, taken: int, players: int, numbers: Any) -> bool:
    """Whether the step that was taken is only a trial: another one is expected to be better."""
    mover = tree.mover[node]
    if mover == CHANCE:
        return False
    own, most = 0.0, -1e9
    for child in range(tree.first[node], tree.first[node] + tree.children[node]):
        value = result_for(tree.proven[child], mover, players)
        if tree.proven[child] == GOING:
            value = tree.total[child] + numbers.trust * tree.prior[child]
            value /= tree.visits[child] + max(numbers.trust, 1.0)
        most = max(most, value)
        if child == taken:
            own = value
    return own < most


@rule
def back_up(tree: Any, path: State, depth: int, rewards: Any, players: int, numbers: Any) -> None:
    """Count the result in every node on the path; pass on what is proven.

    Where the game says `greedy`, a trial counts for the step that was tried, and above it
    everything stays as good as it was.
    """
    proving = tree.proven[path[depth]] != GOING
    trial = False
    for level in range(depth, -1, -1):
        node = path[level]
        if level < depth and proving:
            proving = prove(tree, node, players)
        if level < depth and numbers.greedy and not trial:
            trial = is_trial(tree, node, path[level + 1], players, numbers)
        mover = tree.mover[node]
        taker = tree.mover[path[level - 1]] if level > 0 else mover
        if mover != CHANCE:
            tree.outlook[node] += (
                tree.outlook[node] / tree.visits[node] if trial else rewards[mover]
            )
        if taker != CHANCE:
            tree.total[node] += tree.total[node] / tree.visits[node] if trial else rewards[taker]
        tree.visits[node] += 1


class Numbers(NamedTuple):
    """The numbers of a game's `Knowledge`; they are no reason to compile anew."""

    cut: int
    trust: float
    points: float
    exploration: float
    greedy: bool

    @classmethod
    def of(cls, knowledge: Knowledge) -> Numbers:
        """Always of the same types, which is what compiled code goes by."""
        return cls(
            int(knowledge.cut),
            float(knowledge.trust),
            float(knowledge.points),
            float(knowledge.exploration),
            bool(knowledge.greedy),
        )


@cache
def search_kernel(
    rules: Rules,
    estimate: Callable[[State, int], int],
    choose: Callable[[State, State, int, State], int],
    repetition: bool,
) -> Callable[..., int]:
    """Simulations of one tree, until as many are done as asked for or the root is proven."""
    steps, play, halt, score = rules.steps, rules.play, rules.halt, rules.score

    @rule
    def is_third(state: State, hashes: State, turn_starts: int) -> bool:
        """Whether a position stands for the third time."""
        number = table_hash(state)
        before = 0
        for i in range(turn_starts):
            before += hashes[i] == number
        return before >= 2

    @rule
    def descend(
        tree: Any, room: Any, turn_starts: int, players: int, numbers: Any
    ) -> tuple[int, int]:
        """Take the best steps down to a leaf, or to what is proven: how deep, and how many turns
        started until then."""
        node, depth = ROOT, 0
        while tree.first[node] > 0 and depth < MOST_DEPTH:
            node = select(tree, node, players, numbers)
            depth += 1
            room.path[depth] = node
            if tree.proven[node] != GOING and tree.first[node] > 0:
                break
            turns = room.state[TURNS]
            play(room.state, tree.step[node])
            if repetition and room.state[TURNS] != turns:
                room.hashes[turn_starts] = table_hash(room.state)
                turn_starts += 1
        return depth, turn_starts

    @rule
    def expand(
        tree: Any, node: int, room: Any, turn_starts: int, players: int, guess: bool
    ) -> bool:
        """Give a node its children, in random order; each is looked at once. False if there is
        no room for them."""
        count = steps(room.state, room.found)
        first = tree.used[0]
        if first + count > len(tree.step):
            return False
        tree.used[0] = first + count
        tree.first[node], tree.children[node] = first, count
        for i in range(count):
            other = i + random_below(room.random, count - i)
            step = room.found[other]
            room.found[other] = room.found[i]
            copy(room.state, room.other)
            play(room.other, step)
            if repetition and room.other[TURNS] != room.state[TURNS]:
                if room.other[RESULT] == GOING and is_third(room.other, room.hashes, turn_starts):
                    halt(room.other)
            child = first + i
            tree.step[child] = step
            tree.mover[child] = room.other[PLAYER]
            tree.proven[child] = room.other[RESULT] if players > 1 else GOING
            tree.distance[child] = tree.first[child] = tree.visits[child] = 0
            tree.total[child] = tree.outlook[child] = tree.prior[child] = 0.0
            if guess and room.state[PLAYER] != CHANCE and room.other[RESULT] == GOING:
                tree.prior[child] = estimate(room.other, room.state[PLAYER]) / CERTAIN
        return True

    @rule
    def follow_die(tree: Any, node: int, room: Any) -> None:
        """Take the step that the estimate likes best: what has just fallen is not in an estimate
        until somebody has made use of it."""
        if tree.mover[node] != CHANCE:
            first: int = tree.first[node]
            best, most = first, -1e9
            for child in range(first, first + tree.children[node]):
                if tree.proven[child] == GOING and tree.prior[child] > most:
                    best, most = child, tree.prior[child]
            play(room.state, tree.step[best])

    @rule
    def simulate(room: Any, players: int, numbers: Any) -> None:
        """Play on to the end, or as far as a playout tells anything; then what each player gets.

        Who plays alone neither wins nor loses: there the estimate says how well it went.
        """
        state, length = room.state, 0
        while state[RESULT] == GOING and length < numbers.cut:
            count = steps(state, room.found)
            play(state, room.found[choose(state, room.found, count, room.random)])
            length += 1
        for player in range(players):
            if state[RESULT] == GOING or players == 1:
                room.rewards[player] = estimate(state, player) / CERTAIN
                continue
            result = result_for(state[RESULT], player, players)
            if numbers.points > 0.0:
                lead = lead_of(state, player, players)
                result += MARGIN_WEIGHT * (lead / (abs(lead) + numbers.points) - result)
            room.rewards[player] = result

    @rule
    def lead_of(state: State, player: int, players: int) -> int:
        """How far a player is ahead of the best of the others."""
        most = -UNFORGOTTEN
        for other in range(players):
            if other != player:
                most = max(most, score(state, other))
        return score(state, player) - most

    @kernel
    def search(tree, room, start, turn_starts, simulations, players, numbers):
        guess = numbers.trust > 0.0
        done = 0
        while done < simulations and tree.proven[ROOT] == GOING:
            copy(start, room.state)
            depth, starts = descend(tree, room, turn_starts, players, numbers)
            leaf = room.path[depth]
            fallen = guess and depth > 0 and tree.mover[room.path[depth - 1]] == CHANCE
            ripe = tree.visits[leaf] > 0 or leaf == ROOT or fallen
            unexpanded = tree.first[leaf] == 0 and tree.proven[leaf] == GOING
            if ripe and unexpanded and room.state[RESULT] == GOING:
                if expand(tree, leaf, room, starts, players, guess):
                    if not prove(tree, leaf, players) and fallen:
                        follow_die(tree, leaf, room)
            if tree.proven[leaf] != GOING and room.state[RESULT] == GOING:
                for player in range(players):
                    room.rewards[player] = result_for(tree.proven[leaf], player, players)
            else:
                simulate(room, players, numbers)
            back_up(tree, room.path, depth, room.rewards, players, numbers)
            done += 1
        return done

    return search


@cache
def keep_kernel() -> Callable[..., None]:
    """Copy the part of a tree below a node, which becomes the root."""

    @kernel
    def keep(tree, kept, origins, root):
        origins[ROOT] = root
        used = 1
        node = ROOT
        while node < used:
            origin = origins[node]
            kept.step[node] = tree.step[origin]
            kept.mover[node] = tree.mover[origin]
            kept.proven[node] = tree.proven[origin]
            kept.distance[node] = tree.distance[origin]
            kept.visits[node] = tree.visits[origin]
            kept.total[node] = tree.total[origin]
            kept.outlook[node] = tree.outlook[origin]
            kept.prior[node] = tree.prior[origin]
            kept.first[node] = 0
            if tree.first[origin] > 0:
                kept.first[node] = used
                kept.children[node] = tree.children[origin]
                for child in range(tree.children[origin]):
                    origins[used] = tree.first[origin] + child
                    used += 1
            node += 1
        kept.used[0] = used

    return keep


@cache
def table_hash_kernel() -> Callable[..., None]:
    """The hashes of positions at the start of turns."""

    @kernel
    def hashes_of(states, hashes):
        for i in range(len(states)):
            hashes[i] = table_hash(states[i])

    return hashes_of
