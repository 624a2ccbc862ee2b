"""Time controls and setups in sentences, to be read before a game."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from clock.kinds import KINDS, has_openings, kind_of
from clock.rules.control import Control, Period
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import Setup
from clock.rules.units import MINUTE_NS, duration_text
from clock.text.language import tr, trn
from clock.text.match import match_points, must_win_text, played_text
from clock.text.methods import METHOD_TEXTS
from clock.text.opening import opening_name
from clock.text.regulations import (
    changed,
    choice_name,
    profile_name,
    profile_short_name,
    value_text,
)
from clock.text.rows import cut, cut_title, wrapped
from clock.text.sides import has_colours, side_name
from clock.text.words import (
    brief,
    cost_text,
    first_fit,
    in_groups,
    length_in_words,
    seat_name,
    short_length,
)


def plain(control: Control) -> str:
    """Return a time control in a sentence: "40 moves in 2:00:00, then 1:00:00"."""
    begins = _same_bonus_from(control)
    text, *following = (_clause(*each, with_bonus=begins is None) for each in in_groups(control))
    for clause in following:
        text = tr("{periods}, then {period}").format(periods=text, period=clause)
    if begins is None:
        return text
    moves = sum(period.moves or 0 for period in control[:begins])
    since = tr("{control}; {bonus} from move {number}")
    return since.format(control=text, bonus=_bonus(control[-1]), number=moves + 1)


def control_title(control: Control) -> str:
    """Return a time control in a row: "5 min + 3 s", "30 min, 5x30 s"; others as `brief`."""
    period, whole = control[0], METHOD_TEXTS[control[0].method].whole
    if len(control) > 1 or period.moves is not None or not whole:
        return brief(control)
    time, length = map(short_length, (period.time_ns, period.bonus_ns))
    return tr(whole).format(time=time, length=length, count=period.count)


def preset_title(title: str, setup: Setup, *, own: bool = False) -> str:
    """Return a preset's title in a row, with its opening where there is room.

    `title` is as its file has it. Where it begins with the game, that gives way first: the list
    of a game's presets has it for its own title. One of the user's `own` stays as it is.
    """
    shown = cut_title(title if own else tr(title))
    name = title.partition(", ")[0]
    if setup.opening.name == "none" or setup.opening.title in name:
        return shown
    named, game = [shown], kind_of(setup.game).title
    if game and not own and name.startswith(game):
        times = control_title(setup.left)
        named = [f"{tr(game)} {times}", times, _shorter_title(setup.left)]
    opening = opening_name(setup.opening)
    return first_fit((*(f"{each}, {opening}" for each in named), shown))


def _shorter_title(control: Control) -> str:
    """Return a control's title, shorter if it is minutes and a bonus: "90+30 s"."""
    (period, *more), whole = control, METHOD_TEXTS[control[0].method].whole
    minutes, rest_ns = divmod(period.time_ns, MINUTE_NS)
    if more or period.moves is not None or rest_ns or " + " not in whole:
        return control_title(control)
    return whole.replace(" + ", "+").format(time=minutes, length=short_length(period.bonus_ns))


def setup_title(setup: Setup) -> str:
    """Return a setup in a row as people say it: "Chess 5 min + 3 s", or each seat's time."""
    left, right = map(control_title, (setup.left, setup.right))
    both = tr("{left} v {right}").format(left=left, right=right)
    both = left if setup.left == setup.right else both
    if setup.game not in KINDS:
        return both
    title = tr(KINDS[setup.game].title)
    shorter = (f"{title} {brief(setup.left[:1])} …",) if len(setup.left) > 1 else ()
    return first_fit((f"{title} {both}", *shorter, both))


def titles(setups: Sequence[Setup]) -> tuple[str, ...]:
    """Return a row for each setup, with the difference where two would be alike."""
    return tuple(_title_among(setup, setups) for setup in setups)


def _title_among(setup: Setup, setups: Sequence[Setup]) -> str:
    alike = [each for each in setups if each != setup and _titled(each) == _titled(setup)]
    known = [point for other in alike for point in setup_points(other)]
    own = [point for point in setup_points(setup) if point not in known]
    title, times = setup_title(setup), control_title(setup.left)
    match own if alike else []:
        case []:
            return cut(title)
        case [SetupPoint("control", control), *_]:
            return cut(control_title(control))
        case [SetupPoint("opening", opening), *_]:
            text = opening_name(opening)
        case [SetupPoint("rules", name), *_]:
            text = profile_short_name(name)
        case [point, *_]:
            text = point_text(point)
    return cut(first_fit((f"{title}, {text}", f"{times}, {text}", text)))


