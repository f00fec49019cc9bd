"""People at tables, for tests."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx2
from websockets.sync.client import ClientConnection, connect

PATIENCE = 60
FRIENDS: list[dict[str, Any]] = [{"kind": "friend"}, {"kind": "friend"}]
AGAINST: list[dict[str, Any]] = [{"kind": "here"}, {"kind": "computer", "level": 1}]


class Player:
    """Somebody at a table, by the secrets of the seats."""

    def __init__(self, client: httpx2.Client, name: str, *secrets: str) -> None:
        self.client, self.name, self.secrets = client, name, secrets
        self.table = f"/api/tables/{name}"
        self.headers = {"X-Seats": " ".join(secrets)}

    def through(self, address: str) -> Player:
        """The same player at another server."""
        return Player(client_of(address), self.name, *self.secrets)

    @contextmanager
    def watch(self) -> Iterator[ClientConnection]:
        """A line on which the table is told."""
        address = str(self.client.base_url).replace("http", "ws").rstrip("/")
        with connect(f"{address}{self.table}/live", max_size=None) as line:
            line.send(json.dumps({"seats": self.secrets}))
            yield line

    def look(self, **view: str) -> Any:
        return self.client.get(self.table, headers=self.headers, params=view).json()

    def send(self, what: str, number: int | None = None, **data: Any) -> Any:
        data["number"] = self.look()["number"] if number is None else number
        return self.client.post(f"{self.table}/{what}", headers=self.headers, json=data)

    def step(self, step: str, number: int | None = None) -> Any:
        return self.send("steps", number, step=step)

    def act(self, act: str, value: str = "") -> Any:
        return self.send("acts", act=act, value=value)


def set_table(client: httpx2.Client, seats: list[dict[str, Any]], **more: Any) -> list[Player]:
    """A table, with a player for each seat that people take, and one who watches."""
    answer = client.post("/api/tables", json={"game": "kipp4", "seats": seats, **more})
    assert answer.status_code == 201, answer.text
    made = answer.json()
    players = [Player(client, made["id"], secret) for secret in made["seats"].values()]
    return [*players, Player(client, made["id"])]


def client_of(address: str) -> httpx2.Client:
    """A client of a server on a port, which leaves no connection open."""
    none_kept = httpx2.Limits(max_keepalive_connections=0)
    return httpx2.Client(base_url=address, timeout=PATIENCE, limits=none_kept)
