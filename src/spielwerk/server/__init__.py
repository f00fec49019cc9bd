"""Tables that people and computers sit at: seats, clocks, storage, live updates."""
