"""What a game is: rule functions, tokens, texts, options."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

import numpy as np
import numpy.typing as npt

from spielwerk.core.errors import SpielwerkError, UnknownGame, UnreadableText
from spielwerk.core.kernel import State, rule
from spielwerk.core.options import TURN_LIMIT, Option, Value, find_option
from spielwerk.core.position import Position
from spielwerk.core.random import random_below, random_stream
from spielwerk.core.state import LIMIT, UNLIMITED
from spielwerk.core.symmetry import Symmetry

if TYPE_CHECKING:
    from spielwerk.pictures.card import Card
    from spielwerk.pictures.picture import Picture

Ints: TypeAlias = npt.NDArray[np.int16]


@rule
def no_score(state: State, player: int) -> int:
    """The score in a game that counts nothing."""
    return 0


@rule
def no_estimate(state: State, player: int) -> int:
    """For a game that knows nothing but its rules."""
    return 0


@rule
def any_step(state: State, found: State, count: int, random: State) -> int:
    """A playout takes any step."""
    return random_below(random, count)


def no_reason(state: Sequence[int], token: str) -> str:
    """For a game that leaves it at naming the steps that are possible."""
    return ""


@dataclass(frozen=True)
class Rules:
    """The rule functions of a game; see `rule` for what they may do.

    Steps are codes: places in the list of tokens. At a die all steps are equally likely.
    """

    size: int
    """Entries of a state, 128 at most."""
    most_steps: int
    """No position has more legal steps than this."""
    deal: Callable[[State, State], None]
    """deal(state, random): from a state with the options set to the start of a game."""
    steps: Callable[[State, State], int]
    """steps(state, found): write the codes that are legal now; how many there are."""
    play: Callable[[State, int], None]
    """play(state, step): take a legal step, with all that follows of itself."""
    judge: Callable[[State], None]
    """judge(state): what follows from a position as read from a text: an end, a pass."""
    halt: Callable[[State], None]
    """halt(state): end the game as it stands, as a turn limit does."""
    score: Callable[[State, int], int] = no_score
    """score(state, player): what the player has counted so far."""

    @property
    def functions(self) -> tuple[Callable[..., Any], ...]:
        """All of them, to take a fingerprint of."""
        return (self.deal, self.steps, self.play, self.judge, self.halt, self.score)


@dataclass(frozen=True)
class Knowledge:
    """What a game knows beyond its rules, to play well; rule functions and numbers."""

    estimate: Callable[[State, int], int] = no_estimate
    """estimate(state, player): the expected result, from -1000 (lost) to 1000 (won)."""
    insight: Callable[[State, int], int] | None = None
    """An estimate that tells more, which levels 1 to 7 do without; None if there is none."""
    choose: Callable[[State, State, int, State], int] = any_step
    """choose(state, found, count, random): which of the steps found a playout takes."""
    cut: int = 32_767
    """After so many steps a playout ends with the estimate."""
    trust: float = 0.0
    """How many playouts the estimate of a step is worth; 0 where there is none."""
    points: float = 0.0
    """A margin that counts half of what margins can; 0 where only winning counts."""
    exploration: float = 1.0
    """How gladly few visits are followed by more."""
    curiosity: float = 0.0
    """The least exploration of levels that make mistakes: they choose among what they tried."""
    greedy: bool = False
    """Whether a position is worth what its best step is worth, and not the mean of all that was
    tried: where an estimate is all there is, and dice leave few visits to each position."""
    simulations: int = 16_000
    """What takes about a third of a second on an ordinary core: the work of level 7 for a step."""
    spread: float = 1.0
    """More than 1 where the work of the levels has to lie farther apart to be felt."""


@dataclass(frozen=True)
class Notation:
    """How a game is written down."""

    tokens: tuple[str, ...]
    """Each step by its code; empty for a code that is never used."""
    fields: str
    """The names of the fields of a position text."""
    read: Callable[[Sequence[str], State], None]
    """read(fields, state): write the fields of a position text into a blank state."""
    write: Callable[[Sequence[int]], str]
    """write(state): the position text."""
    draw: Callable[[Sequence[int]], str]
    """draw(state): a picture in plain text, for a terminal."""
    styles: tuple[tuple[str, str], ...] = ()
    """How parts of it look in a terminal with colours: regular expressions and Rich's styles."""
    why_not: Callable[[Sequence[int], str], str] = no_reason
    """why_not(state, token): why a step is not possible now, as the end of a sentence."""

    @cached_property
    def codes(self) -> Mapping[str, int]:
        """The code of each step, by its token."""
        return {token: code for code, token in enumerate(self.tokens) if token}


