"""The two pictures of a report: what the clocks showed, and what each turn took. Pure data.

A picture is lines, bars and labels in a field of WIDTH by HEIGHT; the page draws it as SVG, below
a legend, with its texts in type of 11 units, or of 14 on a phone: there is room for both. The two
seats differ by more than their colour: a line and a broken one, bars up and bars down.
"""

from bisect import bisect_right
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from clock.game.facts import Facts, used_ns
from clock.records.report.reported import Level
from clock.records.sentences import in_tenths
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.units import HOUR_NS, MINUTE_NS, SECOND_NS, duration_text
from clock.text.language import tr
from clock.text.words import seat_name, spoken_time, whole_seconds

WIDTH, HEIGHT = 400, 170
LEFT_EDGE, RIGHT_EDGE = 60, 384
TOP, BOTTOM = 28, 150
BESIDE = 4
"""Between the times at the side and the grid."""
STEPS_NS = (
    *(count * unit_ns for unit_ns in (SECOND_NS, MINUTE_NS) for count in (1, 2, 5, 10, 20, 30)),
    *(count * HOUR_NS for count in (1, 2, 5, 10, 20, 50, 100, 200, 500)),
)
GRID_MAX = 5
"""Lines of the grid above zero."""
MOVE_STEPS = (1, 5, 10, 20, 25, 50, 100, 200, 500, 1000)
"""No even numbers alone: they would be those of one side."""
BAR_MIN, BAR_MAX = 0.6, 12.0
TENTHS_BELOW_NS = 10 * SECOND_NS
"""A shorter turn has its tenths beside its bar, which shows them."""
NO_MOVE = "–"
LABEL_ROOM = 16
"""What a time needs above the longest bar, or below it."""
ABOVE, BELOW = 3, 14
"""How far from a bar's tip the line is on which its time stands."""
DIGIT, COLON = 9, 5
"""Widths in the larger type, in fonts that are wide."""


class Label(NamedTuple):
    """A text in a picture, by the middle of its foot."""

    x: float
    y: float
    text: str


class Shape(NamedTuple):
    """What belongs to one seat: its path, the label of its longest turn, and its falls."""

    seat: Seat
    path: str
    longest: Label | None = None
    falls: tuple[tuple[float, float], ...] = ()


class Chart(NamedTuple):
    """A picture with its title and the same in words."""

    name: str
    title: str
    description: str
    grid: tuple[tuple[float, str], ...]
    """The heights of its lines, and the times that they stand for."""
    ticks: tuple[tuple[float, str], ...]
    """Where the numbers of moves stand along its foot."""
    shapes: tuple[Shape, ...]

    @property
    def from_x(self) -> float:
        """Where the picture begins: below 0 if the times at its side are very long."""
        widest = max(_width(label) for _, label in self.grid)
        return min(0, LEFT_EDGE - BESIDE - widest)


def clocks(facts: Facts, levels: tuple[Level, ...]) -> Chart:
    """Return the picture of what both clocks showed in the course of their turns."""
    shown_ns = [each for level in levels for each in (*level.before_ns, *level.after_ns)]
    grid, scale = _grid(max(shown_ns), GRID_MAX, min(0, *shown_ns))
    rules = tuple((scale.y(at_ns), label) for at_ns, label in grid)
    shapes = tuple(_stairs(facts, seat, levels, scale) for seat in (LEFT, RIGHT))
    ticks = tuple(_ticks(facts, 0))
    return Chart("clocks", tr("Time left by move"), _ends(facts), rules, ticks, shapes)


