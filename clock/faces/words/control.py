"""Time controls and settings in plain words, for people who read them before a game."""

import textwrap
from collections.abc import Iterator

from clock.faces.words import ROW, colour_name, seat_name, short_length
from clock.faces.words.language import tr
from clock.faces.words.opening import OPENING_NAMES
from clock.faces.words.regulations import CHOICES, PROFILE_NAMES, changed, value_text
from clock.rules.control import Control, Method, Period
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import Setup
from clock.rules.units import duration_text

METHODS = {
    Method.PLAIN: "no increment",
    Method.INCREMENT: "increment (Fischer)",
    Method.BRONSTEIN: "Bronstein",
    Method.DELAY: "delay (US)",
    Method.BYOYOMI: "byo-yomi",
    Method.HOURGLASS: "hourglass",
    Method.COUNTUP: "counts up",
    Method.GONG: "gong",
}

_A_MOVE = (Method.INCREMENT, Method.DELAY, Method.BRONSTEIN)
"""What is given for every move, and so is told once for all periods that give the same."""


def plain(control: Control) -> str:
    """Return a whole time control in words.

    "40 moves in 2:00:00, then 1:00:00; +30 s a move from the first".
    """
    begins = _same_bonus_from(control)
    told = [_clause(period, with_bonus=begins is None) for period in control]
    text = ", then ".join(told)
    if begins is None:
        return text
    return f"{text}; {_bonus(control[-1])} {_since(control, begins)}"


def setting(setup: Setup) -> tuple[str, ...]:
    """Return a whole setting in sentences: each seat's control, the opening, the regulations."""
    return (*_times(setup), *_rules(setup))


def setting_rows(setup: Setup) -> tuple[str, ...]:
    """Return a whole setting in rows of at most 21 characters."""
    return tuple(row for sentence in setting(setup) for row in wrapped(sentence))


def asked_rows(setup: Setup) -> tuple[str, ...]:
    """Return the same rows with the times last: beside a question they stand in sight."""
    told = (*_rules(setup), *_times(setup))
    return tuple(row for sentence in told for row in wrapped(sentence))


def wrapped(text: str) -> tuple[str, ...]:
    """Return a text in rows of at most 21 characters."""
    return tuple(textwrap.wrap(text, ROW, break_on_hyphens=False))


def first_words(title: str) -> str:
    """Return as much of a title as one row holds, whole parts between commas if it can be."""
    while len(title) > ROW and "," in title:
        title = title.rpartition(",")[0]
    return title if len(title) <= ROW else title[: ROW - 1].rstrip() + "…"


def upper_first(text: str) -> str:
    """Return a text with its first letter as at the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def _times(setup: Setup) -> Iterator[str]:
    if setup.left == setup.right:
        yield f"Both: {plain(setup.left)}"
    else:
        for seat in (LEFT, RIGHT):
            yield f"{seat_name(seat)}: {plain(setup.control(seat))}"
    for seat, shown_ns in ((LEFT, setup.left_remaining_ns), (RIGHT, setup.right_remaining_ns)):
        if shown_ns is not None:
            yield f"{seat_name(seat)} shows {duration_text(shown_ns)} at the start"


def _rules(setup: Setup) -> Iterator[str]:
    yield f"Opening: {OPENING_NAMES[setup.opening.name]}"
    yield begins(setup)
    yield f"Regulations: {PROFILE_NAMES[setup.regulations.name]}"
    for key in changed(setup.regulations):
        yield f"but {CHOICES[key].name}: {value_text(key, getattr(setup.regulations, key))}"


def begins(setup: Setup) -> str:
    """Return who begins, and as what: in an opening Black begins, and is not told."""
    seat = seat_name(setup.starter)
    if setup.opening.name != "none":
        return f"{seat} begins"
    return tr("{seat} begins as {colour}").format(seat=seat, colour=colour_name(setup.first))


def _same_bonus_from(control: Control) -> int | None:
    """From which period on every move earns the same; None if it is not so simple."""
    last = control[-1]
    if last.method not in _A_MOVE:
        return None
    first = len(control) - 1
    while first and (control[first - 1].method, control[first - 1].bonus_ns) == (
        last.method,
        last.bonus_ns,
    ):
        first -= 1
    before = control[:first]
    simple = all(period.method is Method.PLAIN and period.moves for period in before)
    return first if simple else None


def _since(control: Control, first: int) -> str:
    moves = sum(period.moves or 0 for period in control[:first])
    return f"from move {moves + 1}" if moves else "from the first"


def _clause(period: Period, *, with_bonus: bool) -> str:
    quota = f"{period.moves} moves in " if period.moves is not None else ""
    again = ", again and again" if period.repeat else ""
    bonus = f" and {_bonus(period)}" if with_bonus and period.method in _A_MOVE else ""
    return f"{quota}{_time(period)}{bonus}{again}"


def _time(period: Period) -> str:
    time = duration_text(period.time_ns)
    match period.method:
        case Method.BYOYOMI:
            turns = f"{period.count} period{'' if period.count == 1 else 's'}"
            overtime = f"{turns} of {short_length(period.bonus_ns)}"
            return f"{time} and {overtime}" if period.time_ns else overtime
        case Method.HOURGLASS:
            return f"{time}, an hourglass: what one uses the other gains"
        case Method.GONG:
            return f"{time} for every move, with a gong"
        case Method.COUNTUP:
            return f"counting up from {time}"
        case _:
            return time


def _bonus(period: Period) -> str:
    length = short_length(period.bonus_ns)
    match period.method:
        case Method.DELAY:
            return f"a delay of {length} a move"
        case Method.BRONSTEIN:
            return f"up to {length} back a move"
        case _:
            return f"+{length} a move"
