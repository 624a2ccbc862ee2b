"""A written time control as tokens: numbers, lengths of time, and words by what they stand for.

Each kind of token has a letter, so that the grammar of `clock.notation.clauses` is regular
expressions over kinds: `n/t` is a number, a slash and a length, as in `40/2h` and `40 in 2 hours`.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

import msgspec

from clock.notation.lexicon import CHANGING, GO, MAIN_TIME, PROSE, RAW, lexicon
from clock.notation.numbers import without_accents
from clock.rules.units import HOUR_NS, MINUTE_NS, SECOND_NS

DAY_NS = 24 * HOUR_NS
UNIT_NS = {"w": 7 * DAY_NS, "d": DAY_NS, "h": HOUR_NS, "m": MINUTE_NS, "s": SECOND_NS}
_SMALLER_UNITS = {"w": "", "d": "", "h": "ms", "m": "s", "s": ""}
DUTCH_AND = "en"
"""In French and Spanish it stands for "in"."""
NUMBER, LENGTH, CLOCK, UNKNOWN, PASSED = "n", "t", "c", "?", "~"
ROUNDS, GAMES, BYOYOMI = "R", "L", "Y"
_LISTING, _SILENT, _IN = (",", ";"), ("", PASSED, GO, MAIN_TIME), ("F", "/")
SIXTY = 60
"""Minutes behind hours, and seconds behind minutes, are fewer."""
EVENTS_MAX = 20
"""Rounds or games of an event; a larger number is of something else."""
PHRASE_MAX = 24
"""A phrase has no more words, those that say nothing among them."""
SIGNS = {"/", ",", ";", ":", "(", ")"}

_NUMBER = re.compile(r"\d{1,7}(?:\.\d{1,9})?")
_BEFORE_TIMES = "+/gIDBxY"
_TIMES = (NUMBER, LENGTH, CLOCK)
_COLON_UNITS = {"h": ("h", "m"), "m": ("m", "s"), "s": ("m", "s")}
_TITLES = ("K", "Y", "H", "G", "B")
"""Words behind which a dash is between a method's name and its times."""
_TIME_WORDS = ("time", "zeit", "temps", "tiempo", "tempo")
"""Behind a bare number they say that it is the main time: "3 increment 5 time"."""
_LABEL_SIGNS = (":", "=", "-", "•", ",")
"""Signs behind a word that says nothing, before anything else: "Rapid - 10+5"."""


class Token(msgspec.Struct, frozen=True):
    """A piece of a text: its kind's letter, and its part of the text."""

    letter: str
    text: str
    start: int
    end: int
    length_ns: int = 0
    """Of a length of time."""
    unit: str = ""
    """The smallest unit that a length is written in."""


@lru_cache(maxsize=64)
def tokens(text: str, *, colons: bool, split: bool, passing: bool = False) -> tuple[Token, ...]:
    """Return a normalized text's tokens.

    With `colons` "1:30" is a time. With `split` minutes and seconds apart, as in `90'30"`, are two
    lengths. With `passing` unknown words are passed over.
    """
    raw = list(_raw_tokens(text, colons))
    found = list[Token]()
    index, is_silent, counts = 0, False, ""
    while index < len(raw):
        letter, count = _phrase(raw, index, passing=passing)
        length = _length(raw, index, split) if count == 1 else None
        if length is not None:
            token, index = length
            is_silent = False
            found.append(token)
            continue
        last = raw[index + count - 1]
        if letter == UNKNOWN and passing and raw[index].text.isalpha():
            letter = PASSED
        elif raw[index].text in _TIME_WORDS and count == 1 and _is_number(found[-1:]):
            letter = MAIN_TIME
        elif letter == PROSE:
            letter = UNKNOWN if _is_count(found) else ""
        elif letter in (ROUNDS, GAMES):
            counted, number = letter, found[-1:]
            letter = _counted(found, letter, raw[index + count :], passing=passing)
            if not letter and number != found[-1:]:
                letter = CHANGING if counted in counts else ""  # "3 rounds of 15 min, 2 of 25 min"
                counts += counted
        elif letter in _LISTING and is_silent and _meaning(found) in ("", *_LISTING):
            letter = ""  # "60 min, no overtime; 5 s delay"
        is_silent = letter in _SILENT
        if letter:
            start = raw[index].start
            found.append(Token(letter, text[start : last.end], start, last.end))
        index += count
        is_apart = _meaning(found) in ("", *_LISTING)
        signs = _LABEL_SIGNS if is_apart else ":"
        if is_silent and index < len(raw) and raw[index].text in signs:
            index += 1  # "Time: 90 min"
        elif letter in _TITLES and not (len(found) > 1 and found[-2].letter in _TIMES):
            is_dash = index < len(raw) and raw[index].text == "-"
            index += is_dash and raw[index].start > last.end  # "Canadian - 15 stones in 5 min"
    return tuple(found)


