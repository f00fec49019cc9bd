"""Whatever comes through a WebSocket or a bare connection: no error, no hang, nothing grows."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import socket
from collections.abc import Iterator
from contextlib import closing, suppress
from types import SimpleNamespace
from typing import Any

import httpx2
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from spielwerk.server.api import LiveIn
from spielwerk.server.errors import TooSlow
from spielwerk.server.limits import Limiter, Limits, Rate
from spielwerk.server.live import Line
from spielwerk.server.settings import Settings
from tests.server.conftest import Running
from tests.server.processes import run, wait_until
from tests.server.quiet import limiter_of, quiet_server, tables_of

PATIENCE = 10
"""Seconds after which something that should have happened counts as a hang."""
EXAMPLES = 120 * int(os.environ.get("SPIELWERK_SOAK", "1"))
SHORT = 0.3
IMPATIENT = Limits(hello=SHORT, patience=SHORT, idle=SHORT, this_machine=True)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server for all tests of this file."""
    path = tmp_path_factory.mktemp("db") / "tables.db"
    with quiet_server(Settings(f"sqlite:///{path}", limits=Limits(this_machine=True))) as server:
        yield server


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that waits for nobody."""
    path = tmp_path_factory.mktemp("db") / "tables.db"
    with quiet_server(Settings(f"sqlite:///{path}", limits=IMPATIENT)) as server:
        yield server


@pytest.fixture
def failures(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """What the server logs as an error fails the test."""
    caplog.set_level(logging.WARNING)
    yield
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


def new_table(server: Running) -> tuple[str, str]:
    """A table and the secret of its first seat."""
    data = {"game": "kipp4", "seats": [{"kind": "friend"}, {"kind": "friend"}]}
    made = httpx2.post(f"http://127.0.0.1:{server.port}/api/tables", json=data).json()
    return made["id"], made["seats"]["0"]


def dial(server: Running, table: str) -> ClientConnection:
    address = f"ws://127.0.0.1:{server.port}/api/tables/{table}/live"
    return connect(address, open_timeout=PATIENCE, close_timeout=PATIENCE, ping_interval=None)


def code_of(line: ClientConnection) -> int:
    """The code with which the server closes."""
    with suppress(ConnectionClosed):
        while True:
            line.recv(timeout=PATIENCE)
    assert line.close_code is not None
    return line.close_code


def near_the_real_thing() -> st.SearchStrategy[str]:
    """JSON that is almost what a page says."""
    odds: list[object] = ["", "\ud800", "\x00", "é" * 30, "x" * 5000, 7, None, [], {}, True, -1.5]
    odd = st.sampled_from(odds)
    view = st.fixed_dictionaries(
        {},
        optional={
            "language": st.sampled_from(["en", "lb"]) | odd,
            "theme": st.just("dark") | odd,
            "above": st.booleans() | odd,
        },
    )
    said = st.fixed_dictionaries(
        {},
        optional={
            "seats": st.lists(st.text(max_size=30) | odd, max_size=6) | odd,
            "view": view | odd,
            "é" * 50: odd,
        },
    )
    return said.map(json.dumps)


HELLO = json.dumps({"seats": [], "view": {}})
MESSAGES = st.lists(
    st.just(HELLO)
    | near_the_real_thing()
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
    | st.binary(max_size=40)
    | st.sampled_from(["[" * 3000, "9" * 4000, '{"seats": ' * 300]),
    max_size=4,
)


def test_who_says_too_much_at_once_hears_why_however_much_comes_behind_it(
    running: Running,
) -> None:
    table, _ = new_table(running)
    for _ in range(40):
        with dial(running, table) as line, suppress(ConnectionClosed):
            for _ in range(6):
                line.send("9" * 40_000)
        assert line.close_code == 1009
    wait_until(lambda: not running.server.server_state.connections, PATIENCE)


@pytest.mark.usefixtures("failures")
def test_whatever_is_said_it_is_answered_or_closed(running: Running) -> None:
    table, secret = new_table(running)
    codes: set[int | None] = set()

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.booleans(), MESSAGES, st.booleans())
    def talk(hello: bool, messages: list[str | bytes], wait: bool) -> None:
        with dial(running, table) as line, suppress(ConnectionClosed):
            if hello:
                line.send(json.dumps({"seats": [secret]}))
            for message in messages:
                line.send(message)
            if wait and (hello or messages):
                told = json.loads(line.recv(timeout=PATIENCE))
                assert told["id"] == table
        codes.add(line.close_code)

    talk()
    assert codes <= {1000, 1009, 4400, 4413, 4429}
    assert codes >= {1000, 4400}
    found = tables_of(running)._open[table]
    wait_until(lambda: not found.watchers, PATIENCE)
    wait_until(lambda: not limiter_of(running)._sockets, PATIENCE)
    wait_until(lambda: not running.server.server_state.connections, PATIENCE)
    wait_until(lambda: not running.server.server_state.tasks, PATIENCE)
    wait_until(lambda: not limiter_of(running)._connections, PATIENCE)
    assert found.table.number == 0, "nothing happened at the table"


@pytest.mark.usefixtures("failures")
@pytest.mark.parametrize("table", ["nowhere", "%00", "a" * 2000, "é"])
def test_a_table_that_is_not_there_has_one_answer(running: Running, table: str) -> None:
    with dial(running, table) as line:
        line.send(HELLO)
        assert code_of(line) == 4404
        assert line.close_reason == "There is no such table: check the link."


@pytest.mark.usefixtures("failures")
def test_who_talks_too_much_is_cut_off(running: Running) -> None:
    table, _ = new_table(running)
    with dial(running, table) as line:
        with suppress(ConnectionClosed):
            for _ in range(200):
                line.send(HELLO)
        assert code_of(line) == 4429


@pytest.mark.usefixtures("failures")
def test_a_message_that_is_too_long_is_not_read(running: Running) -> None:
    table, _ = new_table(running)
    with dial(running, table) as line:
        line.send("x" * 100_000)
        assert code_of(line) == 1009


@pytest.mark.usefixtures("failures")
def test_too_many_connections_of_one_client_are_refused(db: str) -> None:
    few = Limits(connections=2, this_machine=True)
    with quiet_server(Settings(db, limits=few)) as server:
        table, _ = new_table(server)
        with dial(server, table) as first:
            first.send(HELLO)
            first.recv(timeout=PATIENCE)
            with dial(server, table) as second:
                second.send(HELLO)
                second.recv(timeout=PATIENCE)
                with dial(server, table) as third:
                    assert code_of(third) == 4429
            wait_until(lambda: sum(limiter_of(server)._sockets.values()) == 1, PATIENCE)
            with dial(server, table) as third:
                third.send(HELLO)
                assert json.loads(third.recv(timeout=PATIENCE))["id"] == table


# Slow and half-open clients.


def bare(server: Running, text: str = "") -> socket.socket:
    """A connection through which just this was sent."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.settimeout(PATIENCE)
    connection.connect(("127.0.0.1", server.port))
    connection.sendall(text.encode())
    return connection


