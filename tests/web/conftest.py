"""A browser and a server for it: no page may log an error or ask another host for anything."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

from tests.server.conftest import address  # noqa: F401

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}


def launch(playwright: Playwright) -> Browser:
    """Debian's Chromium, without a window."""
    return playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One for all tests."""
    if CHROMIUM is None:
        pytest.skip("There is no chromium here: apt-get install chromium.")
    with sync_playwright() as playwright:
        running = launch(playwright)
        yield running
        running.close()


@pytest.fixture
def person(browser: Browser, address: str) -> Iterator[Callable[..., Page]]:  # noqa: F811
    """Somebody with a browser of their own; what goes wrong in it fails the test."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def arrive(phone: bool = False, other_hosts: bool = False, **settings: Any) -> Page:
        settings = {
            "viewport": PHONE if phone else DESKTOP,
            "has_touch": phone,
            "locale": "en",
            "reduced_motion": "reduce",
            "base_url": address,
            **settings,
        }
        context = browser.new_context(**settings)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        if other_hosts:
            return page
        page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
        page.on(
            "request",
            lambda asked: (
                None
                if asked.url.startswith((address, "data:", "blob:"))
                else wrong.append(f"asked {asked.url}")
            ),
        )
        return page

    yield arrive
    for context in contexts:
        context.close()
    assert not wrong
