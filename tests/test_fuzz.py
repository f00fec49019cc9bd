"""Whatever is typed: a position, or a refusal that says so; never anything else."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spielwerk
from spielwerk import Record
from tests.ways import WAYS, Way

LETTERS = "abcdefklmnorstuwxy*.,/+-<>=!0123456789 LRSWAB"


def some_text(way: Way, seed: int) -> str:
    """The text of a position reached at random."""
    chooser = random.Random(seed)
    position = spielwerk.game(way.key, **way.options).start(seed)
    for _ in range(chooser.randrange(30)):
        if position.over:
            break
        position = position.play(chooser.choice(position.steps))
    return position.text


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_a_changed_text_is_read_the_same_again_or_refused(way: Way) -> None:
    game = spielwerk.game(way.key, **way.options)

    @settings(max_examples=60, deadline=None, derandomize=True)
    @given(
        st.integers(0, 50),
        st.lists(st.tuples(st.integers(0, 400), st.sampled_from(LETTERS)), min_size=1, max_size=3),
    )
    def try_changed(seed: int, changes: list[tuple[int, str]]) -> None:
        text = some_text(way, seed)
        for place, letter in changes:
            place %= len(text)
            text = text[:place] + letter + text[place + 1 :]
        try:
            position = game.position(text)
        except spielwerk.UnreadableText:
            return
        assert game.position(position.text) == position
        if way.key != "qbq":  # there a player who cannot move is passed over
            assert position.text == text
        if not position.over:
            position.play(position.steps[0])

    try_changed()


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.text(max_size=60), st.sampled_from(["", '[Game "kipp4"] ', '[Game "qbq"] 1. ', "{", "["]))
def test_any_text_is_a_record_or_refused(text: str, before: str) -> None:
    try:
        record = Record.read(before + text)
    except spielwerk.SpielwerkError:
        return
    assert Record.read(record.text) == record


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.text(max_size=30))
def test_any_word_is_a_step_or_refused(word: str) -> None:
    position = spielwerk.game("qbq").start()
    if word not in position.steps:
        with pytest.raises(spielwerk.IllegalStep):
            position.play(word)
