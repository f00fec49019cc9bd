"""Players who are quick, and not all of them reliable, with games for them."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import spielwerk
from spielwerk.core.position import Position
from spielwerk.search.matches import Played
from spielwerk.search.players import RandomChooser

KIPP4 = spielwerk.game("kipp4", turn_limit=20)
SPITZE = spielwerk.game("spitze")
BLOCK_IT = {n: spielwerk.game("blockit", players=n, turn_limit=12) for n in (2, 3, 4)}


class First:
    """Takes the first step of all."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, position: Position) -> str:
        return position.steps[0]


class Last(First):
    """Takes the last one."""

    def choose(self, position: Position) -> str:
        return position.steps[-1]


class Illegal(First):
    """Takes a step that is no step."""

    def choose(self, position: Position) -> str:
        return "nonsense"


class Untold(First):
    """Takes something that is no token."""

    def choose(self, position: Position) -> str:
        return 7  # type: ignore[return-value]


class Confused(First):
    """Loses its nerve after a while."""

    def choose(self, position: Position) -> str:
        if len(position.history) > 8:
            raise RuntimeError("no {idea}\nat all")
        return position.steps[0]


class Leaving(First):
    """Ends the program."""

    def choose(self, position: Position) -> str:
        raise SystemExit


class TellsProcess(First):
    """Says in which process it is."""

    def choose(self, position: Position) -> str:
        raise RuntimeError(os.getpid())


class Dies(First):
    """Takes its process with it."""

    def choose(self, position: Position) -> str:
        os._exit(3)


TWO: dict[str, Any] = {"first": First, "random": RandomChooser}


def stop_after(games: int) -> Callable[[Played], None]:
    """Ctrl-C after so many games."""
    seen: list[Played] = []

    def progress(played: Played) -> None:
        seen.append(played)
        if len(seen) == games:
            raise KeyboardInterrupt

    return progress
