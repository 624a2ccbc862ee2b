"""The words of written time controls, by what they stand for: the tables, ready for a search.

A phrase may leave open some of its words, as "{per|each} {move|turn}", and a text may have fillers
between them ("each single move").
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

from clock.notation.numbers import with_digits, without_accents

LETTERS = {
    "weeks": "w", "days": "d", "h": "h", "m": "m", "s": "s", "move": "k", "stone": "o",
    "each_move": "p", "from_start": "a",
    "from_move": "f", "after": "A", "in": "/", "for": "F", "game": "g", "end": "e",
    "increment": "I", "delay": "D", "bronstein": "B", "byoyomi": "Y", "canadian": "K", "times": "x",
    "count": "q", "plus": "+", "and": "&", "then": ">", "hourglass": "H", "gong": "G",
    "below_zero": "Z", "countup": "U", "repeating": "r", "once": "1", "dropped": "u", "silent": "",
    "name": "", "main_time": "M", "reserve": "V",
    "rounds": "R", "overtime": "O", "games": "L", "go": "J", "no_bonus": "N",
    "for_both": "W", "changing": "!", "prose": "j",
}  # fmt: skip
"""The kinds of the table of words, and the letter of each; beside them n, t, c and signs."""
UNITS, NAMES = ("weeks", "days", "h", "m", "s"), "name"
FOR_BOTH, INCREMENT = LETTERS["for_both"], LETTERS["increment"]
CANADIAN, CHANGING, GO = LETTERS["canadian"], LETTERS["changing"], LETTERS["go"]
MAIN_TIME, RESERVE = LETTERS["main_time"], LETTERS["reserve"]
PROSE = LETTERS["prose"]

_FILES = tuple(
    Path(__file__).with_name(f"{name}.toml")
    for name in ("units", "words", "periods", "methods", "events", "silent", "prose", "changing")
)
RAW = re.compile(
    r"""(?P<long>\d{1,3}:[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?![\d:]))
    |(?P<clock>\d{1,3}:[0-5]\d(?:\.\d{1,9})?(?![\d:]))
    |(?P<number>\d+(?:\.\d+)?)
    |(?P<word>(?<=\d)[hms](?=[db]\d)|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]|[^\W\d_\u3040-\u9fff\uac00-\ud7a3]+)
    |(?P<sign>''|[^\s\w]|_)""",
    re.VERBOSE,
)
"""Words of languages without spaces are read letter by letter."""
_OPEN = re.compile(r"\{([^{}]*)\}")
_FILLERS = ("", PROSE)
_COMPOUNDS = "ID!"
"""Kinds of words that end longer ones, as "Zeitzugabe"; so may words that say nothing."""
_TIMES = ("zeit", "tijd", "tid", "tempo")
"""Ends of compounds that say nothing, as "Bedenkzeit"; not "clock": a sandclock is an hourglass."""
_NO_END = "ingen"
"""A Swedish "no", but the end of a German word, as "Tübingen"."""
WORD_MAX = 40
_INFLECTED_MIN = 6
"""So much of a word is the same in all its forms."""
_COMPOUND_MIN, _LAST_MIN, _STEM_MIN, _ENDING_MAX = 8, 5, 4, 4

_Words = tuple[str, ...]


class Lexicon(NamedTuple):
    """All words, ready for a search."""

    units: dict[_Words, str]
    stems: dict[str, str]
    """Units by the words' beginnings."""
    phrases: dict[_Words, str]
    """The letter of each phrase."""
    beginnings: frozenset[_Words]
    """Of phrases."""
    vocabulary: frozenset[str]
    """The words of phrases."""
    names: frozenset[str]
    """Names of games and events: what a longer word names may be another event."""
    inflected: dict[str, str]
    """The letters of words that say nothing, or add time, by their beginnings."""

    def unit(self, words: _Words) -> str:
        """The unit of some words, or nothing."""
        unit = self.units.get(words, "")
        if unit or len(words) > 1:
            return unit
        word = words[0]
        sizes = range(max(_STEM_MIN, len(word) - _ENDING_MAX), len(word) + 1)
        return next((self.stems[word[:size]] for size in sizes if word[:size] in self.stems), "")

    def phrase(self, texts: Sequence[str], *, passing: bool) -> tuple[str | None, int]:
        """The letter of the longest phrase with which a text begins, and its number of words.

        Words that say nothing may stand within it; with `passing` unknown ones too.
        """
        letter, count = self.letter(texts[0]), 1
        keys: list[_Words] = [(texts[0],)]
        for size, word in enumerate(texts[1:], 2):
            longer = [key for each in keys if (key := (*each, word)) in self.beginnings]
            known = next((each for each in map(self.phrases.get, longer) if each is not None), None)
            if known is not None:
                letter, count = known, size
            keys = longer + (keys if self._is_filler(word, passing=passing) else [])
            if not keys:
                break
        return letter, count

    def _is_filler(self, word: str, *, passing: bool) -> bool:
        """Whether a word may stand within a phrase that has none there."""
        is_silent = self.phrases.get((word,)) in _FILLERS or (
            passing and word not in self.vocabulary
        )
        return is_silent and word.isalpha()

    def letter(self, word: str) -> str | None:
        """The letter of a single word, if it says something.

        Of a compound, CHANGING if it begins with such a word, else that of its end.
        """
        letter = self.phrases.get((word,))
        if letter is not None or not _COMPOUND_MIN <= len(word) <= WORD_MAX:
            return letter if letter is not None else self._inflected(word)
        starts = (self.phrases.get((word[:at],)) for at in range(_LAST_MIN, len(word)))
        if CHANGING in starts:
            return CHANGING
        ends = (word[at:] for at in range(3, len(word) - _LAST_MIN + 1))
        ends = (each for each in ends if each != _NO_END and each not in self.names)
        letters = map(self.phrases.get, ((end,) for end in ends))
        letter = next((each for each in letters if each is not None and each in _COMPOUNDS), None)
        if not letter and not word.endswith(_TIMES):
            return self._inflected(word)
        return letter

    def _inflected(self, word: str) -> str | None:
        """The letter of a word that differs from known ones only in its ending."""
        sizes = range(len(word), max(_INFLECTED_MIN, len(word) - _ENDING_MAX + 1) - 1, -1)
        return next((each for size in sizes if (each := self.inflected.get(word[:size]))), None)


