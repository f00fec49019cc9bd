"""What is kept of a club as lines of a file, and back."""

from __future__ import annotations

import json
from typing import Any, TypeAlias

from sqlalchemy import Boolean, Column, Connection, Float, String, Table, insert, select, text

from spielwerk.server.club.schema import (
    ENTRIES,
    MEMBER_TOKENS,
    MEMBERS,
    PAIRINGS,
    RATED_COUNTS,
    RATED_GAMES,
    RATINGS,
    TABLE_MEMBERS,
    TOURNAMENTS,
)

KEPT = {
    table.name: table
    for table in (
        *(MEMBERS, MEMBER_TOKENS, TABLE_MEMBERS),
        *(RATINGS, RATED_GAMES, RATED_COUNTS),
        *(TOURNAMENTS, ENTRIES, PAIRINGS),
    )
}
"""Those that others refer to first. Who tried a passphrase how often is not for ever."""
LARGEST = 2**53

Row: TypeAlias = dict[str, Any]
"""A row by its columns, with the name of its table under `in`."""


def club_rows(connection: Connection) -> list[Row]:
    """All rows, those of a table in the order of its key."""
    return [
        {"in": name, **row._asdict()}
        for name, table in KEPT.items()
        for row in connection.execute(select(table).order_by(*table.primary_key)).all()
    ]


def read_row(line: str) -> Row:
    """A row from a line; ValueError or the like if it could not be kept."""
    row: Row = json.loads(line)
    table: Table = KEPT[row["in"]]
    if row.keys() != {"in", *table.c.keys()}:
        raise ValueError(row)
    for column in table.c:
        if not could_be(row[column.name], column):
            raise ValueError(column.name)
    return row


def could_be(value: object, column: Column[Any]) -> bool:
    """Whether a column can hold a value."""
    if value is None:
        return bool(column.nullable)
    if isinstance(column.type, String):
        return isinstance(value, str) and len(value) <= (column.type.length or LARGEST)
    if isinstance(column.type, Boolean):
        return isinstance(value, bool)
    if isinstance(column.type, Float):
        return isinstance(value, float)
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < LARGEST


def insert_rows(connection: Connection, rows: list[Row]) -> None:
    """Keep rows; members who come later get other numbers."""
    for name, table in KEPT.items():
        found = [row for row in rows if row["in"] == name]
        if found:
            values = [{key: row[key] for key in row if key != "in"} for row in found]
            connection.execute(insert(table), values)
    if connection.dialect.name == "postgresql":
        connection.execute(
            text(
                "SELECT setval(pg_get_serial_sequence('members', 'id'), max(id)) FROM members"
                " HAVING max(id) IS NOT NULL"
            )
        )
