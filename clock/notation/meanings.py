"""The controls that a written text can mean: its clauses put together in every way.

Each meaning says whether people play such a thing, `Meaning.played`.
"""

from collections.abc import Iterator
from itertools import pairwise, product
from math import prod
from typing import NamedTuple

from msgspec.structs import replace

from clock.notation.clauses import Clause
from clock.notation.doubts import counted_too
from clock.notation.senses import BYOYOMI_NS_MAX, Sense, can_be_hours, senses
from clock.notation.tokens import NUMBER
from clock.notation.ways import SEPARATOR, Way, length_ns
from clock.rules.control import Control, Method, Period
from clock.rules.units import HOUR_NS, MINUTE_NS, SECOND_NS

PLAYED_NS_MAX = 3 * HOUR_NS
"""Minutes, or hours before a colon, are not meant if a period is longer."""
PLAYED_NS_MIN, MOVE_NS_MIN, BONUS_PART_MAX = MINUTE_NS, 5 * SECOND_NS, 20
"""Seconds are not meant if a period, or a move of it, has less; nor if a bonus is more
than a twentieth of the period."""
QUOTA_MIN = 10
"""Fewer moves are no quota in numbers alone: 5/3 is no 3 moves in 5 minutes."""
BARE_QUOTA_MAX, LONGEST_NS = 200, 24 * HOUR_NS
"""More moves are none in numbers alone, nor is a longer time: 2024/25 is a season."""
QUOTAS, LONG_MINUTES = (30, 35, 36, 40, 45), (75, 80, 90, 100, 105, 110, 120, 150)
"""Of a usual quota and a long time in numbers alone it is clear which is which."""
ODD_SECONDS, ODD_SECONDS_WITH_BONUS = 10 * SECOND_NS, 30 * SECOND_NS
"""Bare numbers of seconds are multiples of these: nobody plays 1 min 40 s with 5 s a move."""
LITTLE_NS, LONG_NS = 3 * SECOND_NS, 2 * HOUR_NS
"""So short a bonus is added to no time so long."""
ODD_NS_MIN = 10 * MINUTE_NS
"""Longer times are whole minutes."""
COMBINATIONS_MAX = 64
"""A text that leaves more open is no time control."""

METHODS = {each.value: each for each in Method}
BONUSES = {"I": METHODS["increment"], "D": METHODS["delay"], "B": METHODS["bronstein"]}
HOURGLASS = METHODS["hourglass"]
PLAIN, BYOYOMI, INCREMENT = METHODS["plain"], METHODS["byoyomi"], METHODS["increment"]


class Meaning(NamedTuple):
    control: Control
    played: bool
    """Whether it could be a game on a board."""
    unsure: bool
    """Whether a part of the text may as well be another."""


class Draft(NamedTuple):
    """A period with its bonus."""

    period: Period
    bonus: Sense | None = None
    between: str = ""
    added: bool = False
    """Whether its time is added after a move of the game."""

    @property
    def has_bonus(self) -> bool:
        return self.bonus is not None and self.bonus.length_ns > 0


def meanings(clauses: tuple[Clause, ...], way: Way) -> Iterator[Meaning]:
    """Return what the clauses can mean in one way, the likeliest first."""
    choices = [tuple(senses(clauses, index, way)) for index in range(len(clauses))]
    if prod(map(len, choices)) > COMBINATIONS_MAX:
        return
    for parts in product(*choices):
        drafts = _drafts(parts, way)
        unsure = any(each.unsure for each in parts)
        dotted = any(_is_dotted(clauses, each) for each in clauses)
        joins = [each.between for each in drafts[1:]]
        for control in counted_too(_with_bonuses(drafts, way), joins, way) if drafts else ():
            last = control[-1]
            if _repeats_no_moves(clauses, last) or (way.strict and _is_bare(clauses, control)):
                continue
            if len(clauses) == 1 and _is_no_control(clauses[0], last) and not way.pgn:
                continue
            repeat = last.moves is not None and not clauses[-1].has("once")
            control = (*control[:-1], replace(last, repeat=repeat))
            rest = tuple(each.clause for each in parts[1:] if each.kind == "period")
            played = not (dotted or (way.unit == "m" and can_be_hours(rest)))
            played = played and (way.swap or not any(map(_is_surely_swapped, clauses)))
            played = played and _is_played(control, way, unsure=unsure)
            if played or not way.strict:
                yield Meaning(control, played, unsure)


