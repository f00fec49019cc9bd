"""The entries that every game's state begins with, and what they may hold.

PLAYER   who takes the next step; CHANCE while a die is in the air
RESULT   GOING, or DRAW, or WON + the player who won
PHASE    where in a turn we are; FIRST_PHASE only at the start of one
TURNS    turns finished, by all players together
LIMIT    the turn limit; UNLIMITED if there is none
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

PLAYER, RESULT, PHASE, TURNS, LIMIT = range(5)
HEADER = 5
"""Where a game's own entries begin."""

CHANCE = -1
GOING, DRAW, WON = 0, 1, 2
FIRST_PHASE = 0

UNLIMITED = 32_767
"""More turns than a state can count; a game without a limit ends there too."""

ENTRY = "h"
"""An entry has 16 bits."""


def pack(entries: Sequence[int]) -> bytes:
    """The entries in few bytes, for the many positions of a game's past."""
    return array(ENTRY, entries).tobytes()


def unpack(packed: bytes) -> tuple[int, ...]:
    """The entries again."""
    return tuple(array(ENTRY, packed))


def without_turns(packed: bytes) -> bytes:
    """What must be the same for a position to be repeated: all but the number of turns."""
    size = array(ENTRY).itemsize
    return packed[: TURNS * size] + bytes(size) + packed[(TURNS + 1) * size :]
