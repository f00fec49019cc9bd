"""First lessons through the API: steps are tried, judged, and refused when a task is over."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient


def try_steps(client: TestClient, *steps: str, task: int = 0, status: int = 200) -> Any:
    answer = client.post(f"/api/lessons/kipp4/{task}", json={"steps": list(steps)})
    assert answer.status_code == status, answer.text
    return answer.json()


def test_a_task_is_shown_tried_and_solved(client: TestClient) -> None:
    shown = try_steps(client)
    assert shown["state"] == "going"
    assert shown["touches"]
    assert shown["motions"] == []
    solved = try_steps(client, "+g6")
    assert solved["state"] == "solved"
    assert solved["touches"] == []
    assert solved["told"] == "Light places a marble on g6."
    assert solved["motions"][0][0]["end"] == "g6"
    assert solved["say"] != shown["say"]


def test_a_task_that_is_over_takes_no_more_steps(client: TestClient) -> None:
    refused = try_steps(client, "+g6", "r1", status=400)
    assert refused["error"] == "The task is over: try it again from its start."


@pytest.mark.parametrize("task", [-1, 99])
def test_a_lesson_has_no_other_tasks(client: TestClient, task: int) -> None:
    assert "The lesson has the tasks 0 to 7" in try_steps(client, task=task, status=404)["error"]
