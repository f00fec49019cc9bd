"""The pages: home, setting a table, the table, guides and first lessons."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Cookie, Depends, Header, Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, select_autoescape
from markupsafe import Markup

from spielwerk.core.registry import game_class
from spielwerk.pictures.guide import guide_html
from spielwerk.pictures.picture import View
from spielwerk.pictures.words import LANGUAGES, Message, Part
from spielwerk.server import views
from spielwerk.server.api import TablesDep
from spielwerk.server.errors import in_words
from spielwerk.server.games import LIVELY, game_out, games_out
from spielwerk.server.lessons import lesson_out
from spielwerk.server.words import LEVELS_TOLD

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
WEB = Path(__file__).parent.parent / "web"
LANGUAGE_NAMES = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "nl": "Nederlands",
    "lb": "Lëtzebuergesch",
}
TEMPLATES = Environment(
    loader=FileSystemLoader(WEB / "templates"),
    autoescape=select_autoescape(),
    trim_blocks=True,
    lstrip_blocks=True,
)


def translate(language: str, text: str, **values: Part) -> str:
    """A text of a template in a language."""
    return Message(text, tuple(values.items())).into(language)


def read_language(
    language: Annotated[str, Cookie()] = "",
    accept_language: Annotated[str, Header()] = "",
) -> str:
    """The language that was chosen, or the first that the browser asks for and we know."""
    if language in LANGUAGES:
        return language
    for part in accept_language.split(","):
        asked = part.split(";")[0].strip()[:2].lower()
        if asked in LANGUAGES:
            return asked
    return LANGUAGES[0]


def language_of(request: Request) -> str:
    """The language of whoever asks."""
    asked = request.headers.get("accept-language", "")
    return read_language(request.cookies.get("language", ""), asked)


def read_theme(theme: Annotated[str, Cookie()] = "") -> str:
    """The theme that was chosen; as the system has it unless there is one."""
    return theme if theme in ("light", "dark") else "auto"


LanguageDep = Annotated[str, Depends(read_language)]
ThemeDep = Annotated[str, Depends(read_theme)]


def page(request: Request, name: str, language: str, theme: str, **values: Any) -> str:
    """A page in a language."""
    return TEMPLATES.get_template(name).render(
        language=language,
        languages=LANGUAGE_NAMES,
        theme=theme,
        path=request.url.path,
        games=games_out(language),
        _=partial(translate, language),
        **values,
    )


@router.get("/")
async def home(request: Request, language: LanguageDep, theme: ThemeDep) -> str:
    """The games, and games of yours."""
    return page(request, "home.html", language, theme)


@router.get("/new/{key}")
async def new(request: Request, key: str, language: LanguageDep, theme: ThemeDep) -> str:
    """Set a table."""
    game_class(key)
    levels = [{"level": level, "label": told.into(language)} for level, told in LEVELS_TOLD.items()]
    shown = game_out(key, language)
    return page(
        request,
        "new.html",
        language,
        theme,
        game=shown,
        options=shown["options"],
        seat_names=shown["seat_names"],
        levels=levels,
    )


@router.get("/t/{table}")
async def show_table(
    request: Request, table: str, tables: TablesDep, language: LanguageDep, theme: ThemeDep
) -> str:
    """A table."""
    found = await tables.find(table)
    system = request.headers.get("sec-ch-prefers-color-scheme", "light")
    dark = theme == "dark" or (theme == "auto" and system == "dark")
    view = View(language=language, theme="dark" if dark else "light")
    shown = views.table_out(found, frozenset(), view)
    key = found.table.setup.key
    return page(
        request,
        "table.html",
        language,
        theme,
        table=shown,
        table_json=json.dumps(shown),
        guide_html=Markup(guide_page(key, language)),  # noqa: S704  # our own guides
    )


@router.get("/guide/{key}")
async def show_guide(request: Request, key: str, language: LanguageDep, theme: ThemeDep) -> str:
    """How a game is played."""
    game_class(key)
    body = Markup(guide_page(key, language))  # noqa: S704  # our own guides
    return page(
        request, "guide.html", language, theme, game=game_out(key, language), guide_html=body
    )


@router.get("/learn/{key}")
async def learn(request: Request, key: str, language: LanguageDep, theme: ThemeDep) -> str:
    """The first lesson of a game."""
    game_class(key)
    lesson = json.dumps(lesson_out(key, language))
    return page(
        request, "learn.html", language, theme, game=game_out(key, language), lesson_json=lesson
    )


def refusal(request: Request, error: Exception) -> str:
    """A page that says what is not there, with a way home."""
    language = language_of(request)
    theme = read_theme(request.cookies.get("theme", ""))
    return page(request, "error.html", language, theme, error=in_words(error, language))


def guide_page(key: str, language: str) -> str:
    """The guide as HTML, drawn once for each language."""
    return _guides.setdefault((key, language), guide_html(key, language) if key in LIVELY else "")


_guides: dict[tuple[str, str], str] = {}
