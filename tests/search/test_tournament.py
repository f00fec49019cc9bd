"""Tournaments: plan, seats and dice, forfeits, processes, figures."""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import spielwerk
from spielwerk import Record, SpielwerkError
from spielwerk.cli.common import load_game
from spielwerk.core.position import Position
from spielwerk.search.bot import Bot
from spielwerk.search.matches import make_plan
from spielwerk.search.players import NamedPlayer, RandomChooser
from spielwerk.search.tournament import Tournament, tournament
from tests.search.choosers import (
    BLOCK_IT,
    KIPP4,
    SPITZE,
    TWO,
    Confused,
    Dies,
    First,
    Illegal,
    Last,
    Leaving,
    TellsProcess,
    Untold,
)

CONNECT_FOUR = str(Path(__file__).parents[2] / "examples" / "connect_four.py")


def test_every_pair_meets_as_often_in_either_seat() -> None:
    plan = list(make_plan(["a", "b", "c"], seats=2, games=10, seed=0))
    assert Counter(pairing.seats for pairing in plan) == dict.fromkeys(
        [("a", "b"), ("b", "a"), ("a", "c"), ("c", "a"), ("b", "c"), ("c", "b")], 5
    )


def test_games_are_rounded_up_until_all_seats_are_exchanged() -> None:
    assert len(list(make_plan(["a", "b"], seats=2, games=5, seed=0))) == 6
    assert len(list(make_plan(["a", "b"], seats=3, games=5, seed=0))) == 6
    assert len(list(make_plan(["a", "b"], seats=4, games=9, seed=0))) == 16


def test_one_against_copies_goes_through_all_seats() -> None:
    seats = [pairing.seats for pairing in make_plan(["a", "b"], seats=3, games=6, seed=0)]
    assert list(map("".join, seats)) == ["abb", "bab", "bba", "baa", "aba", "aab"]


def test_in_a_gauntlet_the_first_plays_the_others_and_they_not_each_other() -> None:
    two = make_plan("abc", seats=2, games=2, seed=0, gauntlet=True)
    assert ["".join(pairing.seats) for pairing in two] == ["ab", "ba", "ac", "ca"]
    three = make_plan("abc", seats=3, games=3, seed=0, gauntlet=True)
    assert ["".join(pairing.seats) for pairing in three] == [
        "abb",
        "bab",
        "bba",
        "acc",
        "cac",
        "cca",
    ]
    assert {pairing.players[0] for pairing in make_plan("abc", 4, 8, 0, gauntlet=True)} == {"a"}


def test_more_games_only_add_to_the_plan() -> None:
    few, many = (list(make_plan("abc", seats=2, games=games, seed=1)) for games in (4, 8))
    assert many[: len(few)] == few


def test_each_set_has_a_seed_of_its_own() -> None:
    seeds = Counter(pairing.seed for pairing in make_plan("abc", seats=2, games=20, seed=0))
    assert set(seeds.values()) == {2}
    assert seeds.keys() != {p.seed for p in make_plan("abc", seats=2, games=20, seed=1)}


def test_exchanged_seats_have_the_same_opening() -> None:
    done = tournament(SPITZE, {"first": First, "last": Last}, 8, opening=3, processes=1)
    openings = [Record.read(played.record).steps[:3] for played in done.results]
    assert openings[0::2] == openings[1::2]
    assert len(set(openings)) == 4


def test_without_an_opening_the_players_choose_from_the_start() -> None:
    done = tournament(SPITZE, {"first": First, "last": Last}, 2, opening=0, processes=1)
    assert Record.read(done.results[0].record).steps[0] == SPITZE.start().steps[0]


def test_an_opening_never_ends_a_game() -> None:
    game = spielwerk.game("kipp4", turn_limit=2)
    done = tournament(game, {"first": First, "last": Last}, 20, opening=9, processes=1)
    assert {len(Record.read(played.record).steps) for played in done.results} == {4}
    assert all(Record.read(played.record).steps[-1] in ("r1", "r3") for played in done.results)


def test_exchanged_seats_have_the_same_deal_and_dice() -> None:
    done = tournament(BLOCK_IT[2], {"a": First, "b": First}, 8, processes=1)
    records = [played.record.splitlines()[-1] for played in done.results]
    assert records[0::2] == records[1::2]
    assert len(set(records)) == 4


def test_a_tournament_repeats_exactly() -> None:
    assert (
        tournament(KIPP4, TWO, 6, processes=1).json == tournament(KIPP4, TWO, 6, processes=1).json
    )


def test_equal_players_of_equal_seeds_share_all_points() -> None:
    done = tournament(KIPP4, {"a": RandomChooser, "b": RandomChooser}, 10, processes=1)
    assert [who.points for who in done.standings()] == [5, 5]


