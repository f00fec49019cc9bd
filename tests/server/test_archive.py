"""All tables as a file and back; a copy of the database while it is used."""

from __future__ import annotations

import gzip
import json
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from spielwerk.server.archive import ArchiveError, bring_in, export
from spielwerk.server.backup import backup
from spielwerk.server.club.members import Members
from spielwerk.server.club.rating_store import RatingStore
from spielwerk.server.club.tournament_store import Plan, TournamentStore
from spielwerk.server.secret import hash_of
from spielwerk.server.setup import Seat, Setup
from spielwerk.server.storage import Storage
from spielwerk.server.table import Event

DATABASES = ("sqlite", "postgresql")

FRIENDS = Setup("kipp4", (Seat("friend"), Seat("friend", name="Zoë")))
ALONE = Setup("qbq", (Seat("here"), Seat("computer", 3), Seat("here")), {"players": 3})
EVENTS = [Event("step", 0, "+g6", 8), Event("step", 0, "r1", 9), Event("phrase", 1, "hello", 10)]


@pytest.fixture
def storage(open_storage: Callable[[str], Storage], db: str) -> Storage:
    found = open_storage(db)
    found.create("abc", FRIENDS, {0: hash_of("secret"), 1: hash_of("other")}, 7)
    found.append("abc", 0, EVENTS)
    found.create("xyz", ALONE, {0: hash_of("mine")}, 70)
    return found


@pytest.fixture
def other(open_storage: Callable[[str], Storage], tmp_path: Path) -> Storage:
    return open_storage(f"sqlite:///{tmp_path / 'other.db'}")


@pytest.fixture
def file(storage: Storage, tmp_path: Path) -> Path:
    path = tmp_path / "tables.jsonl"
    export(storage, path)
    return path


def names(storage: Storage) -> list[str]:
    with storage.engine.connect() as connection:
        return [row[0] for row in connection.exec_driver_sql("SELECT id FROM tables ORDER BY id")]


def change(file: Path, line: int, **changes: Any) -> None:
    """Write another value into a line, counted from 1."""
    lines = file.read_text("utf-8").splitlines()
    lines[line - 1] = json.dumps(json.loads(lines[line - 1]) | changes)
    file.write_text("\n".join(lines) + "\n", "utf-8")


@pytest.mark.parametrize("name", ["tables.jsonl", "tables.jsonl.gz"])
def test_all_tables_go_out_and_come_in_again(
    storage: Storage, other: Storage, tmp_path: Path, name: str
) -> None:
    told: list[tuple[int, int]] = []
    assert export(storage, tmp_path / name, lambda *far: told.append(far)) == 2
    assert bring_in(other, tmp_path / name) == (2, 0)
    for table in ("abc", "xyz"):
        assert other.load(table) == storage.load(table)
    assert told == [(1, 2), (2, 2)]
    assert sorted(tmp_path.glob("*.part")) == []


