"""Pictures as pixels: PNG files, and films of whole games."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import font_roboto
import resvg_py
from PIL import Image

from spielwerk.core.errors import SpielwerkError
from spielwerk.core.position import Position
from spielwerk.core.record import Record
from spielwerk.pictures.picture import Picture, Piece, View, move

FONTS = [font_roboto.Roboto, font_roboto.RobotoBold]
FILM_FORMATS = {".gif": "GIF", ".png": "PNG", ".apng": "PNG"}
REST = 900
"""Milliseconds that a film shows each position."""
LAST_REST = 4000
FRAMES = 5
"""Pictures of each stage of motions, on the way."""
FRAME = 50
"""Milliseconds that each of them is shown."""


def render(svg: str, width: int) -> bytes:
    """A picture as PNG, so many pixels wide; with our own font, so that it is the same anywhere.

    >>> import spielwerk
    >>> render(spielwerk.game("kipp4").start().svg(), 120)[1:4]
    b'PNG'
    """
    return bytes(
        resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True, font_files=FONTS)
    )


def frames(record: Record, still: bool = False, **view: Any) -> Iterator[tuple[str, int]]:
    """Every picture of a film, with the milliseconds that it is shown."""
    picture = record.game.find_picture()
    positions = list(record.positions())
    for position, step in zip(positions, record.steps, strict=False):
        yield picture.svg(position, **view), REST
        for drawn in () if still else on_the_way(picture, position, step, View(**view)):
            yield drawn, FRAME
    yield picture.svg(positions[-1], **view), LAST_REST


def on_the_way(picture: Picture, position: Position, step: str, view: View) -> Iterator[str]:
    """The pictures between a position and the next: pieces under way, stage by stage."""
    pieces = picture.pieces(position)
    for stage in picture.motions(position, step):
        after = move(pieces, (stage,))
        for frame in range(1, FRAMES + 1):
            part = frame / FRAMES
            shown = pieces | {
                motion.start: turned(pieces[motion.start], part * motion.turn) for motion in stage
            }
            moved = {}
            for motion in stage:
                x, y = picture.spot(motion.start, shown, view)
                if motion.end not in (None, motion.start):
                    goal_x, goal_y = picture.spot(motion.end, after, view)
                    x, y = x + part * (goal_x - x), y + part * (goal_y - y)
                moved[motion.start] = x, y
            yield picture.draw(position, view, shown, moved)
        pieces = after


def turned(piece: Piece, quarters: float) -> Piece:
    """A piece turned on."""
    return Piece(piece.look, piece.turn + quarters)


def write_film(
    record: Record,
    path: Path,
    width: int = 480,
    still: bool = False,
    progress: Callable[[], None] | None = None,
    **view: Any,
) -> None:
    """A film of a whole game: GIF, or PNG with many pictures, as the name of the file says."""
    kind = FILM_FORMATS.get(path.suffix.lower())
    if kind is None:
        raise SpielwerkError(f"{path.name} is no film: take a name that ends in .gif or .png.")
    images, times = [], []
    for drawn, time in frames(record, still, **view):
        images.append(image(drawn, width))
        times.append(time)
        if progress:
            progress()
    first, *others = images
    first.save(path, kind, save_all=True, append_images=others, duration=times, loop=0)


def count_frames(record: Record, still: bool = False) -> int:
    """How many pictures a film has."""
    if still:
        return len(record.steps) + 1
    stages = sum(
        len(position.motions(step))
        for position, step in zip(record.positions(), record.steps, strict=False)
    )
    return len(record.steps) + 1 + FRAMES * stages


def image(svg: str, width: int) -> Image.Image:
    """A picture as pixels, with few enough colours for a film."""
    return Image.open(io.BytesIO(render(svg, width))).convert("RGB").quantize(128)
