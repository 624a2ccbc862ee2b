"""The facts of a question, and their words.

A fact is a value, so the menu can tell whether it still holds, and which figure changed last. Its
words are made when it is shown, from the state of the game as it is while the question is open.
"""

from collections.abc import Callable
from enum import Enum, auto
from functools import partial
from itertools import product
from typing import Any

import msgspec
from msgspec.structs import replace

from clock.kinds import kind_of
from clock.menu.aside_words import aside_words
from clock.rules.seats import Colour, Seat
from clock.rules.state import Call, Phase, Record, Setup, State
from clock.rules.units import SECOND_NS
from clock.text.act_names import act_name
from clock.text.control import begins_text, point_text, upper_first
from clock.text.counting import by_both, last_text, place_text
from clock.text.ending import (
    NOT_ON_MOVE,
    fell_text,
    ground_text,
    moves_made,
    outcome_row,
    time_cost,
)
from clock.text.flags import flag_text
from clock.text.glyphs import fits
from clock.text.language import N_, tr, trc, trn
from clock.text.match import times_rows
from clock.text.rows import AnyRow, FigureChange, Key, Row, display_rows, one_text
from clock.text.sides import player_of, side_name
from clock.text.words import RESULTS, first_fit, seat_letter, seat_name, shown_time

STONES = N_("{seat} stones")


class FactKind(Enum):
    """What a fact is about. Of all but the figures, `after` is what there is to say."""

    # Figures that an act changes, in the order in which they are shown.
    BLACK = auto()
    OPENING_OVER = auto()
    FIFTHS = auto()
    BEGINS = auto()
    TO_MOVE = auto()
    THEN = auto()
    """Whose clock runs once the stop is over; None: joint time."""
    MOVES_COUNTED = auto()
    GROUND = auto()
    RESULT = auto()
    LAST_MOVE = auto()
    LATE = auto()
    HAND_FAULTS = auto()
    ILLEGAL_MOVES = auto()
    WARNINGS = auto()
    RECORD = auto()
    REFEREE = auto()
    PERIOD = auto()
    BYOYOMI = auto()
    STONES = auto()
    """Moves still to make in a block."""
    CLAPPER_DOWN = auto()
    CLAIM_STANDS = auto()
    BLACK_MOVES = auto()
    WHITE_MOVES = auto()
    MOVES = auto()
    TIME = auto()
    """In seconds, rounded up as it is shown."""

    PHASE = auto()
    """The phase after the act, and the seat whose clock runs in it."""
    TITLE = auto()
    """As somebody typed it."""
    SETUP = auto()
    """A `SetupPoint`, as are the next two."""
    WAS = auto()
    NOW = auto()
    REASON = auto()
    TIMES = auto()
    """Both seats' times, in ns."""
    TIMES_STAY = auto()
    FALL_ENDS = auto()
    DISMISSES = auto()
    """How many claims."""
    HOW_ENDED = auto()
    """The result and its ground."""
    CLAPPER_UP = auto()
    POINTS = auto()
    """What time below zero costs."""
    NO_RESULT = auto()
    NEXT_TIMES = auto()
    """The setup of the next game, as is the next one."""
    NEXT_BEGINS = auto()
    BEGINS_AGAIN = auto()
    STARTS_NEXT = auto()
    OUTCOME = auto()
    """The result and its ground that the game is to end with."""
    WITHOUT_RESULT = auto()
    EVEN_GAME = auto()
    HANDICAP_GAME = auto()
    OTHER_WAY = auto()
    """What OK makes of the next game: a fact."""
    NOT_ON_MOVE = auto()
    HAS_CLAIMED = auto()
    TIME_AND_MOVES = auto()
    """Of one seat: ns left, moves made, moves due."""
    FELL = auto()
    """At which instant."""
    ORGANIZER_DECIDES = auto()
    UNDOES = auto()
    """Which act: its input's name."""
    LOSES = auto()
    SEALED = auto()
    """Of a game that is put aside: who has sealed a move; None: nobody."""
    TO_MOVE_THEN = auto()
    ASIDE = auto()
    """Of a game that is taken up: which it is."""
    FORK = auto()
    """The number of the game that goes on with it already."""

    # What the menu's title says once an act is done.
    DONE = auto()
    CLAIM_DISMISSED = auto()
    REOPENED = auto()
    ILLEGAL_RULED = auto()
    """Of a ruling: who offended, how often, and what time it gave or took from whom, in ns."""
    FAULT_RULED = auto()
    DISMISSED_FOR_TIME = auto()
    BONUS_ADDED = auto()


