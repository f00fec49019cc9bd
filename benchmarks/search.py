"""Tree search on Connect Four beside OpenSpiel's MCTSBot, one core, all in one run.

Both are plain: random playouts to the end, wins and losses proven where they can be. First how many
simulations a second, at the same number of simulations; then games at equal time a step.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from pathlib import Path

import pyspiel
from rich.console import Console
from rich.progress import track
from rich.table import Table

PROJECT = Path(__file__).parent.parent
sys.path.insert(0, str(PROJECT))

from examples.connect_four import ConnectFour  # noqa: E402
from spielwerk.core.position import Position  # noqa: E402
from spielwerk.search.search import Search  # noqa: E402

GAME = ConnectFour()
PEER = pyspiel.load_game("connect_four")
SIMULATIONS = (1_000, 10_000, 100_000)
ROUNDS = 15
FASTER = 5.0
GAMES = 200
SECONDS = 0.02
SCORE = 0.75
OPENING = 2
"""Random steps at the start, the same for two games with seats exchanged."""


def main() -> None:
    """Measure, print, and fail if a ratio or the score is missed."""
    Search(GAME.start()).run(1)
    table = Table(title="Connect Four, simulations/s on one core, median of rounds in one run")
    for column in ("simulations", "Spielwerk", "OpenSpiel", "ratio", "needed"):
        table.add_column(column, justify="right")
    missed = []
    for simulations in SIMULATIONS:
        pairs = [(our_rate(simulations), peer_rate(simulations)) for _ in range(ROUNDS)]
        ratio = statistics.median(own / its for own, its in pairs)
        own, its = (statistics.median(rates) for rates in zip(*pairs, strict=True))
        cells = f"{simulations:,}", f"{own:,.0f}", f"{its:,.0f}", f"{ratio:.1f}", f"{FASTER:g}"
        table.add_row(*cells)
        if ratio < FASTER:
            missed.append(f"{simulations:,} simulations")
    console = Console()
    console.print(table)
    speed_up = statistics.median(rate_of(threads=2) / rate_of(threads=1) for _ in range(ROUNDS))
    console.print(f"Two threads do {speed_up:.2f} times the simulations of one.")
    games = track(range(GAMES), "games at equal time", console=console)
    score = sum(our_score(game // 2, game % 2) for game in games) / GAMES
    console.print(
        f"{GAMES} games at {SECONDS} s a step: {100 * score:.1f} % (needed {100 * SCORE:g})"
    )
    if score < SCORE:
        missed.append("games at equal time")
    if missed:
        sys.exit(f"Missed: {', '.join(missed)}")


def our_rate(simulations: int) -> float:
    """Simulations a second of ours, from the start of the game."""
    search = Search(GAME.start(), seed=1)
    began = time.perf_counter()
    search.run(simulations)
    return simulations / (time.perf_counter() - began)


def rate_of(threads: int) -> float:
    """Simulations a second of so many threads."""
    search = Search(GAME.start(), seed=1, threads=threads)
    thoughts = search.run(seconds=0.5)
    return thoughts.simulations / thoughts.seconds


def peer_rate(simulations: int) -> float:
    """The same of OpenSpiel's."""
    bot = peer(simulations=simulations)
    began = time.perf_counter()
    bot.step(PEER.new_initial_state())
    return simulations / (time.perf_counter() - began)


def peer(*, simulations: int = 10**9, seconds: float = -1.0, seed: int = 1) -> pyspiel.MCTSBot:
    """OpenSpiel's bot with random rollouts and its usual constant, memory as much as it likes."""
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    policy = pyspiel.ChildSelectionPolicy.UCT
    return pyspiel.MCTSBot(
        PEER, evaluator, 2.0, simulations, 4000, True, seed, False, policy, seconds
    )


def our_score(seed: int, seat: int) -> float:
    """What we score in one game: 1 for a win, half for a draw."""
    rng = random.Random(seed)
    position: Position = GAME.start()
    state = PEER.new_initial_state()
    bot = peer(seconds=SECONDS, seed=seed + 1)
    while not position.over:
        if len(position.history) < OPENING:
            column = rng.randrange(7)
        elif position.player == seat:
            best = Search(position, seed=seed).run(seconds=SECONDS).best
            column = GAME.codes[best.step]
        else:
            column = bot.step(state)
        position = position.play(GAME.notation.tokens[column])
        state.apply_action(column)
    return 0.5 if position.winner is None else float(position.winner == seat)


if __name__ == "__main__":
    main()
