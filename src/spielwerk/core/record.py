"""A whole game written down: headers, steps by turns, comments, result."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from html import escape
from typing import Any

from spielwerk.core.errors import IllegalStep, UnreadableText
from spielwerk.core.game import Game
from spielwerk.core.options import read_options
from spielwerk.core.position import Position
from spielwerk.core.registry import game_class

GOING_ON = "*"
LINE_WIDTH = 88
KEPT_BY_THE_GAME = ("Game", "Options", "Rules", "Seed", "Position", "Result")

_HEADER = re.compile(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]')
_WORD = re.compile(r"\{([^{}]*)\}|(\d+\.)(?=\s|$)|([^\s{}]+)")


@dataclass(frozen=True)
class Record:
    """A game from its first position on; reading one checks every step.

    >>> import spielwerk
    >>> position = spielwerk.game("kipp4").start().play("+g6").play("r1").play("+b7")
    >>> print(Record.of(position, headers={"Players": "Ann, Ben"}).text)
    [Game "kipp4"]
    [Rules "1"]
    [Players "Ann, Ben"]
    [Result "*"]
    <BLANKLINE>
    1. +g6 r1 2. +b7 *
    <BLANKLINE>
    """

    start: Position
    steps: tuple[str, ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict)
    """What else is known: Players, Date, Event; with Termination, a Result not by the rules."""
    comments: Mapping[int, str] = field(default_factory=dict)
    """What is said after so many steps."""

    def __post_init__(self) -> None:
        for name, value in self.headers.items():
            if not re.fullmatch(r"\w+", name) or "\n" in value:
                raise UnreadableText(f"The header {name!r} must be one word with one line of text.")
        said = {place: " ".join(comment.split()) for place, comment in self.comments.items()}
        object.__setattr__(self, "comments", said)
        result = self.headers.get("Result", GOING_ON)
        if "Termination" in self.headers and not _is_result(result, self.game.players):
            raise UnreadableText(f"{result!r} is no result of {self.game.players} players.")
        for place, comment in said.items():
            if not 0 <= place <= len(self.steps) or re.search(r"[{}]", comment):
                raise UnreadableText(
                    f"The comment {comment!r} must follow a step and have no {{}}."
                )

    @classmethod
    def of(
        cls,
        position: Position,
        headers: Mapping[str, str] | None = None,
        comments: Mapping[int, str] | None = None,
    ) -> Record:
        """The game that led to a position, as far as the position knows its past."""
        start = Position.first(position.game, position.origin, position.seed)
        record = cls(start, position.history, headers or {}, comments or {})
        if position.over and not record.final.over:
            ending = {"Termination": "halted", "Result": result_of(position)}
            return replace(record, headers=ending | dict(record.headers))
        return record

    @classmethod
    def read(cls, text: str) -> Record:
        """A record from its text or its JSON.

        >>> Record.read('[Game "veier"] 1. f6 2. f7 *').final.player
        0
        """
        if text.lstrip().startswith("{"):
            return _read_json(cls, text)
        return _read_text(cls, text)

    @property
    def game(self) -> Game:
        """The game that was played."""
        return self.start.game

    def positions(self) -> Iterator[Position]:
        """Every position from the start to the last."""
        position = self.start
        yield position
        for number, step in enumerate(self.steps, start=1):
            try:
                position = position.play(step)
            except IllegalStep as error:
                message = f"Step {number}, in turn {position.turns + 1}: {error}"
                raise type(error)(message) from None
            yield position

    @property
    def final(self) -> Position:
        """The last position."""
        *_, last = self.positions()
        return last

    def _repr_html_(self) -> str:
        """What a notebook shows: the last position and the record."""
        picture = self.final.svg(size=360) if self.game.picture else ""
        return f"{picture}<pre>{escape(self.text)}</pre>"

    @property
    def result(self) -> str:
        """`*`, the winner's 1 among 0s, equal parts in a draw, the score in solo play."""
        if "Termination" in self.headers:
            return self.headers.get("Result", GOING_ON)
        return result_of(self.final)

    @property
    def text(self) -> str:
        """The record as text, PGN-like."""
        headers = "".join(f'[{k} "{_escape(v)}"]\n' for k, v in self.all_headers().items())
        moves = textwrap.fill(
            " ".join(self._words()), LINE_WIDTH, break_long_words=False, break_on_hyphens=False
        )
        return f"{headers}\n{moves}\n"

    @property
    def json(self) -> str:
        """The record as JSON."""
        return json.dumps(
            {
                "headers": self.all_headers(),
                "steps": list(self.steps),
                "comments": {str(place): said for place, said in sorted(self.comments.items())},
            },
            ensure_ascii=False,
            indent=1,
        )

    def all_headers(self) -> dict[str, str]:
        """The headers as they are written: those of the game, then the others, then the result."""
        game = self.game
        options = " ".join(f"{name}={value}" for name, value in game.given.items())
        headers = {"Game": game.key} | ({"Options": options} if options else {})
        headers["Rules"] = game.version
        if self.start.seed is not None:
            headers["Seed"] = str(self.start.seed)
        elif self.start.text != game.start(0).text:
            headers["Position"] = self.start.text
        headers |= {k: v for k, v in self.headers.items() if k not in KEPT_BY_THE_GAME}
        return headers | {"Result": self.result}

    def _words(self) -> Iterator[str]:
        """Steps with the number of each turn before its first, and comments in braces."""
        turn = -1
        positions = self.positions()
        for place in range(len(self.steps) + 1):
            if place in self.comments:
                yield f"{{{self.comments[place]}}}"
            position = next(positions)
            if place < len(self.steps):
                if position.turns != turn:
                    turn = position.turns
                    yield f"{turn + 1}."
                yield self.steps[place]
        yield self.result