def test_more_tables_than_are_read_at_a_time(
    storage: Storage, other: Storage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spielwerk.server.archive.BATCH", 3)
    for number in range(10):
        storage.create(f"t{number}", FRIENDS, {}, number)
        storage.append(f"t{number}", 0, EVENTS[: 1 + number % 3])
    export(storage, tmp_path / "many")
    assert bring_in(other, tmp_path / "many") == (12, 0)
    assert names(other) == names(storage)
    assert other.load("t5") == storage.load("t5")


def test_what_happens_meanwhile_is_not_held_up_and_not_in_the_file(
    storage: Storage,
    other: Storage,
    open_storage: Callable[[str], Storage],
    db: str,
    tmp_path: Path,
) -> None:
    server = open_storage(db)

    def go_on(done: int, _: int) -> None:
        server.append("xyz", done - 1, [Event("phrase", 0, "hello", 80)])

    export(storage, tmp_path / "tables", go_on)
    bring_in(other, tmp_path / "tables")
    assert len(server.load("xyz")[2]) == 2
    assert other.load("xyz")[2] == []


def test_a_file_has_no_secret_and_says_what_it_is(file: Path) -> None:
    first, second, _ = file.read_text("utf-8").splitlines()
    told = {"format": "spielwerk tables", "version": 1, "tables": 2, "club": 0}
    assert json.loads(first) == told
    assert json.loads(second)["secrets"]["0"] == hash_of("secret")
    assert json.loads(second)["events"][0] == ["step", 0, "+g6", 8]


def test_what_is_there_already_stays_and_the_rest_comes_in(storage: Storage, file: Path) -> None:
    assert bring_in(storage, file) == (0, 2)
    with storage.engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM secrets WHERE table_id = 'xyz'")
        connection.exec_driver_sql("DELETE FROM tables WHERE id = 'xyz'")
    assert bring_in(storage, file) == (1, 1)


def test_a_table_that_went_on_is_not_overwritten(storage: Storage, file: Path) -> None:
    storage.append("abc", 3, [Event("phrase", 0, "hello", 11)])
    with pytest.raises(ArchiveError, match=r"line 2: Table abc is in the database already, and d"):
        bring_in(storage, file)
    assert len(storage.load("abc")[2]) == 4


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"events": [["step", 0, "+c4", 8]]}, r"line 3: Table xyz: Event 0 \(step\): .*\+c4"),
        ({"events": [["step", 1, "+a6", 8]]}, "line 3: Table xyz: Event 0"),
        ({"events": [["step", 0]]}, "line 3: This is not the line of a table"),
        ({"events": 7}, "line 3: This is not the line of a table"),
        ({"id": "x" * 17}, "line 3: This is not the line of a table"),
        ({"id": "abc"}, "line 3: Table abc"),
        ({"created": "now"}, "line 3: This is not the line of a table"),
        ({"secrets": {"7": "a" * 64}}, "line 3: Table xyz: It has secrets of seats that are not"),
        ({"setup": {}}, "line 3: Table xyz: Its setup cannot be read"),
        ({"setup": ALONE.data | {"key": "chess"}}, "line 3: Table xyz: There is no game 'chess'"),
    ],
)
def test_one_bad_table_and_nothing_comes_in(
    other: Storage, file: Path, changes: dict[str, Any], message: str
) -> None:
    change(file, 3, **changes)
    with pytest.raises(ArchiveError, match=message):
        bring_in(other, file)
    assert names(other) == []


def test_a_file_that_is_none_is_refused(other: Storage, file: Path, tmp_path: Path) -> None:
    for content, message in (
        (b"", "is no file of"),
        (b'{"format": "else", "tables": 1}\n', "is no file of"),
        (file.read_bytes().replace(b'"version": 1', b'"version": 9'), "has version 9; this pro"),
        (file.read_bytes().replace("ë".encode(), b"\xff"), "not a text in UTF-8"),
        (file.read_bytes()[:-1].rpartition(b"\n")[0] + b"\n", "2 tables and has 1"),
        (file.read_bytes()[:-9], "line 3: This is not the line"),
    ):
        (tmp_path / "bad").write_bytes(content)
        with pytest.raises(ArchiveError, match=message):
            bring_in(other, tmp_path / "bad")
    packed = gzip.compress(file.read_bytes())
    for content, message in ((packed[:-9], "its end is gone"), (b"plain", "cannot be read")):
        (tmp_path / "bad.gz").write_bytes(content)
        with pytest.raises(ArchiveError, match=message):
            bring_in(other, tmp_path / "bad.gz")
    with pytest.raises(ArchiveError, match="No such file"):
        bring_in(other, tmp_path / "missing")
    assert names(other) == []


# The club.


def found_club(storage: Storage) -> str:
    """Two members, a game that counted, a tournament; the token of the first."""
    members = Members(storage)
    (ann, token), (bo, _) = (
        members.register(name, "walnut and maple", 5) for name in ("Ann", "Bo")
    )
    RatingStore(storage).take_seat("abc", 0, ann.id)
    players = [f"member {ann.id}", f"member {bo.id}"]
    RatingStore(storage).count("abc", "kipp4", players, [0, 1])
    TournamentStore(storage).create("monday", Plan("Monday", "kipp4", "swiss"), "0" * 64, 6)
    return token


