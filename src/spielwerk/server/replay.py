"""A table told again from its events, each of which must follow from those before it."""

from __future__ import annotations

from collections.abc import Iterable

from spielwerk.core.errors import SpielwerkError
from spielwerk.server.names import clean
from spielwerk.server.setup import Setup
from spielwerk.server.table import PHRASES, Event, Table


class NotByTheRules(SpielwerkError):
    """Events that no table could have come to."""


def replay(setup: Setup, created: int, events: Iterable[Event]) -> Table:
    """The table, if everything at it went by the rules."""
    table = Table(setup, created)
    for number, event in enumerate(events):
        try:
            check(table, event)
            table.apply(event)
        except SpielwerkError as error:
            raise NotByTheRules(f"Event {number} ({event.kind}): {error}") from None
    return table


def check(table: Table, event: Event) -> None:
    """Fail if an event cannot be the next at a table."""
    if event.kind not in CHECKS:
        raise NotByTheRules(f"There is no such event: there is {', '.join(CHECKS)}.")
    if event.seat is not None and event.seat not in range(len(table.seats)):
        raise NotByTheRules(f"There is no seat {event.seat}.")
    if event.kind not in ("step", "flag") and event.seat not in table.people:
        raise NotByTheRules("Nobody sits there.")
    if table.over and event.kind not in ("phrase", "join", "rematch"):
        raise NotByTheRules("The game is over.")
    if not CHECKS[event.kind](table, event):
        raise NotByTheRules(f"{event.value!r} of seat {event.seat} does not follow.")


def _step(table: Table, event: Event) -> bool:
    return table.thrown_next if event.seat is None else table.mover == event.seat


def _undo(table: Table, event: Event) -> bool:
    return event.seat is not None and event.value == str(table.undo_target(event.seat))


def _offer(table: Table, event: Event) -> bool:
    if table.offer is not None or event.seat is None:
        return False
    if event.value == "draw":
        return len(table.people) == len(table.seats)
    return event.value == "undo" and table.undo_target(event.seat) is not None


def _accept(table: Table, event: Event) -> bool:
    return table.offer is not None and event.seat not in table.offer.accepted


def _decline(table: Table, event: Event) -> bool:
    return table.offer is not None


def _resign(table: Table, event: Event) -> bool:
    return True


def _flag(table: Table, event: Event) -> bool:
    whose = None if table.setup.clock.kind == "table" else table.mover
    return table.clock_runs and event.seat == whose


def _phrase(table: Table, event: Event) -> bool:
    return event.value in PHRASES


def _join(table: Table, event: Event) -> bool:
    return event.value == clean(event.value)


def _rematch(table: Table, event: Event) -> bool:
    return table.over and table.next_table is None


CHECKS = {
    check.__name__.removeprefix("_"): check
    for check in (
        *(_step, _undo, _offer, _accept, _decline, _resign, _flag, _phrase, _join, _rematch),
    )
}