def result_of(position: Position) -> str:
    """How the result of a position is written in a record.

    >>> import spielwerk
    >>> result_of(spielwerk.game("kipp4").start())
    '*'
    """
    players = position.game.players
    if not position.over:
        return GOING_ON
    if players == 1:
        return str(position.scores[0] if position.scores else 0)
    if position.winner is None:
        return "-".join([f"1/{players}"] * players)
    return "-".join("1" if player == position.winner else "0" for player in range(players))


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _unescape(value: str) -> str:
    return re.sub(r"\\(.)", r"\1", value)


def _read_text(cls: type[Record], text: str) -> Record:
    headers: dict[str, str] = {}
    place = 0
    while match := _HEADER.match(text, place := _skip_blanks(text, place)):
        headers[match[1]] = _unescape(match[2])
        place = match.end()
    steps: list[str] = []
    comments: dict[int, str] = {}
    while (place := _skip_blanks(text, place)) < len(text):
        match = _WORD.match(text, place)
        if match is None:
            raise UnreadableText(
                f"A brace is open or closed alone at {text[place : place + 30]!r}."
            )
        comment, _turn, step = match.groups()
        if comment is not None:
            said = " ".join(comment.split())
            before = comments.get(len(steps))
            comments[len(steps)] = f"{before} {said}" if before else said
        elif step:
            steps.append(step)
        place = match.end()
    if steps and _is_result(steps[-1], None):
        headers.setdefault("Result", steps[-1])
        if headers["Result"] != steps.pop():
            raise UnreadableText("The result at the end is not the one in the headers.")
    return _checked(cls, headers, tuple(steps), comments)


def _skip_blanks(text: str, place: int) -> int:
    while place < len(text) and text[place].isspace():
        place += 1
    return place


def _is_result(word: str, players: int | None) -> bool:
    """`*`, `1-0`, `1/2-1/2`, or the score of solo play; of any number of players with None."""
    form = re.fullmatch(r"[01](-[01])+|(1/\d)(-1/\d)+|\d{1,6}", word)
    return word == GOING_ON or (form is not None and players in (None, word.count("-") + 1))


def _read_json(cls: type[Record], text: str) -> Record:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:  # also a number of too many digits
        raise UnreadableText(f"This is not JSON: {error}.") from None
    headers, steps, comments = (data.get(name) for name in ("headers", "steps", "comments"))
    if not (_texts(headers, dict) and _texts(steps, list) and _texts(comments or {}, dict)):
        raise UnreadableText("A record in JSON has headers, steps and comments, all of them texts.")
    places = {}
    for place, said in (comments or {}).items():
        if not re.fullmatch(r"\d{1,6}", place):
            raise UnreadableText(f"The comment at {place!r} must be at a number of steps.")
        places[int(place)] = said
    return _checked(cls, headers, tuple(steps), places)


def _texts(value: Any, kind: type) -> bool:
    """Whether this is a dict or list of texts."""
    items = value.values() if isinstance(value, dict) else value
    return isinstance(value, kind) and all(isinstance(item, str) for item in items)


def _checked(
    cls: type[Record], headers: dict[str, str], steps: tuple[str, ...], comments: dict[int, str]
) -> Record:
    """The record, once game, rules, steps and result are found to fit."""
    if "Game" not in headers:
        raise UnreadableText('A record begins with its game, such as [Game "kipp4"].')
    kind = game_class(headers["Game"])
    game = kind(**read_options(kind.all_options, headers.get("Options", "")))
    if headers.get("Rules", game.version) != game.version:
        raise UnreadableText(
            f"The record follows version {headers['Rules']} of the rules of {game.name};"
            f" this is version {game.version}."
        )
    others = {k: v for k, v in headers.items() if k not in KEPT_BY_THE_GAME}
    if "Termination" in headers and "Result" in headers:
        others["Result"] = headers["Result"]
    record = cls(_read_start(game, headers), steps, others, comments)
    played = result_of(record.final)
    said = headers.get("Result", played)
    if said != played and "Termination" not in headers:
        raise UnreadableText(f"The steps give the result {played}, but the record says {said}.")
    return record


def _read_start(game: Game, headers: Mapping[str, str]) -> Position:
    if "Position" in headers:
        return game.position(headers["Position"])
    seed = headers.get("Seed")
    if seed is None and game.random_start:
        raise UnreadableText(f"{game.name} is dealt: the record needs a Seed or a Position.")
    if seed is not None and not re.fullmatch(r"\d{1,19}", seed):
        raise UnreadableText(f"Seed is {seed!r}: it must be a whole number.")
    return game.start(None if seed is None else int(seed))
