"""Tournaments of a club through the API: what is refused, and what happens once."""

from __future__ import annotations

import csv
import io
import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from fastapi.testclient import TestClient

from spielwerk.server.app import Settings, create_app
from tests.server.evening import Evening, ratings, register, with_people
from tests.server.players import Player
from tests.server.processes import wait_until

DATABASES = ("sqlite", "postgresql")
pytestmark = pytest.mark.usefixtures("quick_club")


def test_a_swiss_for_four_from_start_to_end(client: TestClient) -> None:
    evening = with_people(client, "Ann", "Bo", "Cy", "Di", rounds=2)
    first = evening.next_round()
    assert [(pairing["first"], pairing["second"]) for pairing in first] == [(1, 3), (4, 2)]
    evening.resign(first[0], "second")
    evening.resign(first[1], "first")
    assert [row["number"] for row in evening.wait_for_results()["standings"]][:2] == [1, 2]
    second = evening.next_round()
    assert {frozenset((p["first"], p["second"])) for p in second} == {
        frozenset((1, 2)),
        frozenset((3, 4)),
    }
    for pairing in second:
        evening.resign(pairing, "first")
    seen = evening.wait_for_results()
    assert seen["state"] == "over"
    assert sorted(row["points"] for row in seen["standings"]) == [0.0, 1.0, 1.0, 2.0]
    assert evening.organise("rounds").status_code == 409


def test_everybody_plays_with_the_secret_of_the_entry_and_nobody_else_can(
    client: TestClient,
) -> None:
    evening = with_people(client, "Ann", "Bo")
    (pairing,) = evening.next_round()
    first = evening.player(pairing, "first")
    assert first.look()["yours"] == [0]
    assert [seat["name"] for seat in first.look()["seats"]] == ["Ann", "Bo"]
    other = Player(client, pairing["table"], evening.organiser["X-Organiser"])
    assert other.look()["yours"] == []
    assert other.act("resign").status_code == 403
    assert "secret" not in json.dumps(evening.look())
    assert not any(secret in json.dumps(evening.look()) for secret in evening.secrets.values())


def test_computers_play_among_themselves(client: TestClient) -> None:
    evening = Evening(client, kind="round robin", game="spitze", options={"turn_limit": 6})
    for level in (1, 1, 2):
        assert evening.enter(evening.organiser, level=level).status_code == 201
    assert [entry["name"] for entry in evening.look()["entries"]] == [
        "Computer, level 1",
        "Computer, level 1 (2)",
        "Computer, level 2",
    ]
    while evening.look()["state"] != "over":
        evening.next_round()
        evening.wait_for_results()
    assert {row["games"] for row in evening.look()["standings"]} == {2}
    rated = client.get("/api/club/ratings/spitze").json()
    assert sorted(row["games"] for row in rated) == [2, 2], "not among the same level"


def test_computers_go_on_after_a_restart(db: str) -> None:
    with TestClient(create_app(Settings(db))) as client:
        evening = Evening(client, game="spitze", options={"turn_limit": 6})
        for level in (1, 2):
            evening.enter(evening.organiser, level=level)
        evening.next_round()
    with TestClient(create_app(Settings(db))) as client:
        evening.client = client
        assert evening.wait_for_results()["state"] == "over"


def test_a_game_that_ended_unseen_is_entered_later(db: str) -> None:
    with TestClient(create_app(Settings(db))) as client:
        evening = with_people(client, "Ann", "Bo")
        (pairing,) = evening.next_round()
        client.app.state.tables.on_over = lambda _: None  # type: ignore[attr-defined]
        evening.resign(pairing, "first")
    with TestClient(create_app(Settings(db))) as client:
        evening.client = client
        seen = evening.wait_for_results()
        assert seen["pairings"][0]["result"] == "0-1"
        assert seen["pairings"][0]["way"] == "table"


