"""Rounds: who plays whom at which table, how each game is set, and how it ended."""
