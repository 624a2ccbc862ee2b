"""Time controls as people type them: `3+2`, `1h30m`, `G/60;d5`, `40/120, SD/60`, `60+3x30s`.

A bare number is minutes, or seconds in a bonus: so players write. Programs write seconds (PGN's
`5400+30`), `1:30` may be hours, and the bonus of `40/90, 30 +30` may be for every move; `90/40` may
be 40 moves in 90 minutes. So a text is read in every way: the one that is played on a board is
meant, and if there are several, which one is asked. In game files, and behind `pgn:`, a bare number
is seconds: that is PGN's TimeControl, with units and bonuses beside its own.

`words.toml` and its neighbours have the words, `clauses` the grammar, and `senses` and `meanings`
what a text can mean.
"""

import re
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from itertools import product
from typing import Any

from clock.notation.asides import without_asides
from clock.notation.clauses import Clause, NotUnderstood, clauses
from clock.notation.labels import without_labels
from clock.notation.lexicon import CHANGING, GO
from clock.notation.meanings import LONGEST_NS, Meaning, is_swapped, longest_ns, meanings
from clock.notation.normal_form import normalized
from clock.notation.passed import (
    is_a_players,
    is_misspelt,
    is_number_in_prose,
    is_usual,
    may_change,
    may_count,
)
from clock.notation.quotes import with_plain_quotes
from clock.notation.reader import require_none
from clock.notation.senses import can_be_hours
from clock.notation.tokens import (
    CLOCK,
    LENGTH,
    UNKNOWN,
    has_parts_of_seconds,
    tokens,
)
from clock.notation.ways import SEPARATOR, Way
from clock.notation.written import typed_text
from clock.notation.written_twice import AGAIN, of_both_parts
from clock.rules.control import Control, problems
from clock.rules.message import Message
from clock.rules.refusal import SetupError

TEXT_MAX = 1000
_WORD = re.compile(r"[^\W\d_]{3}")
"""Between words, and alone, a colon is within a time; else perhaps between periods, as in PGN."""

_PGN = re.compile(
    r'(?:pgn:|\[?timecontrol\s*")\s*([^"\]]*)(?:"\s*\]?\s*(?:\{([^{}]*)\}|;(.*))?)?\s*',
    re.IGNORECASE,
)
"""PGN's tag, maybe with a comment behind it, and our own sign."""
_ONE_MOVE = re.compile(r"1/(\d{5,7})")
DAY_SECONDS = 24 * 60 * 60
_IN_MINUTES = re.compile(r"\b(?:sd|g) ?/? ?\d", re.IGNORECASE)
"""A rulebook's words, which PGN's tag does not have: its numbers are minutes then."""
_NO_TIME = re.compile(r"(?:[89]|1\d|2[0-3]) ?(?:h ?(?:[0-5]\d)?|[.:][0-5]\d ?h)|[12]\d[05]0")
"""A time of day or a rating, as 18h and 1500, more probably than a time control."""
_OR = re.compile(r"\s(?:or|oder|ou|lub|nebo|или|または|또는)\s", re.IGNORECASE)
_PAIR = re.compile(r"(\d{1,2})/(\d|[12]\d|30)|(45|60|90)/(45|60)")
"""In numbers alone a slash may stand for a plus: 5/3 is 5 min + 3 s."""

_THREE_NUMBERS = re.compile(r"\s*([6-9]\d|1[0-2]\d)\s*\+\s*([1-6]\d)\s*\+\s*([1-6]\d?)\s*")
"""Two times and a bonus without their moves, which are usually 40."""
_OVERTIME = re.compile(
    r"\s*(\d+) ?min\w*\.? ?(?:\+|,|plus|and|with) ?(\d+) ?min\w*\.? (?:of )?overtime\W*",
    re.IGNORECASE,
)
"""More minutes, or so many below zero that cost points."""
_CHESS = re.compile("chess|チェス|체스|象棋|分[钟鐘]")
_IN_ENGINES = re.compile(r"\btc ?=")
"""Engines' numbers are seconds, but people write "TC=90+30" too."""


class Unclear(SetupError):
    """A text with several meanings, or one that is only probable; the message asks."""

    def __init__(self, text: str, meanings: tuple[Control, ...]) -> None:
        super().__init__("", question(text, map(typed_text, meanings)))
        self.meanings: tuple[Any, ...] = meanings


def question(text: str, meanings: Iterable[str]) -> Message:
    """Return the message that asks between the meanings of a text."""
    *others, last = meanings
    values = {"text": text, "first": ", ".join(others), "second": last}
    if not others:
        return Message("{text} probably means {meaning}: write that if so", text=text, meaning=last)
    if len(others) > 1:
        return Message("{text} has several meanings: write {first} or {second}", **values)
    return Message("{text} has two meanings: write {first} or {second}", **values)


