"""Every way to play: each game with each player count and option that changes its rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

KEYS = ("kipp4", "veier", "spitze", "qbq", "blockit")


@dataclass(frozen=True)
class Way:
    """A game with options."""

    key: str
    options: dict[str, Any] = field(default_factory=dict, hash=False)

    def __str__(self) -> str:
        return "-".join([self.key, *(f"{name}={value}" for name, value in self.options.items())])


WAYS = (
    Way("kipp4"),
    Way("kipp4", {"turn_limit": 12}),
    Way("veier"),
    Way("veier", {"last_turn": True}),
    Way("spitze"),
    Way("spitze", {"setup": "ranks"}),
    Way("spitze", {"turn_limit": 15}),
    Way("qbq"),
    Way("qbq", {"seats": "adjacent"}),
    Way("qbq", {"players": 3}),
    Way("qbq", {"players": 4, "turn_limit": 60}),
    Way("blockit"),
    Way("blockit", {"rest": True}),
    Way("blockit", {"players": 3}),
    Way("blockit", {"players": 3, "blocks": 3, "rest": True}),
    Way("blockit", {"players": 4, "turn_limit": 30}),
    Way("blockit", {"players": 4, "blocks": 3}),
    Way("blockit", {"players": 1}),
    Way("blockit", {"solo": "turns", "turns": 60, "rest": True}),
    Way("blockit", {"solo": "time", "turn_limit": 150}),
    Way("blockit", {"solo": "race", "colour": "b"}),
)
