"""What every plain game offers: questions about a position text."""

from abc import ABC, abstractmethod


class Reference(ABC):
    """One game with its options; a position is its text and nothing else."""

    players: int

    def __init__(self, **options: object) -> None:
        """Refuse options that the game does not have."""
        if options:
            raise ValueError(f"unknown options: {sorted(options)}")

    @abstractmethod
    def start(self) -> str:
        """Return the text of the first position."""

    @abstractmethod
    def over(self, text: str) -> bool:
        """Tell whether the game is over, repetition aside."""

    @abstractmethod
    def player(self, text: str) -> int | None:
        """Return who chooses now; None at a die and when the game is over."""

    @abstractmethod
    def steps(self, text: str) -> set[str]:
        """Return the legal tokens, at a die its faces; none when the game is over."""

    @abstractmethod
    def play(self, text: str, token: str) -> str:
        """Return the position text after a legal step."""

    @abstractmethod
    def returns(self, text: str) -> tuple[float, ...]:
        """Return one number a player; all 0 while the game goes on."""

    @abstractmethod
    def repetition_key(self, text: str) -> str | None:
        """Return what must be the same for a repetition; None where there is none."""

    @abstractmethod
    def halted_returns(self, text: str) -> tuple[float, ...]:
        """Return the returns if the game is ended from outside at this position."""

    def scores(self, text: str) -> tuple[int, ...] | None:
        """Return what each player has counted so far; None if the game counts nothing."""
        return None

    def chance(self, text: str) -> tuple[tuple[str, float], ...] | None:
        """Return the faces of the die with their probabilities; None where no die is thrown."""
        return None

    def is_start(self, text: str) -> bool:
        """Tell whether a game may begin with this position."""
        return text == self.start()

    def check_legal(self, text: str, token: str) -> None:
        """Raise ValueError unless the token is a legal step."""
        if token not in self.steps(text):
            raise ValueError(f"{token} is not possible in {text}")


def draw(players: int) -> tuple[float, ...]:
    """Return the returns of a draw, and of a game that goes on."""
    return (0.0,) * players


def win(winner: int, players: int) -> tuple[float, ...]:
    """Return the returns of a game won by one player against one or more others."""
    return tuple(1.0 if player == winner else -1 / (players - 1) for player in range(players))


def highest(counts: tuple[int, ...]) -> tuple[float, ...]:
    """Return a win for the one highest count, a draw if several are equally high."""
    best = max(counts)
    if counts.count(best) > 1:
        return draw(len(counts))
    return win(counts.index(best), len(counts))
