"""Break rules on purpose, one at a time, and see that a test falls each time.

    python tools/break_rules.py            all breaks
    python tools/break_rules.py veier qbq  those of some games, or of core

The breaks are in breaks/. Each is made in a copy of the project, never in place. A break that no
test notices survives: then a test is missing, and the exit code is 1.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
PACKAGE = Path("src") / "spielwerk"
COPIED = ("src", "tests", "pyproject.toml")
GAMES = ("kipp4", "veier", "spitze", "qbq", "blockit")
PROCESSES = 2
PATIENCE = 300
"""Seconds after which a run of tests counts as fallen: a broken rule may never come to an end."""

TESTS_PASSED, TESTS_FAILED = 0, 1


@dataclass(frozen=True)
class Break:
    """A change to a file of the package, and the rule that no longer holds after it."""

    file: str
    what: str
    old: str
    new: str

    @property
    def part(self) -> str:
        """The game it belongs to, or core."""
        parts = Path(self.file).parts
        return parts[1] if parts[0] == "games" else parts[0]

    def broken(self, source: str) -> str:
        """The source of the file with the rule broken."""
        if source.count(self.old) != 1:
            raise ValueError(
                f"{self.file}: the text to change must occur once, not {source.count(self.old)}"
                f" times, to break this: {self.what}\n{self.old}"
            )
        return source.replace(self.old, self.new)


def read_breaks() -> Iterator[Break]:
    """Those in the folder, a file for each part; in it the changes by the file to change."""
    for path in sorted((Path(__file__).parent / "breaks").glob("*.toml")):
        for file, changes in tomllib.loads(path.read_text("utf-8")).items():
            for change in changes:
                yield Break(file, change["rule"], change["old"], change["new"])


BREAKS = tuple(read_breaks())


@contextmanager
def copy_of(project: Path) -> Iterator[Path]:
    """A copy of what the tests need, without compiled files."""
    with TemporaryDirectory(prefix="spielwerk-") as folder:
        for name in COPIED:
            source, target = project / name, Path(folder) / name
            if source.is_dir():
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, target)
        yield Path(folder)


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a copy, with the copy's package before the installed one."""
    settings = {"PYTHONPATH": str(folder / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def run_tests(folder: Path, part: str) -> subprocess.CompletedProcess[str]:
    """Run the tests of a game's rules; for core those of all games and of positions."""
    games = GAMES if part == "core" else (part,)
    files = [path for game in games for path in (folder / "tests/rules").glob(f"test_{game}*.py")]
    names = sorted(str(path.relative_to(folder)) for path in files)
    if part == "core":
        names.append("tests/core/test_position.py")
    return run(folder, "-m", "pytest", "-x", "-q", "--tb=line", "-p", "no:cacheprovider", *names)


def check_unbroken(project: Path, parts: Sequence[str]) -> None:
    """Make sure that a copy is what its tests test, and that they pass with no rule broken."""
    imported = run(project, "-c", "import spielwerk; print(spielwerk.__file__)").stdout.strip()
    if not Path(imported).is_relative_to(project / PACKAGE):
        raise SystemExit(f"The tests of a copy would test {imported}, not the copy.")
    for part in parts:
        outcome = run_tests(project, part)
        if outcome.returncode != TESTS_PASSED:
            raise SystemExit(f"{part}: a test falls with no rule broken.\n{outcome.stdout}")


def fallen_test(project: Path, wrong: Break) -> str:
    """Break a rule in a copy: the test that falls, or nothing if the break survives."""
    with copy_of(project) as folder:
        file = folder / PACKAGE / wrong.file
        file.write_text(wrong.broken(file.read_text(encoding="utf-8")), encoding="utf-8")
        try:
            outcome = run_tests(folder, wrong.part)
        except subprocess.TimeoutExpired:
            return f"no end after {PATIENCE} seconds"
    if outcome.returncode == TESTS_PASSED:
        return ""
    fallen = re.search(r"^FAILED tests/(.*?)(?: - .*)?$", outcome.stdout, re.MULTILINE)
    ran = outcome.returncode == TESTS_FAILED and "NameError" not in outcome.stdout
    if fallen is None or not ran:
        raise SystemExit(f"{wrong.what}: no rules to test.\n{outcome.stdout}{outcome.stderr}")
    return fallen[1]


def main(parts: Sequence[str]) -> int:
    """Make all breaks of some parts and print which test fell; 1 if any break survived."""
    chosen = [wrong for wrong in BREAKS if not parts or wrong.part in parts]
    unknown = set(parts) - {wrong.part for wrong in chosen}
    if unknown:
        raise SystemExit(f"There are no breaks for {', '.join(sorted(unknown))}.")
    survivors = 0
    # All breaks start from one copy, so that the project may be worked on meanwhile.
    with copy_of(ROOT) as project, ThreadPoolExecutor(PROCESSES) as pool:
        for wrong in chosen:
            wrong.broken((project / PACKAGE / wrong.file).read_text(encoding="utf-8"))
        check_unbroken(project, sorted({wrong.part for wrong in chosen}))
        print("break | fell by which test")
        tests = pool.map(partial(fallen_test, project), chosen)
        for wrong, test in zip(chosen, tests, strict=True):
            print(f"{wrong.part}: {wrong.what} | {test or 'SURVIVED'}", flush=True)
            survivors += not test
    print(f"{len(chosen)} breaks, {survivors} survived")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
