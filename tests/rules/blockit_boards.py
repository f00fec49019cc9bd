"""Block It! positions for the tests: how they are drawn, set up and read off their text."""

import spielwerk

TWO = spielwerk.game("blockit", players=2)
THREE = spielwerk.game("blockit", players=3)
SOLO = spielwerk.game("blockit", players=1)

FACES = {"L1", "R1", "L2", "R2", "SW", "AB"}
CARDS = [f"{file}{rank}" for file in "abcde" for rank in "12345"]
CROSSINGS = [f"{file}{rank}" for file in "abcd" for rank in "1234"]


def read(drawing: str) -> dict[str, str]:
    """Read the cards from a drawing of their quarters, two lines a rank."""
    lines = [line.split() for line in drawing.strip().splitlines()]
    return {
        f"{file}{rank}": upper + lower[::-1]
        for rank, uppers, lowers in zip("54321", lines[::2], lines[1::2], strict=True)
        for file, upper, lower in zip("abcde", uppers, lowers, strict=True)
    }


# Squares: red a1, a4, d1; yellow b2, b4, d4; blue c3. Turning c5 right would make a red one at c4.
SQUARES = read("""
yk bk kr kb rb
br ry yb ry yk
yr ry yr ry yr
bk bk kb bk bk
rb kr kb br yb
yk by yr yk rk
yk ky yb yb kb
br rb rk kr ry
br rb yb br ry
ky ky rk yk kb
""")
E1_TURNED_RIGHT = "kryb"  # Without the square at d1; e1< makes it.


def set_up(
    cards: dict[str, str], fields: str, blocks: str, game: spielwerk.Game
) -> spielwerk.Position:
    """Set up cards, blocks as in `a1r b2y`, and the last seven fields."""
    owner = {block[:2]: block[2] for block in blocks.split()}
    ranks = "/".join(",".join(cards[f"{file}{rank}"] for file in "abcde") for rank in "54321")
    rows = "/".join("".join(owner.get(f"{f}{rank}", ".") for f in "abcd") for rank in "4321")
    colours = "rybk" if game.players == 1 else "rybk"[: game.players]
    return game.position(f"{ranks} {rows} {colours} {fields}")


def at(
    fields: str, blocks: str = "", game: spielwerk.Game = TWO, **changed: str
) -> spielwerk.Position:
    """Set up SQUARES with some cards changed."""
    return set_up(SQUARES | changed, fields, blocks, game)


def cards(position: spielwerk.Position) -> dict[str, str]:
    """Read the cards off the position text."""
    ranks = position.text.split()[0].split("/")
    return {
        f"{file}{rank}": card
        for rank, row in zip("54321", ranks, strict=True)
        for file, card in zip("abcde", row.split(","), strict=True)
    }


def blocks(position: spielwerk.Position) -> str:
    """Read the blocks off the position text, as in `a1r b2y`."""
    rows = dict(zip("4321", position.text.split()[1].split("/"), strict=True))
    found = [(crossing, rows[crossing[1]]["abcd".index(crossing[0])]) for crossing in CROSSINGS]
    return " ".join(crossing + colour for crossing, colour in found if colour != ".")


def fields(position: spielwerk.Position) -> str:
    """Read player, phase, die, twice, rested, left and turns off the position text."""
    return " ".join(position.text.split()[3:])


def turns(mark: str, *left_out: str) -> set[str]:
    """List the turnings of all cards but some."""
    return {card + mark for card in CARDS if card not in left_out}
