"""Véier positions for the tests: the rows of the board, and how a position is written."""

import spielwerk

VEIER = spielwerk.game("veier")

# The lowest and the highest column of each row.
COLUMNS = {
    "k": (6, 11),
    "j": (5, 11),
    "i": (4, 11),
    "h": (3, 11),
    "g": (2, 11),
    "f": (1, 11),
    "e": (1, 10),
    "d": (1, 9),
    "c": (1, 8),
    "b": (1, 7),
    "a": (1, 6),
}


def text(x: str = "", o: str = "", player: str = "x", supplies: str = "20,20") -> str:
    """Write a position with pieces on the given cells."""
    owner = dict.fromkeys(x.split(), "x") | dict.fromkeys(o.split(), "o")
    rows = (
        "".join(owner.get(f"{row}{c}", ".") for c in range(low, high + 1))
        for row, (low, high) in COLUMNS.items()
    )
    return f"{'/'.join(rows)} {player} {supplies}"


def supplies(position: spielwerk.Position) -> tuple[int, int]:
    """Read the supplies off the position text."""
    x, o = position.text.split()[2].split(",")
    return int(x), int(o)