@pytest.mark.parametrize("game", [KIPP4, SPITZE, BLOCK_IT[2], BLOCK_IT[3], BLOCK_IT[4]])
def test_records_can_be_read_again_and_agree(game: spielwerk.Game) -> None:
    for played in tournament(game, TWO, 2, processes=1).results:
        record = Record.read(played.record)
        assert (record.game, record.start.seed) == (game, played.pairing.seed)
        assert (record.result, record.final.scores) == (played.result, played.scores)
        assert record.headers["Players"] == ", ".join(played.pairing.seats)


@pytest.mark.parametrize(
    ("player", "reason"),
    [
        (Illegal, "UnreadableStep: 'nonsense' is no step of KIPP4"),
        (Untold, "TypeError: 7 is no token of a step"),
        (Confused, "RuntimeError: no (idea) at all"),
        (Leaving, "SystemExit"),
    ],
)
def test_whoever_fails_to_choose_loses_and_the_tournament_goes_on(
    player: type[First], reason: str
) -> None:
    done = tournament(KIPP4, {"bad": player, "good": RandomChooser}, 4, processes=1)
    assert [played.result for played in done.results] == ["0-1", "1-0", "0-1", "1-0"]
    assert len(done.forfeits) == 4
    for played in done.forfeits:
        assert played.forfeit is not None
        assert played.forfeit.startswith(reason)
        assert played.loser == "bad"


def test_a_record_says_who_forfeits_and_why() -> None:
    done = tournament(KIPP4, {"bad": Confused, "good": RandomChooser}, 2, processes=1)
    record = Record.read(done.results[0].record)
    assert record.headers["Termination"] == "forfeit"
    assert record.result == "0-1"
    assert record.comments == {len(record.steps): "bad forfeits: RuntimeError: no (idea) at all"}


def test_a_forfeit_with_three_seats_is_a_point_for_the_other_player() -> None:
    done = tournament(BLOCK_IT[3], {"bad": Illegal, "good": First}, 6, processes=1)
    assert [played.result for played in done.results] == [
        *["0-1-1", "1-0-1", "1-1-0"],
        *["1-0-0", "0-1-0", "0-0-1"],
    ]
    good, bad = done.standings()
    assert (good.name, good.points, good.games) == ("good", 3, 3)
    assert (bad.name, bad.points, bad.games) == ("bad", 0, 3)


def test_a_player_who_cannot_be_made_later_on_loses() -> None:
    makes = iter([First(0)])
    done = tournament(KIPP4, {"once": lambda seed: next(makes), "any": First}, 2, processes=1)
    assert [played.forfeit for played in done.results] == ["StopIteration:"] * 2


def test_games_are_played_in_other_processes() -> None:
    done = tournament(KIPP4, {"a": TellsProcess, "b": TellsProcess}, 6, processes=2)
    processes = {played.forfeit for played in done.results}
    assert len(processes) == 2
    assert f"RuntimeError: {os.getpid()}" not in processes


def test_any_number_of_processes_plays_the_same_games() -> None:
    one, two = (tournament(KIPP4, TWO, 12, processes=count) for count in (1, 2))
    assert one.results == two.results


def test_a_game_from_a_file_is_played_in_other_processes() -> None:
    game = load_game(CONNECT_FOUR)()
    done = tournament(game, {"first": "random", "other": First}, 4, processes=2)
    assert not done.forfeits
    assert len(done.results) == 4


def test_a_process_that_dies_is_an_error_that_names_the_game(tmp_path: Path) -> None:
    with pytest.raises(SpielwerkError, match=r"in game \d \((bad, good|good, bad)\) .* code 3"):
        tournament(KIPP4, {"bad": Dies, "good": First}, 4, processes=2)


def test_a_player_that_cannot_be_sent_is_refused() -> None:
    with pytest.raises(SpielwerkError, match="cannot be sent to other processes"):
        tournament(KIPP4, {"a": lambda seed: First(seed), "b": First}, 4, processes=2)


@pytest.mark.parametrize(
    ("players", "message"),
    [
        (["random"], "two players or more, not 1"),
        (["random", "random"], "random is given twice"),
        (["random", "strong"], "'strong' is no player. A player is a level from 1 to 8"),
        (["random", "missing.py:Player"], "missing.py:Player cannot play: FileNotFoundError"),
        (["random", "nowhere.at_all:Player"], "cannot play: ModuleNotFoundError"),
        (["random", "json:nothing"], "cannot play: AttributeError"),
        (["random", "collections:Counter"], "it has no choose"),
        (["random", "9"], "no level 9"),
        (["random", "level=3,flavour=1"], "flavour"),
        ({"a": First, "b\n": First}, "must be one line"),
        ({"a": First, "b": dict.fromkeys}, "b cannot play: TypeError"),
    ],
)
def test_what_is_no_player_is_refused_before_the_first_game(players: Any, message: str) -> None:
    with pytest.raises(SpielwerkError, match=message):
        Tournament(KIPP4, players)


