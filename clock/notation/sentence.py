"""A time control inside a sentence: "In Prague we played 30 moves in 45 minutes".

Where a whole text is not understood, the part with its figures is read by itself. The rest is
shown, not used: it may have figures only of `figures.toml`, and no word that denies, alters or
limits, nor one that says something of time.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from clock.notation.each_colour import ByColour, controls_by_colour, text_of_colours
from clock.notation.each_side import Controls, both_as_typed, text_of_sides
from clock.notation.lexicon import CHANGING, LETTERS, PROSE, RAW, lexicon
from clock.notation.normal_form import normalized
from clock.notation.numbers import ARTICLES, NUMBER_WORDS, SPELLED_NUMBER, without_accents
from clock.notation.other_numbers import any_of
from clock.notation.passed import is_like_a_method, is_of_a_player, is_usual
from clock.notation.plain_form import plain_control
from clock.notation.tokens import PHRASE_MAX, tokens
from clock.notation.typed import Unclear
from clock.rules.message import Message
from clock.rules.refusal import SetupError
from clock.rules.units import MINUTE_NS

TEXT_MAX = 1000
FIGURE, UNIT, SILENT, STRANGE, SIGN, SLASH, COUNTED = "n", "t", "", "?", ",", "|", "0"
"""Letters of figures, units, silent words, unknown words, signs, and figures of a kind."""
_AROUND = (
    SLASH,
    *(LETTERS[each] for each in ("for", "in", "and", "game", "rounds", "games", "go", "main_time")),
)
"""Words that are of no control where there is none beside them."""
_BEHIND = tuple(LETTERS[each] for each in ("move", "stone", "times", "count", "end"))
"""The same, unless they stand behind a figure."""
_BEFORE = tuple(LETTERS[each] for each in ("then", "after"))
"""The same before all figures."""
_PER = ("per", "each", "every", "a", "/", "pro", "je", "par", "por", "cada", "na", "за", "на")
"""Before a word that says nothing they make a time another's: "2 min per match"."""
_LETTER_OF_SIGNS = dict.fromkeys("*<>≤≥~≈±%", CHANGING) | {"/": SLASH}
"""Signs that say something; any other may stand around a control."""
_NOTHING = f"_{PROSE}{STRANGE}{COUNTED}{SIGN}"
_BARE = re.compile(
    rf"(?:(?<![^{_NOTHING}])|(?<=[{UNIT}]/)|(?<=[{UNIT}]_/)){FIGURE}(?![^{_NOTHING}])|{FIGURE}[{FIGURE}&]"
)
"""A figure among words that say nothing, behind "in", or at the next."""
_LETTERS_MIN = 3
"""Shorter words, as "s" and "d", are units and methods only beside a figure."""
_MERE, _LIMITS, _NEEDED, _PARTICLES, _OF_EACH, _ORDINALS = (
    re.compile(any_of("unused", each))
    for each in ("mere", "limits", "needed", "particles", "of_each", "ordinals")
)
_ENDS = re.compile(r"[.,;:!?()\[\]{}–—|\n]|\s-\s")
_EDGES = ' \t\n.,;:!?-–—|&/()[]“”„"→・'
_PARTS = re.compile(r"\([^()]*\)|\[[^][]*\]|(?:[^.,;:!?()\[\]]|[.,:](?=\d))+|.")
_JOINED = re.compile(r"(?<=\d)\.(?= ?[^\W\d_])|(?<=[^\W\d_])-(?=[^\W\d_])")
"""Signs within a phrase: "from the 1. move", "byo-yomi"."""
_GO = re.compile(
    r"\b(?:go|baduk|weiqi|igo|shogi|sennichite|even game|handicap game)\b|바둑|囲碁|围棋|圍棋|碁|"
    "将棋|장기"
)
"""Words of games in which some texts have another meaning."""
_TWO_SIGNS = re.compile(r"[,;:]\s*(?=[.,;:])")
_TWICE = re.compile(r"[.;:!]\s+|\s+[-–—]\s+|\s*[(（]|\s(?:means?|est|bedeutet|significa)\s")
"""Between two parts that may say the same."""
JOINTS_MAX = 4
_QUOTED = re.compile(r"[\"“„«]([^\W\d_][^\d\"“”„«»]*)[\"”“»]")
"""Words in quotes, which are no seconds."""
_NEAR_MAX = 16
_DIGIT = re.compile(r"\d")
_SHARED_MIN, _MINUTES_MIN = 20, 15
"""Fewer moves, or minutes, with a slash between them, may be a date."""


