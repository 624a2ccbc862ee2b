"""What a journal proves: its games listed, in words, as files, as reports, and verified."""
