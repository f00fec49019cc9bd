"""QBQ positions for the tests: how they are written, and what is possible in them."""

import spielwerk

QBQ = spielwerk.game("qbq")
THREE = spielwerk.game("qbq", players=3)
FOUR = spielwerk.game("qbq", players=4)

START = ".,.,.,.,b1,b1/.,.,.,.,b1,b1/.,.,.,.,.,./.,.,.,.,.,./o1,o1,.,.,.,./o1,o1,.,.,.,. b m bo 0"

# Nine cubes that touch at no side, with none in the supply: they cannot move.
STUCK = "a4 c4 e4 b5 d5 f5 a6 c6 e6"


def text(
    b: str = "",
    g: str = "",
    o: str = "",
    r: str = "",
    player: str = "b",
    phase: str = "m",
    colours: str = "bo",
    turns: int | str = 0,
) -> str:
    """Write a position: `a1` is one cube on a1, `a1:3` a tower of three."""
    stacks = {}
    for colour, squares in zip("bgor", (b, g, o, r), strict=True):
        for stack in squares.split():
            square, _, height = stack.partition(":")
            stacks[square] = f"{colour}{height or 1}"
    ranks = (",".join(stacks.get(file + rank, ".") for file in "abcdef") for rank in "654321")
    return f"{'/'.join(ranks)} {player} {phase} {colours} {turns}"


def destinations(position: spielwerk.Position, square: str) -> set[str]:
    """Where the top cube of a square can be relocated."""
    return {step[3:] for step in position.steps if step.startswith(square + "-")}


def insertions(position: spielwerk.Position) -> set[str]:
    """Where a cube can be brought in."""
    return {step[1:] for step in position.steps if step.startswith("+")}


def refuses(position: spielwerk.Position, token: str) -> bool:
    """Whether a readable step is not possible."""
    try:
        position.play(token)
    except spielwerk.IllegalStep as refusal:
        return not isinstance(refusal, spielwerk.UnreadableStep) and token not in position.steps
    return False
