"""The data of a report: a game's facts, and the times that both clocks showed."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from clock.game.facts import Facts, Turn, facts_of
from clock.game.replay import began_ns
from clock.notation.setup_table import table_from_setup
from clock.records.source import Source
from clock.rules.machine import begin
from clock.rules.openings import Option
from clock.rules.outputs import Claimed, ClapperFell, Output
from clock.rules.seats import Seat
from clock.rules.state import Setup, State
from clock.rules.timing import charge, running_seats
from clock.text.language import ENGLISH, speaking

FORMAT = "clapper-report/1"
KNOWN = ("names", "wall", "version", "gaps", "problems")
"""The fields of a source that are in the data if known."""


class TimePoint(msgspec.Struct, frozen=True):
    """Both clocks' times at an instant, left and right, before and after the event there.

    Between two points a clock ran or stood, so the line between them is straight.
    """

    at_ns: int
    """Counted from the start of the game."""
    before_ns: tuple[int, int]
    after_ns: tuple[int, int]


class ReportedGame(NamedTuple):
    """A game with the data of its report."""

    source: Source
    facts: Facts
    points: tuple[TimePoint, ...]
    start_ns: int
    claimed: tuple[State, ...]
    """The state after each claim."""
    last: State


def all_turns(facts: Facts) -> tuple[Turn, ...]:
    """Return a game's turns, and last the time spent outside of them."""
    return (*facts.turns, *(_unended(facts, seat) for seat in Seat if facts.seat(seat).unended_ns))


def _unended(facts: Facts, seat: Seat) -> Turn:
    clock = facts.seat(seat)
    return Turn(
        at_ns=facts.lasted_ns,
        seat=seat,
        colour=clock.colour,
        moves=facts.moves,
        credited=0,
        option=Option.STAY,
        spent_ns=clock.unended_ns,
        earned_ns=0,
        remaining_ns=clock.remaining_ns,
        period=clock.period,
        byoyomi=clock.byoyomi,
        pressed=False,
    )


def as_json(game: ReportedGame) -> bytes:
    """Return a game's report as JSON."""
    source = game.source
    about = {"name": source.name, "in_journal": source.in_journal}
    with speaking(ENGLISH):  # programs read it, so it is never translated
        about |= {key: getattr(source, key) for key in KNOWN if getattr(source, key)}
    data = {"format": FORMAT, "game": about, "setup": table_from_setup(source.setup)}
    data |= {"facts": game.facts, "levels": game.points}
    return msgspec.json.format(msgspec.json.encode(data), indent=1) + b"\n"


def reported_game(source: Source) -> ReportedGame:
    """Return a game's report data, with instants counted from its start. Raises GameFileError."""
    steps = [(state, outputs) for _, state, outputs in source.steps(ticks=True)]
    start_ns = began_ns(source.inputs, (state for state, _ in steps))
    points = tuple(_points(source.setup, start_ns, steps))
    facts = facts_of(source.setup, start_ns, steps)
    claimed = (state for state, outputs in steps if any(isinstance(o, Claimed) for o in outputs))
    last = steps[-1][0] if steps else begin(source.setup, start_ns)
    return ReportedGame(source, facts, points, start_ns, tuple(claimed), last)


def _points(
    setup: Setup, start_ns: int, steps: Iterable[tuple[State, list[Output]]]
) -> Iterator[TimePoint]:
    """Yield the points of the game's start, of every change, and of its end.

    A change is a start, stop or switch of the clocks, the end of a delay, a correction, a fall, or
    the beginning of a period or byo-yomi period.
    """
    before = begin(setup, start_ns)
    shown_ns = _shown_ns(before, before.at_ns)
    for state, outputs in steps:
        if before.started_at_ns is None and state.started_at_ns is not None:
            shown_ns = _shown_ns(state, state.at_ns)
            yield TimePoint(0, shown_ns, shown_ns)
        elif before.started_at_ns is not None:
            delayed_ns = before.since_ns + _delay_left_ns(before)
            if before.since_ns < delayed_ns < state.at_ns:
                flat_ns = _shown_ns(before, delayed_ns)
                yield TimePoint(delayed_ns - start_ns, flat_ns, flat_ns)
            last_ns, shown_ns = _shown_ns(before, state.at_ns), _shown_ns(state, state.at_ns)
            fell = any(isinstance(output, ClapperFell) for output in outputs)
            if last_ns != shown_ns or fell or running_seats(before) != running_seats(state):
                yield TimePoint(state.at_ns - start_ns, last_ns, shown_ns)
        else:
            shown_ns = _shown_ns(state, state.at_ns)
        before = state
    if before.started_at_ns is None:
        yield TimePoint(0, shown_ns, shown_ns)
    else:
        yield TimePoint(before.at_ns - start_ns, shown_ns, shown_ns)


def _delay_left_ns(state: State) -> int:
    """Return the rest of the delay before a running clock counts down."""
    return max((state.seat(seat).delay_left_ns for seat in running_seats(state)), default=0)


def _shown_ns(state: State, at_ns: int) -> tuple[int, int]:
    """Return both clocks' times at an instant."""
    state = charge(state, max(at_ns, state.since_ns))
    return state.left.remaining_ns, state.right.remaining_ns
