"""Pictures look as they did when somebody looked at them."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

# The tools are scripts, not a package.
sys.path.append(str(Path(__file__).parents[2] / "tools"))

from gallery import GOLDEN, PICTURES, Shown, golden

DIFFERENCES = Path(__file__).parent / "differences"
MEAN, WORST = 1.0, 0.004
"""How much pixels may differ on average (of 255), and which part of them by more than FAR."""
FAR = 40


def difference(shown: Shown) -> Image.Image:
    """What differs from the picture that is kept, in greyscale."""
    with Image.open(GOLDEN / f"{shown.name}.png") as kept:
        drawn = Image.open(io.BytesIO(golden(shown))).convert("RGB")
        assert drawn.size == kept.size
        return ImageChops.difference(kept.convert("RGB"), drawn).convert("L")


def is_close(image: Image.Image) -> bool:
    far = sum(image.histogram()[FAR:]) / (image.width * image.height)
    return ImageStat.Stat(image).mean[0] < MEAN and far < WORST


@pytest.mark.parametrize("shown", PICTURES, ids=lambda shown: shown.name)
def test_a_picture_looks_as_it_did(shown: Shown) -> None:
    image = difference(shown)
    if not is_close(image):
        DIFFERENCES.mkdir(exist_ok=True)
        path = DIFFERENCES / f"{shown.name}.png"
        image.point(lambda value: min(255, 4 * value)).save(path)
        pytest.fail(
            f"{shown.name} looks different: see {path}. If that is meant, run"
            " python tools/gallery.py --golden and look at the pictures."
        )


def test_one_marble_more_is_a_difference() -> None:
    first = PICTURES[0]
    other = Shown(first.name, first.key, first.text, "+a2")
    assert not is_close(difference(other))
