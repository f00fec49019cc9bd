"""The JSON API of a club: docs/club.md shows an evening with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Header, Request, WebSocket
from fastapi.responses import JSONResponse, PlainTextResponse
from pydantic import Field

from spielwerk.core.registry import game_class
from spielwerk.pictures.words import Language
from spielwerk.search.bot import TIMED_LEVEL
from spielwerk.server.api import ClockIn, In, SeatsDep
from spielwerk.server.club.club import Club
from spielwerk.server.club.members import Member
from spielwerk.server.club.tournament_store import Kept, Plan
from spielwerk.server.club.views import (
    games_csv,
    rating_out,
    standings_csv,
    summary_out,
    tournament_out,
)
from spielwerk.server.live import converse
from spielwerk.server.names import MOST_NAME
from spielwerk.server.setup import Clock
from spielwerk.server.views import written

router = APIRouter(prefix="/api/club")
MOST_LISTED = 20


class SignIn(In):
    """A name and what only its owner knows."""

    name: str = Field(max_length=MOST_NAME, examples=["Ann"])
    passphrase: str = Field(max_length=200, examples=["four marbles in a row"])


class TournamentIn(In):
    """A tournament to be set up."""

    name: str = Field(max_length=MOST_NAME, examples=["Monday evening"])
    game: str = Field(max_length=32, examples=["kipp4"])
    kind: Literal["swiss", "round robin"] = "swiss"
    rounds: int = Field(default=0, ge=0, le=20)
    options: dict[str, bool | int | str] = Field(default_factory=dict, max_length=16)
    clock: ClockIn = ClockIn()
    position: str | None = Field(default=None, max_length=1000)


class EntryIn(In):
    """Who takes part: a name, nothing for the member who is signed in, or a computer's level."""

    name: str = Field(default="", max_length=MOST_NAME)
    level: int | None = Field(default=None, ge=1, le=TIMED_LEVEL)


class DropIn(In):
    """Who drops out."""

    number: int = Field(ge=1, le=1000)


class ResultIn(In):
    """What came of a game."""

    round: int = Field(ge=1, le=1000)
    board: int = Field(ge=1, le=1000)
    result: Literal["1-0", "0-1", "1/2-1/2", "0-0"]


class LookIn(In):
    """What somebody says who wants to look at a tournament."""

    language: Language = "en"


async def find_club(request: Request) -> Club:
    """The club of this server."""
    club: Club = request.app.state.club
    return club


ClubDep = Annotated[Club, Depends(find_club)]
Secret = Annotated[str, Header(max_length=64)]


async def find_member(club: ClubDep, x_member: Secret = "") -> Member | None:
    """The member who is signed in, if there is one."""
    return await club.run(club.members.find, x_member, club.tables.now()) if x_member else None


async def need_member(club: ClubDep, x_member: Secret = "") -> Member:
    """The member who is signed in."""
    return await club.run(club.members.find, x_member, club.tables.now())


MemberDep = Annotated[Member, Depends(need_member)]
PerhapsMemberDep = Annotated[Member | None, Depends(find_member)]


@router.post("/members", status_code=201)
async def register(asked: SignIn, club: ClubDep) -> dict[str, str]:
    """Take a name; the answer has a token for the header X-Member."""
    member, token = await club.run(
        club.members.register, asked.name, asked.passphrase, club.tables.now()
    )
    return {"name": member.name, "token": token}


@router.post("/sign-in")
async def sign_in(asked: SignIn, club: ClubDep) -> dict[str, str]:
    """Sign in; who is wrong too often has to wait."""
    member, token = await club.run(
        club.members.sign_in, asked.name, asked.passphrase, club.tables.now()
    )
    return {"name": member.name, "token": token}


@router.post("/sign-out")
async def sign_out(club: ClubDep, x_member: Secret = "") -> dict[str, str]:
    """Let the token be good for nothing."""
    await club.run(club.members.sign_out, x_member)
    return {}


@router.get("/member")
async def show_member(member: MemberDep) -> dict[str, str]:
    """Who is signed in."""
    return {"name": member.name}


@router.get("/ratings/{game}")
async def list_ratings(game: str, club: ClubDep, language: Language = "en") -> list[dict[str, Any]]:
    """The ratings in a game, the strongest first."""
    return await ratings_in(game, club, language)


async def ratings_in(game: str, club: Club, language: str) -> list[dict[str, Any]]:
    """Everybody who is rated in a game."""
    game_class(game)
    found = await club.run(club.ratings.ratings, game)
    ids = [int(rated.player[7:]) for rated in found if rated.player.startswith("member ")]
    names = await club.run(club.members.names, ids)
    return [rating_out(rated, names, language) for rated in found]


