"""The presets that are made with the clock's own buttons, each a file in a folder.

A preset is offered at once and saved by a thread of its own: nothing waits for a disk. One that
cannot be saved is offered until power-off, and the faces have a note of that.
"""

from pathlib import Path
from threading import Thread

from clock.presets import OWN
from clock.presets.offers import Offer
from clock.presets.own import save_preset
from clock.rules.message import Message, Problem
from clock.rules.state import Setup

UNSAVED = Message("Preset not saved")


class OwnPresets:
    """The folder of the presets made on the clock; `note`: one could not be saved."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self.note: Message | None = None
        self._saver: Thread | None = None

    @property
    def can_save(self) -> bool:
        """Whether there is a folder for them."""
        return self._folder is not None

    def add(self, offers: tuple[Offer, ...], title: str, setup: Setup) -> tuple[Offer, ...]:
        """Return the offers with one more, in place of one of the user's with the same title."""
        if self._folder is not None:
            # Not a daemon's: the process ends once the file is whole.
            work = self._folder, title, setup, self._saver
            self._saver = Thread(target=self._save, args=work, name="preset")
            self._saver.start()
        others = tuple(each for each in offers if (each.game, each.title) != (OWN, title))
        return (*others, Offer(title, title, OWN, setup))

    def _save(self, folder: Path, title: str, setup: Setup, before: Thread | None) -> None:
        """Save one after the one before it."""
        if before is not None:
            before.join()
        try:
            save_preset(folder, title, setup)
        except (OSError, Problem):
            self.note = UNSAVED
        else:
            self.note = None
