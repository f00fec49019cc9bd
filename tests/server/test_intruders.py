"""Who does not belong at a table changes nothing there, and learns nothing from the answer."""

from __future__ import annotations

import json
import logging
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any
from urllib.parse import quote

import pytest
from fastapi.testclient import TestClient

from spielwerk import Record
from spielwerk.server.names import MOST_NAME, clean
from spielwerk.server.secret import hash_of
from spielwerk.server.settings import Settings
from spielwerk.server.storage import Storage
from tests.server.players import AGAINST, FRIENDS, Player, set_table
from tests.server.quiet import quiet_client

ACTS: list[tuple[str, dict[str, Any]]] = [
    ("steps", {"step": "+g6"}),
    ("steps", {"step": "nonsense"}),
    ("acts", {"act": "undo"}),
    ("acts", {"act": "resign"}),
    ("acts", {"act": "draw"}),
    ("acts", {"act": "accept"}),
    ("acts", {"act": "decline"}),
    ("acts", {"act": "phrase", "value": "hello"}),
    ("acts", {"act": "join", "value": "Mallory"}),
    ("acts", {"act": "rematch"}),
    ("hint", {}),
]
"""Everything that can be done at a table."""
ELSEWHERE = ("https://elsewhere.example", "null", "http://[", "http://testserver.elsewhere.example")


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A client of one server for all intruders."""
    path = tmp_path_factory.mktemp("db") / "tables.db"
    with quiet_client(Settings(f"sqlite:///{path}")) as running:
        yield running


def kept(player: Player) -> Any:
    """All that is stored of a table."""
    storage: Storage = player.client.app.state.tables.storage  # type: ignore[attr-defined]
    return storage.load(player.table.rpartition("/")[2])


def intruder(client: TestClient, kind: str, victim: Player) -> Player:
    """Somebody with something that is no seat of the victim's table."""
    secret = victim.headers["X-Seats"]
    given = {
        "watcher": "",
        "guessed": "AAAAAAAAAAAAAAAAAAAAAA",
        "almost right": secret[:-1] + ("A" if secret[-1] != "A" else "B"),
        "in capitals": secret.swapcase(),
        "begins right": secret[:-4],
        "goes on": secret + "A",
        "another table's": set_table(client, FRIENDS)[0].headers["X-Seats"],
        "what is stored": hash_of(secret),
        "the table's name": victim.table.rpartition("/")[2],
        "a seat's number": "0",
        "in quotes": f'"{secret}"',
        "with a comma": f"{secret},",
        "behind four others": f"a b c d {secret}",
    }[kind]
    return Player(client, victim.table.rpartition("/")[2], given)


KINDS = (
    *("watcher", "guessed", "almost right", "in capitals", "begins right", "goes on"),
    *("another table's", "what is stored", "the table's name", "a seat's number", "in quotes"),
    *("with a comma", "behind four others"),
)


@pytest.mark.parametrize("kind", KINDS)
def test_who_has_no_seat_is_a_watcher_whatever_they_bring(client: TestClient, kind: str) -> None:
    light, _, watcher = set_table(client, FRIENDS)
    light.step("+g6")
    stranger, before = intruder(client, kind, light), kept(light)
    assert stranger.look() == watcher.look()
    for what, data in ACTS:
        refused = stranger.send(what, number=1, **data)
        assert refused.status_code == 403
        assert refused.json() == watcher.send(what, number=1, **data).json()
        assert set(refused.json()) == {"error"}
    assert kept(light) == before


