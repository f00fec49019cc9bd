"""What the computer says when somebody asks it: a hint, or how a game went."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from spielwerk.pictures.words import say
from spielwerk.server.errors import NotNow, NotYourSeat
from spielwerk.server.opened import Open, is_busy
from spielwerk.server.review import Review
from spielwerk.server.setup import FRIEND
from spielwerk.server.tables import Tables
from spielwerk.server.thinker import ThinkingFailed

HINT_SECONDS = 1.0


async def hint(tables: Tables, found: Open, given: Sequence[str]) -> dict[str, Any]:
    """What the computer would do, for somebody whose turn it is."""
    table = found.table
    if table.over:
        raise NotNow(say("The game is over: look through it instead."))
    if table.mover not in found.seats_of(given):
        raise NotYourSeat(say("Hints are for the player whose turn it is."))
    if any(seat.kind == FRIEND for seat in table.seats):
        raise NotNow(say("There are no hints in a game against a friend."))
    if table.setup.rated:
        raise NotNow(say("There are no hints in a game that counts."))
    return await tables.thinker.ask(
        "think", setup=table.setup.data, steps=table.steps, seconds=HINT_SECONDS
    )


def review(tables: Tables, found: Open) -> Review:
    """What the computer thinks of a game that is over; it goes on thinking meanwhile."""
    if not found.table.over:
        raise NotNow(say("The game is not over yet."))
    if found.review is None:
        found.review = Review(found.table)
    if not is_busy(found.reviewing) and not found.review.is_done:
        found.reviewing = asyncio.create_task(go_on(tables, found, found.review))
    return found.review


async def go_on(tables: Tables, found: Open, review: Review) -> None:
    """Think about one position after the other; if that fails, whoever asks again goes on."""

    async def think(**question: Any) -> dict[str, Any]:
        async with tables.limiter.thinking_at(found.id):
            return await tables.thinker.ask("think", **question)

    try:
        await review.go_on(think)
    except ThinkingFailed:
        return
