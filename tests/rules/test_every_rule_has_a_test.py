"""Each numbered rule of each game is proved by a test that names it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import spielwerk
from tests.ways import KEYS

GAMES = Path(spielwerk.__file__).parent / "games"


def numbered_rules(key: str) -> list[int]:
    """The numbers of a game's rules page, in its order."""
    page = (GAMES / key / "rules.md").read_text("utf-8")
    return [int(number) for number in re.findall(r"^(\d+)\. ", page, re.MULTILINE)]


def covered_rules(key: str) -> set[int]:
    """The numbers that the tests of a game name with `covers`."""
    numbers: set[int] = set()
    for path in Path(__file__).parent.glob(f"test_{key}*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                marks = [mark for mark in node.decorator_list if isinstance(mark, ast.Call)]
                covers = [mark for mark in marks if ast.unparse(mark.func).endswith(".covers")]
                assert covers, f"{path.name}: {node.name} names no rule"
                numbers |= {ast.literal_eval(arg) for mark in covers for arg in mark.args}
    return numbers


@pytest.mark.parametrize("key", KEYS)
def test_rules_are_numbered_without_gaps(key: str) -> None:
    rules = numbered_rules(key)
    assert rules == list(range(1, len(rules) + 1))
    assert len(rules) > 20


@pytest.mark.parametrize("key", KEYS)
def test_every_rule_has_a_test(key: str) -> None:
    assert covered_rules(key) == set(numbered_rules(key))


def test_every_game_of_the_box_has_a_rules_page() -> None:
    assert {page.parent.name for page in GAMES.glob("*/rules.md")} == set(KEYS)
