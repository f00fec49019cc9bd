"""Block It! by the book: the deal, the options, the position text."""

import random
from collections import Counter

import pytest

import spielwerk
from spielwerk import UnknownOption, UnreadableText
from tests.rules.blockit_boards import SOLO, THREE, TWO

REST = spielwerk.game("blockit", players=3, rest=True)
RACE = spielwerk.game("blockit", solo="race", colour="y")

NAMES = ["cards", "blocks", "players", "player", "phase", "die", "twice", "rested", "left", "turns"]
NO_BLOCKS = "..../..../..../...."
# No square anywhere. c3 is rbky: rbky is a colour order with four cards, rybk the one with five.
CARDS = (
    "bkry,bykr,kbyr,kyrb,kryb/rybk,kybr,rbky,kryb,bryk/kbyr,brky,rbky,kyrb,bryk"
    "/bkry,kbry,rbyk,ykbr,krby/rbyk,kbyr,ybrk,rkby,rkyb"
)
START = f"{CARDS} {NO_BLOCKS} ry r d - 1 - 3,3 0"


def changed(text: str, **fields: str) -> str:
    """Write some fields of a position text differently."""
    return " ".join((dict(zip(NAMES, text.split(), strict=True)) | fields).values())


def field(position: spielwerk.Position, name: str) -> str:
    """Read one field off the position text."""
    return position.text.split(" ")[NAMES.index(name)]


def quarters(text: str) -> dict[tuple[int, int], str]:
    """Read the colours of all 10 x 10 quarters, by column from the left and row from the top."""
    clockwise = [(0, 0), (1, 0), (1, 1), (0, 1)]
    return {
        (2 * column + x, 2 * row + y): colour
        for row, cards in enumerate(text.split()[0].split("/"))
        for column, card in enumerate(cards.split(","))
        for (x, y), colour in zip(clockwise, card, strict=True)
    }


# The deal


@pytest.mark.covers(2, 7)
def test_the_cards_are_four_of_each_order_and_one_more() -> None:
    for seed in range(40):
        cards = field(TWO.start(seed=seed), "cards").replace("/", ",").split(",")
        orders = [card[card.index("r") :] + card[: card.index("r")] for card in cards]
        expected = ["rybk", *4 * ["rybk", "rykb", "rbyk", "rbky", "rkyb", "rkby"]]
        assert sorted(orders) == sorted(expected)


@pytest.mark.covers(4, 8)
def test_no_deal_has_a_square() -> None:
    for seed in range(200):
        colour = quarters(TWO.start(seed=seed).text)
        for x in (1, 3, 5, 7):
            for y in (1, 3, 5, 7):
                corners = [colour[x, y], colour[x + 1, y], colour[x, y + 1], colour[x + 1, y + 1]]
                assert len(set(corners)) > 1, f"seed {seed}"


@pytest.mark.covers(8)
def test_every_square_gets_all_orders_and_orientations_about_equally_often() -> None:
    deals = [field(TWO.start(seed=seed), "cards").replace("/", ",") for seed in range(400)]
    for cards in zip(*(deal.split(",") for deal in deals), strict=True):
        orientations = Counter(card.index("r") for card in cards)
        orders = Counter((card + card)[card.index("r") + 1 :][:3] for card in cards)
        assert len(orientations) == 4
        assert all(60 < count < 140 for count in orientations.values())  # 100 each on average
        assert len(orders) == 6
        assert all(30 < count < 120 for count in orders.values())  # 64, and 80 for rybk


@pytest.mark.covers(9)
def test_the_same_seed_gives_the_same_deal_and_another_one_another() -> None:
    assert TWO.start(seed=7) == TWO.start(seed=7)
    assert len({TWO.start(seed=seed).text for seed in range(50)}) == 50


@pytest.mark.covers(10, 11, 48, 56, 61, 67, 69, 70, 75)
@pytest.mark.parametrize(
    ("options", "rest_of_text"),
    [
        ({"players": 2}, "ry r d - 1 - 3,3 0"),
        ({"players": 3}, "ryb r d - 1 - 2,2,2 0"),
        ({"players": 3, "blocks": 2}, "ryb r d - 1 - 2,2,2 0"),
        ({"players": 3, "blocks": 3, "rest": True}, "ryb r d - 1 - 3,3,3 0"),
        ({"players": 4}, "rybk r d - 1 - 2,2,2,2 0"),
        ({"players": 4, "blocks": 3}, "rybk r d - 1 - 3,3,3,3 0"),
        ({"players": 1}, "rybk * d - 1 - 3,3,3,3 0"),
        ({"solo": "turns"}, "rybk * d - 1 - 3,3,3,3 0"),
        ({"solo": "time"}, "rybk * d - 1 - 3,3,3,3 0"),
        ({"solo": "race"}, "rybk * d - 1 - 3,0,0,0 0"),
        ({"solo": "race", "colour": "b"}, "rybk * d - 1 - 0,0,3,0 0"),
        ({"solo": "race", "colour": "k"}, "rybk * d - 1 - 0,0,0,3 0"),
    ],
)
def test_the_start_is_without_blocks_and_with_the_die(
    options: dict[str, object], rest_of_text: str
) -> None:
    start = spielwerk.game("blockit", **options).start(seed=3)
    assert start.text.split(" ", 1)[1] == f"{NO_BLOCKS} {rest_of_text}"
    assert (start.over, start.player, len(start.steps)) == (False, None, 6)


