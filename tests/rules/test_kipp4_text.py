"""KIPP4: what a position text says, and which texts are refused."""

import pytest

import spielwerk
from tests.rules.kipp4_boards import KIPP4

START = ".../..../.r./..r./r../..r./... s l a 8,8 0"


@pytest.mark.parametrize(
    "text",
    [
        START,
        ".../..../.r./..r./r../..r./l.. s l t 7,8 0",
        "..d/.r../.../..../r.l/l.../d.. w d a 6,6 5",
        ".../..../.../..../.../..../... e d t 8,8 13",
        "ldl/dlld/dr./lrd./r.l/d.rd/ldl s d t 0,0 33",
    ],
)
@pytest.mark.covers(40, 42, 43, 47)
def test_a_text_read_and_written_is_the_same(text: str) -> None:
    assert KIPP4.position(text).text == text


@pytest.mark.covers(42)
def test_the_fields_say_who_is_at_turn_and_what_is_to_do() -> None:
    board = ".../..../.r./..../.../..../..."
    assert KIPP4.position(f"{board} s l a 0,0 0").player == 0
    assert KIPP4.position(f"{board} s d a 0,0 1").player == 1
    assert KIPP4.position(f"{board} s l a 0,0 0").steps == ("-d5",)
    assert set(KIPP4.position(f"{board} s d t 0,0 1").steps) == {"r1", "r2", "r3"}


@pytest.mark.covers(43)
def test_the_supplies_are_lights_and_then_darks() -> None:
    board = ".../..../.r./..../.../..../..."
    assert KIPP4.position(f"{board} s l a 1,0 0").play("+a6").text.split()[4] == "0,0"
    assert KIPP4.position(f"{board} s d a 3,5 1").play("+a6").text.split()[4] == "3,4"
    assert KIPP4.position(f"{board} s d a 1,0 1").steps == ("-d5",)


@pytest.mark.covers(47)
def test_a_start_read_from_its_text_is_the_start() -> None:
    assert KIPP4.position(START) == KIPP4.start()
    assert hash(KIPP4.position(START)) == hash(KIPP4.start())
    assert KIPP4.position(START) != KIPP4.start().play("+a6")


@pytest.mark.parametrize(
    ("text", "winner"),
    [
        # Rows from d7 to g4 and from a4 to d1, red marbles under f5 and g4.
        (".l./..l./..l/d.rl/d.r/.d../.d. w d a 4,4 7", 0),
        (".l./..l./..l/d.rl/d.r/.d../.d. w l a 4,4 8", 1),
        # One row only: the player named does not matter.
        (".l./..l./..l/..rl/..r/..../... w d a 4,4 7", 0),
        (".l./..l./..l/..rl/..r/..../... w l a 4,4 8", 0),
        (".../..../.../d.../d../.d../.d. w d a 4,4 7", 1),
        (".../..../.../d.../d../.d../.d. w l a 4,4 8", 1),
    ],
)
@pytest.mark.covers(28, 29, 47)
def test_a_text_with_rows_says_who_has_won(text: str, winner: int) -> None:
    position = KIPP4.position(text)
    assert position.over
    assert position.winner == winner
    assert position.player is None


@pytest.mark.covers(27, 47)
def test_a_text_with_a_row_before_the_board_is_turned_is_not_over() -> None:
    assert not KIPP4.position(".l./..l./..l/..rl/..r/..../... w l t 4,4 8").over


EMPTY = ".../..../.../..../.../..../..."
LIGHT = ".../l.../.../..../.../..../..."
DARK = ".../d.../.../..../.../..../..."
EIGHT_LIGHT = "lll/l.ll/l../l.../.../..../..."
NINE_LIGHT = "lll/l.ll/l../l.l./.../..../..."
EIGHT_DARK = "ddd/d.dd/d../d.../.../..../..."
NINE_DARK = "ddd/d.dd/d../d.d./.../..../..."
FOUR_RED = ".../..../.r./..r./r../..r./..."
FIVE_RED = ".../r.../.r./..r./r../..r./..."


@pytest.mark.parametrize(
    "text",
    [
        f"{EMPTY} s l a 1,0 0",
        f"{LIGHT} s l a 7,8 0",
        f"{LIGHT} s l a 0,8 0",
        f"{DARK} s l a 8,7 0",
        f"{EIGHT_LIGHT} s l t 0,8 0",
        f"{EIGHT_DARK} s l t 8,0 0",
        f"{FOUR_RED} s l a 0,0 0",
    ],
)
@pytest.mark.covers(44)
def test_fewer_marbles_than_the_full_set_are_fine(text: str) -> None:
    assert KIPP4.position(text).text == text


@pytest.mark.parametrize(
    "text",
    [
        f"{EMPTY} s l a 9,8 0",
        f"{EMPTY} s l a 8,9 0",
        f"{LIGHT} s l a 8,8 0",
        f"{DARK} s l a 8,8 0",
        f"{EIGHT_LIGHT} s l t 1,8 0",
        f"{EIGHT_DARK} s l t 8,1 0",
        f"{NINE_LIGHT} s l t 0,0 0",
        f"{NINE_DARK} s l t 0,0 0",
        f"{FIVE_RED} s l a 0,0 0",
    ],
)
@pytest.mark.covers(44)
def test_too_many_marbles_are_refused(text: str) -> None:
    with pytest.raises(spielwerk.UnreadableText):
        KIPP4.position(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        f"{EMPTY} s l a 8,8",  # a field too few
        f"{EMPTY} s l a 8,8 0 0",  # a field too many
        f"{EMPTY} s l 8,8 0",
        f"{EMPTY}  s l a 8,8 0",  # two blanks
        f" {EMPTY} s l a 8,8 0",
        f"{EMPTY} s l a 8,8 0 ",
        f"{EMPTY} l s a 8,8 0",  # fields in another order
        ".../..../.../..../.../.... s l a 8,8 0",  # six ranks
        ".../..../.../..../.../..../.../.... s l a 8,8 0",  # eight ranks
        "..../.../..../.../..../.../.... s l a 8,8 0",  # three and four exchanged
        ".../..../.../..../.../..../.. s l a 8,8 0",
        ".../..../.../..../.../..../.... s l a 8,8 0",
        ".../..../.../x.../.../..../... s l a 8,8 0",
        ".../..../.../L.../.../..../... s l a 7,8 0",
        f"{EMPTY} x l a 8,8 0",
        f"{EMPTY} S l a 8,8 0",
        f"{EMPTY} se l a 8,8 0",
        f"{EMPTY} s r a 8,8 0",
        f"{EMPTY} s 0 a 8,8 0",
        f"{EMPTY} s l x 8,8 0",
        f"{EMPTY} s l at 8,8 0",
        f"{EMPTY} s l a 8 0",
        f"{EMPTY} s l a 8,8,8 0",
        f"{EMPTY} s l a -1,8 0",
        f"{EMPTY} s l a 8,x 0",
        f"{EMPTY} s l a 8, 0",
        f"{EMPTY} s l a 8,8 -1",
        f"{EMPTY} s l a 8,8 x",
        f"{EMPTY} s l a 8,8 1.5",
    ],
)
@pytest.mark.covers(40, 41, 42, 43, 46)
def test_what_is_no_position_text_is_refused(text: str) -> None:
    with pytest.raises(spielwerk.UnreadableText):
        KIPP4.position(text)
