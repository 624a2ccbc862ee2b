"""What the clock is made of: pins, lamps, screens. Knows nothing of games or rules."""
