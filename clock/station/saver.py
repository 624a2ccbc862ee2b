"""Save settings and presets made on the clock, in a thread: the loop must not wait for a disk."""

import threading
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue

from clock.rules.message import Message

CLOSE_S_MAX = 2.0
"""How long closing waits for the last saves."""


class Saver:
    """Saves files in a thread; only the latest content of a file counts."""

    def __init__(self) -> None:
        self.notes: dict[Path, Message] = {}
        """A row for the faces for every file that could not be saved or read."""
        self._waiting: dict[Path, tuple[Callable[[], None], Message]] = {}
        self._places: SimpleQueue[Path | None] = SimpleQueue()
        self._thread: threading.Thread | None = None

    def save(self, place: Path, write: Callable[[], None], unsaved: Message) -> None:
        """Have `write` called soon; if it fails, note `unsaved`."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._save_all, name="saver", daemon=True)
            self._thread.start()
        self._waiting[place] = write, unsaved
        self._places.put(place)

    def close(self) -> None:
        """Finish saving, within CLOSE_S_MAX. Closing twice is fine."""
        thread, self._thread = self._thread, None
        if thread is not None:
            self._places.put(None)
            thread.join(CLOSE_S_MAX)

    def _save_all(self) -> None:
        while (place := self._places.get()) is not None:
            if place not in self._waiting:
                continue  # an earlier request has saved the latest content
            write, unsaved = self._waiting.pop(place)
            try:
                write()
            except Exception:  # one failure must not end the saving of others
                self.notes = {**self.notes, place: unsaved}
            else:
                self.notes = {each: note for each, note in self.notes.items() if each != place}
