"""Block It! in a picture: cards on the pegs of a wooden board, blocks where four of them meet."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from spielwerk.core.game import Game
from spielwerk.core.position import Position
from spielwerk.core.state import LIMIT, PHASE, TURNS
from spielwerk.games.blockit.board import (
    CARD_SQUARES,
    COLOURS,
    CROSSING_NAMES,
    FACES,
    ORDERS,
    SIDE,
)
from spielwerk.games.blockit.notation import colour_letters
from spielwerk.games.blockit.rules import (
    ACT,
    BLOCK,
    BLOCKS_EACH,
    CARD,
    LEFT,
    NO_SOLO,
    RACE_COLOUR,
    SEAT,
    SOLO,
    SOLO_RACE,
    SOLO_TURNS,
    THROW,
)
from spielwerk.games.blockit.shapes import (
    BUTTON_SIZE,
    NAMES,
    PITCH,
    Style,
    again,
    define_shapes,
    draw_button,
)
from spielwerk.games.blockit.table import blocks, cards, face, locked, open_squares, resting, task
from spielwerk.games.blockit.words import (
    ALONE,
    BUTTON_NAMES,
    DIE_NAMES,
    FACE_NAMES,
    PLAYERS,
    card_name,
    crossing_name,
    describe,
    tell,
)
from spielwerk.pictures.picture import Motion, Picture, Piece, Pieces, Place, Stages, View
from spielwerk.pictures.svg import RECENT, Drawing, Point, box, disc
from spielwerk.pictures.theme import Theme
from spielwerk.pictures.trays import Tray
from spielwerk.pictures.words import Message

MARGIN = 33
"""Of the board around the cards."""
LEFT_EDGE, TOP_EDGE = 18, 128
BOARD = SIDE * PITCH + 2 * MARGIN
WIDTH, HEIGHT = 1000, 1042
CROSSING = 38
"""How far around a crossing it can be touched."""
TRAYS = {
    "r": Tray(18, 934, 474),
    "y": Tray(18, 18, 474),
    "b": Tray(508, 18, 474),
    "k": Tray(508, 934, 474),
}
SLOT = 78
"""From a block in a tray to the next."""
DIE_AT = (901.0, 205.0)
FACES_AT = {name: (864.0 + 74 * (i % 2), 330.0 + 74 * (i // 2)) for i, name in enumerate(FACES)}
BUTTONS = {"quarter": (901.0, 578.0), "half": (901.0, 672.0), "keep": (901.0, 766.0)}
BACK = Motion("die", "die", look="die-")
"""The die is taken up again."""
QUARTERS = {"<": -1, ">": 1, "<<": -2, ">>": 2}


class BlockItPicture(Picture):
    """The board of Block It!."""

    def size(self, game: Game, view: View) -> Point:
        return WIDTH, HEIGHT

    def pieces(self, position: Position) -> dict[str, Piece]:
        state = position.entries
        pieces = {
            f"card.{name}": Piece(ORDERS[card // 4], card % 4)
            for name, card in zip(CARD_SQUARES, state[CARD:BLOCK], strict=True)
        }
        for name, letter in blocks(position).items():
            pieces[f"block.{name}"] = Piece(NAMES[letter])
        for i, letter in enumerate(COLOURS):
            for number in range(1, state[LEFT + i] + 1):
                pieces[f"{NAMES[letter]}.{number}"] = Piece(NAMES[letter])
        pieces["die"] = Piece(f"die-{face(position)}")
        return pieces

    def spot(self, spot: str, pieces: Pieces, view: View) -> Point:
        if spot == "die":
            return DIE_AT
        kind, _, name = spot.partition(".")
        if kind == "card":
            return card_at(name)
        if kind == "block":
            return crossing_at(name)
        return TRAYS[LETTERS[kind]].slot(int(name) - 1, SLOT)

    def define(self, drawing: Drawing, colours: Theme) -> None:
        define_shapes(drawing, colours)

    def draw_board(self, drawing: Drawing, position: Position, pieces: Pieces, view: View) -> None:
        draw_trays(drawing, position, view.colours)
        draw_wood(drawing, view.colours)
        for name in moved_cards(position) if view.last else ():
            draw_halo(drawing, card_at(name), view.colours)
        draw_dice_tray(drawing, position, view.colours)
        for name, (x, y) in BUTTONS.items():
            usable = name in usable_buttons(position)
            colour = view.colours.mark if usable else view.colours.faint
            draw_button(drawing, name, (x, y), colour, usable, face(position) != "R2")
        draw_counters(drawing, position, view.colours)

    def draw_piece(self, drawing: Drawing, spot: str, piece: Piece, view: View) -> None:
        again(drawing, piece.look)

    def draw_labels(self, drawing: Drawing, position: Position, pieces: Pieces, view: View) -> None:
        for name, (x, y) in FACES_AT.items():
            drawing.use(f"blockit-{name}", x, y)
        for name, badge in badges(position, pieces).items():
            drawing.use(f"blockit-{badge}", *card_at(name))
        if view.coordinates:
            draw_coordinates(drawing, view.colours)

    def places(self, position: Position, pieces: Pieces, view: View) -> list[Place]:
        badge = badges(position, pieces)
        standing, squares = blocks(position), open_squares(position)
        return [
            *(card_place(name, card, badge.get(name)) for name, card in cards(position).items()),
            *(
                crossing_place(name, standing.get(name), squares.get(name))
                for name in CROSSING_NAMES
            ),
            DIE_PLACES[face(position)],
            *CONTROLS,
        ]

    def touches(self, position: Position) -> dict[tuple[str, ...], str]:
        choosing = position.entries[PHASE] == ACT and face(position) in ("L2", "R2")
        touches = {}
        for step in position.steps:
            for touched in touches_of(step, choosing):
                touches[touched] = step
        return touches

    def motions(self, position: Position, step: str) -> Stages:
        after = position.play(step)
        back = (BACK,) if face(position) and not face(after) else ()
        if step in FACES:
            thrown = Motion("die", "die", "thrown", look=f"die-{step}")
            return ((thrown,),) if face(after) else ((thrown,), (BACK,))
        stages = [stage for stage in (card_motions(step), block_motions(position, after)) if stage]
        if not stages:
            return (back,) if back else ()
        return (*stages[:-1], (*stages[-1], *back))

    def say(self, position: Position, step: str) -> tuple[Message, ...]:
        return tell(position, step)

    def players(self, position: Position) -> tuple[Message, ...]:
        return PLAYERS[: position.game.players] if position.game.players > 1 else (ALONE,)

    def describe(self, position: Position) -> tuple[Message, ...]:
        return describe(position)

    def is_ground(self, spot: str) -> bool:
        return spot.startswith("card.")

    def won(self, position: Position) -> tuple[str, ...]:
        """The winner's blocks; alone, all of them once there are none left."""
        state = position.entries
        if position.winner is not None:
            winning = COLOURS[position.winner]
        elif position.over and state[SOLO] != NO_SOLO and not any(state[LEFT : LEFT + 4]):
            winning = COLOURS
        else:
            return ()
        return tuple(f"crossing-{name}" for name, c in blocks(position).items() if c in winning)

    def last(self, position: Position) -> tuple[str, ...]:
        """The crossings and the face of the last steps; cards have a halo instead."""
        crossings = [f"crossing-{step[1:]}" for step in last_steps(position) if step[0] in "!-"]
        thrown = [step for step in position.history[-1:] if step in FACES]
        return (*crossings, *thrown)


