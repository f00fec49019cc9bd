"""The example bot plays a whole game against the computer through the API."""

from __future__ import annotations

import random

import httpx2
import pytest

from examples.table_bot import play


@pytest.mark.parametrize("game", ["spitze", "blockit"])
def test_the_example_bot_plays_a_whole_game(address: str, game: str) -> None:
    data = {
        "game": game,
        "seats": [{"kind": "friend"}, {"kind": "computer", "level": 1}],
        "options": {"turn_limit": 12},
    }
    made = httpx2.post(f"{address}/api/tables", json=data).json()
    link = f"{address}/t/{made['id']}#seat={made['seats']['0']}"
    assert play(link, random.Random(1).choice).endswith(".")
    assert httpx2.get(f"{address}/api/tables/{made['id']}").json()["over"]
