"""Random playouts: many games played to their end, on CPU threads or on a GPU."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt

from spielwerk.batch.kernels import playout_kernel
from spielwerk.core.errors import NoSuchDevice, SpielwerkError, listed
from spielwerk.core.game import Game, Rules
from spielwerk.core.position import Position
from spielwerk.core.random import LARGEST_SEED, WORDS
from spielwerk.core.state import WON

CHUNK = 512
"""Playouts that a CPU thread takes at a time; small, so that progress can be watched."""
DEVICES = ("cpu", "cuda")


@dataclass(frozen=True)
class Playouts:
    """What came of many playouts; entry i is the same for the same seed on any device."""

    game: Game
    results: npt.NDArray[np.int8]
    """How each ended: 1 without a winner, 2 + the player who won."""
    lengths: npt.NDArray[np.int32]
    """How many steps each took, dice included."""
    scores: npt.NDArray[np.int16]
    """What each player had counted at the end; no columns in games that count nothing."""
    seconds: float

    @property
    def count(self) -> int:
        """How many games were played."""
        return len(self.results)

    @property
    def steps(self) -> int:
        """How many steps were played in all."""
        return int(self.lengths.sum(dtype=np.int64))

    @property
    def rate(self) -> float:
        """Steps a second."""
        return self.steps / self.seconds

    @property
    def wins(self) -> tuple[int, ...]:
        """How many games each player won."""
        return tuple(int((self.results == WON + p).sum()) for p in range(self.game.players))

    @property
    def draws(self) -> int:
        """How many games nobody won."""
        return self.count - sum(self.wins)


def playouts(
    start: Game | Position,
    count: int = 1000,
    *,
    seed: int = 0,
    device: str = "cpu",
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Playouts:
    """Play random games to their end, from the start of a game or from a position.

    Each playout has a stream of random numbers of its own, so the results depend on the seed
    alone, not on the device or on the number of threads. Repetition is not looked at: the turn
    limit ends what goes round in circles. `progress` is told how many playouts were just done.

    >>> import spielwerk
    >>> done = playouts(spielwerk.game("veier"), 100, seed=1)
    >>> done.count, sum(done.wins) + done.draws
    (100, 100)
    """
    _check(count, seed, device, threads)
    game = start if isinstance(start, Game) else start.game
    state = np.array(game.blank() if isinstance(start, Game) else start.entries, np.int16)
    columns = 0 if game.scores(state.tolist()) is None else game.players
    results = np.empty(count, np.int8)
    lengths = np.empty(count, np.int32)
    scores = np.empty((count, columns), np.int16)
    fresh = isinstance(start, Game)
    progress = progress or (lambda done: None)
    began = time.perf_counter()
    if device == "cuda":
        from spielwerk.batch.cuda import run_on_gpu

        run_on_gpu(game.rules, state, fresh, seed, (results, lengths, scores), progress)
    else:
        play = playout_kernel(game.rules)

        def chunk(first: int) -> int:
            part = slice(first, min(first + CHUNK, count))
            arrays = results[part], lengths[part], scores[part]
            play(state, fresh, seed, first, *arrays, *scratch(game.rules))
            return part.stop - part.start

        run_in_threads(chunk, iter(range(0, count, CHUNK)), threads, progress)
    return Playouts(game, results, lengths, scores, time.perf_counter() - began)


def scratch(rules: Rules) -> tuple[np.ndarray[Any, Any], ...]:
    """Room for one thread to work in: a state, the steps found in it, random numbers."""
    return (
        np.empty(rules.size, np.int16),
        np.empty(rules.most_steps, np.int16),
        np.empty(WORDS, np.int64),
    )


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run_in_threads(
    work: Callable[[int], int],
    firsts: Iterator[int],
    threads: int | None,
    progress: Callable[[int], None],
) -> None:
    """Do chunks of work on all cores; stops at once when interrupted between chunks."""
    threads = threads or cores()
    with ThreadPoolExecutor(threads) as pool:
        pending: set[Future[int]] = {pool.submit(work, first) for first in islice(firsts, threads)}
        while pending:
            done, pending = wait(pending, return_when=FIRST_COMPLETED)
            for future in done:
                progress(future.result())
            pending |= {pool.submit(work, first) for first in islice(firsts, len(done))}


def _check(count: int, seed: int, device: str, threads: int | None) -> None:
    if count < 1:
        raise SpielwerkError(f"{count} playouts are not possible: ask for at least one.")
    if threads is not None and threads < 1:
        raise SpielwerkError(f"{threads} threads are not possible: ask for at least one.")
    if not 0 <= seed <= LARGEST_SEED:
        raise SpielwerkError(f"The seed {seed} is not possible: it can be 0 to {LARGEST_SEED}.")
    if device not in DEVICES:
        raise NoSuchDevice(f"There is no device {device!r}: there is {listed(DEVICES)}.")
