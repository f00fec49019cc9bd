"""What lies on the table of QBQ: for pictures and words."""

from __future__ import annotations

from collections.abc import Sequence

from spielwerk.core.position import Position
from spielwerk.core.state import PLAYER
from spielwerk.games.qbq.board import BOARD_SQUARES, DIRECTION_LETTERS, RAYS
from spielwerk.games.qbq.rules import CUBES, HEIGHT, NOBODY, OWNER, PLAYERS, SEATS


def colours_of(position: Position) -> Sequence[int]:
    """The colour of each seat."""
    state = position.entries
    return state[SEATS : SEATS + state[PLAYERS]]


def mover(position: Position) -> int:
    """The colour that is next."""
    return position.entries[SEATS + position.entries[PLAYER]]


def height_of(position: Position, name: str) -> int:
    """How many cubes stand on a square."""
    return position.entries[HEIGHT + BOARD_SQUARES.number[name]]


def fall_line(step: str, height: int) -> list[int]:
    """Where the cubes of a tower come to lie, from the second one up; -1 is off the board."""
    direction = DIRECTION_LETTERS.index(step[-1])
    ray = [int(square) for square in RAYS[BOARD_SQUARES.number[step[:2]], direction]]
    return (ray + [-1] * CUBES)[: height - 1]


def captured(position: Position, step: str) -> list[int]:
    """The squares on the fall line where other players' stacks stand, the nearest first."""
    line = fall_line(step, height_of(position, step[:2]))
    spared = (NOBODY, 1 + mover(position))
    return [n for n in line if n >= 0 and position.entries[OWNER + n] not in spared]
