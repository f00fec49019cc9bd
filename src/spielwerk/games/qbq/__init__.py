"""QBQ: cubes, groups, and towers that topple."""

from __future__ import annotations

from typing import Any

from spielwerk.core.errors import UnknownOption
from spielwerk.core.game import Game, Knowledge
from spielwerk.core.kernel import State
from spielwerk.core.options import TURN_LIMIT, Option, Value
from spielwerk.core.registry import register
from spielwerk.core.symmetry import Symmetry
from spielwerk.games.qbq.board import COLOURS
from spielwerk.games.qbq.card import CARD
from spielwerk.games.qbq.knowledge import KNOWLEDGE, KNOWLEDGE_OF_MANY
from spielwerk.games.qbq.notation import NOTATION
from spielwerk.games.qbq.picture import PICTURE
from spielwerk.games.qbq.rules import PLAYERS, RULES, SEATS
from spielwerk.games.qbq.symmetry import symmetries


@register
class Qbq(Game):
    """QBQ, by square², Mindtwister and Huch! & friends.

    >>> import spielwerk
    >>> spielwerk.game("qbq", players=3).start().text[-8:]
    ' m bgo 0'
    """

    key, name, version = "qbq", "QBQ", "1"
    rules, notation = RULES, NOTATION
    picture, card = PICTURE, CARD
    player_counts = (2, 3, 4)
    all_options = (
        Option("players", 2, player_counts, "how many play"),
        Option("seats", "opposite", ("opposite", "adjacent"), "how two players sit"),
        TURN_LIMIT,
    )
    repetition = True

    def settle_options(self, options: dict[str, Any]) -> dict[str, Value]:
        if options["seats"] == "adjacent" and options["players"] != 2:
            raise UnknownOption(
                f"seats='adjacent' is for two players, not {options['players']}: leave it out."
            )
        return options

    @property
    def knowledge(self) -> Knowledge:
        return KNOWLEDGE if self.players == 2 else KNOWLEDGE_OF_MANY

    @property
    def seats(self) -> tuple[int, ...]:
        """The colour of each seat."""
        if self.players == 2:
            letters = "bg" if self.options["seats"] == "adjacent" else "bo"
        else:
            letters = COLOURS[: self.players]
        return tuple(COLOURS.index(letter) for letter in letters)

    def set_options(self, state: State) -> None:
        state[PLAYERS] = self.players
        state[SEATS : SEATS + self.players] = list(self.seats)

    def find_symmetries(self) -> tuple[Symmetry, ...]:
        return symmetries(self.seats)
