"""Secrets: who has one may act for a seat. Only what cannot be turned back is kept of them."""

from __future__ import annotations

import hashlib
import hmac
import secrets

BYTES = 16


def new_secret() -> str:
    """128 bits that nobody can guess, as they are written in a link."""
    return secrets.token_urlsafe(BYTES)


def hash_of(secret: str) -> str:
    """What is kept of a secret: it cannot be found out from that."""
    return hashlib.sha256(secret.encode()).hexdigest()


def is_secret(secret: str, kept: str) -> bool:
    """Whether a secret is the one that a hash was kept of, in constant time."""
    return hmac.compare_digest(hash_of(secret), kept)
