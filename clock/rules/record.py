"""The record of the game: who need not keep it, and who is to complete it (RIF 13.2).

What is left decides whether the record is waived; the state holds only what outlasts that.
"""

from msgspec.structs import replace

from clock.rules.control import EACH_MOVE, AtZero
from clock.rules.regulations import RecordRule, Regulations
from clock.rules.seats import Seat
from clock.rules.state import Phase, Record, SeatState, State


def record_of(state: State, seat: Seat, remaining_ns: int) -> Record:
    """Return what a seat is to do about its record with `remaining_ns` left."""
    clock, regulations = state.seat(seat), state.setup.regulations
    after, finished = regulations.record is RecordRule.AFTER, state.phase is Phase.FINISHED
    if short(regulations, clock, remaining_ns):
        return Record.COMPLETE if after and finished else Record.WAIVED
    return Record.KEPT if after and not finished else clock.record


def short(regulations: Regulations, clock: SeatState, remaining_ns: int) -> bool:
    """Whether `remaining_ns` is so little that the record is waived."""
    limit_ns, terms = regulations.record_limit_ns, clock.terms
    if limit_ns is None or remaining_ns > limit_ns:
        return False
    if terms.method.counting.at_zero is AtZero.NOTHING:
        return False
    if regulations.record is RecordRule.PERIOD:
        return terms.method not in EACH_MOVE or terms.bonus_ns < regulations.record_bonus_ns
    return regulations.record is not RecordRule.KEPT


def lifted(
    regulations: Regulations, before: SeatState, after: SeatState, *, by_increment: bool = False
) -> SeatState:
    """Return `after`, with its record to be completed if it stood waived `before`."""
    waived = before.record is Record.WAIVED or short(regulations, before, before.remaining_ns)
    if not waived or short(regulations, after, after.remaining_ns):
        return after
    stays = by_increment and regulations.record is RecordRule.PERIOD
    return replace(after, record=Record.WAIVED if stays else Record.COMPLETE)


def pressed(regulations: Regulations, before: SeatState, after: SeatState) -> SeatState:
    """Return the presser's clock after his press, by which a record is complete again."""
    if after.record is Record.COMPLETE and regulations.record is not RecordRule.AFTER:
        after = replace(after, record=Record.KEPT)
    return lifted(regulations, before, after, by_increment=True)
