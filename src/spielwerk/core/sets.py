"""Sets of up to 36 squares as the bits of one number: bit n stands for square n."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from spielwerk.core.kernel import rule

MOST_SQUARES = 36
# Powers of two leave 36 different remainders when divided by 37.
REMAINDERS = 37
SQUARE_OF_BIT = np.zeros(REMAINDERS, np.int16)
for _square in range(MOST_SQUARES):
    SQUARE_OF_BIT[(1 << _square) % REMAINDERS] = _square


def as_set(squares: Iterable[int]) -> int:
    """Squares as a set.

    >>> as_set([0, 3])
    9
    """
    return sum(1 << square for square in squares)


@rule
def first_square(squares: int) -> int:
    """The first square of a set that is not empty; `squares & squares - 1` are the others.

    >>> first_square(as_set([5, 17]))
    5
    """
    return int(SQUARE_OF_BIT[(squares & -squares) % REMAINDERS])
