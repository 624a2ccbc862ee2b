"""The journal: all inputs of all games on disk, in a chain of hashes."""
