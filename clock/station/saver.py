"""Saves the settings and presets that are made on the clock: nothing waits for a disk."""

import threading
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue

from clock.rules.message import Message

CLOSE_S_MAX = 2.0
"""How long closing waits for what is still to be saved."""


class Saver:
    """A thread that saves one thing after another; of what waits for a place only the latest."""

    def __init__(self) -> None:
        self.notes: dict[Path, Message] = {}
        """What is not as it should be in which place, in a row for the faces."""
        self._waiting: dict[Path, tuple[Callable[[], None], Message]] = {}
        self._places: SimpleQueue[Path | None] = SimpleQueue()
        self._thread: threading.Thread | None = None

    def save(self, place: Path, write: Callable[[], None], unsaved: Message) -> None:
        """Have `write` called soon; where it fails, `unsaved` is noted."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._save_all, name="saver", daemon=True)
            self._thread.start()
        self._waiting[place] = write, unsaved
        self._places.put(place)

    def close(self) -> None:
        """Save what is still to be saved, within CLOSE_S_MAX. Closing twice is fine."""
        thread, self._thread = self._thread, None
        if thread is not None:
            self._places.put(None)
            thread.join(CLOSE_S_MAX)

    def _save_all(self) -> None:
        while (place := self._places.get()) is not None:
            if place not in self._waiting:
                continue  # the latest was saved for the one before it
            write, unsaved = self._waiting.pop(place)
            try:
                write()
            except Exception:  # whatever it was, the next one is saved
                self.notes = {**self.notes, place: unsaved}
            else:
                self.notes = {each: note for each, note in self.notes.items() if each != place}
