"""What the server tells its operator: lines for people, or JSON for programs; never a secret.

A line has words of our own and numbers. What people send does not come into it: no address but
its pattern, no header, no message, and of an unexpected error only its kind and place.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import re
import secrets
import sys
import traceback
from pathlib import Path
from typing import Any, Literal

import structlog
from sqlalchemy.exc import DBAPIError
from structlog.typing import EventDict, Processor

from spielwerk.core.errors import SpielwerkError

LogKind = Literal["plain", "json"]
SECRET = re.compile(r"(?<![\w-])(?:[\w-]{22}|[0-9a-f]{64})(?![\w-])")
"""What a seat's secret or its hash looks like."""
SALT = secrets.token_bytes(16)
CLIENT_LENGTH = 8


def get_log(name: str) -> structlog.stdlib.BoundLogger:
    """A log of the server; where its lines go is settled by `log_config`."""
    log: structlog.stdlib.BoundLogger = structlog.wrap_logger(
        logging.getLogger(name),
        wrapper_class=structlog.stdlib.BoundLogger,
        processors=[
            structlog.stdlib.filter_by_level,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
    ).bind()
    return log


SERVER = get_log("spielwerk.server")
REQUESTS = get_log("spielwerk.requests")


def log_config(kind: LogKind) -> dict[str, Any]:
    """How all lines of a process are written, as uvicorn wants it.

    Lines for people leave out the requests that went well.
    """
    requests = "INFO" if kind == "json" else "ERROR"
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"all": {"()": "spielwerk.server.logs.make_formatter", "kind": kind}},
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "formatter": "all",
                "stream": "ext://sys.stderr",
            }
        },
        "root": {"handlers": ["stderr"], "level": "WARNING"},
        "loggers": {"spielwerk": {"level": "INFO"}, "spielwerk.requests": {"level": requests}},
    }


def make_formatter(kind: LogKind) -> logging.Formatter:
    """How one line is written."""
    renderer: Processor = (
        structlog.processors.JSONRenderer(ensure_ascii=False, default=str)
        if kind == "json"
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), pad_event_to=0)
    )
    return structlog.stdlib.ProcessorFormatter(
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.stdlib.add_log_level,
            structlog.processors.TimeStamper("iso" if kind == "json" else "%H:%M:%S", utc=True),
            tell_where,
            scrub,
            renderer,
        ],
    )


def tell_where(_: object, __: str, line: EventDict) -> EventDict:
    """Of an error that comes along only its kind and where it happened."""
    error = line.pop("exc_info", None)
    if error is True:
        error = sys.exc_info()
    if isinstance(error, tuple):
        error = error[1]
    if isinstance(error, BaseException):
        frames = traceback.extract_tb(error.__traceback__)
        line["error"] = told(error)
        line["where"] = [f"{Path(at.filename).name}:{at.lineno} {at.name}" for at in frames]
    return line


def told(error: BaseException) -> str:
    """An error in a line: its kind, and what it says if that is ours or the database's to say."""
    said: object = ""
    if isinstance(error, DBAPIError):
        said = error.orig
    elif isinstance(error, OSError):
        said = error.strerror
    elif isinstance(error, SpielwerkError):
        said = error
    first = str(said).split("\n", 1)[0]
    return f"{type(error).__name__}: {first}" if first else type(error).__name__


def scrub(_: object, __: str, line: EventDict) -> EventDict:
    """Blot out whatever looks like a secret, should one ever have got into a line."""
    return {
        key: SECRET.sub("[secret]", value) if isinstance(value, str) else value
        for key, value in line.items()
    }


def tell_upgrade(ctx: object, step: Any, heads: object, run_args: object) -> None:
    """The database was brought to another version."""
    SERVER.info("database upgraded", version=step.up_revision_id, what=step.up_revision.doc)


def client_name(client: tuple[str, int] | None) -> str:
    """What stands for a client in the log: the same for as long as this process runs.

    >>> client_name(("192.0.2.7", 5000)) == client_name(("192.0.2.7", 5001))
    True
    """
    host = client[0] if client else ""
    return hmac.new(SALT, host.encode(), hashlib.sha256).hexdigest()[:CLIENT_LENGTH]
