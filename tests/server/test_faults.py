"""A short form of tools/faults.py: people play on through whatever fails, and nothing is lost."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from rich.console import Console

# The tools are scripts, not a package.
sys.path.append(str(Path(__file__).parents[2] / "tools"))
from faults import try_database

FAULTS = {
    "sqlite": ["kill", "fill the disk"],
    "postgresql": ["kill", "pull the plug"],
}


@pytest.mark.parametrize("kind", FAULTS)
def test_every_step_that_was_acknowledged_is_there_once_and_in_order(kind: str) -> None:
    faults = [fault for fault in FAULTS[kind] if fault != "fill the disk" or os.getuid() == 0]
    try_database(kind, faults, 12, Console())