def control_from_pgn(text: str) -> Control:
    """Return the control of a text in seconds, as PGN has it; raises SetupError with the place."""
    plain = _plain(text)
    if (days := _ONE_MOVE.fullmatch(plain)) is not None and int(days[1]) % DAY_SECONDS == 0:
        plain = f"{days[1]}s per move"  # as servers of correspondence have it
    with_clocks = tokens(plain, colons=True, split=False)
    if any(each.letter == CLOCK for each in with_clocks) and (
        _WORD.search(plain) or len(with_clocks) == 1
    ):
        raise _unknown(text)
    return _possible(text, _read(plain, (Way("s", "", pgn=True),)))[0].control


@lru_cache(maxsize=256)
def control_as_typed(text: str) -> Control:
    """Return the control meant on a board; raises Unclear, or SetupError with the place."""
    if (tag := _PGN.fullmatch(with_plain_quotes(text.strip()))) is not None:
        return _in_tag(text, tag[1], tag[2] or tag[3] or "")
    if (numbers := _THREE_NUMBERS.fullmatch(text)) is not None:
        main, rest, bonus = numbers.groups()
        asked = f"40/{main}m+{bonus}s:{rest}m+{bonus}s"
        raise Unclear(text.strip(), (control_as_typed(asked),))
    if (minutes := _OVERTIME.fullmatch(text)) is not None:
        main = f"{minutes[1]}m"
        ways = f"{main}:{minutes[2]}m", f"{main} below zero"
        raise Unclear(text.strip(), tuple(map(control_as_typed, ways)))
    alternatives = _alternatives(text)
    if len(alternatives) > 1:
        raise Unclear(text.strip(), alternatives)
    return alternatives[0] if alternatives else _one_control(text)


def _in_tag(text: str, value: str, comment: str) -> Control:
    """The control of PGN's tag; raises Unclear if a comment behind it says another."""
    by_rulebook = _IN_MINUTES.search(value) is not None
    control = control_as_typed(value) if by_rulebook else control_from_pgn(value)
    if ";" in value and any(each.moves is None for each in control[:-1]):
        raise _unknown(text)  # a period behind one that ends the game
    try:
        other = control_as_typed(comment)
    except SetupError:
        return control
    if other != control:
        raise Unclear(text.strip(), (control, other))
    return control


def _alternatives(text: str) -> tuple[Control, ...]:
    """Several controls with "or" between them, or one twice: "90+30 (90 min + 30 s)"."""
    plain = without_labels(text.lower())
    again = AGAIN.fullmatch(text if plain == text.lower() else plain)
    parts = _OR.split(text) if again is None else [each for each in again.groups() if each]
    if len(parts) == 1:
        return ()
    try:
        if again is None:
            return tuple({_one_control(each): None for each in parts})
        first, *others = map(_meanings_of, parts)
    except SetupError:
        return ()
    common = tuple(each for each in first if all(each in other for other in others))
    readings = (*first, *(each for other in others for each in other))
    if not common and all(len(each) == 1 and each[0].moves is not None for each in readings):
        return readings  # "40/90 (40 moves in 2 hours)" contradicts itself
    return common if len(common) == 1 else ()


def _meanings_of(text: str, *, whole: bool = True) -> tuple[Control, ...]:
    """What a text can mean; raises SetupError if it means nothing."""
    try:
        return (_one_control(text, whole=whole),)
    except Unclear as error:
        return error.meanings


def _one_control(text: str, *, whole: bool = True) -> Control:
    plain = _plain(text)
    try:
        meant = _likely(text, plain)
    except SetupError as refusal:
        if (
            whole
            and (control := _of_the_rest(text) or of_both_parts(text, _meanings_of)) is not None
        ):
            return control
        meant = _without_words(text, plain, refusal)
    if len(meant) > 1 or _NO_TIME.fullmatch(plain) or is_number_in_prose(plain):
        raise Unclear(text.strip(), meant)
    return meant[0]


def _of_the_rest(text: str) -> Control | None:
    """The control of a text without its asides, if it has any; raises Unclear."""
    shorter = without_asides(text)
    if shorter == text:
        return None
    try:
        return _one_control(shorter)
    except Unclear as error:
        raise Unclear(text.strip(), error.meanings) from None
    except SetupError:
        return None


def _without_words(text: str, plain: str, refusal: SetupError) -> tuple[Control, ...]:
    """What a text means if its unknown words say nothing; raises Unclear if they may."""
    found = tokens(plain, colons=True, split=False, passing=True)
    letters = {each.letter for each in found}
    is_known = found == tokens(plain, colons=True, split=False)
    if is_known or letters & {UNKNOWN, CHANGING}:
        raise refusal
    if may_count(found, plain) or is_misspelt(found):
        raise refusal
    try:
        if not may_change(found, plain):
            with suppress(SetupError):
                return _likely(text, plain, passing=True, strict=True)
            if is_a_players(found, plain):
                return _likely(text, plain, passing=True)
        meant = _likely(text, plain, passing=True)
        if len(meant) == 1 and is_usual(found):
            return meant
    except SetupError:
        raise refusal from None
    raise Unclear(text.strip(), meant)


