"""Exact answers: what perfect play comes to, and who can force a win."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from spielwerk.core.errors import SpielwerkError
from spielwerk.core.game import no_score
from spielwerk.core.position import Position
from spielwerk.core.state import GOING, LIMIT, PLAYER, RESULT, UNLIMITED
from spielwerk.search import solver_kernel as at
from spielwerk.search.search import Stop
from spielwerk.search.solver_kernel import INFINITE, POINT, search_kernel

LARGEST_TABLE = 1 << 20
"""Positions that the table holds at most, 24 bytes each: 24 MiB. When it is full, what comes
later replaces what came before."""
SMALL_TABLE = 1 << 10
"""Enough for a turn or two."""
DEEPEST = 2048
"""Steps that a line may have; the stack takes 8 MiB in the game with the most steps."""
SLICE = 4096
"""Positions to look at between two looks at `stop`."""
NO_HORIZON = UNLIMITED + 1
FAR = 40
"""Turns to the turn limit from which on circles may be taken to close before it."""


class NotSolvable(SpielwerkError):
    """A position whose exact value cannot be asked for."""


@dataclass(frozen=True)
class Solution:
    """What perfect play comes to."""

    returns: tuple[float, ...]
    """The returns of the end that is reached."""
    margin: int
    """There, what the player to move has counted, less what the best of the others has; 0 in
    games that count nothing."""
    line: tuple[str, ...]
    """The steps to that end, of perfect play by all."""
    turns: int
    """The turns until that end."""
    nodes: int
    """How many positions were looked at."""


def solve(
    position: Position, *, nodes: int = 1_000_000, stop: Stop | None = None
) -> Solution | None:
    """What perfect play by both comes to, in a game for two without chance.

    First a win counts, then the margin in games with scores, then to win soon or to lose late;
    not so in a game for points that can go round in circles, as to go round is no better play.
    None if more than so many positions would have to be looked at, or if stopped.

    >>> import spielwerk
    >>> ranks = ".,.,.,.,.,./.,.,.,.,.,./.,ldd,.,.,l,./.,.,.,.,ld,./.,.,.,.,.,d/.,.,.,.,ldd,dl"
    >>> solution = solve(spielwerk.game("spitze").position(f"{ranks} l - 20"))
    >>> solution.line, solution.returns, solution.margin
    (('e4-e1', 'f2-d4', 'd4-f2'), (1.0, -1.0), 1)
    """
    _check(position)
    if position.game.players != 2:
        raise NotSolvable(
            f"solve is for two players, not {position.game.players}: ask for a forced_win."
        )
    search = AlphaBeta(position, nodes=nodes, stop=stop, margin=True)
    ahead = 1
    while True:
        search.task[at.HORIZON] = NO_HORIZON if search.counts else position.turns + ahead
        value = search.run(-INFINITE, INFINITE)
        if search.task[at.DIE_MET]:
            raise NotSolvable(
                f"{position.game.name} has a die, which solve cannot see through:"
                " ask for a forced_win."
            )
        if value is None or value != 0 or not search.task[at.LEFT_ALONE]:
            return search.solution(value)
        ahead += 1 + ahead // 4


def forced_win(
    position: Position, turns: int = 2, *, nodes: int = 1_000_000, stop: Stop | None = None
) -> Solution | None:
    """The shortest win that the player to move can force within so many own turns, if any.

    One turn is the present one, two are that, the others' and another own one. The others
    together do what they can against it, and a die falls as badly as it can. None also if more
    than so many positions would have to be looked at, or if stopped.

    >>> import spielwerk
    >>> position = spielwerk.game("kipp4").position("d../l.dl/.../l.../.ld/..l./.dl s l a 2,4 26")
    >>> forced_win(position, 1).line
    ('d3-c4', 'r2')
    """
    _check(position)
    if turns < 1:
        raise NotSolvable(f"A win within {turns} turns is not possible: ask for 1 or more.")
    search = AlphaBeta(position, nodes=nodes, stop=stop)
    for own_turn in range(turns):
        search.task[at.HORIZON] = position.turns + position.game.players * own_turn + 1
        value = search.run(0, INFINITE)
        if value is None or value > 0:
            return search.solution(value)
        if not search.task[at.LEFT_ALONE]:
            return None
    return None


def winning_steps(position: Position) -> tuple[str, ...]:
    """The steps that win in the present turn; in a turn of several steps those that keep a win.

    >>> import spielwerk
    >>> position = spielwerk.game("kipp4").position("d../l.dl/.../l.../.ld/..l./.dl s l a 2,4 26")
    >>> winning_steps(position)
    ('d3-c4',)
    """
    _check(position)
    search = AlphaBeta(position, horizon=position.turns + 1, table=SMALL_TABLE)
    return tuple(step for step in position.steps if search.exceeds(0, step))


def safe_steps(position: Position, steps: Iterable[str]) -> Iterator[str]:
    """Those of the steps after which the next player cannot win at once, one after the other.

    Before a die falls nobody wins at once. A step that ends the game is safe unless it loses; in
    a turn of several steps a step is safe if some way to go on with the turn is.

    >>> import spielwerk
    >>> position = spielwerk.game("kipp4").position("l.l/..ld/d.d/dlll/.../...d/ld. e d a 1,2 41")
    >>> len(position.steps), list(safe_steps(position, position.steps))
    (8, ['b5-c6'])
    """
    _check(position)
    search = AlphaBeta(position, horizon=position.turns + 2, leave_die=True, table=SMALL_TABLE)
    return (step for step in steps if search.exceeds(-1, step))


class AlphaBeta:
    """A search from one position: its task, its stack and its table, as the kernel wants them."""

    def __init__(
        self,
        position: Position,
        *,
        nodes: int = INFINITE,
        stop: Stop | None = None,
        margin: bool = False,
        horizon: int = NO_HORIZON,
        leave_die: bool = False,
        table: int = LARGEST_TABLE,
    ) -> None:
        game, rules = position.game, position.game.rules
        self.position, self.nodes, self.stop = position, nodes, stop
        self.counts = rules.score is not no_score
        self.kernel = search_kernel(rules)
        size = min(table, 1 << (max(nodes, 2) - 1).bit_length())
        levels = DEEPEST + 2
        self.task = np.zeros(at.TASK, np.int64)
        self.states = np.empty((levels, rules.size), np.int16)
        self.found = np.empty((levels, rules.most_steps), np.int16)
        self.worth = np.empty((levels, rules.most_steps), np.int64)
        self.stack = np.zeros((levels, at.NODE), np.int64)
        self.killers = np.full((game.players + 1, at.PHASES), -1, np.int64)
        self.history = np.zeros((game.players + 1, len(game.notation.tokens)), np.int64)
        self.table = (np.empty(size, np.int64), np.empty(size, np.int64), np.zeros(size, np.int64))
        self.states[0] = position.entries
        self.task[at.SEAT] = position.entries[PLAYER]
        self.task[at.MARGIN] = POINT if margin and self.counts else 0
        self.task[at.HINTS] = self.counts and game.players == 2
        self.task[at.REPETITION] = game.repetition
        far = position.entries[LIMIT] - position.turns > FAR
        self.task[at.CIRCLES] = game.repetition and self.task[at.MARGIN] > 0 and far
        self.task[at.DIE_IS_LEFT] = leave_die
        self.task[at.HORIZON] = horizon
        self.stack[0, at.TABLE_STEP] = -1
        self.starts = _spots(position) if game.repetition else np.zeros(0, np.int64)
        if self.task[at.CIRCLES] and len(self.starts):
            self.stack[0, [at.STARTS, at.TIMES]] = 1
            self.stack[0, at.SPOT] = self.starts[-1]
            self.starts = self.starts[:-1]

    def run(self, alpha: int, beta: int, only: int | None = None) -> int | None:
        """What the position at the floor is worth, by one step only if it is given; exact within
        the window. None when the budget is spent or the search was stopped."""
        self._open(alpha, beta, only)
        while self.stop is None or not self.stop.is_set():
            status = self._go_on(min(int(self.task[at.NODES]) + SLICE, self.nodes))
            if status == at.DONE:
                return int(self.stack[self.task[at.FLOOR], at.BEST])
            if status == at.TOO_DEEP or self.task[at.NODES] >= self.nodes:
                return None
        return None

    def exceeds(self, bound: int, step: str) -> bool:
        """Whether the position is worth more than that after a step."""
        code = self.position.game.codes.get(step)
        if code not in self.position.codes:
            self.position.play(step)  # says why it is not possible
        value = self.run(bound, bound + 1, code)
        return value is not None and value > bound

    def solution(self, value: int | None) -> Solution | None:
        """The line of perfect play, once the value is known; it comes out of the table."""
        line: list[str] = []
        while value is not None:
            step = int(self.stack[self.task[at.FLOOR], at.BEST_STEP])
            line.append(self.position.game.notation.tokens[step])
            if not self._follow(step):
                return self._end(tuple(line))
            value = self.run(value - 1, value + 1)
        return None

    def _open(self, alpha: int, beta: int, only: int | None = None) -> None:
        """Begin again with the node at the floor."""
        floor = self.task[at.LEVEL] = self.task[at.FLOOR]
        self.task[at.LEFT_ALONE] = 0
        node = self.stack[floor]
        node[[at.ALPHA, at.LOW]] = alpha
        node[[at.BETA, at.HIGH]] = beta
        node[at.COUNT] = at.NEW
        if only is not None:
            self.found[floor, 0] = only
            node[[at.COUNT, at.FRONT, at.SEEN]] = 1
            node[at.NEXT] = 0
            own = self.states[floor, PLAYER] == self.task[at.SEAT]
            node[at.BEST] = -INFINITE if own else INFINITE

    def _follow(self, step: int) -> bool:
        """Take a step of the line; whether the game goes on after it."""
        self._open(-INFINITE, INFINITE, step)
        self._go_on(int(self.task[at.NODES]) + 1)
        self.task[at.FLOOR] += 1
        if self.stack[self.task[at.FLOOR], at.TIMES] > 1:
            self.table[2][:] = 0  # what stood twice now ends the game, where it did not before
        return bool(self.states[self.task[at.FLOOR], RESULT] == GOING)

    def _go_on(self, pause: int) -> int:
        """Let the kernel work until it has looked at so many positions in all."""
        self.task[at.PAUSE] = pause
        return self.kernel(
            self.task,
            self.states,
            self.found,
            self.worth,
            self.stack,
            self.starts,
            *self.table,
            self.killers,
            self.history,
        )

    def _end(self, line: tuple[str, ...]) -> Solution:
        """What the end of the line looks like."""
        end = Position.first(self.position.game, self.states[self.task[at.FLOOR]])
        scores, own, margin = end.scores, int(self.task[at.SEAT]), 0
        if scores is not None:
            others = (*scores[:own], *scores[own + 1 :])
            margin = scores[own] - max(others, default=0)
        turns = end.turns - self.position.turns
        return Solution(end.returns, margin, line, turns, int(self.task[at.NODES]))


def _spots(position: Position) -> npt.NDArray[np.int64]:
    """The hashes of the turn starts that a position remembers."""
    weights = at.WEIGHTS[: position.game.rules.size]
    starts = np.frombuffer(b"".join(position.turn_starts), np.int16).reshape(-1, len(weights))
    spots: npt.NDArray[np.int64] = (starts * weights).sum(axis=1)
    return spots


def _check(position: Position) -> None:
    if position.over:
        raise NotSolvable("The game is over, there is nothing to solve: ask before its last step.")
    if position.player is None:
        raise NotSolvable("A die is thrown next, nobody is to move: ask when it has fallen.")
