"""Break rules on purpose, one at a time, and see that a test falls each time.

    python tools/break_rules.py            all breaks
    python tools/break_rules.py veier qbq  those of some games, or of core

Each break is made in a copy of the project, never in place. A break that no test notices survives:
then a test is missing, and the exit code is 1.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
PACKAGE = Path("src") / "spielwerk"
COPIED = ("src", "tests", "pyproject.toml")
GAMES = ("kipp4", "veier", "spitze", "qbq", "blockit")
PROCESSES = 2
PATIENCE = 300
"""Seconds after which a run of tests counts as fallen: a broken rule may never come to an end."""

TESTS_PASSED, TESTS_FAILED = 0, 1


@dataclass(frozen=True)
class Break:
    """A change to a file of the package, and the rule that no longer holds after it."""

    file: str
    what: str
    old: str
    new: str

    @property
    def part(self) -> str:
        """The game it belongs to, or core."""
        parts = Path(self.file).parts
        return parts[1] if parts[0] == "games" else parts[0]

    def broken(self, source: str) -> str:
        """The source of the file with the rule broken."""
        if source.count(self.old) != 1:
            raise ValueError(
                f"{self.file}: the text to change must occur once, not {source.count(self.old)}"
                f" times, to break this: {self.what}\n{self.old}"
            )
        return source.replace(self.old, self.new)


KIPP4 = (
    Break(
        "games/kipp4/rules.py",
        "with all corners full a marble enters by any groove",
        "if groove == CORNER_GROOVES and count > 0:",
        "if groove == CORNER_GROOVES:",
    ),
    Break(
        "games/kipp4/rules.py",
        "a groove with one marble has room for another",
        "return int(high) if state[BOARD + high] == EMPTY else -1",
        "return -1",
    ),
    Break(
        "games/kipp4/rules.py",
        "a marble placed comes out of the player's own supply",
        "state[SUPPLY + state[PLAYER]] -= 1",
        "state[SUPPLY] -= 1",
    ),
    Break(
        "games/kipp4/rules.py",
        "only who has marbles left can place one",
        "if state[SUPPLY + state[PLAYER]] == 0:",
        "if state[SUPPLY + 1 - state[PLAYER]] == 0:",
    ),
    Break(
        "games/kipp4/board.py",
        "no marble moves inside its groove",
        "if _next >= 0 and GROOVE[_next] != GROOVE[_number]:",
        "if _next >= 0:",
    ),
    Break(
        "games/kipp4/rules.py",
        "the marble above a removed one rolls",
        "state[BOARD + position] = EMPTY\n        settle(state, GROOVE[position])",
        "state[BOARD + position] = EMPTY",
    ),
    Break(
        "games/kipp4/rules.py",
        "the marble left behind by a moved one rolls",
        "settle(state, GROOVE[position])\n        settle(state, GROOVE[target])",
        "settle(state, GROOVE[target])",
    ),
    Break(
        "games/kipp4/rules.py",
        "a moved marble rolls to the lower end",
        "settle(state, GROOVE[position])\n        settle(state, GROOVE[target])",
        "settle(state, GROOVE[position])",
    ),
    Break(
        "games/kipp4/rules.py",
        "the board is turned clockwise",
        "state[LOW_SIDE] = (state[LOW_SIDE] + quarters) % 4",
        "state[LOW_SIDE] = (state[LOW_SIDE] - quarters) % 4",
    ),
    Break(
        "games/kipp4/rules.py",
        "every groove settles when the board is turned",
        "for groove in range(GROOVES):\n        settle(state, groove)",
        "for groove in range(CORNER_GROOVES, GROOVES):\n        settle(state, groove)",
    ),
    Break(
        "games/kipp4/board.py",
        "a row may run along either diagonal",
        "ROW_DIRECTIONS = ((2, 0), (0, 2), (1, 1), (1, -1))",
        "ROW_DIRECTIONS = ((2, 0), (0, 2), (1, 1))",
    ),
    Break(
        "games/kipp4/board.py",
        "three marbles are no row",
        "ROW_LENGTH = 4",
        "ROW_LENGTH = 3",
    ),
    Break(
        "games/kipp4/rules.py",
        "with two rows the player who turned the board wins",
        "turner = 1 - state[PLAYER]\n    next_player = 1 - turner\n    if has_row(state, turner):",
        "turner = 1 - state[PLAYER]\n    next_player = 1 - turner\n"
        "    if has_row(state, turner) and not has_row(state, next_player):",
    ),
    Break(
        "games/kipp4/rules.py",
        "a row wins for the player who did not turn the board, too",
        "state[RESULT] = WON + next_player",
        "state[RESULT] = WON + turner",
    ),
    Break(
        "games/kipp4/rules.py",
        "a row counts only once the board is turned",
        "if state[PHASE] != ACT:\n        return\n    turner = 1 - state[PLAYER]",
        "turner = 1 - state[PLAYER]",
    ),
    Break(
        "games/kipp4/rules.py",
        "who cannot act has lost",
        "elif not can_act(state):\n        state[RESULT] = WON + turner",
        "elif not can_act(state):\n        state[RESULT] = WON + next_player",
    ),
    Break(
        "games/kipp4/rules.py",
        "who can remove a red marble can act",
        "if marble == RED:\n            return True",
        "if marble == RED:\n            continue",
    ),
    Break(
        "games/kipp4/rules.py",
        "who can only move to b7, the first position, can act",
        "if target >= 0 and state[BOARD + target] == EMPTY:\n                    return True",
        "if target > 0 and state[BOARD + target] == EMPTY:\n                    return True",
    ),
    Break(
        "games/kipp4/rules.py",
        "a red marble on b7, the first position, is removed like any other",
        "if step < REMOVE:",
        "if step <= REMOVE:",
    ),
    Break(
        "games/kipp4/rules.py",
        "a row comes before the turn limit",
        "    if has_row(state, turner):\n        state[RESULT] = WON + turner\n",
        "    if state[TURNS] >= state[LIMIT]:\n        state[RESULT] = DRAW\n"
        "    elif has_row(state, turner):\n        state[RESULT] = WON + turner\n",
    ),
)

VEIER = (
    Break(
        "games/veier/rules.py",
        "the first piece does not go to the edge",
        "if not ON_EDGE[cell]:",
        "if cell >= 0:",
    ),
    Break(
        "games/veier/rules.py",
        "the second piece goes next to the first",
        "if state[TURNS] == 1:\n        return second_cells(state, found)",
        "if state[TURNS] == 1:\n        pass",
    ),
    Break(
        "games/veier/rules.py",
        "the second piece may go to the edge",
        "if NEIGHBOURS[first, direction] >= 0:",
        "if NEIGHBOURS[first, direction] >= 0 and not ON_EDGE[NEIGHBOURS[first, direction]]:",
    ),
    Break(
        "games/veier/board.py",
        "the three directions that count",
        "DIRECTIONS = ((0, 1), (1, 0), (1, 1), (0, -1), (-1, 0), (-1, -1))",
        "DIRECTIONS = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))",
    ),
    Break(
        "games/veier/rules.py",
        "rows that were there before are not counted again",
        "joined // ROW_LENGTH - before // ROW_LENGTH - behind // ROW_LENGTH",
        "joined // ROW_LENGTH - before // ROW_LENGTH",
    ),
    Break(
        "games/veier/rules.py",
        "a run of eight is two rows",
        "joined // ROW_LENGTH - before // ROW_LENGTH - behind // ROW_LENGTH",
        "int(joined >= ROW_LENGTH and before < ROW_LENGTH and behind < ROW_LENGTH)",
    ),
    Break(
        "games/veier/rules.py",
        "each point takes a counter from the supply",
        "max(0, state[SUPPLY + player] - 1 - points)",
        "max(0, state[SUPPLY + player] - 1)",
    ),
    Break(
        "games/veier/rules.py",
        "counters are taken as far as there are any",
        "max(0, state[SUPPLY + player] - 1 - points)",
        "state[SUPPLY + player] - 1 - points",
    ),
    Break(
        "games/veier/rules.py",
        "the game ends when o's supply is empty",
        "if state[SUPPLY + 1] == 0 or (state[SUPPLY] == 0 and not last_turn_due):",
        "if state[SUPPLY] == 0 and not last_turn_due:",
    ),
    Break(
        "games/veier/rules.py",
        "there is a last turn only with the option",
        "last_turn_due = state[LAST_TURN] and state[PLAYER] == 1",
        "last_turn_due = state[PLAYER] == 1",
    ),
    Break(
        "games/veier/rules.py",
        "the last turn is o's",
        "last_turn_due = state[LAST_TURN] and state[PLAYER] == 1",
        "last_turn_due = state[LAST_TURN] and state[PLAYER] == 0",
    ),
    Break(
        "games/veier/rules.py",
        "equal scores are a draw",
        "if state[POINTS] > state[POINTS + 1]:",
        "if state[POINTS] >= state[POINTS + 1]:",
    ),
    Break(
        "games/veier/notation.py",
        "a text's points are counted over whole runs",
        "points += (run_length(state, cell, line) + 1) // ROW_LENGTH",
        "points += run_length(state, cell, line) // ROW_LENGTH",
    ),
)

SPITZE = (
    Break(
        "games/spitze/rules.py",
        "light stands on three ranks",
        "light = rank < 3 if",
        "light = rank <= 3 if",
    ),
    Break(
        "games/spitze/rules.py",
        "a tower cannot jump",
        "own_singles |= int(here == own) << square",
        "own_singles |= int(here * own > 0) << square",
    ),
    Break(
        "games/spitze/rules.py",
        "a tower counts as many pieces as it is high",
        "singles |= int(abs(here) == 1) << square",
        "singles |= int(abs(here) >= 1) << square",
    ),
    Break(
        "games/spitze/rules.py",
        "a jump may end on an empty square",
        "landing = over_two",
        "landing = over_two & ~empty",
    ),
    Break(
        "games/spitze/rules.py",
        "a jump may end on an occupied square",
        "landing = over_two",
        "landing = over_two & empty",
    ),
    Break(
        "games/spitze/rules.py",
        "a jump ends no farther than the next occupied square",
        "over_two = (over_two & empty) | (over_one & singles)",
        "over_two = over_two | (over_one & singles)",
    ),
    Break(
        "games/spitze/rules.py",
        "a jump over a tower of three is too far",
        "pairs |= int(abs(here) == JUMPED) << square",
        "pairs |= int(abs(here) >= JUMPED) << square",
    ),
    Break(
        "games/spitze/rules.py",
        "empty squares between the two pieces do not count",
        "over_one = (over_one & empty) | (over_none & singles)",
        "over_one = over_none & singles",
    ),
    Break(
        "games/spitze/board.py",
        "jumps run in eight directions",
        "DIRECTIONS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))",
        "DIRECTIONS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0))",
    ),
    Break(
        "games/spitze/rules.py",
        "the piece lands on top of the tower",
        "for square in range(start + 1, target + 1):",
        "for square in range(start + 1, target):",
    ),
    Break(
        "games/spitze/rules.py",
        "the top piece owns the tower",
        "piece * (abs(state[BOARD + target]) + 1)",
        "state[BOARD + target] + (-1 if state[BOARD + target] < 0 else piece)",
    ),
    Break(
        "games/spitze/rules.py",
        "who could only jump over three cannot jump",
        "if jumped == JUMPED:",
        "if jumped >= JUMPED:",
    ),
    Break(
        "games/spitze/rules.py",
        "who cannot jump is passed over, and the game goes on",
        "elif passed_over_before or not can_jump(state, jumper):",
        "elif not can_jump(state, other):",
    ),
    Break(
        "games/spitze/rules.py",
        "nobody is passed over twice running",
        "passed_over_before = state[STUCK] == 1 + other",
        "passed_over_before = False",
    ),
    Break(
        "games/spitze/rules.py",
        "who jumps again is no longer stuck",
        "if can_jump(state, other):\n        state[STUCK] = NOBODY",
        "if can_jump(state, other):\n        state[PLAYER] = other",
    ),
    Break(
        "games/spitze/rules.py",
        "single pieces score nothing",
        "if height > 1:",
        "if height > 0:",
    ),
    Break(
        "games/spitze/rules.py",
        "a tower scores its height",
        "points += height",
        "points += 1",
    ),
    Break(
        "games/spitze/rules.py",
        "equal scores are a draw",
        "if lead > 0:",
        "if lead >= 0:",
    ),
    Break(
        "games/spitze/rules.py",
        "at the turn limit the game is counted as it stands",
        "if state[TURNS] >= state[LIMIT]:\n        halt(state)",
        "if state[TURNS] >= state[LIMIT]:\n        state[RESULT] = DRAW",
    ),
)

QBQ = (
    Break(
        "games/qbq/board.py",
        "each colour starts opposite to its fields",
        "START_CORNERS = ((4, 4), (4, 0), (0, 0), (0, 4))",
        "START_CORNERS = ((4, 4), (0, 4), (0, 0), (4, 0))",
    ),
    Break(
        "games/qbq/rules.py",
        "the board has edges: f1 is not beside a2",
        "east = (squares & ~LAST_FILE) << 1",
        "east = squares << 1",
    ),
    Break(
        "games/qbq/rules.py",
        "no part of the group may be left apart",
        "targets &= beside(part)",
        "targets |= beside(part) & empty",
    ),
    Break(
        "games/qbq/rules.py",
        "what is left of a tower stays in the group",
        "if height == 1:\n        rest &= ~lifted",
        "if height >= 1:\n        rest &= ~lifted",
    ),
    Break(
        "games/qbq/rules.py",
        "a cube does not relocate onto its own tower",
        "return targets | (rest & ~lifted)",
        "return targets | rest",
    ),
    Break(
        "games/qbq/rules.py",
        "an equally high stack stops a topple",
        "if other and state[HEIGHT + target] >= height:",
        "if other and state[HEIGHT + target] > height:",
    ),
    Break(
        "games/qbq/rules.py",
        "own stacks do not stop a topple",
        "other = state[OWNER + target] != NOBODY and state[OWNER + target] != 1 + colour",
        "other = state[OWNER + target] != NOBODY",
    ),
    Break(
        "games/qbq/rules.py",
        "the bottom cube of a toppled tower stays",
        "falling = state[HEIGHT + square] - 1",
        "falling = state[HEIGHT + square]",
    ),
    Break(
        "games/qbq/rules.py",
        "a stack that is hit goes back whole",
        "state[SUPPLY + owner - 1] += state[HEIGHT + target]",
        "state[SUPPLY + owner - 1] += 1",
    ),
    Break(
        "games/qbq/rules.py",
        "towers fall to the side that is named",
        "topple(state, colour, (step - TOPPLE) // 4, (step - TOPPLE) % 4)",
        "topple(state, colour, (step - TOPPLE) // 4, (step - TOPPLE + 2) % 4)",
    ),
    Break(
        "games/qbq/rules.py",
        "after an insertion only a relocation follows",
        "if state[PHASE] == RELOCATION:\n        return count\n",
        "if state[PHASE] == RELOCATION and count == 0:\n        return count\n",
    ),
    Break(
        "games/qbq/rules.py",
        "an insertion must leave a relocation possible",
        "if can_relocate(own | here, tall | (own & here), empty & ~here):",
        "if own:",
    ),
    Break(
        "games/qbq/rules.py",
        "an inserted cube may go on top of an own stack",
        "here & (own | (beside(own) & empty)):",
        "here & beside(own) & empty:",
    ),
    Break(
        "games/qbq/rules.py",
        "coming back to the board is the whole turn",
        "if not comes_back:",
        "if step >= INSERT:",
    ),
    Break(
        "games/qbq/rules.py",
        "who comes back takes the nearest squares",
        "DISTANCE[colour, square] == nearest:",
        "DISTANCE[colour, square] <= nearest + 1:",
    ),
    Break(
        "games/qbq/rules.py",
        "who cannot move passes",
        "if can_move(state, int(state[SEATS + seat])):",
        "if seat == following:",
    ),
    Break(
        "games/qbq/rules.py",
        "who can only insert need not pass",
        "if state[SUPPLY + colour] > 0 and own & beside(empty):\n        return True",
        "if state[SUPPLY + colour] > 0 and own & beside(empty):\n        pass",
    ),
    Break(
        "games/qbq/rules.py",
        "if nobody can move the game is a draw",
        "            state[PLAYER] = seat\n            return\n    state[RESULT] = DRAW",
        "            state[PLAYER] = seat\n            return\n    state[RESULT] = WON + following",
    ),
    Break(
        "games/qbq/rules.py",
        "play goes round clockwise",
        "state[PLAYER] = (state[PLAYER] + 1) % state[PLAYERS]",
        "state[PLAYER] = (state[PLAYER] - 1) % state[PLAYERS]",
    ),
    Break(
        "games/qbq/rules.py",
        "the mover's formation is looked at first",
        "seat = (following + players - 1 + i) % players",
        "seat = (following + i) % players",
    ),
    Break(
        "games/qbq/rules.py",
        "eight cubes stand two on each field",
        "state[HEIGHT + square] != cubes // 4:",
        "state[HEIGHT + square] > cubes // 2:",
    ),
    Break(
        "games/qbq/rules.py",
        "eight cubes can be a formation",
        "if cubes != 4 and cubes != 8 and cubes != 9:",
        "if cubes != 4 and cubes != 9:",
    ),
)

BLOCKIT = (
    Break(
        "games/blockit/rules.py",
        "a deal has no square in any colour",
        "squares += square_colour(state, crossing) >= 0",
        "squares += square_colour(state, crossing) > 0",
    ),
    Break(
        "games/blockit/rules.py",
        "left is left and right is right",
        "turn_card(state, square, 1)",
        "turn_card(state, square, 3)",
    ),
    Break(
        "games/blockit/rules.py",
        "a block locks its cards",
        "lock(state, crossing, 1)",
        "lock(state, crossing, 0)",
    ),
    Break(
        "games/blockit/rules.py",
        "a block that goes unlocks its cards",
        "lock(state, crossing, -1)",
        "lock(state, crossing, 0)",
    ),
    Break(
        "games/blockit/rules.py",
        "a locked card cannot be swapped",
        "(state[LOCKS + square] == 0) & (turnable | swapping)",
        "(state[LOCKS + square] == 0) & turnable | swapping",
    ),
    Break(
        "games/blockit/rules.py",
        "a block goes back to its owner",
        "state[LEFT + state[BLOCK + crossing] - 1] += 1",
        "state[LEFT + state[SEAT]] += 1",
    ),
    Break(
        "games/blockit/rules.py",
        "Anti-Blok for the second time ends the turn",
        "if state[THROW] == 2:\n        return False",
        "if state[THROW] > 2:\n        return False",
    ),
    Break(
        "games/blockit/rules.py",
        "blocks may be left where they are",
        "found[count] = ROLL if claiming else KEEP\n    return count + 1",
        "found[count] = ROLL\n    return count + claiming",
    ),
    Break(
        "games/blockit/rules.py",
        "only squares in the own colour get blocks",
        "own = (colour == state[SEAT]) | (state[SOLO] != NO_SOLO)",
        "own = colour >= 0",
    ),
    Break(
        "games/blockit/rules.py",
        "squares that were there before get no block by turning",
        "new = own_squares(state) & ~before",
        "new = own_squares(state)",
    ),
    Break(
        "games/blockit/rules.py",
        "there are only so many blocks",
        "if state[LEFT + colour] > 0:\n        state[LEFT + colour] -= 1",
        "if state[LEFT + colour] > -9:\n        state[LEFT + colour] -= 1",
    ),
    Break(
        "games/blockit/rules.py",
        "several squares may be claimed in one turn",
        "if state[PHASE] == CLAIM and own_squares(state) == 0:",
        "if state[PHASE] == CLAIM and (step < UNBLOCK_STEP or own_squares(state) == 0):",
    ),
    Break(
        "games/blockit/rules.py",
        "the second card is another one",
        "& (state[FIRST_CARD] != 1 + square)",
        "",
    ),
    Break(
        "games/blockit/rules.py",
        "with a single card only the half turn is possible",
        "if count == 1:\n            return count",
        "if count == 0:\n            return count",
    ),
    Break(
        "games/blockit/rules.py",
        "a swap takes two free cards",
        "(cards & cards - 1 if face == SWAP_FACE else cards) != 0",
        "cards != 0",
    ),
    Break(
        "games/blockit/rules.py",
        "no second card follows on the last block",
        "if state[PHASE] == ACT and first_of_two and not last_block_is_placed(state):",
        "if state[PHASE] == ACT and first_of_two:",
    ),
    Break(
        "games/blockit/rules.py",
        "a card just turned rests",
        "(state[RESTED + square] == 0) & ",
        "",
    ),
    Break(
        "games/blockit/rules.py",
        "both cards of two quarter turns rest",
        "1 if other == first or other == square",
        "1 if other == square",
    ),
    Break(
        "games/blockit/rules.py",
        "cards rest only until another turning",
        "state[RESTED + other] = 1 if",
        "state[RESTED + other] |= 1 if",
    ),
    Break(
        "games/blockit/rules.py",
        "a swap frees both cards",
        "state[RESTED + square] = state[RESTED + other] = 0",
        "state[RESTED + square] = 0",
    ),
    Break(
        "games/blockit/rules.py",
        "each turn begins with the first throw",
        "state[THROWN] = NONE\n    state[THROW] = 1\n",
        "state[THROWN] = NONE\n",
    ),
    Break(
        "games/blockit/rules.py",
        "who has placed the last block wins, not who is next",
        "state[RESULT] = WON + seat if",
        "state[RESULT] = WON + state[SEAT] if",
    ),
    Break(
        "games/blockit/rules.py",
        "equal most blocks are a draw",
        "blocks == most:",
        "blocks == most == 0:",
    ),
    Break(
        "games/blockit/rules.py",
        "a race is run in one colour",
        "playing = colour == state[RACE_COLOUR]",
        "playing = True",
    ),
    Break(
        "games/blockit/rules.py",
        "solo play goes on while any colour has blocks left",
        "return state[LEFT] + state[LEFT + 1] + state[LEFT + 2] + state[LEFT + 3] == 0",
        "return state[LEFT] * state[LEFT + 1] * state[LEFT + 2] * state[LEFT + 3] == 0",
    ),
    Break(
        "games/blockit/__init__.py",
        "three or four players have two blocks each",
        "usual = 2 if players > 2 else 3",
        "usual = 2 if players > 3 else 3",
    ),
)

CORE = (
    Break(
        "core/position.py",
        "repetition: the third time ends the game, not the second",
        "THIRD_TIME = 3",
        "THIRD_TIME = 2",
    ),
    Break(
        "core/state.py",
        "repetition: the number of turns is no part of the position",
        "return packed[: TURNS * size] + bytes(size) + packed[(TURNS + 1) * size :]",
        "return packed",
    ),
    Break(
        "core/state.py",
        "repetition: the player is part of the position",
        "return packed[: TURNS * size] + bytes(size) + packed[(TURNS + 1) * size :]",
        "return bytes((TURNS + 1) * size) + packed[(TURNS + 1) * size :]",
    ),
    Break(
        "core/position.py",
        "repetition: the position a game begins with counts",
        "starts = (without_turns(pack(entries)),) if entries[PHASE] == FIRST_PHASE else ()",
        "starts = ()",
    ),
    Break(
        "core/position.py",
        "repetition: only the start of a turn counts",
        "if self.game.repetition and state[TURNS] != self.entries[TURNS]:",
        "if self.game.repetition:",
    ),
    Break(
        "core/position.py",
        "repetition is no rule of every game",
        "if self.game.repetition and state[TURNS] != self.entries[TURNS]:",
        "if state[TURNS] != self.entries[TURNS]:",
    ),
    Break(
        "core/position.py",
        "returns: the losers share -1",
        "-1 / others for p in",
        "-1.0 for p in",
    ),
    Break(
        "core/position.py",
        "returns: the first player can win",
        "return result - WON if result >= WON else None",
        "return result - WON if result > WON else None",
    ),
    Break(
        "core/position.py",
        "at a die nobody is the player",
        "return None if self.over or self.entries[PLAYER] == CHANCE else self.entries[PLAYER]",
        "return None if self.over else self.entries[PLAYER]",
    ),
    Break(
        "core/game.py",
        "a turn limit of 0 is none",
        "int(self.options.get(TURN_LIMIT.name, 0)) or UNLIMITED",
        "int(self.options.get(TURN_LIMIT.name, 0))",
    ),
    Break(
        "core/game.py",
        "a text is judged when it is read",
        "self.rules.judge(state)",
        "state = list(state)",
    ),
)

BREAKS = (*KIPP4, *VEIER, *SPITZE, *QBQ, *BLOCKIT, *CORE)


@contextmanager
def copy_of(project: Path) -> Iterator[Path]:
    """A copy of what the tests need, without compiled files."""
    with TemporaryDirectory(prefix="spielwerk-") as folder:
        for name in COPIED:
            source, target = project / name, Path(folder) / name
            if source.is_dir():
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, target)
        yield Path(folder)


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a copy, with the copy's package before the installed one."""
    settings = {"PYTHONPATH": str(folder / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def run_tests(folder: Path, part: str) -> subprocess.CompletedProcess[str]:
    """Run the tests of a game's rules; for core those of all games and of positions."""
    games = GAMES if part == "core" else (part,)
    files = [path for game in games for path in (folder / "tests/rules").glob(f"test_{game}*.py")]
    names = sorted(str(path.relative_to(folder)) for path in files)
    if part == "core":
        names.append("tests/core/test_position.py")
    return run(folder, "-m", "pytest", "-x", "-q", "--tb=line", "-p", "no:cacheprovider", *names)


def check_unbroken(project: Path, parts: Sequence[str]) -> None:
    """Make sure that a copy is what its tests test, and that they pass with no rule broken."""
    imported = run(project, "-c", "import spielwerk; print(spielwerk.__file__)").stdout.strip()
    if not Path(imported).is_relative_to(project / PACKAGE):
        raise SystemExit(f"The tests of a copy would test {imported}, not the copy.")
    for part in parts:
        outcome = run_tests(project, part)
        if outcome.returncode != TESTS_PASSED:
            raise SystemExit(f"{part}: a test falls with no rule broken.\n{outcome.stdout}")


def fallen_test(project: Path, wrong: Break) -> str:
    """Break a rule in a copy: the test that falls, or nothing if the break survives."""
    with copy_of(project) as folder:
        file = folder / PACKAGE / wrong.file
        file.write_text(wrong.broken(file.read_text(encoding="utf-8")), encoding="utf-8")
        try:
            outcome = run_tests(folder, wrong.part)
        except subprocess.TimeoutExpired:
            return f"no end after {PATIENCE} seconds"
    if outcome.returncode == TESTS_PASSED:
        return ""
    fallen = re.search(r"^FAILED tests/(.*?)(?: - .*)?$", outcome.stdout, re.MULTILINE)
    ran = outcome.returncode == TESTS_FAILED and "NameError" not in outcome.stdout
    if fallen is None or not ran:
        raise SystemExit(f"{wrong.what}: no rules to test.\n{outcome.stdout}{outcome.stderr}")
    return fallen[1]


def main(parts: Sequence[str]) -> int:
    """Make all breaks of some parts and print which test fell; 1 if any break survived."""
    chosen = [wrong for wrong in BREAKS if not parts or wrong.part in parts]
    unknown = set(parts) - {wrong.part for wrong in chosen}
    if unknown:
        raise SystemExit(f"There are no breaks for {', '.join(sorted(unknown))}.")
    survivors = 0
    # All breaks start from one copy, so that the project may be worked on meanwhile.
    with copy_of(ROOT) as project, ThreadPoolExecutor(PROCESSES) as pool:
        for wrong in chosen:
            wrong.broken((project / PACKAGE / wrong.file).read_text(encoding="utf-8"))
        check_unbroken(project, sorted({wrong.part for wrong in chosen}))
        print("break | fell by which test")
        tests = pool.map(partial(fallen_test, project), chosen)
        for wrong, test in zip(chosen, tests, strict=True):
            print(f"{wrong.part}: {wrong.what} | {test or 'SURVIVED'}", flush=True)
            survivors += not test
    print(f"{len(chosen)} breaks, {survivors} survived")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
