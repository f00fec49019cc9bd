"""How long it takes to draw a position, and how large it becomes; every game, one core."""

from __future__ import annotations

import random
import statistics
import sys
import time

from rich.console import Console
from rich.table import Table

import spielwerk

WAYS: tuple[tuple[str, dict[str, int]], ...] = (
    *(("kipp4", {}), ("veier", {}), ("spitze", {}), ("qbq", {"players": 4})),
    ("blockit", {"players": 4}),
)
GAMES = 5
MOST_MILLISECONDS = 5.0
MOST_BYTES = 40_000


def main() -> None:
    """Measure, print, and fail if a game is too slow or too large."""
    table = Table(title="Drawing a position of a random game, one core")
    for column in ("game", "positions", "median ms", "99 % ms", "needed", "largest bytes"):
        table.add_column(column, justify="right")
    missed = []
    for key, options in WAYS:
        times, sizes = measure(key, options)
        median, most = statistics.median(times), sorted(times)[len(times) * 99 // 100]
        cells = [f"{len(times)}", f"{median:.2f}", f"{most:.2f}", f"{MOST_MILLISECONDS:g}"]
        table.add_row(key, *cells, f"{max(sizes):,}")
        if median > MOST_MILLISECONDS or max(sizes) > MOST_BYTES:
            missed.append(key)
    Console().print(table)
    if missed:
        sys.exit(f"Missed: {', '.join(missed)}")


def measure(key: str, options: dict[str, int]) -> tuple[list[float], list[int]]:
    """Milliseconds and bytes of every position of some random games."""
    times, sizes = [], []
    for seed in range(GAMES):
        chooser = random.Random(seed)
        position = spielwerk.game(key, **options).start(seed)
        while not position.over:
            began = time.perf_counter()
            svg = position.svg()
            times.append(1000 * (time.perf_counter() - began))
            sizes.append(len(svg.encode()))
            position = position.play(chooser.choice(position.steps))
    return times, sizes


if __name__ == "__main__":
    main()
