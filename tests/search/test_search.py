"""The tree search knows what arithmetic knows, and keeps its promises."""

from __future__ import annotations

import dataclasses
import itertools
import threading
import time
from typing import Any

import pytest

import spielwerk
from spielwerk.core.kernel import State, rule
from spielwerk.search.search import Search, Thoughts
from spielwerk.search.tree import NODE_BYTES
from tests.search.toys import Nim, Wager, Windfall

NIM, NIM_FOR_THREE = Nim(), Nim(players=3)
HEAPS = [heaps for heaps in itertools.product(range(5), repeat=3) if sum(heaps)]


def nim(*heaps: int, game: Nim = NIM) -> spielwerk.Position:
    return game.position(f"{','.join(map(str, heaps))} 0 0")


def think(position: spielwerk.Position, simulations: int = 20_000, seed: int = 1) -> Thoughts:
    return Search(position, seed=seed).run(simulations)


def soil(search: Search) -> None:
    """Leave in its memory what no tree holds."""
    for tree in search._trees:
        tree.nodes[1:].view("u1").fill(0xFF)


@pytest.mark.parametrize("heaps", HEAPS, ids=str)
def test_nim_is_won_unless_the_heaps_cancel_out(heaps: tuple[int, int, int]) -> None:
    won = heaps[0] ^ heaps[1] ^ heaps[2] != 0
    assert think(nim(*heaps), 300_000).proven == ("win" if won else "loss")


def test_the_line_of_a_win_is_played_to_its_end() -> None:
    position, mover = nim(3, 4, 5), 0
    while not position.over:
        position = position.play(think(position, 300_000).best.step)
    assert position.winner == mover


def test_the_nearest_win_comes_first() -> None:
    position = nim(1, 0, 0)
    assert think(position).best.step == "a"
    assert think(nim(2, 0, 0).play("a")).best.step == "a"


def test_a_loss_is_put_off() -> None:
    thoughts = think(nim(2, 2, 0))
    assert {thought.proven for thought in thoughts.steps} == {"loss"}
    distances = [thought.distance for thought in thoughts.steps]
    assert distances == sorted(distances, reverse=True)


def test_a_player_who_can_only_choose_who_else_wins_proves_nothing() -> None:
    assert think(nim(1, 1, 0, game=NIM_FOR_THREE)).proven == "loss"
    assert think(nim(2, 1, 0, game=NIM_FOR_THREE)).proven is None
    assert think(nim(2, 0, 0, game=NIM_FOR_THREE)).proven == "win"


@pytest.mark.parametrize(("good", "step", "expected"), [(4, "risk", 1 / 3), (2, "safe", 0)])
def test_a_die_is_worth_its_faces_on_average(good: int, step: str, expected: float) -> None:
    position = Wager(good=good).position(f"0 1 {good} 0")
    thoughts = think(position, 6000)
    assert thoughts.best.step == step
    assert thoughts.expected == pytest.approx(expected, abs=0.1)


def test_what_has_fallen_counts_by_what_can_be_made_of_it() -> None:
    thoughts = think(Windfall().position("0 0 0"), 16)
    assert thoughts.best.step == "throw"
    assert thoughts.expected > 0


def test_where_the_game_is_greedy_trials_cost_nothing() -> None:
    # What has fallen is worth 0.6 when it is used; who is curious wastes it often.
    curious = dataclasses.replace(Windfall.knowledge, exploration=20.0)
    greedy = dataclasses.replace(curious, greedy=True)
    for knowledge, least, most in ((curious, 0.0, 0.3), (greedy, 0.57, 0.6)):
        search = Search(Windfall().position("0 0 0"), seed=1, knowledge=knowledge)
        thoughts = search.run(2000)
        assert thoughts.best.step == "throw"
        assert least < thoughts.expected < most


def test_what_all_faces_agree_in_is_proven() -> None:
    assert think(Wager(good=0).position("0 1 0 0")).best.step == "safe"
    risk = [t for t in think(Wager(good=0).position("0 1 0 0")).steps if t.step == "risk"]
    assert risk[0].proven == "loss"


def test_the_margin_matters_where_the_win_does_not() -> None:
    thoughts = think(Wager(good=4).start(), 100_000)
    assert thoughts.best.step == "take3"
    assert thoughts.steps[-1].step == "lose"


def test_the_same_seed_gives_the_same_thoughts() -> None:
    start = spielwerk.game("kipp4").start()
    first, again = think(start, 500), think(start, 500)
    assert [(t.step, t.visits) for t in first.steps] == [(t.step, t.visits) for t in again.steps]
    other = think(start, 500, seed=2)
    assert [(t.step, t.visits) for t in first.steps] != [(t.step, t.visits) for t in other.steps]


def test_slices_do_not_change_what_is_found() -> None:
    start = spielwerk.game("kipp4").start()
    search = Search(start, seed=1)
    for _ in range(5):
        thoughts = search.run(100)
    assert [t.visits for t in thoughts.steps] == [t.visits for t in think(start, 500).steps]


