"""Spitze: what a position text says, and which texts are refused."""

import pytest

import spielwerk
from tests.rules.spitze_boards import CHECKERBOARD, SPITZE

START = f"{CHECKERBOARD} l - 0"
FREE = ".,.,.,.,.,."
NO_PIECES = "/".join([FREE] * 6)


def above_rank_1(rank_1: str) -> str:
    """The ranks of a board with nothing but rank 1 on it."""
    return "/".join([FREE] * 5 + [rank_1])


# Who can jump, with the first piece over the other two.
ONLY_LIGHT = above_rank_1("l,d,d,.,.,.")
ONLY_DARK = above_rank_1("d,l,l,.,.,.")
BOTH = above_rank_1(".,d,d,l,.,.")
NEITHER = above_rank_1("l,d,.,.,.,.")


@pytest.mark.parametrize(
    "text",
    [
        START,
        f"{ONLY_LIGHT} l - 3",
        f"{BOTH} d - 118",
        f"{FREE}/{FREE}/.,ldd,.,.,.,./{FREE}/.,.,.,.,l,./l,d,d,.,.,dl l - 12",
    ],
)
@pytest.mark.covers(33, 34, 35, 41)
def test_a_text_read_and_written_is_the_same(text: str) -> None:
    position = SPITZE.position(text)
    assert position.text == text
    assert not position.over


@pytest.mark.covers(41)
def test_a_start_read_from_its_text_is_the_start() -> None:
    assert SPITZE.position(START) == SPITZE.start()
    assert hash(SPITZE.position(START)) == hash(SPITZE.start())
    assert SPITZE.position(START) != SPITZE.start().play("a1-d1")


@pytest.mark.covers(34)
def test_ranks_go_from_the_top_and_squares_from_the_left() -> None:
    text = f"l,d,d,.,.,./{FREE}/{FREE}/{FREE}/.,.,l,ll,.,./{FREE} l - 0"
    expected = {"a6-d6", "a6-e6", "a6-f6", "c2-e2", "c2-f2"}
    assert set(SPITZE.position(text).steps) == expected


@pytest.mark.covers(25, 34)
def test_the_last_letter_is_the_top_piece() -> None:
    board = above_rank_1("dl,.,lld,.,.,.")
    assert SPITZE.position(f"{board} l - 7").scores == (2, 3)


@pytest.mark.parametrize(
    ("board", "fields", "over"),
    [
        (ONLY_LIGHT, "l -", False),
        (ONLY_LIGHT, "l d", False),
        (ONLY_LIGHT, "d d", True),
        (ONLY_DARK, "d -", False),
        (ONLY_DARK, "d l", False),
        (ONLY_DARK, "l l", True),
        (BOTH, "l -", False),
        (BOTH, "d -", False),
        (NEITHER, "l -", True),
        (NEITHER, "d -", True),
        (NEITHER, "l l", True),
        (NEITHER, "d d", True),
    ],
)
@pytest.mark.covers(21, 35, 37, 38, 39, 41)
def test_a_text_that_the_pass_rule_can_produce(board: str, fields: str, over: bool) -> None:
    position = SPITZE.position(f"{board} {fields} 4")
    assert position.text == f"{board} {fields} 4"
    assert position.over == over
    assert position.player == (None if over else "ld".index(fields[0]))
    assert bool(position.steps) != over


@pytest.mark.parametrize(
    ("board", "fields"),
    [
        (ONLY_LIGHT, "d -"),  # light would be next, dark stuck
        (ONLY_LIGHT, "d l"),  # light is not stuck
        (ONLY_LIGHT, "l l"),
        (ONLY_DARK, "l -"),
        (ONLY_DARK, "l d"),
        (ONLY_DARK, "d d"),
        (BOTH, "l d"),  # nobody is stuck
        (BOTH, "d l"),
        (BOTH, "l l"),
        (BOTH, "d d"),
        (NEITHER, "l d"),  # over at once, nobody passed over
        (NEITHER, "d l"),
    ],
)
@pytest.mark.covers(37, 38, 39)
def test_a_text_that_the_pass_rule_cannot_produce_is_refused(board: str, fields: str) -> None:
    with pytest.raises(spielwerk.UnreadableText):
        SPITZE.position(f"{board} {fields} 4")


@pytest.mark.parametrize(
    "rank_1",
    [
        FREE,
        "l,.,.,.,.,.",
        f"{18 * 'l'},.,{18 * 'd'},.,.,.",
        f"{18 * 'l'}{18 * 'd'},.,.,.,.,.",
        f"l,.,{17 * 'l'},.,.,.",
        f"d,.,{17 * 'd'},.,.,.",
    ],
)
@pytest.mark.covers(36)
def test_fewer_pieces_than_the_full_set_and_towers_of_any_height_are_fine(rank_1: str) -> None:
    text = f"{above_rank_1(rank_1)} l - 40"
    assert SPITZE.position(text).text == text


@pytest.mark.covers(26, 36)
def test_a_tower_of_all_pieces_scores_36() -> None:
    position = SPITZE.position(f"{above_rank_1(18 * 'l' + 18 * 'd' + ',.,.,.,.,.')} l - 40")
    assert position.scores == (0, 36)


@pytest.mark.parametrize(
    "rank_1",
    [
        f"{19 * 'l'},.,.,.,.,.",
        f"{19 * 'd'},.,.,.,.,.",
        f"l,.,{18 * 'l'},.,.,.",
        f"d,.,{18 * 'd'},.,.,.",
        f"ld,.,{17 * 'l'},.,{18 * 'd'},.",
    ],
)
@pytest.mark.covers(36)
def test_too_many_pieces_are_refused(rank_1: str) -> None:
    with pytest.raises(spielwerk.UnreadableText):
        SPITZE.position(f"{above_rank_1(rank_1)} l - 40")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        f"{ONLY_LIGHT} l -",  # a field too few
        f"{ONLY_LIGHT} l 0",
        f"{ONLY_LIGHT} l - 0 0",  # a field too many
        f"{ONLY_LIGHT}  l - 0",  # two blanks
        f" {ONLY_LIGHT} l - 0",
        f"{ONLY_LIGHT} l - 0 ",
        f"{ONLY_LIGHT} - l 0",  # fields in another order
        f"{NO_PIECES}/{FREE} l - 0",  # seven ranks
        f"{NO_PIECES.removesuffix('/' + FREE)} l - 0",  # five ranks
        f"{NO_PIECES},. l - 0",  # seven squares
        f"{NO_PIECES.removesuffix(',.')} l - 0",  # five squares
        f"{above_rank_1('l,d,d,,.,.')} l - 0",  # an empty square without its dot
        f"{above_rank_1('l,d,d,x,.,.')} l - 0",
        f"{above_rank_1('L,d,d,.,.,.')} l - 0",
        f"{above_rank_1('l,d,d,l.,.,.')} l - 0",
        f"{above_rank_1('l,d,d,..,.,.')} l - 0",
        f"{ONLY_LIGHT} x - 0",
        f"{ONLY_LIGHT} L - 0",
        f"{ONLY_LIGHT} 0 - 0",
        f"{ONLY_LIGHT} l x 0",
        f"{ONLY_LIGHT} l . 0",
        f"{ONLY_LIGHT} l ld 0",
        f"{ONLY_LIGHT} l - -1",
        f"{ONLY_LIGHT} l - x",
        f"{ONLY_LIGHT} l - 1.5",
    ],
)
@pytest.mark.covers(33, 34, 35, 40)
def test_what_is_no_position_text_is_refused(text: str) -> None:
    with pytest.raises(spielwerk.UnreadableText):
        SPITZE.position(text)
