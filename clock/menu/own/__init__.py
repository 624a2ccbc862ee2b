"""What belongs to the clock itself and not to a game: its sounds, its light, its language."""
