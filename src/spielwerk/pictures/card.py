"""Cards: what players are told of a game before they play it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from spielwerk.core.options import Value
from spielwerk.pictures.words import Message, say


@dataclass(frozen=True)
class Told:
    """An option as players are told of it."""

    label: Message
    help: Message
    choices: Mapping[Value, Message] = field(default_factory=dict)
    """What its choices are called, where that is not just what they are."""
    when: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)
    """The values of other options with which it makes sense."""
    usual: Value | None = None
    """What is usual where it makes sense, if the game itself has something else or nothing."""
    clocks: Mapping[Value, int] = field(default_factory=dict)
    """The minutes of the clock for all that a choice comes with."""


@dataclass(frozen=True)
class Card:
    """A game as players choose among games."""

    tagline: Message
    minutes: int
    """How long a game takes."""
    lively: str
    """A position in which there is something to see."""
    options: Mapping[str, Told]
    """Each of its options."""
    lively_options: Mapping[str, Value] = field(default_factory=dict)
    """The options of the lively position."""


PLAYERS = Told(say("Players"), say("How many play."))
TURN_LIMIT = Told(
    say("Turn limit"),
    say("After so many turns by all players together the game ends as it stands; 0 for none."),
)