def _is_no_control(clause: Clause, period: Period) -> bool:
    """Whether numbers alone are a season, a year or a rating."""
    time = clause.parts.get("time")
    if time is None or time.letter != NUMBER or not time.text.isdecimal():
        return False
    is_odd = period.time_ns % ODD_SECONDS > 0 or period.time_ns > LONGEST_NS
    return is_odd or (period.moves or 0) > BARE_QUOTA_MAX


def _is_bare(clauses: tuple[Clause, ...], control: Control) -> bool:
    """Whether a time may be no player's, but that of an event in a sentence."""
    is_time = len(clauses) == 1 and not clauses[0].has("moves", "game", "count")
    return is_time or any(
        before.moves is None and after.carry for before, after in pairwise(control)
    )


def _repeats_no_moves(clauses: tuple[Clause, ...], last: Period) -> bool:
    """Whether the text repeats a period that has no moves, or one before the last."""
    *others, final = clauses
    return any(each.has("repeat") for each in (*others, *(() if last.moves else (final,))))


def _is_dotted(clauses: tuple[Clause, ...], clause: Clause) -> bool:
    """Whether the dot of a time may be a colon, as in "5.30", or a program's, as in "60+0.1"."""
    if clause is not clauses[0] and any(
        each.length_ns % SECOND_NS for each in clause.parts.values()
    ):
        return True
    time = clause.parts.get("time")
    figures = "" if time is None or time.letter != NUMBER else time.text.partition(".")[2]
    is_alone = len(clauses) == 1 and clause.moves is None
    return len(figures) > 1 or (bool(figures) and (is_alone or clause.between == "+"))


def _drafts(parts: tuple[Sense, ...], way: Way) -> list[Draft]:
    """The periods with their bonuses; none if the parts do not fit."""
    found = list[Draft]()
    for index, sense in enumerate(parts):
        before = parts[index - 1].kind if index else ""
        if before == "overtime" or not _TAKEN_AS.get(sense.kind, _add_period)(found, sense, way):
            return []
    return found


def _add_bonus(found: list[Draft], sense: Sense, _way: Way) -> bool:
    if not found or found[-1].bonus is not None or found[-1].period.method is not PLAIN:
        return False
    draft = found.pop()
    carry = draft.period.carry and not sense.clause.has("dropped")
    period = replace(draft.period, carry=carry)
    before = (_since(sense.clause) or 1) - 1 - sum(each.period.moves or 0 for each in found)
    if period.moves is None and before > 0:
        found.append(draft._replace(period=replace(period, moves=before)))
        draft, period = Draft(Period(0), None, sense.clause.between), Period(0)
    found.append(draft._replace(period=period, bonus=sense))
    return True


def _since(clause: Clause) -> int | None:
    """The move from which on a bonus is added, if the text says it."""
    for name in ("past", "after"):
        if clause.has(name):
            return clause.number(name, 0) + 1
    return clause.number("since", 1) if clause.has("since") else None


def _add_counted(found: list[Draft], sense: Sense, way: Way) -> bool:
    """A bonus, and the moves of its period: "90 min + 30 s/40 moves"."""
    if not found or found[-1].period.moves is not None:
        return False
    return _add_bonus(found, sense, way) and _add_quota(found, sense, way)


def _add_byoyomi(found: list[Draft], sense: Sense, _way: Way) -> bool:
    clause = sense.clause
    has_own_period = (
        not found
        or clause.moves is not None
        or (clause.between == ":" and not clause.has("named", "named2"))
        or (">" in clause.between and found[-1].period.moves is not None)
    )
    main = Draft(Period(0, clause.moves), None, clause.between)
    if not has_own_period:
        main = found.pop()
    if main.period.method is not PLAIN or main.has_bonus:
        return False
    carry = main.period.carry and not clause.has("dropped")
    terms = {"method": BYOYOMI, "bonus_ns": sense.length_ns, "count": clause.number("count", 1)}
    found.append(main._replace(period=replace(main.period, carry=carry, **terms), bonus=None))
    return True


def _add_overtime(found: list[Draft], sense: Sense, _way: Way) -> bool:
    if found and (found[-1].has_bonus or found[-1].period.method is not PLAIN):
        return False
    stones = sense.clause.number("count", sense.clause.moves or 0)
    found.append(Draft(Period(sense.length_ns, stones, carry=False), None, ":"))
    return True


