"""KIPP4 positions for the tests: the grooves of the board, and how a position is written."""

import spielwerk

KIPP4 = spielwerk.game("kipp4")

RANKS = (
    "b7 d7 f7",
    "a6 c6 e6 g6",
    "b5 d5 f5",
    "a4 c4 e4 g4",
    "b3 d3 f3",
    "a2 c2 e2 g2",
    "b1 d1 f1",
)
POSITIONS = " ".join(RANKS).split()

# Four corner grooves, four edge grooves, four centre grooves.
GROOVE_NAMES = "f7-g6 a6-b7 a2-b1 f1-g2 d7-e6 a4-b5 c2-d1 f3-g4 c6-d5 b3-c4 d3-e2 e4-f5"
GROOVES = [groove.split("-") for groove in GROOVE_NAMES.split()]
PARTNER = {one: other for a, b in GROOVES for one, other in ((a, b), (b, a))}


def text(fields: str, light: str = "", dark: str = "", red: str = "") -> str:
    """Write a position text; marbles are given by where they lie: `light="b1 d3"`."""
    marbles = {"l": light.split(), "d": dark.split(), "r": red.split()}
    letters = {where: letter for letter, places in marbles.items() for where in places}
    assert set(letters) <= set(POSITIONS)
    ranks = ("".join(letters.get(where, ".") for where in rank.split()) for rank in RANKS)
    return f"{'/'.join(ranks)} {fields}"
