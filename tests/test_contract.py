"""Every game keeps the contract, in every way to play; a broken game is caught."""

from __future__ import annotations

import dataclasses
import os
from typing import Any

import pytest

import spielwerk
from examples.connect_four import ConnectFour, play, steps
from spielwerk.core.kernel import State, rule
from spielwerk.core.state import RESULT, TURNS
from spielwerk.testing import ContractBroken, check_game
from tests.ways import WAYS, Way

GAMES_EACH = int(os.environ.get("SPIELWERK_SOAK", "1"))


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_every_game_keeps_the_contract(way: Way) -> None:
    check_game(spielwerk.game(way.key, **way.options), games=GAMES_EACH)


def test_a_game_of_your_own_keeps_the_contract() -> None:
    check_game(ConnectFour(), games=20)


@rule
def skips_a_column(state: State, found: State) -> int:
    """The steps of Connect Four, but for the last."""
    count: int = steps(state, found)
    return count - 1 if count > 1 else count


@rule
def peeks(state: State, found: State) -> int:
    """Lists the steps, and changes the state."""
    state[TURNS] += 0 if state[TURNS] > 0 else 1
    count: int = steps(state, found)
    return count


@rule
def never_ends(state: State, step: int) -> None:
    """Plays on over a full column."""
    play(state, step)
    if state[TURNS] < 20:
        state[RESULT] = 0


@spielwerk.register
class Broken(ConnectFour):
    """Connect Four, to be broken."""

    key = "broken"


@pytest.mark.parametrize(
    "rules",
    [{"steps": skips_a_column}, {"steps": peeks}, {"play": never_ends}, {"size": 200}],
    ids=["asymmetric steps", "steps that change the state", "an end forgotten", "a large state"],
)
def test_a_broken_game_is_caught(rules: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Broken, "rules", dataclasses.replace(ConnectFour.rules, **rules))
    with pytest.raises(ContractBroken):
        check_game(Broken(), games=20)


def test_what_the_broken_games_are_made_of_keeps_the_contract() -> None:
    check_game(Broken())


def test_a_text_that_does_not_tell_all_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    notation = ConnectFour.notation
    forgets_the_player = dataclasses.replace(
        notation, write=lambda state: notation.write(state)[:-1] + "x"
    )
    monkeypatch.setattr(Broken, "notation", forgets_the_player)
    with pytest.raises(ContractBroken, match="a text tells all"):
        check_game(Broken())