def all_of(connection: socket.socket) -> bytes:
    """All that comes until the other end closes; a hang is a timeout."""
    parts = []
    try:
        while part := connection.recv(65536):
            parts.append(part)
    except ConnectionResetError:
        pass
    return b"".join(parts)


POST = "POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
SLOW = {
    "says nothing": ("", b""),
    "begins a request": ("GET / HT", b""),
    "leaves the head open": ("GET / HTTP/1.1\r\nHost: x\r\nX-Long: ", b""),
    "sends no body": (f"{POST}Content-Length: 100\r\n\r\n", b"HTTP/1.1 408"),
    "sends part of a body": (f"{POST}Content-Length: 100\r\n\r\n{{", b"HTTP/1.1 408"),
    "sends part of a chunk": (f"{POST}Transfer-Encoding: chunked\r\n\r\n5\r\n{{", b"HTTP/1.1 408"),
    "leaves after one answer": ("GET /api/health HTTP/1.1\r\nHost: x\r\n\r\nGET", b"HTTP/1.1 200"),
}


@pytest.mark.usefixtures("failures")
@pytest.mark.parametrize("how", SLOW)
def test_who_does_not_finish_a_request_is_cut_off(impatient: Running, how: str) -> None:
    text, answer = SLOW[how]
    with closing(bare(impatient, text)) as connection:
        assert all_of(connection).startswith(answer)
    wait_until(lambda: not impatient.server.server_state.connections, PATIENCE)


@pytest.mark.usefixtures("failures")
def test_many_who_say_nothing_hold_nobody_up(impatient: Running) -> None:
    silent = [bare(impatient) for _ in range(100)]
    health = f"http://127.0.0.1:{impatient.port}/api/health"
    assert httpx2.get(health, timeout=PATIENCE).status_code == 200
    for connection in silent:
        assert all_of(connection) == b""
        connection.close()


@pytest.mark.usefixtures("failures")
@pytest.mark.parametrize("by_the_system", [True, False])
def test_who_does_not_read_answers_is_cut_off(
    impatient: Running, by_the_system: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not by_the_system:
        monkeypatch.setattr("spielwerk.server.listen.give_up_silent", lambda *_: None)
    asks = "GET /api/games?language=en HTTP/1.1\r\nHost: x\r\n\r\n" * 60
    with closing(bare(impatient, asks)):
        connections = impatient.server.server_state.connections
        wait_until(lambda: bool(connections), PATIENCE)
        wait_until(lambda: not connections, 3 * PATIENCE)
        wait_until(lambda: not impatient.server.server_state.tasks, PATIENCE)


UPGRADE = (
    "GET /api/tables/{table}/live HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\n"
    "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


@pytest.mark.usefixtures("failures")
def test_a_socket_that_does_not_say_hello_is_closed(impatient: Running) -> None:
    table, _ = new_table(impatient)
    with dial(impatient, table) as line:
        assert code_of(line) == 4408


@pytest.mark.usefixtures("failures")
def test_a_socket_whose_other_end_is_gone_is_given_up(impatient: Running) -> None:
    table, _ = new_table(impatient)
    with closing(bare(impatient, UPGRADE.format(table=table))) as connection:
        assert connection.recv(4096).startswith(b"HTTP/1.1 101")
        connection.sendall(b"\x81\x82\x00\x00\x00\x00{}")  # a text of two letters, masked by zeros
        assert table.encode() in all_of(connection), "it was told, and then given up"
        wait_until(lambda: not tables_of(impatient)._open[table].watchers, PATIENCE)
    wait_until(lambda: not limiter_of(impatient)._sockets, PATIENCE)


def test_who_does_not_take_what_is_told_is_given_up() -> None:
    async def never(told: Any) -> None:
        await asyncio.Event().wait()

    async def told() -> str:
        return "{}"

    async def tell() -> None:
        stuck: Any = SimpleNamespace(send_text=never)
        table: Any = SimpleNamespace(look=told)
        line = Line(stuck, LiveIn, Limiter(Limits(patience=0.01)))
        line.changed.set()
        await line.tell(table)

    with pytest.raises(TooSlow):
        run(tell())


def test_limits_of_messages_are_those_of_uvicorn_too(running: Running) -> None:
    config = running.server.config
    assert config.ws_max_size == Limits().message
    assert config.forwarded_allow_ips == []
    assert not config.proxy_headers
    assert Limits().messages == Rate(5, 40)
