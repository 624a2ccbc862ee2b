"""The set-up on the clock itself: what is chosen, entered and shown before a game."""
