"""Write one random game of each kind, with everything that can be asked of each position.

    python tools/playthroughs.py

The files in tests/playthroughs show at once, as a diff, what a change does to the games.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import wrap
from typing import Any

import spielwerk

FOLDER = Path(__file__).parents[1] / "tests" / "playthroughs"
WIDTH = 100
LABEL = 9


@dataclass(frozen=True)
class Playthrough:
    """A random game: its options, and the seed of its deal and of all its choices."""

    name: str
    key: str
    seed: int
    options: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        """The name, for the list of tests."""
        return self.name

    @property
    def path(self) -> Path:
        """The file that it is kept in."""
        return FOLDER / f"{self.name}.txt"


# Seeds whose games show much. They end by the rules, but for QBQ and solo play against time, which
# random play does not finish: there a turn limit ends them.
PLAYTHROUGHS = (
    Playthrough("kipp4", "kipp4", 28),
    Playthrough("veier", "veier", 13),
    Playthrough("spitze", "spitze", 1),
    Playthrough("qbq-2", "qbq", 0, {"turn_limit": 40}),
    Playthrough("qbq-2-adjacent", "qbq", 39, {"seats": "adjacent", "turn_limit": 40}),
    Playthrough("qbq-3", "qbq", 18, {"players": 3, "turn_limit": 60}),
    Playthrough("qbq-4", "qbq", 18, {"players": 4, "turn_limit": 60}),
    Playthrough("blockit-2", "blockit", 1219),
    Playthrough("blockit-3", "blockit", 27, {"players": 3}),
    Playthrough("blockit-3-rest", "blockit", 43, {"players": 3, "rest": True}),
    Playthrough("blockit-4", "blockit", 99, {"players": 4}),
    Playthrough("blockit-solo-turns", "blockit", 290, {"solo": "turns"}),
    Playthrough("blockit-solo-time", "blockit", 193, {"solo": "time", "turn_limit": 60}),
    Playthrough("blockit-solo-race", "blockit", 140, {"solo": "race", "colour": "k"}),
)


def lines(playthrough: Playthrough) -> Iterator[str]:
    """The lines of a playthrough: the game, then each position and the step chosen there."""
    game = spielwerk.game(playthrough.key, **playthrough.options)
    yield from labelled("game", [repr(game)])
    yield from labelled("options", (f"{name}={value}" for name, value in game.options.items()))
    yield from labelled("seed", [str(playthrough.seed)])
    choices = random.Random(playthrough.seed)
    position = game.start(playthrough.seed)
    while True:
        yield ""
        yield from described(position)
        if position.over:
            return
        step = choices.choice(sorted(position.steps))
        yield from labelled("play", [step])
        position = position.play(step)


def described(position: spielwerk.Position) -> Iterator[str]:
    """The lines about one position."""
    yield from labelled("turn", [str(position.turns)])
    yield f"{'text':{LABEL}}{position.text}"
    if position.over:
        yield from labelled("winner", [str(position.winner)])
        yield from labelled("returns", (f"{value:.6g}" for value in position.returns))
    elif position.chance is not None:
        faces = (f"{face}:{probability:.6g}" for face, probability in position.chance)
        yield from labelled("chance", faces)
    else:
        yield from labelled("player", [str(position.player)])
    yield from labelled("steps", (f"({len(position.steps)})", *sorted(position.steps)))
    if position.scores is not None:
        yield from labelled("scores", map(str, position.scores))


def labelled(label: str, words: Iterable[str]) -> list[str]:
    """Words after a label, wrapped, each line aligned with the first."""
    return wrap(
        " ".join(words),
        WIDTH,
        initial_indent=f"{label:{LABEL}}",
        subsequent_indent=" " * LABEL,
        break_long_words=False,
        break_on_hyphens=False,
    )


def main() -> None:
    """Write all playthroughs."""
    FOLDER.mkdir(exist_ok=True)
    for playthrough in PLAYTHROUGHS:
        text = "".join(f"{line}\n" for line in lines(playthrough))
        playthrough.path.write_text(text, encoding="utf-8")
        print(f"{playthrough.path.name:24} {len(text) / 1000:6.1f} kB")


if __name__ == "__main__":
    main()
