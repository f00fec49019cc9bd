"""The games as the pages show them: names, options with explanations, a lively picture."""

from __future__ import annotations

from functools import cache
from typing import Any

from spielwerk.core.game import Game
from spielwerk.core.options import Option, Value
from spielwerk.core.registry import game_class, games
from spielwerk.pictures.card import Told


@cache
def games_out(language: str) -> list[dict[str, Any]]:
    """All games that have a card."""
    return [game_out(key, language) for key in games() if game_class(key).card]


@cache
def game_out(key: str, language: str) -> dict[str, Any]:
    """A game with its options."""
    kind = game_class(key)
    card = kind.find_card()
    position = kind(**card.lively_options).position(card.lively)
    counts = sorted(kind.player_counts)
    return {
        "key": key,
        "name": kind.name,
        "tagline": card.tagline.into(language),
        "players": str(counts[0]) if len(counts) == 1 else f"{counts[0]}-{counts[-1]}",
        "minutes": card.minutes,
        "svg": position.svg(coordinates=False, language=language),
        "svg_dark": position.svg(coordinates=False, language=language, theme="dark"),
        "options": [
            option_out(kind, option, card.options[option.name], language)
            for option in kind.all_options
        ],
        "seat_names": seat_names(key, language),
    }


def option_out(kind: type[Game], option: Option, told: Told, language: str) -> dict[str, Any]:
    """What may be chosen before a game starts, with explanations."""
    numbers = isinstance(option.choices, range)
    switch = option.choices == (False, True)
    choices = () if numbers or switch else option.choices
    default = kind().options.get(option.name) if told.usual is None else told.usual
    if default is None and choices:
        default = choices[0]
    return {
        "name": option.name,
        "label": told.label.into(language),
        "help": told.help.into(language),
        "default": default,
        "kind": "number" if numbers else "switch" if switch else "choice",
        "choices": [choice_out(kind, option, told, choice, language) for choice in choices],
        "least": option.choices[0] if numbers else None,
        "most": option.choices[-1] if numbers else None,
        "when": told.when or None,
    }


def choice_out(
    kind: type[Game], option: Option, told: Told, choice: Value, language: str
) -> dict[str, Any]:
    """One of the choices of an option, with the clock and the names of seats that it brings."""
    label, minutes = told.choices.get(choice), told.clocks.get(choice)
    where = {name: values[0] for name, values in told.when.items()}
    names = names_of(kind(**where | {option.name: choice}), language)
    usual = seat_names(kind.key, language)[str(len(names))]
    return {
        "value": choice,
        "label": str(choice) if label is None else label.into(language),
        "clock": minutes and {"kind": "table", "minutes": minutes, "increment": 0},
        "seat_names": None if names == usual else names,
    }


@cache
def seat_names(key: str, language: str) -> dict[str, list[str]]:
    """What the players are usually called, by how many they are."""
    kind = game_class(key)
    several = len(kind.player_counts) > 1
    return {
        str(count): names_of(kind(players=count) if several else kind(), language)
        for count in kind.player_counts
    }


def names_of(game: Game, language: str) -> list[str]:
    """What the players of a game are called."""
    return [name.into(language) for name in game.find_picture().players(game.start(1))]
