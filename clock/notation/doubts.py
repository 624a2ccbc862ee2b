"""Numbers that may be something else than they seem: moves, stones, rounds, byo-yomi."""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from msgspec import structs

from clock.notation.clauses import Clause
from clock.notation.tokens import LENGTH, NUMBER, Token
from clock.notation.ways import OVERTIME_SECONDS_MIN, STONES_MIN, Way, length_ns
from clock.rules.control import Control
from clock.rules.units import MINUTE_NS

BYOYOMI_SECONDS = ("秒", "초")
"""Without a plus these may be byo-yomi: 20分30秒."""
ROUNDS_BONUS_MAX, ROUNDS_COUNT_MIN = 15, 5
"""A bonus up to here, or more rounds than this, may be meant: 15+10 x 5."""
STONES_A_MINUTE = 2
"""Fewer stones in a minute are no overtime: in 60+10/15 the 10 and the 15 are something else."""
MINUTES_MAX = 30
"""So many moves before their time may be minutes: "10/15 min" is perhaps for two events."""
READ_OUT_MIN = 20
"""In Korea fewer seconds are hardly byo-yomi."""
_OWN_LENGTH = re.compile(r"(?:\d+(?:\.\d+)?[hms])+")
_FOR_MOVES = re.compile("inc|fis|inkr|инкр|фиш|フィ|피셔|菲")
"""Names of a bonus that is for each move, while "additional time" may be for a period."""


def is_own_length(token: Token) -> bool:
    """Whether a length of time is written as the clock does: "15m", not "15 min"."""
    is_short = _OWN_LENGTH.fullmatch(token.text) is not None
    return is_short and token.end - token.start == len(token.text)


def are_stones(clause: Clause, way: Way) -> bool:
    """Whether moves in a time behind a main time are stones, though no word says so."""
    token = clause.parts["time"]
    if way.pgn or is_own_length(token):
        return True
    minutes = length_ns(token, way._replace(unit="m")) // MINUTE_NS
    is_in_seconds = token.letter == NUMBER and minutes >= OVERTIME_SECONDS_MIN
    return is_in_seconds or (clause.moves or 0) >= STONES_A_MINUTE * minutes


def may_be_minutes(clause: Clause, way: Way) -> bool:
    """Whether moves before their time may be minutes, as in "10/15 min"."""
    moves, token = clause.parts["moves"], clause.parts["time"]
    if way.pgn or token.letter != LENGTH or token.unit != "m" or is_own_length(token):
        return False
    return 0 < token.start - moves.end <= len(" / ") and int(moves.text) <= MINUTES_MAX


def may_be_for_a_period(clause: Clause) -> bool:
    """Whether minutes that a word adds may be more time at once, not for each move."""
    if clause.parts["bonus"].unit != "m" or clause.has("each", "all", "since", "past"):
        return False
    return clause.has("method") and _FOR_MOVES.match(clause.parts["method"].text) is None


def may_be_read_out(token: Token, way: Way) -> bool:
    """Whether seconds behind a plus may be byo-yomi, as among players of shogi and go."""
    if way.pgn or way.chess or token.text[-1:] not in BYOYOMI_SECONDS:
        return way.go
    return token.text.endswith("秒") or way.go or float(token.text[:-1]) >= READ_OUT_MIN


def may_be_times(clause: Clause, token: Token, count: int, way: Way) -> bool:
    """Whether numbers alone are byo-yomi, or rounds and minutes: 5x30, but 19x19 is a board."""
    is_plain = token.letter == NUMBER and not (clause.has("named", "named2", "moves") or way.pgn)
    return is_plain and count > 2 and token.text in ("20", "30", "40", "60")


def may_be_rounds(written: Clause, clause: Clause) -> bool:
    """Whether the last number may be of rounds: "5+3 x 9", where no byo-yomi has 9 s."""
    count, bonus = written.parts.get("count"), clause.parts["bonus"]
    if count is None or not count.letter == written.parts["bonus"].letter == NUMBER:
        return False
    seconds = float(bonus.text)
    if clause is not written:
        return seconds <= ROUNDS_BONUS_MAX or clause.number("count", 1) > ROUNDS_COUNT_MIN
    return seconds < STONES_MIN or seconds % 5 > 0


def count_first(clause: Clause) -> Clause:
    """Byo-yomi with the count before the time: 30x3 is three times 30 s."""
    count, bonus = clause.parts.get("count"), clause.parts["bonus"]
    if count is None or (count.letter, bonus.letter) != (NUMBER, NUMBER):
        return clause
    if not bonus.text.isdecimal() or not int(bonus.text) < STONES_MIN <= int(count.text):
        return clause
    return structs.replace(clause, parts={**clause.parts, "count": bonus, "bonus": count})


def counted_too(controls: Iterable[Control], joins: list[str], way: Way) -> Iterator[Control]:
    """Controls, and each as if later moves and times were counted from the start."""
    for control in controls:
        yield control
        if way.pgn or ":" in joins:
            continue
        from_start = list(control[:1])
        for before, each in pairwise(control):
            more = (each.moves or 0) - (before.moves or each.moves or 0)
            more_ns = each.time_ns - before.time_ns
            if more > 0 and more_ns > 0:
                each = structs.replace(each, moves=more, time_ns=more_ns)
            from_start.append(each)
        if tuple(from_start) != control:
            yield tuple(from_start)
