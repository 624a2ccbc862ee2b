"""What a clause of a written time control may be: a period, a bonus, byo-yomi or overtime.

A text in numbers alone leaves open what they count, so it is read in every `Way`.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from msgspec import structs

from clock.notation.clauses import Clause
from clock.notation.doubts import (
    BYOYOMI_SECONDS,
    are_stones,
    count_first,
    may_be_for_a_period,
    may_be_minutes,
    may_be_read_out,
    may_be_rounds,
    may_be_times,
)
from clock.notation.tokens import CLOCK, LENGTH, NUMBER, UNIT_NS, Token
from clock.notation.ways import (
    BONUS_NS_MAX,
    GAME_HOURS_MAX,
    HOURS_MAX,
    OVERTIME_SECONDS_MIN,
    STONES_MIN,
    Way,
    length_ns,
)
from clock.rules.units import MINUTE_NS, SECOND_NS

BYOYOMI_NS_MAX = 5 * MINUTE_NS
"""Two times a longer time is each player's time."""
_SEVERAL_UNITS = re.compile(r"\d[^\d.:]+\d")
"""A length in minutes and seconds."""
ONE_MOVE = ("1手", "1수")
"""Behind a plus this may be what is added at every move: 10分＋1手5秒."""


class Sense(NamedTuple):
    """A clause in its part."""

    kind: str
    clause: Clause
    length_ns: int
    unsure: bool = False
    """Whether it may as well be another."""


def senses(clauses: tuple[Clause, ...], index: int, way: Way) -> Iterator[Sense]:
    """The parts that a clause may play."""
    clause = clauses[index]
    before = clauses[index - 1] if index else None
    if clause.number("players", 2) != 2:
        return
    match clause.kind:
        case "period" if before is not None and _is_counted_bonus(clause):
            yield Sense("counted", clause, length_ns(clause.parts["time"], way))
        case "period" if _is_short(clause.parts["time"]) and (
            clause.has("after", "added") or (clause.has("game") and clause.between == "+")
        ):
            yield Sense("bonus", clause, length_ns(clause.parts["time"], way))
        case "bonus" if (
            ">" in clause.between and clause.has("method") and _is_long(clause.parts["bonus"])
        ):
            yield Sense("period", clause, length_ns(clause.parts["bonus"], way))
        case "bonus" if clause.has("since") and _is_long(clause.parts["bonus"]):
            parts = {"time": clause.parts["bonus"], "since": clause.parts["since"]}
            later = structs.replace(clause, parts=parts)
            yield Sense("period", later, length_ns(later.parts["time"], way))
        case "bonus" if before is not None and ">" in clause.between and before.has("moves"):
            for sense in _bonus_senses(clause, way):
                yield sense._replace(unsure=not clause.has("all", "since", "past"))
        case "bonus" if len(clauses) == 1 and not clause.has("method", "all", "since", "past"):
            yield Sense("byoyomi", clause, length_ns(clause.parts["bonus"], way, bare="s"))
        case "bonus" if _may_be_byoyomi(clause, before):
            yield from _byoyomi_too(_bonus_senses(clause, way), way)
        case "bonus":
            yield from _bonus_senses(clause, way)
            if before is not None and before.has("moves"):
                yield from _for_a_period(clause, way)
        case "quota":
            yield Sense("quota", clause, 0)
        case "byoyomi":
            yield from _byoyomi_senses(clauses, index, way)
        case "period" if before is None and clause.has("canadian", "stones"):
            if len(clauses) == 1:
                yield Sense("overtime", clause, length_ns(clause.parts["time"], way))
        case "period" if before is not None and _is_overtime(clause, before):
            token = clause.parts["time"]
            if not clause.has("canadian", "stones") and (
                clause.is_time_first or not are_stones(clause, way)
            ):
                return
            if clause.has("stones") and clause.moves == 1:
                one = structs.replace(
                    clause, parts={"bonus": token, "named": clause.parts["stones"]}
                )
                yield Sense("byoyomi", one, length_ns(token, way))
                return
            in_seconds = token.letter == NUMBER and float(token.text) >= OVERTIME_SECONDS_MIN
            yield Sense("overtime", clause, length_ns(token, way, bare="s" if in_seconds else ""))
        case "period" if (
            before is not None
            and not clause.between
            and not (
                before.has("moves", "game")
                or clause.has("after")
                or _is_short(clause.parts["time"])
            )
        ):
            return
        case "period" if before is not None and not clause.has("moves", "game", "after"):
            yield from _time_senses(clause, before, way)
        case "period" if before is None and clause.has("moves") and may_be_minutes(clause, way):
            is_alone = not any(each.has("moves", "game", "after") for each in clauses[1:])
            yield from _minutes_too(clause, way, alone=is_alone)
        case _:
            yield Sense(clause.kind, clause, length_ns(clause.parts["time"], way))


def _for_a_period(clause: Clause, way: Way) -> Iterator[Sense]:
    """A bonus of minutes as time for the next period, if its words may mean that too."""
    if may_be_for_a_period(clause):
        more = structs.replace(clause, parts={"time": clause.parts["bonus"]})
        yield Sense("period", more, length_ns(clause.parts["bonus"], way))


