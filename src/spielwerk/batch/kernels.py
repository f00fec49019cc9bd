"""Compiled code built from the rules of any game, for the CPU."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from spielwerk.core.game import Rules
from spielwerk.core.kernel import State, kernel, rule
from spielwerk.core.random import random_below, seed_random
from spielwerk.core.state import GOING, RESULT


@rule
def copy(source: State, target: State) -> None:
    """Copy a state entry by entry: a slice assignment takes numba seconds to compile."""
    for entry in range(len(source)):
        target[entry] = source[entry]


@cache
def playout_kernel(rules: Rules) -> Callable[..., None]:
    """Playouts one after the other, each with its own stream of the seed.

    The last three arguments are room to work in; to make it here takes longer to compile.
    The same loop as in `batch.cuda`. Shared as a rule of its own it would cost half a second of
    compiling: numba optimizes again, at each level of calls, all that lies below.
    """
    deal, steps, play, score = rules.deal, rules.steps, rules.play, rules.score

    @kernel
    def playouts(start, fresh, seed, first, results, lengths, scores, state, found, random):
        for i in range(len(results)):
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


@cache
def perft_kernel(rules: Rules) -> Callable[..., int]:
    """Count step sequences: states[0] is the root, the rest is room to work in."""
    steps, play = rules.steps, rules.play

    @kernel
    def perft(states, found, left):
        last = len(left) - 1
        nodes = 0
        level = 0
        if states[0, RESULT] != GOING:
            return nodes
        left[0] = steps(states[0], found[0])
        while level >= 0:
            if level == last:
                nodes += left[level]
                level -= 1
            elif left[level] == 0:
                level -= 1
            else:
                left[level] -= 1
                copy(states[level], states[level + 1])
                play(states[level + 1], found[level, left[level]])
                if states[level + 1, RESULT] == GOING:
                    level += 1
                    left[level] = steps(states[level], found[level])
        return nodes

    return perft


@rule
def trace(
    steps: Any, play: Any, start: State, codes: State, states: Any, found: Any, counts: State
) -> None:
    """Replay steps: for each position its state, and how many and which steps are legal there."""
    copy(start, states[0])
    for i in range(len(codes) + 1):
        counts[i] = steps(states[i], found[i]) if states[i, RESULT] == GOING else 0
        if i < len(codes):
            copy(states[i], states[i + 1])
            play(states[i + 1], codes[i])


@cache
def trace_kernel(rules: Rules) -> Callable[..., None]:
    """A trace on the CPU."""
    steps, play = rules.steps, rules.play

    @kernel
    def trace_on_cpu(start, codes, states, found, counts):
        trace(steps, play, start, codes, states, found, counts)

    return trace_on_cpu