# The options


@pytest.mark.covers(10, 56, 65)
def test_a_game_knows_how_many_play() -> None:
    assert spielwerk.game("blockit").players == 2
    for players in (1, 2, 3, 4):
        assert spielwerk.game("blockit", players=players).players == players
    for solo in ("turns", "time", "race"):
        assert spielwerk.game("blockit", solo=solo).players == 1
        assert spielwerk.game("blockit", solo=solo, players=1).players == 1


@pytest.mark.covers(65, 66)
@pytest.mark.parametrize(
    "options",
    [
        {"players": 0},
        {"players": 5},
        {"players": 3, "blocks": 1},
        {"players": 3, "blocks": 4},
        {"players": 3, "rest": "yes"},
        {"solo": "speed"},
        {"solo": "race", "colour": "g"},
        {"turn_limit": -1},
        {"seats": "opposite"},
        {"solo": "turns", "players": 2},
        {"solo": "race", "players": 4},
    ],
)
def test_other_options_and_values_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(UnknownOption):
        spielwerk.game("blockit", **options)


# The position text


@pytest.mark.covers(67, 76)
def test_a_text_is_read_and_written_alike() -> None:
    assert TWO.position(START).text == START


@pytest.mark.covers(1, 2, 68)
def test_cards_are_written_from_the_top_rank_down_and_clockwise() -> None:
    ranks = [rank.split(",") for rank in CARDS.split("/")]
    for step, row, column, turned in [
        ("a5<", 0, 0, "kryb"),
        ("e5<", 0, 4, "rybk"),
        ("b3<", 2, 1, "rkyb"),
        ("a1<", 4, 0, "bykr"),
        ("e1<", 4, 4, "kybr"),
    ]:
        after = TWO.position(changed(START, phase="a", die="L1")).play(step)
        expected = [list(rank) for rank in ranks]
        expected[row][column] = turned
        assert field(after, "cards") == "/".join(",".join(rank) for rank in expected)


@pytest.mark.covers(69)
@pytest.mark.parametrize(
    ("written", "crossing"),
    [
        ("r.../..../..../....", "a4"),
        ("...r/..../..../....", "d4"),
        ("..../.r../..../....", "b3"),
        ("..../..../..../r...", "a1"),
        ("..../..../..../...r", "d1"),
    ],
)
def test_blocks_are_written_from_the_top_rank_down(written: str, crossing: str) -> None:
    text = changed(START, blocks=written, phase="u", die="AB", left="2,3")
    assert set(TWO.position(text).steps) == {f"-{crossing}", "keep"}
    assert TWO.position(text).text == text


@pytest.mark.covers(47, 76, 77)
@pytest.mark.parametrize(
    ("blocks", "left", "scores"),
    [
        ("..../..../..../....", "2,1", (0, 0)),
        ("r..y/..../.y../....", "1,1", (1, 2)),
        ("r..y/..../.y../...r", "1,1", (2, 2)),
    ],
)
def test_scores_count_blocks_on_the_board_however_many_are_left(
    blocks: str, left: str, scores: tuple[int, ...]
) -> None:
    position = TWO.position(changed(START, blocks=blocks, left=left))
    assert (position.over, position.scores, position.returns) == (False, scores, (0.0, 0.0))


@pytest.mark.covers(76)
def test_who_has_won_is_told_from_the_text() -> None:
    red = changed(START, blocks="r..r/..../..../.r..", player="y", left="0,3", turns="31")
    assert (TWO.position(red).over, TWO.position(red).winner) == (True, 0)
    yellow = changed(START, blocks="y..y/..../..../.y..", left="2,0", turns="32")
    assert (TWO.position(yellow).over, TWO.position(yellow).winner) == (True, 1)
    limit = changed(START, blocks="r..y/..../..../...r", left="1,2", turns="200")
    assert (TWO.position(limit).over, TWO.position(limit).winner) == (True, 0)


@pytest.mark.covers(76)
@pytest.mark.parametrize("game", [TWO, THREE, REST, SOLO, RACE])
def test_every_position_of_a_game_can_be_read_again(game: spielwerk.Game) -> None:
    choice = random.Random(game.players)
    position = game.start(seed=5)
    for _ in range(150):
        if position.over:
            break
        position = position.play(choice.choice(position.steps))
        again = game.position(position.text)
        assert (again, again.text) == (position, position.text)
        assert (again.steps, again.player) == (position.steps, position.player)
        assert (again.over, again.scores) == (position.over, position.scores)


@pytest.mark.covers(78)
@pytest.mark.parametrize(
    ("old", "new"), [("rbky,kyrb,bryk", "rybk,kyrb,bryk"), ("bkry,bykr", "bkyr,bykr")]
)
def test_too_many_cards_of_an_order_are_refused(old: str, new: str) -> None:
    assert old in CARDS
    with pytest.raises(UnreadableText):
        TWO.position(changed(START, cards=CARDS.replace(old, new, 1)))


