"""Compile the languages' catalogues for gettext, for the build and the tests."""

import os
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LOCALE = Path("clock", "text", "locale")


def compile_catalogues(root: Path) -> None:
    """Write the .mo files beside the .po files under `root`, unless they are up to date."""
    for po in (root / LOCALE).glob("*/LC_MESSAGES/*.po"):
        mo = po.with_suffix(".mo")
        if mo.exists() and mo.stat().st_mtime_ns > po.stat().st_mtime_ns:
            continue
        with po.open("rb") as source:
            catalogue = read_po(source)
        # Several test processes may compile at once: replace the file as a whole.
        new = mo.with_name(f"{mo.name}.{os.getpid()}")
        with new.open("wb") as target:
            write_mo(target, catalogue)
        new.replace(mo)