def _is_count(found: list[Token]) -> bool:
    """Whether a bare number stands here that may count what follows: "5 boards", not "5+3"."""
    if not found or found[-1].letter != NUMBER:
        return False
    return len(found) < 2 or found[-2].letter not in _BEFORE_TIMES


def _is_number(found: list[Token]) -> bool:
    """Whether a bare number stands here."""
    return [each.letter for each in found] == [NUMBER]


def _meaning(found: list[Token]) -> str:
    """The letter of the last token that says something."""
    return next((each.letter for each in reversed(found) if each.letter not in _SILENT), "")


def _counted(found: list[Token], letter: str, behind: list[Token], *, passing: bool) -> str:
    """What "rounds" or "games" says: with their number before them nothing that the clock needs.

    Unless the time may be for all of them, as in "1h for 3 games" and "2 games 1 h", but not in
    "15 min, in 7 rounds".
    """
    is_number_next = bool(behind) and behind[0].letter == NUMBER
    if found and found[-1].letter == NUMBER and float(found[-1].text) <= EVENTS_MAX:
        number = found.pop()
        is_apart = letter == ROUNDS and len(found) > 1 and found[-2].letter == ","
        if found and found[-1].letter in _IN and number.text != "1" and not is_apart:
            return CHANGING
        is_alone = is_number_next and not found and len(behind) == 2
        is_unclear = letter == GAMES and is_alone and number.text != "1"
        return (PASSED if passing else UNKNOWN) if is_unclear else ""
    return CHANGING if letter == ROUNDS and is_number_next else ""


def _raw_tokens(text: str, colons: bool) -> Iterator[Token]:
    """Numbers, times of a clock, words and signs."""
    at = 0
    while (match := RAW.search(text, at)) is not None:
        kind = match.lastgroup or ""
        if kind == "clock" and not colons:
            match = re.compile(r"(?P<number>\d+)").match(text, match.start())
            assert match is not None
            kind = "number"
        at = match.end()
        if match[0] == ".":
            continue
        letter = {"long": LENGTH, "clock": CLOCK, "number": NUMBER}.get(kind, "")
        if letter == NUMBER and _NUMBER.fullmatch(match[0]) is None:
            letter = UNKNOWN
        length_ns = _long_ns(match[0]) if letter == LENGTH else 0
        unit = "s" if letter == LENGTH else ""
        word = without_accents(match[0])
        yield Token(letter, word, match.start(), match.end(), length_ns, unit)


def _long_ns(text: str) -> int:
    """The time of "1:30:00"."""
    hours, minutes, seconds = text.split(":")
    return int(hours) * HOUR_NS + int(minutes) * MINUTE_NS + number_ns(seconds, SECOND_NS)


def has_parts_of_seconds(clock: Token) -> bool:
    """Whether a time with a colon says more than whole seconds: "1:30.5", not "1:30.00"."""
    return clock.text.partition(".")[2].strip("0") != ""


