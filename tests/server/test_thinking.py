"""What the thinking process makes of a question."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from spielwerk.search.bot import Bot
from spielwerk.server import thinking
from spielwerk.server.setup import Seat, Setup
from spielwerk.server.thinking import Desk

SETUP = Setup("kipp4", (Seat("computer", 8), Seat("here"))).data


@pytest.mark.parametrize(
    ("questions", "level", "threads"), [(1, 8, 4), (2, 8, 2), (3, 8, 1), (9, 8, 1), (1, 7, 1)]
)
def test_who_asks_alone_gets_all_cores_and_many_share_them(
    questions: int, level: int, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots: list[Bot] = []

    def choose(bot: Bot, *asked: Any, **how: Any) -> str:
        bots.append(bot)
        return "-d3"

    monkeypatch.setattr(thinking, "cores", lambda: 4)
    monkeypatch.setattr(Bot, "choose", choose)
    desk = Desk()
    desk.stops = {number: threading.Event() for number in range(questions)}
    desk.answer(0, {"kind": "choose", "setup": SETUP, "steps": [], "level": level, "seed": 1})
    assert [bot.threads for bot in bots] == [threads]