def _titled(setup: Setup) -> object:
    """What a title has room for: the first period, and whether more follow."""
    return setup.game, *((each[0], len(each) > 1) for each in (setup.left, setup.right))


def controls_text(left: Control, right: Control, words: Callable[[Control], str] = plain) -> str:
    """Return both seats' controls in a sentence: "Left: 10:00 · Right: 2:00"."""
    if left == right:
        return upper_first(words(left))
    sides = ((LEFT, left), (RIGHT, right))
    return " · ".join(f"{seat_name(seat)}: {words(control)}" for seat, control in sides)


def corrected_controls_text(began: Setup, now: Setup) -> str:
    """Return both seats' controls in a sentence, with those that a correction replaced."""
    before, after = (controls_text(each.left, each.right) for each in (began, now))
    return after if after == before else _corrected(after, before)


def _corrected(after: str, before: str) -> str:
    return tr("{control} (corrected from {before})").format(control=after, before=before)


def short(control: Control) -> str:
    """Return a control in a few words: "5 min, 3 s added a move"; others as `plain` has them."""
    period = control[0]
    text = METHOD_TEXTS[period.method].alone
    if len(control) > 1 or period.moves is not None or not text:
        return plain(control)
    time, length = length_in_words(period.time_ns), length_in_words(period.bonus_ns)
    return tr(text).format(time=time, length=length)


class SetupPoint(msgspec.Struct, frozen=True):
    """One point of a setup, which is one sentence."""

    what: str
    """A switch of the regulations, or one of the cases of `point_text`."""
    value: Any
    seat: Seat | None = None
    """Whose time; None: of both."""


def setup_points(setup: Setup) -> tuple[SetupPoint, ...]:
    """Return a setup point by point: the match, each seat's control, the opening, the rules."""
    match = () if setup.match is None else match_points(setup.match)
    return (*(SetupPoint(*each) for each in match), *_times(setup), *_rules(setup))


def point_text(point: SetupPoint) -> str:
    """Return one point of a setup in a sentence."""
    match point:
        case SetupPoint("played", (number, games, expert)):
            return played_text(number, games, expert)
        case SetupPoint("must_win", (count, games)):
            return must_win_text(count, games)
        case SetupPoint("control", control, None):
            return tr("Both: {control}").format(control=plain(control))
        case SetupPoint("control", control, Seat() as seat):
            return f"{seat_name(seat)}: {plain(control)}"
        case SetupPoint("by_colour"):
            return tr("The times go with the colours")
        case SetupPoint("minute_points", points):
            return tr("A minute below zero: {points}").format(points=cost_text(points))
        case SetupPoint("remaining", shown_ns, Seat() as seat):
            start = tr("{seat} shows {time} at the start")
            return start.format(seat=seat_name(seat), time=duration_text(shown_ns))
        case SetupPoint("game", game):
            return tr("Game: {game}").format(game=tr(KINDS[game].title))
        case SetupPoint("opening", opening):
            return tr("Opening: {opening}").format(opening=opening_name(opening))
        case SetupPoint("begins", None, Seat() as seat):
            return tr("{seat} begins").format(seat=seat_name(seat))
        case SetupPoint("begins", (game, colour), Seat() as seat):
            text = tr("{seat} begins as {colour}")
            if kind_of(game).handicap and colour is not kind_of(game).first:
                text = tr("Handicap: {seat} begins as {colour}")
            return text.format(seat=seat_name(seat), colour=side_name(game, colour))
        case SetupPoint("rules", name):
            return tr("Rules: {name}").format(name=profile_name(name))
    return f"{choice_name(point.what)}: {value_text(point.what, point.value)}"


def setup_sentences(setup: Setup) -> tuple[str, ...]:
    """Return a setup in sentences."""
    return tuple(map(point_text, setup_points(setup)))


def corrected_sentences(began: Setup, now: Setup) -> tuple[str, ...]:
    """Return a setup in sentences as it is now, with the time controls that it replaced."""
    texts = []
    for point in setup_points(now):
        text = point_text(point)
        if point.what == "control":
            seats = (LEFT, RIGHT) if point.seat is None else (point.seat, point.seat)
            left, right = map(began.control, seats)
            if not left == right == point.value:
                text = _corrected(text, controls_text(left, right))
        texts.append(text)
    return tuple(texts)


