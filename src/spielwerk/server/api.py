"""The JSON API: pages and programs play by it. docs/api.md shows how."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Header, Path, Query, Request, WebSocket
from fastapi.responses import PlainTextResponse, Response
from pydantic import BaseModel, ConfigDict, Field

from spielwerk.core.errors import SpielwerkError
from spielwerk.pictures.picture import View
from spielwerk.pictures.theme import ThemeName
from spielwerk.pictures.words import Language
from spielwerk.search.bot import TIMED_LEVEL
from spielwerk.server import advice, views
from spielwerk.server.errors import NoSuchTable, Outdated, in_words, status_of
from spielwerk.server.games import games_out
from spielwerk.server.limits import Limiter
from spielwerk.server.live import converse
from spielwerk.server.names import MOST_NAME
from spielwerk.server.opened import Open, Watcher
from spielwerk.server.setup import MOST_INCREMENT, MOST_MINUTES, Clock, ClockKind, Kind, Seat, Setup
from spielwerk.server.tables import Tables

router = APIRouter(prefix="/api")
MOST_SECRETS = 4
PNG_WIDTH = 1200


class In(BaseModel):
    """What comes in: nothing that is not known."""

    model_config = ConfigDict(extra="forbid", strict=True)


class SeatIn(In):
    """Who is to play one side."""

    kind: Kind
    level: int | None = Field(default=None, ge=1, le=TIMED_LEVEL)
    name: str = Field(default="", max_length=MOST_NAME)


class ClockIn(In):
    """How much time there is."""

    kind: ClockKind = "none"
    minutes: float = Field(default=0, ge=0, le=MOST_MINUTES, strict=False)
    increment: float = Field(default=0, ge=0, le=MOST_INCREMENT, strict=False)


class TableIn(In):
    """A table to be set."""

    game: str = Field(max_length=32, examples=["kipp4"])
    seats: list[SeatIn] = Field(
        max_length=4, examples=[[{"kind": "here"}, {"kind": "computer", "level": 3}]]
    )
    options: dict[str, bool | int | str] = Field(default_factory=dict, max_length=16)
    clock: ClockIn = ClockIn()
    begins: Literal["first", "random"] = "first"
    position: str | None = Field(default=None, max_length=1000)
    rated: bool = False

    @property
    def setup(self) -> Setup:
        """As it is kept, with a seed."""
        seats = [Seat(**seat.model_dump()) for seat in self.seats]
        if self.begins == "random" and seats:
            first = secrets.randbelow(len(seats))
            seats = seats[first:] + seats[:first]
        clock = Clock(**self.clock.model_dump())
        seed = secrets.randbits(32)
        return Setup(self.game, tuple(seats), self.options, seed, self.position, clock, self.rated)


class StepIn(In):
    """A step, and the number of the table that one saw: `number` of what it looked like."""

    number: int = Field(ge=0, le=1_000_000)
    step: str = Field(max_length=16, examples=["+g6"])


class ActIn(In):
    """Something else that one does at a table."""

    number: int = Field(ge=0, le=1_000_000)
    act: Literal["undo", "resign", "draw", "accept", "decline", "phrase", "join", "rematch"]
    value: str = Field(default="", max_length=64)


class ViewIn(BaseModel):
    """How pictures and words are wanted."""

    language: Language = "en"
    theme: ThemeName = "light"
    above: bool = False
    coordinates: bool = True

    @property
    def view(self) -> View:
        """As the pictures want it."""
        return known_view(self.language, self.theme, self.above, self.coordinates)


@cache
def known_view(language: str, theme: str, above: bool, coordinates: bool) -> View:
    """One view for all who want the same: what was drawn for it is found at once."""
    return View(language=language, theme=theme, above=above, coordinates=coordinates)


class LiveIn(In):
    """What somebody says on a line: first which seats are theirs, then views and steps."""

    seats: list[str] = Field(default_factory=list, max_length=MOST_SECRETS)
    view: ViewIn | None = None
    step: StepIn | None = None


# Those that are not async would each be run by a thread.


async def find_tables(request: Request) -> Tables:
    """The tables of this server."""
    tables: Tables = request.app.state.tables
    return tables


async def find_limiter(request: Request) -> Limiter:
    """What keeps to the limits of this server."""
    limiter: Limiter = request.app.state.limiter
    return limiter


LimiterDep = Annotated[Limiter, Depends(find_limiter)]


async def find_client(request: Request, limiter: LimiterDep) -> str | None:
    """Who asks; None if they are not limited."""
    return limiter.client(request.scope)


async def find_seats(x_seats: Annotated[str, Header(max_length=400)] = "") -> list[str]:
    """The secrets of somebody's seats."""
    return read_seats(x_seats)


def read_seats(given: str) -> list[str]:
    """Secrets, with blanks between them."""
    return given.split()[:MOST_SECRETS]


TablesDep = Annotated[Tables, Depends(find_tables)]
SeatsDep = Annotated[list[str], Depends(find_seats)]
ClientDep = Annotated[str | None, Depends(find_client)]
ViewDep = Annotated[ViewIn, Query()]
TableId = Annotated[str, Path(description="The id of a table")]


def out(found: Open, seats: list[str], view: ViewIn) -> dict[str, Any]:
    """A table as its holder of seats sees it."""
    return views.table_out(found, found.seats_of(seats), view.view)


def answer(found: Open, seats: list[str], view: ViewIn) -> Response:
    """A table as an answer; it is known to be plain data, which need not be checked."""
    told = views.table_json(found, found.seats_of(seats), view.view)
    return Response(told, media_type="application/json")


@router.get("/health")
async def health() -> dict[str, str]:
    """Whether the server runs."""
    return {"status": "ok"}


