"""`clapper bring`: a game that another clock has played is brought to a clock, to be taken up."""

import sys
from pathlib import Path

from clock.files import read_file, replace_file
from clock.game.file import GameFileError
from clock.game.put_aside import aside_game
from clock.game.recorded import RecordedGame, is_recorded, read_recorded
from clock.game.short_form import MARK, read_short_form
from clock.game.taken_over import IN_PROGRESS
from clock.journal.aside_files import brought_name
from clock.rules.message import Message, Problem, placed
from clock.text.dates import put_aside_on
from clock.text.language import render, tr


def bring(file: Path, folder: Path) -> str:
    """Bring a recorded game to a journal's folder; return what to do then.

    Raises Problem with the reason if it cannot be taken up, and OSError.
    """
    data = sys.stdin.buffer.read() if file == Path("-") else read_file(file)
    try:
        if data.strip().startswith(MARK.encode()):
            data = b"".join(read_short_form(data.decode("ascii", "replace")))
        if not is_recorded(data):
            raise GameFileError("expected a game that a clock has recorded")
        game = read_recorded(data)
        _require_open(game)
    except Problem as error:
        raise GameFileError(placed(file, error.message)) from None
    replace_file(folder / brought_name(game), data)
    when = aside_game(game).when
    since = "" if when is None else f" ({render(put_aside_on(when))})"
    return tr("Brought{since}. At the clock, without a game: hold OK, Take up.").format(since=since)


def _require_open(game: RecordedGame) -> None:
    """Raise Problem unless a game is whole and can go on."""
    if game.problem is not None or game.torn:
        raise Problem(game.problem or Message("lines at its end are missing"))
    if not game.rows or game.folded().state.phase not in IN_PROGRESS:
        raise Problem("no game is in progress")
