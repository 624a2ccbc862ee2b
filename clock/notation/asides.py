"""Sentences and brackets beside a time control that have no number and say nothing of it.

As "(as usual)" and "Be warned: this is quick!", and what happens to who oversteps the time.
"""

import re

from clock.notation.normal_form import normalized
from clock.notation.numbers import without_accents
from clock.notation.other_numbers import any_of
from clock.notation.passed import is_misspelt
from clock.notation.tokens import tokens

_BRACKETS = re.compile(r"\([^()]*\)|（[^（）]*）|\[[^][]*\]")
_SENTENCES = re.compile(r".+?(?:[.!?](?=\s|$)|[;。！;；]|$)", re.DOTALL)
_CLAUSES = re.compile(r"[^,、，]*[,、，]*\s*")
_DIGIT = re.compile(r"\d")
_NO_MEANING = "~!,;:/F&>+eagA"
"""Letters of tokens without which a sentence is no part of a control."""
_SOFT = re.compile(any_of("asides", "soft"))
"""Words that change a control but in a sentence that says nothing of time."""
_OF_DRAWS = re.compile(any_of("asides", "soft") + "|" + any_of("asides", "of_draws"))
_DRAW = re.compile(any_of("asides", "draw"))
WORDS_MIN = 5
"""A shorter sentence with such a word may change a control: "60 min (White)"."""
_OF_TIME, _OVER, _LOST, _TAKEN = (
    re.compile(any_of("asides", each)) for each in ("of_time", "over", "lost", "taken")
)


def without_asides(text: str) -> str:
    """Return a text without such parts; the text itself if there are none, or nothing else."""
    plain = _BRACKETS.sub(lambda found: "" if _is_aside(found[0]) else found[0], text)
    rest = [each for each in _SENTENCES.findall(plain) if not _is_aside(each)]
    rest = ["".join(_without_losing(_CLAUSES.findall(each))) for each in rest]
    plain = "".join(rest)
    if plain == text:
        return text
    plain = re.sub(r" +(?=[.,;:])", "", plain).strip(" ,;")
    return plain if _DIGIT.search(normalized(plain)) else text


def _without_losing(clauses: list[str]) -> list[str]:
    """The clauses of a sentence but the last ones, if these are only of losing on time."""
    for at in range(len(clauses)):
        if _is_of_losing("".join(clauses[at:])):
            return clauses[:at]
    return clauses


def _is_aside(part: str) -> bool:
    plain = normalized(part.strip(" ()（）[].;!?。！"))
    if _DIGIT.search(plain) or not plain:
        return False
    if _is_of_losing(plain):
        return True
    found = tokens(plain, colons=True, split=False, passing=True)
    if is_misspelt(found) or not any(each.letter in "~!" for each in found):
        return False
    if any(each.letter not in _NO_MEANING for each in found):
        return False
    changing = [each.text for each in found if each.letter == "!"]
    if not changing:
        return True
    if len(plain.split()) < WORDS_MIN or _OF_TIME.search(without_accents(plain)):
        return False
    soft = _OF_DRAWS if _DRAW.search(plain) else _SOFT
    return all(map(soft.fullmatch, changing))


def _is_of_losing(part: str) -> bool:
    """Whether a part is only of losing on time."""
    plain = without_accents(part.lower())
    if not (_OVER.search(plain) and _LOST.search(plain)):
        return False
    return not (_TAKEN.search(plain) or _DIGIT.search(normalized(part)))
