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
from spielwerk.core.game import Game, Knowledge
from spielwerk.core.position import Position
from spielwerk.core.record import Record
from spielwerk.core.registry import game, games, register
from spielwerk.search.bot import Bot
from spielwerk.search.search import Search, Thought, Thoughts
from spielwerk.search.solver import Solution, forced_win, solve
from spielwerk.search.tournament import Tournament, tournament

__version__ = "0.1.0"
__all__ = [
    "Bot",
    "Game",
    "IllegalStep",
    "Knowledge",
    "NoSuchDevice",
    "Playouts",
    "Position",
    "Record",
    "Search",
    "Solution",
    "SpielwerkError",
    "Thought",
    "Thoughts",
    "Tournament",
    "UnknownGame",
    "UnknownOption",
    "UnreadableStep",
    "UnreadableText",
    "forced_win",
    "game",
    "games",
    "perft",
    "playouts",
    "register",
    "solve",
    "tournament",
]
