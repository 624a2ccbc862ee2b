"""The pictures of a report: what both clocks showed, and what each turn took."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from clock.game.timeline import Timeline
from clock.records.report import charts
from clock.records.report.charts import BOTTOM, LEFT_EDGE, RIGHT_EDGE, place_of
from clock.records.report.reported import Level, ReportedGame, reported
from clock.records.source import Source
from clock.rules.inputs import Adjust, Finish, Input, Press, Result, Resume, Start, Stop, Tick
from clock.rules.machine import begin, step
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import Setup
from clock.rules.units import MINUTE_NS, SECOND_NS
from tests.records.whole_games import played_game
from tests.rules.games import setup

S = SECOND_NS


def report_of(game: Setup, *inputs: Input) -> ReportedGame:
    return reported(Source("", Path(), False, game, inputs, None))


def played(control: str, *inputs: Input) -> ReportedGame:
    return report_of(setup(control), Start(0), *inputs)


def x_of(game: ReportedGame, place: float) -> float:
    return charts._x(game.facts, place)


def clocks(game: ReportedGame) -> charts.Chart:
    return charts.clocks(game.facts, game.levels)


LEVELS = [
    # The instant, and the left clock before and after it, in seconds.
    ("1:00", (Start(0), Press(300 * S, LEFT)),
     [(0, 60, 60), (60, 0, 0), (300, 0, 0), (300, 0, 0)]),
    ("1:00 and 3x30", (Start(0), Stop(100 * S)),
     [(0, 60, 60), (60, 0, 30), (90, 0, 30), (100, 20, 20), (100, 20, 20)]),
    ("gong 30", (Start(0), Stop(40 * S)), [(0, 30, 30), (30, 0, 30), (40, 30, 30), (40, 30, 30)]),
    ("1:00d5", (Start(0), Stop(12 * S)), [(0, 60, 60), (5, 60, 60), (12, 53, 53), (12, 53, 53)]),
    ("1:00d5", (Start(0), Stop(3 * S), Resume(10 * S), Press(15 * S, LEFT)),
     [(0, 60, 60), (3, 60, 60), (10, 60, 60), (12, 60, 60), (15, 57, 57), (15, 57, 57)]),
    ("1/1:00 then 0:30+5", (Start(0), Press(20 * S, LEFT)),
     [(0, 60, 60), (20, 40, 70), (20, 70, 70)]),
    ("5:00", (Adjust(0, LEFT, remaining_ns=MINUTE_NS), Start(S), Tick(2 * S)),
     [(0, 60, 60), (1, 59, 59)]),
]  # fmt: skip


@pytest.mark.parametrize(("control", "inputs", "levels"), LEVELS)
def test_a_level_is_wherever_a_line_bends(
    control: str, inputs: tuple[Input, ...], levels: list[tuple[int, int, int]]
) -> None:
    found = report_of(setup(control), *inputs).levels
    figures = [(level.at_ns, level.before_ns[0], level.after_ns[0]) for level in found]
    assert [tuple(ns // S for ns in each) for each in figures] == levels


def acts(game: Setup, thinks_s: tuple[int, ...]) -> Iterator[Input]:
    """A game in which whoever is to move presses after so many seconds, with no Tick in it."""
    state, _ = step(begin(game, 0), Start(0))
    yield Start(0)
    at_ns = 0
    for think_s in thinks_s:
        at_ns += think_s * S
        state, _ = step(state, Tick(at_ns))
        yield Press(at_ns, state.turn)
        state, _ = step(state, Press(at_ns, state.turn))
    yield Stop(at_ns + S)
    yield Finish(at_ns + 2 * S, Result.LEFT)


@pytest.mark.parametrize("rules", ["rif", "fide", "japan"])
@pytest.mark.parametrize(
    "control",
    ["1:00", "0:20 and 3x30", "gong 30", "2/0:40 then *2/0:20", "0:30 then 0:40", "hourglass 1:00",
     "countup 0", "1:00+5", "1:00d5"],
)  # fmt: skip
def test_a_game_without_ticks_has_the_report_of_the_one_that_the_clock_recorded(
    control: str, rules: str
) -> None:
    game = setup(control, rules=rules)
    without = tuple(acts(game, (10, 12, 45, 3, 70, 100, 2, 31)))
    timeline = Timeline(game, 0)
    for event in without:
        timeline.follow(event.at_ns - 1)
        timeline.add(event)
    first, second = report_of(game, *without), report_of(game, *timeline.everything())
    assert (first.facts, first.levels) == (second.facts, second.levels)


def test_a_clock_goes_down_in_its_own_turn_and_stands_in_the_others() -> None:
    game = played("1:40", Press(20 * S, LEFT), Press(50 * S, RIGHT), Tick(60 * S))
    x = [x_of(game, place) for place in (0, 1, 2, 3)]
    top, after_20, after_30 = (f"{charts._y(left, 100):.1f}" for left in (100, 80, 70))
    left, right = (shape.path.rpartition("M")[0] for shape in clocks(game).shapes)
    assert left == f"M{x[0]} {top}L{x[1]} {after_20}H{x[2]}L{x[3]} {after_30}"
    assert right == f"M{x[0]} {top}H{x[1]}L{x[2]} {after_30}H{x[3]}"
    ended = played("5:00", Press(S, LEFT))
    assert (place_of(ended.facts, S), place_of(ended.facts, S // 2)) == (1, 0.5)


def test_a_corrected_time_is_a_step_where_it_was_corrected_and_a_fall_is_marked() -> None:
    game = played(
        "10:00",
        Press(MINUTE_NS, LEFT),
        Stop(2 * MINUTE_NS),
        Adjust(3 * MINUTE_NS, RIGHT, delta_ns=-4 * MINUTE_NS),
        Resume(3 * MINUTE_NS),
        Press(5 * MINUTE_NS, RIGHT),
    )
    nine_ns, five_ns = 9 * MINUTE_NS, 5 * MINUTE_NS
    assert game.levels[3] == Level(3 * MINUTE_NS, (nine_ns, nine_ns), (nine_ns, five_ns))
    assert place_of(game.facts, 3 * MINUTE_NS) == 1.5
    stopped, corrected = (x_of(game, place) for place in (1.25, 1.5))
    nine, five = (charts._y(left, 10) for left in (9, 5))
    right = clocks(game).shapes[1].path
    assert f"L{stopped:.1f} {nine:.1f}H{corrected:.1f}V{five:.1f}H" in right
    game = played("1:00", Press(30 * S, LEFT), Tick(130 * S))
    left, fallen = clocks(game).shapes
    assert (left.falls, fallen.falls) == ((), ((x_of(game, 1.6), BOTTOM),))


def test_times_at_the_side_are_written_as_the_clock_shows_them_and_have_room() -> None:
    for control, sides in (
        ("1:20:00", ["0", "20:00", "40:00", "1:00:00", "1:20:00"]),
        ("1:20", ["0", "0:20", "0:40", "1:00", "1:20"]),
    ):
        assert [label for _, label in clocks(played(control)).grid] == sides
    for control, from_x in (("1:30:00", 0), ("10:00:00", -8), ("1000:00:00", -26)):
        assert clocks(played(control)).from_x == from_x


def test_bars_and_numbers_stand_in_the_middle_of_their_turns() -> None:
    presses = (Press(10 * S, LEFT), Press(30 * S, RIGHT), Tick(31 * S))
    game = played("5:00", *presses)
    chart = charts.spent(game.facts)
    first, second, third = (x_of(game, place) for place in (0.5, 1.5, 2.5))
    assert second - first == pytest.approx((RIGHT_EDGE - LEFT_EDGE) / 3)
    left, right = (re.findall(r"M([\d.]+) 89.0V([\d.]+)h12.0V", each.path) for each in chart.shapes)
    assert [float(x) + 6 for x, _ in left] == pytest.approx([first, third], abs=0.1)
    assert [float(x) + 6 for x, _ in right] == pytest.approx([second], abs=0.1)
    labels = [label for shape in chart.shapes for label in shape.labels]
    assert [label.text for label in labels] == ["Left", "0:10", "Right", "0:20"]
    assert [label.x for label in labels] == [88, first, 208, second]
    assert [(tick.text, tick.x) for tick in chart.ticks] == [("1", first), ("2", second)]
    assert {tick.y for tick in chart.ticks} == {BOTTOM + 14}
    assert [tick.x for tick in clocks(game).ticks] == [x_of(game, place) for place in (1, 2)]
    assert [label for _, label in chart.grid] == ["0", "0:10", "0:10", "0:20", "0:20"]
    assert [y for y, _ in chart.grid] == pytest.approx([89, 66.5, 111.5, 44, 134])
    for each in (chart, clocks(game)):
        samples = [re.findall(r"M(\d+) \d+h22", shape.path)[-1:] for shape in each.shapes]
        assert samples == [["60"], ["180"]]
        assert re.fullmatch(r"[^.]*Left[^.]*\. [^.]*Right[^.]*", each.description)


@pytest.mark.parametrize("count", [0, 1, 2, 3, 60, 300])
def test_lines_bars_and_labels_stay_within_their_picture_whatever_the_game_is_like(
    count: int,
) -> None:
    game = report_of(*played_game(count))
    longest: dict[str, Callable[[Iterator[float]], float]] = {"left": min, "right": max}
    for chart in (clocks(game), charts.spent(game.facts)):
        assert len(chart.grid) <= 2 * charts.GRID_MAX + 1
        assert len(chart.ticks) <= charts.TICKS_MAX + 1
        for shape in chart.shapes:
            points = re.findall(r"[ML]([\d.]+) ([\d.]+)", shape.path)
            xs = [float(x) for x, _ in points]
            xs += [float(x) for x in re.findall(r"H([\d.]+)", shape.path)]
            bars = re.findall(r"M([\d.]+) [\d.]+V([\d.]+)h([\d.]+)V", shape.path)
            xs += [float(x) + float(width) for x, _, width in bars]
            assert all(LEFT_EDGE <= x <= RIGHT_EDGE + 0.1 for x in xs)
            ys = [float(y) for _, y in points]
            ys += [float(y) for y in re.findall(r"V([\d.]+)", shape.path)]
            assert all(0 <= y <= BOTTOM + 0.1 for y in ys)
            if bars and count > 3:
                slot = x_of(game, 1) - x_of(game, 0)
                widths = {float(width) for *_, width in bars}
                assert list(widths) == pytest.approx([0.7 * slot], abs=0.06)
                tip = longest[shape.seat](float(y) for _, y, _ in bars)
                beyond = -charts.ABOVE if shape.seat == "left" else charts.BELOW
                assert shape.labels[1].y == pytest.approx(tip + beyond, abs=0.1)
        for label in (*chart.ticks, *(each for shape in chart.shapes for each in shape.labels)):
            room = 0 if label.anchor == "start" else 3.5 * len(label.text)
            assert room <= label.x <= charts.WIDTH - room
            assert charts.LEGEND <= label.y <= charts.HEIGHT


def test_a_game_of_very_many_moves_has_a_few_numbers_along_its_foot() -> None:
    game = report_of(*played_game(300))
    texts = [tick.text for tick in clocks(game).ticks]
    assert texts == ["50", "100", "150", "200", "250", "300"]
    turns = tuple(replace(turn, moves=turn.moves * 40) for turn in game.facts.turns)
    many = game._replace(facts=replace(game.facts, turns=turns))
    assert len(clocks(many).ticks) == 12
