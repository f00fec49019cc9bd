"""A tournament from start to end, with those who drop out and those who come late."""

from __future__ import annotations

from dataclasses import replace

from spielwerk.club.tournament import Entry, Pairing, Tournament, ranks, seeds


def tournament(kind: str, count: int, rounds: int = 0) -> Tournament:
    entries = tuple(
        Entry(number, f"player {number}", seed=number) for number in range(1, count + 1)
    )
    return Tournament(kind, rounds, entries)  # type: ignore[arg-type]


def play(now: Tournament, result: str = "1-0") -> Tournament:
    """The next round, all of it with the same result."""
    paired = [
        pairing if pairing.result else replace(pairing, result=result, way="table")
        for pairing in now.next_round()
    ]
    return replace(now, pairings=(*now.pairings, *paired))


def drop(now: Tournament, number: int) -> Tournament:
    entry, lost = now.dropped(number)
    by_place = {(pairing.round, pairing.board): pairing for pairing in lost}
    return replace(
        now,
        entries=tuple(entry if other.number == number else other for other in now.entries),
        pairings=tuple(by_place.get((p.round, p.board), p) for p in now.pairings),
    )


def test_a_swiss_has_as_many_rounds_as_its_players_ask_for() -> None:
    assert [tournament("swiss", count).all_rounds for count in (2, 4, 5, 8, 16)] == [1, 2, 3, 3, 4]
    assert tournament("swiss", 16, rounds=6).all_rounds == 6
    assert [tournament("round robin", count).all_rounds for count in (2, 4, 5)] == [1, 3, 5]


def test_a_round_robin_from_start_to_end() -> None:
    now = tournament("round robin", 5)
    while not now.over:
        now = play(now)
    assert now.round == 5
    assert len([p for p in now.pairings if p.result == "rest"]) == 5
    assert {at.games for at in now.standings} == {4}


def test_who_was_to_meet_somebody_who_dropped_out_of_a_round_robin_wins_without_a_game() -> None:
    now = drop(play(tournament("round robin", 4)), 4)
    now = play(now)
    assert [(p.first, p.second, p.result) for p in now.pairings if p.round == 2] == [
        (1, 2, "1-0"),
        (3, None, "bye"),
    ]


def test_who_drops_out_in_a_round_loses_the_game_and_is_paired_no_more() -> None:
    now = tournament("swiss", 6, rounds=3)
    now = replace(now, pairings=tuple(now.next_round()))
    now = drop(now, 2)
    (lost,) = [p for p in now.pairings if p.result]
    assert (lost.first, lost.second, lost.result, lost.way) == (5, 2, "1-0", "default")
    now = replace(
        now, pairings=tuple(p if p.result else replace(p, result="1-0") for p in now.pairings)
    )
    players = [n for p in now.next_round() for n in (p.first, p.second)]
    assert sorted(n for n in players if n is not None) == [1, 3, 4, 5, 6]
    assert len(now.standings) == 6, "what was played counts"


def test_who_drops_out_takes_nothing_away_from_others() -> None:
    now = drop(play(tournament("swiss", 4, rounds=2)), 3)
    assert {at.player: at.points for at in now.standings} == {1: 1, 4: 1, 2: 0, 3: 0}


def test_it_is_over_when_one_is_left() -> None:
    now = drop(play(tournament("swiss", 2, rounds=5)), 1)
    assert now.over


def test_places_by_strength() -> None:
    entries = [Entry(1, "Ann", member=7), Entry(2, "Bo"), Entry(3, "", level=8), Entry(4, "Cy")]
    seeded = seeds(entries, {"level 8": 31.0, "member 7": 24.0}, 25.0)
    assert [entry.number for entry in seeded] == [3, 2, 4, 1]
    assert [entry.seed for entry in seeded] == [1, 2, 3, 4]
    assert [entry.rated_as for entry in seeded] == ["level 8", None, None, "member 7"]


def test_results_as_ranks() -> None:
    assert [ranks(result) for result in ("1-0", "0-1", "1/2-1/2")] == [[0, 1], [1, 0], [0, 0]]
    assert ranks("bye") is ranks("0-0") is None


def test_a_pairing_says_what_it_is() -> None:
    assert Pairing(1, 1, 3, None, "bye").game.points == (1.0, 0.0)
