"""QBQ before it is played."""

from __future__ import annotations

from spielwerk.pictures.card import PLAYERS, TURN_LIMIT, Card, Told
from spielwerk.pictures.words import say

CARD = Card(
    tagline=say("Move cubes within their group and topple towers to build your formation."),
    minutes=20,
    lively=(
        ".,.,.,.,.,./b1,b1,b1,.,g1,./.,.,r1,g2,g1,./.,r1,r1,r1,o1,./.,.,.,o1,o1,./.,.,.,.,.,."
        " b m bgor 24"
    ),
    lively_options={"players": 4},
    options={
        "players": PLAYERS,
        "seats": Told(
            say("Seats"),
            say("Where two players sit: opposite each other or side by side."),
            choices={"opposite": say("opposite"), "adjacent": say("side by side")},
            when={"players": (2,)},
        ),
        "turn_limit": TURN_LIMIT,
    },
)
