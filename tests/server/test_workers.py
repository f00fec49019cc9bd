"""Several servers at one database: any of them serves any table, and none does a thing twice."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import psutil
import pytest
from websockets.sync.client import ClientConnection

from spielwerk.server.app import Settings
from spielwerk.server.storage import Storage
from spielwerk.server.tables import Tables
from tests.server.conftest import Running
from tests.server.players import FRIENDS, PATIENCE, Player, client_of, set_table
from tests.server.postgres import Postgres
from tests.server.processes import Serving, wait_until


def hear_until(line: ClientConnection, holds: Callable[[Any], bool]) -> Any:
    """What a line tells, as soon as something holds."""
    while True:
        table = json.loads(line.recv(PATIENCE))
        if holds(table):
            return table


def friends_at(address: str, **more: Any) -> list[Player]:
    """Two friends at a table."""
    light, dark, _ = set_table(client_of(address), FRIENDS, **more)
    return [light, dark]


def one_against(address: str, level: int = 1) -> Player:
    """Somebody at a table with a computer."""
    seats: list[dict[str, Any]] = [{"kind": "here"}, {"kind": "computer", "level": level}]
    return set_table(client_of(address), seats)[0]


@pytest.fixture
def servers(shared_db: str) -> Iterator[list[str]]:
    """Two servers that share a database."""
    running = [Running(Settings(shared_db)) for _ in range(2)]
    yield [f"http://127.0.0.1:{server.port}" for server in running]
    for server in running:
        server.stop()


def test_a_step_at_one_server_is_seen_at_once_at_the_other(servers: list[str]) -> None:
    light, dark = friends_at(servers[0])
    with dark.through(servers[1]).watch() as line:
        hear_until(line, lambda table: table["number"] == 0)
        assert light.step("+g6").status_code == 200
        hear_until(line, lambda table: table["number"] == 1)
        assert light.through(servers[1]).step("r1", number=1).status_code == 200
        assert hear_until(line, lambda table: table["number"] == 2)["mover"] == 1


def test_who_looks_sees_what_another_server_has_stored_and_not_yet_told(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.setattr(Tables, "_hear", lambda tables, news: None)
    servers = request.getfixturevalue("servers")
    light, _ = friends_at(servers[0])
    other = light.through(servers[1])
    assert other.look()["number"] == 0
    light.step("+g6")
    assert other.look()["number"] == 1
    light.step("r1", number=1)
    with other.watch() as line:
        assert hear_until(line, lambda table: True)["number"] == 2


def test_who_looks_through_another_server_is_present(servers: list[str]) -> None:
    light, dark = friends_at(servers[0])
    with light.watch() as first:
        with dark.through(servers[1]).watch() as second:
            hear_until(first, lambda table: all(seat["present"] for seat in table["seats"]))
            hear_until(second, lambda table: all(seat["present"] for seat in table["seats"]))
        hear_until(first, lambda table: not table["seats"][1]["present"])


def test_of_two_servers_only_one_takes_the_next_step(
    servers: list[str], open_storage: Callable[[str], Storage], shared_db: str
) -> None:
    light, _ = friends_at(servers[0])
    players = [light, light.through(servers[1])]
    for player in players:
        player.look()
    with ThreadPoolExecutor(2) as pool:
        for number, choices in enumerate((("+g6", "+a6"), ("r1", "r2"))):
            answers = list(pool.map(Player.step, players, choices, [number, number]))
            assert sorted(answer.status_code for answer in answers) == [200, 409]
            refused = next(answer for answer in answers if answer.status_code == 409)
            assert refused.json()["table"]["number"] == number + 1
    assert len(open_storage(shared_db).load(light.name)[2]) == 2


def test_the_same_step_at_two_servers_counts_once(servers: list[str]) -> None:
    light, _ = friends_at(servers[0])
    players = [light, light.through(servers[1])]
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(Player.step, players, ["+g6", "+g6"], [0, 0]))
    assert [answer.status_code for answer in answers] == [200, 200]
    assert players[1].step("+g6", number=0).status_code == 200
    assert players[0].look()["number"] == 1


def test_the_computer_answers_once_wherever_people_look(servers: list[str]) -> None:
    me = one_against(servers[0])
    with me.watch() as first, me.through(servers[1]).watch() as second:
        me.step("+g6")
        me.through(servers[1]).step("r1", number=1)
        table = hear_until(first, lambda table: table["mover"] == 0 and table["number"] > 2)
        other = hear_until(second, lambda table: table["mover"] == 0 and table["number"] > 2)
        assert table["steps"] == other["steps"]


def test_a_die_is_thrown_once(servers: list[str]) -> None:
    light, _ = friends_at(servers[0], game="blockit")
    other = light.through(servers[1])
    with light.watch(), other.watch(), ThreadPoolExecutor(2) as pool:
        tables = list(pool.map(Player.look, [light, other] * 4))
    assert len({json.dumps(table["steps"]) for table in tables if table["steps"]}) == 1


def test_a_flag_falls_once(
    servers: list[str], open_storage: Callable[[str], Storage], shared_db: str
) -> None:
    clock = {"kind": "each", "minutes": 0.02, "increment": 0}
    light, dark = friends_at(servers[0], clock=clock)
    other = dark.through(servers[1])
    with light.watch() as first, other.watch() as second:
        light.step("+g6")
        for line in (first, second):
            assert hear_until(line, lambda table: table["over"])["result"]["winner"] == 1
    events = open_storage(shared_db).load(light.name)[2]
    assert [event.kind for event in events] == ["step", "flag"]


def test_another_server_plays_the_computer_when_one_dies(shared_db: str) -> None:
    with ExitStack() as stack:
        first = Serving(shared_db)
        stack.callback(first.close)
        second = Running(Settings(shared_db))
        stack.callback(second.stop)
        me = one_against(first.address, level=8)
        me.step("+g6")
        other = me.through(f"http://127.0.0.1:{second.port}")
        line = stack.enter_context(other.watch())
        me.step("r1", number=1)
        hear_until(line, lambda table: table["number"] == 2 and table["thinking"])
        first.kill()
        hear_until(line, lambda table: table["number"] > 2)


def test_nothing_is_lost_when_the_database_is_restarted() -> None:
    with ExitStack() as stack:
        postgres = Postgres()
        stack.callback(postgres.close)
        running = [Running(Settings(postgres.url)) for _ in range(2)]
        for server in running:
            stack.callback(server.stop)
        light, dark = friends_at(f"http://127.0.0.1:{running[0].port}")
        other = dark.through(f"http://127.0.0.1:{running[1].port}")
        line = stack.enter_context(other.watch())
        hear_until(line, lambda table: True)
        light.step("+g6")
        postgres.stop("immediate")
        refused = light.step("r1", number=1)
        assert refused.status_code == 503
        assert "try again" in refused.json()["error"]
        club = light.client.get("/api/club/tournaments")
        assert (club.status_code, club.headers["Retry-After"]) == (503, "2")
        postgres.start()
        wait_until(lambda: light.step("r1", number=1).status_code == 200)
        hear_until(line, lambda table: table["number"] == 2)


def lines_of(serving: Serving) -> list[int]:
    """How many lines each worker has that has some."""
    workers = psutil.Process(serving.process.pid).children()
    counts = [
        sum(line.status == "ESTABLISHED" and line.laddr.port == serving.port for line in lines)
        for lines in (worker.net_connections() for worker in workers)
    ]
    return [count for count in counts if count]


def test_several_workers_of_one_command_share_the_tables(shared_db: str) -> None:
    with ExitStack() as stack:
        serving = Serving(shared_db, "--workers", "2")
        stack.callback(serving.close)
        wait_until(lambda: serving.told.count("started") == 2)
        light, _ = friends_at(serving.address)
        serving.http.close()
        lines = [stack.enter_context(light.watch()) for _ in range(6)]
        for line in lines:
            hear_until(line, lambda table: table["number"] == 0)
        assert lines_of(serving) == [6], "all are at the worker that draws the table"
        assert light.step("+g6", number=0).status_code == 200
        for line in lines:
            hear_until(line, lambda table: table["number"] == 1)


def test_the_clock_of_a_server_may_be_set_back(
    open_storage: Callable[[str], Storage], shared_db: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = Running(Settings(shared_db))
    light, _ = friends_at(f"http://127.0.0.1:{first.port}")
    light.step("+g6")
    first.stop()
    earlier = open_storage(shared_db).time() - 3_600_000
    monkeypatch.setattr(Storage, "time", lambda _: earlier)
    second = Running(Settings(shared_db))
    light.through(f"http://127.0.0.1:{second.port}").step("r1", number=1)
    second.stop()
    placed, turned = open_storage(shared_db).load(light.name)[2]
    assert turned.at == placed.at