def card_at(name: str) -> Point:
    """The middle of a card."""
    x = LEFT_EDGE + MARGIN + ("abcde".index(name[0]) + 0.5) * PITCH
    return x, TOP_EDGE + MARGIN + (SIDE - int(name[1]) + 0.5) * PITCH


def crossing_at(name: str) -> Point:
    """Where four cards meet."""
    x, y = card_at(name)
    return x + PITCH / 2, y - PITCH / 2


def badges(position: Position, pieces: Pieces) -> dict[str, str]:
    """The sign on each card that cannot be turned."""
    standing = [spot.removeprefix("block.") for spot in pieces if spot.startswith("block.")]
    stuck = dict.fromkeys(resting(position), "pause") | dict.fromkeys(locked(standing), "lock")
    return dict(sorted(stuck.items()))


def last_steps(position: Position) -> list[str]:
    """What was done by hand since the throw before the latest, or since it."""
    steps = list(position.history)
    while steps and steps[-1] in FACES:
        steps.pop()
    found = []
    while steps and steps[-1] not in FACES:
        found.append(steps.pop())
    return [step for step in found if step not in ("roll", "keep")]


def moved_cards(position: Position) -> list[str]:
    """The cards that were turned or swapped last."""
    steps = [step for step in last_steps(position) if step[0] not in "!-"]
    return [name for step in steps for name in step.rstrip("<>").split("=")]


