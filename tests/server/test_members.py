"""Members of a club through the API: names, passphrases, ratings; what counts, and once."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from fastapi.testclient import TestClient

from spielwerk.club.ratings import Rating, rate
from spielwerk.server.club.members import Members, NotSignedIn
from spielwerk.server.club.rating_store import RatingStore
from spielwerk.server.errors import TooMuch
from spielwerk.server.storage import Storage
from tests.server.evening import WORDS, ratings, register
from tests.server.players import Player
from tests.server.processes import wait_until

DATABASES = ("sqlite", "postgresql")
pytestmark = pytest.mark.usefixtures("quick_club")


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
