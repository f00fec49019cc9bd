"""The list of games."""

from __future__ import annotations

from tests.cli.running import shown
from tests.ways import KEYS


def test_games_lists_keys_names_players_and_options() -> None:
    lines = shown("games").splitlines()
    for key in KEYS:
        assert any(line.split()[:1] == [key] for line in lines)
    (spitze,) = (line.split() for line in lines if line.startswith(" spitze"))
    assert spitze[:6] == ["spitze", "Spitze", "2", "setup=checkerboard", "how", "the"]
