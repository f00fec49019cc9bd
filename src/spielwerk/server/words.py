"""What the server says, in five languages."""

from __future__ import annotations

from spielwerk.pictures.words import Message, say
from spielwerk.server.table import Ending, Table

LEVELS_TOLD = {
    1: say("1: a first game"),
    2: say("2: a beginner"),
    3: say("3: casual"),
    4: say("4: with care"),
    5: say("5: a good player"),
    6: say("6: strong"),
    7: say("7: very strong"),
    8: say("8: all it can"),
}


def ending_told(table: Table) -> list[Message]:
    """How a game has ended."""
    picture = table.position.game.find_picture()
    names = picture.players(table.position)
    if table.ending is None:
        return [picture.describe(table.position)[0]]
    told = [_cause(table.ending, names)]
    if table.ending.kind == "flag" and table.ending.seat is None:
        told.append(picture.describe(table.position.halt())[0])
    elif table.winner is not None:
        told.append(say("{player} wins.", player=names[table.winner]))
    return told


def _cause(ending: Ending, names: tuple[Message, ...]) -> Message:
    if ending.kind == "draw":
        return say("The game ends in a draw by agreement.")
    if ending.seat is None:
        return say("The time is up.")
    if ending.kind == "resign":
        return say("{player} gives up.", player=names[ending.seat])
    return say("The time of {player} is up.", player=names[ending.seat])
