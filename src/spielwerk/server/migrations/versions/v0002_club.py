"""Members, ratings and tournaments of a club."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the tables of a club."""
    make_members()
    make_ratings()
    make_tournaments()


def make_members() -> None:
    """Who has a name here."""
    op.create_table(
        "members",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("folded", sa.String(80), nullable=False, unique=True),
        sa.Column("salt", sa.String(32), nullable=False),
        sa.Column("hash", sa.String(128), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "member_tokens",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("member_id", sa.Integer, sa.ForeignKey("members.id"), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "sign_ins",
        sa.Column("folded", sa.String(80), primary_key=True),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "table_members",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("member_id", sa.Integer, sa.ForeignKey("members.id"), nullable=False),
    )


def make_ratings() -> None:
    """How strong players are, and the games that say so."""
    op.create_table(
        "ratings",
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("player", sa.String(32), primary_key=True),
        sa.Column("mean", sa.Float, nullable=False),
        sa.Column("doubt", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
    )
    op.create_table(
        "rated_games",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("players", sa.Text, nullable=False),
        sa.Column("ranks", sa.Text, nullable=False),
        sa.UniqueConstraint("game", "number", name="rated_games_in_order"),
    )
    op.create_table(
        "rated_counts",
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
    )


def make_tournaments() -> None:
    """Tournaments with who takes part and who meets whom."""
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("setup", sa.Text, nullable=False),
        sa.Column("organiser", sa.String(64), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "entries",
        sa.Column(
            "tournament_id", sa.String(16), sa.ForeignKey("tournaments.id"), primary_key=True
        ),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("folded", sa.String(80), nullable=False),
        sa.Column("level", sa.Integer),
        sa.Column("member_id", sa.Integer, sa.ForeignKey("members.id")),
        sa.Column("hash", sa.String(64)),
        sa.Column("seed", sa.Integer),
        sa.Column("dropped", sa.Boolean, nullable=False),
        sa.UniqueConstraint("tournament_id", "folded", name="entries_have_names_of_their_own"),
    )
    op.create_table(
        "pairings",
        sa.Column(
            "tournament_id", sa.String(16), sa.ForeignKey("tournaments.id"), primary_key=True
        ),
        sa.Column("round", sa.Integer, primary_key=True),
        sa.Column("board", sa.Integer, primary_key=True),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("second", sa.Integer),
        sa.Column("table_id", sa.String(16), unique=True),
        sa.Column("result", sa.String(8)),
        sa.Column("way", sa.String(16)),
    )
