"""Symmetries of Block It!: the board turned and mirrored, the colours permuted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import permutations

from spielwerk.core.symmetry import Symmetry
from spielwerk.games.blockit.board import (
    CARD_SQUARES,
    CARDS,
    COLOURS,
    CROSSING_NAMES,
    SIDE,
    SQUARES,
)
from spielwerk.games.blockit.notation import TOKENS
from spielwerk.games.blockit.rules import (
    BLOCK,
    CARD,
    FIRST_CARD,
    LEFT,
    LOCKS,
    NO_SOLO,
    R2,
    RACE_COLOUR,
    RESTED,
    SEAT,
    SIZE,
    SOLO_RACE,
    THROWN,
)

MIRRORED_TURNS = str.maketrans("<>LR", "><RL")


def symmetries(players: int, solo: int, race_colour: int) -> tuple[Symmetry, ...]:
    """Each of the board's eight symmetries with each permutation of colours that keeps the
    order of play."""
    return tuple(
        _symmetry(mirrored, quarters, colours, 1 if solo else players)
        for mirrored in (False, True)
        for quarters in range(4)
        for colours in _permutations(players, solo, race_colour)
    )


def _permutations(players: int, solo: int, race_colour: int) -> Iterator[tuple[int, ...]]:
    for colours in permutations(range(4)):
        if solo == NO_SOLO:
            # Players go round together; colours that nobody plays are free.
            shift = colours[0]
            fits = all(colours[seat] == (seat + shift) % players for seat in range(players))
        else:
            fits = solo != SOLO_RACE or colours[race_colour] == race_colour
        if fits:
            yield colours


def _moved(name: str, mirrored: bool, quarters: int, side: int) -> str:
    """Where a square or crossing goes: mirrored left to right first, then turned clockwise."""
    file, rank = "abcde".index(name[0]), int(name[1]) - 1
    if mirrored:
        file = side - 1 - file
    for _ in range(quarters):
        file, rank = rank, side - 1 - file
    return f"{'abcde'[file]}{rank + 1}"


def _card(card: str, mirrored: bool, quarters: int, colours: Sequence[int]) -> str:
    """What a card becomes."""
    card = "".join(COLOURS[colours[COLOURS.index(letter)]] for letter in card)
    if mirrored:
        card = card[1] + card[0] + card[3] + card[2]
    return card[-quarters:] + card[:-quarters]


def _token(token: str, mirrored: bool, quarters: int) -> str:
    """What a step becomes."""
    if not token or token in ("roll", "keep"):
        return token
    side = SIDE - 1 if token[0] in "!-" else SIDE
    moved = re.sub(r"[a-e]\d", lambda name: _moved(name[0], mirrored, quarters, side), token)
    if "=" in moved:
        moved = "=".join(sorted(moved.split("=")))
    return moved.translate(MIRRORED_TURNS) if mirrored else moved


def _symmetry(mirrored: bool, quarters: int, colours: tuple[int, ...], players: int) -> Symmetry:
    places = list(range(SIZE))
    targets = [CARD_SQUARES.index(_moved(n, mirrored, quarters, SIDE)) for n in CARD_SQUARES]
    for square, target in enumerate(targets):
        for plane in (CARD, LOCKS, RESTED):
            places[plane + square] = plane + target
    for crossing, name in enumerate(CROSSING_NAMES):
        target = CROSSING_NAMES.index(_moved(name, mirrored, quarters, SIDE - 1))
        places[BLOCK + crossing] = BLOCK + target
    for colour, becomes in enumerate(colours):
        places[LEFT + colour] = LEFT + becomes
    cards = [CARDS.index(_card(card, mirrored, quarters, colours)) for card in CARDS]
    blocks = [0, *(1 + colour for colour in colours)]
    values: dict[int, Sequence[int]] = {CARD + square: cards for square in range(SQUARES)}
    values |= {BLOCK + crossing: blocks for crossing in range(len(CROSSING_NAMES))}
    values[FIRST_CARD] = [0, *(1 + target for target in targets)]
    values[RACE_COLOUR] = colours
    seats = colours[:players] if players > 1 else (0,)
    values[SEAT] = seats
    if mirrored:
        # L1 and R1, L2 and R2 trade places.
        values[THROWN] = [0, 2, 1, 4, 3, *range(1 + R2 + 1, 1 + R2 + 3)]
    codes = {token: code for code, token in enumerate(TOKENS)}
    steps = [
        codes[_token(token, mirrored, quarters)] if token else code
        for code, token in enumerate(TOKENS)
    ]
    letters = "".join(COLOURS[colour] for colour in colours)
    name = f"{'mirrored, ' if mirrored else ''}turned by {quarters}, {COLOURS} to {letters}"
    # Two new squares and one block left: the earlier crossing gets it, whatever the symmetry.
    exact = not mirrored and quarters == 0
    return Symmetry(name, places, steps, seats, values, exact)
