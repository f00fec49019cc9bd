"""Symmetries of the QBQ board: its colours go round with it."""

from __future__ import annotations

from collections.abc import Sequence

from spielwerk.core.sets import as_set
from spielwerk.core.symmetry import Symmetry
from spielwerk.games.qbq.board import (
    BOARD_SQUARES,
    DIRECTIONS,
    LARGE_FORMATION,
    SQUARES,
)
from spielwerk.games.qbq.rules import HEIGHT, OWNER, SIZE, SUPPLY


def symmetries(seats: Sequence[int]) -> tuple[Symmetry, ...]:
    """The board's symmetries that take the playing colours to each other in playing order."""
    found = []
    for name, targets in BOARD_SQUARES.symmetries().items():
        colours = _colours(targets)
        if {colours[colour] for colour in seats} != set(seats):
            continue
        players = [seats.index(colours[colour]) for colour in seats]
        shift = players[0]
        if all(target == (seat + shift) % len(seats) for seat, target in enumerate(players)):
            found.append(_symmetry(name, targets, colours, players))
    return tuple(found)


def _colours(targets: list[int]) -> list[int]:
    """Which colour's fields each colour's fields become."""
    fields = [int(squares) for squares in LARGE_FORMATION]
    return [
        fields.index(as_set([t for square, t in enumerate(targets) if squares >> square & 1]))
        for squares in fields
    ]


def _symmetry(name: str, targets: list[int], colours: list[int], players: list[int]) -> Symmetry:
    places = list(range(SIZE))
    for square, target in enumerate(targets):
        places[OWNER + square] = OWNER + target
        places[HEIGHT + square] = HEIGHT + target
    for colour, target in enumerate(colours):
        places[SUPPLY + colour] = SUPPLY + target
    # Where the neighbour in each direction goes tells what the direction becomes.
    middle = BOARD_SQUARES.at(2, 2)
    moves = {BOARD_SQUARES.ray(targets[middle], d)[0]: i for i, d in enumerate(DIRECTIONS)}
    directions = [moves[targets[BOARD_SQUARES.ray(middle, d)[0]]] for d in DIRECTIONS]
    steps = [a * SQUARES + b for a in targets for b in targets]
    steps += [SQUARES * SQUARES + 4 * square + d for square in targets for d in directions]
    steps += [SQUARES * (SQUARES + 4) + square for square in targets]
    owners = [0, *(1 + colour for colour in colours)]
    values = {OWNER + square: owners for square in range(SQUARES)}
    return Symmetry(name, places, steps, players, values)
