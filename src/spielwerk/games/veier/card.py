"""Véier before it is played."""

from __future__ import annotations

from spielwerk.pictures.card import Card, Told
from spielwerk.pictures.words import say

CARD = Card(
    tagline=say("Four in a row on a hexagon, again and again: every row is a point."),
    minutes=25,
    lively=(
        "....../..x..../..xxxxo./..oox..../...oox..../...xooo.x../..xooooxo./.xooxxx../x.o.ox../"
        "......./...... x 24,23"
    ),
    options={
        "last_turn": Told(
            say("Last turn"),
            say("When the first player runs out of pieces, the other has one more turn."),
        )
    },
)
