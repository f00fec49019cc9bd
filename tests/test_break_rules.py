"""The list of rules to break on purpose fits the rules; to break them all takes a soak."""

from __future__ import annotations

import ast
import sys
from collections import Counter
from pathlib import Path

import pytest

# The tools are scripts, not a package.
sys.path.append(str(Path(__file__).parents[1] / "tools"))

from break_rules import BREAKS, GAMES, PACKAGE, ROOT, Break


def test_rules_of_every_game_and_of_core_are_broken() -> None:
    breaks = Counter(wrong.part for wrong in BREAKS)
    assert set(breaks) == {*GAMES, "core"}
    assert min(breaks[game] for game in GAMES) >= 5
    assert breaks["core"] >= 2
    assert breaks.total() >= 30


@pytest.mark.parametrize("wrong", BREAKS, ids=lambda wrong: f"{wrong.part}: {wrong.what}")
def test_a_break_changes_one_place_and_leaves_python(wrong: Break) -> None:
    source = (ROOT / PACKAGE / wrong.file).read_text(encoding="utf-8")
    broken = wrong.broken(source)
    assert ast.dump(ast.parse(broken)) != ast.dump(ast.parse(source))


def test_no_break_is_there_twice() -> None:
    assert len({(wrong.file, wrong.old, wrong.new) for wrong in BREAKS}) == len(BREAKS)
    assert len({(wrong.part, wrong.what) for wrong in BREAKS}) == len(BREAKS)


def test_a_text_that_is_not_there_or_there_twice_cannot_be_broken() -> None:
    wrong = Break("core/state.py", "a rule", "old", "new")
    assert wrong.broken("the old one") == "the new one"
    for source in ("nothing", "old and old"):
        with pytest.raises(ValueError, match="must occur once"):
            wrong.broken(source)
