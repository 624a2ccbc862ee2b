"""Which code is mutated, and which tests have to find its mutants."""

import os
from pathlib import Path
from typing import NamedTuple

from tools.rooms import ROOT

BUILD = ROOT / "build" / "mutants"
TEXTS = "tests/text/test_messages.py"
"""Finds, in every place, a text that is not the one that was translated."""


class Place(NamedTuple):
    """A part of the program whose mutants are drawn together."""

    code: tuple[str, ...]
    """Patterns of its files."""
    tests: tuple[str, ...]
    left_out: tuple[str, ...] = ()
    """Tests that say nothing of a mutant: those of frames, of timing, of documents."""

    def files(self, root: Path) -> list[Path]:
        """Return the files with its code, relative to `root`."""
        found = (path for pattern in self.code for path in root.glob(pattern))
        return sorted(path.relative_to(root) for path in found)


PLACES = {
    "rules": Place(
        ("clock/rules/*.py",),
        ("tests/rules", TEXTS),
        ("tests/rules/test_bounds.py", "tests/rules/test_rules_page.py"),
    ),
    "game": Place(
        ("clock/game/*.py",),
        (
            *("tests/game", "tests/station/test_timeline.py", "tests/records/test_verify.py"),
            *("tests/records/test_editions.py", "tests/records/test_json_lines.py"),
            "tests/records/test_replay.py",
            *("tests/journal/test_damage.py", "tests/journal/test_recovery.py", TEXTS),
        ),
    ),
    "debounce": Place(("hal/debounce.py",), ("tests/hal/test_debounce.py", TEXTS)),
    "journal": Place(
        ("clock/journal/*.py",), ("tests/journal", TEXTS), ("tests/journal/test_kills.py",)
    ),
    "link": Place(("clock/link/*.py",), ("tests/link", TEXTS)),
    "menu": Place(
        tuple(f"clock/menu/{name}.py" for name in (
            "engine", "entries", "fields", "level_pages", "levels",
        )),
        ("tests/menu", TEXTS),
    ),
    "desk": Place(
        ("clock/desk/witness.py", "clock/desk/attention.py"),
        ("tests/desk/test_witness.py", "tests/desk/test_attention.py", TEXTS),
    ),
}  # fmt: skip

os.environ.setdefault("CLAPPER_KILLS", "5")