def _minutes_too(clause: Clause, way: Way, *, alone: bool) -> Iterator[Sense]:
    """Moves in a time, and alone both as minutes, each for an event of its own."""
    time_ns = length_ns(clause.parts["time"], way)
    yield Sense(clause.kind, clause, time_ns)
    if alone:
        single = structs.replace(clause, parts={"time": clause.parts["time"]})
        yield Sense(clause.kind, single, (clause.moves or 0) * MINUTE_NS)
        yield Sense(clause.kind, single, time_ns)


def _may_be_byoyomi(clause: Clause, before: Clause | None) -> bool:
    """Whether a time for every move follows the main time, as in "20 min, then 30 s a move"."""
    if before is None or before.kind != "period" or before.has("moves"):
        return False
    return ">" in clause.between and not clause.has("method", "all", "since", "past")


def _byoyomi_too(senses: Iterator[Sense], way: Way) -> Iterator[Sense]:
    """A bonus that is byo-yomi, or may be unless the game is one with byo-yomi."""
    for sense in senses:
        yield sense._replace(kind="byoyomi")
        if not way.go:
            yield sense


def _is_short(token: Token) -> bool:
    """Whether a length of time is in seconds."""
    return token.letter == LENGTH and token.unit == "s"


def _is_counted_bonus(clause: Clause) -> bool:
    """Whether a bonus stands before the moves of its period: "90 min + 30 s/40 moves"."""
    if not clause.has("moves") or clause.has("stones", "canadian") or clause.between != "+":
        return False
    time, moves = clause.parts["time"], clause.parts["moves"]
    is_near = 0 <= moves.start - time.end <= len(" / ")  # no "3 s per 10 moves"
    return _is_short(time) and is_near and (clause.moves or 0) >= STONES_MIN


def _is_long(token: Token) -> bool:
    """Whether nobody adds so much at every move."""
    return token.letter == LENGTH and token.length_ns > BONUS_NS_MAX


def can_be_hours(clauses: tuple[Clause, ...]) -> bool:
    """Whether a bare number may be hours, as in 40/2, SD/1."""
    bare = [
        each.parts["time"]
        for each in clauses
        if "time" in each.parts and (each.has("moves", "game") or not each.between.endswith("+"))
    ]
    most = HOURS_MAX if any(each.has("moves") for each in clauses) else GAME_HOURS_MAX
    return any(each.has("moves", "game") for each in clauses) and any(
        each.letter == NUMBER and 1 <= float(each.text) <= most for each in bare
    )


def _bonus_senses(clause: Clause, way: Way) -> Iterator[Sense]:
    """What the text calls a bonus: minutes, if they are many, may be meant as seconds."""
    token = clause.parts["bonus"]
    bonus = Sense("bonus", clause, length_ns(token, way, bare="s", bonus=True))
    if bonus.length_ns > BONUS_NS_MAX and _SEVERAL_UNITS.search(token.text) is not None:
        return
    long = token.unit in ("h", "m") and bonus.length_ns > BONUS_NS_MAX
    yield bonus._replace(unsure=long)
    if long and not way.pgn:
        yield bonus._replace(length_ns=_as_seconds(token), unsure=True)


def _as_seconds(token: Token) -> int:
    """The time of a length whose minutes, or hours, are seconds."""
    return token.length_ns // (UNIT_NS[token.unit] // SECOND_NS)


def _is_overtime(clause: Clause, before: Clause) -> bool:
    """Whether a number of moves in a time is Canadian overtime after a main time."""
    if clause.has("canadian", "stones"):
        return True
    is_added = clause.between == "+" or (before.has("game") and clause.between in ("", ","))
    return clause.moves is not None and is_added and not before.has("moves")


