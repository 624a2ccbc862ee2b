"""What a journal proves: its games listed, told, handed out as game files, and verified."""
