"""The Block It! board as data: cards, their quarters, and the crossings between them."""

from __future__ import annotations

from itertools import permutations

import numpy as np

SIDE = 5
COLOURS = "rybk"

# Cards lie on a1, a2, … e5 and crossings are a1, a2, … d4: file after file.
CARD_SQUARES = tuple(f"{file}{rank}" for file in "abcde" for rank in range(1, SIDE + 1))
SQUARES = len(CARD_SQUARES)
CROSSING_NAMES = tuple(f"{file}{rank}" for file in "abcd" for rank in range(1, SIDE))
CROSSINGS = len(CROSSING_NAMES)

# A card is written by its colours clockwise from the north-west quarter. It is one of six
# orders, in one of four orientations:
NORTH_WEST, NORTH_EAST, SOUTH_EAST, SOUTH_WEST = range(4)
ORDERS = tuple("r" + "".join(others) for others in permutations("ybk"))
CARDS = tuple(order[-i:] + order[:-i] for order in ORDERS for i in range(4))
"""All cards; card 4 * order + i is the order turned right by i quarters."""

QUARTERS = np.array([[COLOURS.index(letter) for letter in card] for card in CARDS], np.int16)
"""QUARTERS[card, quarter]: the colour there."""

ORDER_COUNTS = {order: 5 if order == COLOURS else 4 for order in ORDERS}
DECK = np.array([CARDS.index(order) for order, n in ORDER_COUNTS.items() for _ in range(n)])
"""The 25 cards of the box."""

# Crossing b2 is where the north-east quarter of card b2 meets three others:
#
#     b3 | c3
#     ---+---
#     b2 | c2
CARD_OF_CROSSING = np.array([CARD_SQUARES.index(name) for name in CROSSING_NAMES], np.int16)
"""CARD_OF_CROSSING[crossing]: the square of the card to its south-west."""
NORTH, EAST = 1, SIDE
"""How much higher the number of the next square is."""

FACES = ("L1", "R1", "L2", "R2", "SW", "AB")
