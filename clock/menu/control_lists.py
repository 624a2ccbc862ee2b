"""The lists that build a time control: whose it is, its periods, and each period's terms."""

from collections.abc import Iterator

from msgspec.structs import replace

from clock.menu.fields import bonus_fields, number_fields, time_entry, value_of
from clock.menu.levels import (
    Entered,
    Entry,
    List,
    Listing,
    ListRow,
    Lists,
    Scene,
    Spec,
)
from clock.rules.control import WITH_BONUS, Control, Period
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import Setup
from clock.rules.units import MINUTE_NS, duration_text
from clock.text.control import upper_first
from clock.text.language import N_, tr
from clock.text.methods import METHOD_TEXTS
from clock.text.words import (
    brief,
    control_rows,
    first_fit,
    period_rows,
    seat_name,
)

PERIODS_MAX = 4
"""At most this many can be built here; a preset may have more."""

NEW_PERIOD = Period(30 * MINUTE_NS)


# Changing a control in the setup


def control_of(draft: Setup, seat: Seat | None) -> Control:
    """Return a seat's control; for None (both seats set together), the left one's."""
    return draft.control(LEFT if seat is None else seat)


def with_control(draft: Setup, seat: Seat | None, control: Control | None = None) -> Setup:
    """Return the setup with a control for one seat or both; a changed one has its full time.

    Of times that are alike none is a colour's.
    """
    control = control_of(draft, seat) if control is None else control
    if seat is not RIGHT and control != draft.left:
        draft = replace(draft, left=control, left_remaining_ns=None)
    if seat is not LEFT and control != draft.right:
        draft = replace(draft, right=control, right_remaining_ns=None)
    return replace(draft, times_by_colour=False) if draft.left == draft.right else draft


def with_entered(entry: Entry, draft: Setup) -> Setup:
    """Return the setup with what was entered for a period; 0 moves means the rest of the game."""
    period, value = control_of(draft, entry.seat)[entry.index], value_of(entry)
    if entry.key == "moves" and value == 0:
        return _with_period(entry, draft, replace(period, moves=None, repeat=False, carry=True))
    return _with_period(entry, draft, replace(period, **{entry.key: value}))


def _with_period(level: List | Entry, draft: Setup, period: Period) -> Setup:
    control = control_of(draft, level.seat)
    changed = (*control[: level.index], period, *control[level.index + 1 :])
    return with_control(draft, level.seat, changed)


# The lists


def _seats(_: List, scene: Scene) -> Iterator[ListRow]:
    """Both seats together, or one of them."""
    draft = scene.draft
    both = N_("Both as Left") if draft.left != draft.right else N_("Both")
    yield ListRow(tr(both), List(Listing.CONTROL), draft=with_control(draft, None))
    for seat in Seat:
        text = first_fit(f"{seat_name(seat)}: {short}" for short in _in_short(draft.control(seat)))
        yield ListRow(text, List(Listing.CONTROL, seat=seat))


def _control(level: List, scene: Scene) -> Iterator[ListRow]:
    """The periods of a control, and one more."""
    control = control_of(scene.draft, level.seat)
    for index, period in enumerate(control):
        text = first_fit(f"{index + 1}: {row}" for row in period_rows(period))
        terms = List(Listing.TERMS, seat=level.seat, index=index)
        yield ListRow(text, terms)
    if len(control) < PERIODS_MAX:
        # Only the last period may repeat.
        longer = (*control[:-1], replace(control[-1], repeat=False), NEW_PERIOD)
        terms = List(Listing.TERMS, seat=level.seat, index=len(control))
        draft = with_control(scene.draft, level.seat, longer)
        yield ListRow(tr("Add a period"), terms, draft=draft)


