"""The file of the clock's own settings, which is whole at any instant.

A setting holds at once. One that cannot be saved holds until power-off, and the face has a note.
"""

from collections.abc import Mapping
from functools import partial
from pathlib import Path

import msgspec
from msgspec.structs import replace

from clock.files import read_file, replace_file
from clock.menu.settings import Settings
from clock.rules.message import Message, Problem, placed
from clock.station.saver import Saver
from clock.text.language import LANGUAGES, language

SIZE_MAX = 64 * 1024
"""Bytes; a longer file is none of ours."""

UNREADABLE = Message("Settings unreadable")
UNSAVED = Message("Settings not saved")


def users_file(environ: Mapping[str, str]) -> Path:
    """Return where a user's clock has its settings, by the XDG specification."""
    base = Path(environ.get("XDG_STATE_HOME", ""))
    if not base.is_absolute():
        base = Path(environ.get("HOME", "/root")) / ".local" / "state"
    return base / "clapper" / "settings.json"


class SettingsFile:
    """The settings as they are now, and their file; without one they hold until power-off.

    A clock that was never set is as `delivered`, or else in the language of where it is made.
    """

    def __init__(self, file: Path | None = None, delivered: Settings | None = None) -> None:
        self._file = file
        self.settings = delivered or Settings(language=language())
        self._own_language: str | None = None
        """The language in the file, while there is another for now."""
        self.fault: Message | None = None
        """Why the file could not be read, for the log."""
        self.saver = Saver()
        if file is not None:
            self._read(file)

    def use_language(self, code: str) -> None:
        """Use a language for now: the file has its own, until one is chosen."""
        self._own_language = self.settings.language
        self.settings = replace(self.settings, language=code)

    def change(self, settings: Settings) -> None:
        """Adopt settings at once, and save them soon."""
        if settings == self.settings:
            return
        if settings.language != self.settings.language:
            self._own_language = None
        self.settings = settings
        if self._own_language is not None:
            settings = replace(settings, language=self._own_language)
        if self._file is not None:
            self.saver.save(self._file, partial(write_settings, self._file, settings), UNSAVED)

    def close(self) -> None:
        """Save what is still to be saved. Closing twice is fine."""
        self.saver.close()

    def _read(self, file: Path) -> None:
        try:
            self.settings = read_settings(file)
        except FileNotFoundError:
            pass  # a clock that was never set
        except (OSError, Problem) as error:
            problem = placed(file, error.strerror) if isinstance(error, OSError) else error.message
            self.fault = Message("{problem}; the default settings are used", problem=problem)
            self.saver.notes = {file: UNREADABLE}


def read_settings(file: Path) -> Settings:
    """Return the settings of a file; raises OSError if it cannot be read, else Problem."""
    try:
        settings = msgspec.json.decode(read_file(file, SIZE_MAX), type=Settings)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Problem(placed(file, " ".join(str(error).split()))) from None
    if settings.language not in LANGUAGES:
        expected = Message("expected one of {names}", names=", ".join(LANGUAGES))
        raise Problem(placed(file, placed("language", expected)))
    return settings


def write_settings(file: Path, settings: Settings) -> None:
    """Put settings into a file in one go; raises OSError, with the old file left as it was."""
    file.parent.mkdir(parents=True, exist_ok=True)
    text = msgspec.json.format(msgspec.json.encode(settings), indent=1) + b"\n"
    replace_file(file, text)
