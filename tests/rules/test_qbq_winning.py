"""QBQ by the book: the three formations and who wins. Letters are the rulebook's pictures."""

from collections.abc import Iterator

import pytest

import spielwerk
from tests.rules.qbq_boards import FOUR, QBQ, THREE, text

# The files and ranks of each colour's fields.
QUARTER = {"b": ("abc", "123"), "g": ("abc", "456"), "o": ("def", "456"), "r": ("def", "123")}
COLOURS = "bgor"


def squares_of(size: int, files: str = "abcdef", ranks: str = "123456") -> Iterator[list[str]]:
    """Every square block of fields with sides of the given size, each from its lower left up."""
    for rank in range(len(ranks) - size + 1):
        for file in range(len(files) - size + 1):
            yield [f + r for r in ranks[rank : rank + size] for f in files[file : file + size]]


def after_move(colour: str) -> dict[str, str]:
    """The fields of a four-player text in which the colour has just moved."""
    return {"player": COLOURS[(COLOURS.index(colour) + 1) % 4], "colours": COLOURS}


# The formations


@pytest.mark.covers(2, 36, 45, 47, 57, 59)
@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize("colour", COLOURS)
def test_four_cubes_in_a_square_win(colour: str, place: int) -> None:
    """Letter D."""
    p, q, r, s = list(squares_of(2, *QUARTER[colour]))[place]
    before = text(**{colour: f"{p}:2 {q} {r}"}, player=colour, colours=COLOURS, turns=8)
    _wins(before, f"{p}-{s}", text(**{colour: f"{p} {q} {r} {s}"}, **after_move(colour), turns=9))


@pytest.mark.covers(2, 37, 45, 47, 57, 59)
@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize("colour", COLOURS)
def test_eight_cubes_in_a_cube_win(colour: str, place: int) -> None:
    """Letter E."""
    p, q, r, s = list(squares_of(2, *QUARTER[colour]))[place]
    before = text(**{colour: f"{p}:3 {q}:2 {r}:2 {s}"}, player=colour, colours=COLOURS, turns=8)
    after = text(**{colour: f"{p}:2 {q}:2 {r}:2 {s}:2"}, **after_move(colour), turns=9)
    _wins(before, f"{p}-{s}", after)


@pytest.mark.covers(2, 38, 45, 47, 57, 59)
@pytest.mark.parametrize("colour", COLOURS)
def test_nine_cubes_on_all_own_fields_win(colour: str) -> None:
    """Letter F."""
    [fields] = squares_of(3, *QUARTER[colour])
    first, last = fields[0], fields[-1]
    most = " ".join([f"{first}:2", *fields[1:-1]])
    before = text(**{colour: most}, player=colour, colours=COLOURS, turns=8)
    after = text(**{colour: " ".join(fields)}, **after_move(colour), turns=9)
    _wins(before, f"{first}-{last}", after)


def _wins(before: str, step: str, after: str) -> None:
    """The step leads to the text and wins for its player; reading the text says the same."""
    position = FOUR.position(before)
    mover = position.player
    assert mover is not None
    assert not position.over
    position = position.play(step)
    assert position.text == after
    for finished in (position, FOUR.position(after)):
        assert (finished.over, finished.winner) == (True, mover)
        assert (finished.player, finished.steps, finished.scores) == (None, (), None)
        assert finished.returns == pytest.approx([1 if p == mover else -1 / 3 for p in range(4)])
        assert finished.text == after
    with pytest.raises(spielwerk.IllegalStep):
        position.play("a1-b1")


@pytest.mark.covers(2, 36, 37, 38)
@pytest.mark.parametrize(
    ("size", "height", "places", "winning"), [(2, 1, 25, 4), (2, 2, 25, 4), (3, 1, 16, 1)]
)
@pytest.mark.parametrize("colour", COLOURS)
def test_a_formation_wins_on_fields_of_the_own_colour_only(
    colour: str, size: int, height: int, places: int, winning: int
) -> None:
    own = {file + rank for file in QUARTER[colour][0] for rank in QUARTER[colour][1]}
    inside = 0
    blocks = list(squares_of(size))
    assert len(blocks) == places
    for block in blocks:
        cubes = " ".join(f"{square}:{height}" for square in block)
        position = FOUR.position(text(**{colour: cubes}, **after_move(colour), turns=9))
        assert position.over == (set(block) <= own)
        inside += position.over
    assert inside == winning


@pytest.mark.covers(36, 37, 38, 39)
@pytest.mark.parametrize(
    "cubes",
    [
        "a1 b1 a2",
        "a1 b1 c1 a2",
        "a1 b1 b2 c2",
        "a1 b1 c1 b2",
        "a1 a2 a3 b3",
        "a1 c1 a3 c3",
        "a1 c1 a2 c2",
        "b1 a2 c2 b3",
        "a1:2 b1:2",
        "a1:2 b1 a2",
        "a1:2 b2:2",
        "a1:4",
        "a1:2 b1 a2 b2",
        "a1 b1 a2 b2 c1",
        "a1 b1 a2 b2 c3",
        "a1 b1 a2 b2 f6",
        "a1 b1 a2 b2 d4 d5 e4 e5",
        "a1 b1 c1 a2 b2 c2",
        "a1:2 b1:2 a2 b2",
        "a1:2 b1:2 a2:2 b2",
        "a1:2 b1:2 a2:2",
        "a1:3 b1:2 a2:2 b2",
        "a1:3 b1:2 a2:2 b2:2",
        "a1:3 b1:3 a2 b2",
        "a1:2 b1:2 c1:2 a2:2",
        "a1:2 c1:2 a3:2 c3:2",
        "a1:4 b1:4",
        "a1:2 b1:2 a2:2 b2:2 c1",
        "a1:2 b1:2 a2:2 b2:2 f6",
        "b1 c1 a2 b2 c2 a3 b3 c3",
        "a1 b1 c1 a2 c2 a3 b3 c3",
        "a1 b1 c1 a2 b2 c2 a3 b3",
        "a1:2 b1 c1 a2 b2 c2 a3 b3",
        "b1 c1 a2 b2:2 c2 a3 b3 c3",
        "a1 b1 c1 a2 b2 c2 a3 b3 d1",
        "a1 b1 c1 a2 b2 c2 a3 b3 c4",
    ],
)
def test_what_is_nearly_a_formation_does_not_win(cubes: str) -> None:
    written = text(b=cubes, o="f1", player="o", turns=9)
    position = QBQ.position(written)
    assert (position.text, position.over, position.player) == (written, False, 1)


