"""Spitze before it is played."""

from __future__ import annotations

from spielwerk.pictures.card import TURN_LIMIT, Card, Told
from spielwerk.pictures.words import say

CARD = Card(
    tagline=say("Jump over exactly two, build towers: the piece on top owns them."),
    minutes=15,
    lively=(
        "d,.,dld,l,d,./.,.,.,d,ldl,./.,l,d,ld,d,./l,dldl,l,d,.,./.,.,dl,ldl,.,l/"
        ".,.,l,l,ld,dldd l - 16"
    ),
    options={
        "setup": Told(
            say("Set-up"),
            say("How the pieces stand at the start."),
            choices={"checkerboard": say("checkerboard"), "ranks": say("in ranks")},
        ),
        "turn_limit": TURN_LIMIT,
    },
)
