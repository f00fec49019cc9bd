"""Names that people give themselves: one line of readable text."""

from __future__ import annotations

import unicodedata

MOST_NAME = 24
UNSEEN = ("Cc", "Cf", "Cn", "Co", "Cs")
"""Kinds of characters that show nothing, or turn what is beside them round."""
MOST_MARKS = 2
"""Accents on top of each other."""


def clean(name: str) -> str:
    """A name as it is kept and shown.

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
