"""`clapper report`: a report of a game, as a page or as data."""