def _likely(
    text: str, plain: str, *, passing: bool = False, strict: bool = False
) -> tuple[Control, ...]:
    """What a text means, the likeliest first; raises SetupError if it means nothing."""
    ways = _ways(plain, passing=passing, strict=strict)
    possible = _possible(text, _read(plain, ways, passing=passing))
    if denied := _no_bonus(plain):
        if _has_bonus(possible[0]):
            raise _unknown(text, denied)
        possible = [each for each in possible if not _has_bonus(each)]
    likely = [each for each in possible if each.played]
    if _IN_ENGINES.search(text):
        likely = [*_read(plain, (Way("m", ""),))[0], *_read(plain, (Way("s", ""),))[0]]
    found = tokens(plain, colons=True, split=False)
    if _PAIR.fullmatch("".join(each.text for each in found)):
        ways = (Way("m", ""),)
        likely = [*_read(plain, ways)[0], *_read(plain.replace("/", "+"), ways)[0]]
    likely = likely or [each for each in possible if longest_ns(each.control) <= LONGEST_NS]
    meant = tuple({each.control: None for each in likely or possible})
    if len(meant) == 1 and all(each.unsure for each in possible if each.control == meant[0]):
        raise _unknown(text)  # as 105' + 15' + 30", where something is missing
    return meant


def _has_bonus(meaning: Meaning) -> bool:
    return any(each.bonus_ns and not each.has_byoyomi for each in meaning.control)


def _no_bonus(plain: str) -> str:
    """What a text says against a bonus, as "no increment"."""
    found = tokens(plain, colons=True, split=False)
    return next((plain[each.start : each.end] for each in found if each.letter == "N"), "")


def _plain(text: str) -> str:
    """A text in one form; raises SetupError if it is too long for a control."""
    if len(text) > TEXT_MAX:
        raise _unknown(f"{text[:40]}…")
    return normalized(text)


def _ways(plain: str, *, passing: bool, strict: bool) -> Iterable[Way]:
    """The ways to read a text, as far as they may differ."""
    found = tokens(plain, colons=True, split=False, passing=passing)
    in_words = _WORD.search(plain) is not None
    is_chess = _CHESS.search(plain) is not None
    is_go = any(each.letter == GO for each in found)
    colons: tuple[str, ...] = ("",)
    if any(each.letter == CLOCK for each in found):
        # Where hours have their seconds, as in 1:30:00, a single colon is before seconds.
        has_seconds = any(
            ":" in each.text and (each.letter == LENGTH or has_parts_of_seconds(each))
            for each in found
        )
        colons = ("ms",) if has_seconds else ("ms", "hm")
        colons = colons if in_words else (SEPARATOR, *colons)
    splits = (
        (False, True)
        if tokens(plain, colons=True, split=True, passing=passing) != found
        else (False,)
    )
    units = "mh" if any(each.letter in "ge" for each in found) else "msh"
    for swap, split, unit, colon in product((True, False), splits, units, colons):
        yield Way(unit, colon, split, swap, in_words, strict, go=is_go, chess=is_chess)


def _read(
    plain: str, ways: Iterable[Way], *, passing: bool = False
) -> tuple[list[Meaning], NotUnderstood | None]:
    """The meanings of a text, and the part that has no place in any of them."""
    found, failure = list[Meaning](), None
    parsed = dict[tuple[bool, bool], tuple[Clause, ...]]()
    for way in ways:
        key = (way.colon != SEPARATOR and not way.pgn, way.split)
        try:
            if key not in parsed:
                parsed[key] = ()
                parsed[key] = clauses(tokens(plain, colons=key[0], split=key[1], passing=passing))
        except NotUnderstood as error:
            failure = _later(failure, error)
        taken = parsed[key]
        if way.swap and not any(map(is_swapped, taken)):
            continue
        if way.unit == "h" and not can_be_hours(taken):
            continue
        found += meanings(taken, way) if taken else ()
        if taken and not found:
            failure = _later(failure, _first_misfit(taken, way))
    return found, failure


def _later(before: NotUnderstood | None, failure: NotUnderstood) -> NotUnderstood:
    """The failure that leaves the least of a text."""
    return failure if before is None or failure.start > before.start else before


def _first_misfit(taken: tuple[Clause, ...], way: Way) -> NotUnderstood:
    """The clause before which all others make a control."""
    count = next(
        (count for count in range(len(taken) - 1, 0, -1) if any(meanings(taken[:count], way))), 0
    )
    return NotUnderstood(taken[count].start, taken[count].end)


def _possible(text: str, read: tuple[list[Meaning], NotUnderstood | None]) -> list[Meaning]:
    """The meanings that the rules allow; raises SetupError if there are none."""
    found, failure = read
    possible, refusal = list[Meaning](), None
    for meaning in found:
        try:
            require_none(problems(meaning.control))
        except SetupError as error:
            refusal = error
        else:
            possible.append(meaning)
    if not possible:
        part = normalized(text)[failure.start : failure.end] if failure else ""
        raise SetupError("", refusal.message) if refusal else _unknown(text, part)
    return possible


def _unknown(text: str, part: str = "") -> SetupError:
    expected = 'expected a time control such as "90+30", "40/2h, 1h" or "60+3x30s", got {text}'
    unknown = Message(expected, text=repr(text.strip()))
    if part and part != normalized(text):
        return SetupError("", "{unknown}: {part} is not understood", unknown=unknown, part=part)
    return SetupError("", unknown)
