"""A search that can be watched, stopped and followed through a game."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple, Protocol

import numpy as np

from spielwerk.core.errors import SpielwerkError
from spielwerk.core.game import Knowledge
from spielwerk.core.position import Position
from spielwerk.core.random import random_stream
from spielwerk.core.state import DRAW, GOING, PLAYER, WON
from spielwerk.search.tree import (
    NODE_BYTES,
    ROOT,
    UNFORGOTTEN,
    Numbers,
    Tree,
    keep_kernel,
    make_room,
    result_for,
    search_kernel,
    table_hash_kernel,
)

MEMORY = 64_000_000
"""Bytes that the trees of a search may take, unless told otherwise."""
SLICE = 0.005
"""Seconds of compiled work at a time; a search can be stopped in between."""
FIRST_SLICE = 64
"""Simulations in the first slice, before it is known how many take how long."""
WITHOUT_END = 2**62
LINE = 8
"""How many steps of the line that a search expects are told."""


class Stop(Protocol):
    """Anything that can be set from another thread, such as `threading.Event`."""

    def is_set(self) -> bool:
        """Whether the search shall come to an end."""


@dataclass(frozen=True)
class Thought:
    """What a search thinks of one step."""

    step: str
    visits: int
    """How many simulations went that way."""
    expected: float
    """The expected result for the player who takes it, from -1 to 1."""
    proven: str | None
    """"win", "draw" or "loss" where that is certain."""
    distance: int
    """Steps to the end that is proven, after this one."""
    line: tuple[str, ...]
    """The steps that are expected, this one first."""


@dataclass(frozen=True)
class Thoughts:
    """What a search thinks of a position: data for hints and analysis."""

    position: Position
    steps: tuple[Thought, ...]
    """All legal steps, the best first."""
    simulations: int
    """All that the tree knows of, those of earlier searches included."""
    nodes: int
    seconds: float

    @property
    def best(self) -> Thought:
        """The step to take."""
        return self.steps[0]

    @property
    def expected(self) -> float:
        """The expected result for the player whose turn it is, from -1 to 1."""
        return self.best.expected

    @property
    def proven(self) -> str | None:
        """The result with best play, where that is certain."""
        return self.best.proven


class Search:
    """A tree search from a position.

    It can go on from where it was, and follow the game. Each thread has a tree of its own; what
    they found is added up. The same seed, threads and simulations give the same thoughts.

    >>> import spielwerk
    >>> position = spielwerk.game("kipp4").start()
    >>> search = Search(position, seed=1)
    >>> thoughts = search.run(simulations=200)
    >>> thoughts.simulations, thoughts.best.step in position.steps
    (200, True)
    >>> search.play(thoughts.best.step)
    >>> search.run(simulations=100).simulations > 100
    True
    """

    def __init__(
        self,
        position: Position,
        *,
        seed: int = 0,
        threads: int = 1,
        memory: int = MEMORY,
        knowledge: Knowledge | None = None,
    ) -> None:
        """Prepare; `memory` bounds the bytes of all trees together."""
        _check(position, threads, memory)
        self.position = position
        self.knowledge = knowledge or position.game.knowledge
        self.seconds = 0.0
        capacity = max(memory // threads // NODE_BYTES, 1 + position.game.rules.most_steps)
        self._trees = [Tree.empty(capacity) for _ in range(threads)]
        self._rooms = [make_room(position.game.rules) for _ in range(threads)]
        for thread, room in enumerate(self._rooms):
            room["random"] = random_stream(seed, thread)
        self._arrive()

    @property
    def memory(self) -> int:
        """Bytes that the trees take at most."""
        return sum(tree.bytes for tree in self._trees)

    def run(
        self,
        simulations: int | None = None,
        seconds: float | None = None,
        *,
        stop: Stop | None = None,
        progress: Callable[[Thoughts], None] | None = None,
        settle: bool = False,
    ) -> Thoughts:
        """Search on: so many simulations, or so many seconds, or until something is proven.

        `stop` ends it at once, with the thoughts so far. `progress` hears of them now and then.
        With `settle` the rest of the seconds is saved where another step cannot catch up any more.
        """
        if simulations is None and seconds is None:
            raise SpielwerkError("A search needs a number of simulations or of seconds.")
        began = time.perf_counter()
        deadline = began + seconds if seconds is not None else float("inf")
        threads = len(self._trees)
        shares = [((simulations or WITHOUT_END) + i) // threads for i in range(threads)]
        before = self._simulations

        def over() -> bool:
            return (
                (stop is not None and stop.is_set())
                or time.perf_counter() >= deadline
                or any(tree.nodes[ROOT]["proven"] != GOING for tree in self._trees)
                or (settle and is_settled())
            )

        def is_settled() -> bool:
            now = time.perf_counter()
            rate = (self._simulations - before) / (now - began)
            return self._lead > rate * (deadline - now)

        def work(thread: int) -> None:
            for _ in self._slices(thread, shares[thread]):
                if progress and thread == 0:
                    progress(self.thoughts)
                if over():
                    return

        if threads == 1:
            work(0)
        else:
            with ThreadPoolExecutor(threads) as pool:
                list(pool.map(work, range(threads)))
        self.seconds += time.perf_counter() - began
        return self.thoughts

    def play(self, step: str) -> None:
        """Follow the game: the tree below the step is kept."""
        position = self.position.play(step)
        if position.over:
            raise SpielwerkError(f"{step} ends the game: there is nothing more to search.")
        code = self.position.game.codes[step]
        self.position = position
        self._trees = [_kept(tree, code) for tree in self._trees]
        self._arrive()

    @property
    def thoughts(self) -> Thoughts:
        """What the search thinks so far; also while it runs."""
        steps = sorted(self._all_thoughts(), key=_rank, reverse=True)
        return Thoughts(
            self.position,
            tuple(steps),
            self._simulations,
            sum(int(tree.used[0]) for tree in self._trees),
            self.seconds,
        )

    @property
    def _simulations(self) -> int:
        return sum(int(tree.nodes[ROOT]["visits"]) for tree in self._trees)

    @property
    def _lead(self) -> int:
        """How many visits the step that is visited most is ahead of the next."""
        visits = dict.fromkeys(self.position.codes, 0)
        for tree in self._trees:
            for child in _children(tree):
                visits[child.step] += child.visits
        most, second, *_ = sorted((0, 0, *visits.values()), reverse=True)
        return most - second

    def _arrive(self) -> None:
        """Set the trees up for the present position."""
        past = self.position.turn_starts[-UNFORGOTTEN:]
        size = self.position.game.rules.size
        states = np.frombuffer(b"".join(past), np.int16).reshape(-1, size)
        self._turn_starts = len(past) if self.position.game.repetition else 0
        for tree, room in zip(self._trees, self._rooms, strict=True):
            tree.nodes[ROOT]["mover"] = self.position.entries[PLAYER]
            if self._turn_starts:
                table_hash_kernel()(states, room["hashes"][0])

    def _slices(self, thread: int, simulations: int) -> Iterator[int]:
        """Do so many simulations in slices of a few milliseconds each."""
        game = self.position.game
        known, numbers = self.knowledge, Numbers.of(self.knowledge)
        search = search_kernel(game.rules, known.estimate, known.choose, game.repetition)
        tree, room, state = self._trees[thread], self._rooms[thread], self.position.state
        size = FIRST_SLICE
        while simulations > 0:
            began = time.perf_counter()
            asked = min(size, simulations)
            done = search(tree, room, state, self._turn_starts, asked, game.players, numbers)
            simulations -= done
            yield done
            if done < asked:
                return
            if time.perf_counter() - began < SLICE / 2:
                size *= 4

    def _all_thoughts(self) -> Iterator[Thought]:
        """What is thought of each step, in no order."""
        tokens = self.position.game.notation.tokens
        mover = self.position.entries[PLAYER]
        known: dict[int, list[tuple[Child, Tree]]] = {code: [] for code in self.position.codes}
        for tree in self._trees:
            for child in _children(tree):
                known[child.step].append((child, tree))
        for code, children in known.items():
            visits = sum(child.visits for child, _ in children)
            total = sum(child.total for child, _ in children)
            expected, proven, distance = total / visits if visits else 0.0, None, 0
            for child, _ in children:
                if child.proven != GOING:
                    proven, distance = _outcome(child.proven, mover), child.distance
                    expected = result_for(child.proven, mover, self.position.game.players)
            line = [code]
            if visits > 1:
                child, tree = max(children, key=lambda known: known[0].visits)
                line.extend(islice(_line(tree, child.node), LINE - 1))
            steps = tuple(tokens[step] for step in line)
            yield Thought(tokens[code], visits, expected, proven, distance, steps)


class Child(NamedTuple):
    """A node below another one, as plain numbers."""

    node: int
    step: int
    visits: int
    total: float
    proven: int
    distance: int


def _children(tree: Tree, node: int = ROOT) -> list[Child]:
    first = int(tree.nodes[node]["first"])
    if first == 0:
        return []
    part = slice(first, first + int(tree.nodes[node]["children"]))
    known = tree.nodes[list(Child._fields[1:])][part].tolist()
    return [Child(node, *numbers) for node, numbers in enumerate(known, start=first)]


def _outcome(result: int, player: int) -> str:
    return "draw" if result == DRAW else "win" if result == WON + player else "loss"


def _rank(thought: Thought) -> tuple[float, ...]:
    """The nearest win first, the nearest loss last, between them what was visited most."""
    if thought.proven == "win":
        return (2, -thought.distance)
    if thought.proven == "loss":
        return (0, thought.distance)
    return (1, thought.visits, thought.expected)


def _line(tree: Tree, node: int) -> Iterator[int]:
    """The steps that are expected below a node."""
    while first := int(tree.nodes[node]["first"]):
        mover = int(tree.nodes[node]["mover"])
        part = slice(first, first + int(tree.nodes[node]["children"]))
        if tree.nodes[part]["proven"].any():
            best = max(_children(tree, node), key=lambda child: _preference(child, mover)).node
        else:
            best = first + int(tree.nodes[part]["visits"].argmax())
        if tree.nodes[best]["visits"] == 0 and tree.nodes[best]["proven"] == GOING:
            return
        yield int(tree.nodes[best]["step"])
        node = best


def _preference(child: Child, mover: int) -> tuple[int, int]:
    """The nearest win first, the nearest loss last, between them what was visited most."""
    if child.proven == WON + mover:
        return (2, -child.distance)
    return (0, child.distance) if child.proven >= WON else (1, child.visits)


def _kept(tree: Tree, code: int) -> Tree:
    """The part of a tree below a step of its root."""
    kept = Tree.empty(len(tree.nodes))
    for child in _children(tree):
        if child.step == code:
            keep_kernel()(tree, kept, np.empty(len(tree.nodes), np.int32), child.node)
    return kept


def _check(position: Position, threads: int, memory: int) -> None:
    if position.over:
        raise SpielwerkError("The game is over: there is nothing to search.")
    if threads < 1:
        raise SpielwerkError(f"{threads} threads are not possible: ask for at least one.")
    if memory < NODE_BYTES:
        raise SpielwerkError(f"{memory} bytes are too few: ask for some megabytes.")
