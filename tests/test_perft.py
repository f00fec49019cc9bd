"""The number of ways to go on for so many steps, as two implementations have counted it."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import spielwerk
from tests.reference import Reference
from tests.reference.kipp4 import Kipp4

# The tools are scripts, not a package.
sys.path.append(str(Path(__file__).parents[1] / "tools"))

from perft_tables import MOST_PLAIN, Root, count_plainly, read_table

ROOTS = read_table()
PLAIN_DEPTH = 2


def check(root: Root) -> None:
    """Count as deep as the table does; a failure names the root and the position to blame."""
    position = root.position
    for depth, count in enumerate((*root.counts, *root.deeper), start=1):
        found = spielwerk.perft(position, depth)
        assert found == count, (
            f"{found} sequences of {depth} steps, not {count}, from {root.text}"
            f"\n{blame(position, root.plain, depth)}"
        )


def blame(position: spielwerk.Position, plain: Reference, depth: int) -> str:
    """The first position from here on about which package and reference disagree."""
    text = position.text
    if set(position.steps) != plain.steps(text):
        different = sorted(set(position.steps) ^ plain.steps(text))
        return f"only one of package and reference allows {different} in {text}"
    if spielwerk.perft(position, 1) != len(position.steps):
        return f"compiled code finds other steps than the interpreter in {text}"
    for step in position.steps if depth > 1 else ():
        after, plainly = position.play(step), plain.play(text, step)
        if after.text != plainly:
            return f"{step} leads to {after.text} or {plainly} from {text}"
        if spielwerk.perft(after, depth - 1) != count_plainly(plain, plainly, depth - 1):
            return blame(after, plain, depth - 1)
    return f"package and reference agree for {depth} steps: the table is wrong"


@pytest.mark.parametrize("root", ROOTS, ids=str)
def test_as_many_sequences_follow_as_the_table_says(root: Root) -> None:
    check(root)


@pytest.mark.parametrize("root", ROOTS, ids=str)
def test_the_reference_counts_the_same(root: Root) -> None:
    counted = [count_plainly(root.plain, root.text, depth) for depth in range(PLAIN_DEPTH + 1)]
    assert tuple(counted[1:]) == root.counts[:PLAIN_DEPTH], root.text


@pytest.mark.parametrize("root", [root for root in ROOTS if root.what == "the start"], ids=str)
def test_what_is_called_the_start_is_the_start(root: Root) -> None:
    assert root.position == spielwerk.game(root.game, **root.options).start()


def test_every_game_is_counted_from_several_positions_and_by_both() -> None:
    for key in ("kipp4", "veier", "spitze", "qbq", "blockit"):
        roots = [root for root in ROOTS if root.game == key]
        assert len(roots) >= 4
        for root in roots:
            assert len(root.counts) >= 3, root.text
            # The reference has stopped where it had to, not before.
            assert sum(root.counts) > MOST_PLAIN or root.counts[-1] == 0, root.text


def test_a_failure_names_the_root() -> None:
    root = ROOTS[0]
    wrong = replace(root, counts=(*root.counts[:2], root.counts[2] + 1), deeper=())
    with pytest.raises(AssertionError, match=re.escape(root.text)) as failure:
        check(wrong)
    assert "180 sequences of 3 steps, not 181" in str(failure.value)
    assert "the table is wrong" in str(failure.value)


class ForgetfulKipp4(Kipp4):
    """KIPP4 that forgets in one position that marbles can be removed."""

    def __init__(self, forgotten: str) -> None:
        """Take the position."""
        super().__init__()
        self.forgotten = forgotten

    def steps(self, text: str) -> set[str]:
        """Return the steps that it remembers."""
        found = super().steps(text)
        return {step for step in found if step[0] != "-"} if text == self.forgotten else found


def test_a_failure_names_the_position_to_blame() -> None:
    start = spielwerk.game("kipp4").start()
    after = start.play("+g6").play("r1")
    blamed = blame(start, ForgetfulKipp4(after.text), depth=3)
    removals = [step for step in sorted(after.steps) if step[0] == "-"]
    assert blamed == f"only one of package and reference allows {removals} in {after.text}"