def _terms(level: List, scene: Scene) -> Iterator[ListRow]:
    """The terms of a period."""
    draft, seat, index = scene.draft, level.seat, level.index
    control = control_of(draft, seat)
    period, last = control[index], index == len(control) - 1

    def entered(text: str, what: Entered, fields: tuple[int, ...], key: str) -> ListRow:
        return ListRow(text, Entry(what, fields, key, seat=seat, index=index))

    length = tr("Time: {time}").format(time=duration_text(period.time_ns))
    entry = time_entry(period.time_ns, "time_ns")
    yield ListRow(length, replace(entry, seat=seat, index=index))
    open_end = tr("rest of game") if last else tr("any number")
    moves = tr("Moves: {moves}").format(moves=period.moves or open_end)
    yield entered(moves, Entered.NUMBER, number_fields(period.moves or 0), "moves")
    method = upper_first(tr(METHOD_TEXTS[period.method].name))
    yield ListRow(method, List(Listing.METHOD, 0, seat, index=index))
    if period.method in WITH_BONUS:
        bonus = f"{bonus_name(period)}: {duration_text(period.bonus_ns)}"
        yield entered(bonus, Entered.SHORT_TIME, bonus_fields(period.bonus_ns), "bonus_ns")
    if period.has_byoyomi:
        count = tr("Periods: {count}").format(count=period.count)
        yield entered(count, Entered.NUMBER, number_fields(period.count), "count")
    if period.points:
        points = tr("Points: {count}").format(count=period.points)
        yield entered(points, Entered.NUMBER, number_fields(period.points), "points")
    if last and period.moves:
        repeat = tr("Repeats: {answer}").format(answer=tr("yes") if period.repeat else tr("no"))
        repeated = replace(period, repeat=not period.repeat)
        yield ListRow(repeat, draft=_with_period(level, draft, repeated))
    if period.moves and (period.repeat or not last):
        carry = tr("Unused time: {answer}").format(
            answer=tr("kept") if period.carry else tr("dropped")
        )
        carried = replace(period, carry=not period.carry)
        yield ListRow(carry, draft=_with_period(level, draft, carried))
    if len(control) > 1:
        shorter = (*control[:index], *control[index + 1 :])
        yield ListRow(tr("Remove this period"), leaves=1, draft=with_control(draft, seat, shorter))


def _methods(level: List, scene: Scene) -> Iterator[ListRow]:
    """The timing methods; a new one gets its usual count, and its usual bonus if it has one."""
    period = control_of(scene.draft, level.seat)[level.index]
    for method, texts in METHOD_TEXTS.items():
        changed = period
        if method is not period.method:
            changed = replace(
                period,
                method=method,
                bonus_ns=period.bonus_ns or texts.usual_ns if method in WITH_BONUS else 0,
                count=texts.usual_count,
            )
        draft, here = _with_period(level, scene.draft, changed), method is period.method
        yield ListRow(upper_first(tr(texts.name)), leaves=1, draft=draft, here=here)


# Texts


def bonus_name(period: Period) -> str:
    """Return what a period's bonus is called."""
    return tr(METHOD_TEXTS[period.method].bonus)


def time_rows(setup: Setup) -> Iterator[ListRow]:
    """Yield the rows of the time controls: a row for each period if both seats have the same."""
    text, opens = tr("Time: {time}"), List(Listing.SEATS)
    if setup.left != setup.right:
        yield ListRow(text.format(time=tr("separate")), opens)
        return
    yield ListRow(first_fit(text.format(time=short) for short in _in_short(setup.left[:1])), opens)
    for row in control_rows(setup.left)[1:]:
        yield ListRow(row, opens)


def _in_short(control: Control) -> Iterator[str]:
    """Shorter and shorter texts of a control: first all of it, then only its first period."""
    more = " …" if len(control) > 1 else ""
    if more:
        yield brief(control)
    yield from (f"{row}{more}" for row in period_rows(control[0]))
    yield f"{duration_text(control[0].time_ns)} …"


def _control_title(level: List, _: Scene) -> str:
    return tr("Both") if level.seat is None else seat_name(level.seat)


def _terms_title(level: List, scene: Scene) -> str:
    number = level.index + 1
    return tr("{seat}, period {number}").format(seat=_control_title(level, scene), number=number)


LISTS: Lists = {
    Listing.SEATS: Spec(N_("Whose time?"), _seats),
    Listing.CONTROL: Spec(_control_title, _control),
    Listing.TERMS: Spec(_terms_title, _terms),
    Listing.METHOD: Spec(N_("Method"), _methods),
}
