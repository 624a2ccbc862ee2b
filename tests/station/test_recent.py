"""The setups of the last games: first in the set-up, each once, and kept over a restart."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from clock.menu.levels import NewSetup
from clock.presets import find_presets, setup_of
from clock.rules.inputs import Result
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import Setup
from clock.station import saver
from clock.station.recent_setups import RECENT_MAX, recent_file, with_recent
from clock.station.settings_file import UNSAVED, SettingsFile
from tests.station.tables import FakeRig, Table, setup

PRESETS = find_presets().presets
CHESS, GO, MATCH = (setup_of(PRESETS[name]) for name in ("blitz-5-3", "go-30", "handicap-match"))


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk of a busy machine may take longer than a clock that ends may wait."""
    monkeypatch.setattr(saver, "CLOSE_S_MAX", 60.0)


def test_what_was_set_or_played_stands_first_after_a_restart_too(
    tmp_path: Path, rig: FakeRig
) -> None:
    settings, delivered = SettingsFile(tmp_path / "settings.json"), setup("60m", "rif")
    table = Table(rig, delivered, settings_file=settings)
    table.do("-")
    assert "Which game? Other game" in table.sentence()
    table.station._do((NewSetup(GO),), table.now_ns)
    table.station._do((NewSetup(CHESS),), table.now_ns)
    assert settings.recent == (CHESS, GO)
    settings.close()
    again = SettingsFile(tmp_path / "settings.json")
    table = Table(rig, delivered, settings_file=again)
    table.do("ok")
    assert again.recent == (delivered, CHESS, GO)
    table = Table(rig, delivered, settings_file=again)
    table.do("- + ok")
    assert table.state.setup == CHESS


def test_a_setup_stands_once_whoever_begins_and_the_oldest_is_dropped() -> None:
    recent: tuple[Setup, ...] = ()
    for minutes in range(1, RECENT_MAX + 2):
        recent = with_recent(recent, setup(f"{minutes}m"))
    assert len(recent) == RECENT_MAX
    assert setup("1m") not in recent
    recent = with_recent(recent, setup("3m", starter=RIGHT))
    assert recent[0] == setup("3m", starter=RIGHT)
    assert len(recent) == RECENT_MAX
    assert setup("3m") not in recent
    different = replace(setup("5m"), right=setup("4m").right)
    turned = replace(different, times_by_colour=True)
    for one, count in ((turned, 1), (different, 2)):
        assert len(with_recent((one.begun_by(LEFT),), one.begun_by(RIGHT))) == count


def test_a_match_is_kept_as_it_begins_and_a_game_with_its_whole_times() -> None:
    second = MATCH.following(Result.RIGHT)
    assert second.left != MATCH.left or second.right != MATCH.right
    assert with_recent((), second) == (MATCH,)
    assert with_recent((), replace(CHESS, left_remaining_ns=1)) == (CHESS,)


@pytest.mark.parametrize("text", [b"", b"{}", b"[" * 50_000, b"5", b'[1, {"control": "x"}]'])
def test_a_file_that_cannot_be_read_is_as_none_and_is_replaced(text: bytes, tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    recent_file(file).write_bytes(text)
    settings = SettingsFile(file)
    assert (settings.recent, settings.fault) == ((), None)
    settings.use(CHESS)
    settings.close()
    assert SettingsFile(file).recent == (CHESS,)


def test_setups_that_cannot_be_saved_hold_until_power_off(tmp_path: Path) -> None:
    settings = SettingsFile(tmp_path / "settings.json")
    recent_file(tmp_path / "settings.json").mkdir()
    settings.use(CHESS)
    settings.close()
    assert settings.recent == (CHESS,)
    assert list(settings.saver.notes.values()) == [UNSAVED]