def test_secrets_are_128_random_bits_and_compared_in_constant_time(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = [player for _ in range(3) for player in set_table(client, FRIENDS)[:2]]
    secrets = [player.headers["X-Seats"] for player in players]
    assert len(set(secrets)) == len(secrets)
    assert all(len(urlsafe_b64decode(f"{secret}==")) == 16 for secret in secrets)
    compared: list[tuple[str, str]] = []

    def compare(given: str, stored: str) -> bool:
        compared.append((given, stored))
        return False

    monkeypatch.setattr("hmac.compare_digest", compare)
    assert players[0].look()["yours"] == []
    assert {given for given, _ in compared} == {hash_of(secrets[0])}
    assert {stored for _, stored in compared} == {hash_of(secret) for secret in secrets[:2]}


@pytest.mark.parametrize("kind", ["watcher", "guessed", "another table's"])
def test_who_has_no_seat_hears_what_a_watcher_hears(client: TestClient, kind: str) -> None:
    light, *_ = set_table(client, FRIENDS)
    stranger = intruder(client, kind, light)
    with client.websocket_connect(f"{light.table}/live") as socket:
        socket.send_json({"seats": stranger.headers["X-Seats"].split()})
        heard = socket.receive_json()
        assert heard["yours"] == heard["touches"] == []
        assert not any(heard["can"].values())
        assert [seat["present"] for seat in heard["seats"]] == [False, False]


def test_the_other_seat_does_not_act_for_mine(client: TestClient) -> None:
    light, dark, _ = set_table(client, FRIENDS)
    assert dark.step("+g6").status_code == 403
    assert light.step("+g6").status_code == 200
    before = kept(light)
    for answer in (dark.step("r1"), dark.send("hint"), dark.act("accept")):
        assert answer.status_code in (403, 409)
    assert dark.look()["touches"] == []
    assert kept(light) == before
    dark.act("join", "Dora")
    assert [seat["name"] for seat in light.look()["seats"]] == ["", "Dora"]


def test_nothing_is_taken_back_and_no_draw_made_without_the_others(client: TestClient) -> None:
    light, dark, _ = set_table(client, FRIENDS)
    light.step("+g6")
    light.step("r1")
    assert light.act("undo").json()["offer"]["kind"] == "undo"
    assert light.act("accept").status_code == 409
    assert len(light.look()["steps"]) == 2
    assert dark.act("decline").status_code == 200
    assert dark.act("draw").status_code == 200
    assert dark.act("accept").status_code == 409
    assert not dark.look()["over"]


def test_a_seat_that_was_left_to_the_computer_is_nobodys(client: TestClient) -> None:
    seats: list[dict[str, Any]] = [{"kind": "friend"}] * 3
    first, _, _, watcher = set_table(client, seats, game="qbq", options={"players": 3})
    assert first.act("resign").status_code == 200
    before = kept(first)
    assert first.look() == watcher.look()
    for what, data in ACTS:
        assert first.send(what, number=1, **data).status_code == 403
    assert kept(first) == before


def test_after_a_rematch_a_secret_is_good_for_one_seat_at_each_table(client: TestClient) -> None:
    light, dark, _ = set_table(client, FRIENDS)
    light.act("resign")
    again = Player(client, light.act("rematch").json()["next"], light.headers["X-Seats"])
    assert again.look()["yours"] == [1]
    assert again.step("+g6").status_code == 403
    assert light.step("+g6").status_code == 409
    third = set_table(client, FRIENDS)[0]
    for old in (light, dark):
        stranger = Player(client, third.table.rpartition("/")[2], old.headers["X-Seats"])
        assert stranger.look()["yours"] == []


def test_a_computers_seat_has_no_secret(client: TestClient) -> None:
    me, _ = set_table(client, AGAINST)
    _, _, _, hashes = kept(me)
    assert set(hashes) == {0}
    me.step("+g6")
    me.step("r1")
    before = kept(me)
    assert me.step("+g6").status_code == 403
    assert kept(me) == before


def test_a_table_that_is_not_there_is_the_same_for_everybody(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    light, *_ = set_table(client, FRIENDS)
    secret, looked_up = light.headers["X-Seats"], set()
    storage: Storage = client.app.state.tables.storage  # type: ignore[attr-defined]
    load = storage.load

    def watched(name: str) -> Any:
        looked_up.add(name)
        return load(name)

    monkeypatch.setattr(storage, "load", watched)
    nowhere = ("aaaaaaaaaa", "x", "%00", "%F0%9F%8E%B2", "a" * 3000, "' or 1=1 --", "AAAAAAAAAA")
    answers = {
        client.request(
            method, f"/api/tables/{name}{what}", headers={"X-Seats": given}, json=data
        ).text
        for name in nowhere
        for given in ("", secret)
        for method, what, data in (
            ("GET", "", None),
            ("GET", "/record", None),
            ("POST", "/steps", {"number": 0, "step": "+g6"}),
            ("POST", "/hint", None),
        )
    }
    assert answers == {'{"error":"There is no such table: check the link."}'}
    assert looked_up == {"aaaaaaaaaa"}, "the database is asked for nothing that is no name"


@pytest.mark.parametrize("origin", ELSEWHERE)
def test_a_page_of_another_server_does_nothing_even_with_the_right_secret(
    client: TestClient, origin: str
) -> None:
    light, *_ = set_table(client, FRIENDS)
    before = kept(light)
    headers = {**light.headers, "Origin": origin}
    for what, data in ACTS:
        sent = {"number": 0, **data}
        refused = client.post(f"{light.table}/{what}", headers=headers, json=sent)
        assert refused.status_code == 403
        assert refused.json() == {"error": "Only pages of this server may do that."}
        assert "Access-Control-Allow-Origin" not in refused.headers
    setup = {"game": "kipp4", "seats": FRIENDS}
    assert client.post("/api/tables", headers=headers, json=setup).status_code == 403
    with client.websocket_connect(f"{light.table}/live", headers=headers) as socket:
        assert socket.receive()["code"] == 4403
    assert kept(light) == before


def test_pages_of_this_server_may(client: TestClient) -> None:
    light, *_ = set_table(client, FRIENDS)
    light.headers["Origin"] = "http://testserver"
    assert light.step("+g6").status_code == 200
    with client.websocket_connect(f"{light.table}/live", headers=light.headers) as socket:
        socket.send_json({})
        assert socket.receive_json()["number"] == 1


CRAFTED = (
    "<script>x()</script>",
    "</script><img src=x>",
    '"><svg onload=x>',
    "{{ 7*7 }}{% x %}",
    "\u202egnp.exe",
    "\u200f\u200e\u2066Ann\u2069",
    "Ann\x00\x1b[31m",
    "Ann\nBo\r\nResult 1-0",
    'Ann"] [Result "1-0',
    "\\",
    "\u2028\u2029\x85",
    "A" + "\u0301" * 20,
    "\ufeff\u200b\u00ad",
    "x" * 24,
    "\U000e0041\U0010ffff",
)


class Tags(HTMLParser):
    """The elements of a page and what scripts hold."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.data: list[Any] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append(f"{tag} {sorted(name for name, _ in attrs)}")

    def handle_data(self, data: str) -> None:
        if "application/json" in str(self.get_starttag_text()) and data.strip():
            self.data.append(json.loads(data))


@pytest.mark.parametrize("name", CRAFTED)
def test_a_crafted_name_is_nothing_but_a_name(client: TestClient, name: str) -> None:
    seats = [{"kind": "friend", "name": name}, {"kind": "friend"}]
    plain, *_ = set_table(client, [{"kind": "friend", "name": "Ann"}, {"kind": "friend"}])
    light, dark, _ = set_table(client, seats)
    for player in (plain, dark):
        player.act("join", name if player is dark else "Bo")
    shown = [seat["name"] for seat in light.look()["seats"]]
    assert shown == [clean(name), clean(name)]
    page = client.get(light.table.replace("/api/tables", "/t")).text
    usual = Tags(client.get(plain.table.replace("/api/tables", "/t")).text)
    assert Tags(page).found == usual.found
    assert Tags(page).data[0]["seats"][0]["name"] == clean(name)
    record = client.get(f"{light.table}/record").text
    assert Record.read(record).headers["Players"].count(clean(name) or "friend") == 2
    assert len(record.splitlines()) == len(client.get(f"{plain.table}/record").text.splitlines())
    assert light.look()["svg"] == plain.look()["svg"]


@pytest.mark.parametrize("name", CRAFTED)
def test_a_clean_name_is_short_readable_and_stays_the_same(name: str) -> None:
    found = clean(name)
    assert len(found) <= MOST_NAME
    assert found.isprintable()
    assert clean(found) == found


@pytest.mark.parametrize("text", CRAFTED)
def test_crafted_texts_are_refused_and_shown_as_texts(client: TestClient, text: str) -> None:
    light, *_ = set_table(client, FRIENDS)
    refusals = [
        light.send("steps", number=0, step=text[:16]),
        light.act("phrase", text),
        client.post("/api/tables", json={"game": text, "seats": FRIENDS}),
        client.post("/api/tables", json={"game": "kipp4", "seats": FRIENDS, "position": text}),
        client.post(
            "/api/tables", json={"game": "kipp4", "seats": FRIENDS, "options": {text: text}}
        ),
        client.post("/api/tables", json={"game": "kipp4", "seats": FRIENDS, text: 1}),
    ]
    for refused in refusals:
        assert 400 <= refused.status_code < 500
        assert refused.headers["Content-Type"] == "application/json"
        assert refused.headers["X-Content-Type-Options"] == "nosniff"
    usual = Tags(client.get("/guide/nothing").text)
    page = client.get(f"/guide/{quote(text.replace('/', ''))}")
    assert page.status_code == 404
    assert Tags(page.text).found == usual.found


@pytest.mark.parametrize(
    "body",
    [
        rb'{"number": 0, "act": "join", "value": "\ud800"}',
        rb'{"number": 0, "act": "join", "\udfff": 1}',
        rb'{"number": 0, "act": "\ud800"}',
        b'{"number": 0, "act": "join", "value": "\xff"}',
        b"[" * 16_000,
        b'{"number": ' + b"9" * 16_000 + b"}",
        b'{"number": 1e999, "act": "join"}',
        b'{"number": NaN, "act": "join"}',
        b"\x00",
        b"",
    ],
)
def test_what_is_no_text_at_all_is_refused(client: TestClient, body: bytes) -> None:
    light, *_ = set_table(client, FRIENDS)
    headers = {**light.headers, "Content-Type": "application/json"}
    refused = client.post(f"{light.table}/acts", content=body, headers=headers)
    assert refused.status_code in (400, 422)
    assert refused.json()["error" if refused.status_code == 422 else "detail"]
    assert light.look()["number"] == 0


def test_a_body_without_a_length_is_limited_too(client: TestClient) -> None:
    def parts() -> Iterator[bytes]:
        for _ in range(100):
            yield b" " * 1000

    refused = client.post("/api/tables", content=parts(), headers={"Accept-Language": "fr"})
    assert refused.status_code == 413
    assert refused.json() == {"error": "Envoyez au plus 16384 octets."}
    assert refused.headers["Connection"] == "close"
    for length in ("-1", "x", "99999999999999999999999999"):
        refused = client.post("/api/tables", content=b"", headers={"Content-Length": length})
        assert refused.status_code == 413


@pytest.mark.parametrize("path", ["//elsewhere.example", "/\\elsewhere.example", "///x/..//y"])
def test_choosing_a_language_leads_to_no_other_server(client: TestClient, path: str) -> None:
    answer = client.get(f"http://testserver{path}?language=de", follow_redirects=False)
    assert answer.status_code == 303
    assert answer.headers["Location"].startswith("/")
    assert answer.headers["Location"][1] not in "/\\"


ANSWERS = ("/", "/t/nowhere", "/static/base.js", "/static/nothing", "/api/games", "/api/nothing")


@pytest.mark.parametrize("path", ANSWERS)
def test_every_answer_has_the_headers_that_keep_a_page_safe(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    assert "script-src 'self'" in headers["Content-Security-Policy"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "camera=()" in headers["Permissions-Policy"]
    assert "Strict-Transport-Security" not in headers


def test_what_a_seat_sees_is_kept_by_nobody_on_the_way(client: TestClient) -> None:
    light, *_ = set_table(client, FRIENDS)
    assert client.get(light.table, headers=light.headers).headers["Cache-Control"] == "no-store"
    made = client.post("/api/tables", json={"game": "kipp4", "seats": FRIENDS})
    assert made.headers["Cache-Control"] == "no-store"


def test_no_secret_is_logged(client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    light, dark, _ = set_table(client, FRIENDS)
    light.step("+g6")
    dark.step("nonsense")
    with client.websocket_connect(f"{light.table}/live") as socket:
        socket.send_json({"seats": [light.headers["X-Seats"]]})
        socket.receive_json()
    for player in (light, dark):
        assert player.headers["X-Seats"] not in caplog.text
    assert light.table in caplog.text, "something was logged"
