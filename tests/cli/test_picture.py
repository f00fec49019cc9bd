"""Pictures, films and guides from the command line."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PIL import Image

import spielwerk
from spielwerk.pictures.png import FRAME, FRAMES, LAST_REST, REST, frames
from tests.cli.running import KIPP4, TERMINAL, refusal, run, shown

GAME = '[Game "kipp4"] 1. +g6 r1 2. +b7 *'


def test_a_picture_as_svg_is_what_the_library_draws(tmp_path: Path) -> None:
    file = tmp_path / "start.svg"
    shown("picture", "kipp4", "--after", "+g6", "--theme", "dark", "--size", "300", str(file))
    expected = KIPP4.start().play("+g6").svg(theme="dark", size=300)
    assert file.read_text("utf-8") == expected
    assert ET.fromstring(expected).get("width") == "300"


def test_a_picture_as_png_is_as_wide_as_asked(tmp_path: Path) -> None:
    file = tmp_path / "start.png"
    shown("picture", "kipp4", "--size", "200", "--mark", "c4", "--bare", str(file))
    with Image.open(file) as image:
        assert image.width == 200


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["kipp4", "x.jpg"], "x.jpg is no picture: take a name that ends in .svg or .png."),
        (["kipp4", "x.png", "--theme", "pink"], "There is no theme 'pink': there is light, dark."),
        (["kipp4", "x.png", "--mark", "z9"], "There is no place 'z9' in this picture"),
        (["kipp4", "missing/x.png"], "missing/x.png cannot be written: No such file"),
    ],
)
def test_a_picture_that_cannot_be_drawn_is_one_line(
    words: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert refusal("picture", *words).startswith(message)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["film.gif", "film.png"])
def test_a_film_shows_every_position_and_what_moves(name: str, tmp_path: Path) -> None:
    record, film = tmp_path / "game.txt", tmp_path / name
    record.write_text(GAME)
    shown("film", str(record), str(film), "--size", "120")
    times = [time for _, time in frames(spielwerk.Record.read(GAME))]
    assert times.count(REST) == 3
    assert times[-1] == LAST_REST
    assert times.count(FRAME) == 4 * FRAMES, "the board turns, then a marble rolls"
    with Image.open(film) as image:
        assert getattr(image, "n_frames", 1) > 3 + FRAMES


def test_a_still_film_shows_positions_only(tmp_path: Path) -> None:
    record, film = tmp_path / "game.txt", tmp_path / "film.gif"
    record.write_text(GAME)
    shown("film", str(record), str(film), "--size", "120", "--still")
    with Image.open(film) as image:
        assert getattr(image, "n_frames", 1) == 4
    assert refusal("film", str(record), "film.mov").startswith("film.mov is no film")


def test_a_guide_is_shown_with_text_pictures_and_captions() -> None:
    text = shown("guide", "kipp4", "--language", "de")
    assert "low side south" in text
    assert "## " not in text
    assert refusal("guide", "kipp4", "--language", "it").startswith("There is no language 'it'")


def test_a_guide_as_a_page_has_pictures(tmp_path: Path) -> None:
    file = tmp_path / "guide.html"
    shown("guide", "kipp4", "--html", str(file), "--language", "fr")
    page = file.read_text("utf-8")
    assert '<html lang="fr">' in page
    assert page.count("<svg") > 4


def test_the_text_picture_has_colours_in_a_terminal_only() -> None:
    coloured = run("play", "kipp4", stdin="quit\n", env=TERMINAL).stdout
    assert "\x1b[37;41mR\x1b[0m" in coloured
    assert "\x1b" not in run("play", "kipp4", stdin="quit\n").stdout
