"""Spielwerk: modern abstract board games with exact rules, at three speeds."""

from spielwerk import games as _games  # noqa: F401  # makes the games known
from spielwerk.batch import Playouts, perft, playouts
from spielwerk.core.errors import (
    IllegalStep,
    NoSuchDevice,
    SpielwerkError,
    UnknownGame,
    UnknownOption,
    UnreadableStep,
    UnreadableText,
)
from spielwerk.core.game import Game
from spielwerk.core.position import Position
from spielwerk.core.record import Record
from spielwerk.core.registry import game, games, register

__version__ = "0.1.0"
__all__ = [
    "Game",
    "IllegalStep",
    "NoSuchDevice",
    "Playouts",
    "Position",
    "Record",
    "SpielwerkError",
    "UnknownGame",
    "UnknownOption",
    "UnreadableStep",
    "UnreadableText",
    "game",
    "games",
    "perft",
    "playouts",
    "register",
]