def test_members_enter_under_their_name_and_their_games_count(client: TestClient) -> None:
    evening = Evening(client)
    assert evening.enter(register(client, "Ann")).status_code == 201
    assert evening.enter(name="ann").status_code == 409
    register(client, "Bo")
    refused = evening.enter(name="BO")
    assert refused.status_code == 409
    assert "member's name" in refused.json()["error"]
    evening.enter(evening.organiser, level=3)
    (pairing,) = evening.next_round()
    side = "first" if pairing["first"] == 1 else "second"
    evening.resign(pairing, side)
    evening.wait_for_results()
    assert ratings(client) == {"Computer, level 3": (1578, 1), "Ann": (1422, 1)}


def test_a_corrected_result_corrects_the_ratings(client: TestClient) -> None:
    evening = Evening(client)
    evening.enter(register(client, "Ann"))
    evening.enter(register(client, "Bo"))
    (pairing,) = evening.next_round()
    evening.resign(pairing, "first")
    evening.wait_for_results()
    place = {"round": 1, "board": 1}
    corrected = evening.organise("results", **place, result="1-0").json()
    assert corrected["pairings"][0]["way"] == "organiser"
    assert ratings(client) == {"Ann": (1578, 1), "Bo": (1422, 1)}
    evening.organise("results", **place, result="1/2-1/2")
    assert ratings(client) == {"Ann": (1500, 1), "Bo": (1500, 1)}
    evening.organise("results", **place, result="0-0")
    assert ratings(client) == {}


def test_who_drops_out_loses_the_game_and_is_paired_no_more(client: TestClient) -> None:
    evening = with_people(client, "Ann", "Bo", "Cy", "Di", rounds=3)
    first = evening.next_round()
    own = {"X-Entry": evening.secrets[3]}
    dropped = client.post(f"{evening.path}/drop", json={"number": 3}, headers=own)
    assert dropped.status_code == 200
    assert [p["result"] for p in dropped.json()["pairings"]] == ["1-0", None]
    evening.resign(first[1], "first")
    evening.wait_for_results()
    second = evening.next_round()
    assert 3 not in {n for p in second for n in (p["first"], p["second"])}
    assert [p["result"] for p in second if p["second"] is None] == ["bye"]
    again = client.post(f"{evening.path}/drop", json={"number": 3}, headers=own)
    assert again.status_code == 409


def test_before_the_beginning_dropping_out_is_not_having_entered(client: TestClient) -> None:
    evening = with_people(client, "Ann", "Bo")
    evening.organise("drop", number=1)
    assert [entry["name"] for entry in evening.look()["entries"]] == ["Bo"]
    assert evening.enter(name="Ann").status_code == 201


def test_late_players_come_by_the_organiser(client: TestClient) -> None:
    evening = with_people(client, "Ann", "Bo", rounds=2)
    (pairing,) = evening.next_round()
    assert evening.enter(name="Cy").status_code == 409
    assert evening.enter(evening.organiser, name="Cy").status_code == 201
    evening.resign(pairing, "first")
    evening.wait_for_results()
    assert 3 in {n for p in evening.next_round() for n in (p["first"], p["second"])}


@pytest.mark.parametrize("secret", ["", "guessed", "x" * 64])
def test_only_the_organiser_organises(client: TestClient, secret: str) -> None:
    evening = with_people(client, "Ann", "Bo")
    evening.next_round()
    before = evening.look()
    others = Evening(client).organiser
    for headers in ({"X-Organiser": secret}, others, {"X-Organiser": evening.secrets[1]}):
        for what, data in (
            ("rounds", {}),
            ("drop", {"number": 2}),
            ("results", {"round": 1, "board": 1, "result": "1-0"}),
            ("entries", {"level": 3}),
        ):
            answer = client.post(f"{evening.path}/{what}", json=data, headers=headers)
            assert answer.status_code == 403
    stranger = {"X-Entry": evening.secrets[1]}
    answer = client.post(f"{evening.path}/drop", json={"number": 2}, headers=stranger)
    assert answer.status_code == 403
    assert evening.look() == before


