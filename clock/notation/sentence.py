"""A time control inside a sentence: "In Prague we played 30 moves in 45 minutes".

Where a whole text is not understood, the part with its figures is read by itself. The rest is
shown, not used: it may have figures only of `figures.toml`, and no word that denies, alters or
limits, nor one that says something of time.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple

from clock.notation.each_colour import COLOUR, ByColour, controls_by_colour, text_of_colours
from clock.notation.each_side import Controls, both_as_typed, text_of_sides
from clock.notation.lexicon import CHANGING, LETTERS, PROSE
from clock.notation.normal_form import normalized
from clock.notation.numbers import ARTICLES, without_accents
from clock.notation.other_numbers import any_of
from clock.notation.passed import is_like_a_method, is_of_a_player, is_usual
from clock.notation.phrases import (
    AROUND,
    COUNTED,
    FIGURE,
    SIGN,
    SILENT,
    STRANGE,
    UNIT,
    Word,
    phrases,
)
from clock.notation.plain_form import plain_control
from clock.notation.tokens import tokens
from clock.notation.typed import TEXT_MAX, Unclear
from clock.rules.message import Message
from clock.rules.refusal import SetupError
from clock.rules.units import MINUTE_NS

_BEHIND = tuple(LETTERS[each] for each in ("move", "stone", "times", "count", "end"))
"""The same, unless they stand behind a figure."""
_BEFORE = tuple(LETTERS[each] for each in ("then", "after"))
"""The same before all figures."""
_PER_ALONE = ("per", "each", "every", "/", "je", "par", "por", "cada")
_PER = (*_PER_ALONE, "pro", "a", "na", "за", "на")
"""Before a word that says nothing they make a time another's: "2 min per match"."""
_NOTHING = f"_{PROSE}{STRANGE}{COUNTED}{SIGN}"
_BARE = re.compile(
    rf"(?:(?<![^{_NOTHING}])|(?<=[{UNIT}][/F])|(?<=[{UNIT}]_[/F])){FIGURE}(?![^{_NOTHING}])"
    rf"|{FIGURE}[{FIGURE}&]"
)
"""A figure among words that say nothing, behind "in" or "for", or at the next."""
_MERE, _LIMITS, _PARTICLES, _OF_EACH, _STRONG = (
    re.compile(any_of("unused", each))
    for each in ("mere", "limits", "particles", "of_each", "of_control")
)
_ENDS = re.compile(r"[.,;:!?()\[\]{}–—|\n]|\s-\s")
_EDGES = ' \t\n.,;:!?-–—|&/()[]“”„"→・'
_PARTS = re.compile(r"\([^()]*\)|\[[^][]*\]|(?:[^.,;:!?()\[\]]|[.,:](?=\d))+|.")
_GO = re.compile(
    r"\b(?:go|baduk|weiqi|igo|shogi|sennichite|even game|handicap game)\b|바둑|囲碁|围棋|圍棋|碁|"
    "将棋|장기"
)
"""Words of games in which some texts have another meaning."""
_TWO_SIGNS = re.compile(r"[,;:]\s*(?=[.,;:])")
_TWICE = re.compile(r"[.;:!]\s+|\s+[-–—]\s+|\s*[(（]|\s(?:means?|est|bedeutet|significa)\s")
"""Between two parts that may say the same."""
JOINTS_MAX = 2
_QUOTED = re.compile(r"[\"“„«]([^\W\d_][^\d\"“”„«»]*)[\"”“»]")
"""Words in quotes, which are no seconds."""
_OF_A_GAME = re.compile(
    r"\b(?:per|each|every|a|pro|je|par|chaque|por|cada) (?:game|part[ií](?:e|da))\b"
)
"""A time of it may be that of both players."""
_OF_MOVES = f"{LETTERS['each_move']}{LETTERS['increment']}"
_SURE_AFTER = 2
"""So many ways to cut a text are compared."""
_NEAR_MAX = 16
_DIGIT = re.compile(r"\d")
_SHARED_MIN, _MINUTES_MIN = 20, 15
"""Fewer moves, or minutes, with a slash between them, may be a date."""