class Fact(msgspec.Struct, frozen=True):
    """A fact by which an act is judged."""

    kind: FactKind
    seat: Seat | None = None
    before: Any = None
    after: Any = None

    @property
    def is_change(self) -> bool:
        """Whether a figure that was there before is another one now."""
        return self.kind in _FIGURES and not self.is_new

    @property
    def is_new(self) -> bool:
        """Whether the figure had no value before."""
        return self.kind in _ENTERED and self.before in (None, "")


def fact_rows(facts: tuple[Fact, ...], state: State) -> tuple[AnyRow, ...]:
    """Return all facts in rows that fit."""
    return tuple(
        row for fact in facts for whole in fact_words(fact, state) for row in display_rows(whole)
    )


def fact_words(fact: Fact, state: State) -> tuple[AnyRow, ...]:
    """Return a fact in words, in rows of any length: mostly a single row."""
    if fact.kind in _FIGURES:
        return (_figure(fact, state.setup),)
    if fact.kind is FactKind.TIMES:
        return times_words(fact.after)
    if fact.kind is FactKind.NEXT_TIMES:
        return times_rows(fact.after)
    if fact.kind is FactKind.ASIDE:
        return tuple(aside_words(fact.after))
    if fact.kind is FactKind.OTHER_WAY:
        return (Row((Key.OK, _sentence(fact.after, state))),)
    return (_sentence(fact, state),)


def times_words(times_ns: tuple[int, int]) -> tuple[AnyRow, ...]:
    """Return both times, together where they fit a row."""
    left, right = (
        f"{seat_name(seat)} {shown_time(time_ns)}"
        for seat, time_ns in zip(Seat, times_ns, strict=True)
    )
    both = Row((left,), (right,))
    return (both,) if fits(one_text(both)) else (left, right)


def stones_template(setup: Setup) -> str:
    """Return what the moves of a block are called, in English."""
    return STONES if kind_of(setup.game).stones else N_("{seat} block")


def _figure(fact: Fact, setup: Setup) -> AnyRow:
    template, value = _FIGURES[fact.kind]
    if fact.kind in _COUNTS:
        value = _or_none_yet(partial(_COUNTS[fact.kind], setup))
    if fact.kind is FactKind.MOVES and by_both(setup.game):
        template = N_("No.")
    if fact.kind is FactKind.STONES:
        template = stones_template(setup)
    name = "" if fact.seat is None else seat_name(fact.seat)
    if fact.kind in _COLOURS and fact.seat is not None:
        name = player_of(setup, fact.seat, _COLOURS[fact.kind])
    if fact.kind is FactKind.BLACK:
        name = side_name(setup.game, Colour.BLACK)
    label = tr(flag_text(setup.game, template)).format(seat=name)
    if fact.is_new:
        return f"{label}: {value(fact.after)}"
    return FigureChange(label, value(fact.before), value(fact.after))


