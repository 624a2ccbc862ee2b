"""The two charts of a report, as data: the time left by move, and the time spent per move.

A chart is lines, bars and labels in a field of WIDTH by HEIGHT. The page draws it as SVG below a
legend, with letters of 11 units in print, 13 on a screen, or 14 on a phone: there is room for all.
The seats differ by more than colour, for readers who do not see it: a solid and a broken line, bars
up and bars down.
"""

from bisect import bisect_right
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from clock.game.facts import Facts, Turn, used_ns
from clock.records.report.reported import TimePoint, all_turns
from clock.records.style import in_tenths
from clock.rules.openings import Option
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.units import HOUR_NS, MINUTE_NS, SECOND_NS, duration_text
from clock.text.counting import number_of
from clock.text.language import tr
from clock.text.words import seat_name, spoken_time, whole_seconds

WIDTH, HEIGHT = 400, 170
LEFT_EDGE, RIGHT_EDGE = 60, 384
TOP, BOTTOM = 28, 150
BESIDE = 4
"""The gap between the times at the side and the grid."""
STEPS_NS = (
    *(count * unit_ns for unit_ns in (SECOND_NS, MINUTE_NS) for count in (1, 2, 5, 10, 20, 30)),
    *(count * HOUR_NS for count in (1, 2, 5, 10, 20, 50, 100, 200, 500)),
)
GRID_MAX = 5
"""The most grid lines above zero."""
MOVE_STEPS = (1, 5, 10, 20, 25, 50, 100, 200, 500, 1000)
"""Steps without 2: even numbers alone would all be moves of one side."""
BAR_MIN, BAR_MAX = 0.6, 12.0
TENTHS_BELOW_NS = 10 * SECOND_NS
"""A shorter turn's label has tenths, because its bar shows them."""
NO_MOVE = "–"
LABEL_ROOM = 16
"""The room for a time above or below the longest bar."""
ABOVE, BELOW = 3, 14
"""The distances from a bar's tip to the baseline of its label."""
DIGIT, COLON = 9, 5
"""Widths of characters in the larger type, in wide fonts."""


class Label(NamedTuple):
    """A text in a chart; x and y are the middle of its baseline."""

    x: float
    y: float
    text: str


class Shape(NamedTuple):
    """A seat's part of a chart: its path, the label of its longest turn, its falls."""

    seat: Seat
    path: str
    longest: Label | None = None
    falls: tuple[tuple[float, float], ...] = ()


class Chart(NamedTuple):
    """A chart with its title, and a description for blind readers."""

    name: str
    title: str
    description: str
    grid: tuple[tuple[float, str], ...]
    """The heights of the grid lines, and their times."""
    ticks: tuple[tuple[float, str], ...]
    """The positions of the numbers of moves along the foot."""
    shapes: tuple[Shape, ...]

    @property
    def from_x(self) -> float:
        """The left edge of the chart, below 0 if the times at the side are very long."""
        widest = max(_width(label) for _, label in self.grid)
        return min(0, LEFT_EDGE - BESIDE - widest)


def clocks(facts: Facts, points: tuple[TimePoint, ...], game: str = "") -> Chart:
    """Return the chart of the time left on both clocks, by move."""
    shown_ns = [each for point in points for each in (*point.before_ns, *point.after_ns)]
    grid, scale = _grid(max(shown_ns), GRID_MAX, min(0, *shown_ns))
    rules = tuple((scale.y(at_ns), label) for at_ns, label in grid)
    shapes = tuple(_stairs(facts, seat, points, scale) for seat in (LEFT, RIGHT))
    ticks = tuple(_ticks(facts, 0, game))
    return Chart("clocks", tr("Time left by move"), _ends(facts), rules, ticks, shapes)


def spent(facts: Facts, game: str = "") -> Chart:
    """Return the chart of the time spent per move: left's bars point up, right's down."""
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
    ticks = tuple(_ticks(facts, 0.5, game))
    return Chart(
        "spent", tr("Time spent per move"), _longest(facts, game), tuple(rules), ticks, shapes
    )


