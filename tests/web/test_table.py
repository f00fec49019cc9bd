"""Games in a browser: by mouse, by keyboard alone, by touch on a phone, with a friend by link."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from spielwerk.server.app import Settings
from tests.server.conftest import Running
from tests.ways import KEYS

Person = Callable[..., Page]
SHORT = {"turn_limit": 4}
NEARLY_OVER = (
    ".o.xx./.xxxx../xoxxxxo./ooooxoxo./x..ooxx.o./.x.xoooxxox/.xxooooxo./.xooxxxxo/"
    "xoooox.o/.xoooxx/..ox.. x 2,3"
)
"""Véier has no turn limit: its games begin near their end."""
LONG = 60_000


def set_table(page: Page, game: str, seats: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """Set a table through the API; the page has the seats that are here."""
    short = {"position": NEARLY_OVER} if game == "veier" else {"options": SHORT}
    data = {"game": game, "seats": seats, **short, **more}
    answer = page.request.post("/api/tables", data=data)
    assert answer.status == 201, answer.text()
    made: dict[str, Any] = answer.json()
    secrets = [made["seats"][str(n)] for n, seat in enumerate(seats) if seat["kind"] == "here"]
    page.goto(f"/t/{made['id']}#" + "&".join(f"seat={secret}" for secret in secrets))
    return made


def steps(page: Page, made: dict[str, Any]) -> list[str]:
    table = page.request.get(f"/api/tables/{made['id']}").json()
    return [step["step"] for step in table["steps"]]


def is_over(page: Page) -> bool:
    return page.locator("#result").is_visible()


def wait_for_turn(page: Page) -> bool:
    """Until something can be touched (True), or the game is over (False)."""
    page.locator("#board [data-id].can, #result:not([hidden])").first.wait_for(
        state="attached", timeout=LONG
    )
    return not is_over(page)


def touch_something(page: Page, chooser: random.Random, tap: bool = False) -> None:
    """Touch one of the places that are lit."""
    places = page.locator("#board [data-id].can")
    ids = places.evaluate_all("places => places.map(place => place.dataset.id)")
    if not ids:
        return
    place = page.locator(f'#board [data-id="{chooser.choice(ids)}"]')
    place.scroll_into_view_if_needed()
    point = place.evaluate(
        """place => {
          const box = place.getBBox(), matrix = place.getScreenCTM();
          for (const [u, v] of [[.5,.5],[.5,.85],[.5,.15],[.15,.5],[.85,.5],[.2,.9],[.8,.9]]) {
            const at = new DOMPoint(box.x + u * box.width, box.y + v * box.height)
              .matrixTransform(matrix);
            if (document.elementFromPoint(at.x, at.y) === place) return [at.x, at.y];
          }
          return null;
        }"""
    )
    assert point is not None, f"{place} lies under something else"
    if tap:
        page.touchscreen.tap(*point)
    else:
        page.mouse.click(*point)


@pytest.mark.parametrize("game", KEYS)
def test_a_whole_game_by_clicks_against_level_1(person: Person, game: str) -> None:
    page, chooser = person(), random.Random(game)
    made = set_table(page, game, [{"kind": "here"}, {"kind": "computer", "level": 1}])
    while wait_for_turn(page):
        touch_something(page, chooser)
    assert steps(page, made)
    expect(page.locator("#result-told")).not_to_be_empty()


@pytest.mark.parametrize("game", KEYS)
def test_a_whole_game_by_keyboard_alone(person: Person, game: str) -> None:
    page, chooser = person(), random.Random(game)
    made = set_table(page, game, [{"kind": "here"}, {"kind": "here"}])
    wait_for_turn(page)
    reach_the_board(page)
    while wait_for_turn(page):
        for _ in range(chooser.randrange(1, 5)):
            page.keyboard.press(chooser.choice(["PageDown", "ArrowUp", "ArrowRight", "ArrowLeft"]))
        page.keyboard.press("Enter")
    assert steps(page, made)


def reach_the_board(page: Page) -> None:
    """Press Tab until something on the board has the focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement?.closest('#board') !== null"):
            return
    pytest.fail("the board is not reached by Tab")