@router.post("/tables/{table}/member")
async def take_seat(
    table: str, club: ClubDep, member: MemberDep, seats: SeatsDep
) -> dict[str, str]:
    """Let a seat of a table that counts be the member's who is signed in."""
    await club.take_seat(table, seats, member)
    return {"name": member.name}


@router.get("/tournaments")
async def list_tournaments(club: ClubDep) -> list[dict[str, Any]]:
    """The last tournaments."""
    found = await club.run(club.store.newest, MOST_LISTED)
    return [summary_out(kept) for kept in found]


@router.post("/tournaments", status_code=201)
async def create_tournament(asked: TournamentIn, club: ClubDep) -> dict[str, str]:
    """Set up a tournament; the answer has the organiser's secret for the header X-Organiser."""
    clock = Clock(**asked.clock.model_dump())
    plan = Plan(**{**asked.model_dump(), "clock": clock})
    name, secret = await club.create(plan)
    return {"id": name, "organiser": secret}


@router.get("/tournaments/{tournament}")
async def show_tournament(
    tournament: str, club: ClubDep, language: Language = "en"
) -> dict[str, Any]:
    """A tournament with entries, pairings and standings."""
    return tournament_out(await club.find(tournament), language)


@router.post("/tournaments/{tournament}/entries", status_code=201)
async def enter(
    tournament: str,
    asked: EntryIn,
    club: ClubDep,
    member: PerhapsMemberDep,
    x_organiser: Secret = "",
) -> dict[str, Any]:
    """Take part; the answer has the secret with which a person plays every round."""
    joins = member if not asked.name and asked.level is None else None
    number, secret = await club.enter(tournament, asked.name, asked.level, joins, x_organiser)
    return {"number": number, "secret": secret}


@router.post("/tournaments/{tournament}/rounds")
async def next_round(
    tournament: str, club: ClubDep, x_organiser: Secret = "", language: Language = "en"
) -> dict[str, Any]:
    """Pair the next round and set its tables; the first begins the tournament."""
    return tournament_out(await club.next_round(tournament, x_organiser), language)


@router.post("/tournaments/{tournament}/drop")
async def drop_out(
    tournament: str,
    asked: DropIn,
    club: ClubDep,
    x_organiser: Secret = "",
    x_entry: Secret = "",
    language: Language = "en",
) -> dict[str, Any]:
    """Drop out: with the own secret, or with the organiser's."""
    await club.drop(tournament, asked.number, x_organiser, x_entry)
    return tournament_out(await club.find(tournament), language)


@router.post("/tournaments/{tournament}/results")
async def decide_result(
    tournament: str,
    asked: ResultIn,
    club: ClubDep,
    x_organiser: Secret = "",
    language: Language = "en",
) -> dict[str, Any]:
    """Enter or correct a result."""
    await club.decide_result(tournament, x_organiser, asked.round, asked.board, asked.result)
    return tournament_out(await club.find(tournament), language)


@router.get("/tournaments/{tournament}/{what}.csv", response_class=PlainTextResponse)
async def export(
    tournament: str, what: Literal["standings", "games"], club: ClubDep
) -> PlainTextResponse:
    """The standings or all games as a file for other programs."""
    kept = await club.find(tournament)
    text = standings_csv(kept) if what == "standings" else games_csv(kept)
    return PlainTextResponse(text, headers=as_file(kept, f"{what}.csv"), media_type="text/csv")


@router.get("/tournaments/{tournament}/tournament.json")
async def export_json(tournament: str, club: ClubDep) -> JSONResponse:
    """The whole tournament as a file for other programs."""
    kept = await club.find(tournament)
    return JSONResponse(tournament_out(kept, "en"), headers=as_file(kept, "tournament.json"))


def as_file(kept: Kept, name: str) -> dict[str, str]:
    """Headers that let a browser keep it as a file."""
    return {"Content-Disposition": f'attachment; filename="{kept.id}-{name}"'}


@router.websocket("/tournaments/{tournament}/live")
async def live(socket: WebSocket, tournament: str) -> None:
    """Tell of all that happens in a tournament; first say `{"language": "de"}`."""

    async def begin(asked: LookIn, changed: Callable[[], None]) -> WatchedTournament:
        club: Club = socket.app.state.club
        await club.find(tournament)
        club.watch(tournament, changed)
        return WatchedTournament(club, tournament, changed, asked.language)

    await converse(socket, LookIn, begin)


@dataclass
class WatchedTournament:
    """A tournament that somebody listens to."""

    club: Club
    id: str
    changed: Callable[[], None]
    language: Language

    async def hear(self, asked: LookIn) -> None:
        """Another language is wanted."""
        self.language = asked.language

    async def look(self) -> str:
        """The tournament as it is."""
        return written(tournament_out(await self.club.find(self.id), self.language))

    def leave(self) -> None:
        """They go."""
        self.club.leave(self.id, self.changed)
