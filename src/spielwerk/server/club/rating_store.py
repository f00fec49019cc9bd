"""Ratings of a game and the games they come from. A game counts once, and in order."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from spielwerk.club.ratings import Rating, rate
from spielwerk.server.club.schema import RATED_COUNTS, RATED_GAMES, RATINGS, TABLE_MEMBERS
from spielwerk.server.storage import Storage


@dataclass(frozen=True)
class Rated:
    """A player's rating in a game."""

    player: str
    rating: Rating = field(default_factory=Rating)
    games: int = 0


def count_game(
    connection: Connection,
    table: str,
    game: str,
    players: Sequence[str],
    ranks: Sequence[int] | None,
) -> None:
    """Let a game count, once; if it did with another outcome, that is corrected.

    Without ranks it counts no longer.
    """
    number = _take_turn(connection, game)
    found = connection.execute(select(RATED_GAMES).where(RATED_GAMES.c.table_id == table)).first()
    if found is None:
        if ranks is not None and len(set(players)) == len(players):
            row = {"players": json.dumps(list(players)), "ranks": json.dumps(list(ranks))}
            connection.execute(
                insert(RATED_GAMES).values(table_id=table, game=game, number=number, **row)
            )
            _rate(connection, game, players, ranks)
    elif ranks is None:
        connection.execute(delete(RATED_GAMES).where(RATED_GAMES.c.table_id == table))
        _rate_again(connection, game)
    elif json.loads(found.ranks) != list(ranks):
        kept = update(RATED_GAMES).where(RATED_GAMES.c.table_id == table)
        connection.execute(kept.values(ranks=json.dumps(list(ranks))))
        _rate_again(connection, game)


def _take_turn(connection: Connection, game: str) -> int:
    """The number of the next rated game; all others wait until this one is done."""
    mine = RATED_COUNTS.c.game == game
    counted = connection.execute(
        update(RATED_COUNTS).where(mine).values(number=RATED_COUNTS.c.number + 1)
    )
    if counted.rowcount == 0:
        connection.execute(insert(RATED_COUNTS).values(game=game, number=1))
    return int(connection.execute(select(RATED_COUNTS.c.number).where(mine)).scalar_one())


def _rate(connection: Connection, game: str, players: Sequence[str], ranks: Sequence[int]) -> None:
    known = {rated.player: rated for rated in ratings_of(connection, game, players)}
    for rated in _rated(known, players, ranks):
        _keep(connection, game, rated)


def _rate_again(connection: Connection, game: str) -> None:
    """All ratings of a game from its games: one of them was not as it seemed."""
    connection.execute(delete(RATINGS).where(RATINGS.c.game == game))
    rows = connection.execute(
        select(RATED_GAMES).where(RATED_GAMES.c.game == game).order_by(RATED_GAMES.c.number)
    ).all()
    known: dict[str, Rated] = {}
    for row in rows:
        after = _rated(known, json.loads(row.players), json.loads(row.ranks))
        known |= {rated.player: rated for rated in after}
    for rated in known.values():
        _keep(connection, game, rated)


def _rated(known: Mapping[str, Rated], players: Sequence[str], ranks: Sequence[int]) -> list[Rated]:
    """The ratings of those who played a game, after it."""
    before = [known.get(player, Rated(player)) for player in players]
    after = rate([rated.rating for rated in before], ranks)
    return [
        Rated(rated.player, rating, rated.games + 1)
        for rated, rating in zip(before, after, strict=True)
    ]


def _keep(connection: Connection, game: str, rated: Rated) -> None:
    values = {"mean": rated.rating.mean, "doubt": rated.rating.doubt, "games": rated.games}
    mine = (RATINGS.c.game == game) & (RATINGS.c.player == rated.player)
    if connection.execute(update(RATINGS).where(mine).values(values)).rowcount == 0:
        connection.execute(insert(RATINGS).values(game=game, player=rated.player, **values))


def ratings_of(
    connection: Connection, game: str, players: Sequence[str] | None = None
) -> list[Rated]:
    """The ratings in a game: of some players, or of all, the strongest first."""
    query = select(RATINGS).where(RATINGS.c.game == game).order_by(RATINGS.c.mean.desc())
    if players is not None:
        query = query.where(RATINGS.c.player.in_(players))
    return [
        Rated(row.player, Rating(row.mean, row.doubt), row.games)
        for row in connection.execute(query).all()
    ]


class RatingStore:
    """The ratings, and which seats at tables members have."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage

    def ratings(self, game: str) -> list[Rated]:
        """All ratings in a game, the strongest first."""
        with self.storage.at_once() as connection:
            return ratings_of(connection, game)

    def take_seat(self, table: str, seat: int, member: int) -> None:
        """A member has a seat at a table; the first who has it keeps it."""
        row = {"table_id": table, "seat": seat, "member_id": member}
        with suppress(IntegrityError), self.storage.writing() as connection:
            connection.execute(insert(TABLE_MEMBERS).values(row))

    def members_at(self, table: str) -> dict[int, int]:
        """The members at a table, by their seats."""
        with self.storage.at_once() as connection:
            rows = connection.execute(
                select(TABLE_MEMBERS.c.seat, TABLE_MEMBERS.c.member_id).where(
                    TABLE_MEMBERS.c.table_id == table
                )
            ).all()
        return {row.seat: row.member_id for row in rows}

    def count(self, table: str, game: str, players: Sequence[str], ranks: Sequence[int]) -> None:
        """Let a game that is over count."""

        def count(connection: Connection) -> None:
            count_game(connection, table, game, players, ranks)

        self.storage.decide(count)
