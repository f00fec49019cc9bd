"""Draw docs/screens: each page and game, at a desk and on a phone, light and dark.

python tools/screenshots.py
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

PROJECT = Path(__file__).parent.parent
FOLDER = PROJECT / "docs" / "screens"
sys.path.insert(0, str(PROJECT))

import spielwerk  # noqa: E402
from spielwerk.core.registry import game_class  # noqa: E402
from spielwerk.server.app import Settings  # noqa: E402
from tests.server.conftest import Running  # noqa: E402
from tests.web.conftest import launch  # noqa: E402

SIZES = {"desk": (1280, 800), "phone": (390, 844)}
PAGES = {
    "home": "/",
    "new": "/new/qbq",
    "guide": "/guide/veier",
    "lesson": "/learn/kipp4",
    "club": "/club",
}


def main() -> None:
    """Start a server, look at every page, write the pictures and a page that shows them."""
    FOLDER.mkdir(exist_ok=True)
    names = [*PAGES, *spielwerk.games()]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Running(Settings(f"sqlite:///{folder}/tables.db"))
        try:
            browser = launch(playwright)
            for size in SIZES:
                for theme in ("light", "dark"):
                    for name in names:
                        take(browser, server.port, name, size, theme)
        finally:
            server.stop()
    (FOLDER / "README.md").write_text(page(names), "utf-8")


def take(browser: Browser, port: int, name: str, size: str, theme: str) -> None:
    """One picture."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",
        locale="en",
        base_url=f"http://127.0.0.1:{port}",
    )
    shown = context.new_page()
    path = PAGES.get(name)
    if path is None:
        card = game_class(name).find_card()
        options = dict(card.lively_options)
        seats = [{"kind": "here"}] * int(options.get("players", 2))
        data = {"game": name, "options": options, "position": card.lively, "seats": seats}
        made = shown.request.post("/api/tables", data=data).json()
        path = f"/t/{made['id']}#" + "&".join(f"seat={s}" for s in made["seats"].values())
    shown.goto(path)
    shown.wait_for_load_state("load")
    if name not in PAGES:
        shown.locator("#board [data-id].can").first.wait_for()
    image = Image.open(io.BytesIO(shown.screenshot())).convert("RGB").quantize(96)
    image.save(FOLDER / f"{name}-{size}-{theme}.png", optimize=True)
    context.close()


def page(names: list[str]) -> str:
    """The page that shows them all."""
    parts = ["# Screens\n\n`python tools/screenshots.py` takes them anew.\n"]
    for name in names:
        parts.append(f"## {name}\n")
        for size, width in (("desk", 480), ("phone", 160)):
            for theme in ("light", "dark"):
                file = f"{name}-{size}-{theme}.png"
                parts.append(f'<img src="{file}" width="{width}" alt="{name}, {size}, {theme}">')
        parts.append("")
    return "\n".join(parts)


if __name__ == "__main__":
    main()
