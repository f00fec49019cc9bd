"""How a server ends: writes are finished, everybody is told to come back, nothing new begins."""

from __future__ import annotations

import json
import signal
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.server.players import FRIENDS, set_table
from tests.server.processes import LONG, Serving, wait_until


@pytest.fixture
def process(tmp_path: Path) -> Iterator[Serving]:
    running = Serving(str(tmp_path / "tables.db"), "--log", "json")
    yield running
    running.close()


def test_a_server_that_ends_finishes_writes_and_tells_all_to_come_back(
    process: Serving, tmp_path: Path
) -> None:
    data = {"game": "kipp4", "seats": FRIENDS}
    made = process.http.post("/api/tables", json=data).json()
    table, headers = f"/api/tables/{made['id']}", {"X-Seats": made["seats"]["0"]}
    database = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
    with (
        connect(f"ws://127.0.0.1:{process.port}{table}/live") as socket,
        ThreadPoolExecutor() as pool,
    ):
        socket.send(json.dumps({"seats": [], "view": {}}))
        socket.recv(LONG)
        database.execute("BEGIN IMMEDIATE")  # until this ends no step can be stored
        step = {"number": 0, "step": "+g6"}
        sent = pool.submit(process.http.post, f"{table}/steps", json=step, headers=headers)
        wait_until(lambda: process.number("spielwerk_requests") == 2)
        process.process.send_signal(signal.SIGTERM)
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(LONG)
        refused = process.http.get(table)
        health = process.http.get("/api/health")
        assert process.process.poll() is None, "a write is not finished"
        database.execute("ROLLBACK")
        answer = sent.result(LONG)
    assert closed.value.rcvd is not None
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (
        1012,
        "The server restarts: come back.",
    )
    assert refused.status_code == 503
    assert refused.headers["Retry-After"] == "2"
    assert "try again in a moment" in refused.json()["error"]
    assert health.status_code == 200
    assert answer.json()["steps"][0]["step"] == "+g6"
    assert process.process.wait(LONG) == -signal.SIGTERM
    assert database.execute("SELECT value FROM events").fetchall() == [("+g6",)]
    database.close()
    closing = next(line for line in process.lines if line["event"] == "closing")
    assert (closing["connections"], closing["requests"]) == (1, 1)
    said = [line["event"] for line in process.lines if line["event"] != "request"]
    assert list(dict.fromkeys(said)) == ["database upgraded", "started", "closing", "stopped"]


def begin_closing(client: TestClient) -> None:
    portal: Any = client.portal
    portal.call(client.app.state.closing.close)  # type: ignore[attr-defined]


def test_pages_and_sockets_are_refused_while_the_server_closes(client: TestClient) -> None:
    light, *_ = set_table(client, FRIENDS)
    begin_closing(client)
    page = client.get("/", headers={"Accept-Language": "de"})
    assert page.status_code == 503
    assert "neu gestartet" in page.text
    assert page.headers["Content-Security-Policy"]
    assert client.get("/api/ready").status_code == 503
    with pytest.raises(Exception) as refused:  # noqa: PT011
        client.websocket_connect(f"{light.table}/live").__enter__()
    assert refused.value.status_code == 503  # type: ignore[attr-defined]
