"""Every text is known in every language, and none is stale."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from spielwerk.core.errors import SpielwerkError
from spielwerk.pictures.words import LANGUAGES, catalogue, say

# The tools are scripts, not a package.
sys.path.append(str(Path(__file__).parents[2] / "tools"))

from translations import texts_in_code

PLACEHOLDER = re.compile(r"\{\w*\}")


@pytest.fixture(scope="module")
def texts() -> set[str]:
    return set(texts_in_code())


def test_the_code_says_something(texts: set[str]) -> None:
    assert "{player} moves {start} to {end}." in texts


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_no_text_is_missing_or_stale(texts: set[str], language: str) -> None:
    assert set(catalogue(language)) == texts


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_translations_have_the_same_placeholders_and_ends(language: str) -> None:
    for text, translated in catalogue(language).items():
        assert sorted(PLACEHOLDER.findall(text)) == sorted(PLACEHOLDER.findall(translated)), text
        assert text.endswith(".") == translated.endswith("."), text
        assert translated == translated.strip(), text


def test_an_unknown_language_is_refused_with_those_there_are() -> None:
    with pytest.raises(SpielwerkError, match="no language 'it' here: there is en, de, fr, nl, lb"):
        say("Light").into("it")
