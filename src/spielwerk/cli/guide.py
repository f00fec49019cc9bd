"""`spielwerk guide`: the rules of a game for players."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markdown import Markdown

from spielwerk.cli.common import GameKey, make_console, say, show
from spielwerk.cli.picture import write_bytes
from spielwerk.core.registry import game_class
from spielwerk.pictures.words import LANGUAGES

EXAMPLES = "Examples:\nspielwerk guide kipp4 --language de\nspielwerk guide qbq --html qbq.html"
PAGE = """<!doctype html>
<html lang="{language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{name}</title>
<style>body{{max-width:42rem;margin:2rem auto;padding:0 1rem;font:1.05rem/1.6 system-ui,sans-serif;
color:#2e2419;background:#fbf8f2}}figure{{margin:1.5rem auto;max-width:22rem}}figcaption{{
font-size:.9rem;color:#6d5f4e;margin-top:.5rem}}</style>
{body}</html>
"""


def show_guide(
    game: GameKey,
    language: Annotated[str, typer.Option(metavar="|".join(LANGUAGES))] = "en",
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a page with pictures instead.")
    ] = None,
) -> None:
    """Show how a game is played, in English, German, French, Dutch or Luxembourgish."""
    from spielwerk.pictures.guide import DIAGRAM, Diagram, guide, guide_html  # takes a moment

    if html is not None:
        name, body = game_class(game).name, guide_html(game, language)
        write_bytes(html, PAGE.format(language=language, name=name, body=body).encode())
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
