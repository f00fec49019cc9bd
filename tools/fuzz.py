"""Whatever is written: a position, a step, options, a record, or a refusal; never anything else.

    python tools/fuzz.py                    a million inputs, guided by the coverage of the parsers
    python tools/fuzz.py --runs 20000 --seed 7

The first byte of an input says which parser reads it, the second which way to play it is about, the
rest is the text. It begins with texts of real games, and keeps whatever reaches code that nothing
reached before. An error of another kind than our own, a second of work for one input, a text that
is not read the same again, or memory that grows is a finding: it is shown, and kept in the folder
that was named with `--findings`.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT))
RUNS = 1_000_000
LONGEST = 6_000
"""Bytes of an input: more than any text that the server takes, and an integer too long for JSON."""
MOST_SECONDS = 1.0
"""Of work for one input; waiting for a busy machine does not count."""
MOST_GROWTH = 64 * 2**20
"""Bytes by which memory may grow from a tenth of the inputs to the end, fuzzer included."""
DRAWN = 16
"""One in so many positions is drawn and told too: that takes longer than all parsers."""

# What is imported under its eyes tells the fuzzer which code an input reaches.
# ruff: noqa: E402
if __name__ == "__main__":
    import atheris  # type: ignore[import-untyped]

    with atheris.instrument_imports(include=["spielwerk"]):
        import spielwerk

import spielwerk
from spielwerk import Record, SpielwerkError
from spielwerk.core.game import Game
from spielwerk.core.options import read_options
from spielwerk.core.position import Position
from tests.ways import WAYS, Way


class Finding(AssertionError):
    """What must not happen."""


def read_step(way: Way, text: str) -> None:
    """A step, in the middle of a game and at its start."""
    for position in (middle_of(way), game_of(way).start(1)):
        if text in position.steps:
            position.play(text)
        else:
            refused(lambda at=position: at.play(text))  # type: ignore[misc]


def read_position(way: Way, text: str) -> None:
    """A position text; what was read is written and read again, and play goes on from it."""
    position = game_of(way).position(text)
    if game_of(way).position(position.text) != position:
        raise Finding("The position is another when it is read again.")
    if not position.over:
        position.play(position.steps[-1])
    if zlib.crc32(text.encode("utf-8", "surrogatepass")) % DRAWN == 0:
        look_at(position)


def look_at(position: Position) -> None:
    """All that a table shows of a position."""
    position.svg(theme="dark", language="de")
    position.describe("fr")
    str(position)
    if not position.over:
        step = position.steps[0]
        position.tell(step, "lb")
        position.motions(step)
        if position.player is not None and set(position.touches.values()) != set(position.steps):
            raise Finding("Not every step can be touched.")


def read_record(way: Way, text: str) -> None:
    """A record as text or JSON; what was read is written both ways and read again."""
    record = Record.read(text)
    for written in (record.text, record.json):
        if Record.read(written) != record:
            raise Finding("The record is another when it is read again.")


def read_some_options(way: Way, text: str) -> None:
    """Options of a game."""
    game = type(game_of(way))
    chosen = read_options(game.all_options, text)
    game(**chosen)


READERS: tuple[Callable[[Way, str], None], ...] = (
    read_step,
    read_position,
    read_record,
    read_some_options,
)


def refused(read: Callable[[], object]) -> None:
    """It must be refused."""
    try:
        read()
    except SpielwerkError:
        return
    raise Finding("It was not refused.")


def try_input(data: bytes) -> None:
    """One input; anything but a refusal or what was meant raises."""
    if len(data) < 2:
        return
    read, way = READERS[data[0] % len(READERS)], WAYS[data[1] % len(WAYS)]
    # Bytes that are no UTF-8 become lone surrogates, which JSON can bring too.
    text = data[2:].decode("utf-8", "surrogateescape")
    begun = time.thread_time()
    try:
        read(way, text)
    except SpielwerkError as error:
        if len(str(error)) > 2 * LONGEST:
            raise Finding("The refusal is much longer than what was refused.") from error
    taken = time.thread_time() - begun
    if taken > MOST_SECONDS:
        raise Finding(f"This took {taken:.1f} s.")


@cache
def game_of(way: Way) -> Game:
    """The game of a way to play."""
    return spielwerk.game(way.key, **way.options)


@cache
def middle_of(way: Way) -> Position:
    """A position in the middle of a game."""
    return [*played(way, 3, 20)][-1]


def played(way: Way, seed: int, most: int) -> Iterator[Position]:
    """The positions of a random game."""
    chooser = random.Random(seed)
    position = game_of(way).start(seed)
    yield position
    while not position.over and len(position.history) < most:
        position = position.play(chooser.choice(position.steps))
        yield position


def seeds() -> list[bytes]:
    """Inputs from real games: steps, positions, records as text and JSON, options."""
    found = [b"\x02\x00" + b'{"headers": {"Game": "kipp4"}, "steps": [' + b"9" * 5000 + b"]}"]
    for number, way in enumerate(WAYS):
        *_, last = played(way, 1, 24)
        middle = middle_of(way)
        told = {"Players": 'Ann "A", Bo\\', "Event": "Größe"}
        record = Record.of(last, headers=told, comments={0: "First.", 1: "Second."})
        texts = [
            *((0, step) for step in (*middle.steps[:3], *last.history[:3])),
            *((1, position.text) for position in (middle, last)),
            *((2, text) for text in (record.text, record.json)),
            (3, " ".join(f"{name}={value}" for name, value in way.options.items())),
        ]
        found += [bytes((kind, number)) + text.encode() for kind, text in texts]
    return found


def changed(data: bytes, chooser: random.Random, pool: list[bytes]) -> bytes:
    """An input near another one: bytes changed, cut, doubled, or taken from a third."""
    made = bytearray(data)
    for _ in range(chooser.randint(1, 4)):
        place = chooser.randrange(len(made) + 1)
        end = min(len(made), place + chooser.randint(1, 8))
        other = chooser.choice(pool)
        begin = chooser.randrange(len(other))
        made[place:end] = chooser.choice(
            (
                bytes([chooser.randrange(256)]),
                b"",
                made[place:end] * 2,
                other[begin : begin + chooser.randint(1, 12)],
                chooser.choice((b"\x00", b"\xff", b"\n", b'"', b"\\", b"{", b"}", b"0", b"*")),
            )
        )
    return bytes(made[:LONGEST])


def try_changed(runs: int, seed: int) -> None:
    """The short form without a fuzzer: the same inputs for the same seed."""
    chooser, pool = random.Random(seed), seeds()
    for _ in range(runs):
        data = changed(chooser.choice(pool), chooser, pool)
        try:
            try_input(data)
        except Exception as error:
            raise Finding(f"{data!r}: {type(error).__name__}: {error}") from error


def memory() -> int:
    """Bytes of memory that this process has now."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


