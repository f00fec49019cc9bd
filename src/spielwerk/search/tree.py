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


NODE = np.dtype(
    [
        ("visits", np.int32),
        ("total", np.float32),  # of results, each from -1 to 1, for who took the step leading here
        ("prior", np.float32),  # the game's own estimate for the same player
        ("outlook", np.float32),  # the total of results for who takes the next step
        ("first", np.int32),  # the first child; 0 where there are none yet
        ("children", np.int16),
        ("step", np.int16),  # the one leading here
        ("distance", np.int16),  # steps to the result that is proven
        ("proven", np.int8),  # GOING, or the result that best play leads to
        ("mover", np.int8),  # who takes the next step; CHANCE at a die
    ],
    align=True,
)
"""What is kept of a step; all in one place, for a simulation needs nearly all of it."""
NODE_BYTES = NODE.itemsize


class Tree(NamedTuple):
    """The nodes; the children of a node lie side by side."""

    nodes: Array
    used: Array
    """One entry: how many nodes there are."""

    @classmethod
    def empty(cls, capacity: int) -> Tree:
        """A tree with a root only, and room for so many nodes."""
        nodes = np.empty(capacity, NODE)
        nodes[ROOT] = 0
        return cls(nodes, np.ones(1, np.int64))

    @property
    def bytes(self) -> int:
        """The memory that it takes, however much of it is used."""
        return self.nodes.nbytes + self.used.nbytes


UNFORGOTTEN = 1024
"""Turns of the game so far that are compared for repetition."""


def make_room(rules: Rules) -> Array:
    """What one thread needs to work in: one entry, for compiled code passes a reference to that,
    where it would copy the descriptions of seven arrays with every call."""
    entry = [
        ("state", np.int16, rules.size),
        ("other", np.int16, rules.size),
        ("found", np.int16, rules.most_steps),
        ("path", np.int64, MOST_DEPTH + 1),
        # The position at each turn's start: of the game so far, then of the path.
        ("hashes", np.int64, UNFORGOTTEN + MOST_DEPTH),
        ("rewards", np.float64, MOST_PLAYERS),
        ("random", np.int64, WORDS),
    ]
    return np.zeros(1, np.dtype(entry, align=True))


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
def select(nodes: Any, node: int, players: int, numbers: Any) -> int:
    """The child to visit: one that looks good, or that few visits tell little about.

    At a die the face that was thrown least: all are equally likely.
    """
    above = nodes[node]
    first: int = above.first
    best, best_score = first, -1e9
    if above.mover == CHANCE:
        for i in range(first, first + above.children):
            if -nodes[i].visits > best_score:
                best, best_score = i, float(-nodes[i].visits)
        return best
    trust = numbers.trust
    bonus = numbers.exploration * math.sqrt(above.visits / above.children)
    bonus += 0.0 if trust > 0.0 else above.outlook / above.visits
    weight = max(trust, 1.0)
    for i in range(first, first + above.children):
        child = nodes[i]
        if child.proven == GOING:
            score = (child.total + trust * child.prior + bonus) / (child.visits + weight)
        else:
            score = result_for(child.proven, above.mover, players)
            if score < 0.0:
                score -= 1000.0 - child.distance
        if score > best_score:
            best, best_score = i, score
    return best


@rule
def result_for(result: int, player: int, players: int) -> float:
    """What a finished game is worth to a player."""
    if result == DRAW or players == 1:
        return 0.0
    return 1.0 if result == WON + player else -1.0 / (players - 1)


@rule
def prove(nodes: Any, node: int, players: int) -> bool:
    """Whether the children of a node prove its result: one wins, or all are known.

    The nearest win, the farthest loss. A die proves only what all its faces agree in, and a
    player who can only choose which other wins proves nothing.
    """
    above = nodes[node]
    result, distance = GOING, 0
    for i in range(above.first, above.first + above.children):
        child = nodes[i]
        if child.proven == WON + above.mover:
            if result != child.proven or child.distance < distance:
                distance = child.distance
            result = child.proven
    if result == GOING:
        for i in range(above.first, above.first + above.children):
            child = nodes[i]
            if child.proven == GOING:
                return False
            distance = max(distance, child.distance)
            if result == GOING or result == child.proven:
                result = child.proven
            elif above.mover != CHANCE and (child.proven == DRAW or result == DRAW):
                result = DRAW
            else:
                return False
    above.proven = result
    above.distance = distance + 1
    return True


