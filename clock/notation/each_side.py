"""Each seat's time control in one text: `10 vs 2` is left against right.

Each part is read by itself. Between two plain times a colon with spaces may stand for "vs", or for
the next period as in PGN, so it is asked.
"""

import re
from contextlib import suppress
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from clock.notation.other_numbers import any_of
from clock.notation.typed import Unclear, control_as_typed, question
from clock.notation.written import typed_text
from clock.rules.control import Control
from clock.rules.refusal import SetupError
from clock.rules.units import MINUTE_NS

_FOR = "(?:for|für|pour|para|per|pro|dla|voor|для)"
_WORDS = "versus|vs|v|against|gegen|tegen|contre|contra|contro|proti|przeciw|против|mot|mod|대|対"
_AGAINST = re.compile(rf"(?<![^\W\d_])(?:{_WORDS})\.?(?![^\W\d_])", re.IGNORECASE)
_V = re.compile(r"\bv\b", re.IGNORECASE)
_LEFT = "left|links|gauche|izquierda|vlevo|levý|왼쪽"
_RIGHT = "right|rechts|droite|derecha|vpravo|pravý|오른쪽"
_NAMED = re.compile(
    rf"\W*(?:(?:odds|handicap)\W*)?\b(?:{_LEFT})(?: player| side)?\W+(?P<left>\d.*?)\W+(?:and )?"
    rf"\b(?:{_RIGHT})(?: player| side)?\W+(?P<right>\d.*)",
    re.IGNORECASE,
)
_PERSON = rf"(?:the |der |die |das |el |la |le |l')?{any_of('sides', 'person')}"
_OF = "(?: is| has| gets| with| hat| bekommt| a| tiene| má| ma| получает)?"
_EACH_OWN = (
    re.compile(
        rf"(?:{any_of('sides', 'event')}\W+)?(?P<one>{_PERSON}){_OF}\W+(?P<left>\d.*?)\W+"
        rf"(?:(?:and|und|et|y|e|a|i|en|и) )?(?P<other>{_PERSON}){_OF}\W+(?P<right>\d.*)",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:{any_of('sides', 'event')}\W+)?(?P<left>\d.*?) {_FOR} (?P<one>{_PERSON})\W+"
        rf"(?:(?:and|und|et|y|e|a|i|en|и) )?(?P<right>\d.*?) {_FOR} (?P<other>{_PERSON})\W*",
        re.IGNORECASE,
    ),
)
"""Two persons, each with a time: "child 10 min, parent 2 min", "5 min for the master, 10 ..."."""
_SHARED = re.compile(r"(?:[,;]\s|\s(?:with|mit|avec|con|met|com|med|and|und)\s).*", re.IGNORECASE)
_UNIT = re.compile(r"\d+ ?([^\W\d_]+|')")
_DIGIT = re.compile(r"\d")
_COLON = re.compile(r"\s:\s")
_TWO_NUMBERS = re.compile(r"\s*(\d{1,3})(?: (?!\1\b)| ?[-‐‑–—−] ?)(\d{1,2})\s*")
"""Two numbers alone: each side's, or with a plus left out."""


class Controls(NamedTuple):
    """The controls of both seats."""

    left: Control
    right: Control


class UnclearSides(Unclear):
    """A text with several meanings for the two seats; the message asks for one of them."""

    def __init__(self, text: str, meanings: tuple[Controls, ...]) -> None:
        SetupError.__init__(self, "", question(text, map(text_of_sides, meanings)))
        self.meanings = meanings


def text_of_sides(controls: Controls) -> str:
    """Write both seats' controls in the form with one meaning only."""
    left, right = map(typed_text, controls)
    return left if left == right else f"{left} vs {right}"


def both_as_typed(text: str) -> Controls:
    """Return both seats' controls; raises Unclear, or SetupError with the place."""
    found = readings(text)
    if len(found) > 1 or not _is_sure(text):
        raise UnclearSides(text.strip(), found)
    return found[0]


@lru_cache(maxsize=256)
def readings(text: str) -> tuple[Controls, ...]:
    """Return what a text can mean, the likeliest first; raises SetupError if it means nothing."""
    apart = _in_colons(text)
    if (numbers := _TWO_NUMBERS.fullmatch(text)) is not None:
        with suppress(SetupError):
            apart = _apart(list(numbers.groups()))
            text = "+".join(numbers.groups()) if apart else text
    try:
        of_both = tuple(Controls(each, each) for each in _meanings(text))
    except SetupError:
        if apart := _apart(_with_shared(_sides(text))):
            return apart
        raise
    return (*(each for each in apart if each not in of_both), *of_both)


def _is_sure(text: str) -> bool:
    """Whether a text is clear, without any words passed over."""
    try:
        control_as_typed(text)
    except Unclear:
        return False
    except SetupError:
        return len(parts := _sides(text)) > 1 and all(map(_is_sure, parts))
    return True


def _meanings(text: str) -> tuple[Control, ...]:
    try:
        return (control_as_typed(text),)
    except Unclear as error:
        return error.meanings


def _sides(text: str) -> list[str]:
    """The parts of a text, a seat each; the whole text if it names none."""
    for each in _EACH_OWN:
        own = each.fullmatch(text.strip())
        if own is not None and own["one"].lower() != own["other"].lower():
            return _with_unit(own["left"], own["right"])
    named = _NAMED.fullmatch(text)
    parts = [named["left"], named["right"]] if named else _AGAINST.split(text)
    if not all(map(_DIGIT.search, parts)):
        return [text]  # "alle gegen alle"
    # In Czech "v" is "at", before a time of day.
    is_sure = len(parts) != 2 or _V.search(text) is None or all(map(_is_sure, parts))
    return parts if is_sure else [text]


def _with_unit(one: str, other: str) -> list[str]:
    """Two times, the second with the unit of the first: "7 minutes for …, 3 for …"."""
    unit = _UNIT.fullmatch(one)
    return [one, f"{other} {unit[1]}" if unit and other.isdecimal() else other]


def _with_shared(parts: list[str]) -> list[str]:
    """Two parts with what stands behind the second for both: "5 vs 4 with 3 s increment"."""
    tail = _SHARED.search(parts[-1])
    if len(parts) != 2 or tail is None or _SHARED.search(parts[0]) or not _DIGIT.search(tail[0]):
        return parts
    return [f"{parts[0].rstrip()}{tail[0]}", parts[1]]


def _apart(parts: list[str]) -> tuple[Controls, ...]:
    """The meanings of two parts, a seat each; none if there are not two."""
    return tuple(map(Controls._make, product(*map(_meanings, parts)))) if len(parts) == 2 else ()


def _in_colons(text: str) -> tuple[Controls, ...]:
    """What a colon with spaces means between two plain times."""
    try:
        found = _apart(_COLON.split(text))
    except SetupError:
        return ()
    return tuple(
        each
        for each in found
        if all(len(one) == 1 and one[0].moves is None for one in each)
        and (each.left[0].time_ns < MINUTE_NS) == (each.right[0].time_ns < MINUTE_NS)
    )
