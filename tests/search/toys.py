"""Small games whose value is known by arithmetic."""

from __future__ import annotations

from collections.abc import Sequence

import spielwerk
from spielwerk.core.game import Knowledge, Notation, Rules
from spielwerk.core.kernel import State, rule
from spielwerk.core.options import Option
from spielwerk.core.random import random_below
from spielwerk.core.state import CHANCE, DRAW, HEADER, PHASE, PLAYER, RESULT, TURNS, WON

# Nim: three heaps of up to seven; take any number from one heap; the last stone wins. Each step
# takes one stone, and the turn ends with the step `.`: a turn may have many steps.

HEAPS = HEADER
PLAYERS = HEAPS + 3
STONES = 7
PASS = 3


@rule
def deal_heaps(state: State, random: State) -> None:
    for heap in range(3):
        state[HEAPS + heap] = 1 + random_below(random, STONES)


@rule
def takes(state: State, found: State) -> int:
    count = 0
    for heap in range(3):
        if state[HEAPS + heap] > 0 and (state[PHASE] == 0 or state[PHASE] == 1 + heap):
            found[count] = heap
            count += 1
    if state[PHASE] > 0:
        found[count] = PASS
        count += 1
    return count


@rule
def take(state: State, step: int) -> None:
    if step < PASS:
        state[HEAPS + step] -= 1
        state[PHASE] = 1 + step
        if state[HEAPS] + state[HEAPS + 1] + state[HEAPS + 2] == 0:
            state[RESULT] = WON + state[PLAYER]
    else:
        state[PHASE] = 0
        state[TURNS] += 1
        state[PLAYER] = (state[PLAYER] + 1) % state[PLAYERS]


@rule
def nothing(state: State) -> None:
    pass


@rule
def stop(state: State) -> None:
    state[RESULT] = DRAW


def write_heaps(state: Sequence[int]) -> str:
    return f"{','.join(map(str, state[HEAPS:PLAYERS]))} {state[PLAYER]} {state[PHASE]}"


def read_heaps(fields: Sequence[str], state: State) -> None:
    for heap, stones in enumerate(fields[0].split(",")):
        state[HEAPS + heap] = int(stones)
    state[PLAYER], state[PHASE] = int(fields[1]), int(fields[2])


@spielwerk.register
class Nim(spielwerk.Game):
    """Nim, stone by stone, for two or three."""

    key, name, version = "toy_nim", "Nim", "1"
    rules = Rules(PLAYERS + 1, 4, deal_heaps, takes, take, nothing, stop)
    notation = Notation(
        ("a", "b", "c", "."), "heaps player phase", read_heaps, write_heaps, write_heaps
    )
    player_counts = (2, 3)
    all_options = (Option("players", 2, (2, 3), "how many play"),)
    random_start = True

    def set_options(self, state: State) -> None:
        state[PLAYERS] = self.players


# Wager: first take points (0 to 3 of them), then a safe draw or the die. It has six faces, of
# which so many win as an option says, and the others lose.

GOOD_FACES = HEADER
TAKEN = GOOD_FACES + 1
SAFE, RISK, FACE, TAKE, SWEEP = 0, 1, 2, 8, 12


@rule
def no_deal(state: State, random: State) -> None:
    pass


@rule
def in_a_row(found: State, first: int, count: int) -> int:
    for i in range(count):
        found[i] = first + i
    return count


@rule
def wagers(state: State, found: State) -> int:
    first, count = SAFE, 2
    if state[PLAYER] == CHANCE:
        first, count = FACE, 6
    elif state[PHASE] == 0:
        first, count = TAKE, 5
    return in_a_row(found, first, count)


@rule
def wager(state: State, step: int) -> None:
    if step == SWEEP:
        state[RESULT] = WON + 1
    elif step >= TAKE:
        state[TAKEN] = step - TAKE
        state[PHASE] = 1
        if state[GOOD_FACES] == 6:
            state[RESULT] = WON
    elif step == SAFE:
        state[RESULT] = DRAW
    elif step == RISK:
        state[PLAYER] = CHANCE
    else:
        state[RESULT] = WON if step - FACE < state[GOOD_FACES] else WON + 1


@rule
def taken(state: State, player: int) -> int:
    return state[TAKEN] if player == 0 else 0


def write_wager(state: Sequence[int]) -> str:
    return " ".join(str(state[entry]) for entry in (PLAYER, PHASE, GOOD_FACES, TAKEN))


def read_wager(fields: Sequence[str], state: State) -> None:
    state[PLAYER], state[PHASE], state[GOOD_FACES], state[TAKEN] = map(int, fields)


@spielwerk.register
class Wager(spielwerk.Game):
    """A die with so many good faces, and points on the side."""

    key, name, version = "toy_wager", "Wager", "1"
    rules = Rules(TAKEN + 1, 6, no_deal, wagers, wager, nothing, stop, taken)
    notation = Notation(
        ("safe", "risk", *"uvwxyz", "take0", "take1", "take2", "take3", "lose"),
        "player phase good taken",
        read_wager,
        write_wager,
        write_wager,
    )
    knowledge = Knowledge(points=1.0)
    all_options = (Option("good", 4, range(7), "faces that win"),)

    def set_options(self, state: State) -> None:
        state[GOOD_FACES] = int(self.options["good"])


# Windfall: stay, or throw a die. Whatever falls looks bad until it is used, and good from then on;
# it can be wasted, too. The game goes on, with nothing more to decide.

LOOKS = HEADER
STAY, THROW, FALL, USE, WASTE, GO_ON = 0, 1, 2, 8, 9, 10


@rule
def windfalls(state: State, found: State) -> int:
    first, count = STAY, 2
    if state[PLAYER] == CHANCE:
        first, count = FALL, 6
    elif state[PHASE] == 1:
        first, count = USE, 2
    elif state[PHASE] == 2:
        first, count = GO_ON, 1
    return in_a_row(found, first, count)


@rule
def fall(state: State, step: int) -> None:
    state[PLAYER] = CHANCE if step == THROW else 0
    state[PHASE] = 1 if FALL <= step < USE else 2
    if step == THROW:
        state[LOOKS] = -300
    elif step == USE:
        state[LOOKS] = 600
    elif step == WASTE:
        state[LOOKS] = -600


@rule
def looks(state: State, player: int) -> int:
    return state[LOOKS] if player == 0 else -state[LOOKS]


def write_windfall(state: Sequence[int]) -> str:
    return " ".join(str(state[entry]) for entry in (PLAYER, PHASE, LOOKS))


def read_windfall(fields: Sequence[str], state: State) -> None:
    state[PLAYER], state[PHASE], state[LOOKS] = map(int, fields)


@spielwerk.register
class Windfall(spielwerk.Game):
    """A die that is good for what is made of it."""

    key, name, version = "toy_windfall", "Windfall", "1"
    rules = Rules(LOOKS + 1, 6, no_deal, windfalls, fall, nothing, stop)
    notation = Notation(
        ("stay", "throw", *"uvwxyz", "use", "waste", "on"),
        "player phase looks",
        read_windfall,
        write_windfall,
        write_windfall,
    )
    knowledge = Knowledge(looks, cut=0, trust=1.0)
