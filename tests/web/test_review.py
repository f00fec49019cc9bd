"""After the game: the result explained, the chart, the steps that cost most, playing on."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.test_table import LONG, set_table, wait_for_turn

HERE = [{"kind": "here"}, {"kind": "here"}]
WON = "dll/ll.l/.d./.l../.../d..d/d.d n l t 2,2 16"


def test_a_finished_game_is_looked_through_and_played_on(person: Callable[..., Page]) -> None:
    page = person()
    set_table(page, "kipp4", HERE, position=WON, options={})
    wait_for_turn(page)
    page.locator('#board [data-id="r1"]').click()
    expect(page.locator("#prompt")).to_contain_text("Dark")
    page.locator('[data-act="resign"]:visible').first.click()
    page.locator("dialog[open] button.main, dialog[open] [value=yes]").first.click()
    expect(page.locator("#result-told")).to_contain_text("wins")
    expect(page.locator("#costs li")).to_have_count(1, timeout=LONG)
    expect(page.locator("#costs li")).to_contain_text("Light turns the board by a quarter")
    page.locator('[data-go="first"]').click()
    page.locator("#continue").click()
    chosen = page.locator("dialog[open] button.main")
    if chosen.count():
        chosen.first.click()
    page.wait_for_url(re.compile("/t/"))
    wait_for_turn(page)
    expect(page.locator("#prompt")).to_contain_text("turns the board")


def test_the_row_that_won_is_marked(person: Callable[..., Page]) -> None:
    page = person()
    set_table(page, "kipp4", HERE, position=WON, options={})
    wait_for_turn(page)
    page.locator('#board [data-id="r3"]').click()
    expect(page.locator("#result-told")).to_have_text("Light wins.")
    assert page.locator('#board path[stroke="#b3157f"]').count() >= 4