class Reading(NamedTuple):
    """The controls that a text says, and the parts of it that were not used."""

    controls: Controls | ByColour
    unused: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The controls in the form with one meaning only."""
        if isinstance(self.controls, Controls):
            return text_of_sides(self.controls)
        return text_of_colours(self.controls)


class UsedInPart(Unclear):
    """A sentence with a control in it, where a person is to see what was not used."""

    def __init__(self, reading: Reading) -> None:
        SetupError.__init__(self, "", not_used(reading.unused))
        self.meanings = (reading.controls,)


class Word(NamedTuple):
    """A phrase or a sign of a text: the letter of what it stands for, and its place."""

    letter: str
    start: int
    end: int


def read_in_sentence(text: str) -> Reading:
    """Return what a text says, with the rest of it; raises Unclear, or SetupError."""
    try:
        return Reading(_whole(text))
    except SetupError as refusal:
        found = inside(text)
        asked = refusal.meanings if isinstance(refusal, Unclear) else ()
        if found is None or asked not in ((), (found.controls,)):
            raise
        return found


def part_of(text: str) -> Reading | None:
    """The control in a text of which only a part is used; None if it is read whole, or not."""
    if not text or plain_control(text) is not None:
        return None
    with suppress(SetupError):
        return found if (found := read_in_sentence(text)).unused else None
    return None


def not_used(unused: Iterable[str]) -> Message:
    """Say which parts of a text its reading did not use."""
    return Message("Not used: {parts}", parts=" · ".join(f"“{each}”" for each in unused))


def _whole(text: str) -> Controls | ByColour:
    by_colour = controls_by_colour(text)
    return both_as_typed(text) if by_colour is None else by_colour


@lru_cache(maxsize=256)
def inside(text: str) -> Reading | None:
    """The control in a text that is not understood as a whole; None if it is not clear."""
    text = _QUOTED.sub(r"\1", text)
    small = text.lower()
    if len(text) > TEXT_MAX or len(small) != len(text) or "timecontrol" in small:
        return None
    words = tuple(_words(small))
    core = [index for index in range(len(words)) if _is_of_control(words, index, small)]
    if not any(words[index].letter == FIGURE for index in core):
        return None
    found = list[Reading]()
    for first, last in _spans(words, core[0], core[-1], small):
        start, end = words[first].start, words[last].end
        unused = _stretches(text[:start], text[end:])
        if not unused or not _is_harmless(words, first, last, small):
            continue
        if _has_bare_number(words[first : last + 1]):
            continue
        reading, is_asked = _read(text, text[start:end], unused)
        if is_asked:
            return None
        found += reading
    if not found:
        found = [*_with_gaps(text, words, core), *_said_twice(text)]
    return found[0] if len({str(each.controls) for each in found}) == 1 else None


def _has_bare_number(words: tuple[Word, ...]) -> bool:
    """Whether a figure stands alone among words that say nothing."""
    return _BARE.search("".join(each.letter or "_" for each in words)) is not None


def _read(text: str, used: str, unused: tuple[str, ...]) -> tuple[list[Reading], bool]:
    """What the used part of a text says, if that is plainly a control; and whether it is asked."""
    try:
        controls = _whole(used)
        if _GO.search(text.lower()) and _whole(f"go: {used}") != controls:
            return [], True
    except Unclear as error:
        return [], len(error.meanings) > 1
    except SetupError:
        return [], False
    return ([Reading(controls, unused)] if _is_plain(used, text) else []), False


def _stretches(*parts: str) -> tuple[str, ...]:
    """The parts of a text that have words, without the signs around them."""
    bare = (each.strip(_EDGES) for each in parts)
    return tuple(each for each in bare if re.search(r"\w", each))


def _words(small: str) -> Iterator[Word]:
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
    is_short = len(first) < _LETTERS_MIN and first.isascii() and not is_next
    is_short = is_short and not (letter == CHANGING and len(first) > 1)
    if is_next and count == 1 and lexicon().unit((first,)):
        return UNIT, 1
    if letter is not None:
        is_beside = any(map(str.isnumeric, texts[1:2]))
        is_odd = is_short and count == 1 and first.isalpha() and letter not in _AROUND
        return (STRANGE if is_odd and letter and not is_beside else letter), count
    if not first.isalpha():
        return _LETTER_OF_SIGNS.get(first, SIGN), 1
    is_other = is_short or _ORDINALS.fullmatch(first) is not None
    return (STRANGE if is_other or lexicon().unit((first,)) in "wd" else UNIT), 1


def _is_of_control(words: tuple[Word, ...], index: int, small: str) -> bool:
    """Whether a word must be used: it says something of time, or how it is played."""
    letter = words[index].letter
    if letter in (SILENT, PROSE, STRANGE, SIGN, COUNTED, *_AROUND):
        return False
    if letter == CHANGING:
        is_shared = index > 0 and _text(words[index - 1], small) in _PER
        return is_shared or _MERE.fullmatch(without_accents(_text(words[index], small))) is None
    if letter in _BEHIND:
        return index > 0 and words[index - 1].letter in (FIGURE, UNIT)
    if letter in _BEFORE:
        beside = (each.letter for each in words[index + 1 :] if each.letter not in (SILENT, SIGN))
        is_next = next(beside, "") == FIGURE
        return is_next or any(each.letter == FIGURE for each in words[:index])
    return True


def _text(word: Word, small: str) -> str:
    return small[word.start : word.end]


def _spans(words: tuple[Word, ...], first: int, last: int, small: str) -> Iterator[tuple[int, int]]:
    """The first and last words to read: with the words around them that say something, or not."""
    near = (SILENT, *_AROUND, *_BEHIND, *_BEFORE)
    if first and words[first].letter == UNIT and _text(words[first - 1], small) in ARTICLES:
        first -= 1
    left, right = first, last
    while left > 0 and (words[left - 1].letter in near or _text(words[left - 1], small) in ":=(/"):
        left -= 1
    while right + 1 < len(words) and words[right + 1].letter in near:
        right += 1
    while words[left].letter == SIGN:
        left += 1
    is_whole = right + 1 == len(words) or words[right + 1].letter == SIGN
    ends = (right, last) if is_whole else (last, right)  # not "for the Open" of "the Open and U12"
    yield from dict.fromkeys((one, other) for one in (left, first) for other in ends)


def _is_harmless(words: tuple[Word, ...], first: int, last: int, small: str) -> bool:
    """Whether what is not used before and behind some words changes nothing."""
    unused = (*words[:first], *words[last + 1 :])
    texts = (without_accents(_text(each, small)) for each in unused if each.letter == STRANGE)
    if any(map(is_like_a_method, texts)):
        return False
    for part in (small[: words[first].start], small[words[last].end :]):
        if _LIMITS.search(without_accents(part)):
            return False
    if last + 1 == len(words):
        return True
    if words[last].letter in _BEFORE:
        return False
    if words[last + 1].letter != STRANGE or _PARTICLES.match(small, words[last].end):
        return True
    between = small[words[last].end : words[last + 1].start]
    return words[last].letter not in (FIGURE, UNIT) or _ENDS.search(between) is not None


def _with_gaps(text: str, words: tuple[Word, ...], core: list[int]) -> Iterator[Reading]:
    """What a text says without its brackets and clauses that have nothing of a control."""
    needed = [words[index] for index in core]
    start, end = needed[0].start, needed[-1].end
    kept, gaps = [""], list[str]()
    for part in _PARTS.finditer(text, start, end):
        is_used = any(each.start < part.end() and part.start() < each.end for each in needed)
        if is_used or not re.search(r"\w", part[0]):
            kept[-1] += part[0]
        else:
            gaps.append(part[0])
            kept.append("")
    used = _TWO_SIGNS.sub("", "".join(kept))
    if sum(map(_is_complete, kept)) > 1:
        return
    if not gaps or not _is_harmless(words, core[0], core[-1], text.lower()):
        return
    small = " ".join(gaps).lower()
    others = (each for each in _words(small) if each.letter == STRANGE)
    if _LIMITS.search(without_accents(small)) or any(
        is_like_a_method(without_accents(_text(each, small))) for each in others
    ):
        return
    unused = _stretches(text[:start], *gaps, text[end:])
    yield from _read(text, used, unused)[0]


def _is_complete(part: str) -> bool:
    """Whether a part of a text is a control by itself, with a main time."""
    try:
        controls = _whole(part.strip(_EDGES)) if part else None
    except Unclear:
        return True
    except SetupError:
        return False
    return isinstance(controls, Controls) and controls.left[0].time_ns > 0


def _said_twice(text: str) -> Iterator[Reading]:
    """What both parts of a text say alike, each with what was not used of it."""
    for joint in list(_TWICE.finditer(text))[:JOINTS_MAX]:
        parts = text[: joint.start()], text[joint.end() :]
        if all(map(_DIGIT.search, parts)):
            with suppress(SetupError):
                one, other = map(read_in_sentence, parts)
                if one.controls == other.controls:
                    yield Reading(one.controls, (*one.unused, *other.unused))
                    return


def _is_plain(used: str, text: str) -> bool:
    """Whether a part of a text is plainly a control, not any length of time, date or sum."""
    found = tokens(normalized(used), colons=True, split=False, passing=True)
    letters = "".join(each.letter for each in found if each.letter not in ",;:&~F")
    if letters in ("t", "c"):
        is_long = found[0].length_ns >= MINUTE_NS
        near = text[text.find(used) :][: len(used) + _NEAR_MAX].lower()
        return is_long and (is_of_a_player(text) or _OF_EACH.search(near) is not None)
    numbers = [float(each.text) for each in found if each.letter == FIGURE]
    if letters.endswith("n+n") and numbers[-1] == 1 and numbers[-2] >= _SHARED_MIN:
        return False  # a second, or a minute
    if letters == "n+n" and "+" in used:
        return is_usual(found)
    if letters == "n/n":
        return numbers[0] >= _SHARED_MIN and numbers[1] >= _MINUTES_MIN
    return letters.strip("n+") != ""


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


_NAMED = re.compile(r"\{([A-Za-z_]+)\}")
