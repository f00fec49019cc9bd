"""KIPP4: the board, the set-up and the two steps of a turn."""

import pytest

import spielwerk
from tests.rules.kipp4_boards import GROOVES, KIPP4, PARTNER, text

# The lower ends of GROOVES, in their order.
LOWER_ENDS = {
    "s": "g6 a6 b1 f1 e6 a4 d1 f3 d5 b3 e2 e4",
    "e": "g6 b7 b1 g2 e6 b5 d1 g4 d5 c4 e2 f5",
    "n": "f7 b7 a2 g2 d7 b5 c2 g4 c6 c4 d3 f5",
    "w": "f7 a6 a2 f1 d7 a4 c2 f3 c6 b3 d3 e4",
}
LOWER = {low: ends.split() for low, ends in LOWER_ENDS.items()}
UPPER = {low: [PARTNER[end] for end in ends] for low, ends in LOWER.items()}

# The low side after one, two and three quarter turns.
TURNED = {
    "s": {"r1": "e", "r2": "n", "r3": "w"},
    "e": {"r1": "n", "r2": "w", "r3": "s"},
    "n": {"r1": "w", "r2": "s", "r3": "e"},
    "w": {"r1": "s", "r2": "e", "r3": "n"},
}

COLOURS = ("light", "dark", "red")
EVERY_LOW_SIDE = pytest.mark.parametrize("low", "senw")


def steps(position_text: str) -> set[str]:
    """The steps of a position, of which none is named twice."""
    found = KIPP4.position(position_text).steps
    assert len(found) == len(set(found))
    return set(found)


def after(position_text: str, *tokens: str) -> str:
    """The text of the position after some steps."""
    position = KIPP4.position(position_text)
    for token in tokens:
        position = position.play(token)
    return position.text


def diagonal(where: str) -> set[str]:
    """The positions one diagonal step away."""
    file, rank = "abcdefg".index(where[0]), int(where[1])
    return {
        f"{'abcdefg'[file + east]}{rank + north}"
        for east in (-1, 1)
        for north in (-1, 1)
        if 0 <= file + east < 7 and 1 <= rank + north <= 7
    }


# Board


@EVERY_LOW_SIDE
@pytest.mark.covers(1, 20, 41)
def test_each_position_has_its_name_and_its_place_in_the_text(low: str) -> None:
    for where in LOWER[low]:
        assert steps(text(f"{low} l a 0,0 0", red=where)) == {f"-{where}"}


@pytest.mark.covers(1, 41)
def test_ranks_go_from_the_top_and_positions_from_the_left() -> None:
    position = KIPP4.position("..r/..../.../d.../..l/r.../... w l a 0,0 0")
    assert set(position.steps) == {"-f7", "-a2", "f3-e4", "f3-e2", "f3-g2"}


@pytest.mark.parametrize("phase", "at")
@EVERY_LOW_SIDE
@pytest.mark.covers(2, 3, 4, 45)
def test_a_lone_marble_lies_at_the_end_nearer_to_the_low_side(low: str, phase: str) -> None:
    fields = f"{low} l {phase} 4,4 0"
    for lower, upper in zip(LOWER[low], UPPER[low], strict=True):
        for colour in COLOURS:
            settled = text(fields, **{colour: lower})
            assert KIPP4.position(settled).text == settled
            with pytest.raises(spielwerk.UnreadableText):
                KIPP4.position(text(fields, **{colour: upper}))
        for full in (text(fields, light=lower, dark=upper), text(fields, red=f"{lower} {upper}")):
            assert KIPP4.position(full).text == full


# Set-up


@pytest.mark.covers(5, 6, 7, 40, 43)
def test_the_game_starts_with_four_red_marbles_and_light_at_turn() -> None:
    start = KIPP4.start()
    assert start.text == ".../..../.r./..r./r../..r./... s l a 8,8 0"
    assert start.text == text("s l a 8,8 0", red="d5 b3 e2 e4")
    assert KIPP4.players == 2
    assert start.player == 0
    assert not start.over


@pytest.mark.covers(9, 11, 20)
def test_light_begins_by_placing_in_a_corner_or_removing_red() -> None:
    places = {"+g6", "+a6", "+b1", "+f1"}
    assert steps(KIPP4.start().text) == places | {"-d5", "-b3", "-e2", "-e4"}


# A turn


@pytest.mark.covers(7, 8, 10, 22, 24, 25, 43)
def test_the_first_two_turns_of_a_game() -> None:
    position = KIPP4.start().play("+b1")
    assert position.text == text("s l t 7,8 0", light="b1", red="d5 b3 e2 e4")
    assert position.player == 0
    position = position.play("r2")
    assert position.text == text("n d a 7,8 1", light="a2", red="c6 c4 d3 f5")
    assert position.player == 1
    position = position.play("+b1")
    assert position.text == text("n d t 7,7 1", light="a2", dark="b1", red="c6 c4 d3 f5")
    assert position.player == 1
    position = position.play("r1")
    assert position.text == text("w l a 7,7 2", light="a2", dark="b1", red="c6 b3 d3 e4")
    assert position.player == 0