@pytest.mark.covers(78)
@pytest.mark.parametrize(
    ("blocks", "left"),
    [
        (NO_BLOCKS, "4,3"),
        (NO_BLOCKS, "3,4"),
        ("r.../..../..../....", "3,3"),
        ("y.../..../..../....", "3,3"),
        ("y.y./..../y.y./....", "3,0"),
    ],
)
def test_too_many_blocks_are_refused(blocks: str, left: str) -> None:
    with pytest.raises(UnreadableText):
        TWO.position(changed(START, blocks=blocks, left=left))


@pytest.mark.covers(11, 61, 78)
@pytest.mark.parametrize(
    ("game", "text"),
    [
        (THREE, changed(START, players="ryb", left="2,2,3")),
        (SOLO, changed(START, players="rybk", player="*", left="3,3,3,4")),
        (RACE, changed(START, players="rybk", player="*", left="0,4,0,0")),
        (RACE, changed(START, players="rybk", player="*", left="1,3,0,0")),
    ],
)
def test_each_way_to_play_has_its_own_number_of_blocks(game: spielwerk.Game, text: str) -> None:
    with pytest.raises(UnreadableText):
        game.position(text)


@pytest.mark.covers(70, 79)
@pytest.mark.parametrize(
    ("game", "players", "player", "left"),
    [
        (TWO, "ryb", "r", "3,3"),
        (TWO, "r", "r", "3,3"),
        (TWO, "ry", "b", "3,3"),
        (TWO, "ry", "*", "3,3"),
        (THREE, "ry", "r", "2,2"),
        (THREE, "ryb", "k", "2,2,2"),
        (SOLO, "rybk", "r", "3,3,3,3"),
        (SOLO, "r", "*", "3"),
        (RACE, "y", "*", "3"),
    ],
)
def test_colours_that_do_not_play_are_refused(
    game: spielwerk.Game, players: str, player: str, left: str
) -> None:
    with pytest.raises(UnreadableText):
        game.position(changed(START, players=players, player=player, left=left))


@pytest.mark.covers(71, 72, 73, 74, 75, 79)
@pytest.mark.parametrize(
    "fields",
    [
        {"cards": CARDS.replace("/", ",", 1)},
        {"cards": CARDS.rsplit("/", 1)[0]},
        {"cards": CARDS + ",rybk"},
        {"cards": CARDS.replace("rybk", "rrbk", 1)},
        {"cards": CARDS.replace("rybk", "ryb", 1)},
        {"cards": CARDS.replace("rybk", "rygk", 1)},
        {"cards": CARDS.upper()},
        {"blocks": "..../..../...."},
        {"blocks": "..../..../..../..../...."},
        {"blocks": "..../..../..../....."},
        {"blocks": "b.../..../..../....", "left": "3,3"},
        {"blocks": "x.../..../..../....", "left": "2,3"},
        {"phase": "x"},
        {"phase": "-"},
        {"phase": "a", "die": "L3"},
        {"phase": "a", "die": "-"},
        {"phase": "a", "die": "AB"},
        {"phase": "b", "die": "L1", "rested": "c3"},
        {"phase": "b", "die": "SW", "rested": "c3"},
        {"phase": "b", "die": "L2", "rested": "-"},
        {"phase": "b", "die": "L2", "rested": "f1"},
        {"phase": "d", "die": "L1"},
        {"phase": "d", "rested": "c3"},
        {"phase": "b", "die": "L2", "rested": "c3+d4"},
        {"twice": "0"},
        {"twice": "3"},
        {"left": "3"},
        {"left": "3,3,3"},
        {"left": "-1,3"},
        {"left": "x,3"},
        {"turns": "-1"},
        {"turns": "x"},
    ],
)
def test_a_text_of_another_form_is_refused(fields: dict[str, str]) -> None:
    with pytest.raises(UnreadableText):
        TWO.position(changed(START, **fields))


@pytest.mark.covers(74, 79)
@pytest.mark.parametrize(
    ("phase", "die", "rested", "refused"),
    [
        ("d", "-", "c5+d1", False),
        ("d", "-", "d1+c5", True),
        ("d", "-", "c5+c5", True),
        ("d", "-", "c5,d1", True),
        ("b", "L2", "d1+a1+c5", False),
        ("b", "L2", "d1+c5+a1", True),
    ],
)
def test_resting_cards_are_written_in_order(
    phase: str, die: str, rested: str, refused: bool
) -> None:
    text = changed(START, players="ryb", phase=phase, die=die, rested=rested, left="2,2,2")
    if refused:
        with pytest.raises(UnreadableText):
            REST.position(text)
    else:
        assert REST.position(text).text == text


@pytest.mark.covers(67, 79)
@pytest.mark.parametrize(
    "text", ["", START + " 0", START.rsplit(" ", 1)[0], START.replace(" ry", "  ry"), f"{START} "]
)
def test_a_text_has_ten_fields_and_single_blanks(text: str) -> None:
    with pytest.raises(UnreadableText):
        TWO.position(text)
