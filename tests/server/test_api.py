"""The API: tables set, played, watched, stored; what is refused, and how."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from fastapi.testclient import TestClient

from spielwerk.pictures.words import say
from spielwerk.server.app import Settings, create_app
from spielwerk.server.errors import StorageFailed
from spielwerk.server.storage import Storage
from tests.server.players import AGAINST, FRIENDS, Player, set_table
from tests.server.processes import wait_until

DATABASES = ("sqlite", "postgresql")


def test_two_friends_play_and_a_third_watches(client: TestClient) -> None:
    light, dark, watcher = set_table(client, FRIENDS)
    assert light.step("+g6").json()["said"] == "Light places a marble on g6."
    assert dark.step("r1").status_code == 403
    assert watcher.step("r1").json()["error"] == "You are watching: take a seat to play."
    assert light.step("r1").status_code == 200
    seen = watcher.look(language="de")
    assert [step["step"] for step in seen["steps"]] == ["+g6", "r1"]
    assert seen["touches"] == []
    assert dark.look()["mover"] == 1
    assert len(dark.look()["touches"]) > 3
    assert dark.look()["yours"] == [1]


def test_a_step_sent_twice_counts_once(client: TestClient) -> None:
    light, dark, watcher = set_table(client, FRIENDS)
    first, second = light.step("+g6", number=0), light.step("+g6", number=0)
    assert first.status_code == second.status_code == 200
    for other in (dark, watcher):
        assert other.step("+g6", number=0).status_code == 409, "it was not theirs"
    assert len(light.look()["steps"]) == 1


def test_a_step_that_was_stored_though_the_answer_was_lost_is_seen_and_counts_once(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    light, _, watcher = set_table(client, FRIENDS)
    append = Storage.append

    def answer_is_lost(*values: Any) -> None:
        append(*values)
        raise StorageFailed(say("The tables cannot be reached just now: try again in a moment."))

    with monkeypatch.context() as patch:
        patch.setattr(Storage, "append", answer_is_lost)
        assert light.step("+g6", number=0).status_code == 503
    assert watcher.look()["number"] == 1
    assert light.step("+g6", number=0).status_code == 200
    assert [step["step"] for step in watcher.look()["steps"]] == ["+g6"]


def one_screen(client: TestClient) -> Player:
    """Somebody who plays both seats of a table."""
    one, two, _ = set_table(client, [{"kind": "here"}, {"kind": "here"}])
    return Player(client, one.name, *one.secrets, *two.secrets)


def test_what_was_taken_back_leaves_nothing_in_words_and_motions(client: TestClient) -> None:
    first, other = one_screen(client), one_screen(client)
    for step in ("+g6", "r1"):
        first.step(step)
    assert first.act("undo").json()["steps"] == []
    for step in ("+a6", "r1"):
        first.step(step)
        other.step(step)
        for what in ("said", "motions", "steps", "svg"):
            assert first.look()[what] == other.look()[what]


def test_who_missed_something_gets_the_whole_truth(client: TestClient) -> None:
    light, *_ = set_table(client, FRIENDS)
    light.step("+g6", number=0)
    late = light.step("+a6", number=0)
    assert late.status_code == 409
    assert late.json()["table"]["steps"][0]["step"] == "+g6"


def test_the_computer_answers_and_its_turn_is_taken_back_with_mine(client: TestClient) -> None:
    me, _ = set_table(client, AGAINST)
    me.step("+g6")
    assert me.step("r1").json()["thinking"]
    wait_until(lambda: me.look()["mover"] == 0)
    assert len(me.look()["steps"]) == 4
    assert me.act("undo").json()["steps"] == []


def test_a_hint_says_what_and_why_but_not_against_a_friend(client: TestClient) -> None:
    me, _ = set_table(client, AGAINST)
    hint = me.send("hint").json()
    assert hint["step"] in {touch["step"] for touch in me.look()["touches"]}
    assert hint["told"] == hint["line_told"][0]
    assert -1 <= hint["expected"] <= 1
    light, *_ = set_table(client, FRIENDS)
    assert "no hints in a game against a friend" in light.send("hint").json()["error"]


def test_everything_is_there_after_a_restart(db: str) -> None:
    with TestClient(create_app(Settings(db))) as client:
        light, *_ = set_table(client, FRIENDS)
        light.step("+g6")
        before = light.look()
    with TestClient(create_app(Settings(db))) as client:
        light.client = client
        after = light.look()
        assert after == before
        assert light.step("r1").status_code == 200


def test_the_computer_goes_on_after_a_restart(db: str) -> None:
    seats: list[dict[str, Any]] = [{"kind": "computer", "level": 1}, {"kind": "here"}]
    with TestClient(create_app(Settings(db))) as client:
        me, _ = set_table(client, seats)
    with TestClient(create_app(Settings(db))) as client:
        me.client = client
        wait_until(lambda: me.look()["mover"] == 1)


def test_dice_are_thrown_by_the_table(client: TestClient) -> None:
    me, *_ = set_table(client, [{"kind": "here"}, {"kind": "here"}], game="blockit")
    seen = me.look()
    assert seen["steps"]
    assert {step["seat"] for step in seen["steps"]} == {None}
    assert seen["mover"] is not None, "until somebody has to act"


def test_a_rematch_exchanges_the_seats_and_everybody_keeps_the_secret(client: TestClient) -> None:
    light, dark, _ = set_table(client, FRIENDS)
    light.act("join", "Ann")
    dark.act("join", "Bo")
    assert light.act("rematch").status_code == 409
    light.act("resign")
    table = dark.act("rematch").json()["next"]
    again = Player(client, table, light.headers["X-Seats"])
    assert again.look()["yours"] == [1]
    assert [seat["name"] for seat in again.look()["seats"]] == ["Bo", "Ann"]
    assert dark.act("rematch").status_code == 409


def test_draws_and_offers(client: TestClient) -> None:
    light, dark, _ = set_table(client, FRIENDS)
    assert light.act("draw").json()["offer"]["kind"] == "draw"
    ended = dark.act("accept").json()
    assert ended["result"]["told"] == "The game ends in a draw by agreement."
    assert ended["result"]["kind"] == "draw"


def test_at_one_screen_a_draw_needs_no_second_answer(client: TestClient) -> None:
    made = client.post(
        "/api/tables", json={"game": "kipp4", "seats": [{"kind": "here"}, {"kind": "here"}]}
    ).json()
    both = Player(client, made["id"], *made["seats"].values())
    assert both.act("draw").json()["over"]


def test_live_updates_come_to_all_who_watch(client: TestClient) -> None:
    light, dark, _ = set_table(client, FRIENDS)
    with client.websocket_connect(f"{dark.table}/live") as socket:
        socket.send_json({"seats": [dark.headers["X-Seats"]], "view": {"language": "fr"}})
        assert socket.receive_json()["yours"] == [1]
        assert [seat["present"] for seat in light.look()["seats"]] == [False, True]
        light.step("+g6")
        seen = socket.receive_json()
        while not seen["steps"]:
            seen = socket.receive_json()
        assert seen["said"].startswith("Clair")


@pytest.mark.parametrize("message", ["nonsense", "[]", '{"seats": 7}', '{"colour": "red"}'])
def test_a_socket_that_talks_nonsense_is_closed(client: TestClient, message: str) -> None:
    light, *_ = set_table(client, FRIENDS)
    with client.websocket_connect(f"{light.table}/live") as socket:
        socket.send_text(message)
        assert socket.receive()["code"] == 4400


def test_a_finished_game_is_reviewed(client: TestClient) -> None:
    won = "dll/ll.l/.d./.l../.../d..d/d.d n l t 2,2 16"
    light, _dark, _ = set_table(client, FRIENDS, position=won)
    assert light.send("steps", step="r1", number=0).status_code == 200
    assert client.get(f"{light.table}/analysis").status_code == 409
    light.act("resign")

    def done() -> bool:
        review = client.get(f"{light.table}/analysis").json()
        return bool(review["done"] == review["of"])

    wait_until(done)
    review = client.get(f"{light.table}/analysis").json()
    assert review["expected"][0] == 1.0, "it was won"
    assert review["costs"][0]["better"] in ("r2", "r3"), "the turns that win"
    assert review["costs"][0]["step"] == "r1"


def test_records_pictures_and_earlier_positions(client: TestClient) -> None:
    light, *_ = set_table(client, FRIENDS)
    light.step("+g6")
    assert "1. +g6" in client.get(f"{light.table}/record").text
    assert client.get(f"{light.table}/picture.svg").text.startswith("<svg")
    assert client.get(f"{light.table}/picture.png").content[1:4] == b"PNG"
    first = client.get(f"{light.table}/positions/0", params={"language": "nl"}).json()
    assert first["last"] == 1
    assert first["told"] == ""
    assert client.get(f"{light.table}/positions/2").status_code == 404


@pytest.mark.parametrize(
    ("data", "status"),
    [
        ({"game": "chess", "seats": FRIENDS}, 404),
        ({"game": "kipp4", "seats": FRIENDS[:1]}, 400),
        ({"game": "kipp4", "seats": [{"kind": "computer"}] * 2}, 400),
        ({"game": "kipp4", "seats": FRIENDS, "options": {"players": 3}}, 400),
        ({"game": "kipp4", "seats": FRIENDS, "position": "x"}, 400),
        ({"game": "kipp4", "seats": FRIENDS, "colour": "red"}, 422),
        ({"game": "kipp4", "seats": [{"kind": "cat"}] * 2}, 422),
        ({"game": "kipp4", "seats": FRIENDS, "clock": {"kind": "each"}}, 400),
        ([], 422),
    ],
)
def test_a_table_that_cannot_be_set_is_refused(client: TestClient, data: Any, status: int) -> None:
    answer = client.post("/api/tables", json=data)
    assert answer.status_code == status
    assert answer.json()["error"]


def test_a_table_that_is_not_there_and_a_body_that_is_too_large(client: TestClient) -> None:
    assert client.get("/api/tables/nowhere").status_code == 404
    assert client.get("/t/nowhere").status_code == 404
    assert client.post("/api/tables", content=b"x" * 20_000).status_code == 413


def test_secrets_are_not_in_the_database(
    client: TestClient, open_storage: Callable[[str], Storage], db: str
) -> None:
    light, *_ = set_table(client, FRIENDS)
    secret = light.headers["X-Seats"]
    _, _, _, hashes = open_storage(db).load(light.table.rpartition("/")[2])
    assert secret not in str(hashes)
    assert len(hashes[0]) == 64


def test_pages_have_a_strict_policy_and_know_the_language(client: TestClient) -> None:
    page = client.get("/", headers={"Accept-Language": "lb,de;q=0.8"})
    assert "default-src 'self'" in page.headers["Content-Security-Policy"]
    assert '<html lang="lb"' in page.text
    chosen = client.get("/?language=fr", follow_redirects=True)
    assert '<html lang="fr"' in chosen.text


def test_the_computer_thinks_again_when_its_process_dies(client: TestClient) -> None:
    me, _ = set_table(client, AGAINST)
    me.step("+g6")
    me.step("r1")
    thinker = client.app.state.tables.thinker  # type: ignore[attr-defined]
    wait_until(lambda: thinker._process is not None)
    thinker._process.kill()
    wait_until(lambda: me.look()["mover"] == 0)


def test_tables_that_nobody_looks_at_are_let_go_but_not_lost(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spielwerk.server.tables.MOST_OPEN", 3)
    players = [set_table(client, FRIENDS)[0] for _ in range(8)]
    for player in players:
        assert player.step("+g6").status_code == 200
    assert len(client.app.state.tables._open) <= 4  # type: ignore[attr-defined]
    assert all(len(player.look()["steps"]) == 1 for player in players)


def test_refusals_are_told_in_the_language_of_the_page(client: TestClient) -> None:
    _, dark, watcher = set_table(client, FRIENDS)
    data = {"number": 0, "act": "undo"}
    refused = client.post(
        f"{dark.table}/acts", json=data, headers=dark.headers, params={"language": "nl"}
    )
    assert refused.json()["error"] == "Er valt niets terug te nemen."
    assert watcher.act("undo").json()["error"] == "You are watching: take a seat to play."


def test_a_page_that_is_not_there_leads_home(client: TestClient) -> None:
    page = client.get("/t/nowhere", headers={"Accept-Language": "de"})
    assert page.status_code == 404
    assert "Diesen Tisch gibt es nicht" in page.text
    assert client.get("/guide/chess").status_code == 404


def test_a_dark_system_gets_a_dark_board_at_once(client: TestClient) -> None:
    light, *_ = set_table(client, FRIENDS)
    path = light.table.replace("/api/tables", "/t")
    dark = client.get(path, headers={"Sec-CH-Prefers-Color-Scheme": "dark"})
    assert "#1f1b17" in dark.text
    assert "#1f1b17" not in client.get(path).text


def test_health_and_readiness(client: TestClient) -> None:
    assert client.get("/api/health").json() == {"status": "ok"}
    assert client.get("/api/ready").json() == {"status": "ok"}


def test_pages_of_other_servers_may_not_listen(client: TestClient) -> None:
    light, *_ = set_table(client, FRIENDS)
    headers = {"Origin": "https://elsewhere.example"}
    with client.websocket_connect(f"{light.table}/live", headers=headers) as socket:
        assert socket.receive()["code"] == 4403


def test_a_step_goes_over_the_line_and_is_answered(client: TestClient) -> None:
    light, dark, _ = set_table(client, FRIENDS)
    lines = [client.websocket_connect(f"{player.table}/live") for player in (light, dark)]
    with lines[0] as first, lines[1] as second:
        for line, player in ((first, light), (second, dark)):
            line.send_json({"seats": [player.headers["X-Seats"]]})
        first.send_json({"step": {"number": 0, "step": "+g6"}})
        assert hear(first, "answer") == {"answer": 0, "status": 200}
        second.send_json({"step": {"number": 1, "step": "r1"}, "view": {"language": "de"}})
        refused = hear(second, "answer")
        assert (refused["answer"], refused["status"]) == (1, 403)
        assert refused["error"].startswith("Du bist nicht dran")
        second.send_json({"step": {"number": 0, "step": "+a6"}})
        outdated = hear(second, "answer")
        assert (outdated["status"], outdated["table"]["number"]) == (409, 1)
        first.send_json({"step": {"number": 0, "step": "+g6"}})
        assert hear(first, "answer")["status"] == 200, "sent twice, it counts once"
    assert len(light.look()["steps"]) == 1


def hear(line: Any, name: str) -> Any:
    """The next message that has something of a name."""
    while name not in (told := line.receive_json()):
        pass
    return told
