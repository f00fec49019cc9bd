"""Workers of one machine hand connections to each other."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import pytest

from spielwerk.server.neighbours import FOLDER, Neighbours
from tests.server.processes import run

HEAD = b"GET /api/tables/abc/live HTTP/1.1\r\n\r\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(FOLDER, str(tmp_path))
    return tmp_path


def owners(workers: list[Neighbours], target: bytes) -> list[int]:
    """Which workers would serve a target themselves, and hand it to nobody."""
    here, there = socket.socketpair()
    with here, there:
        return [
            number
            for number, each in enumerate(workers)
            if not each.hand_over(target, there.fileno(), HEAD)
        ]


def test_every_table_is_one_workers_and_all_have_some(folder: Path) -> None:
    async def play() -> None:
        workers = [Neighbours(name) for name in ("one", "two", "three")]
        for each in workers:
            each.open(lambda connection, head: connection.close())
        found = []
        for number in range(60):
            found.append(owners(workers, b"/api/tables/t%d/live" % number))
            await asyncio.sleep(0)  # they take what they are given
        assert {len(each) for each in found} == {1}
        assert {each[0] for each in found} == {0, 1, 2}
        assert owners(workers, b"/api/tables/t1") == [0, 1, 2], "only lines are handed over"
        for each in workers:
            each.close()

    run(play())
    assert list(folder.iterdir()) == []


def test_a_connection_comes_along_with_its_request(folder: Path) -> None:
    async def play() -> None:
        one, two = Neighbours("one"), Neighbours("two")
        taken: asyncio.Queue[tuple[socket.socket, bytes]] = asyncio.Queue()
        for each in (one, two):
            each.open(lambda *handed: taken.put_nowait(handed))
        (mine,) = owners([one, two], b"/api/tables/abc/live")
        (await taken.get())[0].close()  # which the other gave to find that out
        here, there = socket.socketpair()
        assert (two, one)[mine].hand_over(b"/api/tables/abc/live", there.fileno(), HEAD)
        there.close()
        connection, head = await taken.get()
        with here, connection:
            assert head == HEAD
            connection.sendall(b"hello")
            assert here.recv(5) == b"hello"
        one.close()
        two.close()

    run(play())


def test_who_has_died_is_forgotten(folder: Path) -> None:
    async def play() -> None:
        alive = Neighbours("alive")
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as dead:
            dead.bind(str(folder / "dead.sock"))
        alive.open(lambda *_: None)
        for number in range(20):
            assert owners([alive], b"/api/tables/t%d/live" % number) == [0]
        assert [path.name for path in folder.iterdir()] == ["alive.sock"]
        alive.close()

    run(play())


def test_a_server_that_is_alone_hands_nothing_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(FOLDER, raising=False)
    alone = Neighbours()
    alone.open(lambda *_: None)
    assert owners([alone], b"/api/tables/abc/live") == [0]
