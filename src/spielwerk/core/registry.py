"""The games that can be asked for by name."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TypeVar

from spielwerk.core.errors import UnknownGame, listed
from spielwerk.core.game import Game

GameClass = TypeVar("GameClass", bound=type[Game])

_games: dict[str, type[Game]] = {}


def register(kind: GameClass) -> GameClass:
    """Make a game known by its key; also as a decorator of its class."""
    _games[kind.key] = kind
    return kind


def games() -> tuple[str, ...]:
    """The keys of all games.

    >>> import spielwerk
    >>> spielwerk.games()[:5]
    ('kipp4', 'veier', 'spitze', 'qbq', 'blockit')
    """
    return tuple(_games)


def game_class(key: str) -> type[Game]:
    """The class of a game, by its key."""
    if key not in _games:
        meant = get_close_matches(key.lower(), _games, n=1)
        raise UnknownGame(
            f"There is no game {key!r}{f'; did you mean {meant[0]}' if meant else ''}."
            f" There is {listed(_games)}."
        )
    return _games[key]


def game(key: str, **options: object) -> Game:
    """A game by its key, with options.

    >>> import spielwerk
    >>> spielwerk.game("kipp4", turn_limit=50).start().player
    0
    """
    return game_class(key)(**options)
