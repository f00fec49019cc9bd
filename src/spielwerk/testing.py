"""The contract that every game keeps, as a test for yours too.

from spielwerk.testing import check_game

def test_my_game_keeps_the_contract():
    check_game(MyGame())
"""

from __future__ import annotations

import pickle
import random
from math import isclose

import numpy as np

from spielwerk.batch.kernels import trace_kernel
from spielwerk.core.errors import IllegalStep, UnreadableStep
from spielwerk.core.game import Game
from spielwerk.core.kernel import State
from spielwerk.core.position import Position
from spielwerk.core.record import Record
from spielwerk.core.state import GOING, RESULT
from spielwerk.core.symmetry import Symmetry

MOST_BYTES = 256
SAMPLE = 3
"""Symmetries, and steps of each kind, that are tried at each position."""
RECORD_EVERY = 40
"""A record is read again at each of the first steps and then now and then: it replays them all."""


class ContractBroken(AssertionError):
    """A game does not keep the contract; the message says where."""


def check_game(game: Game, games: int = 3, seed: int = 0, device: str = "cpu") -> None:
    """Play random games and check at every step all that holds for any game.

    Texts and records round-trip; `steps` and `play` agree, and change nothing but what they
    return; code compiled for the device, "cpu" or "cuda", gives the same states and steps;
    symmetric positions have symmetric steps; returns add up.

    >>> import spielwerk
    >>> check_game(spielwerk.game("spitze"), games=1)
    """
    tokens = [token for token in game.notation.tokens if token]
    expect(game.rules.size * 2 <= MOST_BYTES, f"a state has at most {MOST_BYTES} bytes", game)
    expect(len(set(tokens)) == len(tokens), "no two steps share a token", game)
    for number in range(games):
        chooser = random.Random(f"{seed} {number}")
        positions = [game.start(seed=chooser.randrange(2**32))]
        while not positions[-1].over:
            check_position(positions[-1], chooser)
            positions.append(positions[-1].play(chooser.choice(positions[-1].steps)))
        check_position(positions[-1], chooser)
        check_record(positions[-1])
        check_compiled(positions, device)


def expect(holds: bool, what: str, where: object) -> None:
    """Raise with the place if something does not hold."""
    if not holds:
        raise ContractBroken(f"It must hold that {what}; not so in {where!r}.")


def check_position(position: Position, chooser: random.Random) -> None:
    """All that holds for a single position."""
    check_text(position)
    check_steps(position, chooser)
    check_result(position)
    if len(position.history) < SAMPLE or len(position.history) % RECORD_EVERY == 0:
        check_record(position)
    symmetries = position.game.symmetries
    for symmetry in chooser.sample(symmetries, k=min(SAMPLE, len(symmetries))):
        check_symmetry(position, symmetry, chooser)


def check_text(position: Position) -> None:
    """Text and pickle give the position again."""
    again = position.game.position(position.text)
    expect(again.text == position.text, "a text read is written the same", position)
    if not position.over or again.over:
        # A game ended by repetition goes on when only its last position is known.
        expect(again == position and hash(again) == hash(position), "a text tells all", position)
        expect(again.steps == position.steps, "a position needs no past for its steps", position)
    expect(pickle.loads(pickle.dumps(position)) == position, "positions can be pickled", position)  # noqa: S301


def check_steps(position: Position, chooser: random.Random) -> None:
    """Steps listed can be played and no others; neither changes the position."""
    rules, legal = position.game.rules, position.steps
    expect(len(set(legal)) == len(legal) <= rules.most_steps, "steps are different", position)
    expect(bool(legal) != position.over, "there are steps until the game is over", position)
    state = list(position.entries)
    if legal:
        rules.steps(state, [0] * rules.most_steps)
    expect(tuple(state) == position.entries, "listing steps changes nothing", position)
    for token in chooser.sample(legal, k=min(SAMPLE, len(legal))):
        after = position.play(token)
        expect(after.history == (*position.history, token), "a step is remembered", position)
        expect(after.turns - position.turns in (0, 1), "a step ends at most one turn", position)
    others = set(position.game.codes) - set(legal)
    for token in chooser.sample(sorted(others), k=min(SAMPLE, len(others))):
        expect(refuses(position, token, IllegalStep), f"{token} is refused", position)
    unreadable = UnreadableStep if legal else IllegalStep
    expect(refuses(position, "no step", unreadable), "what is no token is refused", position)
    expect(tuple(state) == position.entries, "playing changes nothing but its result", position)


