"""Texts of tournament pages, rule books and pairing files are read as they are meant."""

from pathlib import Path

import pytest

from clock.notation.typed import Unclear, control_as_typed
from clock.rules.control import Control, Method, Period
from clock.rules.refusal import SetupError
from clock.rules.units import SECOND_NS
