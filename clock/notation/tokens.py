"""A written time control as tokens: numbers, lengths of time, and words by what they stand for.

Each kind of token has a letter, so that the grammar of `clock.notation.clauses` is regular
expressions over kinds: `n/t` is a number, a slash and a length, as in `40/2h` and `40 in 2 hours`.
"""

import re
import tomllib
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import msgspec
from msgspec import structs

from clock.notation.numbers import with_digits, without_accents
from clock.notation.passed import is_unlike, say_what_they_count, spellings
from clock.rules.units import HOUR_NS, MINUTE_NS, SECOND_NS

LETTERS = {
    "h": "h", "m": "m", "s": "s", "move": "k", "stone": "o", "each_move": "p", "from_start": "a",
    "from_move": "f", "after": "A", "in": "/", "for": "F", "game": "g", "end": "e",
    "increment": "I", "delay": "D", "bronstein": "B", "byoyomi": "Y", "canadian": "K", "times": "x",
    "count": "q", "plus": "+", "and": "&", "then": ">", "hourglass": "H", "gong": "G",
    "below_zero": "Z", "countup": "U", "repeating": "r", "once": "1", "dropped": "u", "silent": "",
    "no_bonus": "N", "changing": "?",
}  # fmt: skip
"""The kinds of the table of words, and the letter of each; beside them n, t, c and signs."""
UNIT_NS = {"h": HOUR_NS, "m": MINUTE_NS, "s": SECOND_NS}
DUTCH_AND = "en"
"""In French and Spanish it stands for "in"."""
NUMBER, LENGTH, CLOCK, UNKNOWN, PASSED = "n", "t", "c", "?", "~"
SIGNS = {"/", ",", ";", ":", "(", ")"}

_WORDS = tuple(
    Path(__file__).with_name(f"{name}.toml") for name in ("units", "words", "methods", "silent")
)
_RAW = re.compile(
    r"""(?P<long>\d{1,3}:[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?![\d:]))
    |(?P<clock>\d{1,3}:[0-5]\d(?:\.\d{1,9})?(?![\d:]))
    |(?P<number>\d+(?:\.\d+)?)
    |(?P<word>(?<=\d)[hms](?=[db]\d)|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]|[^\W\d_\u3040-\u9fff\uac00-\ud7a3]+)
    |(?P<sign>''|[^\s\w]|_)""",
    re.VERBOSE,
)
"""Words of languages without spaces are read letter by letter."""
_NUMBER = re.compile(r"\d{1,7}(?:\.\d{1,9})?")
_ALIKE = str.maketrans(
    dict.fromkeys("´′’‘`‵ʹ", "'")
    | dict.fromkeys("″”“„‟", '"')
    | dict.fromkeys("‐‑–—−", "-")
    | {"×": "x", "、": ",", "・": ",", "·": ",", "。": ","}
)
_LABEL_SIGNS = (":", "=", "-", "•", ",")
"""Signs behind a word that says nothing, before anything else: "Rapid - 10+5"."""
_ROUNDS = r"\d{1,2} (?:rounds?|runden|rondes?|rondas?|rodadas|kol|rund|ronden|туров|turni)\b"
_FRACTIONS = {"½": "5", "¼": "25", "¾": "75"}
_WRITTEN_OTHERWISE = (
    (r'^"(.*)"$', r"\1"),
    (r"(?<=\d) ?»", '"'),
    (r'(?<!\d)"([^\W\d_][^\W\d_ ]*)"|[«「『](.*?)[»」』]', r" \1\2 "),
    (r"(\d+) ?\(([^\W\d_]+)\)", lambda found: _spelled_again(found)),
    (r"(?<=\d)/(?=sec)|(?<=[^\W\d_]) -(?=[^\W\d_])", " "),
    (r"\bi(?=\d)", "inc "),
    (r"^\d{1,2}-?ss,? ", ""),
    (r"(?<=[^\W\d_]{4})(?<!godz)\. (?=[^\W\d_])", "; "),
    (r"(?<![\d/.:])1/2(?=\s*\+)", "0.5"),
    (r"(?<![\d/.:])(\d{1,2}),(5|25|75)(?= ?[^\W\d_])", r"\1.\2"),
    (
        r"(?<![\d/.:,])(\d)[.,]([0134]5|[12340]0)(?= ?(?:h|std|st|u|hod|godz|ч)[^\W\d_]*\b)",
        r"\1:\2",
    ),
    (r"^(tm\[\d+\]) ?ot\[([^\]]*)\]$", r"\1 + \2"),
    (r"^tm\[(\d+)\]", r"\1s"),
    (r"(?<=[^\W_])-(?=[^\W\d_])", " "),
    (r"\((?!\d+\))([^()]*)\)|\[([^][]*)\]", r" \1\2 "),
    (rf"(?:^|(?<=: ))(?:suizo a |swiss )?{_ROUNDS}(?: de\b| en\b|,)? ?|, ?{_ROUNDS}\.?$", ""),
    (r"^((?:blitz |rapid )?\d{1,3}) (\d{1,2})$", r"\1+\2"),
    (r"^0\.25(?= ?\+)", "15s"),
    (r"^0\.75(?= ?\+)", "45s"),
    (r"^(g|sd)-(?=\d)", r"\1/"),
    (r"^(tempo:? )?p ?[-'’]? ?(?=\d)", "g/"),
    (r"(?<=\d) ?\* ?(?=\d)", "x"),
    (r"(?<=[^\W_]\.) - (?=[^\W\d_])|(?<=[^\W_]) - (?=[^\W\d_])", ", "),
    # These words are before a number of moves, and elsewhere mean something else.
    (r"\bna (?:de )?(\d+)e? zet(?:ten)?\b", r"after move \1"),
    (r"\bpo (\d+)\.? (?:tah|taz|pos|ruch)\w*", r"after move \1"),
    (
        r"\b(?:(?:starting )?from|ab|vom|od|vanaf|dès|à partir)(?: the| dem| de| le| du)? (\d{2,})"
        r"(?:\.|st|nd|rd|th|e|ème)? (?:move|zug(?: an)?|tahu|ruchu|posunięcia|zet|coup)\b",
        r"from move \1",
    ),
    (r"\bafter (?:the )?(?:move )?(\d+)(?:st|nd|rd|th)(?: move)?\b", r"after move \1"),
    (r"(?<![\d/.:])(\d) 1/2(?= ?(?:h|s?t|u))", r"\1.5"),
    (r"(?<![\d/.:])1/2(?= ?(?:h|st|u))", "0.5"),
    (r"(?<![\d/.:])([13])/4(?= ?(?:h|st|u))", lambda found: f"{int(found[1]) * 0.25}"),
    (r"(?<=\d)(h|min|mn|m)ko\b", r"\1 ko"),
    (r"\bze? (?=\d+ tah)", "na "),
)


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


