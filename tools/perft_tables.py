"""Count every entry of tests/perft.toml anew, by the package and by the plain reference.

    python tools/perft_tables.py

A new entry needs a game, options, what is to be seen there, and a position text; the counts come
from here. The tool stops where the two disagree.
"""

from __future__ import annotations

import sys
import time
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import spielwerk

# The reference belongs to the tests, which are found from the top of the project.
sys.path.append(str(Path(__file__).parents[1]))

from tests.reference import Reference, reference

TABLE = Path(__file__).parents[1] / "tests" / "perft.toml"
MOST_PLAIN = 10_000
"""The most steps that the reference plays for one count: it is thousands of times slower."""
MOST_SEQUENCES = 5_000_000
"""The most sequences of all lengths for one entry, so that the whole table takes seconds."""
DEEPEST = 12

HEADER = f"""\
# How many sequences of 1, 2, 3, ... legal steps follow on a position, faces of a die included.
# Games that end earlier do not count, and repetition is not looked at.
#
# counts    counted twice, with the same result: by spielwerk.perft, compiled from the rules of the
#           package, and by a plain recursion over `steps` and `play` of tests/reference, which was
#           written from the rules alone and shares nothing with the package. As deep as the
#           reference gets by playing {MOST_PLAIN:,} steps or fewer.
# deeper    the following counts, by spielwerk.perft alone: up to {MOST_SEQUENCES:,} for one entry.
#
# A count of 0 says that every game is over by then. The positions are starts (for Block It! a
# deal), positions of random games in which much can happen, and some laid out by hand for what
# random games hardly ever show.
#
# Written by tools/perft_tables.py, which also says how to add a position.
"""


@dataclass(frozen=True)
class Root:
    """A position and what is counted from it."""

    game: str
    options: dict[str, Any]
    what: str
    text: str
    counts: tuple[int, ...] = ()
    deeper: tuple[int, ...] = ()

    def __str__(self) -> str:
        """What it is, for the list of tests."""
        options = (f"{name}={value}" for name, value in self.options.items())
        return " ".join([self.game, *options, f"({self.what})"])

    @property
    def position(self) -> spielwerk.Position:
        """The position, for the package."""
        return spielwerk.game(self.game, **self.options).position(self.text)

    @property
    def plain(self) -> Reference:
        """The game, for the reference."""
        return reference(self.game, **self.options)


def read_table() -> list[Root]:
    """All entries of the table."""
    entries = tomllib.loads(TABLE.read_text(encoding="utf-8"))["root"]
    return [
        Root(
            entry["game"],
            entry["options"],
            entry["what"],
            entry["text"],
            tuple(entry.get("counts", ())),
            tuple(entry.get("deeper", ())),
        )
        for entry in entries
    ]


def count_plainly(plain: Reference, text: str, depth: int) -> int:
    """The number of sequences of `depth` steps, counted with the reference."""
    if depth == 0:
        return 1
    steps = plain.steps(text)
    if depth == 1:
        return len(steps)
    return sum(count_plainly(plain, plain.play(text, step), depth - 1) for step in steps)


def count_anew(root: Root) -> Root:
    """The entry with counts as deep as the limits allow."""
    position, plain = root.position, root.plain
    counts: list[int] = []
    deeper: list[int] = []
    for depth in range(1, DEEPEST + 1):
        found = spielwerk.perft(position, depth)
        if sum(counts) + sum(deeper) + found > MOST_SEQUENCES:
            break
        # To count at one depth, the reference plays all sequences that are shorter.
        if not deeper and sum(counts) <= MOST_PLAIN:
            plainly = count_plainly(plain, root.text, depth)
            if plainly != found:
                raise SystemExit(
                    f"{root}\n{root.text}\n"
                    f"At depth {depth} the package counts {found}, the reference {plainly}."
                )
            counts.append(found)
        else:
            deeper.append(found)
        if found == 0:
            break
    return Root(root.game, root.options, root.what, root.text, tuple(counts), tuple(deeper))


def as_toml(root: Root) -> str:
    """One entry of the table."""
    options = ", ".join(f"{name} = {_value(value)}" for name, value in root.options.items())
    lines = [
        "[[root]]",
        f'game = "{root.game}"',
        f"options = {{ {options} }}" if options else "options = {}",
        f'what = "{root.what}"',
        f'text = "{root.text}"',
        f"counts = {_numbers(root.counts)}",
        f"deeper = {_numbers(root.deeper)}",
    ]
    return "\n".join(lines)


def _value(value: bool | int | str) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)


def _numbers(numbers: tuple[int, ...]) -> str:
    """Numbers with their thousands apart, as TOML allows."""
    return f"[{', '.join(f'{number:_}' for number in numbers)}]"


def main() -> None:
    """Count everything, tell how far it is, and write the table at the end."""
    roots = []
    old = read_table()
    for number, root in enumerate(old, start=1):
        began = time.perf_counter()
        roots.append(count_anew(root))
        seconds = time.perf_counter() - began
        print(f"{number:2}/{len(old)} {seconds:6.1f} s  {root}", flush=True)
        print(f"      {_numbers(roots[-1].counts)} {_numbers(roots[-1].deeper)}", flush=True)
    entries = "\n\n".join(map(as_toml, roots))
    TABLE.write_text(f"{HEADER}\n{entries}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
