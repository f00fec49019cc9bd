"""Playouts on a GPU beside one CPU core, and beside pgx where that can be imported.

python benchmarks/gpu.py [GAME ...]
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent / "examples"))
import connect_four  # noqa: F401  # makes the game known

import spielwerk

SECONDS = 1.5


def main() -> None:
    """Print a table, and whether GPU and CPU play the same games."""
    keys = sys.argv[1:] or spielwerk.games()
    print(f"{'game':14}{'CPU core':>10}{'GPU':>11}{'ratio':>8}  same games, first GPU call")
    for key in keys:
        game = spielwerk.game(key)
        began = time.perf_counter()
        some = spielwerk.playouts(game, 3000, seed=5, device="cuda")
        first_call = time.perf_counter() - began
        same = agree(some, spielwerk.playouts(game, 3000, seed=5))
        cpu = rate(lambda n, game=game: spielwerk.playouts(game, n, threads=1).steps)
        gpu = rate(lambda n, game=game: spielwerk.playouts(game, n, device="cuda").steps)
        print(f"{key:14}{cpu:10.3g}{gpu:11.3g}{gpu / cpu:8.0f}  {same}, {first_call:.1f} s")
        assert same
    pgx = pgx_connect_four()
    if pgx:
        print(f"pgx Connect Four on the same GPU: {pgx:.3g} steps/s")


def agree(one: spielwerk.Playouts, other: spielwerk.Playouts) -> bool:
    """Whether every playout took the same course."""
    return all(
        np.array_equal(getattr(one, name), getattr(other, name))
        for name in ("results", "lengths", "scores")
    )


def rate(play: Callable[[int], int]) -> float:
    """The best rate of three runs, each of a size that takes a while."""
    count, seconds = 1024, 0.0
    while seconds < SECONDS / 4:
        count *= 4
        began = time.perf_counter()
        play(count)
        seconds = time.perf_counter() - began
    rates = []
    for _ in range(3):
        began = time.perf_counter()
        steps = play(count)
        rates.append(steps / (time.perf_counter() - began))
    return max(rates)


def pgx_connect_four() -> float | None:
    """Steps a second of pgx's Connect Four with random legal steps and games begun anew."""
    try:
        import jax
        import pgx
        from pgx.experimental.wrappers import auto_reset
    except ImportError as error:
        print(f"(pgx is not here: {error})")
        return None
    env = pgx.make("connect_four")
    step = jax.vmap(auto_reset(env.step, env.init))

    def run(state, key):  # type: ignore[no-untyped-def]
        def one(carry, _):  # type: ignore[no-untyped-def]
            state, key = carry
            key, sub = jax.random.split(key)
            logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
            return (step(state, jax.random.categorical(sub, logits)), key), None

        return jax.lax.scan(one, (state, key), None, length=200)[0]

    best = 0.0
    for size in (1 << 14, 1 << 17, 1 << 20):
        state = jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(0), size))
        play = jax.jit(run)
        key = jax.random.PRNGKey(1)
        jax.block_until_ready(play(state, key))
        for _ in range(3):
            began = time.perf_counter()
            jax.block_until_ready(play(state, key))
            best = max(best, 200 * size / (time.perf_counter() - began))
    return best


if __name__ == "__main__":
    main()