def normalized(text: str) -> str:
    """A text in one form for all signs that look alike, in small letters."""
    text = "".join(each for each in text if unicodedata.category(each) != "Cf")
    text = re.sub(r"(?<![\d/.:])(\d) (?=[½¼¾])", r"\1", text)
    for fraction, digits in _FRACTIONS.items():
        text = re.sub(rf"(?<!\d){fraction}", f"0.{digits}", text).replace(fraction, f".{digits}")
    text = unicodedata.normalize("NFKC", text.translate(_ALIKE)).lower().translate(_ALIKE)
    text = "".join(str(unicodedata.decimal(each)) if each.isdecimal() else each for each in text)
    text = " ".join(text.split())
    for pattern, instead in _WRITTEN_OTHERWISE:
        text = re.sub(pattern, instead, text)
    return with_digits(text)


def _spelled_again(found: re.Match[str]) -> str:
    """A number without itself as a word behind it, as in "30 (trinta)"."""
    spelled = with_digits(f"{found[2]} hora").split()[0]
    return found[1] if spelled == found[1].lstrip("0") else found[0]


def tokens(text: str, *, colons: bool, split: bool) -> tuple[Token, ...]:
    """Return a normalized text's tokens.

    With `colons` "1:30" is a time. With `split` minutes and seconds apart, as in `90'30"`, are two
    lengths.
    """
    raw = list(_raw_tokens(text, colons))
    found = list[Token]()
    index = 0
    while index < len(raw):
        letter, count = _phrase(raw, index)
        length = _length(raw, index, split) if count == 1 else None
        if length is not None:
            token, index = length
            found.append(token)
            continue
        last = raw[index + count - 1]
        if letter == UNKNOWN and _may_be_passed(found, raw, index, text):
            letter = PASSED
        if letter:
            start = raw[index].start
            found.append(Token(letter, text[start : last.end], start, last.end))
        index += count
        is_apart = not found or found[-1].letter in (",", ";")
        signs = _LABEL_SIGNS if is_apart else ":"
        if letter in ("", PASSED) and index < len(raw) and raw[index].text in signs:
            index += 1  # "Time: 90 min"
    if not say_what_they_count("".join(each.letter for each in found)):
        return tuple(
            structs.replace(each, letter=UNKNOWN) if each.letter == PASSED else each
            for each in found
        )
    return tuple(found)


