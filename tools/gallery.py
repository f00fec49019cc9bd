"""Draw docs/gallery, and the pictures that tests compare.

python tools/gallery.py            draw the gallery
python tools/gallery.py --golden   draw the pictures in tests/pictures/golden, then look at them
"""

from __future__ import annotations

import argparse
import io
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from PIL import Image

import spielwerk
from spielwerk.games.kipp4.card import CARD as KIPP4
from spielwerk.games.qbq.card import CARD as QBQ
from spielwerk.games.spitze.card import CARD as SPITZE
from spielwerk.games.veier.card import CARD as VEIER
from spielwerk.pictures.picture import Marks
from spielwerk.pictures.png import render

PROJECT = Path(__file__).parent.parent
GALLERY = PROJECT / "docs" / "gallery"
GOLDEN = PROJECT / "tests" / "pictures" / "golden"
GOLDEN_WIDTH = 300
SIZES = (120, 240, 480, 1200)
KEYS = spielwerk.games()


@dataclass(frozen=True)
class Shown:
    """A position and how it is shown."""

    name: str
    key: str
    text: str = ""
    """The position; the start of seed 7 unless given."""
    steps: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    view: dict[str, Any] = field(default_factory=dict)

    @property
    def position(self) -> spielwerk.Position:
        """The position."""
        game = spielwerk.game(self.key, **self.options)
        position = game.position(self.text) if self.text else game.start(7)
        for step in self.steps.split():
            position = position.play(step)
        return position

    def svg(self, **view: Any) -> str:
        """The picture; some settings may be other than usual."""
        return self.position.svg(**self.view | view)


PICTURES = (
    Shown("kipp4", "kipp4", KIPP4.lively),
    Shown("kipp4-turn", "kipp4", steps="+g6"),
    Shown(
        "kipp4-hints",
        "kipp4",
        KIPP4.lively,
        view={"marks": Marks(hints={"+a2": 1, "f5-g4": 0.7, "-e4": 0.3})},
    ),
    Shown("kipp4-won", "kipp4", "dll/ll.l/.d./.l../.../d..d/d.d n l t 2,2 16", "r3"),
    Shown("veier", "veier", VEIER.lively, "d9"),
    Shown(
        "veier-drawn",
        "veier",
        ".o.xx./.xxxx../xoxxxxo./ooooxoxo./x..ooxx.o./.x.xoooxxox/.xxooooxo./.xooxxxxo/xoooox.o/"
        ".xoooxx/..ox.o o 0,1",
    ),
    Shown("spitze", "spitze", SPITZE.lively),
    Shown("spitze-above", "spitze", SPITZE.lively, view={"above": True}),
    Shown(
        "spitze-won",
        "spitze",
        ".,.,dld,ld,.,./.,.,.,.,ldl,./.,.,.,ld,l,./l,dldld,.,.,l,./.,.,dl,ldld,.,./"
        ".,.,ld,.,ld,dlddldld d d 42",
    ),
    Shown("qbq", "qbq", QBQ.lively, options={"players": 4}),
    Shown("qbq-above", "qbq", QBQ.lively, options={"players": 4}, view={"above": True}),
    Shown(
        "qbq-won",
        "qbq",
        ".,.,.,.,.,./.,.,.,.,o2,./.,.,.,o1,o2,./.,o1,.,o1,.,./.,b1,b1,.,.,./.,b1,b1,.,.,."
        " o m bo 21",
    ),
    Shown(
        "blockit",
        "blockit",
        "ybkr,kbry,kybr,ybrk,kbyr/kbyr,bkyr,bkry,krby,rbky/rbyk,brky,bykr,bryk,ykrb/"
        "rybk,rybk,rykb,bkyr,yrkb/ykbr,yrbk,kryb,yrkb,brky ...r/..../..../.... ry r d - 1 - 2,3 16",
        "L1",
    ),
    Shown(
        "blockit-won",
        "blockit",
        "rybk,kybr,rbyk,bykr,byrk/byrk,bkyr,kryb,brky,kyrb/brky,rbky,bykr,ykbr,ykrb/"
        "ybkr,bkry,ykbr,kbry,byrk/kryb,yrbk,rykb,rkby,brky ..../r.y./...b/.r.. rybk y d - 1 -"
        " 0,1,1,2 21",
        options={"players": 4},
    ),
)
"""For the gallery, the README and the tests."""


def main() -> None:
    """Draw."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--golden", action="store_true", help="draw what the tests compare")
    if parser.parse_args().golden:
        GOLDEN.mkdir(exist_ok=True)
        for shown in PICTURES:
            (GOLDEN / f"{shown.name}.png").write_bytes(golden(shown))
    else:
        GALLERY.mkdir(exist_ok=True)
        (GALLERY / "README.md").write_text(gallery(), "utf-8")


def golden(shown: Shown) -> bytes:
    """A picture as the tests compare it: few colours, small."""
    image = Image.open(io.BytesIO(render(shown.svg(), GOLDEN_WIDTH))).convert("RGB")
    return as_png(image.quantize(64))


def gallery() -> str:
    """The page, with its pictures written beside it."""
    parts = [
        "# Gallery\n\nEvery position here is drawn by `position.svg()`; `python tools/gallery.py`"
        " draws the page anew.\n"
    ]
    for shown in PICTURES:
        for theme in ("light", "dark"):
            name = f"{shown.name}-{theme}.svg"
            (GALLERY / name).write_text(shown.svg(theme=theme), "utf-8")
        cells = "".join(
            f'<img src="{shown.name}-{theme}.svg" width="380" alt="{shown.name}, {theme}">\n'
            for theme in ("light", "dark")
        )
        parts.append(f"## {shown.name}\n\n{cells}")
    parts.append("## Sizes\n")
    for width in SIZES:
        images = [f'<img src="{key}-light.svg" width="{width}" alt="{key}">' for key in KEYS]
        parts.append(f"{width} pixels:\n\n" + "\n".join(images) + "\n")
    parts.append("## Without colours\n")
    for key in KEYS:
        shown = next(shown for shown in PICTURES if shown.name == key)
        grey = Image.open(io.BytesIO(render(shown.svg(), 300))).convert("L").quantize(32)
        (GALLERY / f"{key}-grey.png").write_bytes(as_png(grey))
        parts.append(f'<img src="{key}-grey.png" width="300" alt="{key} in greyscale">')
    return "\n".join(parts) + "\n"


def as_png(image: Image.Image) -> bytes:
    """An image as a file."""
    file = io.BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()


if __name__ == "__main__":
    main()