@rule
def is_trial(nodes: Any, node: int, taken: int, players: int, numbers: Any) -> bool:
    """Whether the step that was taken is only a trial: another one is expected to be better."""
    above = nodes[node]
    if above.mover == CHANCE:
        return False
    own, most = 0.0, -1e9
    for i in range(above.first, above.first + above.children):
        child = nodes[i]
        value = result_for(child.proven, above.mover, players)
        if child.proven == GOING:
            value = child.total + numbers.trust * child.prior
            value /= child.visits + max(numbers.trust, 1.0)
        most = max(most, value)
        if i == taken:
            own = value
    return own < most


@rule
def back_up(nodes: Any, path: State, depth: int, rewards: Any, players: int, numbers: Any) -> None:
    """Count the result in every node on the path; pass on what is proven.

    Where the game says `greedy`, a trial counts for the step that was tried, and above it
    everything stays as good as it was.
    """
    proving = nodes[path[depth]].proven != GOING
    trial = False
    for level in range(depth, -1, -1):
        node = nodes[path[level]]
        if level < depth and proving:
            proving = prove(nodes, path[level], players)
        if level < depth and numbers.greedy and not trial:
            trial = is_trial(nodes, path[level], path[level + 1], players, numbers)
        taker = nodes[path[level - 1]].mover if level > 0 else node.mover
        if node.mover != CHANCE:
            node.outlook += node.outlook / node.visits if trial else rewards[node.mover]
        if taker != CHANCE:
            node.total += node.total / node.visits if trial else rewards[taker]
        node.visits += 1


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
        nodes: Any, room: Any, turn_starts: int, players: int, numbers: Any
    ) -> tuple[int, int]:
        """Take the best steps down to a leaf, or to what is proven: how deep, and how many turns
        started until then."""
        node, depth = ROOT, 0
        while nodes[node].first > 0 and depth < MOST_DEPTH:
            node = select(nodes, node, players, numbers)
            depth += 1
            room.path[depth] = node
            if nodes[node].proven != GOING and nodes[node].first > 0:
                break
            turns = room.state[TURNS]
            play(room.state, nodes[node].step)
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
        if first + count > len(tree.nodes):
            return False
        tree.used[0] = first + count
        for i in range(count):
            other = i + random_below(room.random, count - i)
            step = room.found[other]
            room.found[other] = room.found[i]
            copy(room.state, room.other)
            play(room.other, step)
            if repetition and room.other[TURNS] != room.state[TURNS]:
                if room.other[RESULT] == GOING and is_third(room.other, room.hashes, turn_starts):
                    halt(room.other)
            child = tree.nodes[first + i]
            child.step = step
            child.mover = room.other[PLAYER]
            child.proven = room.other[RESULT] if players > 1 else GOING
            child.distance = child.first = child.visits = 0
            child.total = child.outlook = child.prior = 0.0
            if guess and room.state[PLAYER] != CHANCE and room.other[RESULT] == GOING:
                child.prior = estimate(room.other, room.state[PLAYER]) / CERTAIN
        # Last, for another thread may be reading: what has a first child has all of them.
        tree.nodes[node].children = count
        tree.nodes[node].first = first
        return True

    @rule
    def follow_die(nodes: Any, node: int, state: State) -> None:
        """Take the step that the estimate likes best: what has just fallen is not in an estimate
        until somebody has made use of it."""
        above = nodes[node]
        if above.mover != CHANCE:
            first: int = above.first
            best, most = first, -1e9
            for i in range(first, first + above.children):
                if nodes[i].proven == GOING and nodes[i].prior > most:
                    best, most = i, nodes[i].prior
            play(state, nodes[best].step)

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
    def search(tree, rooms, start, turn_starts, simulations, players, numbers):
        nodes, room = tree.nodes, rooms[0]
        guess = numbers.trust > 0.0
        done = 0
        while done < simulations and nodes[ROOT].proven == GOING:
            copy(start, room.state)
            depth, starts = descend(nodes, room, turn_starts, players, numbers)
            place = room.path[depth]
            leaf = nodes[place]
            fallen = guess and depth > 0 and nodes[room.path[depth - 1]].mover == CHANCE
            ripe = leaf.visits > 0 or place == ROOT or fallen
            unexpanded = leaf.first == 0 and leaf.proven == GOING
            if ripe and unexpanded and room.state[RESULT] == GOING:
                if expand(tree, place, room, starts, players, guess):
                    if not prove(nodes, place, players) and fallen:
                        follow_die(nodes, place, room.state)
            if leaf.proven != GOING and room.state[RESULT] == GOING:
                for player in range(players):
                    room.rewards[player] = result_for(leaf.proven, player, players)
            else:
                simulate(room, players, numbers)
            back_up(nodes, room.path, depth, room.rewards, players, numbers)
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
            kept.nodes[node] = tree.nodes[origins[node]]
            first = kept.nodes[node].first
            if first > 0:
                kept.nodes[node].first = used
                for child in range(kept.nodes[node].children):
                    origins[used] = first + child
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
