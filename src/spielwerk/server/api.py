"""The JSON API: pages and programs play by it. docs/api.md shows how."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from fastapi import APIRouter, Depends, Header, Query, Request, WebSocket, WebSocketDisconnect
from fastapi.responses import PlainTextResponse, Response
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from spielwerk.core.errors import SpielwerkError
from spielwerk.pictures.picture import View
from spielwerk.server import views
from spielwerk.server.errors import NoSuchTable
from spielwerk.server.games import games_out
from spielwerk.server.table import MOST_NAME
from spielwerk.server.tables import Open, Tables, make_setup

router = APIRouter(prefix="/api")
MOST_SECRETS = 4
PNG_WIDTH = 1200


class In(BaseModel):
    """What comes in: nothing that is not known."""

    model_config = ConfigDict(extra="forbid", strict=True)


class SeatIn(In):
    """Who is to play one side."""

    kind: Literal["here", "friend", "computer"]
    level: int | None = Field(default=None, ge=1, le=8)
    name: str = Field(default="", max_length=MOST_NAME)


class ClockIn(In):
    """How much time there is."""

    kind: Literal["none", "each", "table"] = "none"
    minutes: float = Field(default=0, ge=0, le=1440, strict=False)
    increment: float = Field(default=0, ge=0, le=600, strict=False)


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

    language: Literal["en", "de", "fr", "nl", "lb"] = "en"
    theme: Literal["light", "dark"] = "light"
    above: bool = False
    coordinates: bool = True

    @property
    def view(self) -> View:
        """As the pictures want it."""
        return View(**self.model_dump())


class LiveIn(In):
    """What somebody who watches says: which seats are theirs, how they want to see it."""

    seats: list[str] = Field(default_factory=list, max_length=MOST_SECRETS)
    view: ViewIn = ViewIn()


def find_tables(request: Request) -> Tables:
    """The tables of this server."""
    tables: Tables = request.app.state.tables
    return tables


def read_seats(x_seats: Annotated[str, Header(max_length=400)] = "") -> list[str]:
    """The secrets of somebody's seats."""
    return x_seats.split()[:MOST_SECRETS]


TablesDep = Annotated[Tables, Depends(find_tables)]
SeatsDep = Annotated[list[str], Depends(read_seats)]
ViewDep = Annotated[ViewIn, Query()]
TableId = Annotated[str, "The name of a table"]


def out(found: Open, seats: list[str], view: ViewIn) -> dict[str, Any]:
    """A table as its holder of seats sees it."""
    return views.table_out(found, found.seats_of(seats), view.view)


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
async def create_table(asked: TableIn, tables: TablesDep) -> dict[str, Any]:
    """Set a table; the answer has its id and the secrets of the seats that people take."""
    setup = make_setup(
        asked.game,
        dict(asked.options),
        [seat.model_dump() for seat in asked.seats],
        asked.clock.model_dump(),
        asked.begins,
        asked.position,
        asked.rated,
    )
    name, secrets = await tables.create(setup)
    return {"id": name, "seats": {str(seat): secret for seat, secret in secrets.items()}}


@router.get("/tables/{table}")
async def show_table(
    table: TableId, tables: TablesDep, seats: SeatsDep, view: ViewDep
) -> dict[str, Any]:
    """A table as it is."""
    return out(await tables.find(table), seats, view)


@router.post("/tables/{table}/steps")
async def play(
    table: TableId, step: StepIn, tables: TablesDep, seats: SeatsDep, view: ViewDep
) -> dict[str, Any]:
    """Take a step; sent twice, it counts once."""
    return out(await tables.act(table, seats, step.number, "step", step.step), seats, view)


@router.post("/tables/{table}/acts")
async def act(
    table: TableId, asked: ActIn, tables: TablesDep, seats: SeatsDep, view: ViewDep
) -> dict[str, Any]:
    """Take back, give up, offer or answer, say a phrase, give a name, play again."""
    return out(await tables.act(table, seats, asked.number, asked.act, asked.value), seats, view)


@router.get("/tables/{table}/positions/{number}")
async def show_position(
    table: TableId, number: int, tables: TablesDep, view: ViewDep
) -> dict[str, Any]:
    """The position after so many steps."""
    found = await tables.find(table)
    if not 0 <= number < len(found.table.positions):
        raise NoSuchTable(f"There are {len(found.table.steps)} steps so far, not {number}.")
    return views.position_out(found, number, view.view)


@router.post("/tables/{table}/hint")
async def hint(table: TableId, tables: TablesDep, seats: SeatsDep, view: ViewDep) -> dict[str, Any]:
    """The best step with the reason."""
    found, answer = await tables.hint(table, seats)
    return views.hint_out(found, answer, view.view)


@router.get("/tables/{table}/analysis")
async def review(table: TableId, tables: TablesDep, view: ViewDep) -> dict[str, Any]:
    """How a finished game went; ask again until `done` is `of`."""
    return views.review_out(await tables.review(table), view.language)


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
    await socket.accept()
    if not is_own_page(socket.headers.get("origin"), socket.headers.get("host")):
        await socket.close(4403, "Only pages of this server may listen here.")
        return
    tables: Tables = socket.app.state.tables
    try:
        asked = LiveIn.model_validate_json(await socket.receive_text(), strict=False)
        found = await tables.find(table)
        changed = asyncio.Event()
        watcher = await tables.watch(table, asked.seats, changed.set)
    except (SpielwerkError, ValidationError, KeyError) as error:
        await socket.close(4000 + getattr(error, "status", 400), str(error)[:100])
        return
    except WebSocketDisconnect:
        return
    hearing = asyncio.create_task(_hear(socket, asked, changed))
    telling = asyncio.create_task(_tell(socket, found, asked, changed))
    try:
        await asyncio.wait({hearing, telling}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        hearing.cancel()
        telling.cancel()
        tables.leave(table, watcher)


def is_own_page(origin: str | None, host: str | None) -> bool:
    """Whether a request comes from a page of this server, or from no page at all."""
    return origin is None or urlsplit(origin).netloc == host


async def _hear(socket: WebSocket, asked: LiveIn, changed: asyncio.Event) -> None:
    """Another view may be wanted at any time."""
    try:
        while True:
            asked.view = LiveIn.model_validate_json(await socket.receive_text(), strict=False).view
            changed.set()
    except (WebSocketDisconnect, ValidationError, KeyError, RuntimeError):
        return


async def _tell(socket: WebSocket, found: Open, asked: LiveIn, changed: asyncio.Event) -> None:
    """The whole truth whenever something has changed."""
    try:
        while True:
            await changed.wait()
            changed.clear()
            await socket.send_json(out(found, asked.seats, asked.view))
    except (WebSocketDisconnect, RuntimeError):
        return
