"""The databases that a desk may have."""

from tests.databases import database, postgresql

__all__ = ["database", "postgresql"]
