"""Time controls and settings in sentences, to be read before a game."""

from collections.abc import Iterator

from clock.rules.control import Control, Period
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import Setup
from clock.rules.units import duration_text
from clock.text.glyphs import fits
from clock.text.language import tr, trn
from clock.text.match import match_sentences
from clock.text.methods import METHOD_TEXTS
from clock.text.opening import opening_name
from clock.text.regulations import changed, choice_name, profile_name, value_text
from clock.text.rows import cut, wrapped
from clock.text.words import colour_name, seat_name, short_length


def plain(control: Control) -> str:
    """Return a time control in a sentence: "40 moves in 2:00:00, then 1:00:00"."""
    begins = _same_bonus_from(control)
    text, *following = (_clause(period, with_bonus=begins is None) for period in control)
    for clause in following:
        text = tr("{periods}, then {period}").format(periods=text, period=clause)
    if begins is None:
        return text
    moves = sum(period.moves or 0 for period in control[:begins])
    since = tr("{control}; {bonus} from move {number}")
    return since.format(control=text, bonus=_bonus(control[-1]), number=moves + 1)


def setting(setup: Setup) -> tuple[str, ...]:
    """Return a setting in sentences: the match, each seat's control, the opening, the rules."""
    match = () if setup.match is None else match_sentences(setup.match)
    return (*match, *_times(setup), *_rules(setup))


def preset_setting(setup: Setup) -> tuple[str, ...]:
    """Return what a preset sets, in sentences: the colour that begins, but at no seat."""
    colour = tr("{colour} begins").format(colour=colour_name(setup.first))
    return tuple(colour if each == begins(setup) else each for each in setting(setup))


def setting_rows(setup: Setup) -> tuple[str, ...]:
    """Return a setting in rows of the displays."""
    return tuple(row for sentence in setting(setup) for row in wrapped(sentence))


def first_words(title: str) -> str:
    """Return as much of a title as one row holds, broken at a comma if possible."""
    while not fits(title) and "," in title:
        title = title.rpartition(",")[0]
    return cut(title)


def upper_first(text: str) -> str:
    return text[:1].upper() + text[1:]


def _times(setup: Setup) -> Iterator[str]:
    if setup.left == setup.right:
        yield tr("Both: {control}").format(control=plain(setup.left))
    else:
        for seat in (LEFT, RIGHT):
            yield f"{seat_name(seat)}: {plain(setup.control(seat))}"
    for seat, shown_ns in ((LEFT, setup.left_remaining_ns), (RIGHT, setup.right_remaining_ns)):
        if shown_ns is not None:
            start = tr("{seat} shows {time} at the start")
            yield start.format(seat=seat_name(seat), time=duration_text(shown_ns))


def _rules(setup: Setup) -> Iterator[str]:
    yield tr("Opening: {opening}").format(opening=opening_name(setup.opening))
    yield begins(setup)
    yield tr("Rules: {name}").format(name=profile_name(setup.regulations.name))
    for key in changed(setup.regulations):
        value = value_text(key, getattr(setup.regulations, key))
        yield f"{choice_name(key)}: {value}"


def begins(setup: Setup) -> str:
    """Return who begins, with the colour unless there is an opening, which Black begins."""
    seat = seat_name(setup.starter)
    if setup.opening.name != "none":
        return tr("{seat} begins").format(seat=seat)
    return tr("{seat} begins as {colour}").format(seat=seat, colour=colour_name(setup.first))


def _same_bonus_from(control: Control) -> int | None:
    """The period from which on every move has the same bonus; None if it is not so simple."""
    last = control[-1]
    if not METHOD_TEXTS[last.method].each_move:
        return None
    same = [(each.method, each.bonus_ns) == (last.method, last.bonus_ns) for each in control]
    first = len(control) - same[::-1].index(False) if False in same else 0
    simple = all(not METHOD_TEXTS[each.method].short and each.moves for each in control[:first])
    return first if simple else None


def _clause(period: Period, *, with_bonus: bool) -> str:
    clause = _time(period)
    if period.moves is not None:
        quota = trn("{count} move in {time}", "{count} moves in {time}", period.moves)
        clause = quota.format(count=period.moves, time=clause)
    if with_bonus and METHOD_TEXTS[period.method].each_move:
        clause = tr("{period} and {bonus}").format(period=clause, bonus=_bonus(period))
    if period.repeat:
        clause = tr("{period}, repeating").format(period=clause)
    return clause if period.carry else tr("{period}, unused time is dropped").format(period=clause)


def _time(period: Period) -> str:
    time = tr(METHOD_TEXTS[period.method].time).format(time=duration_text(period.time_ns))
    if not period.has_byoyomi:
        return time
    turns = trn("{count} period of {length}", "{count} periods of {length}", period.count)
    overtime = turns.format(count=period.count, length=short_length(period.bonus_ns))
    both = tr("{time} and {overtime}").format(time=time, overtime=overtime)
    return both if period.time_ns else overtime


def _bonus(period: Period) -> str:
    return tr(METHOD_TEXTS[period.method].each_move).format(length=short_length(period.bonus_ns))
