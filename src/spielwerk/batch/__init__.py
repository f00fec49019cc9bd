"""Many games at once: on CPU threads, on a GPU."""

from spielwerk.batch.perft import perft
from spielwerk.batch.playouts import Playouts, playouts

__all__ = ["Playouts", "perft", "playouts"]
