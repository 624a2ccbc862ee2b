"""An evening with a journal, for the tests of this room."""

from tests.journal.evenings import evening

__all__ = ["evening"]
