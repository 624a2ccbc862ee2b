"""A time control that a text says twice: "90+30 (90 min + 30 s)", "10+5. This means …"."""

import re
from contextlib import suppress
from typing import Protocol

from clock.notation.lexicon import CHANGING
from clock.notation.normal_form import normalized
from clock.notation.other_numbers import any_of
from clock.notation.passed import may_count
from clock.notation.tokens import LENGTH, tokens
from clock.rules.control import Control, Period
from clock.rules.refusal import SetupError

_THAT_IS = (
    r"i\.? ?e\.?|that is|d\. ?h\.|das heißt|c'est-à-dire|es decir|ou seja|cioè|то есть|т\. ?е\.|"
    r"czyli|tzn\.|tj\.|oftewel|d\.w\.z\.|すなわち|つまり|즉"
)
AGAIN = re.compile(
    rf"\s*(.*\S)\s*\(([^()]*)\)\W*|(.*\w)\W+(?:{_THAT_IS})[,:]?\s+(.*\S)\s*", re.IGNORECASE
)
_JOINT = re.compile(r"[.,;:!]\s+|\s+[-–—]\s+|\s*\(")
"""Between two parts of a text that may say the same."""
_NUMBER = re.compile(r"\d")
_NUMBERS = re.compile(r"\d+")
_METHODS = "DBYKHGZUNro"
"""Letters of words for methods but the increment, which 90+30 has without a word."""
_EXPLAINS = re.compile(
    rf"\bclocks?\b|\bmean(?:s|ing)\b|in other words|\b(?:{_THAT_IS})|\buhr(?:en)?\b|bedeutet|"
    "betekent|znamená|signifie|significa|oznacza|значит|klok|pendule|relo[jg]|orologi|zegar|hodin",
    re.IGNORECASE,
)
"""Words with which a second part has the same in full."""
_HALVES = re.compile(any_of("players", "of_a_player"), re.IGNORECASE)
_WHOLE = re.compile(r"\b(?:games?|partie|partida|partita|partij|total|insgesamt)\b", re.IGNORECASE)
"""Words beside each player's time, and beside that of a whole game."""
JOINTS_MAX, SECONDS = 6, 60
_NEXT = ">&+/"
"""What begins another period."""


class MeaningsOf(Protocol):
    """What a text can mean; raises SetupError if it means nothing."""

    def __call__(self, text: str, *, whole: bool) -> tuple[Control, ...]: ...


def of_both_parts(text: str, meanings_of: MeaningsOf) -> Control | None:
    """The control of two parts alike: "G/45;d5, 45 minutes with 5 s delay"."""
    for found in list(_JOINT.finditer(text))[:JOINTS_MAX]:
        parts = text[: found.start()], text[found.end() :]
        if not all(map(_NUMBER.search, parts)) or len({*map(normalized, parts)}) == 1:
            continue
        behind = tokens(normalized(parts[1]), colons=True, split=False)
        if not behind or behind[0].letter in _NEXT:
            continue
        if "(" in found[0]:
            parts = parts[0], parts[1].replace(")", " ", 1)
        with suppress(SetupError):
            first = meanings_of(parts[0], whole=False)
            if len(first) == 1 and _is_explained(
                normalized(parts[0]), normalized(parts[1]), first[0]
            ):
                return first[0]
            second = meanings_of(parts[1], whole=False)
            common = [each for each in first if each in second]
            if not common and _EXPLAINS.search(parts[1]):
                common = [each for each in second if any(_is_fuller(each, one) for one in first)]
            if not common and _HALVES.search(parts[0]) and _WHOLE.search(parts[1]):
                common = [each for each in first if any(_is_twice(one, each) for one in second)]
            if len(common) == 1:
                return common[0]
    return None


def _is_explained(first: str, again: str, control: Control) -> bool:
    """Whether a second part only explains the first: the same times, and no other method."""
    one, other = (tokens(part, colons=True, split=False, passing=True) for part in (first, again))
    letters = {each.letter for each in other}
    if _EXPLAINS.search(again) is None or letters & {*_METHODS} - {each.letter for each in one}:
        return False
    if may_count(other, again):
        return False
    times = {each for period in control for each in (period.time_ns, period.bonus_ns)}
    lengths = {each.length_ns for each in other if each.letter == LENGTH}
    numbers = set(_NUMBERS.findall(again))
    return CHANGING not in letters and lengths <= times and numbers <= {*_NUMBERS.findall(first)}


def _is_twice(control: Control, other: Control) -> bool:
    """Whether a time is that of both players, and another that of one."""
    is_plain = all(each == (Period(each[0].time_ns),) for each in (control, other))
    return is_plain and control[0].time_ns == 2 * other[0].time_ns


def _is_fuller(control: Control, other: Control) -> bool:
    """Whether a control is another with more of it: the same time, and a bonus."""
    if len(control) != 1 or len(other) != 1 or control[0].time_ns != other[0].time_ns:
        return False
    return not other[0].bonus_ns or control[0].bonus_ns == other[0].bonus_ns * SECONDS