@pytest.mark.parametrize("options", [{"games": 0}, {"seed": -1}, {"opening": -1}, {"processes": 0}])
def test_numbers_that_make_no_sense_are_refused(options: dict[str, int]) -> None:
    with pytest.raises(SpielwerkError, match="not possible"):
        tournament(KIPP4, TWO, **options)  # type: ignore[arg-type]


def test_a_game_for_one_is_refused() -> None:
    with pytest.raises(SpielwerkError, match="played alone"):
        Tournament(spielwerk.game("blockit", players=1), TWO)


@pytest.mark.parametrize("name", ["Player", "make", "seeded", "READY"])
def test_a_player_in_a_file_is_a_class_a_function_or_an_object(tmp_path: Path, name: str) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "class Player:\n"
        "    def choose(self, position): return position.steps[0]\n"
        "def make(): return Player()\n"
        "def seeded(seed): return Player() if seed is not None else None\n"
        "READY = Player()\n",
        "utf-8",
    )
    mine = tournament(KIPP4, {"mine": f"{file}:{name}", "any": "random"}, 2, processes=1)
    first = tournament(KIPP4, {"mine": First, "any": "random"}, 2, processes=1)
    assert mine.results == first.results


def test_levels_play() -> None:
    done = tournament(SPITZE, ["1", "2"], 2, processes=1)
    assert done.names == ("level 1", "level 2")
    assert not done.forfeits


def test_settings_are_those_of_a_bot_with_one_thread() -> None:
    bot = NamedPlayer("level=8,seconds=0.5")(7)
    assert isinstance(bot, Bot)
    assert (bot.level, bot.seconds, bot.threads, bot.seed) == (8, 0.5, 1, 7)


def test_the_stronger_player_stands_first() -> None:
    done = tournament(load_game(CONNECT_FOUR)(), {"any": "random", "c": Centre}, 40, processes=1)
    best, worst = done.standings()
    assert (best.name, worst.name) == ("c", "any")
    assert best.points + worst.points == best.games == worst.games == 40
    assert best.against["any"].value == best.points / 40
    assert best.rating.low > 0 > worst.rating.high


class Centre(First):
    """Plays as near to the middle as it can, which is much in Connect Four."""

    def choose(self, position: Position) -> str:
        return min(position.steps, key=lambda step: abs(ord(step) - ord("d")))


@pytest.mark.parametrize("players", [3, 4])
def test_with_more_seats_the_one_alone_counts(players: int) -> None:
    done = tournament(BLOCK_IT[players], {"bad": Illegal, "any": "random"}, 1, processes=1)
    good, bad = done.standings()
    assert (good.rating.value, bad.rating.value) == (1.0, 0.0)
    assert good.games == bad.games == players
    assert good.rating.low > 0.4


def test_points_by_seat_add_up_without_forfeits() -> None:
    done = tournament(KIPP4, {"a": RandomChooser, "b": RandomChooser}, 20, processes=1)
    first, second = done.seat_shares()
    assert first.value + second.value == pytest.approx(1)
    assert first.value == sum(played.points[0] for played in done.results) / 20
    assert tournament(KIPP4, {"bad": Illegal, "any": First}, 4, processes=1).seat_shares() == ()


def test_the_table_is_a_cross_table_in_markdown() -> None:
    done = tournament(KIPP4, {"a|b": Illegal, "good": First}, 4, processes=1)
    heads, _, first, second = done.table().splitlines()
    assert heads == "|  | player | Elo | score | games | 1 | 2 |"
    assert first.startswith("| 1 | good | +")
    assert first.endswith("| 100.0 % | 4 | – | 100.0 |")
    assert second.startswith("| 2 | a\\|b | -")
    assert second.endswith("| 0.0 % | 4 | 0.0 | – |")


def test_the_table_for_more_seats_has_shares() -> None:
    done = tournament(BLOCK_IT[3], {"bad": Illegal, "good": First}, 6, processes=1)
    heads, _, first, _ = done.table().splitlines()
    assert heads == "|  | player | share | 95 % | games | 1 | 2 |"
    assert first == "| 1 | good | 100.0 % | 43.9–100.0 % | 3 | – | 100.0 |"


def test_json_holds_figures_and_games() -> None:
    done = tournament(KIPP4, {"bad": Illegal, "good": First}, 4, processes=1)
    data = json.loads(done.json)
    assert (data["game"], data["planned"], data["rating"]) == ("kipp4", 4, "Elo")
    assert [who["name"] for who in data["standings"]] == ["good", "bad"]
    assert data["standings"][0]["against"]["bad"]["value"] == 1
    assert [game["record"] for game in data["games"]] == [p.record for p in done.results]


def test_the_picture_shows_every_player() -> None:
    done = tournament(BLOCK_IT[3], {"bad": Illegal, "good": First}, 6, processes=1)
    assert done.svg.count("<circle") == 2
    assert ">good<" in done.svg
    assert "% won alone against copies" in done.svg
