"""KIPP4 before it is played."""

from __future__ import annotations

from spielwerk.pictures.card import TURN_LIMIT, Card
from spielwerk.pictures.words import say

CARD = Card(
    tagline=say("Marbles roll on a board that you turn and tilt: four in a row win."),
    minutes=15,
    lively="l.l/...l/.rd/.rr./.../..rl/dld e d a 3,5 11",
    options={"turn_limit": TURN_LIMIT},
)
