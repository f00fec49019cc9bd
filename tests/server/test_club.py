"""The club through its API: names, ratings, tournaments; what is refused, and what counts once."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from fastapi.testclient import TestClient

from spielwerk.club.ratings import Rating, rate
from spielwerk.server.app import Settings, create_app
from spielwerk.server.club import members
from spielwerk.server.club.members import Members, NotSignedIn
from spielwerk.server.club.rating_store import RatingStore
from spielwerk.server.errors import TooMuch
from spielwerk.server.storage import Storage
from spielwerk.server.thinker import Thinker
from tests.server.players import Player
from tests.server.processes import wait_until

DATABASES = ("sqlite", "postgresql")

WORDS = "four marbles in a row"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passphrases are worked out at once, and the computer starts when it is to think."""

    async def later(_: Thinker) -> None:
        return

    monkeypatch.setattr(members, "stretch", lambda words, salt: f"{salt}{words}")
    monkeypatch.setattr(Thinker, "start", later)


def register(client: TestClient, name: str) -> dict[str, str]:
    """A member's header."""
    answer = client.post("/api/club/members", json={"name": name, "passphrase": WORDS})
    assert answer.status_code == 201, answer.text
    return {"X-Member": answer.json()["token"]}


class Evening:
    """A tournament with its organiser."""

    def __init__(self, client: TestClient, **plan: Any) -> None:
        self.client = client
        data = {"name": "Monday", "game": "kipp4", **plan}
        answer = client.post("/api/club/tournaments", json=data)
        assert answer.status_code == 201, answer.text
        self.id = answer.json()["id"]
        self.path = f"/api/club/tournaments/{self.id}"
        self.organiser = {"X-Organiser": answer.json()["organiser"]}
        self.secrets: dict[int, str] = {}

    def enter(self, headers: dict[str, str] | None = None, **entry: Any) -> Any:
        answer = self.client.post(f"{self.path}/entries", json=entry, headers=headers or {})
        if answer.status_code == 201 and answer.json()["secret"]:
            self.secrets[answer.json()["number"]] = answer.json()["secret"]
        return answer

    def look(self) -> Any:
        return self.client.get(self.path).json()

    def organise(self, what: str, **data: Any) -> Any:
        return self.client.post(f"{self.path}/{what}", json=data, headers=self.organiser)

    def next_round(self) -> Any:
        answer = self.client.post(f"{self.path}/rounds", headers=self.organiser)
        assert answer.status_code == 200, answer.text
        number = answer.json()["round"]
        return [pairing for pairing in answer.json()["pairings"] if pairing["round"] == number]

    def player(self, pairing: Any, side: str) -> Player:
        return Player(self.client, pairing["table"], self.secrets[pairing[side]])

    def resign(self, pairing: Any, side: str) -> None:
        assert self.player(pairing, side).act("resign").status_code == 200

    def wait_for_results(self) -> Any:
        wait_until(lambda: self.look()["undecided"] == 0)
        return self.look()


def with_people(client: TestClient, *names: str, **plan: Any) -> Evening:
    evening = Evening(client, **plan)
    for name in names:
        assert evening.enter(name=name).status_code == 201
    return evening


# Members.


def test_a_name_is_kept_by_a_passphrase(client: TestClient) -> None:
    headers = register(client, "Ann")
    assert client.get("/api/club/member", headers=headers).json() == {"name": "Ann"}
    data = {"name": "ANN", "passphrase": WORDS}
    assert client.post("/api/club/members", json=data).status_code == 409
    again = client.post("/api/club/sign-in", json=data).json()
    assert again["name"] == "Ann"
    assert again["token"] != headers["X-Member"]
    client.post("/api/club/sign-out", headers=headers)
    assert client.get("/api/club/member", headers=headers).status_code == 401


def test_a_short_passphrase_and_an_empty_name_are_refused(client: TestClient) -> None:
    for name, passphrase in (("Ann", "short"), (" \u200b ", WORDS)):
        answer = client.post("/api/club/members", json={"name": name, "passphrase": passphrase})
        assert answer.status_code == 400
        assert answer.json()["error"]


@pytest.mark.parametrize("name", ["Ann", "Nobody"])
def test_who_is_wrong_too_often_has_to_wait_whether_the_name_exists_or_not(
    open_storage: Callable[[str], Storage], db: str, name: str
) -> None:
    found = Members(open_storage(db))
    found.register("Ann", WORDS, 0)
    for second in range(4):
        with pytest.raises(NotSignedIn, match="do not fit"):
            found.sign_in(name, "wrong", 1000 * second)
    with pytest.raises(TooMuch, match="wait 1 seconds"):
        found.sign_in(name, WORDS, 3001)
    with pytest.raises(NotSignedIn):
        found.sign_in(name, "wrong", 4000)
    with pytest.raises(TooMuch, match="wait 2 seconds"):
        found.sign_in(name, WORDS, 4001)
    if name == "Ann":
        assert found.sign_in("ann", WORDS, 6000)[0].name == "Ann"
        with pytest.raises(NotSignedIn):
            found.sign_in("ann", "wrong", 6001)