def _time_senses(clause: Clause, before: Clause, way: Way) -> Iterator[Sense]:
    """A time alone behind another clause: the next period, or a bonus."""
    token, between = clause.parts["time"], clause.between.strip(",;:")
    as_period = Sense("period", clause, length_ns(token, way))
    as_bonus = Sense("bonus", clause, length_ns(token, way, bare="s", bonus=True))
    after_moves = before.has("moves") or before.kind == "bonus"
    in_seconds = _is_short(token)
    if not clause.between and token.text.endswith(BYOYOMI_SECONDS):
        yield Sense("byoyomi", clause, as_bonus.length_ns, unsure=True)
    if not clause.between and before.has("moves") and as_bonus.length_ns > BONUS_NS_MAX:
        if not way.strict:  # as with a word in "2 hours ... 15 minutes"
            yield as_period
        return
    main = before.parts.get("time")
    is_apart = main is not None and main.letter == NUMBER and token.start > main.end + 1
    if not clause.between and is_apart:
        return  # "17 the time control was 1s"
    if clause.between in ("", "&") and not (in_seconds or (clause.between and after_moves)):
        return
    if "&" in clause.between and "+" not in clause.between and token.letter == NUMBER:
        return  # "60 minutes, but the champion gets 30"
    if way.pgn:
        yield as_bonus if between == "+" else as_period
        return
    if way.strict and between[-1:] not in ("+", *((">",) if not in_seconds else ())):
        return
    if ">" in between or (not between and clause.between):
        is_minute = ">" in between and token.unit == "m" and token.length_ns <= MINUTE_NS
        is_few = in_seconds and as_bonus.length_ns <= BONUS_NS_MAX
        is_added = (is_few or is_minute) and not after_moves
        if not is_added or _is_own_form(before, clause):
            yield as_period
        else:
            yield as_bonus._replace(unsure=True)
            listed = structs.replace(clause, between=clause.between.replace(":", ","))
            yield Sense("byoyomi", listed, as_bonus.length_ns, unsure=True)
        if is_few and ">" in between and before.has("moves"):
            yield as_bonus._replace(unsure=True)
        return
    if token.letter == LENGTH and token.unit in ("h", "m"):
        yield from _minute_senses(as_period, after_moves)
        return
    if as_bonus.length_ns <= BONUS_NS_MAX:
        yield as_bonus
        if not after_moves and may_be_read_out(token, way):
            yield as_bonus._replace(kind="byoyomi")
    elif token.letter == LENGTH and after_moves:
        yield as_period
    if token.letter in (NUMBER, CLOCK) and after_moves and as_period.length_ns > BONUS_NS_MAX:
        yield as_period


def _is_own_form(before: Clause, clause: Clause) -> bool:
    """Whether two periods are as the clock writes them, as in "10m:5s"."""
    lengths = (each.text for each in before.parts.values() if each.letter == LENGTH)
    is_short = not any(each[-2:].isalpha() for each in lengths)
    return is_short and clause.between == ":" and clause.start == before.end + 1


def _minute_senses(period: Sense, after_moves: bool) -> Iterator[Sense]:
    """Minutes behind a plus: a period after moves, else perhaps what was meant as seconds."""
    long = period.length_ns > BONUS_NS_MAX
    bonus = Sense("bonus", period.clause, period.length_ns, unsure=not after_moves)
    if long:
        yield period._replace(unsure=not after_moves)
        if not after_moves:
            seconds_ns = _as_seconds(period.clause.parts["time"])
            if 0 < seconds_ns <= BONUS_NS_MAX:
                yield bonus._replace(length_ns=seconds_ns)
        return
    yield bonus
    if not after_moves:
        if period.length_ns > MINUTE_NS:
            seconds_ns = _as_seconds(period.clause.parts["time"])
            yield bonus._replace(length_ns=seconds_ns)
        yield Sense("byoyomi", period.clause, period.length_ns, unsure=True)


def _byoyomi_senses(clauses: tuple[Clause, ...], index: int, way: Way) -> Iterator[Sense]:
    """Byo-yomi, unless the number is of players, or of stones."""
    clause = count_first(clauses[index])
    token = clause.parts["bonus"]
    bonus_ns = length_ns(token, way, bare="s", bonus=True)
    named = clause.has("named", "named2", "moves")
    count = clause.number("count", 1)
    in_seconds = _is_short(token)
    for_both = not index and count == 2 and not named and not in_seconds and not way.pgn
    if len(clauses) == 1 and may_be_times(clause, token, count, way):
        yield Sense("byoyomi", clause, bonus_ns)
        if way.unit == "m":
            rounds = structs.replace(clause, parts={"time": token})
            yield Sense("period", rounds, length_ns(token, way))
        return
    if for_both:
        only = len(clauses) > 1 or token.letter == LENGTH
        yield Sense("period", clause, length_ns(token, way), unsure=not only)
        if only:
            return
    is_apart = not index or clause.between != "+"
    if is_apart and not named and token.letter == LENGTH and bonus_ns > BYOYOMI_NS_MAX:
        return
    alone = not (index or named or way.pgn)
    # 19x19 is a board, and 7x15 min are rounds.
    is_odd = alone and (token.letter == NUMBER or bonus_ns > BONUS_NS_MAX)
    is_odd = is_odd or (len(clauses) == 1 and not way.pgn and bonus_ns > BYOYOMI_NS_MAX)
    yield Sense("byoyomi", clause, bonus_ns, unsure=for_both or is_odd)
    if clause.between == "+" and clause.has("named") and clause.parts["named"].text in ONE_MOVE:
        yield Sense("bonus", clause, bonus_ns)
    if clause.between == "+" and not (named or way.pgn) and may_be_rounds(clauses[index], clause):
        per_move = {"bonus": clauses[index].parts["count"]}
        rounds = structs.replace(clause, kind="bonus", parts=per_move)
        yield Sense("bonus", rounds, length_ns(rounds.parts["bonus"], way, bare="s"))
    if not named and not way.pgn and not for_both:
        if token.letter == NUMBER and bonus_ns < STONES_MIN * SECOND_NS:
            yield Sense("byoyomi", clause, length_ns(token, way, bare="m"), unsure=True)
        elif index and count >= STONES_MIN and bonus_ns > BONUS_NS_MAX:
            yield Sense("overtime", clause, bonus_ns, unsure=True)
