"""What a seat has beside its time: byo-yomi, moves of a block, the rest of a delay.

`figures_of` computes it, and `worded` puts it into words: at once on the displays, and on the
desk's pages in the language of each reader.
"""

from enum import Enum

import msgspec

from clock.display.face import Allowance
from clock.rules.control import Bonus, Period
from clock.rules.seats import Seat
from clock.rules.state import Phase, State
from clock.rules.timed_events import byoyomi_after
from clock.rules.timing import charge, running_seats
from clock.rules.units import SECOND_NS, duration_text
from clock.text.language import tr, trn
from clock.text.words import byoyomi_of, close_length, shown_time, spoken_time


class AllowanceKind(Enum):
    """What a figure of an allowance counts."""

    BYOYOMI = "byo-yomi periods left, the present one included"
    BYOYOMI_TO_COME = "byo-yomi periods after the main time"
    BLOCK_TO_COME = "moves of the block after the main time, as in Canadian byo-yomi"
    BLOCK = "moves left in a block whose unused time is dropped, as in Canadian byo-yomi"
    DELAY = "nanoseconds of a delay that runs, or that a stop interrupted"


class AllowanceFigure(msgspec.Struct, frozen=True):
    """An allowance as a value."""

    kind: AllowanceKind
    left: int
    terms: Period
    runs: bool = False
    """Whether it is a delay that runs now."""


def allowances(state: State, seat: Seat, now_ns: int) -> tuple[Allowance, ...]:
    """Return what stands beside a seat's time at `now_ns`."""
    return tuple(map(worded, figures_of(state, seat, now_ns)))


def figures_of(state: State, seat: Seat, now_ns: int) -> tuple[AllowanceFigure, ...]:
    """Return the same as figures."""
    clock = charge(state, max(now_ns, state.since_ns)).seat(seat)
    if clock.fallen:
        return ()
    kind, found = AllowanceKind, list[AllowanceFigure]()
    if clock.overtime is not None:
        found.append(AllowanceFigure(kind.BYOYOMI, clock.overtime, clock.terms))
    elif coming := byoyomi_after(clock).periods:
        found.append(AllowanceFigure(kind.BYOYOMI_TO_COME, coming, clock.terms))
    following = state.setup.terms(seat, clock.period + 1) if clock.due is None else None
    if following is not None and following.moves and not following.carry:
        found.append(AllowanceFigure(kind.BLOCK_TO_COME, following.moves, following))
    if clock.due is not None and not clock.terms.carry:
        left = max(0, clock.due - state.play.made(seat))
        found.append(AllowanceFigure(kind.BLOCK, left, clock.terms))
    left_ns = clock.delay_left_ns
    if clock.terms.method.counting.bonus is Bonus.WAITED and left_ns:
        runs = seat in running_seats(state) and state.phase is not Phase.RECONSTRUCTION
        if runs or (seat is state.turn and left_ns < clock.terms.bonus_ns):
            found.append(AllowanceFigure(kind.DELAY, left_ns, clock.terms, runs))
    return tuple(found)


def worded(figure: AllowanceFigure) -> Allowance:
    """Return an allowance in words, in the current language."""
    left = figure.left
    match figure.kind:
        case AllowanceKind.BYOYOMI:
            return _byoyomi(left)
        case AllowanceKind.BYOYOMI_TO_COME:
            spoken = trn(
                "{count} byo-yomi period to come", "{count} byo-yomi periods to come", left
            )
            texts = (f"+{byoyomi_of(figure.terms, left)}", f"+{left}")
            return Allowance(texts, spoken.format(count=left), boxed=False)
        case AllowanceKind.BLOCK_TO_COME:
            time_ns = -(-figure.terms.time_ns // SECOND_NS) * SECOND_NS
            spoken = trn("Then {count} move in {time}", "Then {count} moves in {time}", left)
            texts = (f"+{left}/{duration_text(time_ns)}", f"+[{left}]")
            spoken = spoken.format(count=left, time=spoken_time(time_ns))
            return Allowance(texts, spoken, boxed=False)
        case AllowanceKind.BLOCK:
            spoken = trn(
                "{count} move left in this block", "{count} moves left in this block", left
            )
            texts = (tr("{count} left").format(count=left), f"[{left}]")
            return Allowance(texts, spoken.format(count=left), boxed=True)
    seconds_ns = -(-left // SECOND_NS) * SECOND_NS
    texts = (tr("delay {time}").format(time=shown_time(left)), f"d{close_length(seconds_ns)}")
    return Allowance(texts, tr("Delay: {time} left").format(time=spoken_time(left)), boxed=True)


def _byoyomi(left: int) -> Allowance:
    """The byo-yomi periods left, the present one included."""
    if left == 1:
        return Allowance(
            (tr("last period"), tr("last"), "(1)"), tr("The last byo-yomi period"), boxed=True
        )
    texts = tuple(text.format(count=left) for text in (tr("{count} periods"), tr("{count} per.")))
    spoken = trn("{count} byo-yomi period left", "{count} byo-yomi periods left", left)
    return Allowance((*texts, f"({left})"), spoken.format(count=left), boxed=True)
