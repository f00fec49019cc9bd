"""The pages of a club: tournaments and ratings, setting one up, and one as it goes."""

from __future__ import annotations

import json

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from spielwerk.core.registry import game_class
from spielwerk.server.club.api import ClubDep, list_ratings, list_tournaments
from spielwerk.server.club.views import tournament_out
from spielwerk.server.games import LIVELY
from spielwerk.server.pages import LanguageDep, ThemeDep, page
from spielwerk.server.words import LEVELS_TOLD

router = APIRouter(prefix="/club", include_in_schema=False, default_response_class=HTMLResponse)


@router.get("")
async def show_club(
    request: Request, club: ClubDep, language: LanguageDep, theme: ThemeDep, game: str = ""
) -> str:
    """Tournaments, ratings in a game, and signing in."""
    key = game or next(iter(LIVELY))
    game_class(key)
    return page(
        request,
        "club.html",
        language,
        theme,
        tournaments=await list_tournaments(club),
        ratings=await list_ratings(key, club, language),  # type: ignore[arg-type]
        key=key,
    )


@router.get("/new")
async def set_up(request: Request, language: LanguageDep, theme: ThemeDep) -> str:
    """Set up a tournament."""
    return page(request, "club_new.html", language, theme)


@router.get("/{tournament}")
async def show_tournament(
    request: Request, tournament: str, club: ClubDep, language: LanguageDep, theme: ThemeDep
) -> str:
    """A tournament."""
    shown = tournament_out(await club.find(tournament), language)
    levels = [{"level": level, "label": told.into(language)} for level, told in LEVELS_TOLD.items()]
    return page(
        request,
        "tournament.html",
        language,
        theme,
        tournament=shown,
        tournament_json=json.dumps(shown),
        levels=levels,
    )
