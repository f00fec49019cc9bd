"""A table as others see it: pictures, words and data for a page or a program."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from spielwerk.core.position import Position
from spielwerk.pictures.picture import Marks, View, move
from spielwerk.pictures.words import spoken
from spielwerk.server.table import COMPUTER, Table
from spielwerk.server.tables import MOST_COSTS, NOTABLE, Open, now
from spielwerk.server.words import PHRASES_TOLD, ending_told


@lru_cache(50_000)
def told(position: Position, step: str, language: str) -> str:
    """A step in words; the same step is told again and again."""
    return position.tell(step, language)


def table_out(found: Open, seats: frozenset[int], view: View) -> dict[str, Any]:
    """All that somebody with these seats sees of a table."""
    table, position = found.table, found.table.position
    picture = position.game.find_picture()
    yours = table.mover in seats
    return {
        "id": found.id,
        "number": table.number,
        "game": {
            "key": position.game.key,
            "name": position.game.name,
            "options": dict(table.setup.options),
        },
        "seats": seats_out(found, view),
        "yours": sorted(seats),
        "rated": table.setup.rated,
        "mover": table.mover,
        "over": table.over,
        "thinking": table.mover is not None and table.seats[table.mover].kind == COMPUTER,
        "result": result_out(table, view),
        "clock": {"kind": table.setup.clock.kind, "running": table.clock_runs},
        "offer": None if table.offer is None else vars(table.offer) | {"accepted": None},
        "can": can_out(table, seats),
        "svg": picture.draw(position, picture.pieces(position), view),
        "prompt": prompt(table, view),
        "said": told(table.positions[-2], table.steps[-1], view.language) if table.steps else "",
        "touches": [{"touch": touch, "step": step} for touch, step in position.touches.items()]
        if yours
        else [],
        "steps": steps_out(table, view.language),
        "motions": motions_out(table, len(table.steps), view),
        "text": position.text,
        "phrases": [
            {"seat": seat, "phrase": phrase, "told": PHRASES_TOLD[phrase].into(view.language)}
            for seat, phrase in table.said[-5:]
        ],
        "next": table.next_table,
    }


def seats_out(found: Open, view: View) -> list[dict[str, Any]]:
    """Who sits where."""
    table = found.table
    names = table.position.game.find_picture().players(table.position)
    left = table.time_left(now())
    return [
        {
            "seat": number,
            "kind": seat.kind,
            "level": seat.level,
            "name": seat.name,
            "colour": names[number].into(view.language),
            "present": seat.kind == COMPUTER or found.is_present(number),
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
    first, *_ = table.position.game.find_picture().describe(table.position)
    return first.into(view.language)


def can_out(table: Table, seats: frozenset[int]) -> dict[str, bool]:
    """What somebody with these seats can do besides steps."""
    playing = bool(seats) and not table.over
    seat = table.acting_seat(seats) if seats else 0
    undo = playing and table.undo_target(seat) is not None
    free = undo and table.undo_is_free(seat, seats)
    people_only = len(table.people) == len(table.seats) > 1
    alone = not any(seat.kind == "friend" for seat in table.seats) and not table.setup.rated
    return {
        "undo": undo and (free or table.offer is None),
        "undo_is_free": free,
        "draw": playing and people_only and table.offer is None,
        "resign": playing,
        "rematch": bool(seats) and table.over and table.next_table is None,
        "hint": playing and alone and table.mover in seats,
    }


def steps_out(table: Table, language: str) -> list[dict[str, Any]]:
    """Every step with who took it and its words."""
    return [
        {
            "n": number,
            "step": step,
            "seat": table.takers[number - 1],
            "turn": table.positions[number - 1].turns + 1,
            "told": told(table.positions[number - 1], step, language),
        }
        for number, step in enumerate(table.steps, start=1)
    ]


def motions_out(table: Table, number: int, view: View) -> list[list[dict[str, Any]]]:
    """What moved in a step, with the points in the picture."""
    if number == 0:
        return []
    return step_motions(table.positions[number - 1], table.steps[number - 1], view)


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
    table = found.table
    position = table.positions[number]
    picture = position.game.find_picture()
    before = table.positions[number - 1] if number else None
    return {
        "n": number,
        "last": len(table.steps),
        "svg": picture.draw(position, picture.pieces(position), view),
        "told": told(before, table.steps[number - 1], view.language) if before else "",
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
        line.append(told(at, step, view.language))
        at = at.play(step)
    return {
        "step": best["step"],
        "told": line[0],
        "expected": best["expected"],
        "proven": best["proven"],
        "line": best["line"],
        "line_told": line,
        "svg": position.svg(**vars_of(view) | {"marks": marks}),
    }


def vars_of(view: View) -> dict[str, Any]:
    """The settings of a view."""
    names = ("theme", "coordinates", "above", "last", "size", "language")
    return {name: getattr(view, name) for name in names}


def review_out(found: Open, language: str) -> dict[str, Any]:
    """How a game went: what could be expected, and the steps that cost most."""
    table, review = found.table, found.review
    if review is None:
        return {"done": 0, "of": len(table.positions), "expected": [], "costs": []}
    dear = sorted(range(len(review.costs)), key=lambda place: -review.costs[place])
    costs = []
    for place in dear[:MOST_COSTS]:
        if review.costs[place] >= NOTABLE:
            before, better = table.positions[place], review.best[place]
            costs.append(
                {
                    "n": place + 1,
                    "step": table.steps[place],
                    "told": told(before, table.steps[place], language),
                    "cost": review.costs[place],
                    "better": better,
                    "better_told": told(before, better, language),
                }
            )
    done = len(review.expected)
    return {"done": done, "of": len(table.positions), "expected": review.expected, "costs": costs}
