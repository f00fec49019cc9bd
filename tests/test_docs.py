"""What exists is documented, and what the documents point to exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import typer

import spielwerk
from spielwerk.cli import app
from spielwerk.core import errors
from spielwerk.core.registry import game_class
from tests.ways import KEYS

PROJECT = Path(__file__).parents[1]
PAGES = sorted([*PROJECT.glob("*.md"), *PROJECT.glob("docs/*.md")])
COMMANDS = typer.main.get_command(app).commands  # type: ignore[attr-defined]


def page(name: str) -> str:
    """A page of the documentation."""
    return (PROJECT / "docs" / name).read_text("utf-8")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_and_its_options_are_documented(command: str) -> None:
    text = page("command-line.md")
    assert f"spielwerk {command}" in text
    for parameter in COMMANDS[command].params:
        for name in parameter.opts:
            assert name in text if name.startswith("--") else True


def test_every_command_for_tables_is_documented() -> None:
    text = page("command-line.md")
    for name, command in COMMANDS["tables"].commands.items():
        assert f"spielwerk tables {name}" in text
        for option in (name for parameter in command.params for name in parameter.opts):
            assert option in text if option.startswith("--") else True


@pytest.mark.parametrize("key", KEYS)
def test_every_option_of_every_game_is_documented(key: str) -> None:
    for option in game_class(key).all_options:
        assert f"`{option.name}" in page("games.md"), option.name


def test_every_error_is_documented() -> None:
    classes = [kind for kind in vars(errors).values() if isinstance(kind, type)]
    ours = [kind.__name__ for kind in classes if issubclass(kind, errors.SpielwerkError)]
    assert len(ours) >= 7
    for name in ours:
        assert f"{name}`" in page("index.md"), name


def test_every_public_name_has_a_docstring() -> None:
    for name in spielwerk.__all__:
        assert getattr(spielwerk, name).__doc__, name


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(PROJECT)))
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text("utf-8")):
        assert (path.parent / target).exists(), target


def test_the_example_stays_short() -> None:
    lines = (PROJECT / "examples" / "connect_four.py").read_text("utf-8").splitlines()
    assert len(lines) < 120


@pytest.mark.parametrize("folder", ["src", "tests", "docs", "tools", "examples", "benchmarks"])
def test_the_project_speaks_only_of_itself(folder: str) -> None:
    for path in (PROJECT / folder).rglob("*.*"):
        if path.suffix in {".py", ".md", ".toml", ".txt"} and path.name != Path(__file__).name:
            assert "../shared" not in path.read_text("utf-8"), path
