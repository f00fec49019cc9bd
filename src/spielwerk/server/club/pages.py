"""The pages of a club: tournaments and ratings, setting one up, and one as it goes."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

from spielwerk.core.registry import games
from spielwerk.server.club.api import ClubDep, list_tournaments, ratings_in
from spielwerk.server.club.views import tournament_out
from spielwerk.server.pages import VisitDep, levels_out

router = APIRouter(prefix="/club", include_in_schema=False, default_response_class=HTMLResponse)


@router.get("")
async def show_club(club: ClubDep, visit: VisitDep, game: str = "") -> str:
    """Tournaments, ratings in a game, and signing in."""
    key = game or next(iter(games()))
    return visit.page(
        "club.html",
        tournaments=await list_tournaments(club),
        ratings=await ratings_in(key, club, visit.language),
        key=key,
    )


@router.get("/new")
async def set_up(visit: VisitDep) -> str:
    """Set up a tournament."""
    return visit.page("club_new.html")


@router.get("/{tournament}")
async def show_tournament(tournament: str, club: ClubDep, visit: VisitDep) -> str:
    """A tournament."""
    shown = tournament_out(await club.find(tournament), visit.language)
    return visit.page("tournament.html", tournament=shown, levels=levels_out(visit.language))
