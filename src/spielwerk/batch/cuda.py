"""Playouts on an NVIDIA GPU, from the same rule functions."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np

from spielwerk.batch.kernels import copy, play_out
from spielwerk.core.errors import NoSuchDevice
from spielwerk.core.game import Rules
from spielwerk.core.kernel import make_rules_compilable
from spielwerk.core.random import WORDS, seed_random
from spielwerk.core.state import RESULT

THREADS_PER_BLOCK = 64
LAUNCH = 1 << 20
"""Playouts in one launch; so many fill the largest GPU several times over."""


@cache
def numba_cuda() -> ModuleType:
    """numba's CUDA target, if it is installed and finds a GPU."""
    if not hasattr(np, "row_stack"):
        # numba-cuda 0.30 still names it, NumPy 2.5 no longer has it.
        np.row_stack = np.vstack  # type: ignore[attr-defined]
    try:
        from numba import cuda
    except ImportError:
        raise NoSuchDevice(_NO_GPU.format("numba-cuda is not installed")) from None
    if not cuda.is_available():
        raise NoSuchDevice(_NO_GPU.format("no NVIDIA GPU with a CUDA driver is found"))
    return cuda  # type: ignore[no-any-return]


_NO_GPU = (
    "Playouts on a GPU are not possible here: {}."
    ' Install spielwerk[gpu] on a machine with one, or take device="cpu".'
)


@cache
def gpu_kernel(rules: Rules) -> Any:
    """One playout after the other in each thread of the GPU."""
    deal, steps, play, score = rules.deal, rules.steps, rules.play, rules.score
    size, most_steps = rules.size, rules.most_steps
    cuda = numba_cuda()
    make_rules_compilable()

    @cuda.jit
    def playouts(start, fresh, seed, first, results, lengths, scores):  # type: ignore[no-untyped-def]
        state = cuda.local.array(size, np.int16)
        found = cuda.local.array(most_steps, np.int16)
        random = cuda.local.array(WORDS, np.int64)
        for i in range(cuda.grid(1), len(results), cuda.gridsize(1)):
            copy(start, state)
            seed_random(random, seed, first + i)
            if fresh:
                deal(state, random)
            lengths[i] = play_out(steps, play, state, random, found)
            results[i] = state[RESULT]
            for player in range(scores.shape[1]):
                scores[i, player] = score(state, player)

    return playouts


def run_on_gpu(
    rules: Rules,
    start: Any,
    fresh: bool,
    seed: int,
    results: Any,
    lengths: Any,
    scores: Any,
    progress: Callable[[int], None],
) -> None:
    """Fill the arrays, launch after launch."""
    cuda = numba_cuda()
    play = gpu_kernel(rules)
    start = cuda.to_device(start)
    for first in range(0, len(results), LAUNCH):
        part = slice(first, min(first + LAUNCH, len(results)))
        count = part.stop - part.start
        on_gpu = (
            cuda.device_array(count, np.int8),
            cuda.device_array(count, np.int32),
            cuda.device_array((count, scores.shape[1]), np.int16),
        )
        blocks = -(-count // THREADS_PER_BLOCK)
        play[blocks, THREADS_PER_BLOCK](start, fresh, seed, first, *on_gpu)
        for here, there in zip((results, lengths, scores), on_gpu, strict=True):
            if there.size:
                there.copy_to_host(here[part])
        progress(count)
