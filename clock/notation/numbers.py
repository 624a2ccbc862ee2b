"""Numbers as words in a written time control: "forty moves in two hours", "une heure et demie"."""

import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path

_TABLE = tomllib.loads(Path(__file__).with_name("numbers.toml").read_text(encoding="utf-8"))
Rewrites = tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...]
"""Patterns and what is written in their place."""
_SPELLED, _HALF = "\ue000", "\ue001"
"""Before a number that was a word, and in place of "and a half"."""
_OTHER_LETTERS = str.maketrans("łßё", "lsе")


@lru_cache(maxsize=4096)
def without_accents(text: str) -> str:
    """Return a text without the accents of Latin and Cyrillic letters, each in its place."""
    if text.isascii():
        return text
    return "".join(map(_without_accent, text)).translate(_OTHER_LETTERS)


@lru_cache(maxsize=2048)
def _without_accent(letter: str) -> str:
    apart = unicodedata.normalize("NFD", letter)
    return apart[0] if all("\u0300" <= mark <= "\u036f" for mark in apart[1:]) else letter


def _any_of(words: Iterable[str]) -> str:
    """The pattern of any of these words, with accents and without, the longest first."""
    both = {each for word in words for each in (word, without_accents(word))}
    return f"(?:{'|'.join(map(re.escape, sorted(both, key=len, reverse=True)))})"


_VALUES = {
    spelling: value
    for value, words in _TABLE["values"].items()
    for word in words
    for spelling in (word, without_accents(word))
}
NUMBER_WORDS = frozenset(_VALUES)
SPELLED_NUMBER = _any_of(_VALUES)
ARTICLES = frozenset(_TABLE["words"]["articles"])
_JOINS, _HALVES, _ARTICLES, _HOURS, _MINUTES = (
    _any_of(_TABLE["words"][each])
    for each in ("joins", "and_a_half", "articles", "hours", "minutes")
)


def _spelled(found: re.Match[str]) -> str:
    return f"{_SPELLED}{_VALUES[found[0]]}"


def _added(found: re.Match[str]) -> str:
    """The sum of tens or hundreds and a smaller number."""
    tens, rest = int(found[1]), int(found[2])
    return f"{_SPELLED}{tens + rest}" if rest < tens else found[0]


def _asian(found: re.Match[str]) -> str:
    """A number of kanji, or of Korean syllables."""
    total, digit = 0, ""
    for each in found[0]:
        place = _PLACES.get(each)
        if place is None:
            digit += str(_DIGITS[each])
        else:
            total, digit = total + place * int(digit or 1), ""
    return str(total + int(digit or 0))


_PLACES = {"十": 10, "百": 100, "십": 10, "백": 100}
_DIGITS = {
    each: value % 10 for value, each in enumerate("〇一二三四五六七八九영일이삼사오육칠팔구")
} | {"两": 2}
_NATIVE = {
    each: str(value) for value, each in enumerate(("한", "두", "세", "네", "다섯", "여섯"), 1)
}
_SUM = re.compile(rf"{_SPELLED}(\d*0)(?: {_JOINS})? {_SPELLED}(\d{{1,2}})(?![\d.])")
_REWRITTEN: Rewrites = (
    (re.compile("[〇一二三四五六七八九十百两]+"), _asian),
    (re.compile("(?<![가-힣])[일이삼사오육칠팔구십백]+(?= ?(?:분|초(?!읽)|회|번|시간))"), _asian),
    (
        re.compile(rf"(?<![가-힣]){_any_of(_NATIVE)}(?= ?(?:시간|번|수))"),
        lambda found: _NATIVE[found[0]],
    ),
    (re.compile(rf"(?<=[^\W_]) ?{_HALVES}(?![^\W_])"), _HALF),
    (re.compile(rf"(?<!\w){SPELLED_NUMBER}(?!\w)"), _spelled),
    (_SUM, _added),
    (_SUM, _added),
    (re.compile(rf"(?<!\w){_ARTICLES} (?={_SPELLED})"), ""),
    (re.compile(rf"(?<=\d ){_ARTICLES} (?=(?:{_HOURS}|{_MINUTES})\b)"), ""),
    (re.compile(rf"(?<!\w){_ARTICLES} (?=(?:{_HOURS}|{_MINUTES})\b)"), "1 "),
    (
        re.compile(rf"(\d [^\W\d_]+ {_HOURS}\b)|(?<!\w)(?<!\d )(?={_HOURS}\b)"),
        lambda found: found[1] or "1 ",
    ),
    (re.compile(rf"^(?={_MINUTES}\b)"), "1 "),
    (re.compile(rf"(?<![\d.])(\d+)( ?[^\W\d_]+)?{_HALF}"), r"\1.5\2"),
    (re.compile(_SPELLED), ""),
)


def with_digits(text: str) -> str:
    """Return a text in small letters with digits for its numbers in words."""
    return rewritten(text, _REWRITTEN)


def rewritten(text: str, rewrites: Rewrites) -> str:
    """Return a text with each pattern replaced; a search that fails costs less than a sub."""
    for pattern, instead in rewrites:
        if pattern.search(text) is not None:
            text = pattern.sub(instead, text)
    return text
