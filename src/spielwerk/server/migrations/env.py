"""Alembic asks here for the database; `upgrade` in storage.py gives it."""

from alembic import context

from spielwerk.server.logs import tell_upgrade
from spielwerk.server.storage import METADATA

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=METADATA, on_version_apply=tell_upgrade)
with context.begin_transaction():
    context.run_migrations()