def preset_sentences(setup: Setup) -> tuple[str, ...]:
    """Return what a preset sets, in sentences: the colour that begins, but at no seat."""
    side = first_side(setup)
    begins = tr("{colour} begins").format(colour=side) if side else ""
    texts = (begins if each.what == "begins" else point_text(each) for each in setup_points(setup))
    return tuple(filter(None, texts))


def opening_sentence(setup: Setup, title: str) -> str:
    """Return a preset's opening in a sentence; "" for none, and if its title ends with it."""
    named = setup.opening.name == "none" or title.endswith(setup.opening.title)
    return "" if named else point_text(SetupPoint("opening", setup.opening))


def setup_rows(setup: Setup) -> tuple[str, ...]:
    """Return a setup in rows of the displays."""
    return tuple(row for sentence in setup_sentences(setup) for row in wrapped(sentence))


def upper_first(text: str) -> str:
    return text[:1].upper() + text[1:]


def _times(setup: Setup) -> Iterator[SetupPoint]:
    if setup.left == setup.right:
        yield SetupPoint("control", setup.left)
    else:
        for seat in (LEFT, RIGHT):
            yield SetupPoint("control", setup.control(seat), seat)
        if setup.times_by_colour:
            yield SetupPoint("by_colour", None)
    points = kind_of(setup.game).minute_points
    if points and any(each.method.counting.below_zero for each in setup.left + setup.right):
        yield SetupPoint("minute_points", points)
    for seat, shown_ns in ((LEFT, setup.left_remaining_ns), (RIGHT, setup.right_remaining_ns)):
        if shown_ns is not None:
            yield SetupPoint("remaining", shown_ns, seat)


def _rules(setup: Setup) -> Iterator[SetupPoint]:
    if setup.game in KINDS:
        yield SetupPoint("game", setup.game)
    if has_openings(setup.game) or setup.opening.name != "none":
        yield SetupPoint("opening", setup.opening)
    # In an opening Black begins, so there the colour says nothing.
    named = setup.opening.name == "none" and has_colours(setup)
    yield SetupPoint("begins", (setup.game, setup.first) if named else None, setup.starter)
    yield SetupPoint("rules", setup.regulations.name)
    for key in changed(setup.regulations):
        yield SetupPoint(key, getattr(setup.regulations, key))


def rules_text(setup: Setup, usual: Setup | None = None) -> str:
    """Return who begins, the opening and the rules in a row; besides a usual setup, its own alone.

    "" if there is nothing to say.
    """
    known = () if usual is None else tuple(_rules(usual))
    points = [each for each in _rules(setup) if each.what != "game" and each not in known]
    if usual is not None and setup.first is usual.first:
        points = [each for each in points if each.what != "begins"]
    return " · ".join(map(point_text, points))


def begins_text(setup: Setup) -> str:
    """Return who begins, and as what: "Left begins as White"."""
    side = first_side(setup) if setup.opening.name == "none" else ""
    text = tr("{seat} begins as {colour}") if side else tr("{seat} begins")
    return text.format(seat=seat_name(setup.starter), colour=side)


def first_side(setup: Setup) -> str:
    """Return what the players call the side that moves first; "" without colours."""
    return side_name(setup.game, setup.first) if has_colours(setup) else ""


def _same_bonus_from(control: Control) -> int | None:
    """The period from which on every move has the same bonus; None if it is not so simple."""
    last = control[-1]
    if not METHOD_TEXTS[last.method].each_move:
        return None
    same = [(each.method, each.bonus_ns) == (last.method, last.bonus_ns) for each in control]
    first = len(control) - same[::-1].index(False) if False in same else 0
    simple = all(not METHOD_TEXTS[each.method].short and each.moves for each in control[:first])
    return first if simple else None


def _clause(period: Period, times: int, *, with_bonus: bool) -> str:
    clause = _time(period)
    if period.moves is not None:
        quota = trn("{count} move in {time}", "{count} moves in {time}", period.moves)
        clause = quota.format(count=period.moves, time=clause)
    if with_bonus and METHOD_TEXTS[period.method].each_move:
        clause = tr("{period} and {bonus}").format(period=clause, bonus=_bonus(period))
    if period.repeat:
        clause = tr("{period}, repeating").format(period=clause)
    if not period.carry:
        clause = tr("{period}, unused time is dropped").format(period=clause)
    if not period.points:
        return clause
    points = trn("{count} point", "{count} points", period.points).format(count=period.points)
    one, several = tr("{period} for {points}"), tr("{count} times {period}, each for {points}")
    text = several if times > 1 else one
    return text.format(count=times, period=clause, points=points)


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
