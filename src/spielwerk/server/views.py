"""A table as others see it: pictures, words and data for a page or a program."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

from pydantic_core import to_json

from spielwerk.core.position import Position
from spielwerk.pictures.picture import Marks, View, move
from spielwerk.pictures.words import spoken
from spielwerk.server.opened import Open
from spielwerk.server.review import Review
from spielwerk.server.setup import COMPUTER, FRIEND
from spielwerk.server.table import PHRASES, Table
from spielwerk.server.words import ending_told

RECENT = 256
"""How many tables are kept as they look: one is told to several people within a moment."""


def words_of(found: Open, language: str) -> list[str]:
    """Every step in words; each is put into words once."""
    table = found.table
    words, taken = found.words.setdefault(language, []), table.taken
    for number in range(len(words), len(taken)):
        words.append(past_position(table, table.number, number).tell(taken[number].step, language))
    return words


@lru_cache(RECENT)
def past_position(table: Table, events: int, number: int) -> Position:
    """The position before a step, which is put into words and into motions.

    `events` is how many there were: what was taken back is not found again.
    """
    return table.position_after(number)


def drawn(position: Position, view: View) -> str:
    """The picture of a position."""
    return position.game.find_picture().draw(position, view)


def touches_out(position: Position) -> list[dict[str, Any]]:
    """What to touch for each step."""
    return [{"touch": touch, "step": step} for touch, step in position.touches.items()]


def table_out(found: Open, seats: frozenset[int], view: View) -> dict[str, Any]:
    """All that somebody with these seats sees of a table."""
    return common_out(found, view) | own_out(found, seats, view)


def table_json(found: Open, seats: frozenset[int], view: View) -> str:
    """The same as JSON, for which most need not be written again."""
    common, own = common_json(found, found.table.number, view), own_out(found, seats, view)
    return f"{common[:-1]},{written(own)[1:]}"


@lru_cache(RECENT)
def common_json(found: Open, number: int, view: View) -> str:
    """What all see who look at a table after so many events, as JSON."""
    return written(common_out(found, view))


def written(told: dict[str, Any]) -> str:
    """As JSON."""
    return to_json(told).decode()


def own_out(found: Open, seats: frozenset[int], view: View) -> dict[str, Any]:
    """What depends on who looks, and when."""
    table = found.table
    return {
        "seats": seats_out(found, view),
        "yours": sorted(seats),
        "can": can_out(table, seats),
        "touches": touches_out(table.position) if table.mover in seats else [],
    }


def common_out(found: Open, view: View) -> dict[str, Any]:
    """What all see who look at a table."""
    table, position = found.table, found.table.position
    words = words_of(found, view.language)
    return {
        "id": found.id,
        "number": table.number,
        "game": {
            "key": position.game.key,
            "name": position.game.name,
            "options": dict(table.setup.options),
        },
        "rated": table.setup.rated,
        "mover": table.mover,
        "over": table.over,
        "thinking": found.computer_moves,
        "result": result_out(table, view),
        "clock": {"kind": table.setup.clock.kind, "running": table.clock_runs},
        "offer": None if table.offer is None else vars(table.offer) | {"accepted": None},
        "svg": drawn(position, view),
        "prompt": prompt(table, view),
        "said": words[-1] if words else "",
        "steps": steps_out(table, words),
        "motions": motions_out(table, len(table.taken), view),
        "text": position.text,
        "phrases": [
            {"seat": seat, "phrase": phrase, "told": PHRASES[phrase].into(view.language)}
            for seat, phrase in table.said[-5:]
        ],
        "next": table.next_table,
    }


def steps_out(table: Table, words: list[str]) -> list[dict[str, Any]]:
    """Every step with who took it and its words."""
    return [
        {"n": n, "step": taken.step, "seat": taken.seat, "turn": taken.turn + 1, "told": told}
        for n, (taken, told) in enumerate(zip(table.taken, words, strict=True), start=1)
    ]


def seats_out(found: Open, view: View) -> list[dict[str, Any]]:
    """Who sits where."""
    table = found.table
    names = table.position.game.find_picture().players(table.position)
    left, present = found.time_left, found.present
    return [
        {
            "seat": number,
            "kind": seat.kind,
            "level": seat.level,
            "name": seat.name,
            "colour": names[number].into(view.language),
            "present": seat.kind == COMPUTER or number in present,
            "left": left[number] if table.setup.clock.kind != "none" else None,
        }
        for number, seat in enumerate(table.seats)
    ]


def result_out(table: Table, view: View) -> dict[str, Any] | None:
    """How the game has ended, if it has."""
    if not table.over:
        return None
    return {
        "winner": table.winner,
        "told": spoken(ending_told(table), view.language),
        "kind": table.ending.kind if table.ending else "rules",
    }


def prompt(table: Table, view: View) -> str:
    """What is to be done now, or how it ended."""
    if table.over:
        return spoken(ending_told(table), view.language)
    return table.position.described[0].into(view.language)


def can_out(table: Table, seats: frozenset[int]) -> dict[str, bool]:
    """What somebody with these seats can do besides steps."""
    playing = bool(seats) and not table.over
    seat = table.acting_seat(seats) if seats else 0
    undo = playing and table.undo_target(seat) is not None
    free = undo and table.undo_is_free(seat, seats)
    people_only = len(table.people) == len(table.seats) > 1
    alone = not any(seat.kind == FRIEND for seat in table.seats) and not table.setup.rated
    return {
        "undo": undo and (free or table.offer is None),
        "undo_is_free": free,
        "draw": playing and people_only and table.offer is None,
        "resign": playing,
        "rematch": bool(seats) and table.over and table.next_table is None,
        "hint": playing and alone and table.mover in seats,
    }


def motions_out(table: Table, number: int, view: View) -> list[list[dict[str, Any]]]:
    """What moved in a step, with the points in the picture."""
    if number == 0:
        return []
    before = past_position(table, table.number, number - 1)
    return step_motions(before, table.taken[number - 1].step, view)


def step_motions(position: Position, step: str, view: View) -> list[list[dict[str, Any]]]:
    """What moves when a step is taken, with the points in the picture."""
    picture = position.game.find_picture()
    pieces: dict[str, Any] = picture.pieces(position)
    stages = []
    for stage in picture.motions(position, step):
        after = move(pieces, (stage,))
        moved = []
        for motion in stage:
            x, y = picture.spot(motion.start, pieces, view)
            goal = (x, y) if motion.end is None else picture.spot(motion.end, after, view)
            points = {"x0": x, "y0": y, "x1": goal[0], "y1": goal[1]}
            moved.append({**motion._asdict(), **points})
        stages.append(moved)
        pieces = after
    return stages


def position_out(found: Open, number: int, view: View) -> dict[str, Any]:
    """The position after so many steps."""
    table, position = found.table, found.table.position_after(number)
    return {
        "n": number,
        "last": len(table.taken),
        "svg": drawn(position, view),
        "told": words_of(found, view.language)[number - 1] if number else "",
        "said": position.describe(view.language),
        "text": position.text,
        "motions": motions_out(table, number, view),
    }


def hint_out(found: Open, answer: dict[str, Any], view: View) -> dict[str, Any]:
    """The best step with the reason, and the picture that shows it."""
    position = found.table.position
    best = answer["steps"][0]
    marks = Marks(hints={s["step"]: 0.5 + s["expected"] / 2 for s in answer["steps"]})
    line, at = [], position
    for step in best["line"]:
        line.append(at.tell(step, view.language))
        at = at.play(step)
    return {
        "step": best["step"],
        "told": line[0],
        "expected": best["expected"],
        "proven": best["proven"],
        "line": best["line"],
        "line_told": line,
        "svg": drawn(position, replace(view, marks=marks)),
    }


def review_out(found: Open, review: Review, language: str) -> dict[str, Any]:
    """How a game went: what could be expected, and the steps that cost most."""
    costs = []
    for place in review.dearest:
        before, better = found.table.position_after(place), review.best[place]
        costs.append(
            {
                "n": place + 1,
                "step": found.table.taken[place].step,
                "told": words_of(found, language)[place],
                "cost": review.costs[place],
                "better": better,
                "better_told": before.tell(better, language),
            }
        )
    done = len(review.expected)
    return {"done": done, "of": review.length, "expected": review.expected, "costs": costs}
