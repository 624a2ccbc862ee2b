"""The mark that leads from a rule to its tests, and how long random games are played."""

import os

import pytest
from hypothesis import HealthCheck, settings

_SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example)

settings.register_profile(
    "ci", deadline=None, derandomize=True, database=None, suppress_health_check=_SLOW
)
settings.register_profile("search", deadline=None, suppress_health_check=_SLOW)
settings.load_profile(os.environ.get("CLAPPER_HYPOTHESIS", "ci"))


def pytest_configure(config: pytest.Config) -> None:
    """Register the mark, so that a slip in its name is an error."""
    config.addinivalue_line("markers", 'rule(number): the rule that the test holds ("RIF 14.4")')