class Watch:
    """Counts inputs, and looks at the memory after a tenth of them and at the end."""

    def __init__(self, runs: int) -> None:
        self.runs, self.done, self.before = runs, 0, 0
        self.begun = time.monotonic()

    def __call__(self, data: bytes) -> None:
        """One input of the fuzzer."""
        self.done += 1
        if self.done == self.runs // 10:
            self.before = memory()
        try_input(data)
        if self.done == self.runs:
            self.report()

    def report(self) -> None:
        """Say how it went; memory that has grown is a finding."""
        grown = memory() - self.before
        seconds = time.monotonic() - self.begun
        print(
            f"{self.done} inputs in {seconds:.0f} s, no finding;"
            f" memory {grown / 2**20:+.1f} MB since a tenth of them.",
            flush=True,
        )
        if self.before and grown > MOST_GROWTH:
            raise Finding(f"Memory has grown by {grown} bytes.")


def main() -> None:
    """Fuzz until all inputs are tried or something is found."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    asked.add_argument("--runs", type=int, default=RUNS, help="how many inputs")
    asked.add_argument("--seed", type=int, default=1, help="for the same inputs again")
    asked.add_argument("--findings", type=Path, default=ROOT / "build", help="a folder")
    given = asked.parse_args()
    given.findings.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as corpus:
        for number, data in enumerate(seeds()):
            (Path(corpus) / str(number)).write_bytes(data)
        options = (
            f"-runs={given.runs}",
            f"-seed={given.seed}",
            f"-max_len={LONGEST}",
            "-len_control=0",
            "-timeout=60",
            "-rss_limit_mb=2048",
            "-print_final_stats=1",
            f"-artifact_prefix={given.findings}/",
        )
        atheris.Setup([sys.argv[0], *options, corpus], Watch(given.runs))
        atheris.Fuzz()


if __name__ == "__main__":
    main()
