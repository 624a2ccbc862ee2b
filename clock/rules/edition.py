"""The edition of these rules: a new one whenever an older game's figures change."""

EDITION = 4
"""What each has changed stands in docs/game-file.md."""