def number_ns(text: str, unit_ns: int) -> int:
    """A number of units in nanoseconds."""
    whole, _, fraction = text.partition(".")
    return int(whole) * unit_ns + int(fraction.ljust(9, "0")) * (unit_ns // SECOND_NS)


def _length(raw: list[Token], index: int, split: bool) -> tuple[Token, int] | None:
    """A length of time that begins here, and the index behind it; numbers and clocks too."""
    first = raw[index]
    if first.letter in (LENGTH, CLOCK):
        unit, behind = _unit(raw, index + 1)
        if first.letter == CLOCK and unit:
            first = _clock_with_unit(first, raw[behind - 1].end, unit)
        return first, behind
    if first.letter != NUMBER:
        return None
    total_ns, units, at = 0, "", index
    while at < len(raw) and raw[at].letter == NUMBER:
        unit, behind = _unit(raw, at + 1)
        minutes_behind_hours = units == "h" and not unit and _is_minutes(raw, at)
        if minutes_behind_hours:
            unit, behind = "m", at + 1
        if not unit or (units and unit not in _SMALLER_UNITS[units[-1]]):
            break
        if units and float(raw[at].text) >= SIXTY:
            break
        if unit == "s" and units and split and _is_apart(raw, at):
            break
        if units == "h" and split and _is_byoyomi(raw, behind):
            break
        total_ns += number_ns(raw[at].text, UNIT_NS[unit])
        units += unit
        at = behind
        if units == "h" and not split and _joins_minutes(raw, at):
            at += 1
    if not units:
        return first, index + 1
    text = "".join(each.text for each in raw[index:at])
    return Token(LENGTH, text, first.start, raw[at - 1].end, total_ns, units[-1]), at


def _clock_with_unit(clock: Token, end: int, unit: str) -> Token:
    """The length of "1:30 h", or of "15:00 min"; no day has a colon."""
    if unit not in _COLON_UNITS:
        return msgspec.structs.replace(clock, letter=UNKNOWN)
    large, small = _COLON_UNITS[unit]
    first, _, last = clock.text.partition(":")
    length_ns = int(first) * UNIT_NS[large] + number_ns(last, UNIT_NS[small])
    return Token(LENGTH, clock.text, clock.start, end, length_ns, small)


def _joins_minutes(raw: list[Token], at: int) -> bool:
    """Whether "and" stands here, with minutes behind it, as in "1 hour and 30 minutes"."""
    is_number = at + 1 < len(raw) and raw[at + 1].letter == NUMBER
    if not is_number or not (_unit(raw, at + 2)[0] == "m" or _is_minutes(raw, at + 1)):
        return False
    return raw[at].text == DUTCH_AND or _phrase(raw, at)[0] == "&"


def _unit(raw: list[Token], at: int) -> tuple[str, int]:
    """The unit that stands here, and the index behind it."""
    for count in (2, 1):
        key = tuple(each.text for each in raw[at : at + count])
        if len(key) == count and (unit := lexicon().unit(key)):
            return unit, at + count
    word = raw[at].text if at + 1 < len(raw) else ""
    if word.isalpha() and lexicon().letter(word) in ("", "I"):
        unit = lexicon().unit((raw[at + 1].text,))
        return unit, at + 2 if unit else at  # "30 additional seconds"
    return "", at


def _is_minutes(raw: list[Token], at: int) -> bool:
    """Whether the number behind hours is their minutes, as in "1h30"."""
    if len(raw[at].text) != 2:
        return False
    if at + 1 == len(raw):
        return True
    is_apart = raw[at].start > raw[at - 1].end
    no_minutes = ("x", "k", "o", ":", "/") if is_apart else ("x", "k", "o", ":")
    return not raw[at + 1].letter and _phrase(raw, at + 1)[0] not in no_minutes


def _is_apart(raw: list[Token], at: int) -> bool:
    """Whether the seconds that begin here may be another length than the minutes before them."""
    return raw[at].start > raw[at - 1].end or raw[at - 1].text not in ("h", "m")


def _is_byoyomi(raw: list[Token], at: int) -> bool:
    """Whether the minutes before this are byo-yomi's, as in "3 hours 1 minute byo-yomi"."""
    letter, count = _phrase(raw, at) if at < len(raw) else ("", 0)
    if count and not letter:
        return _is_byoyomi(raw, at + count)
    return letter == BYOYOMI


def _phrase(raw: list[Token], at: int, *, passing: bool = False) -> tuple[str, int]:
    """The letter of the longest phrase that begins here, and its number of raw tokens."""
    letter, count = lexicon().phrase(
        [each.text for each in raw[at : at + PHRASE_MAX]], passing=passing
    )
    if letter is not None:
        return letter, count
    first = raw[at]
    return first.letter or (first.text if first.text in SIGNS else UNKNOWN), 1