@pytest.mark.covers(36, 39)
def test_cubes_of_others_spoil_nothing() -> None:
    position = QBQ.position(text(b="b2 c2 b3 c3", o="a1:2 a2 b1 d3", player="o", turns=9))
    assert (position.over, position.winner) == (True, 0)


@pytest.mark.covers(36, 39)
def test_a_spare_cube_toppled_off_the_board_completes_the_formation() -> None:
    position = QBQ.position(text(b="a1:2 a2 b1 b2", o="f1"))
    assert position.play("a1>w").winner == 0
    assert position.play("a1>s").winner == 0
    assert not position.play("a1>e").over
    assert not QBQ.position(text(b="a1:2 a2 b1 b2 f6", o="f1")).play("a1>w").over


@pytest.mark.covers(36, 40, 54)
def test_the_insertion_alone_does_not_win_but_the_relocation_does() -> None:
    position = QBQ.position(text(b="a1 a2 b1", o="f1", turns=6))
    square = position.play("+b2")
    assert square.text == text(b="a1 a2 b1 b2", o="f1", phase="r", turns=6)
    for inserted in (square, QBQ.position(square.text)):
        assert (inserted.over, inserted.player, inserted.winner) == (False, 0, None)
        assert inserted.returns == (0, 0)
    assert not square.play("b2-c1").over
    won = position.play("+c1").play("c1-b2")
    assert won.text == text(b="a1 a2 b1 b2", o="f1", player="o", turns=7)
    assert (won.over, won.winner) == (True, 0)


# Whose formation


@pytest.mark.covers(41, 45, 57, 59)
def test_a_topple_can_win_for_the_other_player() -> None:
    before = text(b="a1 a2 b1 b2 d1", o="e1:2", player="o", turns=3)
    position = QBQ.position(before).play("e1>w")
    assert position.text == text(b="a1 a2 b1 b2", o="e1 d1", player="b", turns=4)
    assert (position.over, position.winner, position.returns) == (True, 0, (1, -1))
    assert QBQ.position(position.text).winner == 0


@pytest.mark.covers(41, 45, 59)
@pytest.mark.parametrize(
    ("before", "step", "winner"),
    [
        (text(b="a1:2 a2 b2", o="d4 e4 d5 e5 b1", player="b"), "a1>e", 0),
        (text(b="a1 a2 b1 b2 e4", o="d4:2 d5 e5", player="o"), "d4>e", 1),
    ],
)
def test_with_two_formations_the_mover_wins(before: str, step: str, winner: int) -> None:
    position = QBQ.position(before).play(step)
    for finished in (position, QBQ.position(position.text)):
        assert finished.winner == winner
        assert finished.returns == ((1, -1) if winner == 0 else (-1, 1))


@pytest.mark.covers(41, 45, 57, 59)
@pytest.mark.parametrize(
    ("colours", "mover", "others", "winner"),
    [
        ("bgo", "b", "go", "g"),
        ("bgo", "b", "og", "g"),
        ("bgo", "g", "bo", "o"),
        ("bgo", "g", "ob", "o"),
        ("bgo", "o", "bg", "b"),
        ("bgo", "o", "gb", "b"),
        ("bgor", "b", "ro", "o"),
        ("bgor", "g", "br", "r"),
        ("bgor", "g", "bo", "o"),
        ("bgor", "o", "gr", "r"),
        ("bgor", "o", "gb", "b"),
        ("bgor", "r", "go", "g"),
        ("bgor", "r", "ob", "b"),
    ],
)
def test_after_the_mover_the_others_are_looked_at_in_playing_order(
    colours: str, mover: str, others: str, winner: str
) -> None:
    """A tower on c4 falls on the spare cubes of two players at once."""
    formation = {"b": "a1 b1 a2 b2", "g": "a5 b5 a6 b6", "o": "e5 f5 e6 f6", "r": "e1 f1 e2 f2"}
    cubes = {mover: "c4:3", others[0]: formation[others[0]], others[1]: formation[others[1]]}
    spare = {others[0]: " d4", others[1]: " e4"}
    before = {colour: cubes[colour] + spare.get(colour, "") for colour in cubes}
    after = cubes | {mover: "c4 d4 e4"}
    following = colours[(colours.index(mover) + 1) % len(colours)]
    game = THREE if colours == "bgo" else FOUR
    position = game.position(text(**before, player=mover, colours=colours)).play("c4>e")
    assert position.text == text(**after, player=following, colours=colours, turns=1)
    seat = colours.index(winner)
    for finished in (position, game.position(position.text)):
        assert (finished.over, finished.winner) == (True, seat)
        loss = -1 / (len(colours) - 1)
        assert finished.returns == pytest.approx(
            [1 if p == seat else loss for p in range(len(colours))]
        )
