"""A table: who sits there, what has happened, and what may happen next. No input, no output.

A table is its setup and a list of numbered events. Everything else follows from them, so a table
that is read again from the storage is the same table.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from spielwerk.core.errors import SpielwerkError
from spielwerk.core.position import Position
from spielwerk.core.record import Record
from spielwerk.core.state import pack, unpack, without_turns
from spielwerk.pictures.words import say
from spielwerk.server.errors import NotNow, NotYourSeat
from spielwerk.server.names import clean
from spielwerk.server.setup import COMPUTER, HERE, Seat, Setup

SUBSTITUTE = 3
"""The level that takes over the seat of somebody who leaves a table of three or four."""
PHRASES = {
    "hello": say("Hello!"),
    "good luck": say("Good luck!"),
    "well played": say("Well played!"),
    "thanks": say("Thank you!"),
    "oops": say("Oops!"),
    "one moment": say("One moment, please."),
    "again?": say("Another game?"),
    "bye": say("Goodbye!"),
}
"""All that can be said at a table."""


@dataclass(frozen=True)
class Event:
    """Something that happened at a table."""

    kind: str
    """step, undo, offer, accept, decline, resign, flag, phrase, join or rematch."""
    seat: int | None = None
    """Who did it; None for the die and the clock."""
    value: str = ""
    at: int = 0
    """When, in milliseconds since 1970."""

    @property
    def taker(self) -> int:
        """Who did what only somebody with a seat can do."""
        if self.seat is None:
            raise SpielwerkError(f"Only somebody with a seat can {self.kind}.")
        return self.seat


@dataclass(frozen=True)
class Offer:
    """A draw, or that a turn be taken back, offered by a seat and accepted by some."""

    kind: str
    by: int
    accepted: frozenset[int] = frozenset()
    steps: int = 0
    """How many steps are left when it is taken back."""


@dataclass(frozen=True)
class Ending:
    """How a game ended, if not by its rules."""

    kind: str
    """draw, resign or flag."""
    seat: int | None = None
    """Who gave up or ran out of time."""


class Taken(NamedTuple):
    """A step that was taken, and how the table stood before."""

    step: str
    seat: int | None
    """Who took it; None for the die."""
    turn: int
    """How many turns were finished."""
    entries: bytes
    """Those of the position, packed: a table may lie open for hours."""
    left: tuple[float, ...]
    """Milliseconds that each seat had."""


class Table:
    """A table as it stands."""

    def __init__(self, setup: Setup, created: int = 0) -> None:
        self.setup = setup
        self.seats = list(setup.seats)
        self.position = setup.start
        self.since = created
        """When the present position came about."""
        self.taken: list[Taken] = []
        self.left = [60_000 * setup.clock.minutes] * len(self.seats)
        """Milliseconds left to each seat when the present turn began; the first if all share."""
        self.offer: Offer | None = None
        self.ending: Ending | None = None
        self.said: list[tuple[int | None, str]] = []
        self.next_table: str | None = None
        self.number = 0
        """How many events there were."""
        self._foreseen: Position | None = None
        """The position after the step that was found possible last."""

    # What it is.

    def position_after(self, number: int) -> Position:
        """The position after so many steps of the game as it stands."""
        if number == len(self.taken):
            return self.position
        start, past = self.setup.start, self.taken[: number + 1]
        turn_starts = start.turn_starts
        if start.game.repetition:
            begun = [taken for before, taken in pairwise(past) if taken.turn != before.turn]
            turn_starts += tuple(without_turns(taken.entries) for taken in begun)
        found = replace(
            start,
            entries=unpack(past[number].entries),
            history=self.steps[:number],
            turn_starts=turn_starts,
        )
        return found.leading_to(self.position) if number == len(self.taken) - 1 else found

    @property
    def steps(self) -> tuple[str, ...]:
        """The steps of the game as it stands."""
        return self.position.history

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.ending is not None or self.position.over

    @property
    def mover(self) -> int | None:
        """The seat that is to take the next step."""
        return None if self.over else self.position.player

    @property
    def winner(self) -> int | None:
        """Who has won."""
        if self.ending is None or self.position.over:
            return self.position.winner
        if self.ending.seat is not None and len(self.seats) == 2:
            return 1 - self.ending.seat
        return self.position.halt().winner if self.ending.kind == "flag" else None

    @property
    def thrown_next(self) -> bool:
        """Whether a die is to be thrown."""
        return not self.over and self.position.chance is not None

    @property
    def people(self) -> list[int]:
        """The seats that no computer has."""
        return [number for number, seat in enumerate(self.seats) if seat.kind != COMPUTER]

    @property
    def record(self) -> Record:
        """The game so far."""
        names = ", ".join(seat.name or seat.kind for seat in self.seats)
        headers = {"Players": names}
        if self.ending is not None:
            headers |= {"Termination": self.ending.kind, "Result": self._result()}
        return Record.of(self.position, headers)

    def _result(self) -> str:
        """How the end is written in a record."""
        players = len(self.seats)
        if self.winner is None:
            return "0" if players == 1 else "-".join([f"1/{players}"] * players)
        return "-".join("1" if seat == self.winner else "0" for seat in range(players))

    def time_left(self, now: int) -> list[int]:
        """Milliseconds left to each seat."""
        left = list(self.left)
        if self.clock_runs:
            left[self.clock_of(self.mover)] -= now - self.since
        return [max(0, round(value)) for value in left]

    @property
    def clock_runs(self) -> bool:
        """Whether time is running for somebody: from the second step on."""
        clock = self.setup.clock
        return clock.kind != "none" and not self.over and bool(self.taken)

    def clock_of(self, seat: int | None) -> int:
        """Whose time runs; with one clock for all it is kept as the first one's."""
        return 0 if self.setup.clock.kind == "table" or seat is None else seat

    # What happens.

    def apply(self, event: Event) -> None:
        """Let something happen; it was found possible before."""
        self.number += 1
        getattr(self, f"_{event.kind}")(event)

    def _step(self, event: Event) -> None:
        before = self.position
        taken = Taken(event.value, event.seat, before.turns, pack(before.entries), tuple(self.left))
        self._spend(event.at)
        self.taken.append(taken)
        foreseen, self._foreseen = self._foreseen, None
        if foreseen is None or foreseen.history != (*before.history, event.value):
            foreseen = before.play(event.value)
        self.position = foreseen
        if self.position.turns != before.turns and event.seat is not None:
            clock = self.setup.clock
            if clock.kind == "each":
                self.left[event.seat] += 1000 * clock.increment
        self.since = event.at
        self.offer = None

    def _spend(self, now: int) -> None:
        if self.clock_runs:
            self.left[self.clock_of(self.mover)] -= now - self.since

    def _undo(self, event: Event) -> None:
        kept = int(event.value)
        if kept < len(self.taken):
            self.left = list(self.taken[kept].left)
        del self.taken[kept:]
        self.position = self.setup.start
        for taken in self.taken:
            self.position = self.position.play(taken.step)
        self.since = event.at
        self.offer = self.ending = None

    def _offer(self, event: Event) -> None:
        kept = self.undo_target(event.taker) if event.value == "undo" else 0
        self.offer = Offer(event.value, event.taker, frozenset({event.taker}), kept or 0)

    def _accept(self, event: Event) -> None:
        offer = self.open_offer()
        self.offer = replace(offer, accepted=offer.accepted | {event.taker})
        if self.offer.accepted >= set(self.people):
            if offer.kind == "draw":
                self.ending, self.offer = Ending("draw"), None
            else:
                self._undo(replace(event, value=str(offer.steps)))

    def _decline(self, event: Event) -> None:
        self.offer = None

    def _resign(self, event: Event) -> None:
        if len(self.seats) > 2:
            self.seats[event.taker] = Seat(COMPUTER, SUBSTITUTE, self.seats[event.taker].name)
            self.offer = None
        else:
            self.ending, self.offer = Ending("resign", event.seat), None

    def _flag(self, event: Event) -> None:
        self._spend(event.at)
        self.ending, self.offer = Ending("flag", event.seat), None

    def _phrase(self, event: Event) -> None:
        self.said.append((event.seat, event.value))

    def _join(self, event: Event) -> None:
        self.seats[event.taker] = replace(self.seats[event.taker], name=event.value)

    def _rematch(self, event: Event) -> None:
        self.next_table = event.value

    # What may happen.

    def decide(self, kind: str, value: str, seats: frozenset[int]) -> Event:
        """The event that follows when the holder of some seats acts, or why there is none."""
        if not seats:
            raise NotYourSeat(say("You are watching: take a seat to play."))
        if kind in ("phrase", "join", "rematch"):
            return self._decide_talk(kind, value, seats)
        if self.over:
            raise NotNow(say("The game is over: ask for another one."))
        if kind == "step":
            return self._decide_step(value, seats)
        if kind == "undo":
            return self._decide_undo(seats)
        if kind == "resign":
            return Event("resign", self.acting_seat(seats))
        if kind == "draw":
            return self._decide_draw(seats)
        if kind in ("accept", "decline"):
            return self._decide_answer(kind, seats)
        raise SpielwerkError(f"Nobody can {kind!r} at a table.")

    def acting_seat(self, seats: frozenset[int]) -> int:
        """In whose name somebody with several seats acts: the one whose turn it is."""
        return self.mover if self.mover in seats else min(seats)

    def _decide_talk(self, kind: str, value: str, seats: frozenset[int]) -> Event:
        if kind == "phrase" and value not in PHRASES:
            raise SpielwerkError(f"There is no phrase {value!r}: there is {', '.join(PHRASES)}.")
        if kind == "join":
            return Event("join", min(seats), clean(value))
        if kind == "rematch" and not self.over:
            raise NotNow(say("The game is not over yet."))
        if kind == "rematch" and self.next_table is not None:
            raise NotNow(say("There is another table already."))
        return Event(kind, self.acting_seat(seats), value)

    def _decide_step(self, step: str, seats: frozenset[int]) -> Event:
        if self.mover is None:
            raise NotNow(say("The die is thrown by the table."))
        if self.mover not in seats:
            raise NotYourSeat(say("It is not your turn: seat {n} is next.", n=self.mover + 1))
        self._foreseen = self.position.play(step)
        return Event("step", self.mover, step)

    def _decide_undo(self, seats: frozenset[int]) -> Event:
        seat = self.acting_seat(seats)
        kept = self.undo_target(seat)
        if kept is None:
            raise NotNow(say("There is nothing to take back."))
        if self.undo_is_free(seat, seats):
            return Event("undo", seat, str(kept))
        return self._decide_offer("undo", seat)

    def undo_target(self, seat: int) -> int | None:
        """How many steps are left when a seat takes back: a step of its turn, or a turn."""
        if self._own_last_step(seat):
            return len(self.taken) - 1
        if self.setup.rated:
            return None
        for kept in range(len(self.taken) - 1, -1, -1):
            begins = kept == 0 or self.taken[kept - 1].turn != self.taken[kept].turn
            if begins and self._owns_turn(kept, seat):
                return kept
        return None

    def _owns_turn(self, kept: int, seat: int) -> bool:
        """Whether the turn that began there was this seat's; of any person at one screen."""
        takers = (taken.seat for taken in self.taken[kept:])
        first = next((taker for taker in takers if taker is not None), None)
        if first is None:
            return False
        together = self.seats[seat].kind == HERE and self.seats[first].kind == HERE
        return first == seat or together

    def _own_last_step(self, seat: int) -> bool:
        """Whether the last step was one of the turn that this seat is in, and no die."""
        if not self.taken or self.taken[-1].seat != seat or self.mover != seat:
            return False
        return self.taken[-1].turn == self.position.turns

    def undo_is_free(self, seat: int, seats: frozenset[int]) -> bool:
        """Whether nobody else needs to agree."""
        return self._own_last_step(seat) or set(self.people) <= seats

    def _decide_draw(self, seats: frozenset[int]) -> Event:
        if len(self.people) < len(self.seats):
            raise NotNow(say("The computer does not agree to draws: resign, or play on."))
        return self._decide_offer("draw", self.acting_seat(seats))

    def _decide_offer(self, kind: str, seat: int) -> Event:
        if self.offer is not None:
            raise NotNow(say("Something has been offered already: wait for the answer."))
        return Event("offer", seat, kind)

    def _decide_answer(self, kind: str, seats: frozenset[int]) -> Event:
        offer = self.open_offer()
        if kind == "decline":
            return Event("decline", min(seats))
        waiting = sorted(seats - offer.accepted)
        if not waiting:
            raise NotNow(say("The others have to answer."))
        return Event("accept", waiting[0])

    def open_offer(self) -> Offer:
        """What is offered now."""
        if self.offer is None:
            raise NotNow(say("Nothing has been offered."))
        return self.offer

    def flag_falls(self, now: int) -> Event | None:
        """The end of somebody's time, if it has come."""
        if not self.clock_runs:
            return None
        whose = self.clock_of(self.mover)
        if self.time_left(now)[whose] > 0:
            return None
        return Event("flag", None if self.setup.clock.kind == "table" else self.mover, at=now)
