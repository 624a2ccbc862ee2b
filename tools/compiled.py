"""Compile the catalogues of the languages for gettext; the build and the tests call this."""

import os
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LOCALE = Path("clock", "text", "locale")


def compile_catalogues(root: Path) -> None:
    """Write the .mo file beside each .po file of the tree at `root`, where it is not as new."""
    for po in (root / LOCALE).glob("*/LC_MESSAGES/*.po"):
        mo = po.with_suffix(".mo")
        if mo.exists() and mo.stat().st_mtime_ns > po.stat().st_mtime_ns:
            continue
        with po.open("rb") as source:
            catalogue = read_po(source)
        new = mo.with_name(f"{mo.name}.{os.getpid()}")
        with new.open("wb") as target:
            write_mo(target, catalogue)
        new.replace(mo)
