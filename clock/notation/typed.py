"""Time controls as people type them: `3+2`, `1h30m`, `G/60;d5`, `40/120, SD/60`, `60+3x30s`.

A period is `[*][40/ or G/ or SD/]time[bonus]`, with `*` for an hourglass. A time is `90`, `1h30m`,
`90'`, `1.5h` or `1:30:00`; a bonus `+30` a move, `d5` a delay, `b5` Bronstein's, `+3x30` byo-yomi,
`+15/5m` overtime as in go: 15 moves in five minutes, again and again. Between periods is a comma,
`;` or `:`. A bonus that stands alone at the end, or a delay in the last period, is for all of them,
but not a delay that "and" adds to its period: `40/2h:30m and d5`.

A bare number is minutes, or seconds in a bonus: so players write. Programs write seconds (PGN's
`5400+30`), `1:30` may be hours, and the bonus of `40/90, 30 +30`, which stands apart, may be for
every move; `90/40` may be 40 moves in 90 minutes. So a text is read in every way: the one that is
played on a board is meant, and if there are two, which one is asked. In game files, and behind
`pgn:`, a bare number is seconds: that is PGN's TimeControl, with units and bonuses beside its own.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise, product

from msgspec.structs import replace

from clock.notation.reader import require_none
from clock.rules.control import EACH_MOVE, Control, Period, problems
from clock.rules.refusal import SetupError
from clock.rules.units import HOUR_NS, MINUTE_NS, SECOND_NS
from clock.text.methods import METHOD_TEXTS

PLAYED_NS_MAX = 3 * HOUR_NS
"""A reading in minutes, or in hours before a colon, is not meant if a period is longer."""
PLAYED_NS_MIN, MOVE_NS_MIN, BONUS_PART_MAX = MINUTE_NS, 5 * SECOND_NS, 20
"""A reading in seconds is not meant if a period, or a move of it, has less; nor if a bonus is more
than a twentieth of the period."""

PGN = "pgn:"
_UNIT_NS = {"h": HOUR_NS, "m": MINUTE_NS, "s": SECOND_NS}
_LETTERS = {each: texts.letter for each, texts in METHOD_TEXTS.items() if texts.letter is not None}
_METHODS = {letter: method for method, letter in _LETTERS.items()}
_PLAIN, _BYOYOMI, _HOURGLASS = _METHODS[""], _METHODS["+x"], _METHODS["*"]
_FOR_ALL = tuple(method for method in _LETTERS if method in EACH_MOVE - {_METHODS["+"]})
"""Their bonus in the last period is for all periods, unless "and" adds it to that one alone."""
_MARKS = "".join(_LETTERS[method] for method in _LETTERS if method in EACH_MOVE)
"""The letters before a bonus for every move."""
# In this order: units before what is found by them, "and" last, when the others have had theirs.
_WORDS = (
    (r"&", "?"),  # which stands for "and" below
    (r"([\d:]+) hourglass", r"*\1"),
    (r"''|[\"″]|sec(?:ond)?s?", "s"),
    (r"['′]|min(?:ute)?s?", "m"),
    (r"h(?:ou)?rs?", "h"),
    (r"h\s*(\d\d)(?! ?[\d.:/hmsx])", r"h\1m"),
    (r"game(?: in |/)", "g/"),
    (r"inc/?|\||plus", "+"),
    (r"×|periods? of", "x"),
    (r",? then ", ","),
    (r"(?:a )?delay(?: of)? ", "d"),
    (r"bronstein ", "b"),
    (r"(?<=\w)(?:,| and)? (?=[\d.:]+ ?[hms]? (?:a|per) move)", "+"),
    (
        r"each |, repeating| to the end"
        r"| (?:a|per) move\b(?: from (?:the first|move 1\b))?(?! from)",
        "",
    ),
    (r" (?:a|per) move from move (?=\d+$)", "@"),
    (r" (?:moves? )?in ", "/"),
    (r"(?<=\w)(?: and)? (?=\d+ ?x)", "+"),
    (r"^(?=\d+ ?x)", "0+"),
    (r" and (?=\+\d)|(?<=h) and (?=\d+ ?m)", ""),
    (rf" and (?=[{_MARKS}]\d)", "&"),
)
"""What players write in words, and the signs of the grammar in their place."""
_WORD = re.compile(r"[a-z]{3}")
_NUMBER = r"\d{1,7}(?:\.\d{1,9})?"
_LENGTH = rf"(?=\d)(?:(?:{_NUMBER}h)?(?:{_NUMBER}m)?(?:{_NUMBER}s)?(?<=[hms])|{_NUMBER})"
_BONUS = rf"(?P<kind>[{_MARKS}]|\+(?P<count>\d{{1,3}})(?P<overtime>[x/]))(?P<bonus>{_LENGTH})"
_PERIOD = re.compile(
    rf"(?P<glass>\*)?(?:(?P<moves>\d{{1,4}})/|(?:g|sd)/)?(?P<time>{_LENGTH})(?:&?{_BONUS})?"
)
_TERM = re.compile(r"(\d+)\.?(\d*)([hms]?)")
_APART = re.compile(rf"(.*[,;:].*\S)\s+([{_MARKS}].*)")
"""A bonus behind a space, in the last of several periods."""
_BETWEEN = re.compile(r"[,;:]|(?<=[^,;:])(?=(?:g|sd)/)")
_HOURS = re.compile(r"(?<![\d.])(\d{1,3}):([0-5]\d):([0-5]\d)(?!\d)")
_MINUTES = re.compile(r"(?<![\d.])(\d{1,3}):([0-5]\d)(?!\d)")
_BONUS_MINUTES = re.compile(rf"(?<=[{_MARKS}x])(\d{{1,3}}):([0-5]\d)(?!\d)")
_DOTTED = re.compile(rf"(?<![\d.{_MARKS}x])\d+\.\d+(?![\d.hms])")
_SEVERAL = re.compile(rf"(?<![\d.{_MARKS}x])\d+(?:\.\d+)?(?![\d.hmsx/])|\d:\d")
"""Texts with several readings: a number without a unit, or a colon between two numbers."""
_QUOTA = re.compile(r"(?<![\d.+])(\d{1,4})/([1-9]\d{0,3})(?![\d.:hms])")
"""Moves and a time without a unit: with less than a minute a move, the time may stand first."""


class Unclear(SetupError):
    """A text with two meanings; the message asks for one of them."""


def control_from_pgn(text: str) -> Control:
    """Return the control of a text in seconds, as PGN has it; raises SetupError with the place."""
    short = _shortened(_spelled(text))
    # PGN's colon stands between periods. Alone, or among words, "5:30" is meant as a time.
    is_time = _MINUTES.fullmatch(short) or (_WORD.search(text.lower()) and _MINUTES.search(short))
    periods = () if is_time else _read(short, "s")
    if not periods:
        raise _unknown(text)
    require_none(problems(periods))
    return periods


@lru_cache(maxsize=256)
def control_as_typed(text: str) -> Control:
    """Return the control meant on a board; raises Unclear, or SetupError with the place."""
    if text.strip().lower().startswith(PGN):
        return control_from_pgn(text.strip()[len(PGN) :])
    spelled = _spelled(text)
    ways = [_shortened(spelled)]
    if (apart := _APART.fullmatch(spelled)) is not None:
        ways.append(_shortened(f"{apart[1]};{apart[2]}"))
    ways += [turned for way in ways if (turned := _QUOTA.sub(_time_first, way)) != way]
    readings: dict[Control, bool] = {}
    refusal: SetupError | None = None
    for short, (unit, colon) in product(ways, _units(ways[0])):
        control = _read(_without_colons(short, colon), unit)
        if not control:
            continue
        try:
            require_none(problems(control))
        except SetupError as error:
            refusal = error
            continue
        played = not _DOTTED.search(short) and _is_played(control, unit, colon)
        readings[control] = readings.get(control, False) or played
    meant = [control for control, played in readings.items() if played] or list(readings)
    if len(meant) > 1:
        first, second = map(typed_text, meant[:2])
        question = "{text} has two meanings: write {first} or {second}"
        raise Unclear("", question, text=text.strip(), first=first, second=second)
    if meant:
        return meant[0]
    raise refusal or _unknown(text)


def _time_first(quota: re.Match[str]) -> str:
    """Moves that have less than a minute each, read as the minutes and these as the moves."""
    few = int(quota[1]) > int(quota[2])
    return f"{quota[2]}/{quota[1]}" if few else quota[0]


def _units(short: str) -> Iterable[tuple[str, str]]:
    """The units in which bare numbers and colons are read; seconds alone if all is said."""
    if not _SEVERAL.search(short):
        return (("s", ""),)
    return product("m" if "g/" in short or "sd/" in short else "ms", ("", "ms", "hm"))


def typed_text(control: Control) -> str:
    """Write a typed control in the form with one meaning only."""
    text = ""
    for period in control:
        bonus = ""
        if period.bonus_ns:
            count = f"{period.count}x" if period.count else ""
            bonus = f"{_LETTERS[period.method][:1]}{count}{_length(period.bonus_ns)}"
            if period.method in _FOR_ALL and any(e.method is _PLAIN for e in control):
                bonus = f" and {bonus}"
        between = ":" if period.carry else "+"
        glass = "*" if period.method is _HOURGLASS else ""
        moves = f"{period.moves}/" if period.moves else ""
        text += f"{between}{glass}{moves}{_length(period.time_ns)}{bonus}"
    return text.removeprefix(":")


def _unknown(text: str) -> SetupError:
    expected = 'expected a time control such as "90+30", "40/2h, 1h" or "60+3x30s", got {text}'
    return SetupError("", expected, text=repr(text.strip()))


def _spelled(text: str) -> str:
    """A text with letters for words."""
    text = " ".join(text.lower().split())
    for words, signs in _WORDS:
        text = re.sub(words, signs, text)
    return text


def _shortened(text: str) -> str:
    """A text without spaces; "?" if figures would join."""
    return "?" if re.search(r"\d\s+\d", text) else "".join(text.split())


def _is_played(control: Control, unit: str, colon: str) -> bool:
    """Whether a reading, with this unit of bare numbers, could be a game on a board."""
    if any(before.moves is after.moves is None for before, after in pairwise(control)):
        return False
    if (unit == "m" or colon == "hm") and max(each.time_ns for each in control) > PLAYED_NS_MAX:
        return False
    return unit == "m" or all(
        max(PLAYED_NS_MIN, (period.moves or 0) * MOVE_NS_MIN, period.bonus_ns * BONUS_PART_MAX)
        <= period.time_ns
        for period in control
    )


def _without_colons(text: str, colon: str) -> str:
    """A text with the times of a clock in units: "1:30" in "ms" or "hm", if it is a time."""
    text = _HOURS.sub(r"\1h\2m\3s", text)
    if not colon:
        return text
    text = _BONUS_MINUTES.sub(r"\1m\2s", text)
    return _MINUTES.sub(rf"\1{colon[0]}\2{colon[1]}", text)


def _read(text: str, unit: str) -> Control:
    """Read periods, whose times are in a unit if they have none; nothing if that cannot be."""
    *parts, shared = _BETWEEN.split(text)
    if not parts or shared[:1] not in tuple(_MARKS):
        parts, shared = [*parts, shared], ""
    shared, _, since = shared.partition("@")
    periods, moves = list[Period](), 1
    for part in parts:
        found = _PERIOD.fullmatch(part + (shared if moves >= int(since or 1) else ""))
        overtime_ended = bool(periods) and not periods[-1].carry
        if (
            found is None
            or overtime_ended
            or (found["glass"] and (found["moves"] or found["kind"]))
            or (found["overtime"] and since)
        ):
            return ()
        periods += _periods(found, unit)
        moves += periods[-1].moves or 0
    last = periods[-1]
    if since and not last.bonus_ns:
        return ()
    if last.method in _FOR_ALL and not since and "&" not in parts[-1]:
        terms = {"method": last.method, "bonus_ns": last.bonus_ns}
        periods = [replace(e, **terms) if e.method is _PLAIN else e for e in periods]
    periods[-1] = replace(periods[-1], repeat=last.moves is not None)
    return tuple(periods)


def _periods(found: re.Match[str], unit: str) -> list[Period]:
    """A period and its bonus, or the overtime after it."""
    moves = int(found["moves"]) if found["moves"] else None
    period = Period(_length_ns(found["time"], unit), moves)
    if found["glass"]:
        return [replace(period, method=_HOURGLASS)]
    if found["overtime"] == "/":
        length_ns = _length_ns(found["bonus"], unit)
        return [period, Period(length_ns, int(found["count"]), carry=False)]
    bonus_ns = _length_ns(found["bonus"] or "0", "s")
    if found["overtime"]:
        count = int(found["count"])
        return [replace(period, method=_BYOYOMI, bonus_ns=bonus_ns, count=count)]
    method = _METHODS[found["kind"]] if bonus_ns else _PLAIN
    return [replace(period, method=method, bonus_ns=bonus_ns)]


def _length_ns(text: str, unit: str) -> int:
    """A time in nanoseconds; "5.30" in minutes has a dot for the colon."""
    if unit == "m":
        text = re.sub(r"^(\d+)\.([0-5]\d)$", r"\1m\2s", text)
    length_ns = 0
    for whole, fraction, own in _TERM.findall(text):
        unit_ns = _UNIT_NS[own or unit]
        length_ns += int(whole) * unit_ns + int(fraction.ljust(9, "0")) * (unit_ns // SECOND_NS)
    return length_ns


def _length(length_ns: int) -> str:
    """Write a length of time as "1h30m" or "5.5s"."""
    hours, rest_ns = divmod(length_ns, HOUR_NS)
    minutes, rest_ns = divmod(rest_ns, MINUTE_NS)
    text = "".join(f"{count}{unit}" for count, unit in ((hours, "h"), (minutes, "m")) if count)
    seconds, fraction = divmod(rest_ns, SECOND_NS)
    if fraction:
        return f"{text}{seconds}.{fraction:09}".rstrip("0") + "s"
    return f"{text}{seconds}s" if seconds or not text else text
