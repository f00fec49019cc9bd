"""Names: those that people give themselves, and those of tables and tournaments in links."""

from __future__ import annotations

import secrets
import unicodedata

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Of the names in links: none that looks like another."""
NAME_LENGTH = 10
MOST_NAME = 24
UNSEEN = ("Cc", "Cf", "Cn", "Co", "Cs")
"""Kinds of characters that show nothing, or turn what is beside them round."""
MOST_MARKS = 2
"""Accents on top of each other."""


def new_name() -> str:
    """A name for a table or a tournament, as it stands in links."""
    return "".join(secrets.choice(LETTERS) for _ in range(NAME_LENGTH))


def is_name(name: str) -> bool:
    """Whether a table or a tournament could have this name."""
    return len(name) == NAME_LENGTH and not set(name) - set(LETTERS)


def clean(name: str) -> str:
    """A name of somebody as it is kept and shown: one line of readable text.

    >>> clean("  Ann\\n\\u202eBo\\x00 ")
    'Ann Bo'
    """
    text = unicodedata.normalize("NFC", " ".join(name[: 8 * MOST_NAME].split()))
    kept, marks = "", 0
    for letter in text:
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if kind not in UNSEEN and marks <= MOST_MARKS:
            kept += letter
    return " ".join(kept.split())[:MOST_NAME].rstrip()
