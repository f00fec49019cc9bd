"""Tournaments and ratings as others see them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

from spielwerk.club.standings import RESULTS
from spielwerk.club.tournament import Entry
from spielwerk.pictures.words import say
from spielwerk.server.club.rating_store import Rated
from spielwerk.server.club.tournament_store import Kept

FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""A spreadsheet would work out a cell that begins with one of these."""


def tournament_out(kept: Kept, language: str) -> dict[str, Any]:
    """All that everybody may see of a tournament."""
    tournament = kept.tournament
    return {
        **summary_out(kept),
        "entries": [
            {
                "number": entry.number,
                "name": shown_name(entry, language),
                "level": entry.level,
                "member": entry.member is not None,
                "dropped": entry.dropped,
            }
            for entry in tournament.entries
        ],
        "pairings": [
            {
                "round": pairing.round,
                "board": pairing.board,
                "first": pairing.first,
                "second": pairing.second,
                "table": pairing.table,
                "result": pairing.result,
                "way": pairing.way,
            }
            for pairing in tournament.pairings
        ],
        "standings": [
            {
                "place": at.place,
                "number": at.player,
                "points": at.points,
                "buchholz": at.buchholz,
                "sonneborn_berger": at.sonneborn_berger,
                "direct": at.direct,
                "games": at.games,
            }
            for at in tournament.standings
        ],
    }


def summary_out(kept: Kept) -> dict[str, Any]:
    """A tournament in a list."""
    tournament = kept.tournament
    state = "over" if tournament.over else "running" if tournament.round else "open"
    return {
        "id": kept.id,
        "version": kept.version,
        "name": kept.plan.name,
        "game": {"key": kept.plan.game, "name": kept.plan.game_name},
        "kind": kept.plan.kind,
        "state": state,
        "round": tournament.round,
        "rounds": tournament.all_rounds,
        "undecided": len(tournament.undecided),
        "players": len(tournament.entries),
        "created": kept.created,
    }


def shown_name(entry: Entry, language: str) -> str:
    """What somebody is called in a language."""
    if entry.level is None:
        return entry.name
    _, _, copy = entry.name.partition(" (")
    told = say("Computer, level {level}", level=entry.level).into(language)
    return f"{told} ({copy}" if copy else told


def rating_out(rated: Rated, names: dict[int, str], language: str) -> dict[str, Any]:
    """A player's rating."""
    kind, _, number = rated.player.partition(" ")
    level = int(number) if kind == "level" else None
    told = say("Computer, level {level}", level=level).into(language) if level else ""
    return {
        "name": told or names[int(number)],
        "level": level,
        "rating": rated.rating.shown,
        "uncertainty": rated.rating.uncertainty,
        "games": rated.games,
    }


def standings_csv(kept: Kept) -> str:
    """The standings as a table for other programs."""
    names = {entry.number: entry for entry in kept.tournament.entries}
    rows = (
        (
            at.place,
            names[at.player].name,
            at.points,
            at.buchholz,
            at.sonneborn_berger,
            at.direct,
            at.games,
            "yes" if names[at.player].dropped else "no",
        )
        for at in kept.tournament.standings
    )
    head = ("place", "name", "points", "buchholz", "sonneborn_berger", "direct", "games", "dropped")
    return as_csv(head, rows)


def games_csv(kept: Kept) -> str:
    """All games as a table for other programs."""
    names = {entry.number: entry.name for entry in kept.tournament.entries}
    rows = (
        (
            pairing.round,
            pairing.board,
            names[pairing.first],
            "" if pairing.second is None else names[pairing.second],
            pairing.result or "",
            *(RESULTS[pairing.result] if pairing.result else ("", "")),
            pairing.way or "",
            pairing.table or "",
        )
        for pairing in kept.tournament.pairings
    )
    head = ("round", "board", "first", "second", "result", "points_first", "points_second")
    return as_csv((*head, "way", "table"), rows)


def as_csv(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Rows as CSV."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(head)
    writer.writerows([harmless(cell) for cell in row] for row in rows)
    return text.getvalue()


def harmless(cell: object) -> object:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULAS) else cell
