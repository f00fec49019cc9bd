"""Plain minimax over the public interface: slow, short, and easy to believe."""

from __future__ import annotations

from spielwerk import Position

Value = tuple[int, int, int]
"""The result for a seat, the margin, and how soon a win or how late a loss comes."""


class TooLarge(Exception):
    """There are more positions than a test has time for."""


def end_value(position: Position, seat: int) -> Value:
    """What the end of a game for two is worth for one of them."""
    result = 0 if position.winner is None else 1 if position.winner == seat else -1
    margin = 0 if position.scores is None else position.scores[seat] - position.scores[1 - seat]
    return result, margin, -result * position.turns


def solve(position: Position, seat: int, known: dict[object, Value], most: int) -> Value:
    """What perfect play by two comes to, for one of them, in a game that never comes back."""
    if position.over:
        return end_value(position, seat)
    if position.entries not in known:
        if len(known) >= most:
            raise TooLarge
        values = [solve(position.play(step), seat, known, most) for step in position.steps]
        known[position.entries] = max(values) if position.player == seat else min(values)
    return known[position.entries]


class WithCircles:
    """What perfect play by two comes to where a position may stand for the third time.

    The value depends on the past, but only on that part of it that can come again. How many
    turns it takes, and the turn limit, are not looked at.
    """

    def __init__(self, seat: int, most: int) -> None:
        self.seat, self.most = seat, most
        self.known: dict[object, tuple[int, int]] = {}
        self.after: dict[object, set[object]] = {}
        self.circles = 0

    def solve(self, position: Position) -> tuple[int, int]:
        """The result and the margin."""
        if position.over:
            self.circles += position.turn_starts.count(position.turn_starts[-1]) >= 3
            return end_value(position, self.seat)[:2]
        past = [start for start in position.turn_starts if start in self.reachable(position)]
        key = position.turn_starts[-1], tuple(sorted(past))
        if key not in self.known:
            if len(self.known) >= self.most:
                raise TooLarge
            values = [self.solve(position.play(step)) for step in position.steps]
            self.known[key] = max(values) if position.player == self.seat else min(values)
        return self.known[key]

    def reachable(self, position: Position) -> set[object]:
        """The turn starts that can come after a position."""
        here = position.turn_starts[-1]
        if here not in self.after:
            found: set[object] = set()
            fresh = [position]
            while fresh:
                for step in (last := fresh.pop()).steps:
                    following = Position.first(last.game, last.play(step).entries)
                    if following.turn_starts[-1] not in found:
                        found.add(following.turn_starts[-1])
                        fresh.append(following)
                        if len(found) >= self.most:
                            raise TooLarge
            self.after[here] = found
        return self.after[here]


def wins_before(position: Position, seat: int, horizon: int) -> bool:
    """Whether a seat can force a win in the turns before a horizon, against all and the die."""
    if position.over or position.turns >= horizon:
        return position.winner == seat
    after = (wins_before(position.play(step), seat, horizon) for step in position.steps)
    return any(after) if position.player == seat else all(after)


def loses_before(position: Position, seat: int, horizon: int) -> bool:
    """Whether others can force a loss on a seat in the turns before a horizon, before any die."""
    if position.over or position.turns >= horizon or position.player is None:
        return position.winner not in (None, seat)
    after = (loses_before(position.play(step), seat, horizon) for step in position.steps)
    return all(after) if position.player == seat else any(after)


def winning_steps(position: Position) -> tuple[str, ...]:
    """The steps that win, or keep a win, in the present turn."""
    seat, horizon = position.player, position.turns + 1
    assert seat is not None
    return tuple(s for s in position.steps if wins_before(position.play(s), seat, horizon))


def is_safe(position: Position, step: str) -> bool:
    """Whether the game is not lost in this turn or the next after a step."""
    assert position.player is not None
    return not loses_before(position.play(step), position.player, position.turns + 2)
