"""Spitze: jump over exactly two, stack, the top owns the tower."""

from __future__ import annotations

from spielwerk.core.game import Game
from spielwerk.core.kernel import State
from spielwerk.core.options import TURN_LIMIT, Option
from spielwerk.core.registry import register
from spielwerk.core.symmetry import Symmetry
from spielwerk.games.spitze.card import CARD
from spielwerk.games.spitze.knowledge import KNOWLEDGE
from spielwerk.games.spitze.notation import NOTATION, SYMMETRIES
from spielwerk.games.spitze.picture import PICTURE
from spielwerk.games.spitze.rules import RULES, SETUP

SETUPS = ("checkerboard", "ranks")


@register
class Spitze(Game):
    """Spitze, by Andreas Kuhnekath-Häbler.

    >>> import spielwerk
    >>> spielwerk.game("spitze", setup="ranks").start().play("a1-a4").scores
    (2, 0)
    """

    key, name, version = "spitze", "Spitze", "1"
    rules, notation = RULES, NOTATION
    knowledge, picture, card = KNOWLEDGE, PICTURE, CARD
    all_options = (
        Option("setup", "checkerboard", SETUPS, "how the pieces stand at the start"),
        TURN_LIMIT,
    )
    repetition = True

    def set_options(self, state: State) -> None:
        state[SETUP] = SETUPS.index(str(self.options["setup"]))

    def find_symmetries(self) -> tuple[Symmetry, ...]:
        return SYMMETRIES
