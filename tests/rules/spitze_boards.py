"""Spitze positions for the tests: how they are written."""

import spielwerk

SPITZE = spielwerk.game("spitze")
SQUARES = [f"{file}{rank}" for rank in (6, 5, 4, 3, 2, 1) for file in "abcdef"]
CHECKERBOARD = "d,l,d,l,d,l/l,d,l,d,l,d/d,l,d,l,d,l/l,d,l,d,l,d/d,l,d,l,d,l/l,d,l,d,l,d"


def text(fields: str, colours: str = "ld", **towers: str) -> str:
    """Write a position text, towers from bottom to top: `a1="l", b1="dd"`.

    The colours `dl` exchange light and dark.
    """
    assert set(towers) <= set(SQUARES)
    cells = [towers.get(square, ".") for square in SQUARES]
    ranks = (",".join(cells[i : i + 6]) for i in range(0, 36, 6))
    return f"{'/'.join(ranks)} {fields}".translate(str.maketrans("ld", colours))


def rank(number: int, drawing: str) -> dict[str, str]:
    """The towers of one rank, drawn from the left: `l dd . . . l`."""
    towers = zip("abcdef", drawing.split(), strict=True)
    return {f"{file}{number}": tower for file, tower in towers if tower != "."}
