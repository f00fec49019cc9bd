"""Block It! before it is played."""

from __future__ import annotations

from spielwerk.pictures.card import PLAYERS, TURN_LIMIT, Card, Told
from spielwerk.pictures.words import say

CARD = Card(
    tagline=say("Throw the die, turn and swap cards, and get rid of your blocks."),
    minutes=30,
    lively=(
        "rybk,kybr,rbyk,bykr,byrk/byrk,bkyr,kryb,brky,kyrb/brky,rbky,bykr,ykbr,ykrb/"
        "ybkr,bkry,ykbr,kbry,byrk/kryb,yrbk,rykb,rkby,brky ..../..y./...b/.r.. rybk y d - 1 -"
        " 1,1,1,2 21"
    ),
    lively_options={"players": 4},
    options={
        "players": PLAYERS,
        "blocks": Told(
            say("Blocks"),
            say("How many blocks each player has to get rid of."),
            when={"players": (3, 4)},
            usual=2,
        ),
        "rest": Told(
            say("Cards rest"),
            say("A card that was just turned cannot be turned next."),
        ),
        "solo": Told(
            say("Playing alone"),
            say("What counts when one plays alone."),
            choices={
                "turns": say("most blocks in a number of turns"),
                "time": say("most blocks within 15 minutes"),
                "race": say("a race: one colour in few turns"),
            },
            when={"players": (1,)},
            clocks={"time": 15},
        ),
        "turns": Told(
            say("Turns"),
            say("In how many turns as many blocks as possible go on the board."),
            when={"players": (1,), "solo": ("turns",)},
            usual=20,
        ),
        "colour": Told(
            say("Colour"),
            say("Whose blocks go on the board in a race."),
            choices={"r": say("red"), "y": say("yellow"), "b": say("blue"), "k": say("black")},
            when={"players": (1,), "solo": ("race",)},
        ),
        "turn_limit": TURN_LIMIT,
    },
)
