"""Véier: four in a row on a hexagon, for points."""

from __future__ import annotations

from spielwerk.core.game import Game
from spielwerk.core.kernel import State
from spielwerk.core.options import Option
from spielwerk.core.registry import register
from spielwerk.core.symmetry import Symmetry
from spielwerk.games.veier.card import CARD
from spielwerk.games.veier.knowledge import KNOWLEDGE
from spielwerk.games.veier.notation import NOTATION, SYMMETRIES
from spielwerk.games.veier.picture import PICTURE
from spielwerk.games.veier.rules import LAST_TURN, RULES


@register
class Veier(Game):
    """Véier, by Martin Dieterle.

    >>> import spielwerk
    >>> spielwerk.game("veier", last_turn=True).start().play("f6").steps
    ('f7', 'g6', 'g7', 'f5', 'e6', 'e5')
    """

    key, name, version = "veier", "Véier", "1"
    rules, notation = RULES, NOTATION
    knowledge, picture, card = KNOWLEDGE, PICTURE, CARD
    all_options = (
        Option("last_turn", False, (False, True), "o has one more turn when x runs out first"),
    )

    def set_options(self, state: State) -> None:
        state[LAST_TURN] = int(self.options["last_turn"])

    def find_symmetries(self) -> tuple[Symmetry, ...]:
        return SYMMETRIES
