"""A time control as people type it, with the same meaning in PGN."""

from clock.notation.ways import BONUS_NS_MAX, STONES_MIN
from clock.rules.control import EACH_MOVE, NEVER_USED_UP, Control, Period
from clock.rules.units import HOUR_NS, MINUTE_NS, SECOND_NS
from clock.text.methods import METHOD_TEXTS

DAYTIME_NS = 8 * HOUR_NS
"""So many hours are written in minutes: 18h may be a time of day."""

_LETTERS = {each: texts.letter for each, texts in METHOD_TEXTS.items() if texts.letter is not None}
_METHODS = {letter: method for method, letter in _LETTERS.items()}
_PLAIN, _INCREMENT, _BYOYOMI, _HOURGLASS = (_METHODS[each] for each in ("", "+", "+x", "*"))
_FOR_ALL = tuple(method for method in _LETTERS if method in EACH_MOVE - {_INCREMENT})
"""Their bonus in the last period is for all periods, unless "and" adds it to that one alone."""


def typed_text(control: Control) -> str:
    """Write a control in the form with one meaning only."""
    has_plain = any(each.method is _PLAIN for each in control)
    text = ""
    for index, period in enumerate(control):
        if index and index == len(control) - 1 and _is_overtime(control[index - 1], period):
            return f"{text}+{period.moves}/{_length(period.time_ns)}"
        text += ":" if index else ""
        text += "*" if period.method is _HOURGLASS else ""
        text += f"{period.moves}/" if period.moves else ""
        text += f"{_length(period.time_ns)}{_bonus(period, has_plain=has_plain)}"
        if period.method in NEVER_USED_UP:
            text += f" {period.method.value.replace('_', ' ')}"
        once = index == len(control) - 1 and period.moves and not period.repeat
        text += (" once" if once else "") + ("" if period.carry else " dropped")
    return text


def _is_overtime(main: Period, period: Period) -> bool:
    """Whether a last period is overtime as in go: moves in a time, again and again."""
    is_block = period.repeat and not period.carry and period.method is _PLAIN
    return is_block and main.method is _PLAIN and main.moves is None and main.carry


def _bonus(period: Period, *, has_plain: bool) -> str:
    if not period.bonus_ns:
        return ""
    if period.method is _BYOYOMI:
        many = period.count >= STONES_MIN and period.bonus_ns > BONUS_NS_MAX
        return f"+{period.count}x{_length(period.bonus_ns)}" + (" byo-yomi" if many else "")
    length = _seconds(period.bonus_ns)
    if period.method in _FOR_ALL:
        return f"{' and ' if has_plain else ''}{_LETTERS[period.method]}{length}"
    return f"+{length} a move" if period.bonus_ns > BONUS_NS_MAX else f"+{length}"


def _length(length_ns: int) -> str:
    """Write a length of time as "1h30m" or "5.5s"."""
    hours, rest_ns = divmod(length_ns, HOUR_NS) if length_ns < DAYTIME_NS else (0, length_ns)
    minutes, rest_ns = divmod(rest_ns, MINUTE_NS)
    text = "".join(f"{count}{unit}" for count, unit in ((hours, "h"), (minutes, "m")) if count)
    return text + _seconds(rest_ns) if rest_ns or not text else text


def _seconds(length_ns: int) -> str:
    """Write a length of time in seconds."""
    seconds, fraction = divmod(length_ns, SECOND_NS)
    return f"{seconds}.{fraction:09}".rstrip("0") + "s" if fraction else f"{seconds}s"
