"""The games as the pages show them: names, options with explanations, a lively picture."""

from __future__ import annotations

from functools import cache
from typing import Any

from spielwerk.core.game import Game
from spielwerk.core.registry import game, game_class
from spielwerk.pictures.words import Message, say
from spielwerk.server.words import MINUTES, TAGLINES

LIVELY = {
    "kipp4": ({}, "l.l/...l/.rd/.rr./.../..rl/dld e d a 3,5 11"),
    "veier": (
        {},
        "....../..x..../..xxxxo./..oox..../...oox..../...xooo.x../..xooooxo./.xooxxx../x.o.ox../"
        "......./...... x 24,23",
    ),
    "spitze": (
        {},
        "d,.,dld,l,d,./.,.,.,d,ldl,./.,l,d,ld,d,./l,dldl,l,d,.,./.,.,dl,ldl,.,l/"
        ".,.,l,l,ld,dldd l - 16",
    ),
    "qbq": (
        {"players": 4},
        ".,.,.,.,.,./b1,b1,b1,.,g1,./.,.,r1,g2,g1,./.,r1,r1,r1,o1,./.,.,.,o1,o1,./.,.,.,.,.,."
        " b m bgor 24",
    ),
    "blockit": (
        {"players": 4},
        "rybk,kybr,rbyk,bykr,byrk/byrk,bkyr,kryb,brky,kyrb/brky,rbky,bykr,ykbr,ykrb/"
        "ybkr,bkry,ykbr,kbry,byrk/kryb,yrbk,rykb,rkby,brky ..../..y./...b/.r.. rybk y d - 1 -"
        " 1,1,1,2 21",
    ),
}
"""A position of each game for its card."""

OPTIONS_TOLD = {
    "players": (say("Players"), say("How many play.")),
    "turn_limit": (
        say("Turn limit"),
        say("After so many turns by all players together the game ends as it stands; 0 for none."),
    ),
    "last_turn": (
        say("Last turn"),
        say("When the first player runs out of pieces, the other has one more turn."),
    ),
    "setup": (say("Set-up"), say("How the pieces stand at the start.")),
    "seats": (say("Seats"), say("Where two players sit: opposite each other or side by side.")),
    "blocks": (say("Blocks"), say("How many blocks each player has to get rid of.")),
    "rest": (say("Cards rest"), say("A card that was just turned cannot be turned next.")),
    "solo": (say("Playing alone"), say("What counts when one plays alone.")),
    "turns": (say("Turns"), say("In how many turns as many blocks as possible go on the board.")),
    "colour": (say("Colour"), say("Whose blocks go on the board in a race.")),
}
CHOICES_TOLD: dict[str, Message] = {
    "checkerboard": say("checkerboard"),
    "ranks": say("in ranks"),
    "opposite": say("opposite"),
    "adjacent": say("side by side"),
    "time": say("most blocks within 15 minutes"),
    "race": say("a race: one colour in few turns"),
    "r": say("red"),
    "y": say("yellow"),
    "b": say("blue"),
    "k": say("black"),
}
MOST_BLOCKS = say("most blocks in a number of turns")
APPLIES = {
    ("blockit", "solo"): {"players": [1]},
    ("blockit", "turns"): {"players": [1], "solo": ["turns"]},
    ("blockit", "colour"): {"players": [1], "solo": ["race"]},
    ("blockit", "blocks"): {"players": [3, 4]},
    ("qbq", "seats"): {"players": [2]},
}
"""Options that only make sense with some values of others."""
USUAL = {("blockit", "blocks"): 2, ("blockit", "turns"): 20}
"""What is usual where an option applies, if that is not what the game has for two."""
CLOCKS = {("blockit", "time"): {"kind": "table", "minutes": 15, "increment": 0}}
"""The clock that a choice comes with."""


@cache
def games_out(language: str) -> list[dict[str, Any]]:
    """All games that have a picture."""
    return [game_out(key, language) for key in LIVELY]


@cache
def game_out(key: str, language: str) -> dict[str, Any]:
    """A game with its options."""
    kind = game_class(key)
    options, text = LIVELY[key]
    position = game(key, **options).position(text)
    counts = sorted(kind.player_counts)
    return {
        "key": key,
        "name": kind.name,
        "tagline": TAGLINES[key].into(language),
        "players": str(counts[0]) if len(counts) == 1 else f"{counts[0]}-{counts[-1]}",
        "minutes": MINUTES[key],
        "svg": position.svg(coordinates=False, language=language),
        "svg_dark": position.svg(coordinates=False, language=language, theme="dark"),
        "options": options_out(kind, language),
        "seat_names": seat_names(kind, language),
    }


def options_out(kind: type[Game], language: str) -> list[dict[str, Any]]:
    """What may be chosen before a game starts, with explanations."""
    found = []
    usual = kind().options
    for option in kind.all_options:
        label, meaning = OPTIONS_TOLD[option.name]
        numbers = isinstance(option.choices, range)
        switch = option.choices == (False, True)
        default = USUAL.get((kind.key, option.name), usual.get(option.name))
        if default is None and not numbers:
            default = option.choices[0]
        found.append(
            {
                "name": option.name,
                "label": label.into(language),
                "help": meaning.into(language),
                "default": default,
                "kind": "number" if numbers else "switch" if switch else "choice",
                "choices": []
                if numbers or switch
                else [
                    {
                        "value": choice,
                        "label": choice_label(option.name, choice, language),
                        "clock": CLOCKS.get((kind.key, str(choice))),
                    }
                    for choice in option.choices
                ],
                "least": option.choices[0] if numbers else None,
                "most": option.choices[-1] if numbers else None,
                "when": APPLIES.get((kind.key, option.name)),
            }
        )
    return found


def choice_label(option: str, choice: object, language: str) -> str:
    """What a choice is called."""
    if option == "solo" and choice == "turns":
        return MOST_BLOCKS.into(language)
    told = CHOICES_TOLD.get(str(choice))
    return str(choice) if told is None else told.into(language)


def seat_names(kind: type[Game], language: str) -> dict[str, list[str]]:
    """What the players are called, by how many they are."""
    names = {}
    for count in kind.player_counts:
        options = {"players": count} if len(kind.player_counts) > 1 else {}
        start = kind(**options).start(1)
        told = start.game.find_picture().players(start)
        names[str(count)] = [name.into(language) for name in told]
    return names
