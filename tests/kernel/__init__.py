"""Tests in a virtual machine, on a real kernel: README.md explains how."""

import pytest

pytest.register_assert_rewrite("tests.kernel.games", "tests.kernel.clock_in_it")