def _add_quota(found: list[Draft], sense: Sense, _way: Way) -> bool:
    """The moves of a period behind its bonus: "90 min + 30 s a move for 40 moves"."""
    if not found or not found[-1].has_bonus or found[-1].period.moves is not None:
        return False
    found[-1] = found[-1]._replace(period=replace(found[-1].period, moves=sense.clause.moves))
    return True


def _add_period(found: list[Draft], sense: Sense, way: Way) -> bool:
    clause, time_ns, moves = sense.clause, sense.length_ns, sense.clause.moves
    if clause.has("after"):
        quota = clause.number("after", 0) - sum(each.period.moves or 0 for each in found)
        is_open = bool(found) and found[-1].period.moves is None
        if not found or quota < 0 or (quota > 0) != is_open:
            return False
        if is_open:
            found[-1] = found[-1]._replace(period=replace(found[-1].period, moves=quota))
    if clause.has("since"):
        moves_before = sum(each.period.moves or 0 for each in found)
        if not moves_before or clause.number("since", 0) not in (moves_before, moves_before + 1):
            return False
    if clause.between == "+" and found[-1].period.moves is None and not sense.unsure:
        return False
    after_moves = bool(found) and found[-1].period.moves is not None
    if found and not (after_moves or way.pgn or ":" in clause.between):
        is_short = moves is not None and time_ns < found[-1].period.time_ns
        is_apart = way.in_words and not (is_short or set(clause.between) & set("+>"))
        if is_apart or found[-1].has_bonus or found[-1].period.method is not PLAIN:
            return False  # "Rapid: 15 min + 10 s, blitz 3 min": each is for a whole game
    if moves is not None and way.swap and is_swapped(clause, after_moves=after_moves):
        time_ns = length_ns(clause.parts["moves"], way)
        moves = clause.number("time", 0)
    method = METHODS.get(sense.kind, PLAIN)
    found.append(
        Draft(
            Period(time_ns, moves, method, carry=not clause.has("dropped")),
            between=clause.between,
            added=clause.has("after"),
        )
    )
    return True


_TAKEN_AS = {
    "bonus": _add_bonus,
    "counted": _add_counted,
    "byoyomi": _add_byoyomi,
    "overtime": _add_overtime,
    "quota": _add_quota,
}


def is_swapped(clause: Clause, *, after_moves: bool = False) -> bool:
    """Whether a time without a unit may stand before its moves: these have less than a minute."""
    time = clause.parts.get("time")
    if time is None or time.letter != NUMBER or not time.text.isdecimal():
        return False
    return (after_moves or clause.between != "+") and 0 < int(time.text) < (clause.moves or 0)


def _is_surely_swapped(clause: Clause) -> bool:
    """Whether only a time stands before its moves: 90/40 is no 90 moves in 40 minutes."""
    time = clause.parts.get("time")
    if not is_swapped(clause) or time is None:
        return False
    return clause.moves in LONG_MINUTES and int(time.text) in QUOTAS


def _with_bonuses(drafts: list[Draft], way: Way) -> Iterator[Control]:
    """The periods with bonuses, in each way to share these; none if one is for no period."""
    owners = [index for index, draft in enumerate(drafts) if draft.has_bonus]
    scopes = [tuple(_scopes(drafts, index, alone=len(owners) == 1, way=way)) for index in owners]
    for choice in product(*scopes):
        periods = [draft.period for draft in drafts]
        for owner, scope in zip(owners, choice, strict=True):
            bonus = drafts[owner].bonus
            assert bonus is not None
            method = INCREMENT
            if "method" in bonus.clause.parts:
                method = BONUSES[bonus.clause.parts["method"].letter]
            for index in scope:
                if periods[index].method is PLAIN:
                    terms = {"method": method, "bonus_ns": bonus.length_ns}
                    periods[index] = replace(periods[index], **terms)
        yield tuple(periods)


