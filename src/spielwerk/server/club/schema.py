"""What is kept of a club.

Nothing here holds on to a row of `tables`: what came of a game stays when its table is cleared.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from spielwerk.server.storage import METADATA

MEMBERS = Table(
    "members",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", String(24), nullable=False),
    Column("folded", String(80), nullable=False, unique=True),
    Column("salt", String(32), nullable=False),
    Column("hash", String(128), nullable=False),
    Column("created", BigInteger, nullable=False),
)
MEMBER_TOKENS = Table(
    "member_tokens",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("member_id", Integer, ForeignKey("members.id"), nullable=False),
    Column("created", BigInteger, nullable=False),
)
SIGN_INS = Table(
    "sign_ins",
    METADATA,
    # Also of names that nobody has: whether somebody has one is not to be found out here.
    Column("folded", String(80), primary_key=True),
    Column("tries", Integer, nullable=False),
    Column("until", BigInteger, nullable=False),
)
TABLE_MEMBERS = Table(
    "table_members",
    METADATA,
    Column("table_id", String(16), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("member_id", Integer, ForeignKey("members.id"), nullable=False),
)
RATINGS = Table(
    "ratings",
    METADATA,
    Column("game", String(32), primary_key=True),
    Column("player", String(32), primary_key=True),
    Column("mean", Float, nullable=False),
    Column("doubt", Float, nullable=False),
    Column("games", Integer, nullable=False),
)
RATED_GAMES = Table(
    "rated_games",
    METADATA,
    # A game counts once: the database decides.
    Column("table_id", String(16), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("number", Integer, nullable=False),
    Column("players", Text, nullable=False),
    Column("ranks", Text, nullable=False),
    UniqueConstraint("game", "number", name="rated_games_in_order"),
)
RATED_COUNTS = Table(
    "rated_counts",
    METADATA,
    # Who holds this row is the only one who rates games of this kind.
    Column("game", String(32), primary_key=True),
    Column("number", Integer, nullable=False),
)
TOURNAMENTS = Table(
    "tournaments",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("setup", Text, nullable=False),
    Column("organiser", String(64), nullable=False),
    Column("version", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
)
ENTRIES = Table(
    "entries",
    METADATA,
    Column("tournament_id", String(16), ForeignKey("tournaments.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("name", String(24), nullable=False),
    Column("folded", String(80), nullable=False),
    Column("level", Integer),
    Column("member_id", Integer, ForeignKey("members.id")),
    Column("hash", String(64)),
    Column("seed", Integer),
    Column("dropped", Boolean, nullable=False),
    UniqueConstraint("tournament_id", "folded", name="entries_have_names_of_their_own"),
)
PAIRINGS = Table(
    "pairings",
    METADATA,
    Column("tournament_id", String(16), ForeignKey("tournaments.id"), primary_key=True),
    # A round is paired once: the database decides.
    Column("round", Integer, primary_key=True),
    Column("board", Integer, primary_key=True),
    Column("first", Integer, nullable=False),
    Column("second", Integer),
    Column("table_id", String(16), unique=True),
    Column("result", String(8)),
    Column("way", String(16)),
)
