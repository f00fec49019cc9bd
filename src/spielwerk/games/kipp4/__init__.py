"""KIPP4: marbles on a board that is turned and tilts."""

from __future__ import annotations

from spielwerk.core.game import Game
from spielwerk.core.options import TURN_LIMIT
from spielwerk.core.registry import register
from spielwerk.core.symmetry import Symmetry
from spielwerk.games.kipp4.card import CARD
from spielwerk.games.kipp4.knowledge import KNOWLEDGE
from spielwerk.games.kipp4.notation import NOTATION, SYMMETRIES
from spielwerk.games.kipp4.picture import PICTURE
from spielwerk.games.kipp4.rules import RULES


@register
class Kipp4(Game):
    """KIPP4, by Thomas Weber.

    >>> import spielwerk
    >>> spielwerk.game("kipp4").start().play("+g6").steps
    ('r1', 'r2', 'r3')
    """

    key, name, version = "kipp4", "KIPP4", "1"
    rules, notation = RULES, NOTATION
    knowledge, picture, card = KNOWLEDGE, PICTURE, CARD
    all_options = (TURN_LIMIT,)
    repetition = True

    def find_symmetries(self) -> tuple[Symmetry, ...]:
        return SYMMETRIES
