"""The edition of these rules: each change by which an older game has other figures is a new one."""

EDITION = 2
"""Since edition 2 the corrections of a stop are a list."""