class SentenceRead(NamedTuple):
    """The controls found in a text, and its unused parts."""

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

    def __init__(self, reading: SentenceRead) -> None:
        SetupError.__init__(self, "", not_used(reading.unused))
        self.meanings = (reading.controls,)


def read_in_sentence(text: str, *, twice: bool = True) -> SentenceRead:
    """Return what a text says, with the rest of it; raises Unclear, or SetupError."""
    try:
        return SentenceRead(_whole(text))
    except SetupError as refusal:
        found = inside(text, twice=twice)
        asked = refusal.meanings if isinstance(refusal, Unclear) else ()
        if found is None or asked not in ((), (found.controls,)):
            raise
        return found


def part_of(text: str) -> SentenceRead | None:
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
def inside(text: str, *, twice: bool = True) -> SentenceRead | None:
    """The control in a text that is not understood as a whole; None if it is not clear.

    With `twice` the text may say it in two parts alike.
    """
    if len(text) > TEXT_MAX:
        return None
    text = _QUOTED.sub(r"\1", text)
    small = text.lower()
    if len(small) != len(text) or "timecontrol" in small:
        return None
    words = tuple(phrases(small))
    core = [index for index in range(len(words)) if _is_of_control(words, index, small)]
    if not any(words[index].letter == FIGURE for index in core):
        return None
    if any(_is_denying(words[index], small) for index in core):
        return None
    found = list[SentenceRead]()
    for count, (first, last) in enumerate(_spans(words, core[0], core[-1], small)):
        start, end = words[first].start, words[last].end
        unused = _stretches(text[:start], text[end:])
        if found and count >= _SURE_AFTER:
            break
        if not unused or not _is_harmless(words, first, last, small):
            continue
        if _has_bare_number(words[first : last + 1]):
            continue
        reading, is_asked = _read(text, text[start:end], unused)
        if is_asked:
            return None
        found += reading
    if not found:
        found = [*_with_gaps(text, words, core), *(_of_two_parts(text) if twice else ())]
    return found[0] if len({str(each.controls) for each in found}) == 1 else None


def _is_denying(word: Word, small: str) -> bool:
    """Whether a word alters or denies a control, if it is not a colour's."""
    return word.letter == CHANGING and not COLOUR.fullmatch(_text(word, small))


def _has_bare_number(words: tuple[Word, ...]) -> bool:
    """Whether a figure stands alone among words that say nothing."""
    return _BARE.search("".join(each.letter or "_" for each in words)) is not None


def _read(text: str, used: str, unused: tuple[str, ...]) -> tuple[list[SentenceRead], bool]:
    """What the used part of a text says, if that is plainly a control; and whether it is asked."""
    try:
        controls = _whole(used)
        if _GO.search(text.lower()) and _whole(f"go: {used}") != controls:
            return [], True
    except Unclear as error:
        return [], len(error.meanings) > 1
    except SetupError:
        return [], False
    return ([SentenceRead(controls, unused)] if _is_plain(used, text) else []), False


def _stretches(*parts: str) -> tuple[str, ...]:
    """The parts of a text that have words, without the signs around them."""
    bare = (each.strip(_EDGES) for each in parts)
    return tuple(each for each in bare if re.search(r"\w", each))


def _is_of_control(words: tuple[Word, ...], index: int, small: str) -> bool:
    """Whether a word must be used: it says something of time, or how it is played."""
    letter = words[index].letter
    if letter in (SILENT, PROSE, STRANGE, SIGN, COUNTED, *AROUND):
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
    near = (SILENT, *AROUND, *_BEHIND, *_BEFORE)
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
    # Not "for the Open" of "for the Open and U12".
    end, other = (right, last) if is_whole else (last, right)
    yield from dict.fromkeys(((left, end), (first, last), (left, other), (first, right)))


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
    near = {_text(each, small) for each in words[last : last + 2]}
    if words[last].letter in _BEFORE or not near.isdisjoint(_PER_ALONE):
        return False
    if words[last + 1].letter != STRANGE or _PARTICLES.match(small, words[last].end):
        return True
    between = small[words[last].end : words[last + 1].start]
    return words[last].letter not in (FIGURE, UNIT) or _ENDS.search(between) is not None


