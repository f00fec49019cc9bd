"""What a game is: rules, positions, records; it knows no single game."""
