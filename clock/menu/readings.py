"""Pages to read: the setup, the time of each move, past games, a short manual."""

import tomllib
from collections.abc import Iterator
from importlib import resources
from itertools import repeat

from msgspec.structs import replace

from clock.display.sign_words import SIGNS, sign_in_words
from clock.game.facts import Ended, Turn, used_ns
from clock.menu.access import Opens
from clock.menu.levels import MenuContext, Reading
from clock.rules.openings import Option
from clock.rules.seats import Seat
from clock.rules.state import Setup, State
from clock.rules.units import SECOND_NS
from clock.text.control import setup_rows
from clock.text.counting import number_of
from clock.text.ending import cost_rows, score_in
from clock.text.glyphs import fits
from clock.text.idle_presses import idle_press_texts
from clock.text.language import N_, tr
from clock.text.rows import AnyRow, CellRow, Row, cut, one_text, wrapped
from clock.text.sides import side_letter
from clock.text.words import RESULTS, seat_letter, seat_name, shown_time


def setup_page(setup: Setup, above: tuple[AnyRow, ...] = ()) -> Reading:
    """Return the page of a whole setup; in a stop it may have other rows above."""
    return Reading(tr("Setup"), above + setup_rows(setup))


def stop_page(state: State) -> Reading:
    """Return what is read in a stop: what counts against the players, then the whole setup."""
    return setup_page(state.setup, (*cost_rows(state), *_illegal_rows(state), *_used_rows(state)))


def _used_rows(state: State) -> tuple[AnyRow, ...]:
    """The time used by both players, rounded down to seconds; together where both fit a row."""
    used_s = {seat: state.seat(seat).spent_ns // SECOND_NS for seat in Seat}
    used = [f"{seat_letter(seat)} {shown_time(each * SECOND_NS)}" for seat, each in used_s.items()]
    left, right = (tr("Used {time}").format(time=each) for each in used)
    both = Row((left,), (used[1],))
    return (both,) if fits(one_text(both)) else (left, right)


def _illegal_rows(state: State) -> tuple[str, ...]:
    """A row for each seat, once there was an illegal move."""
    counts = {seat: state.seat(seat).illegal_moves for seat in Seat}
    text = tr("Illegal by {seat}")
    rows = (f"{text.format(seat=seat_name(each))}: {count}" for each, count in counts.items())
    return tuple(rows) if any(counts.values()) else ()


def moves_page(state: State, context: MenuContext) -> Reading:
    """Return the page of move times after a game, on the last move, then the presses ignored."""
    table = _table(N_("Move times"), turn_rows(context.turns, state.setup.game), 1)
    return replace(table, rows=table.rows + _idle_rows(state))


def idle_page(state: State) -> Reading:
    """Return the page of the presses ignored since the last that counted."""
    return Reading(tr("Ignored presses"), _idle_rows(state))


def _idle_rows(state: State) -> tuple[str, ...]:
    return tuple(row for text in idle_press_texts(state) for row in wrapped(text))


def evening_page(context: MenuContext) -> Reading:
    """Return the page of the games that were played, standing on the last one's result."""
    return _table(N_("Past games"), evening_rows(context.evening), 2)


def _table(title: str, rows: tuple[AnyRow, ...], each: int) -> Reading:
    """A table with the cursor on its last entry; an entry has `each` rows."""
    return Reading(tr(title), rows, max(0, len(rows) - each), by_row=True)


def turn_rows(turns: tuple[Turn, ...], game: str = "") -> tuple[AnyRow, ...]:
    """Return a row for each turn: moves, colour, time taken, time left.

    "24 B  1:07    0:45", "1-3 B ..." for several; a swap has a sign in the place of the number.
    """
    rows = map(_turn_row, turns, used_ns(turns), repeat(game))
    return tuple(rows) or (tr("No move was made"),)


def _turn_row(turn: Turn, took_ns: int, game: str) -> CellRow:
    first = f"{turn.moves - turn.credited + 1}-" if turn.credited > 1 else ""
    number = "x" if turn.option is Option.SWAP else f"{first}{number_of(game, turn.moves)}"
    number = number if turn.pressed else "-"
    took, left = shown_time(took_ns), shown_time(turn.remaining_ns)
    side = side_letter(game, turn.seat, turn.colour)
    return CellRow((f"{number} {side}", took, left), (5, 7, 7))


def evening_rows(games: tuple[Ended, ...]) -> tuple[AnyRow, ...]:
    """Return two rows for each game: its result and last move, and both times."""
    rows = tuple(row for number, game in enumerate(games, 1) for row in _game_rows(number, game))
    return rows or (tr("No game yet"),)


def _game_rows(number: int, game: Ended) -> Iterator[AnyRow]:
    result = tr("No result") if game.result is None else tr(RESULTS[game.result])
    mark = score_in(game.game, game.result, game.black)
    rows = [
        (f"{number} {template.format(result=text, number=game.moves)}", beside)
        for text, beside in ((result, mark), (mark or result, ""))
        for template in (tr("{result}, move {number}"), "{result}, {number}")
    ]
    texts = [Row((text,), (beside,)) if beside else text for text, beside in rows]
    yield next((row for row in texts if fits(one_text(row))), cut(rows[-1][0]))
    times = zip(Seat, (game.left_ns, game.right_ns), strict=True)
    left, right = (f"{seat_letter(seat)} {shown_time(left_ns)}" for seat, left_ns in times)
    yield Row((left,), (right,))


def signs_page(game: str) -> Reading:
    """Return the page of all signs, each with its picture, in the words of a kind of game."""
    rows = tuple(sign_in_words(sign, game) for sign in SIGNS)
    return Reading(tr("Signs"), rows, by_row=True, signs=tuple(SIGNS))


def manual(opens: Opens, *pages: str) -> Iterator[tuple[str, str]]:
    """Yield title and text of the named or all pages of the manual, as true on this clock."""
    for page in map(_MANUAL.__getitem__, pages or _MANUAL):
        yield tr(page["title"]), tr(page.get(opens.value, page["text"]))


_MANUAL: dict[str, dict[str, str]] = tomllib.loads(
    resources.files(__package__).joinpath("manual.toml").read_text(encoding="utf-8")
)
