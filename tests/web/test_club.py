"""A club evening in the browser: a Swiss for 16 with drop-outs, names, ratings, a phone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.web.test_pages import faults
from tests.web.test_table import LONG, wait_for_turn

Person = Callable[..., Page]
PEOPLE = ["Cleo", "Dan", "Eva", "Finn", "Gil", "Hana", "Ida", "Jon", "Kim", "Lou", "Mia"]
COMPUTERS = 3
COUNT = 2 + len(PEOPLE) + COMPUTERS


class Organiser:
    """Somebody who sets up a tournament and runs it from its page."""

    def __init__(self, page: Page, name: str, game: str) -> None:
        self.page = page
        page.goto("/club")
        page.get_by_role("link", name="Set up a tournament").click()
        page.get_by_label("Name of the tournament").fill(name)
        page.get_by_role("radio", name=game).check(force=True)
        page.get_by_role("button", name="Set it up").click()
        page.wait_for_url(re.compile(r"/club/(?!new)"))
        self.path = page.url.partition("#")[0]
        self.id = self.path.rpartition("/")[2]
        self.others: dict[str, str] = {}

    def let_in(self, name: str) -> None:
        self.page.get_by_label("Let somebody in").fill(name)
        self.page.locator("#let-in button").click()
        expect(self.page.locator("#entries li", has_text=name)).to_be_visible()

    def let_in_by_request(self, name: str) -> None:
        path = f"/api/club/tournaments/{self.id}/entries"
        made = self.page.request.post(path, data={"name": name}).json()
        self.others[str(made["number"])] = made["secret"]

    def let_computer_in(self, level: int, count: int) -> None:
        self.page.get_by_label("Let a computer in").select_option(str(level))
        self.page.locator("#let-computer-in button").click()
        expect(self.page.locator("#entries li", has_text="Computer")).to_have_count(count)

    def begin_round(self, number: int) -> list[dict[str, Any]]:
        self.page.locator("#next-round:enabled").click(timeout=LONG)
        expect(self.page.locator("#state")).to_contain_text(f"Round {number} of")
        games = [pair for pair in self.round(number) if pair["second"] is not None]
        tables = self.page.locator(f"#round-{number} li a")
        expect(tables).to_have_count(len(games))
        return self.round(number)

    def round(self, number: int) -> list[dict[str, Any]]:
        return [pairing for pairing in self.look()["pairings"] if pairing["round"] == number]

    def look(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.request.get(f"/api/club/tournaments/{self.id}").json()
        return found


def kept_entries(page: Page, tournament: str) -> dict[str, str]:
    """The secrets of those who entered with a browser."""
    kept = f"JSON.parse(localStorage.getItem('spielwerk.club.{tournament}')).entries"
    found: dict[str, str] = page.evaluate(kept)
    return found


def test_a_swiss_for_sixteen_with_drop_outs_from_start_to_end(person: Person) -> None:
    boss = Organiser(person(), "Monday evening", "KIPP4")
    ann, bo = (enter(person(), boss, name) for name in ("Ann", "Bo"))
    for name in PEOPLE[:3]:
        boss.let_in(name)
    for name in PEOPLE[3:]:
        boss.let_in_by_request(name)
    for number in range(COMPUTERS):
        boss.let_computer_in(1, number + 1)
    expect(boss.page.locator("#entries li")).to_have_count(COUNT)

    first = boss.begin_round(1)
    assert len(first) == COUNT // 2
    resign_at_the_table(ann)
    finish(boss, first)
    expect(bo.locator("#standings tr")).to_have_count(COUNT)
    expect(bo.locator("#round-1 .club-result", has_text=re.compile("[01]–[01]"))).to_have_count(8)

    second = boss.begin_round(2)
    drop_out(bo)
    take_out(boss, "Cleo")
    assert {pairing["way"] for pairing in boss.look()["pairings"] if pairing["result"]} >= {
        "table",
        "default",
    }
    finish(boss, second)

    third = boss.begin_round(3)
    gone = {2, 3}
    assert not gone & {player for pair in third for player in (pair["first"], pair["second"])}
    take_out(boss, "Dan")
    finish(boss, third)
    correct(boss, third[0])

    fourth = boss.begin_round(4)
    assert [pairing["result"] for pairing in fourth if pairing["second"] is None] == ["bye"]
    finish(boss, fourth)
    for page in (boss.page, ann, bo):
        expect(page.locator("#state")).to_have_text("Finished")
    check(boss)
    assert shown_places(ann) == shown_places(bo) == shown_places(boss.page)


def enter(page: Page, boss: Organiser, name: str) -> Page:
    """Somebody with a browser of their own takes part."""
    page.goto(f"/club/{boss.id}")
    page.locator("#enter-name").fill(name)
    page.locator("#enter button").click()
    expect(page.locator("#mine-list")).to_contain_text(f"{name} takes part.")
    boss.others |= kept_entries(page, boss.id)
    return page


def resign_at_the_table(page: Page) -> None:
    """Go to the own table, give the game up there, and come back."""
    page.get_by_role("link", name="To the table").click()
    page.wait_for_url(re.compile("/t/"))
    assert "#" not in page.url
    page.locator('[data-act="resign"]:visible:enabled').first.click(timeout=LONG)
    page.locator("dialog[open] [value=yes]").click()
    page.get_by_role("link", name="Back to the tournament").click()
    expect(page.locator("#mine-list")).to_contain_text(re.compile("[01]–[01]"))


def finish(boss: Organiser, pairings: list[dict[str, Any]]) -> None:
    """One of the people at each table gives up; computers play to the end."""
    secrets = kept_entries(boss.page, boss.id) | boss.others
    request = boss.page.request
    for pairing in pairings:
        path = f"/api/tables/{pairing['table']}"
        sides = [str(pairing["first"]), str(pairing["second"])]
        known = [side for side in sides if side in secrets]
        if pairing["table"] is None or not known or request.get(path).json()["over"]:
            continue
        # The board decides who, so that not always the first loses.
        headers = {"X-Seats": secrets[known[pairing["board"] % len(known)]]}
        while True:
            number = request.get(path).json()["number"]
            data = {"number": number, "act": "resign"}
            if request.post(f"{path}/acts", data=data, headers=headers).ok:
                break
    expect(boss.page.locator("#next-help")).not_to_contain_text("without", timeout=LONG)


def drop_out(page: Page) -> None:
    page.get_by_role("button", name="Drop out").first.click()
    page.locator("dialog[open] [value=yes]").click()
    expect(page.locator("#mine-list")).to_contain_text("has dropped out")


def take_out(boss: Organiser, name: str) -> None:
    boss.page.get_by_role("button", name=f"Take {name} out").click()
    boss.page.locator("dialog[open] [value=yes]").click()
    expect(boss.page.locator("#entries li", has_text=name)).to_contain_text("has dropped out")


def correct(boss: Organiser, pairing: dict[str, Any]) -> None:
    """The organiser makes a draw of a game."""
    place = f"{pairing['round']}-{pairing['board']}"
    boss.page.locator(f"#result-{place}").select_option("1/2-1/2")
    row = boss.page.locator(f"#round-{pairing['round']} li[data-board='{pairing['board']}']")
    expect(row).to_contain_text("½–½ (by the organiser)")


def check(boss: Organiser) -> None:
    """What holds at the end: nobody met twice, all points are there, the export says the same."""
    seen = boss.look()
    games = [pair for pair in seen["pairings"] if pair["second"] is not None]
    met = Counter(frozenset((pair["first"], pair["second"])) for pair in games)
    assert set(met.values()) == {1}
    byes = [pair["first"] for pair in seen["pairings"] if pair["second"] is None]
    assert len(set(byes)) == len(byes)
    assert sum(row["points"] for row in seen["standings"]) == len(games) + len(byes)
    dropped = {entry["name"] for entry in seen["entries"] if entry["dropped"]}
    assert dropped == {"Bo", "Cleo", "Dan"}
    with boss.page.expect_download() as download:
        boss.page.get_by_role("link", name="Standings as a table").click()
    lines = download.value.path().read_text("utf-8").splitlines()
    assert len(lines) == 1 + COUNT
    assert lines[1].startswith(seen["standings"][0]["place"])


def shown_places(page: Page) -> list[str]:
    return page.locator("#standings tr").all_inner_texts()


def test_a_member_signs_in_and_a_game_counts(person: Person) -> None:
    page = person()
    page.goto("/club")
    page.get_by_label("Name", exact=True).fill("Zoe")
    page.get_by_label("Passphrase").fill("four marbles in a row")
    page.get_by_role("button", name="Take this name").click()
    expect(page.locator("#signed-in-as")).to_have_text("You are signed in as Zoe.")
    page.goto("/new/veier")
    page.get_by_role("radio", name="For the ratings").check(force=True)
    page.locator("button[type=submit]").click()
    page.wait_for_url(re.compile("/t/"))
    wait_for_turn(page)
    page.locator('[data-act="resign"]:visible').first.click()
    page.locator("dialog[open] [value=yes]").click()
    expect(page.locator("#result-told")).to_contain_text("gives up")
    ratings = page.request.get("/api/club/ratings/veier")
    while not ratings.json():
        ratings = page.request.get("/api/club/ratings/veier")
    page.goto("/club?game=veier")
    expect(page.locator("#ratings tbody tr")).to_have_text(
        [re.compile(r"Computer, level 3\s*1578"), re.compile(r"Zoe\s*1422")]
    )
    page.get_by_role("button", name="Sign out").click()
    expect(page.locator("#sign-in")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_tournament_has_no_serious_fault_and_fits_a_phone(person: Person, scheme: str) -> None:
    page = person(phone=True, color_scheme=scheme)
    boss = Organiser(page, "Monday evening", "Spitze")
    for name in ("Ann", "A very long name, really"):
        boss.let_in(name)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert faults(page) == []
    boss.begin_round(1)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert faults(page) == []


def test_a_tournament_is_run_by_keyboard_alone(person: Person) -> None:
    page = person()
    boss = Organiser(page, "Monday evening", "QBQ")
    page.get_by_label("Let somebody in").focus()
    for name in ("Ann", "Bo"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        expect(page.locator("#entries")).to_contain_text(name)
    page.locator("#next-round").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#state")).to_contain_text("Round 1 of 1")
    page.locator("#result-1-1").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#state")).to_have_text("Finished")
    assert boss.look()["pairings"][0]["result"] == "1-0"
    assert page.evaluate("document.activeElement.id") == "result-1-1"


def test_a_link_brings_the_organiser_and_a_player_back(person: Person) -> None:
    boss = Organiser(person(), "Monday evening", "KIPP4")
    boss.let_in("Ann")
    kept = boss.page.evaluate(f"JSON.parse(localStorage.getItem('spielwerk.club.{boss.id}'))")
    other = person()
    other.goto(f"/club/{boss.id}#organiser={kept['organiser']}")
    expect(other.locator("#organising")).to_be_visible()
    assert "#" not in other.url
    third = person()
    third.goto(f"/club/{boss.id}#entry=1:{kept['entries']['1']}")
    expect(third.locator("#mine-list")).to_contain_text("Ann takes part.")
    expect(third.locator("#organising")).to_be_hidden()


def test_a_tournament_goes_on_after_its_line_was_lost(person: Person) -> None:
    sockets: list[WebSocketRoute] = []

    def keep(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    boss = Organiser(person(), "Monday evening", "KIPP4")
    page = person()
    page.route_web_socket(re.compile("/live$"), keep)
    with page.expect_websocket():
        page.goto(f"/club/{boss.id}")
    with page.expect_websocket():
        sockets[0].close(code=1012, reason="The server restarts: come back.")
    boss.let_in("Ann")
    expect(page.locator("#entries")).to_contain_text("Ann")
    expect(page.locator("#line")).to_have_text("")
