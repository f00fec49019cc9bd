"""docs/operate.md: its commands work, and it names all that can be measured."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from spielwerk.server.metrics import Metrics

PAGE = (Path(__file__).parents[1] / "docs" / "operate.md").read_text("utf-8")
PORT = "8321"
SHIM = f"""#!/bin/sh
exec {sys.executable} -c 'from spielwerk.cli import app; app()' "$@"
"""


def commands() -> str:
    """All blocks that are marked to be run."""
    return "\n".join(re.findall(r"^```sh run\n(.*?)^```$", PAGE, re.M | re.S))


def free_port() -> str:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return str(free.getsockname()[1])


@pytest.mark.skipif(shutil.which("curl") is None, reason="There is no curl here.")
def test_the_commands_work_one_after_the_other(tmp_path: Path) -> None:
    shim = tmp_path / "bin" / "spielwerk"
    shim.parent.mkdir()
    shim.write_text(SHIM, "utf-8")
    shim.chmod(0o755)
    script = "set -eux\ntrap 'kill $(jobs -p) 2> /dev/null || true' EXIT\n" + commands()
    done = subprocess.run(
        ["bash", "-c", script.replace(PORT, free_port())],
        cwd=tmp_path,
        env=os.environ | {"PATH": f"{shim.parent}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "spielwerk_tables_made_total 1.0" in done.stdout
    assert "1 tables are new; 0 were there already." in done.stdout
    assert "0 tables would be removed." in done.stdout


def test_all_that_is_measured_is_documented() -> None:
    names = {found.name for found in Metrics().registry.collect()}
    ours = {name for name in names if name.startswith("spielwerk_")}
    assert len(ours) > 10
    for name in ours:
        assert f"`{name}" in PAGE, name


def test_every_line_of_the_log_is_documented() -> None:
    server = Path(__file__).parents[1] / "src" / "spielwerk" / "server"
    told = {
        line
        for path in server.glob("*.py")
        for line in re.findall(r'SERVER\.\w+\(\s*"([^"]+)"', path.read_text("utf-8"))
    }
    assert len(told) > 7
    for line in told:
        assert f"`{line}`" in PAGE, line