def _scopes(drafts: list[Draft], owner: int, *, alone: bool, way: Way) -> Iterator[range]:
    """The periods that a bonus may be for."""
    bonus = drafts[owner].bonus
    assert bonus is not None
    clause, last = bonus.clause, len(drafts) - 1
    before = [each.period for each in drafts[:-1]]
    own, every = range(owner, owner + 1), range(last + 1)
    in_colons = all(each.between == ":" for each in drafts[1:])
    is_for_all = clause.has("method") and clause.parts["method"].letter in "DB"
    is_apart, has_and = clause.between[:1] in (",", ";"), "&" in clause.between
    if (since := _since(clause)) is not None:
        first = 1
        for index, draft in enumerate(drafts):
            if since in (first, first - 1 if index else first):
                yield range(index, last + 1)
            first += draft.period.moves or 0
    elif clause.has("all"):
        yield every
    elif last == 0 or not alone:
        yield own
    elif owner < last:
        if drafts[owner + 1].added and not way.pgn:
            yield range(owner, last + 1)  # time added to the clock ends no bonus
            return
        yield own
        if not (in_colons or has_and or way.pgn):
            yield range(owner, last + 1)
    elif (is_apart or is_for_all) and not has_and:
        yield every
    elif in_colons or not all(each.moves and each.method is PLAIN for each in before):
        yield own
    elif (clause.kind == "bonus" and not clause.has("whole")) or _is_in_a_row(drafts, clause):
        yield every
        is_later = ">" in drafts[-1].between or (last > 1 and drafts[-1].added)
        if is_later and clause.between in ("+", "&"):
            yield own  # "40 moves in 2 h, then 15 min + 30 s a move"
    else:
        yield own
        if not way.pgn:
            yield every


def _is_in_a_row(drafts: list[Draft], clause: Clause) -> bool:
    """Whether seconds stand behind pluses, as in "90 min/40 + 30 min + 30 s": for every move."""
    token = clause.parts.get("time")
    joins = {drafts[-1].between, clause.between}
    return token is not None and token.unit == "s" and joins <= {"+", "&"} and "+" in joins


def longest_ns(control: Control) -> int:
    """Return the time of the longest period."""
    return max(each.time_ns for each in control)


def _is_odd(period: Period) -> bool:
    """Whether a colon is hardly before seconds: nobody plays 40 moves in 30:30."""
    return period.time_ns > ODD_NS_MIN and period.time_ns % MINUTE_NS > 0


def _is_odd_in_seconds(period: Period) -> bool:
    """Whether nobody means so many seconds for a period."""
    return period.time_ns % (ODD_SECONDS_WITH_BONUS if period.bonus_ns else ODD_SECONDS) > 0


def _has_much_bonus(period: Period) -> bool:
    """Whether a colon is hardly before seconds: nobody plays 1 min 40 s with 10 s a move."""
    is_odd = period.time_ns > MINUTE_NS and period.time_ns % MINUTE_NS and not period.has_byoyomi
    return bool(is_odd) and period.bonus_ns * BONUS_PART_MAX > period.time_ns


def _has_little_bonus(period: Period) -> bool:
    """Whether a colon is hardly before minutes: nobody plays 3 h with 2 s a move."""
    return 0 < period.bonus_ns <= LITTLE_NS and period.time_ns >= LONG_NS


def _is_hasty(period: Period) -> bool:
    """Whether the moves of a period have too little time."""
    return period.time_ns < (period.moves or 0) * MOVE_NS_MIN


def _is_played(control: Control, way: Way, *, unsure: bool) -> bool:
    """Whether it could be a game on a board."""
    if not unsure and any(
        before.moves is after.moves is None for before, after in pairwise(control)
    ):
        return False
    if any(before.moves and between.moves is None for before, between in pairwise(control[:-1])):
        return False
    if any(each.has_byoyomi and each.bonus_ns > BYOYOMI_NS_MAX for each in control):
        return False
    if way.colon == "ms" and not way.in_words and any(map(_is_odd, control)):
        return False
    if any(each.method is HOURGLASS and each.time_ns >= HOUR_NS for each in control):
        return False
    if way.colon == "ms" and any(map(_has_much_bonus, control)):
        return False
    if way.colon == "hm" and any(map(_has_little_bonus, control)):
        return False
    if way.colon == SEPARATOR and any(each.moves is None for each in control[:-1]):
        return False
    is_bare = way.swap or not way.in_words
    if is_bare and any(0 < (each.moves or 0) < QUOTA_MIN for each in control):
        return False
    if (way.unit != "s" or way.colon == "hm") and longest_ns(control) > PLAYED_NS_MAX:
        return False
    if way.unit != "s" and way.in_words:
        return True
    if way.unit != "s":
        return not any(map(_is_hasty, control))
    if any(map(_is_odd_in_seconds, control)):
        return False
    return not any(map(_is_hasty, control)) and all(
        max(PLAYED_NS_MIN, period.bonus_ns * BONUS_PART_MAX) <= period.time_ns for period in control
    )
