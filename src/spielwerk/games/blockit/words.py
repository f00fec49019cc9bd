"""Block It! in words: names of places, sentences about steps and positions."""

from __future__ import annotations

from spielwerk.core.position import Position
from spielwerk.core.state import LIMIT, TURNS
from spielwerk.games.blockit.board import CARD_SQUARES, COLOURS, FACES
from spielwerk.games.blockit.notation import colour_letters
from spielwerk.games.blockit.rules import LEFT, NO_SOLO, SEAT, SOLO, SOLO_RACE, SOLO_TURNS
from spielwerk.games.blockit.table import blocks, cards, locked, open_squares, resting, task
from spielwerk.pictures.endings import listing, outcome
from spielwerk.pictures.words import Message, say

PLAYERS = (say("Red"), say("Yellow"), say("Blue"), say("Black"))
ALONE = say("The player")
COLOUR_WORDS = {"r": say("red"), "y": say("yellow"), "b": say("blue"), "k": say("black")}
SQUARE_NAMES = {
    "r": say("Crossing {place}, red square"),
    "y": say("Crossing {place}, yellow square"),
    "b": say("Crossing {place}, blue square"),
    "k": say("Crossing {place}, black square"),
}
BLOCK_NAMES = {
    "r": say("Crossing {place}, red block"),
    "y": say("Crossing {place}, yellow block"),
    "b": say("Crossing {place}, blue block"),
    "k": say("Crossing {place}, black block"),
}
DIE_NAMES = {
    "": say("Die, not thrown"),
    "L1": say("Die: a quarter turn left"),
    "R1": say("Die: a quarter turn right"),
    "L2": say("Die: two quarter turns left"),
    "R2": say("Die: two quarter turns right"),
    "SW": say("Die: swap two cards"),
    "AB": say("Die: Anti-Blok"),
}
FACE_NAMES = {
    "L1": say("Face of the die: a quarter turn left"),
    "R1": say("Face of the die: a quarter turn right"),
    "L2": say("Face of the die: two quarter turns left"),
    "R2": say("Face of the die: two quarter turns right"),
    "SW": say("Face of the die: swap two cards"),
    "AB": say("Face of the die: Anti-Blok"),
}
BUTTON_NAMES = {
    "quarter": say("Turn by a quarter"),
    "half": say("Turn by a half"),
    "keep": say("Leave the blocks"),
}

THROWN_TOLD = {
    "L1": say("The die asks for a quarter turn left."),
    "R1": say("The die asks for a quarter turn right."),
    "L2": say("The die asks for two quarter turns left."),
    "R2": say("The die asks for two quarter turns right."),
    "SW": say("The die asks for a swap."),
    "AB": say("The die shows Anti-Blok."),
}
TURN_ENDS = say("Nothing can be done: the turn ends.")
SECOND_ANTI_BLOK = say("Anti-Blok for the second time: the turn ends.")
THROWN_AGAIN = say("The die is thrown again.")
LOCKED = say("Locked cards: {cards}.")
RESTING = say("Resting cards: {cards}.")
TURNED = say("Already turned: {cards}.")

PUT_TOLD = {
    "r": say("A red block goes on crossing {place}."),
    "y": say("A yellow block goes on crossing {place}."),
    "b": say("A blue block goes on crossing {place}."),
    "k": say("A black block goes on crossing {place}."),
}
RETURNS_TOLD = {
    "r": say("{player} takes the red block off crossing {place}."),
    "y": say("{player} takes the yellow block off crossing {place}."),
    "b": say("{player} takes the blue block off crossing {place}."),
    "k": say("{player} takes the black block off crossing {place}."),
}
TURNS_TOLD = {
    "<": say("{player} turns {card} left by a quarter."),
    ">": say("{player} turns {card} right by a quarter."),
    "<<": say("{player} turns {card} left by a half."),
    ">>": say("{player} turns {card} right by a half."),
}
ASKED = {
    "claim": say("{player} claims a square or throws the die."),
    "throw": say("{player} throws the die."),
    "again": say("{player} throws the die again."),
    "AB": say("{player} may take a block off the board."),
    "L1": say("{player} turns a card left by a quarter."),
    "R1": say("{player} turns a card right by a quarter."),
    "L2": say("{player} turns one card left by a half or two by a quarter each."),
    "R2": say("{player} turns one card right by a half or two by a quarter each."),
    "SW": say("{player} swaps two cards."),
    "second L2": say("{player} turns a second card left by a quarter."),
    "second R2": say("{player} turns a second card right by a quarter."),
}
"""What is to be done, by the name of the task."""


def card_name(place: str, card: str, badge: str | None) -> Message:
    """What a card is called: its colours from the north-west on, and whether it is stuck."""
    nw, ne, se, sw = (COLOUR_WORDS[letter] for letter in card)
    quarters = say("{nw}, {ne}, {se}, {sw}", nw=nw, ne=ne, se=se, sw=sw)
    if badge == "lock":
        return say("Card {place}, locked: {quarters}", place=place, quarters=quarters)
    if badge == "pause":
        return say("Card {place}, resting: {quarters}", place=place, quarters=quarters)
    return say("Card {place}: {quarters}", place=place, quarters=quarters)


