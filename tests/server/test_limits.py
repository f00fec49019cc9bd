"""How much a client gets: by the request, the table, the thought; and what is forgotten."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx2
import pytest

from spielwerk.server import limits as module
from spielwerk.server.errors import TooMuch
from spielwerk.server.limits import PUBLIC, Bucket, Buckets, Limiter, Limits, Rate
from spielwerk.server.settings import Settings
from tests.server.players import FRIENDS, set_table
from tests.server.processes import run
from tests.server.quiet import quiet_client, quiet_server

NOW_AND_THEN = 0.001


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def limiter(clock: Clock, **limits: Any) -> Limiter:
    return Limiter(Limits(**limits), clock=clock)


def test_a_bucket_gives_so_much_at_once_and_then_by_the_second(clock: Clock) -> None:
    bucket = Bucket(Rate(2, 3), clock)
    assert [bucket.take() for _ in range(4)] == [0, 0, 0, 0.5]
    clock.now += 0.5
    assert bucket.take() == 0
    clock.now += 100
    assert [bucket.take() for _ in range(4)] == [0, 0, 0, 0.5]


def test_a_clock_that_goes_back_takes_nothing_away(clock: Clock) -> None:
    bucket = Bucket(Rate(1, 2), clock)
    clock.now -= 50
    assert bucket.take() == 0


def test_a_bucket_can_be_overdrawn_but_not_without_end(clock: Clock) -> None:
    bucket = Bucket(Rate(1, 3), clock)
    bucket.spend(1000)
    assert bucket.missing(0) == 3


def test_clients_that_matter_no_longer_are_forgotten(clock: Clock) -> None:
    buckets = Buckets(Rate(1, 3), clock)
    for number in range(100):
        buckets.of(number).take()
    assert len(buckets.kept) == 100
    clock.now += 10
    buckets.of("another")
    assert list(buckets.kept) == ["another"]


def test_of_too_many_clients_the_oldest_are_forgotten(clock: Clock) -> None:
    buckets = Buckets(Rate(1, 3), clock, most=10)
    for number in range(100):
        buckets.of(number).take()
    assert list(buckets.kept) == list(range(90, 100))


@pytest.mark.parametrize(
    ("host", "client"),
    [
        ("127.0.0.1", None),
        ("::1", None),
        ("::ffff:127.0.0.1", None),
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
        ("somewhere", "somewhere"),
    ],
)
def test_a_client_is_an_address_and_this_machine_is_not_limited(
    host: str, client: str | None
) -> None:
    assert Limiter(Limits()).client({"client": (host, 5)}) == client


def test_on_a_public_server_this_machine_is_limited_too() -> None:
    assert Limiter(PUBLIC).client({"client": ("127.0.0.1", 5)}) == "127.0.0.1"


def test_each_player_at_a_table_has_steps_of_their_own(clock: Clock) -> None:
    steps = limiter(clock, steps=Rate(1, 2))
    steps.step("table", frozenset({0}))
    steps.step("table", frozenset({0}))
    with pytest.raises(TooMuch):
        steps.step("table", frozenset({0}))
    steps.step("table", frozenset({1}))
    steps.step("other", frozenset({0}))
    for _ in range(9):
        steps.step("table", frozenset())


def test_connections_are_counted_until_they_end(clock: Clock) -> None:
    few = limiter(clock, connections=1)
    with few.listening("ann"):
        with pytest.raises(TooMuch, match="close some"), few.listening("ann"):
            pass
        with few.listening("bo"), few.listening(None), few.listening(None):
            pass
    with few.listening("ann"):
        pass
    assert not few._sockets


def test_a_proxy_may_connect_as_often_as_it_likes(clock: Clock) -> None:
    few = Limiter(Limits(connections=1), ("192.0.2.0/24",), clock)
    assert [few.connect("198.51.100.1") for _ in range(3)] == [True, True, False]
    assert all(few.connect("192.0.2.9") for _ in range(9))
    for _ in range(3):
        few.disconnect("198.51.100.1")
    assert not few._connections
    assert few.connect("198.51.100.1")


def test_tables_are_limited_by_the_hour_and_by_how_many_go_on(clock: Clock) -> None:
    going_on = {"a", "b"}
    few = limiter(clock, tables=Rate(1 / 60, 3), open_tables=2)
    few.may_set_table("ann", going_on.__contains__)
    few.has_set("a", "ann")
    few.may_set_table("ann", going_on.__contains__)
    few.has_set("b", "ann")
    with pytest.raises(TooMuch, match="finish one first"):
        few.may_set_table("ann", going_on.__contains__)
    going_on.clear()
    few.may_set_table("ann", going_on.__contains__)
    with pytest.raises(TooMuch, match="set another in 1 min") as refused:
        few.may_set_table("ann", going_on.__contains__)
    assert refused.value.seconds == 60
    few.may_set_table("bo", going_on.__contains__)


def test_who_set_a_table_is_not_remembered_for_ever(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_CLIENTS", 5)
    few = limiter(clock)
    for number in range(20):
        few.has_set(str(number), "ann")
    assert len(few._setters) == 5


def test_thinking_is_paid_for_by_the_second(clock: Clock) -> None:
    few = limiter(clock, thinking=Rate(0.5, 4))

    async def think(client: str | None, seconds: float) -> None:
        async with few.thinking_for(client):
            clock.now += seconds

    run(think("ann", 8))
    with pytest.raises(TooMuch, match="ask again in") as refused:
        run(think("ann", 1))
    run(think("bo", 1))
    run(think(None, 1))
    clock.now += refused.value.seconds
    run(think("ann", 1))


def test_only_so_many_thoughts_at_once(clock: Clock) -> None:
    few = limiter(clock, thoughts=1)

    async def think_twice() -> None:
        async with few.thinking_for("ann"), few.thinking_for("ann"):
            raise AssertionError("two at once")

    with pytest.raises(TooMuch):
        run(think_twice())
    assert not few._thoughts


def test_an_opponent_waits_until_it_may_think_for_who_set_the_table(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    few, waited = limiter(clock, thinking=Rate(1, 5)), []
    few.has_set("table", "ann")

    async def pause(seconds: float) -> None:
        waited.append(seconds)
        clock.now += seconds

    async def think() -> None:
        async with few.thinking_at("table"):
            clock.now += 8
        async with few.thinking_at("table"):
            pass

    monkeypatch.setattr(asyncio, "sleep", pause)
    run(think())
    assert len(waited) >= 3


def test_too_many_requests_are_refused_in_the_language_of_the_reader(db: str) -> None:
    few = Limits(requests=Rate(NOW_AND_THEN, 2))
    with quiet_client(Settings(db, limits=few)) as client:
        client.get("/api/health")
        client.get("/api/health")
        refused = client.get("/api/games", headers={"Accept-Language": "de-LU"})
        assert refused.status_code == 429
        assert int(refused.headers["Retry-After"]) > 100
        assert refused.json()["error"].startswith("Das war zu viel auf einmal")
        page = client.get("/", headers={"Accept-Language": "nl"})
        assert page.status_code == 429
        assert page.text.startswith("Dat was te veel tegelijk")
        assert page.headers["X-Frame-Options"] == "DENY"


def test_too_many_tables_are_refused_also_when_they_are_rematches(db: str) -> None:
    few = Limits(tables=Rate(NOW_AND_THEN, 2), open_tables=1)
    with quiet_client(Settings(db, limits=few)) as client:
        light, *_ = set_table(client, FRIENDS)
        light.look()
        refused = client.post("/api/tables", json={"game": "kipp4", "seats": FRIENDS})
        assert refused.status_code == 429
        assert "1 table" in refused.json()["error"]
        light.act("resign")
        assert light.act("rematch").status_code == 200
        refused = client.post("/api/tables", json={"game": "kipp4", "seats": FRIENDS})
        assert "set another in" in refused.json()["error"]
        assert "Retry-After" in refused.headers


def test_steps_at_a_table_are_limited_but_a_watcher_uses_none_of_them(db: str) -> None:
    few = Limits(steps=Rate(NOW_AND_THEN, 2))
    with quiet_client(Settings(db, limits=few)) as client:
        light, dark, watcher = set_table(client, FRIENDS)
        for _ in range(5):
            assert watcher.step("+g6").status_code == 403
        assert light.step("+g6").status_code == 200
        assert light.step("r1").status_code == 200
        assert light.act("undo").status_code == 429
        assert dark.step("+g6").status_code != 429


def test_hints_are_limited(db: str) -> None:
    with quiet_client(Settings(db, limits=Limits(thoughts=0))) as client:
        me, _ = set_table(client, [{"kind": "here"}, {"kind": "computer", "level": 1}])
        refused = me.send("hint")
        assert refused.status_code == 429
        assert "The computer has thought much for you" in refused.json()["error"]


@pytest.mark.parametrize(("proxies", "believed"), [(("127.0.0.1",), True), ((), False)])
def test_only_a_named_proxy_is_believed_when_it_says_who_asks(
    db: str, proxies: tuple[str, ...], believed: bool
) -> None:
    few = Limits(requests=Rate(NOW_AND_THEN, 1), this_machine=True)
    with quiet_server(Settings(db, proxies=proxies, limits=few)) as running:
        url = f"http://127.0.0.1:{running.port}/api/health"
        answers = [
            httpx2.get(url, headers={"X-Forwarded-For": f"192.0.2.1, 198.51.100.{number}"})
            for number in range(2)
        ]
        statuses = [answer.status_code for answer in answers]
        assert statuses == ([200, 200] if believed else [200, 429])