def test_the_club_goes_along(storage: Storage, other: Storage, tmp_path: Path) -> None:
    token = found_club(storage)
    export(storage, tmp_path / "all")
    assert bring_in(other, tmp_path / "all") == (2, 0)
    assert Members(other).find(token, 7).name == "Ann"
    assert Members(other).sign_in("bo", "walnut and maple", 7)[0].name == "Bo"
    assert RatingStore(other).ratings("kipp4") == RatingStore(storage).ratings("kipp4")
    assert RatingStore(other).members_at("abc") == RatingStore(storage).members_at("abc")
    assert TournamentStore(other).load("monday") == TournamentStore(storage).load("monday")


def test_the_club_comes_back_to_where_it_was(
    storage: Storage, other: Storage, tmp_path: Path
) -> None:
    found_club(other)
    export(other, tmp_path / "all")
    bring_in(storage, tmp_path / "all")
    assert bring_in(storage, tmp_path / "all") == (0, 0)
    late, _ = Members(storage).register("Cem", "walnut and maple", 8)
    assert late.id not in RatingStore(storage).members_at("abc").values()


def test_another_club_is_not_mixed_in(storage: Storage, other: Storage, tmp_path: Path) -> None:
    found_club(storage)
    export(storage, tmp_path / "all")
    Members(other).register("Cem", "walnut and maple", 5)
    with pytest.raises(ArchiveError, match=r"has a club already.*Nothing was imported"):
        bring_in(other, tmp_path / "all")
    assert names(other) == []


@pytest.mark.parametrize("db", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"in": "secrets"}, "line 4: This is not the line of a club"),
        ({"name": 7}, "line 4: This is not the line of a club"),
        ({"name": "x" * 25}, "line 4: This is not the line of a club"),
        ({"salt": None}, "line 4: This is not the line of a club"),
        ({"more": 1}, "line 4: This is not the line of a club"),
        ({"id": True}, "line 4: This is not the line of a club"),
        ({"id": 99}, "does not fit together"),
    ],
)
def test_one_bad_line_of_the_club_and_nothing_comes_in(
    storage: Storage, other: Storage, tmp_path: Path, changes: dict[str, Any], message: str
) -> None:
    found_club(storage)
    export(storage, tmp_path / "all")
    change(tmp_path / "all", 4, **changes)
    with pytest.raises(ArchiveError, match=message):
        bring_in(other, tmp_path / "all")
    assert names(other) == []


@pytest.mark.parametrize("db", ["sqlite"], indirect=True)
def test_a_club_whose_end_is_gone_is_refused(
    storage: Storage, other: Storage, tmp_path: Path
) -> None:
    found_club(storage)
    export(storage, tmp_path / "all")
    whole = (tmp_path / "all").read_text("utf-8").splitlines()
    (tmp_path / "all").write_text("\n".join(whole[:-1]) + "\n", "utf-8")
    with pytest.raises(ArchiveError, match="lines of the club and has"):
        bring_in(other, tmp_path / "all")


def test_a_file_that_cannot_be_written_says_why(storage: Storage, tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match=r"nowhere.*cannot be written: No such file"):
        export(storage, tmp_path / "nowhere" / "tables")


@pytest.mark.parametrize("db", ["sqlite"], indirect=True)
def test_a_copy_is_made_while_the_database_is_written(
    storage: Storage, open_storage: Callable[[str], Storage], db: str, tmp_path: Path
) -> None:
    writer = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("DELETE FROM events")
    backup(db, tmp_path / "copy.db")
    writer.execute("ROLLBACK")
    writer.close()
    assert not (tmp_path / "copy.db-wal").exists()
    copy = open_storage(f"sqlite:///{tmp_path / 'copy.db'}")
    assert copy.load("abc") == storage.load("abc")


@pytest.mark.parametrize("db", ["sqlite"], indirect=True)
def test_a_copy_is_not_made_over_the_database(storage: Storage, db: str, tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match="is the database itself"):
        backup(db, tmp_path / "tables.db")
    assert names(storage) == ["abc", "xyz"]


def test_postgresql_is_copied_by_its_own_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = "postgresql+psycopg://ann:walnut@db.example/club"
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(ArchiveError) as refused:
        backup(url, tmp_path / "club.dump")
    said = f"pg_dump --format=custom --file={tmp_path}/club.dump postgresql://ann@db.example/club"
    assert str(refused.value).endswith(said)
