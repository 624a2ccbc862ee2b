"""Games that are in memory: what of them is not on disk yet, and what is there already."""

from itertools import islice

from clock.journal.lines import Gap, Line
from clock.journal.store import Store, StoredGame, gaps_text, read_gaps


class Game:
    """A game that is not whole on disk yet, or that may get more lines."""

    def __init__(self, header: Line, *, at_once: bool = False) -> None:
        """With `at_once` it is to be on disk before its first input."""
        self.header, self.at_once = header, at_once
        self.lines: list[Line] = []
        self.gaps: tuple[Gap, ...] = ()
        self.id: int | None = None
        self._saved = 0
        self._saved_gaps: tuple[Gap, ...] = ()

    @property
    def end(self) -> bytes:
        """The hash of its last line."""
        return self.lines[-1].hash if self.lines else self.header.hash

    @property
    def empty(self) -> bool:
        """Whether it never began."""
        return not self.lines and not self.gaps

    @property
    def whole(self) -> bool:
        """Whether nothing of it is to be written now."""
        if self.id is None:
            return self.empty and not self.at_once
        return self._saved == len(self.lines) and self._saved_gaps == self.gaps

    def write(self, store: Store, bytes_max: int) -> int:
        """Write what is not on disk yet, in a transaction; return the game's number.

        When it begins there the oldest games go, if all take more than `bytes_max`.
        """
        id = self.id
        if id is None:
            id = store.begin_game(self.header)
            store.drop_oldest(bytes_max)
        store.append(id, self._saved, self.lines[self._saved :])
        if self.gaps != self._saved_gaps:
            store.set_gaps(id, self.gaps)
        return id

    def is_saved(self, id: int) -> None:
        """All of it so far is on disk now, under this number."""
        self.id, self._saved, self._saved_gaps = id, len(self.lines), self.gaps

    def is_on_disk(self, stored: StoredGame | None, count: int = 0) -> None:
        """So many lines of it are on disk."""
        self.id = None if stored is None else stored.id
        self._saved = count
        self._saved_gaps = () if stored is None else read_gaps(stored.gaps)


def find_again(store: Store, games: list[Game]) -> None:
    """Find out how much of each game is on the disk that is there now: its beginning, or nothing.

    Only the last game there can grow: what is not whole before it is written again after it, and
    so is all that follows.
    """
    newest = list(islice(store.each_game(newest_first=True), len(games)))
    stored = {each.header: each for each in newest}
    known = True
    for game in games:
        found = stored.get(game.header) if known else None
        game.is_on_disk(None)
        known = False
        if found is None:
            continue
        lines = list(store.lines(found.id))
        if found is newest[0]:
            known = lines == game.lines[: len(lines)]
        elif game is not games[-1]:
            known = lines == game.lines and found.gaps == gaps_text(game.gaps)
        if known:
            game.is_on_disk(found, len(lines))
