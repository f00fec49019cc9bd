"""A position in words: whose turn it is, who has won, what is possible."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from rich.columns import Columns
from rich.text import Text

from spielwerk.core.position import Position
from spielwerk.core.record import Record


def seat(position: Position, player: int) -> str:
    """How people call a player: the number from 1 on, and the letter in the position text.

    >>> import spielwerk
    >>> seat(spielwerk.game("veier").start(), 0)
    'Player 1 (x)'
    """
    # The text names the player who is next, so look for a position where that was this one.
    for known in chain([position], Record.of(position).positions()):
        names = known.game.notation.fields.split()
        if known.player == player and "player" in names:
            return f"Player {player + 1} ({known.text.split(' ')[names.index('player')]})"
    return f"Player {player + 1}"


def outlook(position: Position) -> str:
    """Whose turn it is and how many steps are possible, or how the game has ended.

    >>> import spielwerk
    >>> outlook(spielwerk.game("kipp4").start().play("+g6"))
    'Player 1 (l), turn 1: 3 steps are possible.'
    """
    if position.over:
        return outcome(position)
    count = len(position.steps)
    if position.player is None:
        return f"The die is thrown, turn {position.turns + 1}: {count} faces."
    possible = "1 step is possible" if count == 1 else f"{count} steps are possible"
    return f"{seat(position, position.player)}, turn {position.turns + 1}: {possible}."


def outcome(position: Position) -> str:
    """Who has won, with the scores.

    >>> import spielwerk
    >>> outcome(spielwerk.game("veier").start().halt())
    'The game is drawn. Scores: 0, 0.'
    """
    if position.game.players == 1:
        result = "The game is over."
    elif position.winner is None:
        result = "The game is drawn."
    else:
        result = f"{seat(position, position.winner)} has won."
    if position.scores is None:
        return result
    what = "Score" if len(position.scores) == 1 else "Scores"
    return f"{result} {what}: {', '.join(map(str, position.scores))}."


def in_columns(steps: Iterable[str]) -> Columns:
    """Steps side by side, as many as fit."""
    return Columns([Text(step) for step in steps], equal=True, padding=(0, 2))
