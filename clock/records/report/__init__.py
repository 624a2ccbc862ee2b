"""`clapper report`: what a game was, on paper or as data."""