def _with_gaps(text: str, words: tuple[Word, ...], core: list[int]) -> Iterator[SentenceRead]:
    """What a text says without its brackets and clauses that have nothing of a control."""
    needed = [words[index] for index in core]
    start, end = needed[0].start, needed[-1].end
    parts, gaps = [""], list[str]()
    for part in _PARTS.finditer(text, start, end):
        is_used = any(each.start < part.end() and part.start() < each.end for each in needed)
        if is_used or not re.search(r"\w", part[0]):
            parts[-1] += part[0]
        else:
            gaps.append(part[0])
            parts.append("")
    used = _TWO_SIGNS.sub("", "".join(parts))
    if not gaps or not _is_harmless(words, core[0], core[-1], text.lower()):
        return
    small = " ".join(gaps).lower()
    others = (each for each in phrases(small) if each.letter == STRANGE)
    if _LIMITS.search(without_accents(small)) or any(
        is_like_a_method(without_accents(_text(each, small))) for each in others
    ):
        return
    unused = _stretches(text[:start], *gaps, text[end:])
    found, _ = _read(text, used, unused)
    if found and sum(map(_is_complete, parts)) < 2:
        yield from found


def _is_complete(part: str) -> bool:
    """Whether a part of a text is a control by itself, with a main time."""
    try:
        controls = _whole(part.strip(_EDGES)) if part else None
    except Unclear:
        return True
    except SetupError:
        return False
    return isinstance(controls, Controls) and controls.left[0].time_ns > 0


def _of_two_parts(text: str) -> Iterator[SentenceRead]:
    """The controls on which both parts of a text agree, with the unused words of both."""
    for joint in list(_TWICE.finditer(text))[:JOINTS_MAX]:
        parts = text[: joint.start()], text[joint.end() :]
        if all(map(_DIGIT.search, parts)):
            with suppress(SetupError):
                one, other = (read_in_sentence(each, twice=False) for each in parts)
                if one.controls == other.controls:
                    yield SentenceRead(one.controls, (*one.unused, *other.unused))
                    return


def _is_a_players(used: str, text: str, *, is_main: bool) -> bool:
    """Whether a lone time is a player's: of lunch, registration or a penalty it is not."""
    start = text.find(used)
    before, behind = text[:start].lower(), text[start + len(used) :].lower()
    if any(each.letter == CHANGING for part in (before, behind) for each in phrases(part)):
        return False
    if _STRONG.search(without_accents(text.lower())) is not None:
        return True
    last = _ENDS.split(before)[-1]
    if not is_main or any(each.letter == STRANGE for each in phrases(last)):
        return False
    of_a_player = is_of_a_player(_OF_A_GAME.sub("", text.lower()))
    return of_a_player or _OF_EACH.search((used + behind[:_NEAR_MAX]).lower()) is not None


def _is_plain(used: str, text: str) -> bool:
    """Whether a part of a text is plainly a control, not any length of time, date or sum."""
    found = tokens(normalized(used), colons=True, split=False, passing=True)
    letters = "".join(each.letter for each in found if each.letter not in ",;:&~F/A>k")
    if letters.strip(_OF_MOVES) in ("t", "c"):
        is_main = letters in ("t", "c")
        is_short = is_main and 0 < max(each.length_ns for each in found) < MINUTE_NS
        return not is_short and _is_a_players(used, text, is_main=is_main)
    numbers = [float(each.text) for each in found if each.letter == FIGURE]
    if letters.endswith("n+n") and numbers[-1] == 1 and numbers[-2] >= _SHARED_MIN:
        return False  # a second, or a minute
    if letters == "n+n" and "+" in used:
        return is_usual(found)
    if letters == "nn":
        return is_of_a_player(text) and numbers[0] >= _SHARED_MIN and numbers[1] >= _MINUTES_MIN
    return letters.strip("n+") != ""
