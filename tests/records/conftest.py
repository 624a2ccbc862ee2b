"""The journals of an evening, for what they prove too."""

from tests.journal.conftest import memory
from tests.journal.journal_tables import evening

__all__ = ["evening", "memory"]
