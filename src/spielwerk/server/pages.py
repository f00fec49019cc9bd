"""The pages: home, setting a table, the table, guides and first lessons."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, select_autoescape
from markupsafe import Markup

from spielwerk.pictures.guide import guide_html
from spielwerk.pictures.picture import View
from spielwerk.pictures.theme import THEMES
from spielwerk.pictures.words import LANGUAGES, Message, Part
from spielwerk.server import views
from spielwerk.server.api import TablesDep
from spielwerk.server.errors import in_words
from spielwerk.server.games import game_out, games_out
from spielwerk.server.lessons import lesson_out
from spielwerk.server.names import MOST_NAME
from spielwerk.server.setup import MOST_INCREMENT, MOST_MINUTES
from spielwerk.server.table import PHRASES
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
MOST = {"minutes": MOST_MINUTES, "increment": MOST_INCREMENT, "name": MOST_NAME}
"""What can be typed on a page."""
TEMPLATES = Environment(
    loader=FileSystemLoader(WEB / "templates"),
    autoescape=select_autoescape(),
    trim_blocks=True,
    lstrip_blocks=True,
)


@dataclass(frozen=True)
class Visit:
    """Somebody looks at a page: where, in which language, in which light."""

    path: str
    language: str
    theme: str
    """light, dark, or auto: as the system has it."""
    system: str
    """The theme of the system, as far as the browser tells."""

    @property
    def view(self) -> View:
        """How pictures are drawn for the page."""
        theme = self.system if self.theme == "auto" else self.theme
        return View(language=self.language, theme="dark" if theme == "dark" else "light")

    def page(self, name: str, **values: Any) -> str:
        """A page from its template."""
        return TEMPLATES.get_template(name).render(
            language=self.language,
            languages=LANGUAGE_NAMES,
            theme=self.theme,
            path=self.path,
            games=games_out(self.language),
            most=MOST,
            _=self.translate,
            **values,
        )

    def translate(self, text: str, **values: Part) -> str:
        """A text of a template."""
        return Message(text, tuple(values.items())).into(self.language)


def read_visit(request: Request) -> Visit:
    """How somebody wants to see a page: as it was chosen, or else as the browser asks."""
    cookies, headers = request.cookies, request.headers
    asked = [part.strip()[:2].lower() for part in headers.get("accept-language", "").split(",")]
    wanted = (language for language in (cookies.get("language"), *asked) if language in LANGUAGES)
    theme = cookies.get("theme")
    return Visit(
        request.url.path,
        next(wanted, LANGUAGES[0]),
        theme if theme in THEMES else "auto",
        headers.get("sec-ch-prefers-color-scheme", "light"),
    )


async def find_visit(request: Request) -> Visit:
    """Somebody looks at a page."""
    return read_visit(request)


VisitDep = Annotated[Visit, Depends(find_visit)]


@router.get("/")
async def home(visit: VisitDep) -> str:
    """The games, and games of yours."""
    return visit.page("home.html")


@router.get("/new/{key}")
async def new(key: str, visit: VisitDep) -> str:
    """Set a table."""
    shown = game_out(key, visit.language)
    return visit.page("new.html", game=shown, levels=levels_out(visit.language))


@router.get("/t/{table}")
async def show_table(table: str, tables: TablesDep, visit: VisitDep) -> str:
    """A table."""
    found = await tables.find(table)
    shown = views.table_out(found, frozenset(), visit.view)
    rules = drawn_guide(found.table.setup.key, visit.language)
    phrases = {phrase: told.into(visit.language) for phrase, told in PHRASES.items()}
    return visit.page("table.html", table=shown, guide_html=rules, phrases=phrases)


@router.get("/guide/{key}")
async def show_guide(key: str, visit: VisitDep) -> str:
    """How a game is played."""
    shown = game_out(key, visit.language)
    return visit.page("guide.html", game=shown, guide_html=drawn_guide(key, visit.language))


@router.get("/learn/{key}")
async def learn(key: str, visit: VisitDep) -> str:
    """The first lesson of a game."""
    shown = game_out(key, visit.language)
    return visit.page("learn.html", game=shown, lesson=lesson_out(key, visit.language))


def refusal(request: Request, error: Exception) -> str:
    """A page that says what is not there, with a way home."""
    visit = read_visit(request)
    return visit.page("error.html", error=in_words(error, visit.language))


def levels_out(language: str) -> list[dict[str, Any]]:
    """The computer's levels to choose from."""
    return [{"level": level, "label": told.into(language)} for level, told in LEVELS_TOLD.items()]


@cache
def drawn_guide(key: str, language: str) -> Markup:
    """The guide as HTML, drawn once for each language."""
    return Markup(guide_html(key, language))  # noqa: S704  # our own guides
