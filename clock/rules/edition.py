"""The edition of these rules: a new one whenever an older game's figures change."""

EDITION = 3
"""Since edition 2 the corrections of a stop are a list; since 3 a fall outlasts Stop."""
