"""Who plays: levels, settings, and players of your own, by words that name them."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import re
import sys
from ast import literal_eval
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol, TypeAlias

from spielwerk.core.errors import SpielwerkError
from spielwerk.core.position import Position
from spielwerk.core.random import random_below, random_stream

LONGEST_REASON = 300
WHO_CAN_PLAY = (
    "A player is a level from 1 to 8, random, settings such as simulations=400 or"
    " level=8,seconds=0.5, or a Python object such as mine.py:Player"
)


class Chooser(Protocol):
    """Whoever chooses steps."""

    def choose(self, position: Position, /) -> str:
        """The token of one of the steps that are possible."""


MakeChooser: TypeAlias = Callable[[int], Chooser]
"""Makes a player for one game, from a seed."""


class RandomChooser:
    """Takes any step that is possible.

    >>> import spielwerk
    >>> RandomChooser(seed=1).choose(spielwerk.game("kipp4").start())
    '-b3'
    """

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, position: Position) -> str:
        """The token of a step; the same again for a position that comes again."""
        random = random_stream(self.seed, len(position.history))
        return position.steps[random_below(random, len(position.steps))]


@dataclass(frozen=True)
class NamedPlayer:
    """A player given by a word, which other processes understand too.

    >>> NamedPlayer("random")(7).choose
    <bound method RandomChooser.choose of ...>
    """

    word: str

    def __call__(self, seed: int) -> Chooser:
        """The player, for one game."""
        place, colon, name = self.word.rpartition(":")
        if self.word == "random":
            return RandomChooser(seed)
        if colon:
            return find_chooser(place, name, seed)
        from spielwerk.search.bot import Bot

        # One thread each: the games of a tournament share the cores.
        return Bot(**({"seed": seed, "threads": 1} | read_settings(self.word)))


def read_settings(word: str) -> dict[str, Any]:
    """What a level or settings mean as keyword arguments.

    >>> read_settings("7"), read_settings("level=8,seconds=0.5")
    ({'level': 7}, {'level': 8, 'seconds': 0.5})
    """
    if word.isdecimal():
        return {"level": int(word)}
    if not re.fullmatch(r"\w+=[^,=]+(,\w+=[^,=]+)*", word):
        raise SpielwerkError(f"{word!r} is no player. {WHO_CAN_PLAY}.")
    settings = dict(part.split("=") for part in word.split(","))
    return {name: read_value(text) for name, text in settings.items()}


def read_value(text: str) -> object:
    """A number, True, False, None, or else the text itself."""
    try:
        return literal_eval(text)
    except (SyntaxError, ValueError):
        return text


def find_chooser(place: str, name: str, seed: int) -> Chooser:
    """The player of that name in a Python file or module; made anew unless it can choose itself."""
    module = load_file(place) if place.endswith(".py") else importlib.import_module(place)
    found = getattr(module, name)
    if isinstance(found, type) or not hasattr(found, "choose"):
        seeded = "seed" in inspect.signature(found).parameters
        found = found(seed=seed) if seeded else found()
    return found  # type: ignore[no-any-return]


@cache
def load_file(path: str, name: str = "") -> ModuleType:
    """The module in a Python file."""
    name = name or f"spielwerk_player_{Path(path).stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no Python file")
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def named_players(
    players: Mapping[str, MakeChooser | str] | Sequence[str],
) -> dict[str, MakeChooser]:
    """The players by their names, each of which was seen to make a chooser."""
    if not isinstance(players, Mapping):
        names = [f"level {word}" if word.isdecimal() else word for word in players]
        if twice := [name for name in names if names.count(name) > 1]:
            raise SpielwerkError(f"{twice[0]} is given twice: each player takes part once.")
        players = dict(zip(names, players, strict=True))
    if len(players) < 2:
        raise SpielwerkError(f"A tournament needs two players or more, not {len(players)}.")
    makers = {n: NamedPlayer(who) if isinstance(who, str) else who for n, who in players.items()}
    for name, make in makers.items():
        check_player(name, make)
    return makers


def check_player(name: str, make: MakeChooser) -> None:
    """Refuse what is no player before the first game."""
    if not name.isprintable() or not name:
        raise SpielwerkError(f"{name!r} cannot be the name of a player: it must be one line.")
    try:
        can_choose = callable(getattr(make(0), "choose", None))
    except SpielwerkError:
        raise
    except Exception as error:  # whatever somebody's code may raise
        raise SpielwerkError(f"{name} cannot play: {reason(error)}. {WHO_CAN_PLAY}.") from error
    if not can_choose:
        raise SpielwerkError(f"{name} cannot play: it has no choose(position). {WHO_CAN_PLAY}.")


def reason(error: BaseException) -> str:
    """An error in one line that a comment of a record can hold."""
    said = " ".join(f"{type(error).__name__}: {error}".split())[:LONGEST_REASON].rstrip(".")
    return said.encode("utf-8", "replace").decode().replace("{", "(").replace("}", ")")