def touches_of(step: str, choosing: bool) -> list[tuple[str, ...]]:
    """The ways to touch a step; `choosing` between a quarter and a half turn."""
    if step == "roll":
        return [("die",)]
    if step == "keep" or step in FACES:
        return [(step,)]
    if step[0] in "!-":
        return [(f"crossing-{step[1:]}",)]
    if "=" in step:
        card, other = step.split("=")
        return [(card, other), (other, card)]
    card, arrows = step[:2], step[2:]
    return [(card, "half" if len(arrows) == 2 else "quarter") if choosing else (card,)]


def card_motions(step: str) -> tuple[Motion, ...]:
    """A card turns, or two trade places."""
    if "=" in step:
        card, other = (f"card.{name}" for name in step.split("="))
        return Motion(card, other), Motion(other, card)
    if step[2:] not in QUARTERS:
        return ()
    return (Motion(f"card.{step[:2]}", f"card.{step[:2]}", "turn", turn=QUARTERS[step[2:]]),)


def block_motions(position: Position, after: Position) -> tuple[Motion, ...]:
    """Blocks go from the supply to the board, in the order a1 a2 … d4, or back."""
    before, now = blocks(position), blocks(after)
    supply = {letter: position.entries[LEFT + i] for i, letter in enumerate(COLOURS)}
    motions = []
    for name, letter in now.items():
        if name not in before:
            motions.append(Motion(f"{NAMES[letter]}.{supply[letter]}", f"block.{name}"))
            supply[letter] -= 1
    for name, letter in before.items():
        if name not in now:
            motions.append(Motion(f"block.{name}", f"{NAMES[letter]}.{supply[letter] + 1}"))
    return tuple(motions)


def usable_buttons(position: Position) -> set[str]:
    """The buttons that can be touched in this position, be it as the second touch."""
    return {touched[-1] for touched in position.touches} & BUTTONS.keys()


@lru_cache(RECENT)
def card_place(name: str, card: str, badge: str | None) -> Place:
    """A card that can be touched."""
    return Place(name, card_name(name, card, badge), card_at(name), CARD_OUTLINES[name])


@lru_cache(RECENT)
def crossing_place(name: str, block: str | None, square: str | None) -> Place:
    """A crossing that can be touched."""
    words, outline = crossing_name(name, block, square), CROSSING_OUTLINES[name]
    return Place(f"crossing-{name}", words, crossing_at(name), outline)


def trays(position: Position) -> dict[str, Tray]:
    """The trays of those who play; one that has a row for itself is wide."""
    found = {letter: TRAYS[letter] for letter in colour_letters(position.entries)}
    for letter, beside in (("r", "k"), ("y", "b")):
        if beside not in found:
            found[letter] = replace(found[letter], width=WIDTH - 36)
    return found


def draw_trays(drawing: Drawing, position: Position, colours: Theme) -> None:
    """Each colour's tray with a hollow for each block."""
    state, standing = position.entries, list(blocks(position).values())
    for i, (letter, tray) in enumerate(trays(position).items()):
        paint = colours.pieces[NAMES[letter]]
        racing = state[SOLO] == SOLO_RACE
        own = i == (state[RACE_COLOUR] if racing else state[SEAT])
        active = own and not position.over and state[SOLO] in (NO_SOLO, SOLO_RACE)
        hollows = state[BLOCKS_EACH] if own or not racing else 0
        score = str(standing.count(letter)) if hollows else None
        tray.draw(drawing, colours, paint, letter.upper(), active=active, score=score)
        for place in range(hollows):
            x, y = tray.slot(place, SLOT)
            drawing.use("blockit-hollow", x, y)
            drawing.use(f"blockit-sign-{letter}", x, y, fill=colours.faint, opacity=0.7)


