"""Positions whose answer is known; positions.toml says what is what."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import spielwerk
from spielwerk import Position
from spielwerk.search.solver import forced_win, safe_steps, solve, winning_steps
from tests.search import brute_force

RESULTS = {"win": 1, "loss": -1, "hold": 0}


@dataclass(frozen=True)
class KnownPosition:
    """A position, what it is worth for the player to move, and the steps that keep that."""

    position: Position
    value: str
    note: str
    turns: int | None = None
    margin: int | None = None
    steps: tuple[str, ...] = ()
    tempting: str | None = None
    brute_force: bool = True

    def __str__(self) -> str:
        return f"{self.position.game.key}: {self.note} ({self.position.text})"

    @property
    def own_turns(self) -> int:
        """How many turns of its own the player to move needs for a win."""
        assert self.turns is not None
        return -(-self.turns // self.position.game.players)


def known_positions() -> Iterator[KnownPosition]:
    """All of them, game by game."""
    entries = tomllib.loads((Path(__file__).parent / "positions.toml").read_text())["position"]
    for entry in entries:
        players = {"players": entry.pop("players")} if "players" in entry else {}
        game = spielwerk.game(entry.pop("game"), **players)
        steps = tuple(entry.pop("steps", ()))
        yield KnownPosition(game.position(entry.pop("text")), steps=steps, **entry)


KNOWN = list(known_positions())
TO_THE_END = [known for known in KNOWN if known.margin is not None]
SOME_TURNS = [known for known in KNOWN if known.margin is None]


def having(value: str) -> pytest.MarkDecorator:
    """Those of the positions without points that are a win, a loss, or to be held."""
    chosen = [known for known in SOME_TURNS if known.value == value]
    return pytest.mark.parametrize("known", chosen, ids=str)


@pytest.mark.parametrize("known", TO_THE_END, ids=str)
def test_the_end_of_a_game_for_points_is_played_perfectly(known: KnownPosition) -> None:
    position = known.position
    assert position.player is not None
    solution = solve(position)
    assert solution is not None
    assert solution.returns[position.player] == RESULTS[known.value]
    assert solution.margin == known.margin
    assert known.turns in (None, solution.turns)
    assert solution.line[0] in known.steps or known.value == "loss"


@having("win")
def test_a_forced_win_is_found_and_no_shorter_one(known: KnownPosition) -> None:
    win = forced_win(known.position, known.own_turns)
    assert win is not None
    assert win.turns == known.turns
    assert win.line[0] in known.steps
    assert known.own_turns == 1 or forced_win(known.position, known.own_turns - 1) is None


@having("loss")
def test_a_forced_loss_is_found(known: KnownPosition) -> None:
    if known.turns == 2:
        assert not winning_steps(known.position)
        assert not list(safe_steps(known.position, known.position.steps))
    else:
        solution = solve(known.position)
        assert solution is not None
        assert solution.returns[known.position.player or 0] == -1
        assert solution.turns == known.turns


@having("hold")
def test_the_steps_that_hold_are_found(known: KnownPosition) -> None:
    assert tuple(safe_steps(known.position, known.position.steps)) == known.steps


def brute_steps(known: KnownPosition) -> tuple[str, ...]:
    """The steps that win, or that hold, by brute force; of some, where that takes long."""
    position, seat = known.position, known.position.player
    assert seat is not None
    some = known.steps if known.tempting is None else (*known.steps, known.tempting)
    quick = known.turns is None or known.turns <= 2
    after = {step: position.play(step) for step in (position.steps if quick else some)}
    if position.game.key == "veier":
        values = {
            step: brute_force.solve(next_one, seat, {}, most=5000)
            for step, next_one in after.items()
        }
        return tuple(step for step in values if values[step][0] > 0)
    if position.game.key == "spitze":
        circles = brute_force.WithCircles(seat, most=5000)
        return tuple(step for step in after if circles.solve(after[step])[0] > 0)
    if known.value == "win":
        horizon = position.turns + position.game.players * (known.own_turns - 1) + 1
        return tuple(s for s in after if brute_force.wins_before(after[s], seat, horizon))
    return tuple(step for step in position.steps if brute_force.is_safe(position, step))


@pytest.mark.parametrize("known", [known for known in KNOWN if known.brute_force], ids=str)
def test_brute_force_says_the_same(known: KnownPosition) -> None:
    assert brute_steps(known) == known.steps


def test_every_game_has_enough_of_them() -> None:
    for key in ("kipp4", "veier", "spitze", "qbq", "blockit"):
        of_game = [known for known in KNOWN if known.position.game.key == key]
        assert sum(known.value != "hold" for known in of_game) >= 12
        assert sum(known.tempting is not None for known in of_game) >= 4


@pytest.mark.parametrize("known", [known for known in KNOWN if known.tempting], ids=str)
def test_a_tempting_step_is_possible_but_wrong(known: KnownPosition) -> None:
    assert known.tempting in known.position.steps
    assert known.tempting not in known.steps
