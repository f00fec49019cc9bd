"""A tournament in a file, game by game, to be resumed."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from spielwerk.core.errors import SpielwerkError, UnreadableText
from spielwerk.search.matches import Pairing, Played
from spielwerk.search.players import reason


class ResultsFile:
    """A file that holds a tournament: a line that says which, then a line for each game."""

    def __init__(self, path: str | Path, head: Mapping[str, object]) -> None:
        """Go on with a file, or begin one; its last line goes if it is not whole."""
        self.path = Path(path)
        first = json.dumps({"tournament": head}).encode() + b"\n"
        try:
            data = self.path.read_bytes() if self.path.exists() else b""
            whole = first if first.startswith(data) else data[: data.rfind(b"\n") + 1]
            self.lines = whole.decode("ascii", "replace").splitlines()
            self.check_head(head)
            if len(whole) < len(data):
                os.truncate(path, len(whole))
            elif whole != data:
                self.path.write_bytes(whole)
        except OSError as error:
            raise SpielwerkError(f"{path} cannot be written: {error.strerror}.") from None

    def check_head(self, head: Mapping[str, object]) -> None:
        """Refuse a file of another tournament, or of something else."""
        try:
            there = dict(json.loads(self.lines[0])["tournament"])
        except (IndexError, KeyError, TypeError, ValueError):
            raise SpielwerkError(f"{self.path} holds no tournament: take another file.") from None
        differ = [key for key in head if there.get(key) != head[key]]
        if differ:
            what = "; ".join(
                f"{key} {shown(there.get(key))}, not {shown(head[key])}" for key in differ
            )
            raise SpielwerkError(
                f"{self.path} holds another tournament: {what}. Ask for that one, or take"
                " another file."
            )

    def games(self, plan: Sequence[Pairing]) -> Iterator[Played]:
        """The games in the file, each of which is planned."""
        for number, line in enumerate(self.lines[1:], start=2):
            try:
                played = Played.from_dict(json.loads(line))
            except (KeyError, TypeError, ValueError) as error:
                raise UnreadableText(
                    f"{self.path}, line {number}, holds no game: {reason(error)}."
                ) from None
            planned = plan[played.pairing.number : played.pairing.number + 1]
            if not planned:
                raise SpielwerkError(
                    f"{self.path} holds more games than the {len(plan)} that are asked for:"
                    " ask for more, or take another file."
                )
            if planned[0] != played.pairing:
                raise UnreadableText(f"{self.path}, line {number}, holds a game never planned.")
            yield played

    def add(self, played: Played) -> None:
        """Write a game down at once: whatever happens next, it is there."""
        with self.path.open("ab") as file:
            file.write(json.dumps(played.as_dict()).encode() + b"\n")


def shown(value: object) -> str:
    """A setting in words."""
    return ", ".join(map(str, value)) if isinstance(value, list) else json.dumps(value)