def crossing_name(place: str, block: str | None, square: str | None) -> Message:
    """What a crossing is called: the block there, or the square that could get one."""
    if block:
        return BLOCK_NAMES[block].fill(place=place)
    return (
        SQUARE_NAMES[square].fill(place=place) if square else say("Crossing {place}", place=place)
    )


def who(position: Position) -> Message:
    """Whose turn it is."""
    alone = position.entries[SOLO] != NO_SOLO
    return ALONE if alone else PLAYERS[position.entries[SEAT]]


def tell(position: Position, step: str) -> tuple[Message, ...]:
    """A step, what follows of itself, and how the game ended."""
    after = position.play(step)
    end = (ended(after),) if after.over else ()
    if step in FACES:
        return (THROWN_TOLD[step], *tell_throw(position, after, step), *end)
    before, now = blocks(position), blocks(after)
    put = [
        PUT_TOLD[colour].fill(place=place) for place, colour in now.items() if place not in before
    ]
    if step[0] == "!":
        put.clear()  # the claim has said it
    return (tell_choice(position, step), *put, *end)


def tell_choice(position: Position, step: str) -> Message:
    """What a player chose."""
    player = who(position)
    if step == "roll":
        return say("{player} throws the die.", player=player)
    if step == "keep":
        return say("{player} leaves the blocks.", player=player)
    if step[0] == "!":
        return say("{player} claims crossing {place}.", player=player, place=step[1:])
    if step[0] == "-":
        return RETURNS_TOLD[blocks(position)[step[1:]]].fill(player=player, place=step[1:])
    if "=" in step:
        card, other = step.split("=")
        return say("{player} swaps {card} and {other}.", player=player, card=card, other=other)
    return TURNS_TOLD[step[2:]].fill(player=player, card=step[:2])


def tell_throw(position: Position, after: Position, face: str) -> tuple[Message, ...]:
    """What follows when a throw leaves nothing to do."""
    if after.turns == position.turns:
        return (THROWN_AGAIN,) if task(after) == "again" else ()
    return (SECOND_ANTI_BLOK if face == "AB" else TURN_ENDS,)


def ended(position: Position) -> Message:
    """How the game ended: alone, by what was reached."""
    state = position.entries
    if state[SOLO] == NO_SOLO:
        return outcome(position, PLAYERS)
    if state[SOLO] == SOLO_RACE:
        return say("The game ends. Turns: {n}.", n=state[TURNS])
    return say("The game ends. Blocks on the board: {n}.", n=len(blocks(position)))


def describe(position: Position) -> tuple[Message, ...]:
    """Whose turn it is and what to do, then each colour, cards that are stuck, all cards."""
    first = ended(position) if position.over else ASKED[task(position)].fill(player=who(position))
    stuck = [
        told.fill(cards=listing([name for name in CARD_SQUARES if name in found]))
        for told, found in (
            (LOCKED, locked(blocks(position))),
            (RESTING if position.game.options["rest"] else TURNED, resting(position)),
        )
        if found
    ]
    colours = [describe_colour(position, letter) for letter in colour_letters(position.entries)]
    return (first, *describe_solo(position), *colours, *stuck, describe_cards(position))


def describe_solo(position: Position) -> tuple[Message, ...]:
    """What counts when one plays alone."""
    state = position.entries
    if state[SOLO] == NO_SOLO or position.over:
        return ()
    if state[SOLO] == SOLO_TURNS:
        turns = say("Turns: {n} of {most}.", n=state[TURNS], most=state[LIMIT])
    else:
        turns = say("Turns: {n}.", n=state[TURNS])
    return (turns, say("Blocks on the board: {n}.", n=len(blocks(position))))


def describe_colour(position: Position, letter: str) -> Message:
    """Blocks and squares of a colour."""
    placed = [place for place, colour in blocks(position).items() if colour == letter]
    squares = [place for place, colour in open_squares(position).items() if colour == letter]
    return say(
        "{colour}: blocks on the board: {n} ({blocks}); left: {left}; open squares: {squares}.",
        colour=PLAYERS[COLOURS.index(letter)],
        n=len(placed),
        blocks=listing(placed),
        left=position.entries[LEFT + COLOURS.index(letter)],
        squares=listing(squares),
    )


def describe_cards(position: Position) -> Message:
    """Every card."""
    told = []
    for place, card in cards(position).items():
        nw, ne, se, sw = (COLOUR_WORDS[letter] for letter in card)
        told.append(say("{place} {nw} {ne} {se} {sw}", place=place, nw=nw, ne=ne, se=se, sw=sw))
    return say("Cards, each clockwise from the north-west: {cards}.", cards=listing(told))