def test_neither_passphrases_nor_tokens_are_in_the_database(
    open_storage: Callable[[str], Storage], db: str, monkeypatch: Any
) -> None:
    monkeypatch.undo()
    storage = open_storage(db)
    member, token = Members(storage).register("Ann", WORDS, 0)
    with storage.engine.connect() as connection:
        kept = [
            str(connection.exec_driver_sql(f"select * from {name}").all())  # noqa: S608
            for name in ("members", "member_tokens")
        ]
    assert token not in "".join(kept)
    assert WORDS not in "".join(kept)
    assert Members(storage).find(token, 1) == member
    assert Members(storage).sign_in("Ann", WORDS, 1)[0] == member


# Ratings.


def rated_table(client: TestClient, *seats: dict[str, Any]) -> list[Player]:
    data = {"game": "kipp4", "seats": seats, "rated": True}
    made = client.post("/api/tables", json=data).json()
    return [Player(client, made["id"], secret) for secret in made["seats"].values()]


def take(player: Player, member: dict[str, str]) -> Any:
    path = player.table.replace("/api/", "/api/club/")
    return player.client.post(f"{path}/member", headers={**player.headers, **member})


def ratings(client: TestClient) -> dict[str, tuple[int, int]]:
    found = client.get("/api/club/ratings/kipp4").json()
    return {row["name"]: (row["rating"], row["games"]) for row in found}


def test_a_game_between_members_counts_once(client: TestClient) -> None:
    ann, bo = rated_table(client, {"kind": "friend"}, {"kind": "friend"})
    assert take(ann, register(client, "Ann")).json() == {"name": "Ann"}
    assert take(bo, register(client, "Bo")).status_code == 200
    ann.act("resign")
    wait_until(lambda: ratings(client) == {"Bo": (1578, 1), "Ann": (1422, 1)})
    ann.act("phrase", "well played")
    bo.act("phrase", "thanks")
    with client.websocket_connect(f"{ann.table}/live") as socket:
        socket.send_json({})
        socket.receive_json()
    assert ratings(client) == {"Bo": (1578, 1), "Ann": (1422, 1)}


def test_a_computer_is_rated_by_its_level(client: TestClient) -> None:
    (ann,) = rated_table(client, {"kind": "here"}, {"kind": "computer", "level": 2})
    take(ann, register(client, "Ann"))
    ann.act("resign")
    wait_until(lambda: set(ratings(client)) == {"Ann", "Computer, level 2"})
    assert ratings(client)["Computer, level 2"] == (1578, 1)


def test_a_game_with_a_guest_or_one_that_does_not_count_changes_no_rating(
    client: TestClient,
) -> None:
    member = register(client, "Ann")
    ann, guest = rated_table(client, {"kind": "friend"}, {"kind": "friend"})
    take(ann, member)
    guest.act("resign")
    made = client.post("/api/tables", json={"game": "kipp4", "seats": [{"kind": "here"}] * 2})
    plain = Player(client, made.json()["id"], made.json()["seats"]["0"])
    assert take(plain, member).status_code == 409
    plain.act("resign")
    ann, bo = rated_table(client, {"kind": "friend"}, {"kind": "friend"})
    take(ann, member)
    take(bo, register(client, "Bo"))
    bo.act("resign")
    wait_until(lambda: ratings(client) == {"Ann": (1578, 1), "Bo": (1422, 1)})


def test_a_seat_is_taken_before_its_first_step_and_only_by_who_has_it(client: TestClient) -> None:
    member = register(client, "Ann")
    ann, bo = rated_table(client, {"kind": "friend"}, {"kind": "friend"})
    ann.step("+g6")
    assert take(ann, member).status_code == 409
    assert take(Player(client, ann.table.rpartition("/")[2]), member).status_code == 403
    assert take(bo, {"X-Member": "guessed"}).status_code == 401
    assert take(bo, member).status_code == 200


def test_in_a_game_that_counts_there_are_no_hints_and_no_turn_is_taken_back(
    client: TestClient,
) -> None:
    (ann,) = rated_table(client, {"kind": "here"}, {"kind": "computer", "level": 1})
    assert "no hints in a game that counts" in ann.send("hint").json()["error"]
    ann.step("+g6")
    assert ann.look()["can"]["undo"], "a step of the same turn"
    ann.step("r1")
    wait_until(lambda: ann.look()["mover"] == 0)
    assert not ann.look()["can"]["undo"]
    assert not ann.look()["can"]["hint"]
    assert ann.act("undo").status_code == 409


def test_two_workers_that_see_the_end_at_once_count_it_once(
    open_storage: Callable[[str], Storage], db: str
) -> None:
    stores = [RatingStore(open_storage(db)) for _ in range(2)]
    with ThreadPoolExecutor(8) as pool:
        for number in range(4):
            table = f"table {number}"
            for store in stores * 4:
                pool.submit(store.count, table, "kipp4", ["member 1", "level 3"], [0, 1])
    first, second = stores[0].ratings("kipp4")
    by_hand = [Rating(), Rating()]
    for _ in range(4):
        by_hand = rate(by_hand, [0, 1])
    assert (first.player, first.games, first.rating) == ("member 1", 4, by_hand[0])
    assert (second.player, second.games, second.rating) == ("level 3", 4, by_hand[1])


# Tournaments.


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
