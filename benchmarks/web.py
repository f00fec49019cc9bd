"""How quick the table is: starting, the first page, a step on the screen."""

from __future__ import annotations

import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

from playwright.sync_api import Response, sync_playwright
from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.web.conftest import launch

ROUNDS = 5
NEEDED = {"start to page": 3.0, "first page visible": 1.0, "step on the screen": 0.1}
MOST_BYTES = 100_000


def main() -> None:
    """Measure, print, and fail if something is too slow or too large."""
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as folder:
        measured = {"start to page": min(started(port, folder) for _ in range(3))}
        server = serve(port, folder)
        wait_for(address)
        try:
            pages, size = first_pages(address)
            measured["first page visible"] = statistics.median(pages)
            measured["step on the screen"] = statistics.median(steps(address))
        finally:
            server.terminate()
            server.wait()
    table = Table(title="The table in a browser")
    for column in ("what", "seconds", "needed"):
        table.add_column(column, justify="right")
    for name, seconds in measured.items():
        table.add_row(name, f"{seconds:.3f}", f"{NEEDED[name]:g}")
    console = Console()
    console.print(table)
    console.print(f"The first page has {size:,} bytes in all, compressed (needed {MOST_BYTES:,}).")
    missed = [name for name, seconds in measured.items() if seconds > NEEDED[name]]
    if missed or size > MOST_BYTES:
        sys.exit(f"Missed: {', '.join(missed) or 'bytes'}")


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def serve(port: int, folder: str) -> subprocess.Popen[bytes]:
    """A server of its own."""
    command = Path(sys.executable).parent / "spielwerk"
    words = [str(command), "serve", "--port", str(port), "--db", f"{folder}/tables.db"]
    return subprocess.Popen(words, stdout=subprocess.DEVNULL)


def wait_for(address: str) -> None:
    """Until the first page answers."""
    while True:
        try:
            urllib.request.urlopen(address)  # noqa: S310
            return
        except urllib.error.URLError:
            time.sleep(0.01)


def started(port: int, folder: str) -> float:
    """Seconds from the command to the first page."""
    began = time.perf_counter()
    server = serve(port, folder)
    wait_for(f"http://127.0.0.1:{port}")
    passed = time.perf_counter() - began
    server.terminate()
    server.wait()
    return passed


def first_pages(address: str) -> tuple[list[float], int]:
    """Seconds until the first page is painted in new browsers, and its bytes."""
    times, size = [], 0
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for _ in range(ROUNDS):
            page = browser.new_context().new_page()
            answers: list[Response] = []

            def keep(answer: Response, answers: list[Response] = answers) -> None:
                answers.append(answer)

            page.on("response", keep)
            page.goto(address)
            page.wait_for_load_state("networkidle")
            painted = page.evaluate(
                "performance.getEntriesByName('first-contentful-paint')[0].startTime"
            )
            times.append(painted / 1000)
            size = sum(answer.request.sizes()["responseBodySize"] for answer in answers)
        browser.close()
    return times, size


def steps(address: str) -> list[float]:
    """Seconds from a touch to the picture with the step, at one screen, without animation."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_context(reduced_motion="reduce", base_url=address).new_page()
        data = {"game": "veier", "seats": [{"kind": "here"}, {"kind": "here"}]}
        made = page.request.post("/api/tables", data=data).json()
        page.goto(f"/t/{made['id']}#seat={made['seats']['0']}&seat={made['seats']['1']}")
        times = []
        for cell in ("f6", "f7", *(f"{row}{column}" for row in "bcd" for column in range(1, 7))):
            page.locator(f'#board [data-id="{cell}"].can').wait_for()
            times.append(page.evaluate(TOUCH, cell) / 1000)
        browser.close()
    return times


TOUCH = """cell => new Promise(done => {
  const board = document.getElementById("board"), began = performance.now();
  new MutationObserver(() => {
    if (board.querySelector(`[data-piece="${cell}"]`)) done(performance.now() - began);
  }).observe(board, {childList: true, subtree: true});
  const click = new MouseEvent("click", {bubbles: true});
  board.querySelector(`[data-id="${cell}"]`).dispatchEvent(click);
})"""


if __name__ == "__main__":
    main()
