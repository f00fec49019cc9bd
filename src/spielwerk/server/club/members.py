"""Members: names that are kept by a passphrase. Nobody needs one to play."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from spielwerk.core.errors import SpielwerkError
from spielwerk.pictures.words import say
from spielwerk.server.club.schema import MEMBER_TOKENS, MEMBERS, SIGN_INS
from spielwerk.server.errors import TooMuch
from spielwerk.server.names import clean
from spielwerk.server.secret import hash_of, is_secret, new_secret
from spielwerk.server.settings import DAY
from spielwerk.server.storage import Storage

LEAST_PASSPHRASE = 8
FREE_TRIES = 3
"""So often one may be wrong before one has to wait."""
LONGEST_WAIT = 60
"""Seconds."""
TOKEN_DAYS = 365


class NotSignedIn(SpielwerkError):
    """Name and passphrase do not fit, or nobody is signed in."""

    status = 401


class NameTaken(SpielwerkError):
    """Somebody else has that name."""

    status = 409


@dataclass(frozen=True)
class Member:
    """Somebody with a name here."""

    id: int
    name: str


def read_name(name: str) -> str:
    """A name as it is kept and shown."""
    name = clean(name)
    if not name:
        raise SpielwerkError(say("A name needs at least one letter."))
    return name


def fold(name: str) -> str:
    """A name as it is compared: ANN and Ann are the same."""
    return unicodedata.normalize("NFKC", read_name(name)).casefold()[:80]


def stretch(passphrase: str, salt: str) -> str:
    """What is kept of a passphrase; it takes a while, so that guessing does."""
    found = hashlib.scrypt(passphrase.encode(), salt=bytes.fromhex(salt), n=2**14, r=8, p=1)
    return found.hex()


class Members:
    """All members, and who is signed in."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage

    def register(self, name: str, passphrase: str, now: int) -> tuple[Member, str]:
        """A new member, signed in: with a token."""
        if len(passphrase) < LEAST_PASSPHRASE:
            raise SpielwerkError(
                say("A passphrase has at least {n} characters.", n=LEAST_PASSPHRASE)
            )
        salt = secrets.token_hex(16)
        shown = read_name(name)
        row = {
            "name": shown,
            "folded": fold(name),
            "salt": salt,
            "hash": stretch(passphrase, salt),
            "created": now,
        }
        try:
            with self.storage.writing() as connection:
                made = connection.execute(insert(MEMBERS).values(row)).inserted_primary_key
                member = Member(made[0] if made else 0, shown)
                return member, self._give_token(connection, member, now)
        except IntegrityError:
            raise NameTaken(say("Somebody has that name already: take another.")) from None

    def sign_in(self, name: str, passphrase: str, now: int) -> tuple[Member, str]:
        """A token for whoever knows the passphrase. Each try is counted before it is looked at."""
        self._count_try(fold(name), now)
        with self.storage.at_once() as connection:
            row = connection.execute(select(MEMBERS).where(MEMBERS.c.folded == fold(name))).first()
        # A name that nobody has takes as long.
        salt, kept = (row.salt, row.hash) if row else ("00" * 16, "")
        if not hmac.compare_digest(stretch(passphrase, salt), kept) or row is None:
            raise NotSignedIn(say("Name and passphrase do not fit."))
        member = Member(row.id, row.name)
        with self.storage.writing() as connection:
            connection.execute(delete(SIGN_INS).where(SIGN_INS.c.folded == row.folded))
            return member, self._give_token(connection, member, now)

    def _count_try(self, folded: str, now: int) -> None:
        """Count a try, or refuse it because it comes too soon."""
        tries, until = 0, 0
        with self.storage.writing() as connection:
            connection.execute(delete(SIGN_INS).where(SIGN_INS.c.until < now - DAY))
            found = connection.execute(select(SIGN_INS).where(SIGN_INS.c.folded == folded)).first()
            if found is not None:
                tries, until = found.tries, found.until
            if until <= now and self._note_try(connection, folded, tries, now):
                return
        left = max(1, -(-(until - now) // 1000))
        raise TooMuch(say("Too many tries: wait {n} seconds.", n=left), left)

    def _note_try(self, connection: Connection, folded: str, tries: int, now: int) -> bool:
        """Whether this is the next try; of two at once only one is."""
        wait = min(LONGEST_WAIT, 2 ** (tries - FREE_TRIES)) if tries >= FREE_TRIES else 0
        values = {"folded": folded, "tries": tries + 1, "until": now + 1000 * wait}
        if tries == 0:
            try:
                with connection.begin_nested():
                    connection.execute(insert(SIGN_INS).values(values))
            except IntegrityError:
                return False
            return True
        same = (SIGN_INS.c.folded == folded) & (SIGN_INS.c.tries == tries)
        return connection.execute(update(SIGN_INS).where(same).values(values)).rowcount == 1

    def _give_token(self, connection: Connection, member: Member, now: int) -> str:
        token = new_secret()
        row = {"hash": hash_of(token), "member_id": member.id, "created": now}
        connection.execute(insert(MEMBER_TOKENS).values(row))
        return token

    def find(self, token: str, now: int) -> Member:
        """Who is signed in with a token."""
        with self.storage.at_once() as connection:
            row = connection.execute(
                select(MEMBERS.c.id, MEMBERS.c.name, MEMBER_TOKENS.c.hash)
                .join(MEMBER_TOKENS, MEMBER_TOKENS.c.member_id == MEMBERS.c.id)
                .where(MEMBER_TOKENS.c.hash == hash_of(token))
                .where(MEMBER_TOKENS.c.created > now - TOKEN_DAYS * DAY)
            ).first()
        if row is None or not is_secret(token, row.hash):
            raise NotSignedIn(say("You are not signed in: do so with your name and passphrase."))
        return Member(row.id, row.name)

    def sign_out(self, token: str) -> None:
        """Let a token be good for nothing."""
        with self.storage.writing() as connection:
            connection.execute(delete(MEMBER_TOKENS).where(MEMBER_TOKENS.c.hash == hash_of(token)))

    def names(self, ids: list[int]) -> dict[int, str]:
        """The names of members."""
        with self.storage.at_once() as connection:
            rows = connection.execute(
                select(MEMBERS.c.id, MEMBERS.c.name).where(MEMBERS.c.id.in_(ids))
            ).all()
        return {row.id: row.name for row in rows}

    def is_taken(self, name: str) -> bool:
        """Whether a member has that name."""
        with self.storage.at_once() as connection:
            found = select(MEMBERS.c.id).where(MEMBERS.c.folded == fold(name))
            return connection.execute(found).first() is not None
