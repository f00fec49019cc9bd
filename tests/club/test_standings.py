"""Who stands where, against examples worked by hand."""

from __future__ import annotations

from spielwerk.club.standings import Game, standings

# Three rounds of four players:
#   1-2 1-0   3-4 1-0      1-3 ½-½   2-4 1-0      1-4 0-1   2-3 1-0
# Points: 1 has 1½, 2 has 2, 3 has 1½, 4 has 1.
ALL_MET = [
    Game(1, 2, "1-0"),
    Game(3, 4, "1-0"),
    Game(1, 3, "1/2-1/2"),
    Game(2, 4, "1-0"),
    Game(1, 4, "0-1"),
    Game(2, 3, "1-0"),
]


def test_points_then_buchholz_then_sonneborn_berger() -> None:
    """Worked by hand: 1 has beaten 2 (2 points) and drawn with 3: 2 + ½·1½ = 2¾.

    3 has beaten 4 (1 point) and drawn with 1: 1 + ½·1½ = 1¾. Both have 4½ of their opponents.
    """
    table = standings([1, 2, 3, 4], ALL_MET)
    assert [(at.place, at.player, at.points) for at in table] == [
        ("1", 2, 2.0),
        ("2", 1, 1.5),
        ("3", 3, 1.5),
        ("4", 4, 1.0),
    ]
    by_player = {at.player: at for at in table}
    assert [by_player[n].buchholz for n in (1, 2, 3, 4)] == [4.5, 4.0, 4.5, 5.0]
    assert [by_player[n].sonneborn_berger for n in (1, 2, 3, 4)] == [2.75, 2.5, 1.75, 1.5]
    assert {at.games for at in table} == {3}


def test_a_direct_encounter_decides_among_equals() -> None:
    """Points: 5 has 2, 1 to 4 have 1, 6 has none.

    1 has met 2 and 3, 2 has met 1 and 4: Buchholz 2 for both, and both have won against one with
    1 point. 3 has met 1 and 5: Buchholz 3. 4 has met 6 and 2: 1. So 1 and 2 are equal, and 1 has
    won their game.
    """
    games = [
        Game(1, 2, "1-0"),
        Game(4, 6, "1-0"),
        Game(5, 3, "1-0"),
        Game(3, 1, "1-0"),
        Game(2, 4, "1-0"),
        Game(5, 6, "1-0"),
    ]
    table = standings([2, 1, 3, 4, 5, 6], games)
    assert [at.player for at in table] == [5, 3, 1, 2, 4, 6]
    assert [at.place for at in table] == ["1", "2", "3", "4", "5", "6"]
    assert [at.buchholz for at in table] == [1.0, 3.0, 2.0, 2.0, 1.0, 3.0]
    assert [at.sonneborn_berger for at in table] == [1.0, 1.0, 1.0, 1.0, 0.0, 0.0]
    assert (table[2].direct, table[3].direct) == (1.0, 0.0)


def test_equal_in_everything_shares_the_places() -> None:
    """A circle: each has beaten one and lost to one."""
    circle = [Game(1, 2, "1-0"), Game(2, 3, "1-0"), Game(3, 1, "1-0")]
    assert [at.place for at in standings([1, 2, 3], circle)] == ["1–3", "1–3", "1–3"]
    assert [at.place for at in standings([1, 2, 3, 4], circle)] == ["1–3", "1–3", "1–3", "4"]


def test_not_all_have_met_so_their_games_do_not_decide() -> None:
    """Buchholz and Sonneborn-Berger are equal for 1, 2, 5, 6: only 1 and 2 have met."""
    games = [Game(1, 2, "1/2-1/2"), Game(5, 6, "1/2-1/2")]
    assert {at.place for at in standings([1, 2, 5, 6], games)} == {"1–4"}


def test_a_bye_counts_as_a_game_against_somebody_with_as_many_points() -> None:
    """3 has a bye and has lost to 1: a point; Buchholz 1 for the bye and 2 for 1."""
    games = [Game(1, 2, "1-0"), Game(3, None, "bye"), Game(1, 3, "1-0"), Game(2, None, "bye")]
    by_player = {at.player: at for at in standings([1, 2, 3], games)}
    assert by_player[3].points == 1.0
    assert by_player[3].buchholz == 3.0
    assert by_player[3].sonneborn_berger == 1.0
    assert by_player[3].games == 1


def test_a_rest_counts_for_nothing_and_a_game_without_result_neither() -> None:
    games = [Game(1, None, "rest"), Game(2, 3)]
    assert {(at.points, at.buchholz, at.games) for at in standings([1, 2, 3], games)} == {(0, 0, 0)}
