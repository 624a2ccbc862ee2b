"""The phrases of a sentence, with a letter for their meaning and their places.

Beside the letters of `clock.notation.lexicon` figures have one, those of `figures.toml` another.
"""

import re
import tomllib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from clock.notation.lexicon import CHANGING, LETTERS, RAW, lexicon
from clock.notation.numbers import NUMBER_WORDS, SPELLED_NUMBER, without_accents
from clock.notation.other_numbers import any_of
from clock.notation.tokens import PHRASE_MAX

FIGURE, UNIT, SILENT, STRANGE, SIGN, SLASH, COUNTED = "n", "t", "", "?", ",", "|", "0"
"""Letters of figures, units, silent words, unknown words, signs, and figures of a kind."""
AROUND = (
    SLASH,
    *(LETTERS[each] for each in ("for", "in", "and", "game", "rounds", "games", "go", "main_time")),
)
"""Words that are of no control where there is none beside them."""
_LETTER_OF_SIGNS = dict.fromkeys("*<>≤≥~≈±%", CHANGING) | {"/": SLASH}
"""Signs that say something; any other may stand around a control."""
_LETTERS_MIN = 3
"""Shorter words, as "s" and "d", are units and methods only beside a figure."""
_JOINED = re.compile(r"(?<=\d)\.(?= ?[^\W\d_])|(?<=[^\W\d_])-(?=[^\W\d_])")
"""Signs within a phrase: "from the 1. move", "byo-yomi"."""
_NEEDED, _ORDINALS = (re.compile(any_of("unused", each)) for each in ("needed", "ordinals"))
_NAMED = re.compile(r"\{([A-Za-z_]+)\}")


class Word(NamedTuple):
    """A phrase or a sign of a text: a letter for its meaning, and its place."""

    letter: str
    start: int
    end: int


def phrases(small: str) -> Iterator[Word]:
    """The figures, phrases and signs of a text in small letters."""
    counted = [*_figures().finditer(small), *_NEEDED.finditer(without_accents(small))]
    raw, at = [each for each in RAW.finditer(small) if not _JOINED.match(small, each.start())], 0
    texts = [without_accents(each[0]) for each in raw]
    while at < len(raw):
        start = raw[at].start()
        kind = next((each for each in counted if each.start() <= start < each.end()), None)
        if kind is not None:
            yield Word(COUNTED, *kind.span())
            while at < len(raw) and raw[at].start() < kind.end():
                at += 1
            continue
        is_next = at > 0 and any(map(str.isdigit, texts[at - 1]))
        letter, count = _letter(texts[at : at + PHRASE_MAX], is_next=is_next)
        yield Word(letter, start, raw[at + count - 1].end())
        at += count


def _letter(texts: list[str], *, is_next: bool) -> tuple[str, int]:
    """The letter of the phrase with which a text begins, and its number of raw tokens."""
    first = texts[0]
    if any(map(str.isnumeric, first)) or first in NUMBER_WORDS:
        return FIGURE, 1
    letter, count = lexicon().phrase(texts, passing=False)
    is_apart = count > 1 and tuple(texts[:count]) not in lexicon().phrases
    for index in range(count if is_apart else 0):
        inner, length = lexicon().phrase(texts[index:count], passing=False)
        if inner == CHANGING:
            return CHANGING, index + length  # "without, as usual, a time": no "without time"
    is_short = len(first) < _LETTERS_MIN and first.isascii() and not is_next
    is_short = is_short and not (letter == CHANGING and len(first) > 1)
    if is_next and count == 1 and lexicon().unit((first,)):
        return UNIT, 1
    if letter is not None:
        is_beside = any(map(str.isnumeric, texts[1:2]))
        is_odd = is_short and count == 1 and first.isalpha() and letter not in AROUND
        return (STRANGE if is_odd and letter and not is_beside else letter), count
    if not first.isalpha():
        return _LETTER_OF_SIGNS.get(first, SIGN), 1
    is_other = is_short or _ORDINALS.fullmatch(first) is not None
    return (STRANGE if is_other or lexicon().unit((first,)) in "wd" else UNIT), 1


@lru_cache(maxsize=1)
def _figures() -> re.Pattern[str]:
    """The pattern of figures that count something else."""
    path = Path(__file__).with_name("figures.toml")
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    lists = {name: f"(?:{'|'.join(words)})" for name, words in table["lists"].items()}
    lists |= {"N": rf"(?:\d{{1,4}}|{SPELLED_NUMBER})", "AND": "(?:and|und|et|y|e|i|a|en|и|&)"}
    patterns = (each for patterns in table["kinds"].values() for each in patterns)
    filled = (_NAMED.sub(lambda found: lists[found[1]], each) for each in patterns)
    return re.compile("|".join(filled))
