"""Running a command in this process, and what its tests share."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path

from typer.testing import CliRunner, Result

import spielwerk
from spielwerk.cli import app

CONNECT_FOUR = str(Path(__file__).parents[2] / "examples" / "connect_four.py")
KIPP4 = spielwerk.game("kipp4")
R3_WINS = "dll/ll.l/.d./.l../.../d..d/d.d n l t 2,2 16"

PIPE = {"COLUMNS": "80", "FORCE_COLOR": None, "NO_COLOR": None, "TTY_COMPATIBLE": None}
TERMINAL = PIPE | {"FORCE_COLOR": "1", "TERM": "xterm"}

WITH_CTRL_C = (
    sys.executable,
    "-c",
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
    "from spielwerk.cli import app; app()",
)
"""The program in a process of its own; a test runner may have told it to ignore Ctrl-C."""


def run(
    *words: str,
    stdin: str | bytes | None = None,
    env: Mapping[str, str | None] = PIPE,
    charset: str = "utf-8",
) -> Result:
    """Run a command in this process."""
    return CliRunner(charset).invoke(app, list(words), input=stdin, env=env)


def plain(text: str) -> str:
    """Without colours: help and usage have them where the environment asks for them."""
    return re.sub(r"\x1b\[[\d;]*m", "", text)


def shown(*words: str, stdin: str | None = None) -> str:
    """What a command prints when all is well."""
    result = run(*words, stdin=stdin)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    assert "\x1b" not in result.stdout
    return result.stdout


def refusal(*words: str, stdin: str | bytes | None = None) -> str:
    """The one line in which a command says what it could not use."""
    result = run(*words, stdin=stdin)
    assert result.exit_code == 2, result.exception
    (line,) = result.stderr.splitlines()
    assert line.startswith("Error: ")
    return line.removeprefix("Error: ")
