"""The computer players: tree search, exact solver, levels, tournaments."""
