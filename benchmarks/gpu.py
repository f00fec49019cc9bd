"""Playouts on a GPU beside one CPU core, and beside pgx where that can be imported.

python benchmarks/gpu.py [GAME ...]
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))
from numba import cuda

import examples.connect_four  # noqa: F401  # makes the game known
import spielwerk
from spielwerk.batch.cuda import Slot, gpu_kernel

SECONDS = 1.5


def main() -> None:
    """Print a table, and whether GPU and CPU play the same games."""
    keys = sys.argv[1:] or spielwerk.games()
    print(f"{'game':14}{'CPU core':>10}{'GPU':>11}{'ratio':>8}{'left there':>12}  first GPU call")
    for key in keys:
        game = spielwerk.game(key)
        began = time.perf_counter()
        some = spielwerk.playouts(game, 3000, seed=5, device="cuda")
        first_call = time.perf_counter() - began
        assert agree(some, spielwerk.playouts(game, 3000, seed=5)), f"{key}: GPU and CPU differ"
        cpu = rate(partial(steps_on, game, threads=1))
        gpu = rate(partial(steps_on, game, device="cuda"))
        there = rate_on_gpu(game)
        print(f"{key:14}{cpu:10.3g}{gpu:11.3g}{gpu / cpu:8.0f}{there:12.3g}  {first_call:.1f} s")
    pgx = pgx_connect_four()
    if pgx:
        print(f"pgx Connect Four on the same GPU, results left there: {pgx:.3g} steps/s")


def steps_on(game: spielwerk.Game, count: int, **where: Any) -> int:
    """Steps of so many playouts, results brought back."""
    return spielwerk.playouts(game, count, **where).steps


def rate_on_gpu(game: spielwerk.Game, count: int = 1 << 20) -> float:
    """Steps a second when the results stay on the GPU, as they do in other libraries."""
    play = gpu_kernel(game.rules)
    slot = Slot(count, 0)
    start = cuda.to_device(np.array(game.blank(), np.int16))
    best = 0.0
    for seed in range(4):
        began = time.perf_counter()
        play[count // 64, 64](start, True, seed, 0, *slot.on_gpu)
        cuda.synchronize()
        seconds = time.perf_counter() - began
        best = max(best, int(slot.on_gpu[1].copy_to_host().sum()) / seconds)
    return best


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

    def run(state: Any, key: Any) -> Any:
        def one(carry: Any, _: None) -> Any:
            state, key = carry
            key, choose, begin = jax.random.split(key, 3)
            logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
            action = jax.random.categorical(choose, logits)
            keys = jax.random.split(begin, len(action))
            return (step(state, action, keys), key), None

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
