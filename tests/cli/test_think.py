"""Thinking aloud in the terminal."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys

import pytest

from spielwerk.search.bot import Bot
from tests.cli.running import KIPP4, R3_WINS, WITH_CTRL_C, refusal, shown

FEW = ("--simulations", "200")


def test_the_best_step_comes_first_with_what_to_expect() -> None:
    text = shown("think", "kipp4", "--position", R3_WINS, *FEW)
    first = text.split("line")[1].splitlines()[2].split()
    assert first[1] == "win"
    assert KIPP4.position(R3_WINS).play(first[0]).winner == 0
    assert "simulations" in text


def test_json_tells_all() -> None:
    data = json.loads(shown("think", "kipp4", "--after", "+g6", *FEW, "--json"))
    assert data["position"] == KIPP4.start().play("+g6").text
    assert data["player"] == 0
    assert sorted(step["step"] for step in data["steps"]) == ["r1", "r2", "r3"]
    assert set(data["steps"][0]) >= {"visits", "expected", "proven", "distance", "line"}


def test_a_level_can_be_asked() -> None:
    work = Bot(level=1).think(KIPP4.start()).simulations
    assert f"{work} simulations" in shown("think", "kipp4", "--level", "1")


def test_a_finished_game_needs_no_thought() -> None:
    over = KIPP4.position(R3_WINS).play("r3").text
    assert "has won" in shown("think", "kipp4", "--position", over)


def test_a_die_is_refused() -> None:
    assert "die" in refusal("think", "blockit", "--seed", "1", *FEW)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_shows_what_was_found_so_far() -> None:
    command = [*WITH_CTRL_C, "think", "kipp4", "--simulations", "1000000000"]
    terminal = os.environ | {"FORCE_COLOR": "1", "TERM": "xterm"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=terminal) as process:
        assert process.stdout
        while "simulations" not in process.stdout.readline():
            pass
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read()
    assert process.returncode == 0
    assert "simulations" in rest
