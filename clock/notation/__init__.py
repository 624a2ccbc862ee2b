"""Tables that people write: TOML with the line of each key, and every mistake at its place."""