@pytest.mark.parametrize("game", KEYS)
def test_a_whole_game_by_touch_on_a_phone(person: Person, game: str) -> None:
    page, chooser = person(phone=True), random.Random(game)
    made = set_table(page, game, [{"kind": "here"}, {"kind": "here"}])
    while wait_for_turn(page):
        touch_something(page, chooser, tap=True)
    assert steps(page, made)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_typed_step_is_played_and_a_wrong_one_says_what_would_work(person: Person) -> None:
    page = person()
    made = set_table(page, "kipp4", [{"kind": "here"}, {"kind": "here"}])
    wait_for_turn(page)
    page.keyboard.type("+c4")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Not possible now: +c4").first).to_be_visible()
    assert steps(page, made) == []
    page.locator("#typed-step").fill("+g6")
    page.keyboard.press("Enter")
    expect(page.locator("#prompt")).to_contain_text("turns the board")
    assert steps(page, made) == ["+g6"]


def two_friends(person: Person) -> tuple[dict[str, Any], Page, Page]:
    """A table with two people who came by a link each."""
    ann, ben = person(), person()
    made = set_table(ann, "kipp4", [{"kind": "friend"}, {"kind": "friend"}])
    ann.goto(f"/t/{made['id']}#seat={made['seats']['0']}")  # she was watching until then
    ben.goto(f"/t/{made['id']}#seat={made['seats']['1']}")
    return made, ann, ben


def test_friends_play_by_link_and_one_reloads(person: Person) -> None:
    made, ann, ben = two_friends(person)
    assert "#" not in ben.url
    wait_for_turn(ann)
    ann.locator('#board [data-id="g6"]').click()
    ann.locator('#board [data-id="r1"]').click()
    wait_for_turn(ben)
    ben.reload()
    wait_for_turn(ben)
    ben.locator('#board [data-id="b1"]').click()
    ben.locator('#board [data-id="r2"].can').click()
    wait_for_turn(ann)
    assert len(steps(ann, made)) == 4


def test_a_restart_of_the_server_in_mid_game_loses_nothing(person: Person, tmp_path: Path) -> None:
    app = Settings(f"sqlite:///{tmp_path / 'tables.db'}")
    first = Running(app)
    port = first.port
    page = person(base_url=f"http://127.0.0.1:{port}", other_hosts=True)
    made = set_table(page, "kipp4", [{"kind": "here"}, {"kind": "here"}])
    wait_for_turn(page)
    page.locator('#board [data-id="g6"]').click()
    page.locator('#board [data-id="r1"].can').wait_for()
    first.stop()
    page.locator('#board [data-id="r1"]').click()  # it is kept until the server is back
    again = Running(app, port)
    page.locator('#board [data-id="b7"].can').wait_for(timeout=LONG)
    assert steps(page, made) == ["+g6", "r1"]
    again.stop()


