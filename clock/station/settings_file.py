"""The file of the clock's settings: volumes, brightness, language; the last setups beside it.

Settings apply at once. If they cannot be saved, they last until power-off, and the faces say so.
"""

from collections.abc import Mapping
from functools import partial
from pathlib import Path

import msgspec
from msgspec.structs import replace

from clock.files import read_file, replace_file
from clock.menu.settings import Settings
from clock.rules.message import Message, Problem, placed
from clock.rules.state import Setup
from clock.station.recent_setups import read_recent, recent_file, with_recent, write_recent
from clock.station.saver import Saver
from clock.text.language import LANGUAGES, language

SIZE_MAX = 64 * 1024
"""In bytes; a larger file was not written by a clock."""

UNREADABLE = Message("Settings unreadable")
UNSAVED = Message("Settings not saved")


def users_file(environ: Mapping[str, str]) -> Path:
    """Return the settings file of a user's clock, by the XDG specification."""
    base = Path(environ.get("XDG_STATE_HOME", ""))
    if not base.is_absolute():
        base = Path(environ.get("HOME", "/root")) / ".local" / "state"
    return base / "clapper" / "settings.json"


class SettingsFile:
    """The present settings and their file; without a file they last until power-off.

    A clock without saved settings uses `delivered`, or the defaults in the current language.
    """

    def __init__(self, file: Path | None = None, delivered: Settings | None = None) -> None:
        self._file = file
        self.settings = delivered or Settings(language=language())
        self._own_language: str | None = None
        """The file's language, while another is used temporarily."""
        self.fault: Message | None = None
        """Why the file could not be read, for the log; None if it could."""
        self.saver = Saver()
        self.recent: tuple[Setup, ...] = ()
        """The setups of the last games, the latest first."""
        if file is not None:
            self._read(file)
            self.recent = read_recent(recent_file(file))

    def use_language(self, code: str) -> None:
        """Use a language temporarily: it is not saved, unless it is chosen on the clock."""
        self._own_language = self.settings.language
        self.settings = replace(self.settings, language=code)

    def change(self, settings: Settings) -> None:
        """Apply settings at once, and save them soon."""
        if settings == self.settings:
            return
        if settings.language != self.settings.language:
            self._own_language = None
        self.settings = settings
        if self._own_language is not None:  # the temporary language is not saved
            settings = replace(settings, language=self._own_language)
        if self._file is not None:
            self.saver.save(self._file, partial(write_settings, self._file, settings), UNSAVED)

    def use(self, setup: Setup) -> None:
        """Keep a setup among the last ones, and save them soon."""
        recent = with_recent(self.recent, setup)
        if recent == self.recent:
            return
        self.recent = recent
        if self._file is not None:
            file = recent_file(self._file)
            self.saver.save(file, partial(write_recent, file, recent), UNSAVED)

    def close(self) -> None:
        """Finish saving. Closing twice is fine."""
        self.saver.close()

    def _read(self, file: Path) -> None:
        try:
            self.settings = read_settings(file)
        except FileNotFoundError:
            pass  # no setting was ever changed on this clock
        except (OSError, Problem) as error:
            problem = placed(file, error.strerror) if isinstance(error, OSError) else error.message
            self.fault = Message("{problem}; the default settings are used", problem=problem)
            self.saver.notes = {file: UNREADABLE}


def read_settings(file: Path) -> Settings:
    """Read a file's settings. Raises OSError if it cannot be read, Problem if it is wrong."""
    try:
        settings = msgspec.json.decode(read_file(file, SIZE_MAX), type=Settings)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Problem(placed(file, " ".join(str(error).split()))) from None
    if settings.language not in LANGUAGES:
        expected = Message("expected one of {names}", names=", ".join(LANGUAGES))
        raise Problem(placed(file, placed("language", expected)))
    return settings


def write_settings(file: Path, settings: Settings) -> None:
    """Write settings to a file atomically. Raises OSError and leaves the old file unchanged."""
    file.parent.mkdir(parents=True, exist_ok=True)
    text = msgspec.json.format(msgspec.json.encode(settings), indent=1) + b"\n"
    replace_file(file, text)
