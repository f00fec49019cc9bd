"""Learn the insight of Block It!, from games against itself.

    python tools/learn_blockit.py                   a quarter of an hour on two cores
    python tools/learn_blockit.py --games 20000

Everybody takes the step after which the own chance to win is best, as the weights tell it so far.
After each game every turn learns from those after it (temporal differences, the nearer ones count
more), the last one from the result. The same call writes the same weights.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from rich.progress import Progress

import spielwerk
from spielwerk.batch.kernels import copy
from spielwerk.core.kernel import State, kernel, rule
from spielwerk.core.random import WORDS, random_below, seed_random
from spielwerk.core.state import GOING, PHASE, PLAYER, RESULT, WON
from spielwerk.games.blockit import insight, rules
from spielwerk.games.blockit.board import CROSSINGS, FACES
from spielwerk.games.blockit.insight import (
    COMPLETED_BY,
    COUNTS,
    FACE_SETS,
    FIRST_FACES,
    FIRST_PATTERN,
    MOST_LEFT,
    MOST_PLAYERS,
    ROW,
    STANDS,
    WEIGHTS,
)

Weights: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]

GAMES = 250_000
ROUND = 1000
"""Games between two looks at the progress."""
FIRST_RATE, LAST_RATE = 4.0, 0.1
"""How far a weight goes, in thousandths of log odds, for a chance that was wrong by 1."""
FIRST_FADE, LAST_FADE = 0.7, 0.4
"""How much what comes later counts, turn by turn."""
BLOCKS = {2: (3,), 3: (2, 3), 4: (2, 3)}
"""How many blocks there are, by the number of players; a round with each in turn."""
MOST_LOOKS = 60
"""Of more steps than these, swaps, so many are looked at."""
MOST_POSITIONS = 2000
MIRRORED_FACES = ("R1", "L1", "R2", "L2", "SW")
PLACED_ALL = 10_000.0
FIRST_WORTH = (0.0, 20.0, 80.0, 250.0, 500.0)
"""To begin with: what a crossing is worth by the cards that show the colour."""


def main() -> None:
    """Learn for each number of players, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=GAMES, help="for each number of players")
    asked = parser.parse_args()
    weights = np.sum([*learn(BLOCKS, asked.games).values()], axis=0)
    np.savez_compressed(insight.FILE, weights=weights.astype(np.int16))


def learn(counts: Iterable[int], games: int) -> dict[int, Weights]:
    """The weights for each number of players; they are learned side by side."""
    learners = [Learner(players) for players in counts]
    with Progress() as bar, ThreadPoolExecutor() as pool:
        for first in bar.track(range(0, games, ROUND), description="games"):
            for done in [pool.submit(learner.learn, first, games) for learner in learners]:
                done.result()
    return {learner.players: learner.learned for learner in learners}


class Room(NamedTuple):
    """What it takes to play, and to look back on a game."""

    state: Any
    other: Any
    found: Any
    random: Any
    past: Any
    """The positions before each throw, each second card and each claim."""
    targets: Any
    """What each player's chance should have been."""
    odds: Any

    @classmethod
    def of(cls, players: int) -> Room:
        """Room for games of so many players."""
        return cls(
            np.zeros(rules.SIZE, np.int16),
            np.zeros(rules.SIZE, np.int16),
            np.zeros(rules.MOST_STEPS, np.int16),
            np.zeros(WORDS, np.int64),
            np.zeros((MOST_POSITIONS, rules.SIZE), np.int16),
            np.zeros(players),
            np.zeros(players),
        )


