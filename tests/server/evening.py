"""A club evening through the API: members, ratings, and a tournament with its organiser."""

from __future__ import annotations

from typing import Any

from fastapi.testclient import TestClient

from tests.server.players import Player
from tests.server.processes import wait_until

WORDS = "four marbles in a row"


def register(client: TestClient, name: str) -> dict[str, str]:
    """A member's header."""
    answer = client.post("/api/club/members", json={"name": name, "passphrase": WORDS})
    assert answer.status_code == 201, answer.text
    return {"X-Member": answer.json()["token"]}


def ratings(client: TestClient) -> dict[str, tuple[int, int]]:
    found = client.get("/api/club/ratings/kipp4").json()
    return {row["name"]: (row["rating"], row["games"]) for row in found}


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
