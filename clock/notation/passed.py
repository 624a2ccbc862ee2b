"""Unknown words that a written time control may have, as "Spieltag" in a sentence of a league.

They are passed over where they cannot change what is read: if they are like no word that says
something, stand at no bare number, and every number says itself what it counts (`changing.toml`
lists the words that change a meaning). Else the clock asks for what is probably meant.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

from clock.notation.lexicon import PROSE, WORD_MAX, lexicon
from clock.notation.numbers import without_accents
from clock.notation.other_numbers import any_of
from clock.notation.tokens import CLOCK, LENGTH, NUMBER, PASSED, Token, tokens

LETTERS_MIN = 4
"""Shorter words are near too many others."""
BEGINNING_MIN = 6
_WORD = re.compile(r"[^\W\d_\u3040-\u9fff\uac00-\ud7a3]+")
_SYLLABLE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_BARE = re.compile(r"c|(?<![fAxD])(?<!g/)n(?![koxqY])")
"""Numbers that do not say what they count, among the letters of tokens."""
_USUAL_TIMES = (1, 2, 3, 5, 8, 10, 12, 15, 20, 25, 30, 40, 45, 50, 60, 70, 75, 80, 90, 100, 120)
_USUAL_BONUSES = (0, 1, 2, 3, 5, 8, 10, 12, 15, 20, 30)
_OF_A_PLAYER = re.compile(any_of("players", "of_a_player"))
_NO_MEANING = str.maketrans("", "", ",;:Meg")
_METHODS = "DBYKHGZU"
_COUNTING = f"{_METHODS}!"
_JOINS = ",;:+>&"
_ENDS = re.compile("[.,;()]")


def may_change(found: tuple[Token, ...], text: str) -> bool:
    """Whether one of the words passed over may say something, or a number needs a guess."""
    if _BARE.search("".join(each.letter for each in found if each.letter != PASSED)):
        return True
    return any(
        not (_is_unlike(without_accents(each.text)) or _is_in_run(found, index))
        or _is_at_seconds(found, index, text)
        or _is_at_later_time(found, index, text)
        for index, each in enumerate(found)
        if each.letter == PASSED
    )


def is_a_players(found: tuple[Token, ...], text: str) -> bool:
    """Whether the only time of a text is each player's, with no unknown word behind it."""
    known = [each for each in found if each.letter != PASSED]
    letters = "".join(each.letter for each in known)
    letters = letters if "de partida" in text else letters.lstrip("&/F")
    if letters.translate(_NO_MEANING) != LENGTH or (len(letters) < len(known) and "e" in letters):
        return False
    (time,) = (each for each in known if each.letter == LENGTH)
    behind = next((each for each in found if each.start >= time.end), None)
    if (
        behind is not None
        and behind.letter == PASSED
        and not _ENDS.search(text[time.end : behind.start])
    ):
        return False
    return is_of_a_player(text)


def is_usual(found: tuple[Token, ...]) -> bool:
    """Whether a text ends with a usual time and bonus, as 90+30, and has no other number."""
    known = [each for each in found if each.letter != PASSED]
    letters = "".join(each.letter for each in known if each.letter not in ",;:")
    if letters != "n+n" or any(each.start > known[-1].start for each in found):
        return False
    time, bonus = (float(each.text) for each in known if each.letter == NUMBER)
    if time not in _USUAL_TIMES or bonus not in _USUAL_BONUSES:
        return False
    return all(_is_unlike(without_accents(each.text)) for each in found if each.letter == PASSED)


def is_number_in_prose(text: str) -> bool:
    """Whether a text has but a bare number, in a sentence: "the club since 30"."""
    if text.isascii() and not text.islower():
        return False
    if [each.letter for each in tokens(text, colons=True, split=False)] != [NUMBER]:
        return False
    return any(lexicon().phrases.get((each,)) == PROSE for each in without_accents(text).split())


def may_count(found: tuple[Token, ...], text: str) -> bool:
    """Whether a word passed over may say what a bare number counts, as in "5 parsecs"."""
    return any(
        PASSED in (one.letter, other.letter)
        and {one.letter, other.letter} & {NUMBER, CLOCK}
        and (one.letter != PASSED or index > 0)
        and not _ENDS.search(text[one.end : other.start])
        for index, (one, other) in enumerate(pairwise(found))
    )


