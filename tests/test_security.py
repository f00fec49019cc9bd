"""Every threat in docs/security.md is played through by a test that exists."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from spielwerk.server.limits import PUBLIC, Limits

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "security.md").read_text("utf-8")
STATIC = ROOT / "src" / "spielwerk" / "web" / "static"


def rows(heading: str) -> list[list[str]]:
    """The rows of the table below a heading."""
    part = PAGE.split(f"## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


@pytest.fixture(scope="module")
def all_tests() -> set[str]:
    """The names of all tests."""
    return {
        node.name
        for path in (ROOT / "tests").rglob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


@pytest.mark.parametrize("threat", rows("Threats"), ids=lambda row: row[0])
def test_every_threat_has_a_test_that_exists(threat: list[str], all_tests: set[str]) -> None:
    what, stopped, tests = threat
    assert what
    assert stopped
    named = re.findall(r"`(\w+)`", tests)
    assert named
    assert not set(named) - all_tests


@pytest.mark.parametrize("file", ["test_intruders", "test_socket"])
def test_every_intruder_is_a_threat(file: str) -> None:
    tree = ast.parse((ROOT / "tests" / "server" / f"{file}.py").read_text("utf-8"))
    played = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    unnamed = {name for name in played if name.startswith("test_")} - set(
        re.findall(r"`(\w+)`", PAGE)
    )
    assert unnamed <= {
        "test_pages_of_this_server_may",
        "test_limits_of_messages_are_those_of_uvicorn_too",
    }


def test_the_limits_are_those_in_the_table() -> None:
    usual, public = Limits(), PUBLIC
    told = {row[0].split(" (")[0]: row[1:] for row in rows("How much a client gets")}
    for place, limits in enumerate((usual, public)):
        requests, tables = limits.requests, round(limits.tables.each_second * 3600)
        said = f"{requests.each_second} a second, {requests.at_once:,} at once"
        assert told["requests"][place] == said
        assert told["WebSockets at the same time"][place] == f"{limits.connections:,}"
        assert told["tables set"][place] == f"{tables:,} an hour"
        assert told["tables set that are open and not over"][place] == f"{limits.open_tables:,}"
        questions = told["questions to the computer at the same time"]
        assert questions[place] == str(limits.thoughts)
    assert told["bytes of a request, of a message"][0] == f"{usual.body:,} and {usual.message:,}"
    assert told["seconds for a head, a body, a hello"][0] == f"{usual.hello:.0f}"
    assert told["seconds to take what is sent, to answer a ping"][0] == f"{usual.patience:.0f}"
    assert told["seconds that a connection may lie idle"][0] == f"{usual.idle:.0f}"


def test_links_carry_secrets_where_browsers_do_not_send_them() -> None:
    found = []
    for path in STATIC.glob("*.js"):
        lines = path.read_text("utf-8").splitlines()
        found += [line.strip() for line in lines if "seat=" in line and "`" in line]
        assert not re.search(r"[?&]seat", "".join(lines)), path
        for line in lines:
            assert not ("fetch(" in line and "secret" in line), path
    assert found, "links are made somewhere"
    assert all("#" in line or line.startswith("const hash = ") for line in found)
