"""A report as one page that needs nothing else: no script, no other file, one sheet of paper."""

from collections.abc import Iterator
from typing import NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined

from clock.faces.words import RESULTS, colour_name, seat_letter, seat_name
from clock.faces.words import report as words
from clock.faces.words.control import setting
from clock.faces.words.language import language, tr
from clock.report import charts
from clock.report.source import Source
from clock.rules.facts import Correction, Facts, Turn
from clock.rules.openings import Option
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import Setup

FEW_TURNS_MAX, FEW_COLUMNS, MANY_COLUMNS = 100, 4, 7
"""Up to so many turns the moves stand in so many columns on paper; more are set closely."""


class SeatColumn(NamedTuple):
    """One seat's facts as they are told, in the order of `SEAT_ROWS`."""

    name: str
    colour: str
    told: tuple[str, ...]
    left: str


class TurnRow(NamedTuple):
    """A turn as it stands among the moves."""

    number: str
    seat: str
    colour: str
    colour_name: str
    spent: str
    left: str


class Event(NamedTuple):
    """Something that happened, at an instant."""

    at_ns: int
    at: str
    told: str


class CorrectionRow(NamedTuple):
    """A correction as it stands in its table."""

    at: str
    figure: str
    seat: str
    before: str
    after: str
    reason: str


SEAT_ROWS = (
    words.COLOUR,
    words.TIME_LEFT,
    words.CLAPPER,
    words.MOVES,
    words.PERIOD,
    words.TIME_SPENT,
    words.A_TURN,
    words.LONGEST,
    words.IGNORED,
)


def page(source: Source, setup: Setup, facts: Facts) -> str:
    """Return the page, in the language spoken now."""
    environment = Environment(
        loader=PackageLoader("clock.report", ""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    many = len(facts.turns) > FEW_TURNS_MAX
    seats = tuple(_seat(facts, seat) for seat in (LEFT, RIGHT))
    return environment.get_template("page.html").render(
        language=language(),
        tr=tr,
        words=words,
        source=source,
        result=result(facts),
        last_move=facts.moves,
        lasted=words.instant(facts.lasted_ns),
        seats=seats,
        seat_rows=[
            (tr(heading), *(seat.told[row] for seat in seats))
            for row, heading in enumerate(SEAT_ROWS)
        ],
        setting=setting(setup),
        charts=(charts.clocks(facts), charts.spent(facts)),
        field=charts,
        events=sorted(events(facts)),
        corrections=[_correction(each) for each in facts.corrections],
        many=many,
        blocks=blocks(facts, MANY_COLUMNS if many else FEW_COLUMNS),
    )


def result(facts: Facts) -> str:
    """Return the result and its ground; "" while there is none."""
    if facts.result is None:
        return ""
    told = tr(RESULTS[facts.result])
    return f"{told}: {tr(facts.ground)}" if facts.ground else told


def events(facts: Facts) -> Iterator[Event]:
    """Yield what happened beside moves and corrections, in no order."""
    for entered in facts.periods:
        told = words.period_entered(entered.seat, entered.period, entered.added_ns, entered.moves)
        yield Event(entered.at_ns, words.instant(entered.at_ns), told)
    for fall in facts.falls:
        yield Event(fall.at_ns, words.instant(fall.at_ns), words.fell(fall.seat, fall.moves))
    for halt in facts.halts:
        told = words.halted(halt.by, halt.until_ns)
        yield Event(halt.at_ns, words.instant(halt.at_ns), told)
    for output in facts.other:
        yield Event(output.at_ns, words.instant(output.at_ns), words.happened(output))


def blocks(facts: Facts, columns: int) -> list[list[TurnRow]]:
    """Return the turns in so many blocks of the same length, the last one shorter."""
    rows = [_turn(turn) for turn in facts.turns]
    size = max(1, -(-len(rows) // columns))
    return [rows[first : first + size] for first in range(0, len(rows), size)]


def _turn(turn: Turn) -> TurnRow:
    number = str(turn.moves)
    if turn.credited > 1:
        number = f"{turn.moves - turn.credited + 1}–{turn.moves}"
    if turn.option is Option.SWAP:
        number = tr(words.SWAP_MARK)
    return TurnRow(
        number,
        seat_letter(turn.seat),
        "open" if turn.colour is None else turn.colour.value,
        colour_name(turn.colour),
        words.length(turn.spent_ns),
        words.length(turn.remaining_ns),
    )


def _seat(facts: Facts, seat: Seat) -> SeatColumn:
    told = facts.seat(seat)
    left = words.length(told.remaining_ns)
    own_ns = [turn.spent_ns for turn in facts.turns if turn.seat is seat]
    longest = told.longest
    return SeatColumn(
        seat_name(seat),
        words.colour(told.colour),
        (
            words.colour(told.colour),
            left,
            words.clapper(fallen=told.fallen),
            words.of(told.moves, told.due),
            words.period_of(told.period, told.periods, told.byoyomi),
            words.length(told.spent_ns),
            words.length(sum(own_ns) // len(own_ns)) if own_ns else words.NOTHING,
            words.NOTHING if longest is None else words.longest(longest.spent_ns, longest.moves),
            str(told.ignored),
        ),
        left,
    )


def _correction(change: Correction) -> CorrectionRow:
    reason = tr(change.reason)
    if change.what == "hand_faults":
        reason = words.penalty(change.penalty_ns)
    return CorrectionRow(
        words.instant(change.at_ns),
        words.figure(change.what),
        "" if change.seat is None else seat_name(change.seat),
        words.value(change.what, change.before),
        words.value(change.what, change.after),
        reason,
    )