@pytest.mark.parametrize("player", "ld")
@pytest.mark.covers(8, 23, 42)
def test_after_the_act_the_board_must_be_turned(player: str) -> None:
    board = {"light": "d5", "dark": "b3", "red": "e4"}
    assert steps(text(f"s {player} t 4,4 0", **board)) == {"r1", "r2", "r3"}


@pytest.mark.covers(8, 9)
def test_the_board_is_not_turned_before_the_act() -> None:
    found = steps(text("s l a 4,4 0", light="d5", red="e2"))
    places = {"+g6", "+a6", "+b1", "+f1"}
    assert found == places | {"d5-e6", "d5-e4", "d5-c4"} | {"-e2"}


# Place


@pytest.mark.parametrize(
    ("low", "places"),
    [("s", "g6 a6 b1 f1"), ("e", "g6 b7 b1 g2"), ("n", "f7 b7 a2 g2"), ("w", "f7 a6 a2 f1")],
)
@pytest.mark.covers(11, 13)
def test_a_marble_enters_at_the_lower_end_of_a_corner_groove(low: str, places: str) -> None:
    for player, supplies in (("l", "1,0"), ("d", "0,1")):
        expected = {f"+{where}" for where in places.split()}
        assert steps(text(f"{low} {player} a {supplies} 0")) == expected
    for where in places.split():
        assert after(text(f"{low} l a 1,1 0"), f"+{where}") == text(f"{low} l t 0,1 0", light=where)
        assert after(text(f"{low} d a 1,1 1"), f"+{where}") == text(f"{low} d t 1,0 1", dark=where)


@EVERY_LOW_SIDE
@pytest.mark.covers(11, 13)
def test_in_a_corner_groove_with_one_marble_the_upper_end_is_left(low: str) -> None:
    corners = list(zip(LOWER[low][:4], UPPER[low][:4], strict=True))
    for lower, upper in corners:
        others = {f"+{where}" for where, _ in corners if where != lower}
        assert steps(text(f"{low} l a 4,4 0", dark=lower)) == others | {f"+{upper}"}
        assert after(text(f"{low} l a 4,4 0", dark=lower), f"+{upper}") == text(
            f"{low} l t 3,4 0", light=upper, dark=lower
        )
        assert steps(text(f"{low} l a 4,4 0", dark=f"{lower} {upper}")) == others


@EVERY_LOW_SIDE
@pytest.mark.covers(11, 12)
def test_the_last_free_corner_position_must_be_filled_first(low: str) -> None:
    for free in UPPER[low][:4]:
        taken = " ".join({*LOWER[low][:4], *UPPER[low][:4]} - {free})
        assert steps(text(f"{low} l a 4,1 0", dark=taken)) == {f"+{free}"}


@EVERY_LOW_SIDE
@pytest.mark.covers(12, 13)
def test_with_all_corner_positions_taken_a_marble_enters_any_groove(low: str) -> None:
    taken = " ".join(LOWER[low][:4] + UPPER[low][:4])
    assert steps(text(f"{low} l a 1,0 0", dark=taken)) == {f"+{x}" for x in LOWER[low][4:]}
    for where in LOWER[low][4:]:
        position = text(f"{low} l a 1,0 0", dark=taken)
        assert after(position, f"+{where}") == text(f"{low} l t 0,0 0", light=where, dark=taken)


@pytest.mark.parametrize(("player", "supplies"), [("l", "1,2"), ("d", "2,1")])
@pytest.mark.covers(10, 12, 13)
def test_marbles_of_any_colour_fill_the_corners_and_the_other_grooves(
    player: str, supplies: str
) -> None:
    position = text(
        f"s {player} a 2,2 0",
        light="g6 a6 b1 e6",
        dark="f7 b7 a2 d7",
        red="f1 g2 d5 b3",
    )
    places = {token for token in steps(position) if token.startswith("+")}
    # d7-e6 is full, d5 and b3 are taken.
    assert places == {"+a4", "+d1", "+f3", "+c6", "+c4", "+e2", "+e4"}
    ranks, fields = after(position, "+c4").split(" ", 1)
    assert ranks.split("/")[3] == f".{player}.."
    assert fields == f"s {player} t {supplies} 0"


@pytest.mark.covers(10)
def test_only_the_own_supply_counts() -> None:
    assert steps(text("s l a 0,4 0", red="d5")) == {"-d5"}
    assert steps(text("s d a 4,0 1", red="d5")) == {"-d5"}
    assert "+a6" in steps(text("s l a 1,0 0", red="d5"))
    assert "+a6" in steps(text("s d a 0,1 1", red="d5"))


