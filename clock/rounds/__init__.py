"""Rounds: pairings, the setup of their games, results."""
