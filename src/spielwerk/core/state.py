"""The entries that every game's state begins with, and what they may hold.

PLAYER   who takes the next step; CHANCE while a die is in the air
RESULT   GOING, or DRAW, or WON + the player who won
PHASE    where in a turn we are; FIRST_PHASE only at the start of one
TURNS    turns finished, by all players together
LIMIT    the turn limit; UNLIMITED if there is none
"""

from __future__ import annotations

PLAYER, RESULT, PHASE, TURNS, LIMIT = range(5)
HEADER = 5
"""Where a game's own entries begin."""

CHANCE = -1
GOING, DRAW, WON = 0, 1, 2
FIRST_PHASE = 0

UNLIMITED = 32_767
"""More turns than a state can count; a game without a limit ends there too."""
