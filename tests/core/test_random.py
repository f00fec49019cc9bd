"""The random numbers behind deals and playouts."""

from __future__ import annotations

from collections import Counter

from spielwerk.core.random import MASK, random_below, random_word, seed_random


def stream(seed: int, number: int) -> list[int]:
    """The first words of a stream."""
    random = [0] * 4
    seed_random(random, seed, number)
    return [random_word(random) for _ in range(6)]


def test_the_same_seed_and_stream_give_the_same_words() -> None:
    assert stream(7, 3) == stream(7, 3)


def test_streams_and_seeds_differ_in_every_word() -> None:
    some = [stream(seed, n) for seed in (0, 1, 2**40) for n in (0, 1, 2**40)]
    assert len({word for words in some for word in words}) == 6 * len(some)


def test_words_have_32_bits() -> None:
    assert all(0 <= word <= MASK for n in range(200) for word in stream(1, n))


def test_numbers_below_a_bound_are_equally_likely() -> None:
    random = [0] * 4
    seed_random(random, 5, 0)
    counts = Counter(random_below(random, 6) for _ in range(60_000))
    assert sorted(counts) == list(range(6))
    expected = 10_000
    chi_squared = sum((count - expected) ** 2 / expected for count in counts.values())
    assert chi_squared < 25  # five degrees of freedom: one in 7,000
