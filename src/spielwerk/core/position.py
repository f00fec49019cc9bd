"""A position: what lies on the table, who is next, and how it came about."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from spielwerk.core.errors import IllegalStep, UnreadableStep, listed
from spielwerk.core.state import (
    CHANCE,
    FIRST_PHASE,
    GOING,
    PHASE,
    PLAYER,
    RESULT,
    TURNS,
    WON,
    pack,
    without_turns,
)

if TYPE_CHECKING:
    from spielwerk.core.game import Game
    from spielwerk.pictures.picture import Stages
    from spielwerk.pictures.words import Message

THIRD_TIME = 3


@dataclass(frozen=True, eq=False, repr=False)
class Position:
    """A position of a game. It never changes: playing a step gives another position.

    Two positions are equal when game, options and what lies on the table are; how they came
    about does not matter. But a position knows its past, so it sees when it stands for the third
    time.

    >>> import spielwerk
    >>> start = spielwerk.game("spitze").start()
    >>> start.player, len(start.steps)
    (0, 54)
    >>> after = start.play("a1-d1")
    >>> after.player, after.scores, after.over
    (1, (2, 0), False)
    """

    game: Game
    entries: tuple[int, ...]
    """The state that rule functions work on."""
    seed: int | None = None
    """The seed that the game started with, if it started with one."""
    history: tuple[str, ...] = ()
    """The steps since the first position that is known."""
    origin: tuple[int, ...] = ()
    """The entries of that first position."""
    turn_starts: tuple[bytes, ...] = ()
    """The state at the start of each turn, packed and without turns, where repetition counts."""
    _next: ClassVar[Position | None] = None
    """A position that one of the steps leads to, if it is known."""

    @classmethod
    def first(cls, game: Game, state: Sequence[int], seed: int | None = None) -> Position:
        """A position without a past."""
        entries = tuple(map(int, state))
        starts = (without_turns(pack(entries)),) if entries[PHASE] == FIRST_PHASE else ()
        return cls(game, entries, seed, origin=entries, turn_starts=starts)

    @property
    def state(self) -> np.ndarray[tuple[int], np.dtype[np.int16]]:
        """The state as compiled code wants it: a new array."""
        return np.array(self.entries, np.int16)

    @cached_property
    def codes(self) -> tuple[int, ...]:
        """The codes of the steps that are legal now."""
        if self.over:
            return ()
        found = [0] * self.game.rules.most_steps
        count = self.game.rules.steps(list(self.entries), found)
        return tuple(map(int, found[:count]))

    @property
    def steps(self) -> tuple[str, ...]:
        """The tokens of the steps that are legal now; at a die its faces."""
        return tuple(self.game.notation.tokens[code] for code in self.codes)

    @property
    def player(self) -> int | None:
        """Who takes the next step; None at a die and at the end."""
        return None if self.over or self.entries[PLAYER] == CHANCE else self.entries[PLAYER]

    @property
    def chance(self) -> tuple[tuple[str, float], ...] | None:
        """The faces of the die that is thrown next, each with its probability."""
        if self.over or self.entries[PLAYER] != CHANCE:
            return None
        return tuple((face, 1 / len(self.codes)) for face in self.steps)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.entries[RESULT] != GOING

    @property
    def winner(self) -> int | None:
        """Who has won; None in a draw and while the game goes on."""
        result = self.entries[RESULT]
        return result - WON if result >= WON else None

    @property
    def returns(self) -> tuple[float, ...]:
        """1 for the winner, -1 shared by the others, 0 for all without a winner."""
        others = self.game.players - 1
        if self.winner is None:
            return (0.0,) * self.game.players
        return tuple(1.0 if p == self.winner else -1 / others for p in range(self.game.players))

    @property
    def scores(self) -> tuple[int, ...] | None:
        """What each player has counted so far; None in games that count nothing."""
        return self.game.scores(list(self.entries))

    @property
    def turns(self) -> int:
        """Turns finished, by all players together."""
        return self.entries[TURNS]

    @cached_property
    def text(self) -> str:
        """The position text, from which `game.position` makes this position again."""
        return self.game.notation.write(self.entries)

    def play(self, token: str) -> Position:
        """The position after a step.

        >>> import spielwerk
        >>> spielwerk.game("veier").start().play("f6").text[-7:]
        'o 44,45'
        """
        if self._next is not None and self._next.history[-1] == token:
            return self._next
        code = self.game.codes.get(token)
        if code is None or code not in self.codes:
            raise self._refusal(token)
        state = list(self.entries)
        self.game.rules.play(state, code)
        starts = self.turn_starts
        if self.game.repetition and state[TURNS] != self.entries[TURNS]:
            table = without_turns(pack(state))
            starts = (*starts, table)
            if state[RESULT] == GOING and starts.count(table) >= THIRD_TIME:
                self.game.rules.halt(state)
        entries = tuple(map(int, state))  # tables of NumPy give numbers of NumPy
        return replace(self, entries=entries, history=(*self.history, token), turn_starts=starts)

    def leading_to(self, after: Position) -> Position:
        """This position; where its next step leads need not be worked out again."""
        object.__setattr__(self, "_next", after)
        return self

    def halt(self) -> Position:
        """The position with the game ended as it stands, as when the time is up."""
        if self.over:
            return self
        state = list(self.entries)
        self.game.rules.halt(state)
        return replace(self, entries=tuple(state))

    def svg(self, **view: Any) -> str:
        """A picture; `view` is what `spielwerk.pictures.picture.View` can be asked for.

        >>> import spielwerk
        >>> spielwerk.game("kipp4").start().svg(theme="dark", size=400)[:4]
        '<svg'
        """
        return self.game.find_picture().svg(self, **view)

    def _repr_svg_(self) -> str | None:
        """What a notebook shows."""
        return self.svg() if self.game.picture else None

    @cached_property
    def touches(self) -> Mapping[tuple[str, ...], str]:
        """The step that each sequence of touches in the picture stands for.

        >>> import spielwerk
        >>> spielwerk.game("spitze").start().touches["a1", "d1"]
        'a1-d1'
        """
        return self.game.find_picture().touches(self)

    def motions(self, step: str) -> Stages:
        """What moves in the picture when a step is taken, stage by stage."""
        self.play(step)
        return self.game.find_picture().motions(self, step)

    def tell(self, step: str, language: str = "en") -> str:
        """A step in words, with what follows of itself.

        >>> import spielwerk
        >>> spielwerk.game("veier").start().tell("f6")
        'Cross places a piece on f6.'
        """
        self.play(step)
        return " ".join(part.into(language) for part in self.game.find_picture().say(self, step))

    @cached_property
    def described(self) -> tuple[Message, ...]:
        """The position in sentences: whose turn it is, what is to be done, what lies where."""
        return self.game.find_picture().describe(self)

    def describe(self, language: str = "en") -> str:
        """The position in words, as a screen reader speaks it."""
        return " ".join(part.into(language) for part in self.described)

    def _refusal(self, token: str) -> IllegalStep:
        """Say what was given, why not, and what would work."""
        given = token if len(token) <= 40 else f"{token[:40]}…"
        if self.over:
            return IllegalStep(f"{given} is not possible: the game is over.")
        if token not in self.game.codes:
            return UnreadableStep(
                f"{given!r} is no step of {self.game.name}. Possible: {listed(self.steps)}."
            )
        why = self.game.notation.why_not(self.entries, token)
        square = re.match(r"[a-z]\d+", token)
        nearby = [step for step in self.steps if square and step.startswith(square[0])]
        possible = (
            f"From {square[0]}: {listed(nearby)}"
            if square and nearby
            else f"Possible: {listed(self.steps)}"
        )
        return IllegalStep(f"{given} is not possible{': ' if why else ''}{why}. {possible}.")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.entries == other.entries and self.game == other.game

    def __hash__(self) -> int:
        return hash((self.game.key, self.entries))

    def __repr__(self) -> str:
        return f"{self.game!r}.position({self.text!r})"

    def __str__(self) -> str:
        return self.game.notation.draw(self.entries)
