"""Scores of games (the moves), with the times of the clock beside them."""
