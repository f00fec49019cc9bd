"""Draw the README's picture: three games in the terminal, as SVG."""

from __future__ import annotations

import io
import random
from pathlib import Path

from rich.columns import Columns
from rich.console import Console
from rich.panel import Panel
from rich.text import Text

import spielwerk

TARGET = Path(__file__).parent.parent / "docs" / "terminal.svg"
STEPS = {"kipp4": 17, "spitze": 12, "blockit": 21}
COLOURS = {"L": "bold yellow", "D": "bold cyan", "R": "bold red", "X": "bold", "·": "dim"}
COLOURS |= {"r": "red", "y": "yellow", "b": "blue", "k": "bright_black", "+": "dim"}
# As Rich's own, but without fonts from another host.
FRAME = """<svg viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>.{unique_id}-matrix {{ font-family: monospace; font-size: {char_height}px;
line-height: {line_height}px; }} {styles}</style>
<defs><clipPath id="{unique_id}-clip-terminal"><rect width="{terminal_width}"
height="{terminal_height}" /></clipPath>{lines}</defs>{chrome}
<g transform="translate({terminal_x}, {terminal_y})"
clip-path="url(#{unique_id}-clip-terminal)">{backgrounds}
<g class="{unique_id}-matrix">{matrix}</g></g></svg>
"""


def main() -> None:
    """Play some random steps of three games and draw what lies there."""
    console = Console(record=True, width=102, file=io.StringIO(), force_terminal=True)
    console.print("[bold green]$[/] spielwerk play kipp4 --against random\n")
    console.print(Columns([panel(key, steps) for key, steps in STEPS.items()]))
    TARGET.write_text(console.export_svg(title="Spielwerk", code_format=FRAME), "utf-8")


def panel(key: str, steps: int) -> Panel:
    """A game after some random steps."""
    chooser = random.Random(4)
    position = spielwerk.game(key).start(seed=7)
    for _ in range(steps):
        position = position.play(chooser.choice(position.steps))
    *board, files, _counts = str(position).splitlines()
    drawing = Text()
    for letter in "\n".join(board):
        drawing.append(letter, COLOURS.get(letter, ""))
    drawing.append(f"\n{files}")
    return Panel(drawing, title=position.game.name, padding=(1, 3), height=19)


if __name__ == "__main__":
    main()
