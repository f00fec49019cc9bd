"""Boards of squares named as in chess: files from the left, ranks from the bottom."""

from __future__ import annotations

FILES = "abcdefgh"


class Squares:
    """A board of side x side squares, numbered a1, b1, … and then the next rank.

    >>> board = Squares(5)
    >>> board.names[:6], board.number["c2"]
    (('a1', 'b1', 'c1', 'd1', 'e1', 'a2'), 7)
    """

    def __init__(self, side: int) -> None:
        self.side = side
        self.count = side * side
        self.names = tuple(
            f"{FILES[file]}{rank + 1}" for rank in range(side) for file in range(side)
        )
        self.number = {name: number for number, name in enumerate(self.names)}

    def at(self, file: int, rank: int) -> int:
        """The number of the square there, counted from 0; -1 beyond the board."""
        inside = 0 <= file < self.side and 0 <= rank < self.side
        return rank * self.side + file if inside else -1

    def point(self, number: int) -> tuple[int, int]:
        """File and rank of a square, counted from 0."""
        return number % self.side, number // self.side

    def ray(self, number: int, direction: tuple[int, int]) -> list[int]:
        """The squares beyond one in a direction, up to the edge.

        >>> Squares(5).ray(0, (1, 1))
        [6, 12, 18, 24]
        """
        file, rank = self.point(number)
        squares = [
            self.at(file + i * direction[0], rank + i * direction[1]) for i in range(1, self.side)
        ]
        return [square for square in squares if square >= 0]

    def as_ranks(self, cells: list[str], separator: str = ",") -> str:
        """Cells in the order of the squares as position texts have them: highest rank first."""
        ranks = [cells[i : i + self.side] for i in range(0, self.count, self.side)]
        return "/".join(separator.join(rank) for rank in reversed(ranks))

    def symmetries(self) -> dict[str, list[int]]:
        """For each of the eight symmetries, where every square goes; the identity first.

        >>> sorted(Squares(5).symmetries())[:2]
        ['mirrored, turned by 0', 'mirrored, turned by 1']
        """
        found = {}
        for mirrored in (False, True):
            for quarters in range(4):
                targets = []
                for number in range(self.count):
                    file, rank = self.point(number)
                    if mirrored:
                        file = self.side - 1 - file
                    for _ in range(quarters):
                        file, rank = rank, self.side - 1 - file
                    targets.append(self.at(file, rank))
                found[f"{'mirrored, ' if mirrored else ''}turned by {quarters}"] = targets
        return found
