"""Check on a GPU that every way to play gives the same states and steps as the interpreter."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

import examples.connect_four  # noqa: E402, F401  # makes the game known
import spielwerk  # noqa: E402
from spielwerk.testing import check_game  # noqa: E402
from tests.ways import WAYS, Way  # noqa: E402


def main() -> None:
    """Check them one after the other."""
    for way in (*WAYS, Way("connect_four")):
        check_game(spielwerk.game(way.key, **way.options), games=2, device="cuda")
        print(f"{way}: interpreter and GPU agree at every step of 2 games")


if __name__ == "__main__":
    main()