@pytest.mark.parametrize(
    ("plan", "status"),
    [
        ({"game": "chess"}, 404),
        ({"game": "qbq", "options": {"players": 3}}, 400),
        ({"name": "  "}, 400),
        ({"kind": "knock-out"}, 422),
        ({"rounds": 99}, 422),
        ({"clock": {"kind": "each"}}, 400),
        ({"position": "nonsense"}, 400),
    ],
)
def test_a_tournament_that_cannot_be_played_is_refused(
    client: TestClient, plan: dict[str, Any], status: int
) -> None:
    data = {"name": "Monday", "game": "kipp4", **plan}
    answer = client.post("/api/club/tournaments", json=data)
    assert answer.status_code == status
    assert answer.json()["error"]


def test_what_cannot_be_done_now_is_refused(client: TestClient) -> None:
    evening = with_people(client, "Ann")
    assert "at least two" in evening.organise("rounds").json()["error"]
    evening.enter(name="Bo")
    evening.next_round()
    assert "no result yet" in evening.organise("rounds").json()["error"]
    assert evening.organise("results", round=2, board=1, result="1-0").status_code == 404
    assert client.get("/api/club/tournaments/nowhere").status_code == 404
    assert client.get("/api/club/ratings/chess").status_code == 404


def test_who_looks_sees_a_result_at_once(client: TestClient) -> None:
    evening = with_people(client, "Ann", "Bo")
    (pairing,) = evening.next_round()
    with client.websocket_connect(f"{evening.path}/live") as socket:
        socket.send_json({"language": "de"})
        assert socket.receive_json()["pairings"][0]["result"] is None
        evening.resign(pairing, "first")
        seen = socket.receive_json()
        while seen["undecided"]:
            seen = socket.receive_json()
        assert seen["pairings"][0]["result"] == "0-1"


def test_who_looks_sees_what_another_worker_has_changed(client: TestClient, db: str) -> None:
    evening = with_people(client, "Ann")
    with client.websocket_connect(f"{evening.path}/live") as socket:
        socket.send_json({})
        assert socket.receive_json()["players"] == 1
        club = client.app.state.club  # type: ignore[attr-defined]
        wait_until(lambda: evening.id in club._seen)
        with TestClient(create_app(Settings(db))) as other:
            other.post(f"{evening.path}/entries", json={"name": "Bo"})
        assert socket.receive_json()["players"] == 2


def test_other_pages_may_not_look_and_nonsense_is_refused(client: TestClient) -> None:
    evening = with_people(client, "Ann")
    headers = {"Origin": "https://elsewhere.example"}
    with client.websocket_connect(f"{evening.path}/live", headers=headers) as socket:
        assert socket.receive()["code"] == 4403
    with client.websocket_connect(f"{evening.path}/live") as socket:
        socket.send_text("nonsense")
        assert socket.receive()["code"] == 4400
    with client.websocket_connect("/api/club/tournaments/nowhere/live") as socket:
        socket.send_json({})
        assert socket.receive()["code"] == 4404


def test_results_are_exported(client: TestClient) -> None:
    evening = with_people(client, "=1+1", "Bo, the second", "Cy")
    first = evening.next_round()
    evening.resign(first[0], "first")
    evening.wait_for_results()
    games = csv.DictReader(io.StringIO(client.get(f"{evening.path}/games.csv").text))
    rows = list(games)
    assert [(row["first"], row["second"], row["result"]) for row in rows] == [
        ("'=1+1", "Bo, the second", "0-1"),
        ("Cy", "", "bye"),
    ]
    answer = client.get(f"{evening.path}/standings.csv")
    assert "attachment" in answer.headers["Content-Disposition"]
    standings = list(csv.DictReader(io.StringIO(answer.text)))
    assert {(row["name"], row["points"]) for row in standings} == {
        ("'=1+1", "0.0"),
        ("Bo, the second", "1.0"),
        ("Cy", "1.0"),
    }
    whole = client.get(f"{evening.path}/tournament.json").json()
    assert whole == evening.look()


def test_a_round_is_paired_once_even_if_asked_for_twice_at_once(client: TestClient) -> None:
    evening = with_people(client, "Ann", "Bo", "Cy", "Di")
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: evening.organise("rounds").status_code, range(4)))
    assert sorted(answers) == [200, 409, 409, 409]
    tables = [pairing["table"] for pairing in evening.look()["pairings"]]
    assert len(set(tables)) == 2
    assert None not in tables
