"""KIPP4 in pictures and words: what to touch, what moves, what is said."""

from __future__ import annotations

import re

import pytest

import spielwerk
from spielwerk.core.errors import SpielwerkError
from spielwerk.pictures.picture import Marks, Motion, View

KIPP4 = spielwerk.game("kipp4")
PICTURE = KIPP4.find_picture()
START = KIPP4.start()
BUSY = KIPP4.position(".../l.d./.r./.rr./l../..r./... s l a 6,7 6")
R3_WINS = KIPP4.position("dll/ll.l/.d./.l../.../d..d/d.d n l t 2,2 16")


def drawn_at(position: spielwerk.Position, spot: str) -> tuple[float, float]:
    return PICTURE.spot(spot, PICTURE.pieces(position), View())


@pytest.mark.parametrize(
    ("touched", "step"),
    [(("g6",), "+g6"), (("d5",), "-d5"), (("b3", "c2"), "b3-c2"), (("b3", "a2"), "b3-a2")],
)
def test_an_action_is_one_touch_or_two(touched: tuple[str, ...], step: str) -> None:
    assert BUSY.touches[touched] == step


def test_the_board_is_turned_by_three_buttons() -> None:
    assert START.play("+g6").touches == {("r1",): "r1", ("r2",): "r2", ("r3",): "r3"}


def test_a_marble_comes_from_the_end_of_the_supply() -> None:
    assert START.motions("+g6") == ((Motion("light.8", "g6"),),)


def test_a_moved_marble_rolls_and_so_does_the_one_left_behind() -> None:
    assert BUSY.motions("b3-c2") == (
        (Motion("b3", "c2"),),
        (Motion("c4", "b3", "roll"), Motion("c2", "d1", "roll")),
    )


def test_a_red_marble_leaves_the_game() -> None:
    assert START.motions("-d5") == ((Motion("d5", None),),)


def test_the_board_turns_first_then_marbles_roll() -> None:
    stages = START.play("+g6").motions("r2")
    assert stages[0] == (Motion("board", "board", "turn", turn=2),)
    assert Motion("g6", "f7", "roll") in stages[1]
    assert Motion("d5", "c6", "roll") in stages[1]


def test_the_low_side_is_at_the_bottom_of_the_picture() -> None:
    south = START
    east = START.play("+g6").play("r1")
    assert drawn_at(south, "d1")[1] > drawn_at(south, "d7")[1]
    assert drawn_at(east, "g4")[1] > drawn_at(east, "a4")[1]
    assert PICTURE.pieces(east)["board"].turn == 1


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        ("+g6", "Light places a marble on g6."),
        ("b3-c2", "Light moves b3 to c2. Marbles that roll: c4 to b3, c2 to d1."),
        ("-e2", "Light takes the red marble off e2."),
    ],
)
def test_steps_are_told_with_what_rolls(step: str, sentence: str) -> None:
    assert BUSY.tell(step) == sentence


def test_the_end_is_told_and_the_row_is_marked() -> None:
    assert R3_WINS.tell("r3").startswith(
        "Light turns the board by three quarters. Marbles that roll: "
    )
    assert R3_WINS.tell("r3").endswith(" Light wins.")
    won = PICTURE.won(R3_WINS.play("r3"))
    assert len(won) >= 4
    assert not PICTURE.won(R3_WINS)


def test_a_position_is_described_for_a_screen_reader() -> None:
    assert START.describe() == (
        "Light places a marble, moves one or takes a red one off. The board is low in the south."
        " Light marbles: –. Dark marbles: –. Red marbles: d5, e4, b3, e2."
        " In supply: light 8, dark 8."
    )
    assert START.play("+g6").describe().startswith("Light turns the board.")


def test_places_say_what_lies_there() -> None:
    names = re.findall(r'data-id="(\w+)" role="button" aria-label="([^"]+)"', BUSY.svg())
    assert dict(names)["a6"] == "a6, light marble"
    assert dict(names)["c4"] == "c4, red marble"
    assert dict(names)["a4"] == "a4, empty"
    assert dict(names)["r2"] == "Turn the board by a half"


def test_the_last_step_marks_its_grooves_also_after_the_turn() -> None:
    placed = START.play("+g6")
    assert PICTURE.last(placed) == PICTURE.last(placed.play("r2")) == ("f7", "g6")
    assert PICTURE.last(START) == ()


def test_marks_arrows_and_hints_are_drawn() -> None:
    plain = BUSY.svg()
    hints = BUSY.svg(marks=Marks(hints={"b3-c2": 1.0, "+g6": 0.4}))
    assert hints.count(">1</text>") == plain.count(">1</text>") + 1
    assert BUSY.svg(marks=Marks(arrows=(("a6", "g2"),))) != plain
    assert BUSY.svg(marks=Marks(steps=("b3-c2",))) != plain
    assert BUSY.svg(marks=Marks(places=("c4",))) != plain


@pytest.mark.parametrize(
    ("marks", "message"),
    [
        (Marks(places=("c5",)), "There is no place 'c5'"),
        (Marks(steps=("c5-c6",)), "c5-c6"),
        (Marks(hints={"+c2": 1.0}), "is not possible"),
        (Marks(arrows=(("a6", "h9"),)), "There is no place 'h9'"),
    ],
)
def test_marks_that_are_not_there_are_refused(marks: Marks, message: str) -> None:
    with pytest.raises(SpielwerkError, match=message):
        BUSY.svg(marks=marks)


@pytest.mark.parametrize("size", [0, -5, 10_001])
def test_a_size_is_refused_that_no_screen_has(size: int) -> None:
    with pytest.raises(SpielwerkError, match="1 to 10000 pixels"):
        START.svg(size=size)


def test_notebooks_show_positions_and_records() -> None:
    assert START._repr_svg_() == START.svg()
    record = spielwerk.Record.of(START.play("+g6"), headers={"Players": "<Ann>"})
    page = record._repr_html_()
    assert START.play("+g6").svg(size=360) in page
    assert "&lt;Ann&gt;" in page
