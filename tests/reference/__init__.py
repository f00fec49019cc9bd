"""A second, plain implementation of the five games, written from the rules alone."""

from typing import Any

from .base import Reference
from .blockit import BlockIt
from .kipp4 import Kipp4
from .qbq import Qbq
from .spitze import Spitze
from .veier import Veier

__all__ = ["Reference", "reference"]

GAMES: dict[str, type[Reference]] = {
    "kipp4": Kipp4,
    "veier": Veier,
    "spitze": Spitze,
    "qbq": Qbq,
    "blockit": BlockIt,
}


def reference(key: str, **options: Any) -> Reference:
    """Give the plain implementation of one game, with the options of `spielwerk.game`."""
    return GAMES[key](**options)
