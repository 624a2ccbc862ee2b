"""A report as one page that needs nothing else: no script, no other file, one sheet of paper."""

from collections.abc import Iterator
from itertools import pairwise
from math import ceil
from typing import NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined

from clock.game.facts import Correction, Facts, Turn
from clock.game.used import used_ns
from clock.records import words
from clock.records.report import charts
from clock.records.report.sheet import Contents, Layout, layout_for
from clock.records.report.source import Source, Told
from clock.records.sentences import missing
from clock.rules.control import Control
from clock.rules.openings import Option
from clock.rules.outputs import BothFallen, GameFinished
from clock.rules.regulations import Regulations
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import Phase
from clock.text.control import plain, setting
from clock.text.language import language, tr
from clock.text.regulations import corrected
from clock.text.words import colour_name, seat_letter, seat_name


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


def page(told: Told) -> str:
    """Return the page, in the language spoken now."""
    source, setup, facts, levels = told
    environment = Environment(
        loader=PackageLoader("clock.records.report", ""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    seats = tuple(_seat(facts, seat) for seat in (LEFT, RIGHT))
    happened, corrections = events(facts), list(_corrections(facts.corrections))
    settings, gaps = setting(setup), [missing(gap) for gap in source.gaps]
    slip = f"{tr(words.SLIP)}: {tr(words.LAST_MOVE)} {facts.moves} · {headline(facts)}"
    layout = layout_for(
        Contents(
            headline=headline(facts),
            missing=gaps,
            beside=[*settings, *(event.told for event in happened)],
            corrections=[(row.before, row.after, row.reason) for row in corrections],
            slip=slip,
            turns=len(facts.turns),
        )
    )
    return environment.get_template("page.html").render(
        language=language(),
        tr=tr,
        words=words,
        source=source,
        gaps=gaps,
        title=(name := title(source)),
        # A text in a style sheet: what could end it is left out.
        on_sheets="".join(char for char in name if char.isalnum() or char in " .:-_·"),
        headline=headline(facts),
        result=facts.result is not None,
        last_move=facts.moves,
        lasted=words.instant(facts.lasted_ns),
        seats=seats,
        seat_rows=[
            (tr(heading), *(seat.told[row] for seat in seats))
            for row, heading in enumerate(SEAT_ROWS)
        ],
        setting=settings,
        charts=(charts.clocks(facts, levels), charts.spent(facts)),
        field=charts,
        events=happened,
        corrections=corrections,
        turns=_in_columns(facts, layout),
        slip_title=slip,
        layout=layout,
    )


def title(source: Source) -> str:
    """Return what a report is of: which game, and of what day if that is known."""
    name = source.name
    if source.in_journal:
        name = tr(words.GAME_NUMBER).format(number=name)
    return " · ".join(part for part in (tr(words.REPORT), name, source.wall) if part)


def headline(facts: Facts) -> str:
    """Return the result and its ground, or how the game stands without one."""
    if facts.result is not None:
        return words.ended(facts.result, facts.ground)
    if facts.phase is Phase.READY:
        return tr(words.NOT_BEGUN)
    if facts.claims:
        claims = (words.claimed(each.seat, clapper_up=each.clapper_up) for each in facts.claims)
        return "; ".join(claims)
    both = facts.left.fallen and facts.right.fallen
    for output in reversed(facts.other):
        if both and isinstance(output, BothFallen):
            return words.happened(output)
    if facts.phase is Phase.FALLEN:
        return words.fell(facts.falls[-1].seat, facts.falls[-1].moves)
    return tr(words.NOT_OVER)


def events(facts: Facts) -> list[Event]:
    """Return what happened beside moves and corrections, each cause before what came of it."""
    found = [
        (
            entered.at_ns,
            words.period_entered(entered.seat, entered.period, entered.added_ns, entered.moves),
        )
        for entered in facts.periods
    ]
    found += [(fall.at_ns, words.fell(fall.seat, fall.moves)) for fall in facts.falls]
    results = [output for output in facts.other if isinstance(output, GameFinished)]
    stands = results[-1] if facts.result is not None else None  # the headline tells it
    found += [(each.at_ns, words.happened(each)) for each in facts.other if each is not stands]
    found += [(halt.at_ns, words.halted(halt.by, halt.until_ns)) for halt in facts.halts]
    found.sort(key=lambda event: event[0])
    return [Event(words.instant(at_ns), told) for at_ns, told in found]


def _in_columns(facts: Facts, layout: Layout) -> list[list[TurnRow]]:
    """The turns in as many columns as one sheet has, each with its heading.

    Over several sheets they are one column, which the browser breaks: it knows where a sheet ends.
    """
    rows = [_turn(turn, used) for turn, used in zip(facts.turns, used_ns(facts.turns), strict=True)]
    each = ceil(len(rows) / layout.columns) if layout.one_sheet else len(rows)
    return [rows[first : first + each] for first in range(0, len(rows), max(1, each))]


def _turn(turn: Turn, used: int) -> TurnRow:
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
        words.length(used),
        words.length(turn.remaining_ns),
    )


def _seat(facts: Facts, seat: Seat) -> SeatColumn:
    told = facts.seat(seat)
    left = words.length(told.remaining_ns)
    used = dict(zip(facts.turns, used_ns(facts.turns), strict=True))
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
            words.used(told.spent_ns),
            words.used(sum(own_ns) // len(own_ns)) if own_ns else words.NOTHING,
            words.NOTHING if longest is None else words.longest(used[longest], longest.moves),
            str(told.ignored),
        ),
        left if told.byoyomi is None else words.in_byoyomi(left, told.byoyomi),
    )


def _corrections(changes: tuple[Correction, ...]) -> Iterator[CorrectionRow]:
    """The rows of the corrections; what one act changed has its reason once."""
    for before, change in pairwise((None, *changes)):
        assert change is not None
        reason = tr(change.reason)
        if change.what == "hand_faults":
            reason = words.penalty(change.penalty_ns)
        elif before is not None and (before.at_ns, before.reason) == (change.at_ns, change.reason):
            reason = ""
        at, seat = words.instant(change.at_ns), change.seat
        name = "" if seat is None else seat_name(seat)
        for figure, was, now in _figures(change):
            yield CorrectionRow(at, figure, name, was, now, reason)
            reason = ""


def _figures(change: Correction) -> Iterator[tuple[str, str, str]]:
    """What was corrected, from what to what."""
    what, before, after = change.what, change.before, change.after
    if isinstance(before, Regulations) and isinstance(after, Regulations):
        yield from corrected(before, after)
        return
    was, now = (_value(what, each) for each in (before, after))
    yield words.figure(what), was, now


def _value(what: str, given: int | str | Control | Regulations) -> str:
    assert not isinstance(given, Regulations)
    return plain(given) if isinstance(given, tuple) else words.value(what, given)
