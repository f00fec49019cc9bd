"""How Block It! is written: tokens and position texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from spielwerk.core.errors import UnreadableText
from spielwerk.core.game import Notation
from spielwerk.core.kernel import State
from spielwerk.core.state import CHANCE, PHASE, PLAYER, TURNS, UNLIMITED
from spielwerk.core.text import (
    read_number,
    read_numbers,
    read_ranks,
    read_word,
    refuse_too_many,
)
from spielwerk.games.blockit.board import (
    CARD_SQUARES,
    CARDS,
    COLOURS,
    CROSSING_NAMES,
    CROSSINGS,
    FACES,
    ORDER_COUNTS,
    ORDERS,
    SIDE,
    SQUARES,
)
from spielwerk.games.blockit.rules import (
    ACT,
    ANTI_BLOK,
    BLOCK,
    BLOCKS_EACH,
    CARD,
    CLAIM,
    DIE,
    FIRST_CARD,
    L2,
    LEFT,
    LOCKS,
    MOST_STEPS,
    NO_SOLO,
    NONE,
    PLAYERS,
    R2,
    RACE_COLOUR,
    REST,
    RESTED,
    SEAT,
    SECOND_CARD,
    SOLO,
    SOLO_RACE,
    THROW,
    THROWN,
    UNBLOCK,
    lock,
    own_squares,
    steps,
)
from spielwerk.games.blockit.terminal import STYLES, draw

FIELDS = "cards blocks players player phase die twice rested left turns"
PHASE_LETTERS = "cduab"
DIE_WORDS = ("-", *FACES)

TOKENS = (
    *(f"!{name}" for name in CROSSING_NAMES),
    *(f"-{name}" for name in CROSSING_NAMES),
    *("roll", "keep"),
    *FACES,
    *(f"{name}{turn}" for turn in ("<", ">", "<<", ">>") for name in CARD_SQUARES),
    *(f"{a}={b}" if a < b else "" for a in CARD_SQUARES for b in CARD_SQUARES),
)


def colour_letters(state: Sequence[int]) -> str:
    """The colours that play: all of them in solo play."""
    return COLOURS if state[SOLO] != NO_SOLO else COLOURS[: state[PLAYERS]]


def seat_letters(state: Sequence[int]) -> str:
    """How each seat is written."""
    return "*" if state[SOLO] != NO_SOLO else colour_letters(state)


def write(state: Sequence[int]) -> str:
    """The position text."""
    cards = [CARDS[card] for card in state[CARD:BLOCK]]
    blocks = ["." if block == NONE else COLOURS[block - 1] for block in state[BLOCK:LOCKS]]
    resting = [name for i, name in enumerate(CARD_SQUARES) if state[RESTED + i]]
    if state[FIRST_CARD] != NONE:
        resting.insert(0, CARD_SQUARES[state[FIRST_CARD] - 1])
    colours = colour_letters(state)
    fields = (
        _as_ranks(cards, SIDE, ","),
        _as_ranks(blocks, SIDE - 1, ""),
        colours,
        seat_letters(state)[state[SEAT]],
        PHASE_LETTERS[state[PHASE]],
        DIE_WORDS[state[THROWN]],
        str(state[THROW]),
        "+".join(resting) or "-",
        ",".join(str(left) for left in state[LEFT : LEFT + len(colours)]),
        str(state[TURNS]),
    )
    return " ".join(fields)


def _as_ranks(cells: list[str], side: int, separator: str) -> str:
    """Cells that go file after file, written rank after rank from the highest."""
    return "/".join(separator.join(cells[rank::side]) for rank in range(side - 1, -1, -1))


def _from_ranks(rows: list[list[str]]) -> list[str]:
    """The other way round."""
    return [row[file] for file in range(len(rows)) for row in reversed(rows)]


def read(fields: Sequence[str], state: State) -> None:
    """Write the fields of a position text into a blank state."""
    cards, blocks, players, player, phase, die, twice, rested, left, turns = fields
    read_word(players, "players", [colour_letters(state)])
    state[SEAT] = read_word(player, "player", seat_letters(state))
    _read_cards(cards, state)
    _read_blocks(blocks, left, state)
    state[TURNS] = read_number(turns, "turns", UNLIMITED)
    state[PHASE] = read_word(phase, "phase", PHASE_LETTERS)
    state[PLAYER] = CHANCE if state[PHASE] == DIE else state[SEAT]
    state[THROWN] = read_word(die, "die", DIE_WORDS)
    state[THROW] = 1 + read_word(twice, "twice", "12")
    _read_rested(rested, state)
    _refuse_impossible_phase(state)


def _read_cards(text: str, state: State) -> None:
    names = _from_ranks(read_ranks(text, "cards", [SIDE] * SIDE))
    for square, name in enumerate(names):
        if name not in CARDS:
            raise UnreadableText(
                f"Card {CARD_SQUARES[square]} is {name!r}: it must be the four colours {COLOURS}"
                " in any order."
            )
        state[CARD + square] = CARDS.index(name)
    orders = Counter(ORDERS[state[CARD + square] // 4] for square in range(SQUARES))
    for order, count in orders.items():
        refuse_too_many(count, ORDER_COUNTS[order], f"cards of the order {order}")


def _read_blocks(text: str, left: str, state: State) -> None:
    side = SIDE - 1
    blocks = _from_ranks(read_ranks(text, "blocks", [side] * side, ""))
    colours = colour_letters(state)
    for crossing, block in enumerate(blocks):
        state[BLOCK + crossing] = read_word(block, "a crossing", "." + colours)
        if block != ".":
            lock(state, crossing, 1)
    racing = colours[state[RACE_COLOUR]] if state[SOLO] == SOLO_RACE else colours
    mosts = [state[BLOCKS_EACH] if colour in racing else 0 for colour in colours]
    state[LEFT : LEFT + len(colours)] = read_numbers(left, "left", mosts)
    for i, colour in enumerate(colours):
        refuse_too_many(blocks.count(colour) + state[LEFT + i], mosts[i], f"blocks {colour}")


def _read_rested(text: str, state: State) -> None:
    squares = [] if text == "-" else [read_word(n, "rested", CARD_SQUARES) for n in text.split("+")]
    if state[PHASE] == SECOND_CARD:
        if not squares:
            raise UnreadableText("rested is '-': in phase b it begins with the card just turned.")
        state[FIRST_CARD] = 1 + squares.pop(0)
    if squares and not state[REST]:
        raise UnreadableText(f"rested is {text!r}: cards rest only with the option rest=True.")
    if len(squares) > 2 or squares != sorted(set(squares)) or state[FIRST_CARD] - 1 in squares:
        raise UnreadableText(
            f"rested is {text!r}: at most two cards rest, each once, in the order a1 a2 … e5."
        )
    for square in squares:
        state[RESTED + square] = 1


def _refuse_impossible_phase(state: State) -> None:
    """Phase and die must fit together and leave something to do."""
    phase, thrown, throw = state[PHASE], state[THROWN], state[THROW]
    letter, die = PHASE_LETTERS[phase], DIE_WORDS[thrown]
    faces = {
        CLAIM: (NONE,),
        DIE: (NONE,),
        UNBLOCK: (1 + ANTI_BLOK,),
        ACT: tuple(range(1, 1 + ANTI_BLOK)),
        SECOND_CARD: (1 + L2, 1 + R2),
    }[phase]
    if thrown not in faces:
        words = " or ".join(DIE_WORDS[face] for face in faces)
        raise UnreadableText(f"die is {die!r}: in phase {letter} it must be {words}.")
    if throw == 2 and phase in (CLAIM, UNBLOCK):
        raise UnreadableText(f"twice is '2': in phase {letter} it must be 1.")
    blocks = any(state[BLOCK + crossing] for crossing in range(CROSSINGS))
    nothing_to_do = (
        (phase == CLAIM and not own_squares(state))
        or (phase == UNBLOCK and not blocks)
        or (phase >= ACT and not steps(state, [0] * MOST_STEPS))
    )
    if nothing_to_do:
        raise UnreadableText(f"Phase {letter} does not fit: there is nothing to do in it.")


def why_not(state: Sequence[int], token: str) -> str:
    """Why a step is not possible now."""
    phase = state[PHASE]
    if phase == DIE:
        return "the die is thrown now"
    if phase == CLAIM:
        return "now squares in your colour are claimed, or you roll"
    if phase == UNBLOCK:
        return "Anti-Blok: one block may go back to its owner"
    squares = [name for name in token.rstrip("<>").split("=") if name in CARD_SQUARES]
    for square in map(CARD_SQUARES.index, squares):
        if state[LOCKS + square]:
            return f"{CARD_SQUARES[square]} is locked by a block"
        if "=" not in token and state[RESTED + square]:
            return f"{CARD_SQUARES[square]} was turned last and rests"
        if state[FIRST_CARD] == 1 + square:
            return f"{CARD_SQUARES[square]} was turned just now, another card follows"
    return f"the die shows {DIE_WORDS[state[THROWN]]}"


NOTATION = Notation(TOKENS, FIELDS, read, write, draw, STYLES, why_not)