def refuses(position: Position, token: str, error: type[IllegalStep]) -> bool:
    """Whether a step is refused with this error, and a message."""
    try:
        position.play(token)
    except error as refusal:
        return token in str(refusal)
    return False


def check_result(position: Position) -> None:
    """Who is next, what chance there is, and the result, fit together."""
    players = range(position.game.players)
    expect(len(position.returns) == len(players), "each player has a return", position)
    expect(isclose(sum(position.returns), 0, abs_tol=1e-9), "returns add up to nothing", position)
    if not position.over:
        expect(not any(position.returns), "returns are 0 while the game goes on", position)
        expect(position.winner is None, "nobody has won a game that goes on", position)
        expect(
            (position.player in players) != (position.chance is not None), "one is due", position
        )
    if position.chance is not None:
        expect(isclose(sum(p for _, p in position.chance), 1), "chances add up to 1", position)
        expect(tuple(face for face, _ in position.chance) == position.steps, "faces", position)
    if position.winner is not None:
        expect(position.returns[position.winner] == 1, "the winner's return is 1", position)
    if position.scores is not None:
        expect(len(position.scores) == len(players), "each player has a score", position)


def check_record(position: Position) -> None:
    """The game up to here, written and read, as text and as JSON."""
    record = Record.of(position, headers={"Players": 'A "quoted" name'}, comments={0: "Begin."})
    for written in (record.text, record.json):
        again = Record.read(written)
        expect(again == record, "a record read is the same", position)
        expect(again.final == position, "a record leads to the position", position)


def check_symmetry(position: Position, symmetry: Symmetry, chooser: random.Random) -> None:
    """A symmetric position has symmetric steps, and they lead to symmetric positions."""
    rules, where = position.game.rules, (position, symmetry.name)
    mirrored = symmetry.apply(position.entries)
    if position.over:
        return
    expect(
        legal_codes(position.game, mirrored) == {symmetry.steps[code] for code in position.codes},
        "symmetric positions have symmetric steps",
        where,
    )
    if symmetry.exact:
        code = chooser.choice(position.codes)
        after = list(position.entries)
        rules.play(after, code)
        rules.play(mirrored, symmetry.steps[code])
        expect(mirrored == symmetry.apply(after), "symmetric steps do the same", where)


def legal_codes(game: Game, state: State) -> set[int]:
    """The steps of a state."""
    found = [0] * game.rules.most_steps
    return set(found[: game.rules.steps(state, found)]) if state[RESULT] == GOING else set()


def check_compiled(positions: list[Position], device: str) -> None:
    """Compiled code gives the same states and steps as the interpreter, all along a game."""
    game = positions[0].game
    codes = np.array([game.codes[token] for token in positions[-1].history], np.int64)
    states = np.zeros((len(positions), game.rules.size), np.int16)
    found = np.zeros((len(positions), game.rules.most_steps), np.int16)
    counts = np.zeros(len(positions), np.int64)
    if device == "cuda":
        from spielwerk.batch.cuda import run_trace_on_gpu

        run_trace_on_gpu(game.rules, positions[0].state, codes, states, found, counts)
    else:
        trace_kernel(game.rules)(positions[0].state, codes, states, found, counts)
    for i, position in enumerate(positions):
        ended_by_repetition = position.over and states[i, RESULT] == GOING
        if not ended_by_repetition:
            expect(tuple(states[i].tolist()) == position.entries, "compiled play agrees", position)
            steps = tuple(found[i, : counts[i]].tolist())
            expect(steps == position.codes, "compiled steps agree", position)
