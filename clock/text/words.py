"""Short words: times, seats, colours, results, and time controls in rows of the displays."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from clock.rules.control import Control, Period
from clock.rules.inputs import Result
from clock.rules.seats import LEFT, Colour, Seat
from clock.rules.units import MINUTE_NS, SECOND_NS, duration_text
from clock.text.glyphs import fits
from clock.text.language import N_, tr, trn
from clock.text.methods import METHOD_TEXTS

_TENTH_NS = SECOND_NS // 10

RESULTS = {
    Result.LEFT: N_("Left won"),
    Result.RIGHT: N_("Right won"),
    Result.DRAW: N_("Draw"),
    Result.VOID: N_("Game void"),
    Result.BOTH_LOSE: N_("Both lost"),
}


def shown_time(remaining_ns: int, *, tenths: bool = False) -> str:
    """Return a time as the displays show it: rounded away from zero, which 0:00 alone is.

    "H:MM:SS" from an hour on, else "M:SS"; with tenths "0:07.4" below ten seconds. A time below
    zero has a minus.
    """
    if remaining_ns < 0:
        return f"-{shown_time(-remaining_ns, tenths=tenths)}"
    in_tenths = -(-remaining_ns // _TENTH_NS)
    if tenths and 0 < in_tenths < 100:
        return f"0:{in_tenths // 10:02}.{in_tenths % 10}"
    return duration_text(-(-remaining_ns // SECOND_NS) * SECOND_NS)


def whole_seconds(length_ns: int) -> str:
    """Return a length of time, or an instant, in whole seconds, rounded down."""
    return duration_text(max(0, length_ns) // SECOND_NS * SECOND_NS)


def spoken_time(remaining_ns: int) -> str:
    """Return a time in words, in seconds as it is shown: "1 hour 2 minutes 5 seconds"."""
    if remaining_ns < 0:
        return tr("minus {time}").format(time=spoken_time(-remaining_ns))
    minutes, seconds = divmod(-(-remaining_ns // SECOND_NS), 60)
    hours, minutes = divmod(minutes, 60)
    parts = (
        (hours, trn("{count} hour", "{count} hours", hours)),
        (minutes, trn("{count} minute", "{count} minutes", minutes)),
        (seconds, trn("{count} second", "{count} seconds", seconds)),
    )
    return " ".join(text.format(count=count) for count, text in parts if count) or tr("no time")


def seat_name(seat: Seat) -> str:
    return tr("Left") if seat is LEFT else tr("Right")


def seat_letter(seat: Seat) -> str:
    return tr("L") if seat is LEFT else tr("R")


def colour_name(colour: Colour | None) -> str:
    """Return the name of a colour, or that it is open."""
    if colour is None:
        return tr("colour open")
    return tr("Black") if colour is Colour.BLACK else tr("White")


def colour_letter(colour: Colour | None) -> str:
    """Return the letter on a stone."""
    if colour is None:
        return "?"
    return tr("B") if colour is Colour.BLACK else tr("W")


def short_length(length_ns: int) -> str:
    """Return a short length of time: "30 s", "1 min", "1:30"."""
    if length_ns < MINUTE_NS:
        return tr("{seconds} s").format(seconds=_seconds(length_ns))
    minutes, rest = divmod(length_ns, MINUTE_NS)
    return duration_text(length_ns) if rest else tr("{minutes} min").format(minutes=minutes)


def length_in_words(length_ns: int) -> str:
    """Return a length of time that is heard or compared with others: "90 min", "1 min 30 s"."""
    minutes, rest = divmod(length_ns, MINUTE_NS)
    if not minutes or not rest:
        return short_length(length_ns)
    return f"{short_length(minutes * MINUTE_NS)} {short_length(rest)}"


def control_rows(control: Control) -> tuple[str, ...]:
    """Return a time control in plain words, a row for each period, as far as a row goes."""
    rows = []
    for index, group in enumerate(in_groups(control)):
        row = first_fit(period_rows(*group))
        then = tr("then {period}").format(period=row)
        rows.append(then if index and fits(then) else row)
    return tuple(rows)


def whole_control_rows(control: Control) -> tuple[str, ...]:
    """Return the rows of a control; the last one ends "to the end" if it fits."""
    *rows, last = control_rows(control)
    if control[-1].moves is None and not METHOD_TEXTS[control[-1].method].short:
        to_the_end = tr("{period} to the end").format(period=last)
        last = to_the_end if fits(to_the_end) else last
    return (*rows, last)


def _seconds(length_ns: int) -> str:
    seconds, rest = divmod(length_ns, SECOND_NS)
    fraction = f".{rest:09}".rstrip("0") if rest else ""
    return f"{seconds}{fraction}"


def cost_text(points: int) -> str:
    """Return what costs points: "-2 points"."""
    return trn("-{count} point", "-{count} points", points).format(count=points)


def in_groups(control: Control) -> Iterator[tuple[Period, int]]:
    """Yield the periods with a count: equal ones with points are a group."""
    for period, same in groupby(control):
        count = len([*same])
        yield from [(period, count)] if period.points else [(period, 1)] * count


def period_rows(period: Period, times: int = 1) -> Iterator[str]:
    """Yield a period, or so many, in plain words, then ever shorter."""
    time = f"{times}x" * (times > 1) + duration_text(period.time_ns)
    written = time
    if period.moves is not None:
        quota = tr("every {moves} in {time}") if period.repeat else tr("{moves} in {time}")
        written = f"{period.moves}/{time}"
        time = quota.format(moves=period.moves, time=time)
    cost, short = (cost_text(period.points), f"(-{period.points})") if period.points else ("", "")
    yield _in_a_row(time, _bonus(period), cost)
    yield _in_a_row(time, _brief_bonus(period), cost)
    yield _in_a_row(written, _brief_bonus(period), short)


def _in_a_row(*parts: str) -> str:
    """Return the parts that there are, with spaces."""
    return " ".join(filter(None, parts))


def brief(control: Control) -> str:
    """Return all periods in a row, each as short as it can be written."""
    return ", ".join(tuple(period_rows(*group))[-1] for group in in_groups(control))


def first_fit(texts: Iterable[str]) -> str:
    """Return the first of the texts that fits a row, else the last."""
    candidates = tuple(texts)
    return next(filter(fits, candidates), candidates[-1])


def _bonus(period: Period) -> str:
    return _with_length(tr(METHOD_TEXTS[period.method].short), period)


def _brief_bonus(period: Period) -> str:
    """A bonus where there is little room: delay and Bronstein as players in America write them."""
    brief = METHOD_TEXTS[period.method].brief
    return _with_length(brief, period) if brief else _bonus(period)


def byoyomi_of(period: Period, count: int) -> str:
    """Return byo-yomi of so many periods beside a time: "3x30s"."""
    short = tr(METHOD_TEXTS[period.method].short)
    return short.format(count=count, length=close_length(period.bonus_ns))


def _with_length(text: str, period: Period) -> str:
    return text.format(count=period.count, length=close_length(period.bonus_ns))


def close_length(length_ns: int) -> str:
    """Return a short length of time, where there is little room: "30s", "1 min", "1:30"."""
    if length_ns < MINUTE_NS:
        return tr("{seconds}s").format(seconds=_seconds(length_ns))
    return short_length(length_ns)