def draw_wood(drawing: Drawing, colours: Theme) -> None:
    """The board: a frame, a sunken field, a hole at each crossing."""
    wood, x, y = colours.wood, LEFT_EDGE, TOP_EDGE
    shadow: Style = {"fill": colours.shadow, "fill_opacity": 0.3}
    drawing.path(box(x + 5, y + 8, BOARD, BOARD, 30), **shadow)
    edge: Style = {"stroke": wood.shade, "stroke_width": 3}
    drawing.path(box(x, y, BOARD, BOARD, 30), fill="url(#blockit-wood)", **edge)
    drawing.use("blockit-field", x + MARGIN, y + MARGIN)


def draw_coordinates(drawing: Drawing, colours: Theme) -> None:
    """Files below the cards, ranks to their left."""
    with drawing.group(fill=colours.wood.ink, font_weight="bold"):
        for file in "abcde":
            drawing.text(card_at(f"{file}1")[0], TOP_EDGE + BOARD - 16, file, 28)
        for rank in "12345":
            drawing.text(LEFT_EDGE + 15, card_at(f"a{rank}")[1], rank, 28)


def draw_halo(drawing: Drawing, at: Point, colours: Theme) -> None:
    """A card that was moved last lies on a light ground."""
    half = PITCH / 2 + 4
    x, y = at
    drawing.path(box(x - half, y - half, 2 * half, 2 * half, 20), fill=colours.last)


def draw_dice_tray(drawing: Drawing, position: Position, colours: Theme) -> None:
    """Where the die is thrown: framed while it is to be thrown, with a 2 at the second throw."""
    (x, y), asked = DIE_AT, task(position) in ("claim", "throw", "again")
    asked = asked and not position.over
    stroke: Style = {"stroke": colours.mark, "stroke_width": 5} if asked else {}
    drawing.path(DIE_OUTLINE, fill=colours.tray, **stroke)
    if position.entries[THROW] == 2:
        drawing.circle(x + 62, y - 60, 22, fill=colours.ink)
        drawing.text(x + 62, y - 60, "2", 30, fill=colours.table, font_weight="bold")


def draw_counters(drawing: Drawing, position: Position, colours: Theme) -> None:
    """Turns finished; alone, also all blocks on the board."""
    state, x = position.entries, DIE_AT[0]
    most = f"/{state[LIMIT]}" if state[SOLO] == SOLO_TURNS else ""
    counters = {"turns": f"{state[TURNS]}{most}"}
    if state[SOLO] != NO_SOLO:
        counters["count"] = str(len(blocks(position)))
    ink: Style = {"fill": colours.ink, "font_weight": "bold", "text_anchor": "start"}
    for (name, count), y in zip(counters.items(), (845, 892), strict=False):
        drawing.use(f"blockit-{name}", x - 50, y)
        drawing.text(x - 22, y, count, 36, **ink)


CARD_OUTLINES = {
    name: box(x - PITCH / 2, y - PITCH / 2, PITCH, PITCH, 18)
    for name in CARD_SQUARES
    for x, y in (card_at(name),)
}
CROSSING_OUTLINES = {name: disc(*crossing_at(name), CROSSING) for name in CROSSING_NAMES}
DIE_OUTLINE = box(DIE_AT[0] - 80, DIE_AT[1] - 77, 160, 154, 24)
DIE_PLACES = {face: Place("die", words, DIE_AT, DIE_OUTLINE) for face, words in DIE_NAMES.items()}
CONTROLS = [
    *(
        Place(name, FACE_NAMES[name], (x, y), box(x - 36, y - 36, 72, 72, 15))
        for name, (x, y) in FACES_AT.items()
    ),
    *(
        Place(name, words, (x, y), box(x - width / 2, y - height / 2, width, height, 20))
        for name, words in BUTTON_NAMES.items()
        for (x, y), (width, height) in ((BUTTONS[name], BUTTON_SIZE),)
    ),
]
"""The faces of the die and the buttons."""
LETTERS = {name: letter for letter, name in NAMES.items()}
PICTURE = BlockItPicture()
