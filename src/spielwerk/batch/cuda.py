"""Playouts on an NVIDIA GPU, from the same rule functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np

from spielwerk.batch.kernels import copy, trace
from spielwerk.core.errors import NoSuchDevice
from spielwerk.core.game import Rules
from spielwerk.core.kernel import kept, make_rules_compilable
from spielwerk.core.random import WORDS, random_below, seed_random
from spielwerk.core.state import GOING, RESULT

THREADS_PER_BLOCK = 64
LAUNCH = 1 << 20
"""Playouts in one launch; so many fill the largest GPU several times over."""


_NO_GPU = (
    "Playouts on a GPU are not possible here: {}."
    ' Install spielwerk[gpu] on a machine with one, or take device="cpu".'
)

if not hasattr(np, "row_stack"):
    # numba-cuda 0.30 still names it, NumPy 2.5 no longer has it.
    np.row_stack = np.vstack

try:
    from numba import cuda
except ImportError:
    raise NoSuchDevice(_NO_GPU.format("numba-cuda is not installed")) from None


def find_gpu() -> None:
    """Make sure that there is one."""
    if not cuda.is_available():
        raise NoSuchDevice(_NO_GPU.format("no NVIDIA GPU with a CUDA driver is found"))


def gpu(function: Callable[..., Any]) -> Any:
    """Compile for the GPU when it is first called, and keep the machine code on disk."""
    make_rules_compilable()
    return kept(cuda.jit, function)


@cache
def gpu_kernel(rules: Rules) -> Any:
    """One playout after the other in each thread of the GPU."""
    deal, steps, play, score = rules.deal, rules.steps, rules.play, rules.score
    size, most_steps = rules.size, rules.most_steps

    @gpu
    def playouts(start, fresh, seed, first, results, lengths, scores):
        state = cuda.local.array(size, np.int16)
        found = cuda.local.array(most_steps, np.int16)
        random = cuda.local.array(WORDS, np.int64)
        for i in range(cuda.grid(1), len(results), cuda.gridsize(1)):
            copy(start, state)
            seed_random(random, seed, first + i)
            if fresh:
                deal(state, random)
            length = 0
            while state[RESULT] == GOING:
                count = steps(state, found)
                play(state, found[random_below(random, count)])
                length += 1
            lengths[i] = length
            results[i] = state[RESULT]
            for player in range(scores.shape[1]):
                scores[i, player] = score(state, player)

    return playouts


class Slot:
    """Room for one launch on the GPU and, page-locked, on the host."""

    def __init__(self, count: int, columns: int) -> None:
        kinds = ((count, np.int8), (count, np.int32), ((count, columns), np.int16))
        self.stream = cuda.stream()
        self.on_gpu = [cuda.device_array(shape, kind) for shape, kind in kinds]
        # A game that counts nothing has no scores, and nothing cannot be page-locked.
        self.on_host = [
            cuda.pinned_array(array.shape, array.dtype) if array.size else np.empty(array.shape)
            for array in self.on_gpu
        ]
        self.part = slice(0, 0)

    def launch(self, play: Any, part: slice, start: Any, fresh: bool, seed: int) -> None:
        """Begin the playouts of a part, and the way back of what comes of them."""
        self.part = part
        count = part.stop - part.start
        shape = -(-count // THREADS_PER_BLOCK), THREADS_PER_BLOCK
        arrays = [there[:count] for there in self.on_gpu]
        play[(*shape, self.stream)](start, fresh, seed, part.start, *arrays)
        for there, here in zip(arrays, self.on_host, strict=True):
            if there.size:
                there.copy_to_host(here[:count], stream=self.stream)

    def collect(self, arrays: Sequence[Any]) -> int:
        """Wait for the launch and put its results where they belong; how many they are."""
        count: int = self.part.stop - self.part.start
        if count:
            self.stream.synchronize()
            for array, here in zip(arrays, self.on_host, strict=True):
                array[self.part] = here[:count]
        self.part = slice(0, 0)
        return count


def run_on_gpu(
    rules: Rules,
    start: Any,
    fresh: bool,
    seed: int,
    arrays: Sequence[Any],
    progress: Callable[[int], None],
) -> None:
    """Fill results, lengths and scores; while the GPU plays one part, the last comes back."""
    find_gpu()
    play = gpu_kernel(rules)
    start = cuda.to_device(start)
    total = len(arrays[0])
    slots = [Slot(min(LAUNCH, total), arrays[-1].shape[1]) for _ in range(2)]
    for number, first in enumerate(range(0, total, LAUNCH)):
        part = slice(first, min(first + LAUNCH, total))
        slots[number % 2].launch(play, part, start, fresh, seed)
        progress(slots[(number + 1) % 2].collect(arrays))
    for slot in slots:
        progress(slot.collect(arrays))


@cache
def gpu_trace_kernel(rules: Rules) -> Any:
    """A trace in one thread of the GPU."""
    steps, play = rules.steps, rules.play

    @gpu
    def trace_on_gpu(start, codes, states, found, counts):
        trace(steps, play, start, codes, states, found, counts)

    return trace_on_gpu


def run_trace_on_gpu(rules: Rules, *arrays: Any) -> None:
    """Fill the states, steps and counts of a trace."""
    find_gpu()
    on_gpu = [cuda.to_device(array) for array in arrays]
    gpu_trace_kernel(rules)[1, 1](*on_gpu)
    for here, there in zip(arrays, on_gpu, strict=True):
        if there.size:
            there.copy_to_host(here)