def words() -> Iterator[tuple[str, dict[str, list[str]]]]:
    """The tables of words: a kind, and its phrases by language."""
    for path in _FILES:
        yield from tomllib.loads(path.read_text(encoding="utf-8")).items()


def spelled_out(pattern: str) -> Iterator[str]:
    """Every phrase of a pattern."""
    parts = _OPEN.split(pattern)
    choices = (part.split("|") if index % 2 else [part] for index, part in enumerate(parts))
    return map("".join, product(*choices))


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    """Return the words of all languages."""
    units, stems, phrases = dict[_Words, str](), dict[str, str](), dict[_Words, str]()
    names = set[str]()
    for kind, languages in words():
        for written in (each for patterns in languages.values() for each in patterns):
            text = without_accents(written)
            if kind in UNITS:
                if text.endswith("*"):
                    stems[text[:-1]] = LETTERS[kind]
                else:
                    units[raw_words(text)] = LETTERS[kind]
                continue
            for phrase in spelled_out(with_digits(text)):
                phrases[raw_words(phrase)] = LETTERS[kind]
                if kind == NAMES:
                    names.add(phrase)
    beginnings = frozenset(key[:size] for key in phrases for size in range(1, len(key) + 1))
    vocabulary = frozenset(word for key in phrases for word in key)
    inflected = _inflected(phrases, units)
    return Lexicon(units, stems, phrases, beginnings, vocabulary, frozenset(names), inflected)


def _inflected(phrases: dict[_Words, str], units: dict[_Words, str]) -> dict[str, str]:
    """The letters of beginnings whose words all say nothing, or all add time."""
    letters = dict[str, set[str]]()
    for words, letter in (*phrases.items(), *((words, "unit") for words in units)):
        is_soft = len(words) == 1 and letter in _FILLERS
        for word in words if letter not in _FILLERS else words[:1] if is_soft else ():
            for size in range(max(_INFLECTED_MIN, len(word) - _ENDING_MAX + 2), len(word) + 1):
                letters.setdefault(word[:size], set()).add(PROSE if is_soft else letter)
    return {
        beginning: next(iter(found))
        for beginning, found in letters.items()
        if len(found) == 1 and found <= {PROSE, INCREMENT, CHANGING}
    }


def raw_words(phrase: str) -> _Words:
    """The raw tokens of a phrase."""
    if phrase.isascii() and phrase.replace(" ", "").isalpha():
        return tuple(phrase.split())
    return tuple(match[0] for match in RAW.finditer(phrase))