def _sentence(fact: Fact, state: State) -> str:
    kind, after = fact.kind, fact.after
    match kind:
        case FactKind.TITLE:
            return str(after)
        case FactKind.SETUP:
            return point_text(after)
        case FactKind.WAS:
            return tr("Was {value}").format(value=point_text(after))
        case FactKind.NOW:
            return tr("Now {value}").format(value=point_text(after))
        case FactKind.REASON:
            return tr("Reason: {reason}").format(reason=tr(after))
        case FactKind.PHASE:
            phase, running = after
            name = "" if running is None else seat_name(running)
            return tr(_PHASES.get(phase, _STOPPED)).format(seat=name)
        case FactKind.SEALED:
            if fact.seat is None:
                return tr("No move is sealed")
            return tr("{seat}'s sealed move counts").format(seat=seat_name(fact.seat))
        case FactKind.TO_MOVE_THEN if fact.seat is not None:
            return tr("{player} to move").format(player=seat_name(fact.seat))
        case FactKind.FORK:
            return tr("Taken up before, as game {number}: both stay").format(number=after)
        case FactKind.UNDOES:
            return act_name(after, fact.seat)
        case FactKind.DISMISSES:
            return trn("Dismisses the claim", "Dismisses both claims", after)
        case FactKind.HOW_ENDED:
            result, ground = after
            return upper_first(ground_text(replace(state, result=result, ground=ground)))
        case FactKind.OUTCOME:
            result, ground = after
            return outcome_row(replace(state, result=result, ground=ground))
        case FactKind.NEXT_BEGINS:
            return begins_text(after)
    if kind is FactKind.FELL:
        return fell_text(state, _seat(fact))
    if kind is FactKind.POINTS:
        (points,) = time_cost(state, _seat(fact))
        return f"{seat_name(_seat(fact))}: {points}"
    if kind is FactKind.TIME_AND_MOVES:
        return _times_and_moves(state)[_seat(fact)]
    if kind in _RULINGS:
        return _ruling(fact)
    if kind in _OF_SEAT:
        return tr(flag_text(state.setup.game, _OF_SEAT[kind])).format(seat=seat_name(_seat(fact)))
    return tr(_FIXED[kind])


def _seat(fact: Fact) -> Seat:
    assert fact.seat is not None
    return fact.seat


def _ruling(fact: Fact) -> str:
    """A ruling in a row: its seats are letters where their names have no room."""
    seat, time_ns = fact.after
    time = f"{'+' if time_ns > 0 else '-'}{shown_time(abs(time_ns))}"
    template, offender = tr(_RULINGS[fact.kind]), fact.seat or seat
    return first_fit(
        template.format(seat=name(offender), count=fact.before, other=name(seat), time=time)
        for name in (seat_name, seat_letter)
    )


def _times_and_moves(state: State) -> dict[Seat, str]:
    """Each seat's time and moves in a row, both in the same words, or as short as they have to."""
    rows = {}
    for name, in_words in product((seat_name, seat_letter), (True, False)):
        for seat in Seat:
            made, quota = state.play.made(seat), state.seat(seat).due
            moves = moves_made(made, quota) if in_words or not quota else f"{made}/{quota}"
            rows[seat] = f"{name(seat)} {shown_time(state.seat(seat).remaining_ns)}, {moves}"
        if all(map(fits, rows.values())):
            break
    return rows


_OF_SEAT = {
    FactKind.BEGINS_AGAIN: N_("{seat} begins again"),
    FactKind.STARTS_NEXT: N_("{seat} begins"),
    FactKind.LOSES: N_("{seat} loses by the rules"),
    FactKind.CLAPPER_UP: N_("{seat}'s clapper is up"),
    FactKind.HAS_CLAIMED: N_("{seat} has claimed"),
}
_RULINGS = {
    FactKind.ILLEGAL_RULED: N_("{seat} illegal {count}, {other} {time}"),
    FactKind.FAULT_RULED: N_("{seat} fault {count}, {other} {time}"),
    FactKind.DISMISSED_FOR_TIME: N_("Dismissed, {other} {time}"),
    FactKind.BONUS_ADDED: N_("5 s a move, {other} {time}"),
}
_FIXED = {
    FactKind.TIMES_STAY: N_("Times do not change"),
    FactKind.FALL_ENDS: N_("A fall ends the game"),
    FactKind.NO_RESULT: N_("Ends this game without a result"),
    FactKind.WITHOUT_RESULT: N_("without a result"),
    FactKind.EVEN_GAME: N_("Even game"),
    FactKind.HANDICAP_GAME: N_("Handicap game"),
    FactKind.NOT_ON_MOVE: NOT_ON_MOVE,
    FactKind.ORGANIZER_DECIDES: N_("The organizer decides"),
    FactKind.DONE: N_("Done"),
    FactKind.CLAIM_DISMISSED: N_("Claim dismissed"),
    FactKind.REOPENED: N_("Game reopened"),
}
_PHASES = {
    Phase.READY: N_("Back to the start"),
    Phase.JOINT: N_("Joint time runs"),
    Phase.RUNNING: N_("{seat}'s clock starts"),
    Phase.RECONSTRUCTION: N_("{seat}'s clock runs, no moves are counted"),
}
_STOPPED = N_("Both clocks stay stopped")


