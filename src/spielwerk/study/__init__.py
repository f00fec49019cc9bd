"""Learning a game: first lessons."""
