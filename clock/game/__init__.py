"""What a game was: its file, its replay, its inputs ordered by their stamps, and its facts."""
