"""Small readers that position texts are made of; each refusal says what was expected."""

from __future__ import annotations

from collections.abc import Sequence

from spielwerk.core.errors import UnreadableText, listed


def read_number(text: str, what: str, most: int) -> int:
    """A whole number from 0 to most, written without leading zeros.

    >>> read_number("12", "turns", most=100)
    12
    """
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else -1
    if str(number) != text or not 0 <= number <= most:
        raise UnreadableText(f"{what} is {text!r}: it must be a whole number from 0 to {most}.")
    return number


def read_numbers(text: str, what: str, mosts: Sequence[int]) -> list[int]:
    """Several numbers joined by commas.

    >>> read_numbers("3,4", "supplies", mosts=(8, 8))
    [3, 4]
    """
    parts = text.split(",")
    if len(parts) != len(mosts):
        raise UnreadableText(f"{what} is {text!r}: it must be {len(mosts)} numbers and commas.")
    return [read_number(part, what, most) for part, most in zip(parts, mosts, strict=True)]


def read_word(text: str, what: str, words: Sequence[str]) -> int:
    """Which of the words it is.

    >>> read_word("d", "player", "ld")
    1
    """
    if text not in list(words):
        raise UnreadableText(f"{what} is {text!r}: it must be {listed(words)}.")
    return list(words).index(text)


def read_ranks(
    text: str, what: str, widths: Sequence[int], separator: str = ","
) -> list[list[str]]:
    """Ranks joined by `/`, each a list of cells; an empty separator means one letter a cell.

    >>> read_ranks("../r", "ranks", widths=(2, 1), separator="")
    [['.', '.'], ['r']]
    """
    ranks = text.split("/")
    if len(ranks) != len(widths):
        raise UnreadableText(f"{what} has {len(ranks)} parts between slashes, not {len(widths)}.")
    rows = [rank.split(separator) if separator else list(rank) for rank in ranks]
    for number, (row, width) in enumerate(zip(rows, widths, strict=True), start=1):
        if len(row) != width:
            raise UnreadableText(
                f"part {number} of {what} is {ranks[number - 1]!r}: {len(row)} cells, not {width}."
            )
    return rows


def refuse_too_many(count: int, most: int, what: str) -> None:
    """There are only so many pieces in the box."""
    if count > most:
        raise UnreadableText(f"There are {count} {what}, but the game has only {most}.")
