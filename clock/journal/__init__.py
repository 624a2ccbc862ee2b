"""The journal: every input of every game on disk, each bound to the one before it by a hash."""
