"""Draw docs/screens: each page and game, at a desk and on a phone, light and dark.

python tools/screenshots.py
"""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

PROJECT = Path(__file__).parent.parent
FOLDER = PROJECT / "docs" / "screens"
sys.path.insert(0, str(PROJECT / "src"))

import spielwerk  # noqa: E402
from spielwerk.core.registry import game_class  # noqa: E402

PORT = 8399
ADDRESS = f"http://127.0.0.1:{PORT}"
SIZES = {"desk": (1280, 800), "phone": (390, 844)}
PAGES = {"home": "/", "new": "/new/qbq", "guide": "/guide/veier", "lesson": "/learn/kipp4"}


def main() -> None:
    """Start a server, look at every page, write the pictures and a page that shows them."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        command = Path(sys.executable).parent / "spielwerk"
        words = [str(command), "serve", "--port", str(PORT), "--db", f"{folder}/tables.db"]
        server = subprocess.Popen(words, stdout=subprocess.DEVNULL)
        try:
            wait_for_server()
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(
                    executable_path=shutil.which("chromium"), args=["--no-sandbox"]
                )
                names = [*PAGES, *spielwerk.games()]
                for size in SIZES:
                    for theme in ("light", "dark"):
                        for name in names:
                            take(browser, name, size, theme)
        finally:
            server.terminate()
            server.wait()
    (FOLDER / "README.md").write_text(page(names), "utf-8")


def wait_for_server() -> None:
    """Until the first page answers."""
    while True:
        try:
            urllib.request.urlopen(ADDRESS)
            return
        except urllib.error.URLError:
            time.sleep(0.05)


def take(browser: Browser, name: str, size: str, theme: str) -> None:
    """One picture."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",
        locale="en",
        base_url=ADDRESS,
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
