"""Whether a player must keep the record of the game, need not, or must complete it (RIF 13.2).

The remaining time decides whether the record is waived, so that is computed, not stored. The state
holds only what lasts after the time has risen again.
"""

from msgspec.structs import replace

from clock.rules.control import EACH_MOVE, AtZero, is_rapid
from clock.rules.regulations import RecordRule, Regulations
from clock.rules.seats import Seat
from clock.rules.state import Phase, Record, SeatState, State


def record_of(state: State, seat: Seat, remaining_ns: int) -> Record | None:
    """Return a seat's duty of keeping the record with `remaining_ns` left; None: there is none."""
    clock, regulations = state.seat(seat), state.setup.regulations
    if regulations.record is RecordRule.PERIOD and is_rapid(state.setup.control(seat)):
        return None  # FIDE A.2, B.2
    after, finished = regulations.record is RecordRule.AFTER, state.phase is Phase.FINISHED
    if is_waived(regulations, clock, remaining_ns):
        return Record.COMPLETE if after and finished else Record.WAIVED
    return Record.KEPT if after and not finished else clock.record


def is_waived(regulations: Regulations, clock: SeatState, remaining_ns: int) -> bool:
    """Whether the record is waived at `remaining_ns`."""
    limit_ns, terms = regulations.record_limit_ns, clock.terms
    if limit_ns is None or remaining_ns > limit_ns:
        return False
    if terms.method.counting.at_zero is AtZero.NOTHING:
        return False
    if regulations.record is RecordRule.PERIOD:
        return terms.method not in EACH_MOVE or terms.bonus_ns < regulations.record_bonus_ns
    return regulations.record is not RecordRule.KEPT


def lift_waiver(
    regulations: Regulations, before: SeatState, after: SeatState, *, by_increment: bool = False
) -> SeatState:
    """Require a record waived `before` to be completed if the time `after` lifts the waiver."""
    waived = before.record is Record.WAIVED or is_waived(regulations, before, before.remaining_ns)
    if not waived or is_waived(regulations, after, after.remaining_ns):
        return after
    stays = by_increment and regulations.record is RecordRule.PERIOD
    return replace(after, record=Record.WAIVED if stays else Record.COMPLETE)


def complete_by_press(regulations: Regulations, before: SeatState, after: SeatState) -> SeatState:
    """Take the record for complete at the press, and lift a waiver that the increment ends."""
    if after.record is Record.COMPLETE and regulations.record is not RecordRule.AFTER:
        after = replace(after, record=Record.KEPT)
    return lift_waiver(regulations, before, after, by_increment=True)
