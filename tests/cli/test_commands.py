"""All commands: help, version, what is refused, and what a terminal gets."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import spielwerk
from tests.cli.running import TERMINAL, plain, refusal, run, shown

COMMANDS = (
    *("games", "serve", "guide", "play", "steps", "think", "replay", "picture", "film", "perft"),
    *("playouts", "tournament", "tables"),
)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_ends_with_an_example(command: str) -> None:
    last = plain(run(command, "--help").stdout).rstrip().splitlines()[-1]
    assert last.strip().startswith(f"spielwerk {command}")


def test_help_names_every_command() -> None:
    names = re.findall(r"^│ (\w+) ", plain(run("--help").stdout), re.M)
    assert names == [*COMMANDS]


def test_version() -> None:
    assert shown("--version") == f"spielwerk {spielwerk.__version__}\n"


def test_help_does_not_import_numba() -> None:
    code = (
        "import sys; from spielwerk.cli import app; app(['--help'], standalone_mode=False);"
        "sys.exit('numba' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


@pytest.mark.parametrize("command", [("steps",), ("play",), ("perft", "2"), ("playouts",)])
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["qbqq"], "There is no game 'qbqq'; did you mean qbq."),
        (["qbq", "-o", "players=5"], "players='5' is not possible: it can be 2, 3, 4."),
        (["qbq", "-o", "stacks=5"], "There is no option 'stacks'"),
        (["qbq", "-o", "players"], "players is no option: write name=value"),
        (["veier", "--position", "x"], "A Véier position has 3 fields"),
        (["kipp4", "--seed", "-1"], "The seed -1 is not possible"),
        (["missing.py"], "missing.py cannot be read: No such file or directory."),
    ],
)
def test_a_wrong_game_option_position_or_seed_is_one_line(
    command: tuple[str, ...], words: list[str], message: str
) -> None:
    name, *others = command
    assert refusal(name, words[0], *others, *words[1:]).startswith(message)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"import nothing_like_this", "cannot be loaded: ModuleNotFoundError"),
        (b"def", "cannot be loaded: SyntaxError"),
        (b"# \xff", "cannot be read: it is not a text in UTF-8"),
        (b"import spielwerk", "registers no game"),
    ],
)
def test_a_game_file_that_is_no_game_is_refused(
    tmp_path: Path, content: bytes, message: str
) -> None:
    path = tmp_path / "game.py"
    path.write_bytes(content)
    assert message in refusal("steps", str(path))


def test_a_directory_is_no_game(tmp_path: Path) -> None:
    path = tmp_path / "game.py"
    path.mkdir()
    assert refusal("steps", str(path)) == f"{path} cannot be read: Is a directory."


def test_a_letter_that_the_terminal_lacks_is_replaced() -> None:
    result = run("games", charset="ascii")
    assert result.exit_code == 0
    assert "V?ier" in result.stdout


def test_bold_in_a_terminal_only() -> None:
    assert "\x1b[1m" in run("steps", "kipp4", env=TERMINAL).stdout
    assert "\x1b" not in run("steps", "kipp4").stdout
