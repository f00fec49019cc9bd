"""The five games: importing this package makes them known."""

from spielwerk.games import kipp4, veier, spitze, qbq, blockit  # isort: skip

__all__ = ["blockit", "kipp4", "qbq", "spitze", "veier"]
