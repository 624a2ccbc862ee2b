"""The lists that build a time control: whose it is, its periods, and each period's terms. Pure."""

from collections.abc import Iterator

from msgspec.structs import replace

from clock.menu.setup.entry import fields_of, value_of
from clock.menu.setup.places import Entered, Entry, Row, SetListing, SetPick
from clock.rules.control import WITH_BONUS, Control, Method, Period
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import Setup
from clock.rules.units import MINUTE_NS, SECOND_NS
from clock.text import setup as words
from clock.text.control import METHODS, upper_first
from clock.text.language import tr

PERIODS_MAX = 4
"""As many can be built here; a preset may have more."""

NEW_PERIOD = Period(30 * MINUTE_NS)

_BONUS_NS = {
    Method.INCREMENT: 30 * SECOND_NS,
    Method.BRONSTEIN: 5 * SECOND_NS,
    Method.DELAY: 5 * SECOND_NS,
    Method.BYOYOMI: 30 * SECOND_NS,
}
_BYOYOMI_COUNT = 3


def whose(_pick: SetPick, draft: Setup) -> Iterator[Row]:
    """Both seats alike, or one of them."""
    alike = draft.left == draft.right
    both = SetPick(SetListing.CONTROL)
    yield Row(tr(words.BOTH if alike else words.BOTH_AS_LEFT), both, with_control(draft, None))
    for seat, item in zip((LEFT, RIGHT), words.seat_items(draft), strict=True):
        yield Row(item, SetPick(SetListing.CONTROL, seat=seat))


def periods(pick: SetPick, draft: Setup) -> Iterator[Row]:
    """The periods of a control, and one more."""
    control = control_of(draft, pick.seat)
    for index, period in enumerate(control):
        leads = SetPick(SetListing.PERIOD, seat=pick.seat, index=index)
        yield Row(words.period_item(index + 1, period), leads)
    if len(control) < PERIODS_MAX:
        # Only the last period comes again and again.
        longer = (*control[:-1], replace(control[-1], repeat=False), NEW_PERIOD)
        leads = SetPick(SetListing.PERIOD, seat=pick.seat, index=len(control))
        yield Row(tr(words.ADD_PERIOD), leads, with_control(draft, pick.seat, longer))


def terms(pick: SetPick, draft: Setup) -> Iterator[Row]:
    """All that a period says."""
    control = control_of(draft, pick.seat)
    period = control[pick.index]
    yield Row(words.length_item(period), _entry(Entered.TIME, pick, draft))
    yield Row(words.moves_item(period), _entry(Entered.MOVES, pick, draft))
    method = SetPick(
        SetListing.METHOD, list(METHODS).index(period.method), pick.seat, index=pick.index
    )
    yield Row(words.method_item(period), method)
    if period.method in WITH_BONUS:
        yield Row(words.bonus_item(period), _entry(Entered.BONUS, pick, draft))
    if period.method is Method.BYOYOMI:
        yield Row(words.count_item(period), _entry(Entered.COUNT, pick, draft))
    if pick.index == len(control) - 1 and period.moves:
        again = with_period(draft, pick, replace(period, repeat=not period.repeat))
        yield Row(words.repeat_item(period), draft=again)
    if period.moves and (period.repeat or pick.index < len(control) - 1):
        dropped = with_period(draft, pick, replace(period, carry=not period.carry))
        yield Row(_carry_item(period), draft=dropped)
    if len(control) > 1:
        shorter = (*control[: pick.index], *control[pick.index + 1 :])
        yield Row(tr(words.REMOVE), None, with_control(draft, pick.seat, shorter), leaves=1)


def methods(pick: SetPick, draft: Setup) -> Iterator[Row]:
    """How the period's time is counted."""
    period = control_of(draft, pick.seat)[pick.index]
    for method, text in METHODS.items():
        changed = with_period(draft, pick, _counted(period, method))
        yield Row(upper_first(tr(text)), None, changed, leaves=1)


def control_of(draft: Setup, seat: Seat | None) -> Control:
    """Return a seat's control; both have the left one's where they are set together."""
    return draft.control(LEFT if seat is None else seat)


def with_control(draft: Setup, seat: Seat | None, control: Control | None = None) -> Setup:
    """Return the setting with a control for one seat or both; theirs shows its full time."""
    control = control_of(draft, seat) if control is None else control
    if seat is not RIGHT and control != draft.left:
        draft = replace(draft, left=control, left_remaining_ns=None)
    if seat is not LEFT and control != draft.right:
        draft = replace(draft, right=control, right_remaining_ns=None)
    return draft


def with_period(draft: Setup, pick: SetPick, period: Period) -> Setup:
    """Return the setting with one period changed."""
    control = control_of(draft, pick.seat)
    changed = (*control[: pick.index], period, *control[pick.index + 1 :])
    return with_control(draft, pick.seat, changed)


def _carry_item(period: Period) -> str:
    """The item of what becomes of the time that is left at the quota."""
    answer = tr("kept") if period.carry else tr("dropped")
    return tr("Unused time: {answer}").format(answer=answer)


def _counted(period: Period, method: Method) -> Period:
    """The period with another method, and a bonus where that needs one."""
    if method is period.method:
        return period
    return replace(
        period,
        method=method,
        bonus_ns=period.bonus_ns or _BONUS_NS[method] if method in WITH_BONUS else 0,
        count=_BYOYOMI_COUNT if method is Method.BYOYOMI else 0,
    )


def _entry(what: Entered, pick: SetPick, draft: Setup) -> Entry:
    period = control_of(draft, pick.seat)[pick.index]
    return Entry(what, fields_of(what, period), seat=pick.seat, index=pick.index)


def entered(given: Entry, draft: Setup) -> Setup:
    """Return the setting with what was entered for a period."""
    pick = SetPick(SetListing.PERIOD, seat=given.seat, index=given.index)
    period = control_of(draft, given.seat)[given.index]
    value = value_of(given)
    match given.what:
        case Entered.TIME:
            changed = replace(period, time_ns=value)
        case Entered.BONUS:
            changed = replace(period, bonus_ns=value)
        case Entered.COUNT:
            changed = replace(period, count=value)
        case _:
            repeat, carry = period.repeat and value > 0, period.carry or value == 0
            changed = replace(period, moves=value or None, repeat=repeat, carry=carry)
    return with_period(draft, pick, changed)