def test_who_loses_the_connection_comes_back_to_the_truth(person: Person) -> None:
    sockets: list[WebSocketRoute] = []

    def keep(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    ann, ben = person(), person(other_hosts=True)
    ben.route_web_socket(re.compile("/live$"), keep)
    made = set_table(ann, "kipp4", [{"kind": "friend"}, {"kind": "friend"}])
    ann.goto(f"/t/{made['id']}#seat={made['seats']['0']}")
    ben.goto(f"/t/{made['id']}#seat={made['seats']['1']}")
    wait_for_turn(ann)
    ben.locator("#board svg").wait_for()
    ben.context.set_offline(True)
    sockets[-1].close()
    ann.locator('#board [data-id="g6"]').click()
    ann.locator('#board [data-id="r1"].can').click()
    expect(ann.locator("#prompt")).to_contain_text("Dark")
    assert ben.locator("#board [data-id].can").count() == 0
    ben.context.set_offline(False)
    wait_for_turn(ben)
    ben.locator('#board [data-id="b1"]').click()
    ben.locator('#board [data-id="r2"].can').wait_for()
    assert len(steps(ann, made)) == 3


def test_who_is_told_to_come_back_comes_back_soon(person: Person) -> None:
    sockets: list[WebSocketRoute] = []

    def keep(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    page = person()
    page.route_web_socket(re.compile("/live$"), keep)
    set_table(page, "kipp4", [{"kind": "here"}, {"kind": "here"}])
    wait_for_turn(page)
    with page.expect_websocket():
        sockets[0].close(code=1012, reason="The server restarts: come back.")
    expect(page.locator("#line")).to_have_text("")
    page.locator('#board [data-id="g6"]').click()
    page.locator('#board [data-id="r1"].can').wait_for()


def test_a_friend_is_asked_before_a_turn_is_taken_back(person: Person) -> None:
    made, ann, ben = two_friends(person)
    wait_for_turn(ann)
    ann.locator('#board [data-id="g6"]').click()
    ann.locator('#board [data-id="r1"].can').click()
    wait_for_turn(ben)
    ann.locator('[data-act="undo"]:visible').first.click()
    ben.locator('#offer [data-act="decline"]').click()
    ann.locator('[data-act="undo"]:visible:enabled').first.click()
    ben.locator('#offer [data-act="accept"]').click()
    wait_for_turn(ann)
    assert steps(ann, made) == []


def test_undo_resign_and_rematch(person: Person) -> None:
    page = person()
    made = set_table(page, "kipp4", [{"kind": "here"}, {"kind": "here"}])
    wait_for_turn(page)
    page.locator('#board [data-id="g6"]').click()
    page.locator('#board [data-id="r1"].can').wait_for()
    page.locator('[data-act="undo"]:visible').first.click()
    page.locator('#board [data-id="g6"].can').wait_for()
    assert steps(page, made) == []
    page.locator('[data-act="resign"]:visible').first.click()
    page.locator("dialog[open] button.main, dialog[open] [value=yes]").first.click()
    expect(page.locator("#result-told")).to_contain_text("gives up")
    page.locator('#result [data-act="rematch"]').click()
    page.wait_for_url(re.compile(rf"/t/(?!{made['id']})"))
    wait_for_turn(page)


def test_a_friend_agrees_to_a_draw(person: Person) -> None:
    _, ann, ben = two_friends(person)
    wait_for_turn(ann)
    ann.locator('[data-act="draw"]:visible').first.click()
    ben.locator('#offer [data-act="accept"]').click()
    expect(ann.locator("#result-told")).to_contain_text("draw by agreement")


def test_a_step_is_spoken_to_a_screen_reader(person: Person) -> None:
    page = person()
    set_table(page, "kipp4", [{"kind": "here"}, {"kind": "here"}])
    wait_for_turn(page)
    page.locator('#board [data-id="g6"]').click()
    spoken = page.locator("[aria-live=polite]", has_text="Light places a marble on g6.")
    expect(spoken.first).to_be_attached()


def test_looking_back_does_not_lose_the_present(person: Person) -> None:
    page = person()
    set_table(page, "kipp4", [{"kind": "here"}, {"kind": "here"}])
    wait_for_turn(page)
    page.locator('#board [data-id="g6"]').click()
    page.locator('#board [data-id="r1"].can').click()
    page.locator('#board [data-id="b7"].can').wait_for()
    page.locator('[data-go="first"]').click()
    page.locator("#present").wait_for()
    assert page.locator("#board [data-id].can").count() == 0
    page.locator("#present").click()
    page.locator('#board [data-id="b7"].can').wait_for()


def hurry(page: Page) -> None:
    """Let everything that moves move ten times as fast."""
    session = page.context.new_cdp_session(page)
    session.send("Animation.enable")
    session.send("Animation.setPlaybackRate", {"playbackRate": 10})


WATCH = """new MutationObserver(() => {
  if (board.classList.contains("moving")) board.dataset.moved = "yes";
}).observe(board, {attributes: true, attributeFilter: ["class"]})"""


@pytest.mark.parametrize("game", KEYS)
def test_pieces_move_visibly_and_come_to_lie_where_they_belong(person: Person, game: str) -> None:
    page, chooser = person(reduced_motion="no-preference"), random.Random(game)
    hurry(page)
    made = set_table(page, game, [{"kind": "here"}, {"kind": "here"}], options={})
    page.evaluate(WATCH)
    for _ in range(4):
        if not wait_for_turn(page):
            break
        touch_something(page, chooser)
    page.locator("#board.moving").wait_for(state="detached")
    assert page.evaluate("board.dataset.moved"), "something was seen moving"
    assert steps(page, made)
    table = page.request.get(f"/api/tables/{made['id']}").json()
    spots = set(re.findall(r'data-piece="([^"]+)"', table["svg"]))
    expect(page.locator("#board svg [data-piece]")).to_have_count(len(spots))
    seen = page.locator("#board svg [data-piece]").evaluate_all(
        "pieces => pieces.map(piece => piece.dataset.piece)"
    )
    assert set(seen) == spots