class Game:
    """A game with its options; make one with `spielwerk.game`.

    >>> import spielwerk
    >>> game = spielwerk.game("qbq", players=3)
    >>> game
    spielwerk.game('qbq', players=3)
    >>> game.players, game.options["turn_limit"]
    (3, 200)
    """

    key: ClassVar[str]
    name: ClassVar[str]
    version: ClassVar[str]
    """The version of the rules, written into records."""
    rules: ClassVar[Rules]
    notation: ClassVar[Notation]
    picture: ClassVar[Picture | None] = None
    """How it is drawn, touched and told in words."""
    card: ClassVar[Card | None] = None
    """What players are told of it beforehand; a server offers the games that have one."""
    all_options: ClassVar[tuple[Option, ...]] = ()
    player_counts: ClassVar[tuple[int, ...]] = (2,)
    repetition: ClassVar[bool] = False
    """Ours: whether a position that stands for the third time ends the game."""
    random_start: ClassVar[bool] = False
    """Whether the start depends on the seed."""

    def __init__(self, **options: object) -> None:
        known = {option.name: option for option in self.all_options}
        given = {name: find_option(known, name).check(value) for name, value in options.items()}
        self.given: Mapping[str, Value] = {
            name: value for name, value in given.items() if value != known[name].default
        }
        self.options: Mapping[str, Value] = self.settle_options(
            {option.name: given.get(option.name, option.default) for option in self.all_options}
        )

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.options.get("players", self.player_counts[0]))

    @property
    def knowledge(self) -> Knowledge:
        """What so many players do well to know; nothing unless a game says what."""
        return Knowledge()

    @property
    def codes(self) -> Mapping[str, int]:
        """The code of each step, by its token."""
        return self.notation.codes

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The symmetries of the board, the identity first."""
        return self.find_symmetries()

    def start(self, seed: int | None = None) -> Position:
        """The first position; the same for the same seed, where chance has a say in it.

        >>> import spielwerk
        >>> spielwerk.game("kipp4").start().text
        '.../..../.r./..r./r../..r./... s l a 8,8 0'
        """
        if seed is None and self.random_start:
            seed = secrets.randbits(32)
        state = self.blank()
        self.rules.deal(state, random_stream(seed or 0))
        return Position.first(self, state, seed=seed)

    def position(self, text: str) -> Position:
        """The position that a text describes, without a past.

        >>> import spielwerk
        >>> spielwerk.game("kipp4").position(".../..../.r./..r./r../..r./... s l a 8,8 0").player
        0
        """
        fields, names = text.split(" "), self.notation.fields.split()
        if len(fields) != len(names):
            raise UnreadableText(
                f"A {self.name} position has {len(names)} fields with single blanks between them"
                f" ({self.notation.fields}); {text[:300]!r} has {len(fields)}."
            )
        state = self.blank()
        self.notation.read(fields, state)
        self.rules.judge(state)
        return Position.first(self, state)

    def find_picture(self) -> Picture:
        """How it is drawn; a game that has only a text picture says so."""
        if self.picture is None:
            raise SpielwerkError(f"{self.name} has no picture but its text: print the position.")
        return self.picture

    @classmethod
    def find_card(cls) -> Card:
        """What players are told of it beforehand; a game that has no card is not offered."""
        if cls.card is None:
            raise UnknownGame(f"{cls.name} has no card: no page can offer it.")
        return cls.card

    def blank(self) -> list[int]:
        """An empty state with the options set: what `deal` and `read` begin with."""
        state = [0] * self.rules.size
        state[LIMIT] = int(self.options.get(TURN_LIMIT.name, 0)) or UNLIMITED
        self.set_options(state)
        return state

    # What a game brings along.

    def settle_options(self, options: dict[str, Any]) -> dict[str, Value]:
        """Fill in what depends on other options; refuse what does not go together."""
        return options

    def set_options(self, state: State) -> None:
        """Write the options that the rules look at into a blank state."""

    def scores(self, state: State) -> tuple[int, ...] | None:
        """What each player has counted so far; None in a game that counts nothing."""
        if self.rules.score is no_score:
            return None
        return tuple(self.rules.score(state, player) for player in range(self.players))

    def find_symmetries(self) -> tuple[Symmetry, ...]:
        """The symmetries of the board; just the identity unless a game knows better."""
        return (Symmetry.identity(self.rules.size, len(self.notation.tokens), self.players),)

    # A game with its options is a value.

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.given.items())
        return f"spielwerk.game({self.key!r}{options})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (self.key, self.options) == (other.key, other.options)

    def __hash__(self) -> int:
        return hash((self.key, *self.options.values()))
