"""QBQ by the book: options and the position text."""

import pytest

import spielwerk
from tests.rules.qbq_boards import QBQ, START, STUCK, THREE, text


@pytest.mark.covers(51, 52, 53, 54, 55, 56)
def test_a_text_written_out() -> None:
    written = (
        "o3,.,.,.,.,b1/.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,b2/g1,.,.,.,.,. g m bgo 17"
    )
    assert written == text(b="f6 f2:2", g="a1", o="a6:3", player="g", colours="bgo", turns=17)
    position = THREE.position(written)
    assert (position.text, position.player) == (written, 1)
    assert sorted(position.steps) == ["+a1", "+a2", "+b1"]


@pytest.mark.covers(46, 51, 52)
def test_the_start_written_out() -> None:
    assert QBQ.start().text == START
    assert QBQ.position(START).steps == QBQ.start().steps
    assert QBQ.start().scores is None
    assert (QBQ.start().returns, THREE.start().returns) == ((0, 0), (0, 0, 0))


@pytest.mark.covers(54)
def test_the_phase_decides_what_is_possible() -> None:
    movement, relocation = (text(b="d4:2 d5", o="a1", phase=phase) for phase in "mr")
    assert {"+d4", "d4>e", "d4-e5"} < set(QBQ.position(movement).steps)
    assert not {"+d4", "d4>e"} & set(QBQ.position(relocation).steps)
    assert "d4-e5" in QBQ.position(relocation).steps
    assert QBQ.position(relocation).text == relocation


@pytest.mark.covers(44, 57, 59)
def test_a_finished_text_names_the_next_colour_even_if_it_could_not_move() -> None:
    won = QBQ.position(text(b="a1:2 a2 b1", o=STUCK, turns=6)).play("a1-b2")
    assert won.text == text(b="a1 a2 b1 b2", o=STUCK, player="o", turns=7)
    assert QBQ.position(won.text).text == won.text
    assert QBQ.position(won.text).winner == 0
    limited = spielwerk.game("qbq", turn_limit=7)
    drawn = limited.position(text(b="a1 b1", o=STUCK, turns=6)).play("a1-b2")
    assert drawn.text == text(b="b1 b2", o=STUCK, player="o", turns=7)
    assert limited.position(drawn.text).text == drawn.text
    assert limited.position(drawn.text).over
    going_on = QBQ.position(text(b="a1 b1", o=STUCK, turns=6)).play("a1-b2")
    assert going_on.text == text(b="b1 b2", o=STUCK, player="b", turns=7)


@pytest.mark.covers(59)
@pytest.mark.parametrize(("player", "winner"), [("o", 0), ("b", 1)])
def test_of_two_formations_in_a_text_the_movers_counts(player: str, winner: int) -> None:
    position = QBQ.position(text(b="a1 a2 b1 b2", o="d4 d5 e4 e5", player=player, turns=9))
    assert (position.over, position.winner) == (True, winner)


@pytest.mark.covers(3, 60)
@pytest.mark.parametrize(
    ("b", "o", "fits"),
    [
        ("d1:9", "d6:9", True),
        ("d1:5 d2:4", "", True),
        ("", "", True),
        ("d1:5 d2:5", "", False),
        ("d1:9 f6", "", False),
        ("d1", "d6:9 a1", False),
    ],
)
def test_more_than_nine_cubes_of_a_colour_are_refused(b: str, o: str, fits: bool) -> None:
    written = text(b=b, o=o)
    if fits:
        assert QBQ.position(written).text == written
    else:
        with pytest.raises(spielwerk.UnreadableText):
            QBQ.position(written)


@pytest.mark.covers(55, 61)
@pytest.mark.parametrize(
    "written",
    [
        text(b="d1", r="f6"),
        text(b="d1", g="f6"),
        text(b="d1", o="f6", player="g"),
        text(b="d1", o="f6", colours="ob"),
        text(b="d1", o="f6", colours="bg"),
        text(b="d1", o="f6", colours="bgo"),
        text(b="d1", o="f6", colours="b"),
        text(b="d1", o="f6", colours="bob"),
    ],
)
def test_colours_that_do_not_play_are_refused(written: str) -> None:
    with pytest.raises(spielwerk.UnreadableText):
        QBQ.position(written)


@pytest.mark.covers(51, 52, 53, 54, 55, 56, 62)
@pytest.mark.parametrize(
    "written",
    [
        "",
        START[:-2],
        START + " 0",
        START.replace(" b", "  b"),
        START.replace(" ", "\n"),
        START.replace(" b m", " m"),
        START.replace(" b m", " m b"),
        START.replace(" b m", " B m"),
        START.replace(" b m", " 0 m"),
        START.replace(" m ", " M "),
        START.replace(" m ", " a "),
        START.replace(" m ", " "),
        START[:-1] + "-1",
        START[:-1] + "x",
        START[:-1] + "1.5",
        START.replace(".,.", ".", 1),
        START.replace(".,.", ".,.,.", 1),
        START.replace(",", "", 1),
        START.replace("/", ",", 1),
        START.replace("/.,.,.,.,.,.", "", 1),
        "/" + START,
        ".,.,.,.,.,./" + START,
        START.replace("b1", "b", 1),
        START.replace("b1", "b0", 1),
        START.replace("b1", "1b", 1),
        START.replace("b1", "B1", 1),
        START.replace("b1", "x1", 1),
        START.replace("b1", "b10", 1),
        START.replace("b1", "b-1", 1),
        START.replace("b1", "", 1),
    ],
)
def test_a_malformed_text_is_refused(written: str) -> None:
    with pytest.raises(spielwerk.UnreadableText):
        QBQ.position(written)


@pytest.mark.covers(63)
@pytest.mark.parametrize(
    ("player", "cubes", "fits"),
    [
        ("g", {"g": "a1", "b": "f5 f6"}, False),
        ("g", {"g": "a1:2", "b": "a2 b1"}, False),
        ("g", {"b": "f5 f6"}, False),
        ("g", {"g": "a1:2", "b": "a2"}, True),
        ("g", {"g": "a1 b1", "b": "f5"}, True),
        ("o", {"o": "a1 b2 c3", "g": "f5 f6"}, False),
        ("o", {"o": "a1 b2 c2", "g": "f6"}, True),
    ],
)
def test_a_relocation_due_must_be_possible(player: str, cubes: dict[str, str], fits: bool) -> None:
    written = text(**cubes, player=player, phase="r", colours="bgo", turns=4)
    if fits:
        assert THREE.position(written).text == written
    else:
        with pytest.raises(spielwerk.UnreadableText):
            THREE.position(written)


@pytest.mark.covers(42, 48, 49, 50)
@pytest.mark.parametrize(
    "option",
    [{"players": 1}, {"players": 5}, {"seats": "across"}, {"turn_limit": -1}, {"blocks": 2}],
)
def test_other_options_are_refused(option: dict[str, object]) -> None:
    with pytest.raises(spielwerk.UnknownOption):
        spielwerk.game("qbq", **option)
