"""What a seat has beside its time, in words: byo-yomi, moves of a block, the rest of a delay."""

from clock.display.face import Allowance
from clock.rules.control import Bonus
from clock.rules.seats import Seat
from clock.rules.state import Phase, SeatState, State
from clock.rules.timed_events import byoyomi_after
from clock.rules.timing import charge, running_seats
from clock.rules.units import SECOND_NS
from clock.text.language import tr, trn
from clock.text.words import byoyomi_of, close_length, shown_time, spoken_time


def allowances(state: State, seat: Seat, now_ns: int) -> tuple[Allowance, ...]:
    """Return what a seat has beside the time that it shows at `now_ns` (RULES 7)."""
    clock = charge(state, max(now_ns, state.since_ns)).seat(seat)
    if clock.fallen:
        return ()
    found = (_byoyomi(clock), _block(state, seat, clock), _delay(state, seat, clock))
    return tuple(each for each in found if each is not None)


def _byoyomi(clock: SeatState) -> Allowance | None:
    """The byo-yomi periods left, the present one included, or those to come."""
    if clock.overtime is None:
        return _byoyomi_to_come(clock)
    left = clock.overtime
    if left == 1:
        return Allowance(
            (tr("last period"), tr("last"), "(1)"), tr("The last byo-yomi period"), boxed=True
        )
    texts = tuple(text.format(count=left) for text in (tr("{count} periods"), tr("{count} per.")))
    spoken = trn("{count} byo-yomi period left", "{count} byo-yomi periods left", left)
    return Allowance((*texts, f"({left})"), spoken.format(count=left), boxed=True)


def _byoyomi_to_come(clock: SeatState) -> Allowance | None:
    count = byoyomi_after(clock).periods
    if not count:
        return None
    spoken = trn("{count} byo-yomi period to come", "{count} byo-yomi periods to come", count)
    short = byoyomi_of(clock.terms, count)
    return Allowance((f"+{short}", f"+{count}"), spoken.format(count=count), boxed=False)


def _block(state: State, seat: Seat, clock: SeatState) -> Allowance | None:
    """The moves left in a block whose unused time is dropped, as in Canadian byo-yomi."""
    if clock.due is None or clock.terms.carry:
        return None
    left = max(0, clock.due - state.play.made(seat))
    spoken = trn("{count} move left in this block", "{count} moves left in this block", left)
    texts = (trn("{count} move", "{count} moves", left).format(count=left), f"[{left}]")
    return Allowance(texts, spoken.format(count=left), boxed=True)


def _delay(state: State, seat: Seat, clock: SeatState) -> Allowance | None:
    """The rest of a delay that runs, or that a stop interrupted."""
    left_ns = clock.delay_left_ns
    runs = seat in running_seats(state) and state.phase is not Phase.RECONSTRUCTION
    interrupted = seat is state.turn and left_ns < clock.terms.bonus_ns
    if clock.terms.method.counting.bonus is not Bonus.WAITED or not left_ns:
        return None
    if not (runs or interrupted):
        return None
    seconds_ns = -(-left_ns // SECOND_NS) * SECOND_NS
    texts = (tr("delay {time}").format(time=shown_time(left_ns)), f"d{close_length(seconds_ns)}")
    return Allowance(texts, tr("Delay: {time} left").format(time=spoken_time(left_ns)), boxed=True)
