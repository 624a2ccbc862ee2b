"""The journals of an evening, for what they prove too."""

from tests.journal.conftest import memory
from tests.journal.evenings import evening

__all__ = ["evening", "memory"]
