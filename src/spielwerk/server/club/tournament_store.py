"""Tournaments as they are kept. All that is decided about one is decided one after the other."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, TypeVar

from sqlalchemy import Connection, Row, delete, insert, select, update

from spielwerk.club.tournament import Entry, Kind, Pairing, Tournament, ranks
from spielwerk.core.registry import game
from spielwerk.pictures.words import say
from spielwerk.server.club.members import fold
from spielwerk.server.club.rating_store import count_game
from spielwerk.server.club.schema import ENTRIES, PAIRINGS, TOURNAMENTS
from spielwerk.server.errors import NoSuchTable
from spielwerk.server.setup import Clock
from spielwerk.server.storage import Storage

T = TypeVar("T")


@dataclass(frozen=True)
class Plan:
    """What is settled before a tournament begins."""

    name: str
    game: str
    kind: Kind
    rounds: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)
    clock: Clock = field(default_factory=Clock)
    position: str | None = None

    @property
    def game_name(self) -> str:
        """What the game is called."""
        return game(self.game, **self.options).name

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Plan:
        """From plain data."""
        return cls(**{**data, "clock": Clock(**data["clock"])})


@dataclass(frozen=True)
class Kept:
    """A tournament with all that is kept of it."""

    id: str
    plan: Plan
    tournament: Tournament
    organiser: str
    """The hash of the organiser's secret."""
    hashes: Mapping[int, str]
    """Those of the secrets that people got when they entered."""
    version: int
    created: int


class TournamentStore:
    """All tournaments."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage

    def create(self, tournament_id: str, plan: Plan, organiser: str, now: int) -> None:
        """Keep a new tournament, with the hash of its organiser's secret."""
        row = {"id": tournament_id, "setup": json.dumps(asdict(plan)), "organiser": organiser}
        with self.storage.writing() as connection:
            connection.execute(
                insert(TOURNAMENTS).values(**row, version=0, created=now, changed=now)
            )

    def load(self, tournament_id: str) -> Kept:
        """A tournament as it is."""
        with self.storage.at_once() as connection:
            return _load(connection, tournament_id)

    def newest(self, most: int) -> list[Kept]:
        """The last tournaments."""
        with self.storage.at_once() as connection:
            ids = connection.execute(
                select(TOURNAMENTS.c.id).order_by(TOURNAMENTS.c.created.desc()).limit(most)
            ).scalars()
            return [_load(connection, found) for found in ids.all()]

    def versions(self, ids: Sequence[str]) -> dict[str, int]:
        """How often tournaments have changed."""
        with self.storage.at_once() as connection:
            rows = connection.execute(
                select(TOURNAMENTS.c.id, TOURNAMENTS.c.version).where(TOURNAMENTS.c.id.in_(ids))
            ).all()
        return {row.id: row.version for row in rows}

    def unfinished(self, since: int) -> list[str]:
        """Tournaments in which games are to be played, if something has happened since."""
        with self.storage.at_once() as connection:
            return list(
                connection.execute(
                    select(TOURNAMENTS.c.id)
                    .join(PAIRINGS, PAIRINGS.c.tournament_id == TOURNAMENTS.c.id)
                    .where(PAIRINGS.c.result.is_(None), TOURNAMENTS.c.changed > since)
                    .distinct()
                ).scalars()
            )

    def place_of(self, table: str) -> str | None:
        """The tournament to which a table belongs."""
        with self.storage.at_once() as connection:
            return connection.execute(
                select(PAIRINGS.c.tournament_id).where(PAIRINGS.c.table_id == table)
            ).scalar()

    def change(self, tournament_id: str, now: int, decide: Callable[[Connection, Kept], T]) -> T:
        """Decide something about a tournament that nobody else changes meanwhile."""
        later = update(TOURNAMENTS).where(TOURNAMENTS.c.id == tournament_id)

        def change(connection: Connection) -> T:
            # The first write holds the row: all others wait for the end of this.
            connection.execute(later.values(version=TOURNAMENTS.c.version + 1, changed=now))
            return decide(connection, _load(connection, tournament_id))

        return self.storage.decide(change)


