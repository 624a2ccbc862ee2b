"""The clock's hardware: pins, lamps, screens, power. Nothing here knows of games or rules."""
