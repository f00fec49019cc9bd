"""Every picture keeps its promises, in every way to play: what is drawn, touched, moved, told."""

from __future__ import annotations

import os
import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import pytest

import spielwerk
from spielwerk.pictures.picture import MOST_TOUCHES, move
from spielwerk.pictures.theme import THEMES
from spielwerk.pictures.words import LANGUAGES
from tests.ways import WAYS, Way

GAMES_EACH = int(os.environ.get("SPIELWERK_SOAK", "1"))
MOST_BYTES = 40_000
SVG = "{http://www.w3.org/2000/svg}"
ALLOWED = {
    *("svg", "g", "defs", "path", "circle", "ellipse", "rect", "line", "polyline", "polygon"),
    *("text", "tspan", "use", "linearGradient", "radialGradient", "stop", "clipPath", "pattern"),
}


def games(way: Way) -> Iterator[list[spielwerk.Position]]:
    """Random games, each as the list of its positions."""
    game = spielwerk.game(way.key, **way.options)
    for number in range(GAMES_EACH):
        chooser = random.Random(f"{way} {number}")
        positions = [game.start(seed=chooser.randrange(2**32))]
        while not positions[-1].over:
            positions.append(positions[-1].play(chooser.choice(positions[-1].steps)))
        yield positions


def check_svg(position: spielwerk.Position, chooser: random.Random) -> None:
    """A picture is valid, small, self-contained; what can be touched is there, with a name."""
    text = position.svg(
        theme=chooser.choice(list(THEMES)),
        coordinates=chooser.random() < 0.5,
        above=chooser.random() < 0.5,
        language=chooser.choice(LANGUAGES),
    )
    assert len(text.encode()) < MOST_BYTES
    root = ET.fromstring(text)
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= ALLOWED
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    references = re.findall(r'(?:href="|url\()([^")]*)', text)
    assert {reference.removeprefix("#") for reference in references} <= set(ids)
    assert all(reference.startswith("#") for reference in references)
    assert "nan" not in re.findall(r"[a-z]+", re.sub(r'aria-label="[^"]*"', "", text))
    places = [element for element in root.iter() if element.get("data-id")]
    names = [element.get("data-id") for element in places]
    assert len(names) == len(set(names))
    assert all(place.get("role") == "button" and place.get("aria-label") for place in places)
    spots = [element.get("data-piece") for element in root.iter() if element.get("data-piece")]
    assert sorted(map(str, spots)) == sorted(position.game.find_picture().pieces(position))
    assert {touch for touched in position.touches for touch in touched} <= set(names)


def check_touches(position: spielwerk.Position) -> None:
    """Touches decide a step: each step has some, and none begins with those of another."""
    touches = position.touches
    assert set(touches.values()) == set(position.steps)
    assert all(1 <= len(touched) <= MOST_TOUCHES for touched in touches)
    begun = {touched[:length] for touched in touches for length in range(1, len(touched))}
    assert not begun & set(touches)


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_every_position_is_drawn_and_can_be_touched(way: Way) -> None:
    for positions in games(way):
        for place, position in enumerate(positions):
            check_touches(position)
            if place % 3 == 0 or position.over:
                check_svg(position, random.Random(place))


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_motions_turn_the_old_pieces_into_the_new_ones(way: Way) -> None:
    chooser = random.Random(1)
    for positions in games(way):
        picture = positions[0].game.find_picture()
        for position in positions[:-1]:
            for step in chooser.sample(position.steps, k=min(3, len(position.steps))):
                stages = position.motions(step)
                assert all(stages), "a stage without a motion"
                moved = move(picture.pieces(position), stages)
                assert moved == picture.pieces(position.play(step)), (position, step)


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_every_step_and_position_is_told(way: Way) -> None:
    chooser = random.Random(2)
    for positions in games(way):
        for position in positions[:-1]:
            step = chooser.choice(position.steps)
            for language in LANGUAGES:
                told = position.tell(step, language)
                assert told.endswith((".", "!")), told
                assert "{" not in told
            assert "{" not in position.describe(chooser.choice(LANGUAGES))
