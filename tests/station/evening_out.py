"""An evening of a clock, told by what it loads after its first face: `python -m` this.

In a process of its own, since a hook of the interpreter stays for good.
"""

import random
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

import clock.service.run  # noqa: F401  # all that it needs is there before its first face
from clock.journal.journal import Journal
from clock.presets import find_presets
from clock.presets.offers import offers_of
from clock.station.keep import Keep
from clock.text.language import LANGUAGES
from hal.ports import Line
from tests.station.tables import DRAWN_WITHIN_S, MS, MockRig, Table, setup

TAPS = 400
"""Enough to come through menus, set-up, games and their reviews in every language."""


def evening() -> list[str]:
    """Return every module and file that was loaded, in order."""
    loaded: list[str] = []
    hot = False

    def heard(event: str, arguments: tuple[Any, ...]) -> None:
        if hot and event == "import":
            loaded.append(f"import {arguments[0]}")
        elif hot and event == "open" and isinstance(arguments[0], str):
            loaded.append(arguments[0])

    sys.addaudithook(heard)
    rig = MockRig(pytest.MonkeyPatch())
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(Path(folder) / "journal.db", rig.time.now_ns())
        keep = Keep(Path(folder) / "settings.json")
        table = Table(rig, setup(), offers_of(find_presets()), journal, keep)
        for screen in rig.screens.values():
            assert screen.flush(DRAWN_WITHIN_S)
        hot = True
        for language in LANGUAGES:
            keep.speak(language)
            _play(table, random.Random(language))
        hot = False
        rig.body.close()
        keep.close()
        journal.close()
    return [each for each in loaded if not each.startswith(folder)]


def _play(table: Table, hand: random.Random) -> None:
    """Press this and that, as children do."""
    lines = [Line.OK, Line.PLUS, Line.MINUS, Line.STOP, Line.LEFT_PLUNGER, Line.RIGHT_PLUNGER]
    for _ in range(TAPS):
        held_ms = 2100 if hand.random() < 0.03 else 60
        table.tap(hand.choices(lines, weights=[6, 4, 3, 1, 2, 2])[0], held_ms * MS)


if __name__ == "__main__":
    sys.stdout.write("\n".join(evening()))
