"""Tables that were abandoned are let go; nothing that is in use is."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from fastapi.testclient import TestClient

from spielwerk.server.errors import NoSuchTable
from spielwerk.server.live import Line
from spielwerk.server.secret import hash_of
from spielwerk.server.settings import DAY, Keep
from spielwerk.server.setup import Seat, Setup
from spielwerk.server.storage import EVENTS, SECRETS, Storage
from spielwerk.server.table import Event
from spielwerk.server.upkeep import prune, prune_idle, remove, to_be_removed
from tests.server.players import FRIENDS, client_of, set_table
from tests.server.processes import LONG, wait_until

DATABASES = ("sqlite", "postgresql")

SETUP = Setup("kipp4", (Seat("friend"), Seat("friend")))
NOW = 100 * DAY
STEP = Event("step", 0, "+g6")


def add(storage: Storage, name: str, day: int, *events: Event) -> None:
    """A table that was set and left on a day."""
    storage.create(name, SETUP, {0: hash_of(name)}, day * DAY)
    for number, event in enumerate(events):
        storage.append(name, number, [replace(event, at=day * DAY)])


@pytest.fixture
def storage(open_storage: Callable[[str], Storage], db: str) -> Storage:
    found = open_storage(db)
    add(found, "empty", 10)
    add(found, "left", 20, STEP)
    add(found, "over", 30, STEP, Event("resign", 0))
    add(found, "young", 95, STEP)
    found.create("long", SETUP, {}, 5 * DAY)
    found.append("long", 0, [Event("step", 0, "+g6", 6 * DAY), Event("step", 0, "r1", 99 * DAY)])
    return found


def left(storage: Storage) -> set[str]:
    return set(to_be_removed(storage, Keep(0), 1000 * DAY))


def test_tables_where_nothing_happened_go_with_all_that_is_theirs(storage: Storage) -> None:
    assert prune(storage, Keep(days=30), NOW) == 3
    assert left(storage) == {"young", "long"}
    with storage.engine.connect() as connection:
        assert {row.table_id for row in connection.execute(EVENTS.select())} == {"young", "long"}
        assert {row.table_id for row in connection.execute(SECRETS.select())} == {"young"}
    with pytest.raises(NoSuchTable):
        storage.load("left")


def test_finished_games_may_be_kept_longer(storage: Storage) -> None:
    assert prune(storage, Keep(days=30, finished_days=80), NOW) == 2
    assert left(storage) == {"over", "young", "long"}
    assert prune(storage, Keep(days=30, finished_days=60), NOW) == 1
    assert left(storage) == {"young", "long"}


def test_finished_games_are_looked_at_once(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep = Keep(days=30, finished_days=90)
    prune(storage, keep, NOW)
    monkeypatch.setattr("spielwerk.server.upkeep.is_over", lambda *_: pytest.fail("again"))
    assert prune(storage, keep, NOW, since=keep.before(NOW)) == 0
    assert prune(storage, keep, NOW + 21 * DAY, since=keep.before(NOW)) == 1
    assert "over" not in left(storage), "its time has come"


def test_unless_told_all_is_kept(storage: Storage) -> None:
    assert list(to_be_removed(storage, Keep(), NOW)) == []


def test_many_are_found_a_few_at_a_time(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spielwerk.server.upkeep.BATCH", 2)
    for number in range(7):
        add(storage, f"t{number}", 1)
    assert prune(storage, Keep(days=30), NOW) == 10


def test_a_table_where_something_has_just_happened_stays(storage: Storage) -> None:
    storage.append("left", 1, [Event("step", 0, "r1", NOW)])
    assert not remove(storage, "left", 70 * DAY)
    assert storage.load("left")[3] == {0: hash_of("left")}


def test_what_another_worker_has_removed_is_not_counted_again(storage: Storage) -> None:
    assert remove(storage, "left", 70 * DAY)
    assert not remove(storage, "left", 70 * DAY)


def test_a_game_that_cannot_be_played_on_is_kept_like_a_finished_one(storage: Storage) -> None:
    storage.append("left", 1, [Event("step", 0, "nonsense", 20 * DAY)])
    assert prune(storage, Keep(days=30, finished_days=90), NOW) == 1
    assert storage.load("left")


def test_a_table_that_something_else_refers_to_stays(storage: Storage) -> None:
    with storage.engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE prizes (t VARCHAR(16) REFERENCES tables (id))")
        connection.exec_driver_sql("INSERT INTO prizes VALUES ('left')")
    assert prune(storage, Keep(days=30), NOW) == 2
    assert storage.load("left")[3] == {0: hash_of("left")}


def test_where_somebody_looks_nothing_is_removed(client: TestClient) -> None:
    watched, unwatched = (set_table(client, FRIENDS)[0] for _ in range(2))
    tables: Any = client.app.state.tables  # type: ignore[attr-defined]

    portal: Any = client.portal

    def prune_all() -> int:
        return int(portal.call(prune_idle, tables, Keep(0), tables.now() + DAY))

    with client.websocket_connect(f"{watched.table}/live") as socket:
        socket.send_json({})
        socket.receive_json()
        assert prune_all() == 1
    assert client.get(watched.table).status_code == 200
    assert client.get(unwatched.table).status_code == 404


def test_what_nobody_can_reach_goes_soon_though_python_does_not_look(client: TestClient) -> None:
    class Loop:
        own: Loop

    gc.disable()
    try:
        made = Loop()
        made.own = made
        seen = weakref.ref(made)
        del made
        wait_until(lambda: seen() is None)
    finally:
        gc.enable()


def test_a_line_that_has_ended_leaves_nothing_for_the_collector(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    held: list[weakref.ref[Line[Any]]] = []
    hold = Line.hold

    def told_of(line: Line[Any], begin: Any) -> Any:
        held.append(weakref.ref(line))
        return hold(line, begin)

    monkeypatch.setattr(Line, "hold", told_of)
    monkeypatch.setattr(gc, "collect", lambda *_: 0)
    gc.disable()
    try:
        light, *_ = set_table(client_of(address), FRIENDS)
        with light.watch() as line:
            line.recv(LONG)
            assert held[0]() is not None
        wait_until(lambda: held[0]() is None)
    finally:
        gc.enable()
