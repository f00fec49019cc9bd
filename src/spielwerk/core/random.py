"""Random numbers that are the same in the interpreter, on a CPU and on a GPU.

A generator is four 32-bit words in anything that can be indexed: Chris Doty-Humphrey's sfc32.
Every stream of a seed is its own sequence, so playout 17 is the same game on any device.
"""

from __future__ import annotations

from spielwerk.core.errors import SpielwerkError
from spielwerk.core.kernel import State, rule

WORDS = 4
MASK = 0xFFFFFFFF
LARGEST_SEED = 2**63 - 1


@rule
def random_word(random: State) -> int:
    """The next 32 random bits."""
    a, b, c, counter = random[0], random[1], random[2], random[3]
    word = (a + b + counter) & MASK
    random[0] = b ^ (b >> 9)
    random[1] = (c + (c << 3)) & MASK
    random[2] = (((c << 21) & MASK | (c >> 11)) + word) & MASK
    random[3] = (counter + 1) & MASK
    return word


@rule
def random_below(random: State, bound: int) -> int:
    """A number from 0 to bound - 1, for bounds far below 2**32."""
    return (random_word(random) * bound) >> 32


@rule
def seed_random(random: State, seed: int, stream: int) -> None:
    """Begin the given stream of a seed; both from 0 to LARGEST_SEED."""
    random[0] = seed & MASK
    random[1] = (seed >> 32) ^ ((stream >> 32) << 1)
    random[2] = stream & MASK
    random[3] = 1
    for _ in range(15):
        random_word(random)


def random_stream(seed: int, stream: int = 0) -> list[int]:
    """A stream of a seed, for rule functions in the interpreter."""
    if not 0 <= seed <= LARGEST_SEED:
        raise SpielwerkError(f"The seed {seed} is not possible: it can be 0 to {LARGEST_SEED}.")
    random = [0] * WORDS
    seed_random(random, seed, stream)
    return random
