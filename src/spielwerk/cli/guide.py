"""`spielwerk guide`: the rules of a game for players."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markdown import Markdown

from spielwerk.cli.common import GameKey, make_console, say, show, writing
from spielwerk.pictures.words import LANGUAGES

EXAMPLES = "Examples:\nspielwerk guide kipp4 --language de\nspielwerk guide qbq --html qbq.html"


def show_guide(
    game: GameKey,
    language: Annotated[str, typer.Option(metavar="|".join(LANGUAGES))] = "en",
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a page with pictures instead.")
    ] = None,
) -> None:
    """Show how a game is played, in English, German, French, Dutch or Luxembourgish."""
    from spielwerk.pictures.guide import DIAGRAM, Diagram, guide, guide_page  # takes a moment

    if html is not None:
        with writing(html):
            html.write_text(guide_page(game, language), "utf-8")
        return
    console = make_console()
    words, *rest = DIAGRAM.split(guide(game, language))
    console.print(Markdown(words))
    for block, words in zip(rest[::2], rest[1::2], strict=True):
        diagram = Diagram.read(game, block)
        show(console, diagram.shown)
        say(console, diagram.caption, style="italic")
        console.print()
        console.print(Markdown(words))
