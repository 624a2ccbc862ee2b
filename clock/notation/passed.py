"""Unknown words that a written time control may have, as "Spieltag" in a sentence of a league.

A word is passed over only where it cannot change what is read: it is like no word of the tables,
stands at no number, and every number says itself what it counts (`silent.toml` lists the words
that change a meaning).
"""

import re
from collections.abc import Iterable

from clock.notation.numbers import without_accents

LETTERS_MIN = 4
"""Shorter words are near too many others."""
_WORD = re.compile(r"[^\W\d_\u3040-\u9fff\uac00-\ud7a3]+")
_BARE = re.compile(r"c|(?<![fAx])n(?![koxqY])")
"""Numbers that do not say what they count, among the letters of tokens."""


def is_unlike(word: str, known: frozenset[str]) -> bool:
    """Whether a word is no misspelling of any known one."""
    is_word = len(word) >= LETTERS_MIN and _WORD.fullmatch(word) is not None
    return is_word and word not in known and known.isdisjoint(_with_one_less(word))


def spellings(known: Iterable[str]) -> frozenset[str]:
    """Return some words without accents, and those with a letter less."""
    words = {each for each in map(without_accents, known) if len(each) >= LETTERS_MIN - 1}
    return frozenset(words.union(*map(_with_one_less, words)))


def _with_one_less(word: str) -> set[str]:
    return {word[:at] + word[at + 1 :] for at in range(len(word))}


def say_what_they_count(letters: str) -> bool:
    """Whether no number among these tokens needs a guess."""
    return _BARE.search(letters) is None
