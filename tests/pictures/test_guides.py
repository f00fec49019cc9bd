"""The guides: complete in five languages, with diagrams that follow the rules."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

import spielwerk
from spielwerk.core.errors import SpielwerkError
from spielwerk.pictures.guide import DIAGRAM, Diagram, diagrams, guide, guide_html
from spielwerk.pictures.words import LANGUAGES
from tests.ways import KEYS

AUTHORS = {
    "kipp4": "Thomas Weber",
    "veier": "Martin Dieterle",
    "spitze": "Andreas Kuhnekath-Häbler",
    "qbq": "square²",
    "blockit": "Hans van Tol",
}
both = pytest.mark.parametrize("language", LANGUAGES)
each = pytest.mark.parametrize("key", KEYS)


def outline(text: str) -> list[str]:
    """Headings by their level, list items and diagrams, without the words."""
    kept = r"^(#+ |- |\d\. |```diagram|position: .*|step: .*|options: .*|marks: .*|start: .*)"
    return re.findall(kept, text, re.M)


@each
@both
def test_all_languages_have_the_same_parts_and_diagrams(key: str, language: str) -> None:
    assert outline(guide(key, language)) == outline(guide(key))


@each
@both
def test_a_guide_is_short_and_names_the_author(key: str, language: str) -> None:
    text = DIAGRAM.sub("", guide(key, language))
    assert text.startswith(f"# {spielwerk.game(key).name}\n")
    assert 350 < len(text.split()) < 1400
    assert AUTHORS[key] in text.rpartition("\n## ")[2]
    assert len(re.findall(r"^\d\. ", text.split("\n## ")[-2], re.M)) == 3, "three hints"


@each
def test_every_diagram_is_drawn_and_its_steps_are_legal(key: str) -> None:
    found = diagrams(key)
    assert len(found) >= 5
    for diagram in found:
        ET.fromstring(diagram.svg(theme="dark"))


@each
@both
def test_the_page_has_a_picture_and_a_caption_for_each_diagram(key: str, language: str) -> None:
    page = guide_html(key, language)
    captions = re.findall(r"<figcaption>(.+?)</figcaption>", page)
    assert len(captions) == page.count("<svg") == len(diagrams(key))
    assert "```" not in page


def test_a_diagram_with_an_illegal_step_or_an_unknown_word_is_refused() -> None:
    start = "start: 1\ncaption: x.\n"
    with pytest.raises(spielwerk.IllegalStep):
        Diagram.read("kipp4", start + "step: +c4\nafter: yes").svg()
    with pytest.raises(SpielwerkError, match="A diagram has no colour"):
        Diagram.read("kipp4", start + "colour: red")
