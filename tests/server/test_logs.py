"""What the log tells, and that it never tells a secret."""

from __future__ import annotations

import json
import logging
import signal
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.exc import OperationalError
from websockets.sync.client import connect

from spielwerk.core.errors import SpielwerkError
from spielwerk.server.logs import LogKind, make_formatter, told
from tests.server.players import FRIENDS
from tests.server.processes import LONG, Serving

SECRET = "bM3vN-9kQ_2sXcT7uRwYzA"  # noqa: S105


@pytest.fixture
def process(tmp_path: Path) -> Iterator[Serving]:
    options = ("--log", "json", "--metrics-token", "chestnuts-roasting")
    with closing(Serving(str(tmp_path / "tables.db"), *options)) as running:
        yield running


def test_no_secret_comes_into_the_log_of_a_whole_game(process: Serving) -> None:
    data = {"game": "kipp4", "seats": FRIENDS, "options": {"turn_limit": 4}}
    made = process.http.post("/api/tables", json=data).json()
    secrets = list(made["seats"].values())
    table, live = f"/api/tables/{made['id']}", f"ws://127.0.0.1:{process.port}/api/tables/"
    headers = {"X-Seats": " ".join(secrets), "Cookie": f"theme=dark; seat={secrets[0]}"}
    with connect(f"{live}{made['id']}/live?seat={secrets[0]}") as socket:
        socket.send(json.dumps({"seats": secrets, "view": {"language": "de"}}))
        seen: dict[str, Any] = json.loads(socket.recv(LONG))
        while not seen["over"]:
            step = {"number": seen["number"], "step": seen["touches"][0]["step"]}
            seen = process.http.post(f"{table}/steps", json=step, headers=headers).json()
        socket.send(f"nonsense {secrets[0]}")
    wrong = [
        process.http.get(f"{table}?seat={secrets[1]}", headers=headers),
        process.http.get(f"/t/{made['id']}?seat={secrets[1]}", headers=headers),
        process.http.get(f"/api/tables/{secrets[0]}", headers=headers),
        process.http.post(f"{table}/steps", json={"step": secrets[0]}, headers=headers),
        process.http.post("/api/tables", content=f'{{"game": "{secrets[0]}'),
        process.http.get("/metrics", headers={"Authorization": "Bearer chestnuts-roasting"}),
    ]
    assert [answer.status_code for answer in wrong] == [200, 200, 404, 422, 422, 200]
    assert process.end(signal.SIGINT) == 0, "Ctrl-C is no reason for alarm"
    assert {line["level"] for line in process.lines} == {"info"}, process.told
    log = process.told
    assert "Traceback" not in log
    for secret in (*secrets, made["id"], "chestnuts-roasting", "127.0.0.1:", "theme=dark"):
        assert secret not in log
    requests = [line for line in process.lines if line["event"] == "request"]
    assert len(requests) > 12
    steps = [line for line in requests if line["route"] == "/api/tables/{table}/steps"]
    assert steps[0]["method"] == "POST"
    assert steps[0]["status"] == 200
    assert steps[0]["ms"] > 0
    assert {len(line["client"]) for line in requests} == {8}
    assert any(line["method"] == "WEBSOCKET" for line in requests)


def written(kind: LogKind, record: logging.LogRecord) -> str:
    return make_formatter(kind).format(record)


def record(message: str, error: BaseException | None = None) -> logging.LogRecord:
    info = None if error is None else (type(error), error, error.__traceback__)
    return logging.LogRecord("uvicorn.error", logging.ERROR, "", 1, message, (), info)


@pytest.mark.parametrize("kind", ["plain", "json"])
def test_of_an_unexpected_error_only_kind_and_place_are_told(kind: LogKind) -> None:
    try:
        raise RuntimeError(f"my passphrase is correct horse, my seat {SECRET}")
    except RuntimeError as error:
        line = written(kind, record("Exception in ASGI application", error))
    assert "RuntimeError" in line
    assert "test_of_an_unexpected_error" in line
    assert "horse" not in line
    assert SECRET not in line
    assert line.count("\n") == 0


@pytest.mark.parametrize("kind", ["plain", "json"])
def test_what_looks_like_a_secret_is_blotted_out(kind: LogKind) -> None:
    line = written(kind, record(f"Task failed: Error('{SECRET}')"))
    assert "Error('[secret]')" in line


def test_errors_in_a_line() -> None:
    assert told(SpielwerkError("No.")) == "SpielwerkError: No."
    assert told(OSError(28, "No space left on device")) == "OSError: No space left on device"
    assert told(ValueError("a passphrase")) == "ValueError"
    with (
        create_engine("sqlite://").connect() as connection,
        pytest.raises(OperationalError) as failed,
    ):
        connection.execute(text("SELECT * FROM nowhere WHERE x = :x"), {"x": "a passphrase"})
    assert told(failed.value) == "OperationalError: no such table: nowhere"
