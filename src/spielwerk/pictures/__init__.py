"""What all pictures have in common; how a game looks is in its own folder."""