def _ends(facts: Facts) -> str:
    """Return the first and last time of both clocks in words."""
    return ". ".join(
        tr("{seat}: from {start} at the start to {end}").format(
            seat=seat_name(seat),
            start=spoken_time(first_ns),
            end=spoken_time(facts.seat(seat).remaining_ns),
        )
        for seat, first_ns in zip((LEFT, RIGHT), facts.shown_ns, strict=True)
    )


def _longest(facts: Facts, game: str) -> str:
    """Return both seats' longest turns and their moves in words."""
    return ". ".join(
        tr("{seat}'s longest: {time}, move {number}").format(
            seat=seat_name(seat),
            time=in_tenths(turn.spent_ns) if turn.spent_ns < TENTHS_BELOW_NS else spoken_time(used),
            number=number_text(turn, game),
        )
        for seat in (LEFT, RIGHT)
        for turn, used in longest_turn(facts, seat)
    )


def longest_turn(facts: Facts, seat: Seat) -> list[tuple[Turn, int]]:
    """Return a seat's longest turn and the time used in it; a swap is no move."""
    turns = all_turns(facts)
    own = (
        each
        for each in zip(turns, used_ns(turns), strict=True)
        if each[0].seat is seat and each[0].option is not Option.SWAP
    )
    return sorted(own, key=lambda each: -each[0].spent_ns)[:1]


def number_text(turn: Turn, game: str) -> str:
    """Return the number of a turn's move, or a dash without a press."""
    return str(number_of(game, turn.moves)) if turn.pressed else NO_MOVE


def place_of(facts: Facts, at_ns: int) -> float:
    """Return the place of an instant among the turns.

    0 is the start, 12 the press that ended the twelfth turn, 12.5 halfway in time to the next press
    or, after the last press, to the end.
    """
    ended = bisect_right(facts.turns, at_ns, key=lambda turn: turn.at_ns)
    began_ns = facts.turns[ended - 1].at_ns if ended else 0
    over_ns = facts.turns[ended].at_ns if ended < len(facts.turns) else facts.lasted_ns
    past = (at_ns - began_ns) / (over_ns - began_ns) if over_ns > began_ns else 0
    return ended + min(past, 1)


def _stairs(facts: Facts, seat: Seat, points: tuple[TimePoint, ...], scale: "_Scale") -> Shape:
    """Return a seat's line: it falls while the clock runs, and is vertical where the time jumps."""
    which = 0 if seat is LEFT else 1
    path, shown = "", -1.0
    for point in points:
        x = _x(facts, place_of(facts, point.at_ns))
        before, after = (scale.y(each[which]) for each in (point.before_ns, point.after_ns))
        is_level = bool(path) and before == shown
        path += f"H{x:.1f}" if is_level else f"{'L' if path else 'M'}{x:.1f} {before:.1f}"
        path += f"V{after:.1f}" if after != before else ""
        shown = after
    falls = tuple(
        (_x(facts, place_of(facts, fall.at_ns)), scale.y(0))
        for fall in facts.falls
        if fall.seat is seat
    )
    return Shape(seat, path, None, falls)


def _bars(facts: Facts, seat: Seat, middle: float, scale: float) -> Shape:
    """Return a seat's turns as bars from the middle, with the longest labelled."""
    way = -1 if seat is LEFT else 1
    room = (RIGHT_EDGE - LEFT_EDGE) / (len(facts.turns) + 1)
    width = min(max(0.7 * room, BAR_MIN), BAR_MAX)
    taken, used = _spent(facts, seat), _used(facts, seat)
    path = ""
    for number, spent_ns in taken:
        x, y = _x(facts, number - 0.5) - width / 2, middle + way * spent_ns * scale
        path += f"M{x:.1f} {middle:.1f}V{y:.1f}h{width:.1f}V{middle:.1f}z"
    number, spent_ns = max(taken, key=lambda each: each[1], default=(0, 0))
    if not spent_ns:
        return Shape(seat, path)
    text = length_text(spent_ns, used[number - 1])
    x, tip = _x(facts, number - 0.5), middle + way * spent_ns * scale
    x = min(max(x, LEFT_EDGE + _width(text) / 2), RIGHT_EDGE - _width(text) / 2)
    return Shape(seat, path, Label(x, tip - ABOVE if seat is LEFT else tip + BELOW, text))


