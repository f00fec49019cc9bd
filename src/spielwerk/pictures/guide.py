"""Guides: the rules of a game for players, in five languages, with pictures drawn when shown."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from itertools import accumulate
from string import Template
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from spielwerk.core.errors import SpielwerkError
from spielwerk.core.options import read_options
from spielwerk.core.position import Position
from spielwerk.core.registry import game_class
from spielwerk.pictures.picture import Marks
from spielwerk.pictures.words import check_language

DIAGRAM = re.compile(r"^```diagram\n(.*?)^```\n", re.M | re.S)


@dataclass(frozen=True)
class Diagram:
    """A position with what is pointed out in it."""

    position: Position
    steps: tuple[str, ...] = ()
    """Steps that are shown by arrows, one after the other."""
    after: bool = False
    """Whether the position after the steps is shown, not the one before."""
    marks: tuple[str, ...] = ()
    caption: str = ""

    @classmethod
    def read(cls, key: str, text: str) -> Diagram:
        """From the lines `key: value` of a guide."""
        given = dict(line.split(": ", 1) for line in text.strip().splitlines())
        kind = game_class(key)
        game = kind(**read_options(kind.all_options, given.pop("options", "").replace(",", " ")))
        start = given.pop("start", None)
        text = given.pop("position", "")
        diagram = cls(
            game.position(text) if start is None else game.start(int(start)),
            tuple(given.pop("step", "").split()),
            given.pop("after", "no") == "yes",
            tuple(given.pop("marks", "").split()),
            given.pop("caption"),
        )
        if given:
            raise SpielwerkError(f"A diagram has no {', '.join(given)}.")
        return diagram

    def svg(self, **view: Any) -> str:
        """The picture."""
        places, arrows = list(self.marks), []
        for position, step in zip(self.positions, () if self.after else self.steps, strict=False):
            touched = position.game.find_picture().ways(position)[step]
            if len(touched) > 1:
                arrows.append((touched[0], touched[-1]))
            else:
                places += touched
        return self.shown.svg(marks=Marks(tuple(places), arrows=tuple(arrows)), **view)

    @property
    def shown(self) -> Position:
        """The position in the picture."""
        return self.positions[-1 if self.after else 0]

    @cached_property
    def positions(self) -> list[Position]:
        """The position, and what comes of it step by step."""
        return list(accumulate(self.steps, Position.play, initial=self.position))


def guide(key: str, language: str = "en") -> str:
    """The guide of a game as Markdown; its diagrams are fenced blocks.

    >>> guide("kipp4", "de").splitlines()[0]
    '# KIPP4'
    """
    folder = files(game_class(key).__module__)
    path = folder / "guide" / f"{check_language(language)}.md"
    if not path.is_file():
        raise SpielwerkError(f"{game_class(key).name} has no guide.")
    return path.read_text("utf-8")


def diagrams(key: str, language: str = "en") -> list[Diagram]:
    """All diagrams of a guide."""
    return [Diagram.read(key, block) for block in DIAGRAM.findall(guide(key, language))]


def guide_html(key: str, language: str = "en", **view: Any) -> str:
    """The guide of a game as HTML, with its pictures."""
    settings = {"language": language, "coordinates": True} | view

    def fence(renderer: RendererHTML, tokens: list[Token], at: int, *_: object) -> str:
        diagram = Diagram.read(key, tokens[at].content)
        caption = MarkdownIt().renderInline(diagram.caption)
        svg = diagram.svg(**settings)
        return f"<figure>{svg}<figcaption>{caption}</figcaption></figure>\n"

    markdown = MarkdownIt()
    markdown.add_render_rule("fence", fence)
    return str(markdown.render(guide(key, language)))


def guide_page(key: str, language: str = "en") -> str:
    """The guide of a game as a page of its own."""
    page = Template((files(__package__) / "guide.html").read_text("utf-8"))
    body = guide_html(key, language)
    return page.substitute(language=language, name=game_class(key).name, body=body)
