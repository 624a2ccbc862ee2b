"""`clapper games`: the games of a journal in a table."""

from collections.abc import Iterator
from contextlib import suppress

from clock.game.figures import Figures, figures_of
from clock.game.recorded import RecordedGame
from clock.kinds import KINDS
from clock.records.games import JournalGames, is_begun
from clock.records.naming import outcome, players, scored_first
from clock.records.sentences import PHASES
from clock.rules.inputs import Finish, SetColours, SetControl
from clock.rules.machine import begin
from clock.rules.message import Problem
from clock.rules.seats import Seat
from clock.rules.state import Phase
from clock.rules.timing import charge
from clock.text.control import corrected_controls_text
from clock.text.counting import number_of
from clock.text.flags import flag_text
from clock.text.language import N_, printable, render, tr
from clock.text.rows import columns
from clock.text.words import shown_time

HEADS = (N_("No."), N_("Date"), N_("Moves"), N_("Left"), N_("Right"), N_("Result"), N_("Game"))
FIGURES = (0, 2, 3, 4)
"""The columns that are aligned at the right."""

Cells = tuple[str, ...]


def list_games(games: JournalGames, day: str = "") -> tuple[list[str], bool]:
    """Return a table of all games begun, the oldest first, and whether all are whole.

    With a day ("2026-11-21") the table has the games of that day, and the unreadable ones. Without
    games there are no lines.
    """
    rows = {number: row for number in games.files if (row := _row(games, number, day))}
    for first, last in games.missing_numbers():
        text = tr("its file is gone") if first == last else tr("their files are gone")
        rows[first] = (str(first) if first == last else f"{first}–{last}", text), False
    found = [rows[number] for number in sorted(rows)]
    table = (tuple(map(tr, HEADS)), *(cells for cells, _ in found))
    return list(_lines(table)) if found else [], all(is_whole for _, is_whole in found)


def _lines(rows: tuple[Cells, ...]) -> Iterator[str]:
    """Yield rows as lines of a table; a shorter row is a number and a problem."""
    whole = [row for row in rows if len(row) == len(HEADS)]
    widths = [max(map(columns, cells)) for cells in zip(*whole, strict=True)]
    for row in rows:
        cells = []
        for column, (text, width) in enumerate(zip(row, widths, strict=False)):
            room = " " * (width - columns(text))
            cells.append(room + text if column in FIGURES else text + room)
        yield "  ".join(cells).rstrip()


def _row(games: JournalGames, number: int, day: str) -> tuple[Cells, bool] | None:
    """Return a game's row, and whether the game is whole; None if not begun on that day."""
    try:
        game = games.read(number)
        header = game.header
        if not is_begun(game) or not game.wall.startswith(day):
            return None
        standing = _standing(figures_now(game), game) if game.rows else ("", "", "", "")
        if game.is_put_aside:
            standing = (*standing[:3], aside_text(games.takers(game)))
        elif game.rows and number < games.last_known and _is_left(game):
            standing = (*standing[:3], tr("no result"))
    except Problem as error:
        return (str(number), render(error.message)), False
    when = printable(game.wall[:16].replace("T", " "))
    problem = f" ({'; '.join(map(render, game.problems))})" if game.problems else ""
    who = players(header.names, scored_first(game.setup.game, _black(game)))
    named = [who] if who else []
    kind = [tr(KINDS[game.setup.game].title)] if game.setup.game in KINDS else []
    corrected = any(isinstance(row.input, SetControl) for row in game.rows)
    now = game.timeline().state.setup if corrected else game.setup
    control = corrected_controls_text(game.setup, now)
    what = f"{', '.join((*named, *kind, control))}{problem}"
    return (str(number), when, *standing, what), not game.problems


def aside_text(takers: tuple[int, ...]) -> str:
    """Return where a game stands that was put aside: waiting, or continued by others."""
    if not takers:
        return tr("put aside")
    numbers = ", ".join(map(str, takers))
    return tr("put aside; goes on as {numbers}").format(numbers=numbers)


def _is_left(game: RecordedGame) -> bool:
    """Return whether a game stopped without a result; after the next one began it has none."""
    figures = game.rows[-1].figures
    return figures.phase in (Phase.STOPPED, Phase.CLAIMED)


def figures_now(game: RecordedGame) -> Figures:
    """Return a game's last figures; if its clock runs, as of the journal's last instant."""
    figures = game.rows[-1].figures
    runs = figures.running is not None or figures.phase is Phase.JOINT
    if not runs or not game.until_ns:
        return figures
    state = game.timeline().state
    return figures_of(charge(state, state.at_ns))


def _standing(figures: Figures, game: RecordedGame) -> Cells:
    """Return a game's last move, both times, and its result or phase."""
    seats = (figures.left, figures.right)
    times = (shown_time(seat.remaining_ns, tenths=False) for seat in seats)
    end = end_of(figures, game)
    moves = figures.moves if end is None or end.last_move is None else end.last_move
    ground = "" if end is None else end.ground
    number = number_of(game.setup.game, moves)
    return (str(number), *times, _ended(figures, ground, game))


def _black(game: RecordedGame) -> Seat:
    """The seat that played Black at the end; of a game that cannot be counted, at its start."""
    corrected = any(isinstance(row.input, SetColours) for row in game.rows)
    may_change = corrected or game.setup.opening.name != "none"
    with suppress(Problem):
        if may_change:
            return game.timeline().state.play.black
    return begin(game.setup).play.black


def end_of(figures: Figures, game: RecordedGame) -> Finish | None:
    """Return the input that ended a game, if one did."""
    ends = (row.input for row in reversed(game.rows) if isinstance(row.input, Finish))
    return next((each for each in ends if each.result is figures.result), None)


def _ended(figures: Figures, ground: str, game: RecordedGame) -> str:
    setup = game.setup
    if figures.result is not None:
        return outcome(game.header.names, setup, figures.result, ground, _black(game))
    fell = [seat.fell_at_ns is not None for seat in (figures.left, figures.right)]
    if figures.phase is Phase.FALLEN and all(fell):
        return (
            tr("a draw by the rules") if setup.regulations.both_fallen_draw else tr("both fallen")
        )
    # By some regulations the clocks run on after a fall, until a player claims.
    runs_on = figures.phase is Phase.RUNNING and any(fell)
    phase = PHASES[Phase.FALLEN if runs_on else figures.phase]
    return tr(flag_text(setup.game, phase))
