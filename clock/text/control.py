"""Time controls and settings in plain words, for people who read them before a game."""

from collections.abc import Iterator

from clock.rules.control import Control, Method, Period
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import Setup
from clock.rules.units import duration_text
from clock.text.glyphs import fits
from clock.text.language import N_, tr, trn
from clock.text.match import match_sentences
from clock.text.opening import opening_name
from clock.text.regulations import changed, choice_name, profile_name, value_text
from clock.text.rows import cut, wrapped
from clock.text.words import colour_name, seat_name, short_length

METHODS = {
    Method.PLAIN: N_("no increment"),
    Method.INCREMENT: N_("increment (Fischer)"),
    Method.BRONSTEIN: N_("Bronstein"),
    Method.DELAY: N_("delay (US)"),
    Method.BYOYOMI: N_("byo-yomi"),
    Method.HOURGLASS: N_("hourglass"),
    Method.COUNTUP: N_("counts up"),
    Method.GONG: N_("gong"),
}

_A_MOVE = (Method.INCREMENT, Method.DELAY, Method.BRONSTEIN)
"""What is given for every move, and so is told once for all periods that give the same."""


def plain(control: Control) -> str:
    """Return a whole time control in words.

    "40 moves in 2:00:00, then 1:00:00; +30 s a move from the first".
    """
    begins = _same_bonus_from(control)
    text, *following = (_clause(period, with_bonus=begins is None) for period in control)
    for clause in following:
        text = tr("{periods}, then {period}").format(periods=text, period=clause)
    if begins is None:
        return text
    moves = sum(period.moves or 0 for period in control[:begins])
    since = tr("{control}; {bonus} from move {number}")
    if not moves:
        since = tr("{control}; {bonus} from the first")
    return since.format(control=text, bonus=_bonus(control[-1]), number=moves + 1)


def setting(setup: Setup) -> tuple[str, ...]:
    """Return a whole setting in sentences: each seat's control, the opening, the regulations."""
    return (*_match(setup), *_times(setup), *_rules(setup))


def setting_rows(setup: Setup) -> tuple[str, ...]:
    """Return a whole setting in rows."""
    return tuple(row for sentence in setting(setup) for row in wrapped(sentence))


def asked_rows(setup: Setup) -> tuple[str, ...]:
    """Return the same rows with the times last: beside a question they stand in sight."""
    told = (*_rules(setup), *_match(setup), *_times(setup))
    return tuple(row for sentence in told for row in wrapped(sentence))


def first_words(title: str) -> str:
    """Return as much of a title as one row holds, whole parts between commas if it can be."""
    while not fits(title) and "," in title:
        title = title.rpartition(",")[0]
    return cut(title)


def upper_first(text: str) -> str:
    """Return a text with its first letter as at the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def _match(setup: Setup) -> Iterator[str]:
    return match_sentences(setup.match) if setup.match is not None else iter(())


def _times(setup: Setup) -> Iterator[str]:
    if setup.left == setup.right:
        yield tr("Both: {control}").format(control=plain(setup.left))
    else:
        for seat in (LEFT, RIGHT):
            yield f"{seat_name(seat)}: {plain(setup.control(seat))}"
    for seat, shown_ns in ((LEFT, setup.left_remaining_ns), (RIGHT, setup.right_remaining_ns)):
        if shown_ns is not None:
            shows = tr("{seat} shows {time} at the start")
            yield shows.format(seat=seat_name(seat), time=duration_text(shown_ns))


def _rules(setup: Setup) -> Iterator[str]:
    yield tr("Opening: {opening}").format(opening=opening_name(setup.opening.name))
    yield begins(setup)
    yield tr("Rules: {name}").format(name=profile_name(setup.regulations.name))
    for key in changed(setup.regulations):
        value = value_text(key, getattr(setup.regulations, key))
        yield tr("Changed: {choice} {value}").format(choice=choice_name(key), value=value)


def begins(setup: Setup) -> str:
    """Return who begins, and as what: in an opening Black begins, and is not told."""
    seat = seat_name(setup.starter)
    if setup.opening.name != "none":
        return tr("{seat} begins").format(seat=seat)
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


def _clause(period: Period, *, with_bonus: bool) -> str:
    clause = _time(period)
    if period.moves is not None:
        quota = trn("{count} move in {time}", "{count} moves in {time}", period.moves)
        clause = quota.format(count=period.moves, time=clause)
    if with_bonus and period.method in _A_MOVE:
        clause = tr("{period} and {bonus}").format(period=clause, bonus=_bonus(period))
    if period.repeat:
        clause = tr("{period}, again and again").format(period=clause)
    return clause if period.carry else tr("{period}, unused time is dropped").format(period=clause)


def _time(period: Period) -> str:
    time = duration_text(period.time_ns)
    match period.method:
        case Method.BYOYOMI:
            length = short_length(period.bonus_ns)
            turns = trn("{count} period of {length}", "{count} periods of {length}", period.count)
            overtime = turns.format(count=period.count, length=length)
            both = tr("{time} and {overtime}").format(time=time, overtime=overtime)
            return both if period.time_ns else overtime
        case Method.HOURGLASS:
            return tr("{time}, an hourglass: what one uses the other gains").format(time=time)
        case Method.GONG:
            return tr("{time} for every move, with a gong").format(time=time)
        case Method.COUNTUP:
            return tr("counting up from {time}").format(time=time)
        case _:
            return time


def _bonus(period: Period) -> str:
    length = short_length(period.bonus_ns)
    match period.method:
        case Method.DELAY:
            return tr("a delay of {length} a move").format(length=length)
        case Method.BRONSTEIN:
            return tr("up to {length} back a move").format(length=length)
        case _:
            return tr("+{length} a move").format(length=length)
