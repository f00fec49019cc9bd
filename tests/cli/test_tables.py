"""`spielwerk tables`: looking after the tables of a server from a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from spielwerk.server.secret import hash_of
from spielwerk.server.setup import Seat, Setup
from spielwerk.server.storage import Storage
from spielwerk.server.table import Event
from tests.cli.running import plain, refusal, run, shown

SETUP = Setup("kipp4", (Seat("here"), Seat("computer", 3)))
COMMANDS = ("export", "import", "backup", "prune", "list", "show")


@pytest.fixture
def db(tmp_path: Path) -> str:
    storage = Storage(f"sqlite:///{tmp_path / 'club.db'}")
    storage.create("abc", SETUP, {0: hash_of("secret")}, 1_700_000_000_000)
    storage.append("abc", 0, [Event("step", 0, "+g6", 1_700_000_060_000)])
    storage.close()
    return str(tmp_path / "club.db")


@pytest.mark.parametrize("command", COMMANDS)
def test_help_ends_with_an_example(command: str) -> None:
    last = plain(run("tables", command, "--help").stdout).rstrip().splitlines()[-1]
    assert last.strip().startswith(f"spielwerk tables {command}")


def test_help_names_every_command() -> None:
    said = plain(run("tables", "--help").stdout)
    assert all(f"│ {command} " in said for command in COMMANDS)


def test_tables_go_out_and_come_in(db: str, tmp_path: Path) -> None:
    file, other = str(tmp_path / "tables.jsonl.gz"), str(tmp_path / "other.db")
    assert shown("tables", "export", file, "--db", db) == f"1 tables are in {file}.\n"
    new = shown("tables", "import", file, "--db", other)
    assert new == "1 tables are new; 0 were there already.\n"
    again = shown("tables", "import", file, "--db", other)
    assert again == "0 tables are new; 1 were there already.\n"
    assert "abc" in shown("tables", "list", "--db", other)


def test_a_copy_of_the_database(db: str, tmp_path: Path) -> None:
    copy = str(tmp_path / "copy.db")
    assert shown("tables", "backup", copy, "--db", db) == f"The copy is {copy}.\n"
    assert shown("tables", "list", "--db", copy) == shown("tables", "list", "--db", db)


def test_abandoned_tables_are_named_then_removed(db: str) -> None:
    named = shown("tables", "prune", "--days", "30", "--dry-run", "--db", db)
    assert named == "abc\n1 tables would be removed.\n"
    assert "abc" in shown("tables", "list", "--db", db)
    assert shown("tables", "prune", "--days", "30", "--db", db) == "1 tables were removed.\n"
    assert "abc" not in shown("tables", "list", "--db", db)


def test_tables_are_listed_and_shown(db: str) -> None:
    row = shown("tables", "list", "--db", db).splitlines()[3].split()
    assert row == ["abc", "kipp4", "here,", "computer", "2023-11-14", "22:14", "1"]
    record = shown("tables", "show", "abc", "--db", db)
    assert record.rstrip().endswith("1. +g6 *")
    assert "Players: here, computer" in shown("replay", "-", stdin=record)
    assert refusal("tables", "show", "nothing", "--db", db).startswith("There is no such table")


def test_what_is_not_there_is_not_made(tmp_path: Path) -> None:
    missing = str(tmp_path / "missing.db")
    for words in (("export", "x"), ("backup", "x"), ("list",), ("prune", "--days", "1")):
        assert refusal("tables", *words, "--db", missing) == f"There is no database {missing}."
    assert not Path(missing).exists()


def test_what_is_no_database_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("This is a text, and not a short one. " * 40, "utf-8")
    for words in (("list",), ("backup", str(tmp_path / "copy"))):
        assert "file is not a database" in refusal(
            "tables", *words, "--db", str(tmp_path / "text.db")
        )
    assert not (tmp_path / "copy").exists()