class Learner:
    """Learns the weights for one number of players."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.weights = beginnings(players)
        self.blanks = [blank(players, blocks) for blocks in BLOCKS[players]]
        self.room = Room.of(players)

    def learn(self, first: int, games: int) -> None:
        """Play the games of a round, the first of them that of all; learn from each."""
        done = first / games
        rate = FIRST_RATE + (LAST_RATE - FIRST_RATE) * done
        fade = FIRST_FADE + (LAST_FADE - FIRST_FADE) * done
        start = self.blanks[first // ROUND % len(self.blanks)]
        count = min(ROUND, games - first)
        play_and_learn(start, self.weights, self.room, first, count, rate, fade)

    @property
    def learned(self) -> Weights:
        """The weights, rounded, and alike where the board is mirrored."""
        return np.round(mirrored_alike(self.weights, self.players))


def blank(players: int, blocks: int) -> np.ndarray[Any, np.dtype[np.int16]]:
    """A state in which only the options stand."""
    return np.array(spielwerk.game("blockit", players=players, blocks=blocks).blank(), np.int16)


def rows(players: int) -> list[tuple[int, int, int]]:
    """How the turn stands, the blocks left, and where the weights for that begin."""
    return [
        (stand, left, players * WEIGHTS + (stand * (MOST_LEFT + 1) + left) * ROW)
        for stand, left in product(range(STANDS), range(MOST_LEFT + 1))
    ]


def beginnings(players: int) -> Weights:
    """Weights that know that squares are made of quarters, and blocks are to be placed."""
    weights = np.zeros((MOST_PLAYERS + 1) * WEIGHTS)
    for _, left, row in rows(players):
        weights[row] = -300.0 * left if left else PLACED_ALL
        for pattern, counts in enumerate(COUNTS):
            weights[row + FIRST_PATTERN + pattern] = FIRST_WORTH[4 - sum(counts[:3])] if left else 0
    return weights


@rule
def part_won(state: State, seat: int, players: int) -> float:
    """What of a finished game is a player's: all, nothing, or as much as anybody's."""
    if state[RESULT] >= WON:
        return 1.0 if state[RESULT] == WON + seat else 0.0
    return 1.0 / players


@rule
def best_step(
    state: State, other: State, found: State, count: int, random: State, weights: Any
) -> int:
    """The step after which the own chance to win is best."""
    player = state[PLAYER]
    first = random_below(random, count)
    best, most = first, -1.0
    for look in range(min(count, MOST_LOOKS)):
        place = random_below(random, count) if count > MOST_LOOKS else (first + look) % count
        copy(state, other)
        rules.play(other, found[place])
        if other[RESULT] == GOING:
            chance = insight.chance(other, player, weights)
        else:
            chance = part_won(other, player, int(other[rules.PLAYERS]))
        if chance > most:
            best, most = place, chance
    return int(found[best])


@rule
def correct(state: State, seat: int, weights: Any, change: float) -> None:
    """Change each of the weights that a player's prospects are the sum of."""
    row = insight.row_of(state, seat)
    weights[row] += change
    weights[insight.late_at(state, seat)] += change
    faces = 0
    for crossing in range(CROSSINGS):
        pattern = insight.pattern_of(insight.lacks_at(state, crossing), seat)
        weights[row + FIRST_PATTERN + pattern] += change
        faces |= COMPLETED_BY[pattern]
    weights[row + FIRST_FACES + faces] += change


@rule
def play_game(room: Any, weights: Any) -> int:
    """A game from where the state stands; how many positions of it are worth a look."""
    state, past, positions = room.state, room.past, 0
    while state[RESULT] == GOING:
        count = rules.steps(state, room.found)
        thrown = state[PHASE] == rules.DIE
        if thrown or state[PHASE] == rules.SECOND_CARD or state[PHASE] == rules.CLAIM:
            copy(state, past[positions])
            positions = min(positions + 1, len(past) - 1)
        if thrown:
            rules.play(state, room.found[random_below(room.random, count)])
        else:
            step = best_step(state, room.other, room.found, count, room.random, weights)
            rules.play(state, step)
    return positions


@rule
def learn_from(
    state: State, targets: Any, odds: Any, weights: Any, rate: float, fade: float
) -> None:
    """Bring the chances nearer to their targets; these then say what came before should be."""
    prospects = insight.all_prospects(state, weights)
    total = 0.0
    for seat in range(len(targets)):
        odds[seat] = math.exp(prospects[seat] / insight.UNIT)
        total += odds[seat]
    for seat in range(len(targets)):
        chance = odds[seat] / total
        wrong = targets[seat] - chance
        targets[seat] = chance + fade * wrong
        correct(state, seat, weights, rate * wrong)


@kernel
def play_and_learn(
    start: Any, weights: Any, room: Any, seed: int, games: int, rate: float, fade: float
) -> None:
    """Some games, and what each of them teaches."""
    for game in range(games):
        copy(start, room.state)
        seed_random(room.random, seed, game)
        rules.deal(room.state, room.random)
        positions = play_game(room, weights)
        for seat in range(len(room.targets)):
            room.targets[seat] = part_won(room.state, seat, len(room.targets))
        for position in range(positions - 1, -1, -1):
            learn_from(room.past[position], room.targets, room.odds, weights, rate, fade)


def mirrored_alike(weights: Weights, players: int) -> Weights:
    """The mean of the weights and those of a mirrored board, where left is right."""
    patterns = [COUNTS.index((left, half, right, lock)) for right, half, left, lock in COUNTS]
    faces = [FACES.index(face) for face in MIRRORED_FACES]
    sets = [
        sum((some >> face & 1) << other for face, other in enumerate(faces))
        for some in range(FACE_SETS)
    ]
    entries = [
        0,
        *(FIRST_PATTERN + pattern for pattern in (*patterns, insight.NO_PATTERN)),
        *(FIRST_FACES + some for some in sets),
    ]
    seconds = {
        insight.LEFT_SECOND: insight.RIGHT_SECOND,
        insight.RIGHT_SECOND: insight.LEFT_SECOND,
    }
    at = {(stand, left): row for stand, left, row in rows(players)}
    mirrored = weights.copy()
    for (stand, left), row in at.items():
        other = at[seconds.get(stand, stand), left]
        mirrored[row : row + ROW] = weights[[other + entry for entry in entries]]
    return (weights + mirrored) / 2


if __name__ == "__main__":
    main()