def _may_be_passed(found: list[Token], raw: list[Token], index: int, text: str) -> bool:
    """Whether an unknown word is far from all that means something."""
    if not is_unlike(raw[index].text, meaningful()) or _is_before_seconds(raw, index + 1):
        return False
    before = next((each for each in reversed(found) if each.letter != PASSED), None)
    if before is None or before.letter not in (NUMBER, LENGTH, CLOCK):
        return True
    is_behind = not re.search("[.,;()]", text[before.end : raw[index].start])
    return not (is_behind and (before.letter != LENGTH or before.unit == "s"))


def _is_before_seconds(raw: list[Token], at: int) -> bool:
    """Whether only words stand between here and seconds, so that one may name their method."""
    while at < len(raw) and not raw[at].letter and raw[at].text.isalpha():
        letter, count = _phrase(raw, at)
        if letter not in ("", UNKNOWN):
            return False
        at += count
    return at < len(raw) and raw[at].letter == NUMBER and _unit(raw, at + 1)[0] == "s"


@lru_cache(maxsize=1)
def meaningful() -> frozenset[str]:
    """The words that say something alone, and those with a letter less."""
    units, known, _ = phrases()
    saying = {phrase for phrase, letter in known.items() if letter}.union(*units.values())
    return spellings(phrase[0] for phrase in saying if len(phrase) == 1)


def _raw_tokens(text: str, colons: bool) -> Iterator[Token]:
    """Numbers, times of a clock, words and signs."""
    at = 0
    while (match := _RAW.search(text, at)) is not None:
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
        if not unit or (units and unit not in "hms"["hms".index(units[-1]) + 1 :]):
            break
        if unit == "s" and units and split and _is_apart(raw, at):
            break
        if units == "h" and split and _is_byoyomi(raw, behind):
            break
        total_ns += number_ns(raw[at].text, UNIT_NS[unit])
        units += unit
        at = behind
        if units == "h" and _joins_minutes(raw, at):
            at += 1
    if not units:
        return first, index + 1
    text = "".join(each.text for each in raw[index:at])
    return Token(LENGTH, text, first.start, raw[at - 1].end, total_ns, units[-1]), at


def _clock_with_unit(clock: Token, end: int, unit: str) -> Token:
    """The length of "1:30 h", or of "15:00 min"."""
    large, small = ("h", "m") if unit == "h" else ("m", "s")
    first, _, last = clock.text.partition(":")
    length_ns = int(first) * UNIT_NS[large] + number_ns(last, UNIT_NS[small])
    return Token(LENGTH, clock.text, clock.start, end, length_ns, small)


def _joins_minutes(raw: list[Token], at: int) -> bool:
    """Whether "and" stands here, with minutes behind it, as in "1 hour and 30 minutes"."""
    is_number = at + 1 < len(raw) and raw[at + 1].letter == NUMBER
    if not is_number or _unit(raw, at + 2)[0] != "m":
        return False
    return raw[at].text == DUTCH_AND or _phrase(raw, at)[0] == "&"


def _unit(raw: list[Token], at: int) -> tuple[str, int]:
    """The unit that stands here, and the index behind it."""
    for count in (2, 1):
        key = tuple(each.text for each in raw[at : at + count])
        for unit in UNIT_NS if len(key) == count else ():
            if key in phrases()[0][unit]:
                return unit, at + count
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
    return letter == LETTERS["byoyomi"]


def _phrase(raw: list[Token], at: int) -> tuple[str, int]:
    """The letter of the longest phrase that begins here, and its number of raw tokens."""
    first = raw[at]
    key_letter = first.letter or (first.text if first.text in SIGNS else UNKNOWN)
    _, known, longest = phrases()
    for count in range(min(longest, len(raw) - at), 0, -1):
        letter = known.get(tuple(each.text for each in raw[at : at + count]))
        if letter is not None:
            return letter, count
    return key_letter, 1


def words() -> Iterator[tuple[str, dict[str, list[str]]]]:
    """The tables of words: a kind, and its phrases by language."""
    for path in _WORDS:
        yield from tomllib.loads(path.read_text(encoding="utf-8")).items()


@lru_cache(maxsize=1)
def phrases() -> tuple[dict[str, set[tuple[str, ...]]], dict[tuple[str, ...], str], int]:
    """Return the units by letter, all other phrases with their letters, and the longest's size."""
    units = dict[str, set[tuple[str, ...]]]()
    known = dict[tuple[str, ...], str]()
    for kind, languages in words():
        keys = {
            tuple(match[0] for match in _RAW.finditer(without_accents(phrase)))
            for each in languages.values()
            for phrase in (each if kind in UNIT_NS else map(with_digits, each))
        }
        if kind in UNIT_NS:
            units[kind] = keys
        else:
            known |= dict.fromkeys(keys, LETTERS[kind])
    return units, known, max(map(len, known))
