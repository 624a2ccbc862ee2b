"""The edition of these rules: a new one whenever an older game's figures change."""

EDITION = 2
"""Since edition 2 the corrections of a stop are a list."""