# Move


@pytest.mark.parametrize(
    ("where", "moves"),
    [
        ("d5", "d5-e6 d5-e4 d5-c4"),
        ("e4", "e4-d5 e4-f3 e4-d3"),
        ("f3", "f3-e4 f3-e2 f3-g2"),
        ("a4", "a4-b3"),
        ("d1", "d1-e2"),
        ("g6", "g6-f5"),
        ("b1", "b1-c2"),
    ],
)
@pytest.mark.covers(14, 16)
def test_a_marble_moves_by_one_along_a_diagonal_into_another_groove(where: str, moves: str) -> None:
    assert steps(text("s l a 0,0 0", light=where)) == set(moves.split())


@EVERY_LOW_SIDE
@pytest.mark.covers(14, 16)
def test_no_marble_moves_inside_its_groove(low: str) -> None:
    for lower, upper in zip(LOWER[low], UPPER[low], strict=True):
        moves = {f"{lower}-{to}" for to in diagonal(lower) - {upper}}
        assert steps(text(f"{low} l a 0,0 0", light=lower)) == moves
        assert steps(text(f"{low} d a 0,0 1", dark=lower)) == moves
        above = {f"{upper}-{to}" for to in diagonal(upper) - {lower}}
        assert steps(text(f"{low} l a 0,0 0", light=upper, dark=lower)) == above
        assert steps(text(f"{low} l a 0,0 0", light=f"{lower} {upper}")) == moves | above


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.covers(15)
def test_a_taken_position_cannot_be_moved_to(colour: str) -> None:
    board = {"light": "d5", "dark": "", "red": ""}
    board[colour] += " e4"
    moves = {token for token in steps(text("s l a 0,0 0", **board)) if token.startswith("d5")}
    assert moves == {"d5-e6", "d5-c4"}


@pytest.mark.covers(17)
def test_only_own_marbles_move() -> None:
    board = {"light": "d5", "dark": "f3", "red": "b3"}
    light = {"d5-e6", "d5-e4", "d5-c4", "-b3"}
    dark = {"f3-e4", "f3-e2", "f3-g2", "-b3"}
    assert steps(text("s l a 0,0 0", **board)) == light
    assert steps(text("s d a 0,0 1", **board)) == dark


@EVERY_LOW_SIDE
@pytest.mark.covers(14, 18)
def test_a_moved_marble_rolls_to_the_lower_end_of_its_new_groove(low: str) -> None:
    rest = dict(zip(LOWER[low] + UPPER[low], LOWER[low] * 2, strict=True))
    for where in LOWER[low]:
        for to in diagonal(where) - {PARTNER[where]}:
            moved = after(text(f"{low} l a 4,3 6", light=where), f"{where}-{to}")
            assert moved == text(f"{low} l t 4,3 6", light=rest[to])


@pytest.mark.covers(18)
def test_a_marble_moved_above_another_stays_there() -> None:
    position = text("s l a 4,4 0", light="e6", dark="e4")
    assert after(position, "e6-f5") == text("s l t 4,4 0", light="f5", dark="e4")


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.covers(19)
def test_the_marble_left_behind_rolls(colour: str) -> None:
    before, left = {"light": "e4"}, {"light": "f3"}
    before[colour] = before.get(colour, "") + " f5"
    left[colour] = left.get(colour, "") + " e4"
    assert after(text("s l a 4,4 0", **before), "e4-f3") == text("s l t 4,4 0", **left)


@pytest.mark.covers(19)
def test_the_marble_left_behind_at_the_lower_end_stays() -> None:
    position = text("s d a 4,4 1", light="e4", dark="f5")
    assert after(position, "f5-g6") == text("s d t 4,4 1", light="e4", dark="g6")


# Remove


@pytest.mark.parametrize("player", "ld")
@pytest.mark.covers(20)
def test_either_player_removes_any_red_marble_and_only_red_ones(player: str) -> None:
    board = {"light": "a6", "dark": "f3"}
    red = {"e4", "f5", "d5", "b1"}
    position = text(f"s {player} a 3,4 8", red=" ".join(red), **board)
    assert {token for token in steps(position) if token.startswith("-")} == {f"-{x}" for x in red}
    removed = text(f"s {player} t 3,4 8", red="e4 f5 b1", **board)
    assert after(position, "-d5") == removed


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.covers(21)
def test_the_marble_above_a_removed_one_rolls(colour: str) -> None:
    before, left = {"red": "e4"}, {colour: "e4"}
    before[colour] = before.get(colour, "") + " f5"
    assert after(text("s l a 4,4 0", **before), "-e4") == text("s l t 4,4 0", **left)
    below = {"red": "f5"}
    below[colour] = below.get(colour, "") + " e4"
    assert after(text("s l a 4,4 0", **below), "-f5") == text("s l t 4,4 0", **left)