# Figures


def _of(texts: dict[Any, str]) -> Callable[[Any], str]:
    """The translated text of a value."""
    return lambda value: tr(texts[value])


def _then(seat: Seat | None) -> str:
    if seat is None:
        return tr("Joint time runs")
    return tr("{seat}'s clock starts").format(seat=seat_name(seat))


def _or_none_yet(text: Callable[[Any], str]) -> Callable[[Any], str]:
    return lambda value: tr("none yet") if value in (None, "") else text(value)


def _none_or_number(left: int | None) -> str:
    return tr("none") if left is None else str(left)


_RECORDS = {
    Record.KEPT: N_("required"),
    Record.WAIVED: N_("optional"),
    Record.COMPLETE: N_("due"),
}
_CALLS = {Call.ARMED: N_("pending"), Call.CALLED: N_("called"), Call.CAME: N_("here")}
_ENTERED = (FactKind.GROUND, FactKind.RESULT, FactKind.LAST_MOVE)
"""Figures that there are not before somebody enters them."""
_COLOURS = {FactKind.BLACK_MOVES: Colour.BLACK, FactKind.WHITE_MOVES: Colour.WHITE}
_COUNTS = {FactKind.LAST_MOVE: last_text, FactKind.MOVES: place_text}
"""The figures that are moves of both, as their players count them."""
_FIGURES: dict[FactKind, tuple[str, Callable[[Any], str]]] = {
    FactKind.BLACK: ("{seat}", lambda seat: "?" if seat is None else seat_name(seat)),
    FactKind.OPENING_OVER: (N_("Opening"), _of({True: N_("over"), False: N_("not over")})),
    FactKind.FIFTHS: (N_("Fifths"), str),
    FactKind.BEGINS: (N_("Begins"), seat_name),
    FactKind.TO_MOVE: (N_("To move"), seat_name),
    FactKind.THEN: (N_("Then"), _then),
    FactKind.MOVES_COUNTED: (N_("Moves counted"), _of({True: N_("yes"), False: N_("no")})),
    FactKind.GROUND: (N_("Reason"), _or_none_yet(tr)),
    FactKind.RESULT: (N_("Result"), _or_none_yet(_of(RESULTS))),
    FactKind.LAST_MOVE: (N_("Last move"), str),
    FactKind.LATE: (N_("{seat} is"), _of({True: N_("late"), False: N_("here")})),
    FactKind.HAND_FAULTS: (N_("Faults by {seat}"), str),
    FactKind.ILLEGAL_MOVES: (N_("Illegal by {seat}"), str),
    FactKind.WARNINGS: (N_("{seat}'s warnings"), str),
    FactKind.RECORD: (
        N_("{seat} record"),
        lambda record: trc("record", "none") if record is None else tr(_RECORDS[record]),
    ),
    FactKind.REFEREE: (
        N_("{seat} referee"),
        lambda call: trc("referee", "none") if call is Call.OFF else tr(_CALLS[call]),
    ),
    FactKind.PERIOD: (N_("{seat} period"), str),
    FactKind.BYOYOMI: (N_("{seat} byo-yomi"), _none_or_number),
    FactKind.STONES: (STONES, _none_or_number),
    FactKind.CLAPPER_DOWN: (N_("{seat} clapper"), _of({True: N_("down"), False: N_("up")})),
    FactKind.CLAIM_STANDS: (
        N_("{seat} claim"),
        _of({True: N_("stands"), False: N_("dismissed")}),
    ),
    FactKind.BLACK_MOVES: (N_("{seat}'s moves"), str),
    FactKind.WHITE_MOVES: (N_("{seat}'s moves"), str),
    FactKind.MOVES: (N_("Moves"), str),
    FactKind.TIME: ("{seat}", lambda seconds: shown_time(seconds * SECOND_NS)),
}
"""What each figure is called, and how its value is said."""
