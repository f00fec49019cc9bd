"""Compiled rules are never stale."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from spielwerk.core.kernel import fingerprint, kernel
from spielwerk.games.kipp4 import board

PROJECT = Path(__file__).parents[2]
LIMIT = 3
TABLE = np.array([1, 2, 3])
LIST = [5, 6]

PLAY_CONNECT_FOUR = """
import sys
sys.path.insert(0, {folder!r})
import connect_four, spielwerk
from spielwerk.batch.kernels import playout_kernel
done = spielwerk.playouts(connect_four.ConnectFour(), 100, seed=1)
stats = playout_kernel(connect_four.ConnectFour.rules).stats
print(done.steps, sum(stats.cache_hits.values()))
"""


def play_connect_four(folder: Path) -> tuple[int, int]:
    """Steps of a hundred playouts in a new process, and whether the disk cache was used."""
    script = PLAY_CONNECT_FOUR.format(folder=str(folder))
    own_cache = os.environ | {"NUMBA_CACHE_DIR": str(folder)}
    done = subprocess.run(
        [sys.executable, "-c", script], env=own_cache, capture_output=True, text=True, check=True
    )
    steps, cache_hits = done.stdout.split()
    return int(steps), int(cache_hits)


def test_rules_changed_while_a_compiled_kernel_is_cached_take_effect(tmp_path: Path) -> None:
    source = (PROJECT / "examples" / "connect_four.py").read_text("utf-8")
    game = tmp_path / "connect_four.py"
    game.write_text(source, "utf-8")
    first, _ = play_connect_four(tmp_path)
    again, cache_hits = play_connect_four(tmp_path)
    assert (again, cache_hits) == (first, 1)
    game.write_text(source.replace(">= 3", ">= 2"), "utf-8")
    three_in_a_row, cache_hits = play_connect_four(tmp_path)
    assert three_in_a_row < first * 0.8
    assert cache_hits == 0


def test_a_kernel_that_cannot_be_kept_is_compiled_all_the_same() -> None:
    made: dict[str, Any] = {}
    exec("def twice(number): return 2 * number", made)  # noqa: S102  # it has no file
    assert kernel(made["twice"])(21) == 42


CLASH = """
import sys
import numpy as np
from spielwerk.core.kernel import kernel, rule

def make(number):
    @rule
    def helper(state, i):
        total = 0
        for j in range(len(state)):
            if state[j] % 3 == i:
                total += state[j] * number
            elif state[j] % 7 == i:
                total -= state[j] // number
        if i > 0:
            for j in range(len(state)):
                total += state[j] * j // number + (state[j] ^ number)
        return total

    @kernel
    def total(state):
        return helper(state, 1) + 2 * helper(state, 2) + 3 * helper(state, 5) + helper(state, 0)

    return total

for number in map(int, sys.argv[1:]):
    print(make(number)(np.arange(9, dtype=np.int16)))
"""


def test_kernels_of_different_processes_do_not_call_each_others_rules(tmp_path: Path) -> None:
    script = tmp_path / "clash.py"
    script.write_text(CLASH, "utf-8")
    own_cache = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}

    def results(*numbers: str) -> list[str]:
        command = [sys.executable, str(script), *numbers]
        return subprocess.check_output(command, env=own_cache, text=True).split()

    (three,), (five,) = results("3"), results("5")
    assert three != five
    assert results("3", "5") == [three, five]
    assert results("5", "3") == [five, three]


def test_kernels_of_different_rules_share_no_file(tmp_path: Path) -> None:
    script = tmp_path / "clash.py"
    script.write_text(CLASH, "utf-8")
    kept = []
    for number in ("3", "5"):
        folder = tmp_path / number
        own_cache = os.environ | {"NUMBA_CACHE_DIR": str(folder)}
        subprocess.run([sys.executable, str(script), number], env=own_cache, check=True)
        kept.append({file.name for file in folder.rglob("*.nb[ci]")})
    assert all(kept)
    assert not kept[0] & kept[1]


def test_what_the_first_process_compiled_is_found_by_the_next(tmp_path: Path) -> None:
    (tmp_path / "clash.py").write_text(CLASH, "utf-8")
    own_cache = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    own_cache.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, "-c", "import sys; sys.argv[1:] = ['3']; import clash"]
    for _ in ("it reads the source", "it finds the bytecode"):
        subprocess.run(command, cwd=tmp_path, env=own_cache, check=True)
    assert len(list(tmp_path.rglob("*.nbc"))) == 1


def uses_limit(x: int) -> int:
    return x + LIMIT


def uses_table(x: int) -> int:
    return int(TABLE[x])


def calls(x: int) -> int:
    return uses_limit(x)


def uses_list(x: int) -> int:
    return LIST[x]


def uses_module(x: int) -> int:
    return int(board.GROOVE[x])


def test_a_fingerprint_sees_constants_tables_and_callees(monkeypatch: pytest.MonkeyPatch) -> None:
    module = sys.modules[__name__]
    functions = (uses_limit, calls, uses_table, uses_list, uses_module)
    before = [fingerprint(function) for function in functions]
    assert len(set(before)) == len(functions)
    monkeypatch.setattr(module, "LIMIT", 4)
    monkeypatch.setattr(module, "TABLE", np.array([1, 2, 4]))
    monkeypatch.setattr(module, "LIST", [5, 7])
    monkeypatch.setattr(board, "GROOVE", board.GROOVE + 1)
    after = [fingerprint(function) for function in functions]
    assert all(old != new for old, new in zip(before, after, strict=True))


def test_a_fingerprint_is_the_same_in_another_process() -> None:
    script = (
        "import spielwerk; from spielwerk.core.kernel import fingerprint;"
        "print(fingerprint(*spielwerk.game('qbq').rules.functions))"
    )
    runs = {
        subprocess.run([sys.executable, "-c", script], capture_output=True, check=True).stdout
        for _ in range(2)
    }
    assert len(runs) == 1


def test_numba_is_imported_only_when_something_is_compiled() -> None:
    script = (
        "import sys, spielwerk; spielwerk.game('qbq').start().steps; print('numba' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"
