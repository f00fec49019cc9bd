"""Block It!: a die, cards that turn and swap, blocks to get rid of."""

from __future__ import annotations

from typing import Any

from spielwerk.core.errors import UnknownOption
from spielwerk.core.game import Game, Knowledge
from spielwerk.core.kernel import State
from spielwerk.core.options import TURN_LIMIT, Option, Value
from spielwerk.core.registry import register
from spielwerk.core.state import LIMIT, UNLIMITED
from spielwerk.core.symmetry import Symmetry
from spielwerk.games.blockit.board import COLOURS
from spielwerk.games.blockit.card import CARD
from spielwerk.games.blockit.knowledge import KNOWLEDGE
from spielwerk.games.blockit.notation import NOTATION
from spielwerk.games.blockit.picture import PICTURE
from spielwerk.games.blockit.rules import (
    BLOCKS_EACH,
    PLAYERS,
    RACE_COLOUR,
    REST,
    RULES,
    SOLO,
    THROW,
)
from spielwerk.games.blockit.symmetry import symmetries

SOLO_WAYS = ("turns", "time", "race")


@register
class BlockIt(Game):
    """Block It!, by Hans van Tol.

    >>> import spielwerk
    >>> position = spielwerk.game("blockit", players=4).start(seed=7)
    >>> position.player, position.steps
    (None, ('L1', 'R1', 'L2', 'R2', 'SW', 'AB'))
    """

    key, name, version = "blockit", "Block It!", "1"
    rules, notation = RULES, NOTATION
    picture, card = PICTURE, CARD
    player_counts = (2, 3, 4, 1)
    random_start = True
    all_options = (
        Option("players", None, (1, 2, 3, 4), "how many play; 2 unless solo is given"),
        Option("blocks", None, (2, 3), "blocks each: 3, but 2 with three or four players"),
        Option("rest", False, (False, True), "cards just turned cannot be turned next"),
        Option(
            "solo",
            None,
            SOLO_WAYS,
            "one player: most blocks in so many turns, or in the"
            " table's time, or a race with one colour",
        ),
        Option("turns", None, range(1, UNLIMITED), "solo turns: how many, 20 unless given"),
        Option("colour", None, tuple(COLOURS), "solo race: which colour, r unless given"),
        Option(TURN_LIMIT.name, None, TURN_LIMIT.choices, TURN_LIMIT.meaning),
    )

    def settle_options(self, options: dict[str, Any]) -> dict[str, Value]:
        players = options["players"] or (1 if options["solo"] else 2)
        solo = options["solo"] or ("turns" if players == 1 else None)
        if solo and players > 1:
            raise UnknownOption(f"solo={solo!r} is for one player, not {players}: leave it out.")
        usual = 2 if players > 2 else 3
        if options["blocks"] not in (None, 3, usual):
            raise UnknownOption(f"blocks=2 is for three or four players, not {players}: take 3.")
        for name, way, default in (("turns", "turns", 20), ("colour", "race", "r")):
            if options[name] is None and solo == way:
                options[name] = default
            elif options[name] is not None and solo != way:
                raise UnknownOption(f"{name}={options[name]!r} is for solo={way!r} only.")
        if options["turn_limit"] is None:
            options["turn_limit"] = 0 if solo == "time" else TURN_LIMIT.default
        options |= {"players": players, "solo": solo, "blocks": options["blocks"] or usual}
        return {name: value for name, value in options.items() if value is not None}

    @property
    def knowledge(self) -> Knowledge:
        return KNOWLEDGE[self.players]

    @property
    def solo(self) -> int:
        """The way to play alone, as the rules have it."""
        return SOLO_WAYS.index(str(self.options["solo"])) + 1 if "solo" in self.options else 0

    def set_options(self, state: State) -> None:
        state[PLAYERS] = self.players
        state[BLOCKS_EACH] = int(self.options["blocks"])
        state[REST] = int(self.options["rest"])
        state[SOLO] = self.solo
        state[RACE_COLOUR] = COLOURS.index(str(self.options.get("colour", COLOURS[0])))
        state[LIMIT] = min(state[LIMIT], int(self.options.get("turns", UNLIMITED)))
        state[THROW] = 1

    def find_symmetries(self) -> tuple[Symmetry, ...]:
        colour = COLOURS.index(str(self.options.get("colour", COLOURS[0])))
        return symmetries(self.players, self.solo, colour)
