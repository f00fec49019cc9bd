"""perft: how many ways a game can go on for so many steps."""

from __future__ import annotations

import numpy as np

from spielwerk.batch.kernels import perft_kernel
from spielwerk.core.errors import SpielwerkError
from spielwerk.core.position import Position

DEEPEST = 100


def perft(position: Position, depth: int) -> int:
    """The number of sequences of `depth` legal steps, faces of a die included.

    Games that end earlier do not count, and repetition is not looked at.

    >>> import spielwerk
    >>> [perft(spielwerk.game("kipp4").start(), depth) for depth in range(4)]
    [1, 8, 24, 180]
    """
    if not 0 <= depth <= DEEPEST:
        raise SpielwerkError(f"The depth {depth} is not possible: it can be 0 to {DEEPEST}.")
    if depth == 0:
        return 1
    rules = position.game.rules
    states = np.empty((depth + 1, rules.size), np.int16)
    states[0] = position.state
    found = np.empty((depth, rules.most_steps), np.int16)
    return int(perft_kernel(rules)(states, found, np.zeros(depth, np.int64)))
