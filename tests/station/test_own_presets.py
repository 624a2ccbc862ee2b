"""A preset made with the clock's own buttons: offered at once, and saved, or there is a note."""

from pathlib import Path
from threading import enumerate as threads

import pytest

from clock.presets import find_presets
from clock.presets.offers import offers_of
from clock.station.own_presets import UNSAVED, OwnPresets
from tests.rules.games import setup

SETUP = setup("7:00+3", rules="club")


def saved() -> None:
    """Wait for what is being saved."""
    for thread in threads():
        if thread.name == "preset":
            thread.join()


def test_a_preset_is_offered_at_once_and_read_at_the_next_start(tmp_path: Path) -> None:
    own = OwnPresets(tmp_path / "presets")
    offers = own.add(offers_of(find_presets()), "My preset", setup("5:00"))
    offers = own.add(offers, "My preset", SETUP)
    saved()
    assert [each.setup for each in offers if each.title == "My preset"] == [SETUP]
    read = offers_of(find_presets(tmp_path / "presets"))
    assert [each.setup for each in read if each.title == "My preset"] == [SETUP]
    assert own.note is None


@pytest.mark.parametrize("title", ["My preset", "RIF"])
def test_a_preset_that_cannot_be_saved_has_a_note(title: str, tmp_path: Path) -> None:
    folder = tmp_path / "presets"
    if title == "My preset":
        folder.touch()
    own = OwnPresets(folder)
    assert own.add((), title, SETUP)[0].setup == SETUP
    saved()
    assert own.note is UNSAVED
