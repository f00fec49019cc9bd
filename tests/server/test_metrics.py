"""What an operator can measure, and who may read it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from prometheus_client.parser import text_string_to_metric_families

from spielwerk.server.app import Settings, create_app
from tests.server.players import AGAINST, FRIENDS, set_table
from tests.server.processes import wait_until

HERE = ("127.0.0.1", 50000)
ELSEWHERE = ("192.0.2.7", 50000)


def numbers(client: TestClient) -> dict[str, float]:
    """All numbers, by name and labels."""
    told = client.get("/metrics")
    assert told.status_code == 200, told.text
    found = {}
    for family in text_string_to_metric_families(told.text):
        for sample in family.samples:
            labels = ",".join(f"{name}={value}" for name, value in sample.labels.items())
            found[f"{sample.name}{{{labels}}}" if labels else sample.name] = sample.value
    return found


@pytest.fixture
def client(db: str) -> Iterator[TestClient]:
    with TestClient(create_app(Settings(db)), client=HERE) as running:
        yield running


def test_tables_steps_and_times_are_counted(client: TestClient) -> None:
    light, _, watcher = set_table(client, FRIENDS)
    light.step("+g6")
    light.act("phrase", "hello")
    watcher.step("r1")
    found = numbers(client)
    assert found["spielwerk_tables_made_total"] == 1
    assert found["spielwerk_tables_open"] == 1
    assert found["spielwerk_events_total{kind=step}"] == 1
    assert found["spielwerk_events_total{kind=phrase}"] == 1
    assert found["spielwerk_refusals_total{status=403}"] == 1
    assert found["spielwerk_stored_seconds_count"] == 3, "a table, a step and a phrase"
    steps = "{method=POST,route=/api/tables/{table}/steps}"
    assert found[f"spielwerk_answered_seconds_count{steps}"] == 2
    assert found["spielwerk_storage_errors_total"] == 0
    assert found["spielwerk_requests"] == 1, "this one"


def test_who_listens_is_counted(client: TestClient) -> None:
    light, *_ = set_table(client, FRIENDS)
    with client.websocket_connect(f"{light.table}/live") as socket:
        socket.send_json({})
        socket.receive_json()
        assert numbers(client)["spielwerk_connections"] == 1
    wait_until(lambda: numbers(client)["spielwerk_connections"] == 0)


def test_what_the_computer_thinks_about_is_counted(client: TestClient) -> None:
    me, _ = set_table(client, AGAINST)
    me.send("hint")
    found = numbers(client)
    assert found["spielwerk_thought_seconds_count"] == 1
    assert found["spielwerk_questions{state=thinking}"] == 0
    assert found["spielwerk_questions{state=waiting}"] == 0


def test_more_questions_than_cores_wait(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spielwerk.server.metrics.cores", lambda: 2)
    client.app.state.metrics.look(tables=0, questions=5)  # type: ignore[attr-defined]
    text = client.app.state.metrics.text.decode()  # type: ignore[attr-defined]
    assert 'spielwerk_questions{state="thinking"} 2.0' in text
    assert 'spielwerk_questions{state="waiting"} 3.0' in text


def test_a_thinking_process_that_died_is_counted(client: TestClient) -> None:
    thinker = client.app.state.tables.thinker  # type: ignore[attr-defined]
    thinker._process.kill()
    wait_until(lambda: thinker._process.returncode is not None)
    assert client.get("/api/ready").status_code == 200
    assert numbers(client)["spielwerk_thinker_restarts_total"] == 1


def test_a_database_that_fails_is_no_fault_of_the_client(client: TestClient) -> None:
    light, *_ = set_table(client, FRIENDS)
    tables = client.app.state.tables  # type: ignore[attr-defined]
    with tables.storage.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE events RENAME TO elsewhere")
    failed = client.get(light.table)
    assert failed.status_code == 503
    assert failed.headers["Retry-After"] == "2"
    assert numbers(client)["spielwerk_storage_errors_total"] == 1


def test_whatever_is_asked_for_has_few_names(client: TestClient) -> None:
    client.request("FROBNICATE", "/api/tables/abc")
    client.get("/no/such/page")
    client.get("/static/base.css")
    routes = {name for name in numbers(client) if name.startswith("spielwerk_answered_seconds_c")}
    assert all("FROB" not in name and "/no/such" not in name for name in routes)
    assert "spielwerk_answered_seconds_count{method=GET,route=/static}" in routes


def test_two_servers_count_for_themselves(client: TestClient, tmp_path: Path) -> None:
    set_table(client, FRIENDS)
    with TestClient(create_app(Settings("sqlite://")), client=HERE) as other:
        assert numbers(other)["spielwerk_tables_made_total"] == 0


def test_without_a_token_only_this_machine_may_read(db: str) -> None:
    app = create_app(Settings(db))
    with TestClient(app, client=HERE) as here:
        assert here.get("/metrics").status_code == 200
        forwarded = here.get("/metrics", headers={"X-Forwarded-For": "192.0.2.7"})
        assert forwarded.status_code == 403, "a proxy asks for somebody else"
    with TestClient(app, client=ELSEWHERE) as elsewhere:
        refused = elsewhere.get("/metrics")
        assert refused.status_code == 403
        assert "spielwerk" not in refused.text


def test_with_a_token_whoever_has_it_may_read(db: str) -> None:
    with TestClient(create_app(Settings(db, metrics_token="chestnut")), client=ELSEWHERE) as client:  # noqa: S106
        for said in ("", "Bearer", "Bearer walnut", "chestnut", "Bearer chestnutt", "Bearer ü"):
            refused = client.get("/metrics", headers={b"Authorization": said.encode()})
            assert refused.status_code == 401
            assert refused.headers["WWW-Authenticate"] == "Bearer"
        allowed = client.get("/metrics", headers={"Authorization": "Bearer chestnut"})
        assert allowed.status_code == 200


COUNT = """
import os, sys
from spielwerk.server.metrics import Metrics
metrics = Metrics()
metrics.happened("step")
metrics.look(tables=3, questions=0)
if sys.argv[1] == "killed":
    os._exit(0)
print(metrics.text.decode())
"""


def test_workers_that_share_a_folder_tell_the_numbers_of_all(tmp_path: Path) -> None:
    env = os.environ | {"PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}
    words = [sys.executable, "-c", COUNT]
    subprocess.run([*words, "killed"], env=env, check=True)
    second = subprocess.run([*words, "asked"], env=env, check=True, capture_output=True, text=True)
    assert 'spielwerk_events_total{kind="step"} 2.0' in second.stdout, "counted is counted"
    assert "spielwerk_tables_open 3.0" in second.stdout, "what was killed has none open"
