"""The games of a journal: listed, logged in words, exported, reported, verified."""