# Turn the board


@pytest.mark.parametrize("quarters", ["r1", "r2", "r3"])
@EVERY_LOW_SIDE
@pytest.mark.covers(3, 22, 24, 25)
def test_every_lone_marble_rolls_to_the_new_lower_end(low: str, quarters: str) -> None:
    new = TURNED[low][quarters]
    for before, rolled in zip(LOWER[low], LOWER[new], strict=True):
        for colour in COLOURS:
            turned = after(text(f"{low} l t 4,4 6", **{colour: before}), quarters)
            assert turned == text(f"{new} d a 4,4 7", **{colour: rolled})


@pytest.mark.parametrize("quarters", ["r1", "r2", "r3"])
@EVERY_LOW_SIDE
@pytest.mark.covers(22, 24, 25)
def test_all_grooves_settle_together(low: str, quarters: str) -> None:
    def in_all_grooves(side: str) -> dict[str, str]:
        ends = LOWER[side]
        return {"light": " ".join(ends[:4]), "dark": " ".join(ends[4:8]), "red": " ".join(ends[8:])}

    new = TURNED[low][quarters]
    turned = after(text(f"{low} d t 4,4 9", **in_all_grooves(low)), quarters)
    assert turned == text(f"{new} l a 4,4 10", **in_all_grooves(new))


@pytest.mark.parametrize("quarters", ["r1", "r2", "r3"])
@EVERY_LOW_SIDE
@pytest.mark.covers(24)
def test_two_marbles_in_one_groove_stay_as_they_are(low: str, quarters: str) -> None:
    new = TURNED[low][quarters]
    for one, other in GROOVES:
        for board in ({"light": one, "dark": other}, {"red": one, "light": other}):
            turned = after(text(f"{low} l t 4,4 0", **board), quarters)
            assert turned == text(f"{new} d a 4,4 1", **board)


@pytest.mark.parametrize("turns", ["r1 r1 r1 r1", "r3 r3 r3 r3", "r2 r2", "r1 r3", "r3 r2 r3"])
@EVERY_LOW_SIDE
@pytest.mark.covers(22, 24)
def test_four_quarter_turns_give_the_marbles_back(low: str, turns: str) -> None:
    full_groove = f"{LOWER[low][11]} {UPPER[low][11]}"
    light, dark = " ".join(LOWER[low][0:10:3]), " ".join(LOWER[low][1:10:3])
    before = text(f"{low} l t 4,4 0", light=light, dark=dark, red=full_groove)
    turned = before
    for quarters in turns.split():
        ranks, side = after(turned, quarters).split()[:2]
        turned = f"{ranks} {side} l t 4,4 0"
    assert turned == before


# Refusals


@pytest.mark.parametrize(
    ("phase", "token"),
    [
        ("a", "r1"),  # act first
        ("a", "+a4"),  # no corner groove
        ("a", "+b7"),  # it would roll to a6
        ("a", "d5-c6"),  # the same groove
        ("a", "d5-e4"),  # taken
        ("a", "d5-d7"),  # no diagonal
        ("a", "d5-f7"),  # too far
        ("a", "f3-g2"),  # dark's marble
        ("a", "-f3"),  # not red
        ("a", "-d1"),  # nothing there
        ("a", "r4"),
        ("a", ""),
        ("t", "r0"),
        ("t", "r4"),
        ("t", "+a6"),
        ("t", "d5-c4"),
        ("t", "-e4"),
    ],
)
@pytest.mark.covers(8, 11, 13, 14, 15, 16, 17, 20, 23, 48)
def test_what_is_not_legal_now_is_refused(phase: str, token: str) -> None:
    board = {"light": "d5", "dark": "f3", "red": "e4"}
    with pytest.raises(spielwerk.IllegalStep):
        KIPP4.position(text(f"s l {phase} 4,4 0", **board)).play(token)


@pytest.mark.covers(48)
def test_illegal_and_unreadable_are_two_things() -> None:
    with pytest.raises(spielwerk.IllegalStep) as illegal:
        KIPP4.start().play("r1")
    assert not isinstance(illegal.value, spielwerk.UnreadableStep)
    for token in ("hello", "", "+h9", "+B1", " +b1", "-b1 "):
        with pytest.raises(spielwerk.UnreadableStep):
            KIPP4.start().play(token)


@EVERY_LOW_SIDE
@pytest.mark.covers(20)
def test_a_red_marble_is_removed_wherever_it_lies(low: str) -> None:
    for where in LOWER[low]:
        assert after(text(f"{low} l a 4,4 6", red=where), f"-{where}") == text(f"{low} l t 4,4 6")