def spent(facts: Facts) -> Chart:
    """Return the picture of what each turn took: the left seat's bars go up, the right's down."""
    taken = [turn.spent_ns for turn in facts.turns]
    taken += [facts.seat(seat).unended_ns for seat in (LEFT, RIGHT)]
    grid, scale = _grid(max(taken, default=0), GRID_MAX // 2)
    middle, half = (TOP + BOTTOM) / 2, (BOTTOM - TOP) / 2 - LABEL_ROOM
    rules = [
        (middle + way * half * at_ns / scale.highest_ns, label)
        for at_ns, label in grid
        for way in ((-1, 1) if at_ns else (0,))
    ]
    shapes = tuple(_bars(facts, seat, middle, half / scale.highest_ns) for seat in (LEFT, RIGHT))
    ticks = tuple(_ticks(facts, 0.5))
    return Chart("spent", tr("Time spent per move"), _longest(facts), tuple(rules), ticks, shapes)


def _ends(facts: Facts) -> str:
    """What each clock showed first and last, in words."""
    return ". ".join(
        tr("{seat}: from {start} at the start to {end}").format(
            seat=seat_name(seat),
            start=spoken_time(first_ns),
            end=spoken_time(facts.seat(seat).remaining_ns),
        )
        for seat, first_ns in zip((LEFT, RIGHT), facts.shown_ns, strict=True)
    )


def _longest(facts: Facts) -> str:
    """Each seat's longest turn and its move, in words."""
    used = dict(zip(facts.turns, used_ns(facts.turns), strict=True))
    turns = ((seat, facts.seat(seat).longest) for seat in (LEFT, RIGHT))
    return ". ".join(
        tr("{seat}'s longest: {time}, move {number}").format(
            seat=seat_name(seat), time=spoken_time(used[turn]), number=turn.moves
        )
        for seat, turn in turns
        if turn is not None
    )


def place_of(facts: Facts, at_ns: int) -> float:
    """Return where an instant stands between the turns, by the time that has gone by.

    0 is the start, 12 the press that ended the twelfth turn, 12.5 half of the time until the next
    or, after the last, until the end.
    """
    ended = bisect_right(facts.turns, at_ns, key=lambda turn: turn.at_ns)
    began_ns = facts.turns[ended - 1].at_ns if ended else 0
    over_ns = facts.turns[ended].at_ns if ended < len(facts.turns) else facts.lasted_ns
    past = (at_ns - began_ns) / (over_ns - began_ns) if over_ns > began_ns else 0
    return ended + min(past, 1)


def _stairs(facts: Facts, seat: Seat, levels: tuple[Level, ...], scale: "_Scale") -> Shape:
    """A seat's line: down while its clock runs, level while it stands, upright where it changes."""
    which = 0 if seat is LEFT else 1
    path, shown = "", -1.0
    for level in levels:
        x = _x(facts, place_of(facts, level.at_ns))
        before, after = (scale.y(each[which]) for each in (level.before_ns, level.after_ns))
        level_before = bool(path) and before == shown
        path += f"H{x:.1f}" if level_before else f"{'L' if path else 'M'}{x:.1f} {before:.1f}"
        path += f"V{after:.1f}" if after != before else ""
        shown = after
    falls = tuple(
        (_x(facts, place_of(facts, fall.at_ns)), scale.y(0))
        for fall in facts.falls
        if fall.seat is seat
    )
    return Shape(seat, path, None, falls)


def _bars(facts: Facts, seat: Seat, middle: float, scale: float) -> Shape:
    """A seat's turns as bars from the middle, and the longest by its time."""
    way = -1 if seat is LEFT else 1
    room = (RIGHT_EDGE - LEFT_EDGE) / (len(facts.turns) + 1)
    width = min(max(0.7 * room, BAR_MIN), BAR_MAX)
    taken = _spent(facts, seat)
    path = ""
    for number, spent_ns in taken:
        x, y = _x(facts, number - 0.5) - width / 2, middle + way * spent_ns * scale
        path += f"M{x:.1f} {middle:.1f}V{y:.1f}h{width:.1f}V{middle:.1f}z"
    number, spent_ns = max(taken, key=lambda each: each[1], default=(0, 0))
    if not spent_ns:
        return Shape(seat, path)
    text = _length(facts, number, spent_ns)
    x, tip = _x(facts, number - 0.5), middle + way * spent_ns * scale
    x = min(max(x, LEFT_EDGE + _width(text) / 2), RIGHT_EDGE - _width(text) / 2)
    return Shape(seat, path, Label(x, tip - ABOVE if seat is LEFT else tip + BELOW, text))


def _length(facts: Facts, number: int, spent_ns: int) -> str:
    """What a turn took, as the report has it elsewhere, but for a short one."""
    if spent_ns < TENTHS_BELOW_NS:
        return in_tenths(spent_ns)
    if number <= len(facts.turns):
        spent_ns = used_ns(facts.turns)[number - 1]
    return whole_seconds(spent_ns)


def _spent(facts: Facts, seat: Seat) -> list[tuple[int, int]]:
    """What a seat's turns took, by their number; the one that no press ended last."""
    turns = enumerate(facts.turns, start=1)
    taken = [(number, turn.spent_ns) for number, turn in turns if turn.seat is seat]
    unended_ns = facts.seat(seat).unended_ns
    return [*taken, (len(facts.turns) + 1, unended_ns)] if unended_ns else taken


def _ticks(facts: Facts, back: float) -> Iterator[tuple[float, str]]:
    """Numbers of moves along the foot, each so much of a turn before its press.

    Where every move has its number, a turn without one has a dash. The turn that no press ended
    has the number that was entered with the result, if it has a bar.
    """
    made = [turn.moves for turn in facts.turns]
    if back and (facts.left.unended_ns or facts.right.unended_ns):
        made.append(facts.moves)
    last = max(made, default=0)
    room = (RIGHT_EDGE - LEFT_EDGE) // (_width(str(last)) + COLON)
    step = next(each for each in MOVE_STEPS if last <= each * room or each == MOVE_STEPS[-1])
    for number, (before, after) in enumerate(pairwise((0, *made)), start=1):
        has_number = after // step * step > before
        if has_number or step == 1:
            yield _x(facts, number - back), str(after // step * step) if has_number else NO_MOVE


def _x(facts: Facts, place: float) -> float:
    """Where a place between the turns stands; one more than there are is the end of the game."""
    return LEFT_EDGE + (RIGHT_EDGE - LEFT_EDGE) * place / (len(facts.turns) + 1)


def _width(time: str) -> float:
    """How wide a time is at most."""
    return sum(DIGIT if char.isdigit() else COLON for char in time)


class _Scale(NamedTuple):
    """The times at the foot and at the top of a picture; 0 is at the foot, or above it."""

    lowest_ns: int
    highest_ns: int

    def y(self, left_ns: int) -> float:
        share = (left_ns - self.lowest_ns) / (self.highest_ns - self.lowest_ns)
        return BOTTOM - (BOTTOM - TOP) * share


def _grid(most_ns: int, lines: int, least_ns: int = 0) -> tuple[list[tuple[int, str]], _Scale]:
    """Round times as the clock shows them, 0 among them, and where they stand."""
    scale = _Scale(least_ns, max(most_ns, SECOND_NS))
    height_ns = scale.highest_ns - scale.lowest_ns
    step_ns = next((each for each in STEPS_NS if height_ns <= each * lines), height_ns)
    below_ns = range(-step_ns, scale.lowest_ns - 1, -step_ns)
    lines_ns = (*range(step_ns, scale.highest_ns + 1, step_ns), *below_ns)
    return [(0, "0"), *((line_ns, duration_text(line_ns)) for line_ns in lines_ns)], scale