def is_misspelt(found: tuple[Token, ...]) -> bool:
    """Whether a word passed over is a method's name misspelt, as "Bronstien"."""
    words = (without_accents(each.text) for each in found if each.letter == PASSED)
    return any(len(each) >= LETTERS_MIN and _may_count(each, _COUNTING) for each in words)


def _may_count(word: str, kinds: str) -> bool:
    return _is_near(word, kinds) or _begins(word)


def is_like_a_method(word: str) -> bool:
    """Whether an unknown word may be a method's name misspelt, or be made of one.

    A short word is like too many of those that change a meaning: "last" is no "lasts".
    """
    kinds = _COUNTING if len(word) > BEGINNING_MIN else _METHODS
    return len(word) >= LETTERS_MIN and _may_count(word, kinds)


def is_of_a_player(text: str) -> bool:
    """Whether a text says of whom a time is, as "per player" and "time control" do."""
    return _OF_A_PLAYER.search(without_accents(text.lower())) is not None


def _begins(word: str) -> bool:
    """Whether a word begins like the name of a method, as "hourglasses"."""
    sizes = range(BEGINNING_MIN, len(word))
    return any((lexicon().phrases.get((word[:size],)) or " ") in _COUNTING for size in sizes)


def _is_unlike(word: str) -> bool:
    """Whether a word is no misspelling of any that says something."""
    is_word = len(word) >= LETTERS_MIN and _WORD.fullmatch(word) is not None
    return is_word and not _is_near(word, None)


def _is_in_run(found: tuple[Token, ...], index: int) -> bool:
    """Whether a syllable, or sign, is of a longer unknown word of a language without spaces."""
    token = found[index]
    if _SYLLABLE.fullmatch(token.text) is None:
        return False
    beside = (
        each
        for each in (*found[max(0, index - 1) : index], *found[index + 1 : index + 2])
        if each.letter == PASSED and token.start in (each.end, each.start - len(token.text))
    )
    return any(_SYLLABLE.fullmatch(each.text) for each in beside)


def _is_near(word: str, kinds: str | None) -> bool:
    near = _meaningful(kinds)
    if len(word) > WORD_MAX:
        return True
    return word in near or not near.isdisjoint(_with_one_less(word))


@lru_cache(maxsize=3)
def _meaningful(kinds: str | None) -> frozenset[str]:
    """The words of some kinds that say something alone, and those with a letter less."""
    known = lexicon()
    saying = {
        key
        for key, letter in known.phrases.items()
        if letter and letter != PROSE and letter in (kinds or letter)
    }
    if kinds is None:
        saying |= known.units.keys()
    return _spellings(key[0] for key in saying if len(key) == 1)


def _spellings(known: Iterable[str]) -> frozenset[str]:
    words = {each for each in known if len(each) >= LETTERS_MIN - 1}
    return frozenset(words.union(*map(_with_one_less, words)))


def _with_one_less(word: str) -> set[str]:
    return {word[:at] + word[at + 1 :] for at in range(len(word))}


def _is_at_later_time(found: tuple[Token, ...], index: int, text: str) -> bool:
    """Whether a word stands at a bare time behind the first, as in "then 30 min coffee"."""
    word = found[index]
    others = [each for each in found if each.letter != PASSED]
    for at, each in enumerate(others):
        if not _is_later_time(others, at):
            continue
        first, last = sorted((word, each), key=lambda token: token.start)
        is_between = any(first.end <= other.start < last.start for other in others)
        if not (is_between or _ENDS.search(text[first.end : last.start])):
            return True
    return False


def _is_later_time(others: list[Token], at: int) -> bool:
    """Whether a length of time stands alone, behind another."""
    if others[at].letter != LENGTH or all(each.letter != LENGTH for each in others[:at]):
        return False
    is_last = at + 1 == len(others) or others[at + 1].letter in _JOINS
    return is_last and others[at - 1].letter in _JOINS


def _is_at_seconds(found: tuple[Token, ...], index: int, text: str) -> bool:
    """Whether only words stand between a word and seconds, as a method's name may."""
    behind = next((each for each in found[index:] if each.letter != PASSED), None)
    before = next((each for each in reversed(found[:index]) if each.letter != PASSED), None)
    if behind is not None and behind.letter == LENGTH and behind.unit == "s":
        return True
    if before is None or before.letter != LENGTH or before.unit != "s":
        return False
    return not _ENDS.search(text[before.end : found[index].start])