def test_threads_add_up_and_repeat() -> None:
    start = spielwerk.game("kipp4").start()
    runs = [Search(start, seed=3, threads=2).run(1001) for _ in range(2)]
    assert runs[0].simulations == sum(t.visits for t in runs[0].steps) + 2 == 1001
    assert [t.visits for t in runs[0].steps] == [t.visits for t in runs[1].steps]


def test_the_tree_is_kept_when_a_step_is_played() -> None:
    search = Search(spielwerk.game("kipp4").start(), seed=1)
    best = search.run(2000).best
    search.play(best.step)
    kept = search.thoughts
    assert kept.simulations == best.visits
    assert kept.best.step == best.line[1]
    assert search.run(100).simulations == best.visits + 100


def test_a_step_that_was_never_tried_begins_anew() -> None:
    search = Search(spielwerk.game("veier").start(), seed=1)
    search.play("f6")
    assert search.thoughts.simulations == 0
    assert search.run(10).simulations == 10


def test_memory_is_bounded_and_a_full_tree_searches_on() -> None:
    search = Search(spielwerk.game("veier").start(), seed=1, memory=200 * NODE_BYTES)
    thoughts = search.run(2000)
    assert thoughts.simulations == 2000
    assert thoughts.nodes <= 200
    assert search.memory <= 201 * NODE_BYTES


def test_a_search_does_not_see_what_its_memory_held_before() -> None:
    position = nim(3, 4, 5)
    search = Search(position, seed=1)
    soil(search)
    assert search.run(300_000).steps == think(position, 300_000).steps


@rule
def ponder(state: State, player: int) -> int:
    """An estimate that takes its time."""
    number = 1 + player
    for _ in range(10_000_000):
        number ^= (number << 7) & 0xFFFF
        number ^= number >> 9
    return number % 3


def test_thoughts_can_be_read_while_a_node_gets_its_children() -> None:
    position = nim(3, 4, 5)
    known = dataclasses.replace(NIM.knowledge, estimate=ponder, trust=1.0, cut=0)
    search = Search(position, seed=1, knowledge=known)
    soil(search)
    thread = threading.Thread(target=search.run, args=[1])
    thread.start()
    while thread.is_alive():
        assert {thought.step for thought in search.thoughts.steps} == {"a", "b", "c"}
    thread.join()


def test_a_search_can_be_stopped_from_another_thread() -> None:
    stop, seen = threading.Event(), threading.Event()
    search = Search(spielwerk.game("veier").start(), seed=1)
    thoughts: list[Thoughts] = []

    def work() -> None:
        thoughts.append(search.run(10**9, stop=stop, progress=lambda _: seen.set()))

    thread = threading.Thread(target=work)
    thread.start()
    assert seen.wait(60)
    stop.set()
    thread.join(60)
    assert 0 < thoughts[0].simulations < 10**9


def test_progress_tells_of_thoughts_so_far() -> None:
    heard: list[int] = []
    search = Search(spielwerk.game("kipp4").start(), seed=1)
    search.run(5000, progress=lambda thoughts: heard.append(thoughts.simulations))
    assert heard == sorted(heard)
    assert heard[-1] == 5000


def test_seconds_bound_a_search_too() -> None:
    assert think(spielwerk.game("kipp4").start(), 10).simulations == 10
    assert Search(spielwerk.game("kipp4").start()).run(seconds=0.01).simulations > 0


def test_seconds_are_saved_once_no_other_step_can_catch_up(monkeypatch: Any) -> None:
    def run(*, settle: bool) -> Thoughts:
        monkeypatch.setattr(time, "perf_counter", itertools.count(step=0.003).__next__)
        return Search(spielwerk.game("kipp4").start(), seed=1).run(seconds=1, settle=settle)

    settled, whole = run(settle=True), run(settle=False)
    assert settled.simulations < whole.simulations
    assert settled.best.step == whole.best.step


@pytest.mark.parametrize(("times", "proven"), [(1, None), (2, "draw")])
def test_a_position_that_stands_for_the_third_time_ends_the_game(
    times: int, proven: str | None
) -> None:
    turning = spielwerk.game("kipp4").start().play("+g6")
    after = turning.play("r1").turn_starts[-1]
    position = dataclasses.replace(turning, turn_starts=times * (after,))
    thoughts = {thought.step: thought for thought in think(position, 200).steps}
    assert thoughts["r1"].proven == proven
    assert thoughts["r2"].proven is None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"seed": -1}, "seed -1"),
        ({"threads": 0}, "0 threads"),
        ({"memory": 3}, "3 bytes"),
    ],
)
def test_what_cannot_be_is_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(spielwerk.SpielwerkError, match=message):
        Search(spielwerk.game("kipp4").start(), **arguments)


def test_nothing_to_search_is_refused() -> None:
    over = nim(1, 0, 0).play("a")
    with pytest.raises(spielwerk.SpielwerkError, match="over"):
        Search(over)
    with pytest.raises(spielwerk.SpielwerkError, match="simulations or of seconds"):
        Search(nim(1, 2, 3)).run()
    with pytest.raises(spielwerk.SpielwerkError, match="ends the game"):
        Search(nim(1, 0, 0)).play("a")
