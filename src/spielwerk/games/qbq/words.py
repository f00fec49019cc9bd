"""QBQ in words: names of places, sentences about steps and positions."""

from __future__ import annotations

from spielwerk.core.position import Position
from spielwerk.core.state import PHASE, PLAYER, TURNS
from spielwerk.games.qbq.board import NAMES
from spielwerk.games.qbq.rules import CUBES, HEIGHT, OWNER, RELOCATION, SUPPLY
from spielwerk.games.qbq.table import captured, colours_of, fall_line, height_of, mover
from spielwerk.pictures.endings import listing, outcome
from spielwerk.pictures.words import Message, say

PLAYER_NAMES = (say("Blue"), say("Green"), say("Orange"), say("Red"))
EMPTY_NAMES = (
    say("{place}, empty blue field"),
    say("{place}, empty green field"),
    say("{place}, empty orange field"),
    say("{place}, empty red field"),
)
CUBE_NAMES = (
    say("{place}, blue cube"),
    say("{place}, green cube"),
    say("{place}, orange cube"),
    say("{place}, red cube"),
)
TOWER_NAMES = (
    say("{place}, blue tower of {height}"),
    say("{place}, green tower of {height}"),
    say("{place}, orange tower of {height}"),
    say("{place}, red tower of {height}"),
)
SUPPLY_NAMES = (
    say("Blue supply, cubes: {count}"),
    say("Green supply, cubes: {count}"),
    say("Orange supply, cubes: {count}"),
    say("Red supply, cubes: {count}"),
)
TOPPLE_NAMES = {
    "north": say("Topple to the north"),
    "east": say("Topple to the east"),
    "south": say("Topple to the south"),
    "west": say("Topple to the west"),
}
TOPPLES_TOLD = {
    "n": say("{player} topples {place} to the north."),
    "e": say("{player} topples {place} to the east."),
    "s": say("{player} topples {place} to the south."),
    "w": say("{player} topples {place} to the west."),
}
SENT_HOME = (
    say("Blue cubes go home from {place}: {count}."),
    say("Green cubes go home from {place}: {count}."),
    say("Orange cubes go home from {place}: {count}."),
    say("Red cubes go home from {place}: {count}."),
)
STACKS_TOLD = (
    say("Blue cubes: {cubes}. Blue towers: {towers}. Blue supply: {count}."),
    say("Green cubes: {cubes}. Green towers: {towers}. Green supply: {count}."),
    say("Orange cubes: {cubes}. Orange towers: {towers}. Orange supply: {count}."),
    say("Red cubes: {cubes}. Red towers: {towers}. Red supply: {count}."),
)


def tell(position: Position, step: str) -> tuple[Message, ...]:
    """A step, what follows of itself, and how the game ended."""
    player = PLAYER_NAMES[mover(position)]
    after = position.play(step)
    then = (outcome(after, names_of(position)),) if after.over else passes(position, after)
    if ">" in step:
        told = TOPPLES_TOLD[step[-1]].fill(player=player, place=step[:2])
        return (told, *topple_follows(position, step), *then)
    if "-" in step:
        told = say(
            "{player} moves a cube from {start} to {end}.",
            player=player,
            start=step[:2],
            end=step[3:],
        )
    elif position.entries[SUPPLY + mover(position)] == CUBES:
        told = say("{player} comes back on the board at {place}.", player=player, place=step[1:])
    else:
        told = say("{player} inserts a cube on {place}.", player=player, place=step[1:])
    return (told, *then)


def describe(position: Position) -> tuple[Message, ...]:
    """Whose turn it is and what to do, then the stacks of each colour."""
    state = position.entries
    player = PLAYER_NAMES[mover(position)]
    if position.over:
        first = outcome(position, names_of(position))
    elif state[PHASE] == RELOCATION:
        first = say("{player} must move a cube within its group.", player=player)
    elif state[SUPPLY + mover(position)] == CUBES:
        first = say("{player} comes back on the board with a cube.", player=player)
    else:
        first = say("{player} moves a cube, topples a tower or inserts a cube.", player=player)
    return (first, *(told_stacks(position, colour) for colour in colours_of(position)))


def names_of(position: Position) -> tuple[Message, ...]:
    """What each player is called."""
    return tuple(PLAYER_NAMES[colour] for colour in colours_of(position))


def topple_follows(position: Position, step: str) -> list[Message]:
    """What goes home when a tower topples, in words."""
    state = position.entries
    told = [
        SENT_HOME[state[OWNER + n] - 1].fill(place=NAMES[n], count=state[HEIGHT + n])
        for n in captured(position, step)
    ]
    off = fall_line(step, height_of(position, step[:2])).count(-1)
    return [*told, say("Cubes that fall off the board: {count}.", count=off)] if off else told


def passes(position: Position, after: Position) -> tuple[Message, ...]:
    """Who cannot move after a turn, before the next player."""
    if after.entries[TURNS] == position.entries[TURNS]:
        return ()
    seats = colours_of(position)
    found, seat = [], (position.entries[PLAYER] + 1) % len(seats)
    while seat != after.entries[PLAYER]:
        player = PLAYER_NAMES[seats[seat]]
        found.append(say("{player} cannot move and passes.", player=player))
        seat = (seat + 1) % len(seats)
    return tuple(found)


def told_stacks(position: Position, colour: int) -> Message:
    """Where the cubes and towers of a colour are, and its supply, in words."""
    state = position.entries
    stacks = {
        name: state[HEIGHT + square]
        for square, name in enumerate(NAMES)
        if state[OWNER + square] == 1 + colour
    }
    cubes = [name for name, height in stacks.items() if height == 1]
    towers = [
        say("{place} with height {height}", place=name, height=height)
        for name, height in stacks.items()
        if height > 1
    ]
    return STACKS_TOLD[colour].fill(
        cubes=listing(cubes), towers=listing(towers), count=state[SUPPLY + colour]
    )
