"""The journals of an evening, for reports too."""

from tests.journal.evenings import evening

__all__ = ["evening"]