@router.get("/ready")
async def ready(tables: TablesDep) -> dict[str, str]:
    """Whether it can serve: the database answers and the computer can think."""
    await tables.check()
    return {"status": "ok"}


@router.get("/games")
async def list_games(view: ViewDep) -> list[dict[str, Any]]:
    """The games with their options and a picture."""
    return games_out(view.language)


@router.post("/tables", status_code=201)
async def create_table(
    asked: TableIn, tables: TablesDep, limiter: LimiterDep, client: ClientDep
) -> dict[str, Any]:
    """Set a table; the answer has its id and the secrets of the seats that people take."""
    limiter.may_set_table(client, tables.goes_on)
    name, given = await tables.create(asked.setup)
    limiter.has_set(name, client)
    return {"id": name, "seats": {str(seat): secret for seat, secret in given.items()}}


@router.get("/tables/{table}")
async def show_table(table: TableId, tables: TablesDep, seats: SeatsDep, view: ViewDep) -> Response:
    """A table as it is."""
    return answer(await tables.find(table), seats, view)


@router.post("/tables/{table}/steps")
async def play(
    table: TableId, step: StepIn, tables: TablesDep, seats: SeatsDep, view: ViewDep
) -> Response:
    """Take a step; sent twice, it counts once."""
    return answer(await tables.act(table, seats, step.number, "step", step.step), seats, view)


@router.post("/tables/{table}/acts")
async def act(
    table: TableId,
    asked: ActIn,
    tables: TablesDep,
    seats: SeatsDep,
    view: ViewDep,
    limiter: LimiterDep,
    client: ClientDep,
) -> Response:
    """Take back, give up, offer or answer, say a phrase, give a name, play again."""
    if asked.act == "rematch":
        limiter.may_set_table(client, tables.goes_on)
    found = await tables.act(table, seats, asked.number, asked.act, asked.value)
    if asked.act == "rematch" and found.table.next_table:
        limiter.has_set(found.table.next_table, client)
    return answer(found, seats, view)


@router.get("/tables/{table}/positions/{number}")
async def show_position(
    table: TableId, number: int, tables: TablesDep, view: ViewDep
) -> dict[str, Any]:
    """The position after so many steps."""
    found = await tables.find(table)
    if not 0 <= number <= len(found.table.taken):
        raise NoSuchTable(f"There are {len(found.table.taken)} steps so far, not {number}.")
    return views.position_out(found, number, view.view)


@router.post("/tables/{table}/hint")
async def hint(
    table: TableId,
    tables: TablesDep,
    seats: SeatsDep,
    view: ViewDep,
    limiter: LimiterDep,
    client: ClientDep,
) -> dict[str, Any]:
    """The best step with the reason."""
    async with limiter.thinking_for(client):
        found = await tables.find(table)
        answer = await advice.hint(tables, found, seats)
    return views.hint_out(found, answer, view.view)


@router.get("/tables/{table}/analysis")
async def review(table: TableId, tables: TablesDep, view: ViewDep) -> dict[str, Any]:
    """How a finished game went; ask again until `done` is `of`."""
    found = await tables.find(table)
    return views.review_out(found, advice.review(tables, found), view.language)


@router.get("/tables/{table}/record", response_class=PlainTextResponse)
async def show_record(table: TableId, tables: TablesDep) -> str:
    """The game as a record."""
    return (await tables.find(table)).table.record.text


@router.get("/tables/{table}/picture.{kind}")
async def show_picture(
    table: TableId, kind: Literal["svg", "png"], tables: TablesDep, view: ViewDep
) -> Response:
    """The present position as a file."""
    svg = (await tables.find(table)).table.position.svg(**view.model_dump())
    if kind == "svg":
        return Response(svg, media_type="image/svg+xml")
    from spielwerk.pictures.png import render  # only who wants pixels waits for it

    return Response(await asyncio.to_thread(render, svg, PNG_WIDTH), media_type="image/png")


@router.websocket("/tables/{table}/live")
async def live(socket: WebSocket, table: str) -> None:
    """Tell of all that happens at a table: see docs/api.md."""

    async def begin(asked: LiveIn, changed: Callable[[], None]) -> WatchedTable:
        tables: Tables = socket.app.state.tables
        found, watcher = await tables.watch(table, asked.seats, changed)
        return WatchedTable(tables, found, watcher, asked.seats, asked.view or ViewIn())

    await converse(socket, LiveIn, begin)


@dataclass
class WatchedTable:
    """A table that somebody listens to, with the seats that they said first."""

    tables: Tables
    found: Open
    watcher: Watcher
    seats: list[str]
    view: ViewIn

    async def hear(self, asked: LiveIn) -> str | None:
        """Another view is wanted, or a step is taken: then whether it was."""
        self.view = asked.view or self.view
        return None if asked.step is None else await self.take(asked.step)

    async def take(self, step: StepIn) -> str:
        """Take a step; the answer names its number, and says why if it was not taken."""
        answer: dict[str, Any] = {"answer": step.number, "status": 200}
        try:
            await self.tables.act(self.found.id, self.seats, step.number, "step", step.step)
        except SpielwerkError as error:
            answer["status"] = status_of(error)
            answer["error"] = in_words(error, self.view.language)
            if isinstance(error, Outdated):
                found = await self.tables.find(self.found.id)
                answer["table"] = out(found, self.seats, self.view)
        return views.written(answer)

    async def look(self) -> str:
        """The table as it is."""
        return views.table_json(self.found, self.found.seats_of(self.seats), self.view.view)

    def leave(self) -> None:
        """They go."""
        self.tables.leave(self.found, self.watcher)
