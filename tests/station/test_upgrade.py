"""A clock that runs while the program under it is replaced, as a Debian package does it."""

import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent.parent
WAIT_S = 300.0
"""A bound on the process; nothing comes near it unless it is broken."""
TAPS = 200
"""Enough to come through menus, set-up, games and their reviews in every language."""


def test_a_clock_that_runs_loads_no_more_of_its_program_than_the_texts_of_a_new_language() -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "tests.station.test_upgrade"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=WAIT_S,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    texts = ("cs/LC_MESSAGES/clapper.mo", "ko/LC_MESSAGES/clapper.mo", "hangul.bin")
    loaded = ended.stdout.splitlines()
    assert [each for each in loaded if not each.endswith(texts)] == []
    assert len(loaded) == len(texts)  # the hook does hear


def loaded_in_an_evening() -> list[str]:
    """Every module and file that a clock loads after its first face.

    In a process of its own, since a hook of the interpreter stays for good.
    """
    import clock.service.run  # noqa: F401  # all that it needs is there before its first face
    from clock.journal.journal import Journal
    from clock.menu.levels import MenuContext
    from clock.presets import find_presets
    from clock.station.settings_file import SettingsFile
    from clock.text.language import LANGUAGES
    from hal.ports import Line
    from tests.station.tables import DRAWN_WITHIN_S, MS, MockRig, Table, setup

    loaded: list[str] = []
    hot = False

    def hear(event: str, arguments: tuple[Any, ...]) -> None:
        if hot and event == "import":
            loaded.append(f"import {arguments[0]}")
        elif hot and event == "open" and isinstance(arguments[0], str):
            loaded.append(arguments[0])

    sys.addaudithook(hear)
    rig = MockRig(pytest.MonkeyPatch())
    lines = [Line.OK, Line.PLUS, Line.MINUS, Line.STOP, Line.LEFT_PLUNGER, Line.RIGHT_PLUNGER]
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(Path(folder) / "games", rig.time.now_ns())
        settings = SettingsFile(Path(folder) / "settings.json")
        context = MenuContext(find_presets().offers)
        table = Table(rig, setup(), context, journal, settings_file=settings)
        for screen in rig.screens.values():
            assert screen.flush(DRAWN_WITHIN_S)
        hot = True
        for seed, language in enumerate(LANGUAGES):  # a text as the seed would import sha512
            settings.use_language(language)
            hand = random.Random(seed)
            for _ in range(TAPS):  # press this and that, as children do
                held_ms = 2100 if hand.random() < 0.03 else 60
                table.tap(hand.choices(lines, weights=[6, 4, 3, 1, 2, 2])[0], held_ms * MS)
        hot = False
        rig.body.close()
        settings.close()
        journal.close()
    return [each for each in loaded if not each.startswith(folder)]


if __name__ == "__main__":
    sys.stdout.write("\n".join(loaded_in_an_evening()))