def length_text(spent_ns: int, used: int) -> str:
    """Return the length of a turn as elsewhere in the report, but with tenths if short."""
    return in_tenths(spent_ns) if spent_ns < TENTHS_BELOW_NS else whole_seconds(used)


def _used(facts: Facts, seat: Seat) -> tuple[int, ...]:
    """Return the times used in all turns, and last outside of them."""
    own = tuple(turn for turn in all_turns(facts)[len(facts.turns) :] if turn.seat is seat)
    return used_ns((*facts.turns, *own))


def _spent(facts: Facts, seat: Seat) -> list[tuple[int, int]]:
    """Return the numbers and lengths of a seat's turns, with an unended turn last."""
    turns = enumerate(facts.turns, start=1)
    taken = [(number, turn.spent_ns) for number, turn in turns if turn.seat is seat]
    unended_ns = facts.seat(seat).unended_ns
    return [*taken, (len(facts.turns) + 1, unended_ns)] if unended_ns else taken


def _ticks(facts: Facts, back: float, game: str) -> Iterator[tuple[float, str]]:
    """Yield the numbers of moves along the foot, `back` turns before their presses.

    If all moves are numbered, a turn without a move has a dash. A turn not ended by a press has the
    number that was entered with the result, if it has a bar.
    """
    made = [turn.moves for turn in facts.turns]
    if back and (facts.left.unended_ns or facts.right.unended_ns):
        made.append(facts.moves)
    last = number_of(game, max(made, default=0))
    room = (RIGHT_EDGE - LEFT_EDGE) // (_width(str(last)) + COLON)
    step = next(each for each in MOVE_STEPS if last <= each * room or each == MOVE_STEPS[-1])
    for place, moves in enumerate(pairwise((0, *made)), start=1):
        before, after = (number_of(game, each) for each in moves)
        if after // step * step > before:
            yield _x(facts, place - back), str(after // step * step)
        elif step == 1 and moves[0] == moves[1]:
            yield _x(facts, place - back), NO_MOVE


def _x(facts: Facts, place: float) -> float:
    """Return the x of a place among the turns; one turn more than there are is the game's end."""
    return LEFT_EDGE + (RIGHT_EDGE - LEFT_EDGE) * place / (len(facts.turns) + 1)


def _width(time: str) -> float:
    """Return the largest width of a time."""
    return sum(DIGIT if char.isdigit() else COLON for char in time)


class _Scale(NamedTuple):
    """The times at a chart's bottom and top; 0 is at the bottom, or above it."""

    lowest_ns: int
    highest_ns: int

    def y(self, left_ns: int) -> float:
        share = (left_ns - self.lowest_ns) / (self.highest_ns - self.lowest_ns)
        return BOTTOM - (BOTTOM - TOP) * share


def _grid(most_ns: int, lines: int, least_ns: int = 0) -> tuple[list[tuple[int, str]], _Scale]:
    """Return round times with their labels, 0 among them, and the chart's scale."""
    scale = _Scale(least_ns, max(most_ns, SECOND_NS))
    height_ns = scale.highest_ns - scale.lowest_ns
    step_ns = next((each for each in STEPS_NS if height_ns <= each * lines), height_ns)
    below_ns = range(-step_ns, scale.lowest_ns - 1, -step_ns)
    lines_ns = (*range(step_ns, scale.highest_ns + 1, step_ns), *below_ns)
    return [(0, "0"), *((line_ns, duration_text(line_ns)) for line_ns in lines_ns)], scale
