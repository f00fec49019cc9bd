"""Every page: in every language, without faults that axe-core knows; lessons, first steps."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

import spielwerk
from spielwerk.pictures.words import LANGUAGES
from spielwerk.study.lessons import Task, lesson
from tests.ways import KEYS
from tests.web.test_table import set_table, wait_for_turn

Person = Callable[..., Page]
PAGES = ("/", "/new/blockit", "/guide/qbq", "/learn/spitze", "/club", "/club/new")
SERIOUS = ("serious", "critical")
MOST_BYTES = 100_000
TEXT_OF = """html => {
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const unseen of page.querySelectorAll("script, style")) unseen.remove();
  return [page.documentElement.lang, page.body.textContent];
}"""


def faults(page: Page) -> list[str]:
    """The serious ones of those that axe-core finds."""
    found = Axe().run(page).response["violations"]
    return [
        f"{fault['id']}: {fault['nodes'][0]['html'][:120]}"
        for fault in found
        if fault["impact"] in SERIOUS
    ]


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_has_a_serious_fault(person: Person, path: str, scheme: str) -> None:
    page = person(color_scheme=scheme)
    page.goto(path)
    page.wait_for_load_state("networkidle")
    assert faults(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_table_has_no_serious_fault(person: Person, scheme: str) -> None:
    page = person(color_scheme=scheme)
    set_table(page, "kipp4", [{"kind": "here"}, {"kind": "here"}])
    wait_for_turn(page)
    assert faults(page) == []


@pytest.mark.parametrize("path", PAGES)
def test_every_page_speaks_every_language(person: Person, path: str) -> None:
    page, lines = person(), {}
    for language in LANGUAGES:
        page.request.get(f"/?language={language}", max_redirects=0)
        lang, text = page.evaluate(TEXT_OF, page.request.get(path).text())
        assert lang == language
        lines[language] = {line.strip() for line in text.splitlines()}
    check_translated(lines)


@pytest.mark.parametrize("path", ["/", "/learn/spitze", "table"])
def test_what_pages_write_later_speaks_every_language(person: Person, path: str) -> None:
    page, lines = person(), {}
    for language in LANGUAGES:
        page.request.get(f"/?language={language}", max_redirects=0)
        if path == "table":
            set_table(page, "kipp4", [{"kind": "here"}, {"kind": "here"}])
            wait_for_turn(page)
        else:
            page.goto(path)
        lines[language] = set(page.locator("body").inner_text().splitlines())
    check_translated(lines)


def check_translated(lines: dict[str, set[str]]) -> None:
    """No line of three words or more is the same in English."""
    assert len(lines["en"]) > 5
    for language in LANGUAGES[1:]:
        same = {line for line in lines["en"] & lines[language] if re.search(r"\w{4}", line)}
        assert not {line for line in same if line.count(" ") > 1}, language


def test_two_clicks_from_the_first_page_to_a_game(person: Person) -> None:
    page = person()
    page.goto("/")
    page.locator("[data-play]").first.click()
    page.wait_for_url(re.compile("/t/"))
    wait_for_turn(page)
    page.goto("/")
    expect(page.locator("a[href*='/t/']").first).to_be_visible()


def test_the_first_page_weighs_little(person: Person) -> None:
    page, sizes = person(), []
    page.on("response", lambda answer: sizes.append(answer))
    page.goto("/")
    page.wait_for_load_state("networkidle")
    total = sum(answer.request.sizes()["responseBodySize"] for answer in sizes)
    assert 5_000 < total < MOST_BYTES


@pytest.mark.parametrize("key", KEYS)
def test_a_table_is_set_with_what_was_chosen(person: Person, key: str) -> None:
    page = person(phone=True)
    page.goto(f"/new/{key}")
    page.locator("button[type=submit]").first.click()
    page.wait_for_url(re.compile("/t/"))
    wait_for_turn(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_seats_are_called_as_the_chosen_way_to_play_has_them(person: Person) -> None:
    page = person()
    page.goto("/new/qbq")
    second = page.locator("[data-seat='1'] > legend")
    expect(second).to_have_text("Orange")
    page.get_by_role("radio", name="side by side").check(force=True)
    expect(second).to_have_text("Green")
    page.get_by_role("radio", name="3", exact=True).check(force=True)
    expect(page.locator("[data-seat='2'] > legend")).to_have_text("Orange")
    page.get_by_role("radio", name="2", exact=True).check(force=True)
    expect(second).to_have_text("Green")


def solution(task: Task) -> list[str]:
    """Steps that solve a task."""
    ways: list[tuple[spielwerk.Position, list[str]]] = [(task.position, [])]
    while ways:
        position, steps = ways.pop(0)
        for step in position.steps:
            after = position.play(step)
            state = task.state(after)
            if state == "solved":
                return [*steps, step]
            if state == "going":
                ways.append((after, [*steps, step]))
    raise AssertionError("a task without a solution")


@pytest.mark.parametrize("key", KEYS)
def test_every_lesson_is_solved_by_touching(person: Person, key: str) -> None:
    page = person()
    page.goto(f"/learn/{key}")
    for task in lesson(key).tasks:
        position = task.position
        for step in solution(task):
            for place in position.game.find_picture().ways(position)[step]:
                page.locator(f'[data-id="{place}"].can').wait_for()
                page.locator(f'[data-id="{place}"]').dispatch_event("click")
            position = position.play(step)
        page.get_by_text(task.solved["en"]).wait_for()
        going_on = page.locator("#lesson-next:visible")
        if going_on.count():
            going_on.first.click()


def test_alone_against_the_clock_comes_with_its_clock(person: Person) -> None:
    page = person()
    page.goto("/new/blockit")
    page.get_by_role("radio", name="1", exact=True).check(force=True)
    page.get_by_role("radio", name="most blocks within 15 minutes").check(force=True)
    page.locator("button[type=submit]").first.click()
    page.wait_for_url(re.compile("/t/"))
    table = page.request.get("/api/tables/" + page.url.rpartition("/")[2]).json()
    assert table["clock"]["kind"] == "table"
    assert 890_000 < table["seats"][0]["left"] <= 900_000