def _load(connection: Connection, tournament_id: str) -> Kept:
    row = connection.execute(select(TOURNAMENTS).where(TOURNAMENTS.c.id == tournament_id)).first()
    if row is None:
        raise NoSuchTable(say("There is no such tournament: check the link."))
    entries = connection.execute(
        select(ENTRIES).where(ENTRIES.c.tournament_id == tournament_id).order_by(ENTRIES.c.number)
    ).all()
    pairings = connection.execute(
        select(PAIRINGS)
        .where(PAIRINGS.c.tournament_id == tournament_id)
        .order_by(PAIRINGS.c.round, PAIRINGS.c.board)
    ).all()
    plan = Plan.of(json.loads(row.setup))
    tournament = Tournament(
        plan.kind,
        plan.rounds,
        tuple(_entry(found) for found in entries),
        tuple(_pairing(found) for found in pairings),
    )
    hashes = {found.number: found.hash for found in entries if found.hash is not None}
    return Kept(row.id, plan, tournament, row.organiser, hashes, row.version, row.created)


def _entry(row: Row[Any]) -> Entry:
    return Entry(row.number, row.name, row.level, row.member_id, row.seed, row.dropped)


def _pairing(row: Row[Any]) -> Pairing:
    return Pairing(row.round, row.board, row.first, row.second, row.result, row.way, row.table_id)


def add_entry(connection: Connection, kept: Kept, entry: Entry, secret: str | None) -> None:
    """Somebody takes part."""
    connection.execute(
        insert(ENTRIES).values(
            tournament_id=kept.id,
            number=entry.number,
            name=entry.name,
            folded=fold(entry.name),
            level=entry.level,
            member_id=entry.member,
            hash=secret,
            seed=entry.seed,
            dropped=entry.dropped,
        )
    )


def keep_entry(connection: Connection, kept: Kept, entry: Entry) -> None:
    """Somebody has a place by strength, or has dropped out."""
    mine = (ENTRIES.c.tournament_id == kept.id) & (ENTRIES.c.number == entry.number)
    connection.execute(update(ENTRIES).where(mine).values(seed=entry.seed, dropped=entry.dropped))


def remove_entry(connection: Connection, kept: Kept, number: int) -> None:
    """Somebody does not take part after all."""
    mine = (ENTRIES.c.tournament_id == kept.id) & (ENTRIES.c.number == number)
    connection.execute(delete(ENTRIES).where(mine))


def add_round(connection: Connection, kept: Kept, pairings: Sequence[Pairing]) -> None:
    """The next round."""
    rows = [
        {
            "tournament_id": kept.id,
            "round": pairing.round,
            "board": pairing.board,
            "first": pairing.first,
            "second": pairing.second,
            "result": pairing.result,
            "way": pairing.way,
        }
        for pairing in pairings
    ]
    connection.execute(insert(PAIRINGS), rows)


def keep_table(connection: Connection, kept: Kept, pairing: Pairing, table: str) -> None:
    """The table at which two meet, unless they have one."""
    mine = _mine(kept, pairing) & PAIRINGS.c.table_id.is_(None)
    connection.execute(update(PAIRINGS).where(mine).values(table_id=table))


def keep_result(connection: Connection, kept: Kept, pairing: Pairing) -> None:
    """What came of a game; it counts for the ratings if both are rated and have played it."""
    values = {"result": pairing.result, "way": pairing.way}
    connection.execute(update(PAIRINGS).where(_mine(kept, pairing)).values(values))
    if pairing.table is None or pairing.second is None or pairing.result is None:
        return
    entries = (kept.tournament.entry(pairing.first), kept.tournament.entry(pairing.second))
    players = [entry.rated_as for entry in entries]
    rated = [player for player in players if player is not None]
    if len(rated) == 2:
        counted = ranks(pairing.result) if pairing.way != "default" else None
        count_game(connection, pairing.table, kept.plan.game, rated, counted)


def _mine(kept: Kept, pairing: Pairing) -> Any:
    return (
        (PAIRINGS.c.tournament_id == kept.id)
        & (PAIRINGS.c.round == pairing.round)
        & (PAIRINGS.c.board == pairing.board)
    )
