"""The charts of a report: time left by move, and time spent per move."""

import re
from itertools import chain
from pathlib import Path

import pytest
from msgspec.structs import replace

from clock.records.report import charts
from clock.records.report.charts import BOTTOM, LEFT_EDGE, RIGHT_EDGE, TOP, place_of
from clock.records.report.reported import ReportedGame, reported_game
from clock.records.source import Source
from clock.rules import inputs as act
from clock.rules.inputs import Input, Press, Start, Stop
from clock.rules.openings import Option
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import Setup
from clock.rules.units import MINUTE_NS, SECOND_NS
from tests.records.whole_games import played_game
from tests.rules.games import setup

S = SECOND_NS


def report_of(game: Setup, *inputs: Input) -> ReportedGame:
    return reported_game(Source("", Path(), False, game, inputs, None))


def played(control: str, *inputs: Input) -> ReportedGame:
    return report_of(setup(control), Start(0), *inputs)


def clocks(game: ReportedGame) -> charts.Chart:
    return charts.clocks(game.facts, game.points)


LEVELS = [
    # The instant, and the left clock before and after it, in seconds.
    ("1:00", (Start(0), Press(300 * S, LEFT)),
     [(0, 60, 60), (60, 0, 0), (300, 0, 0), (300, 0, 0)]),
    ("1:00 and 3x30", (Start(0), Stop(100 * S)),
     [(0, 60, 60), (60, 0, 30), (90, 0, 30), (100, 20, 20), (100, 20, 20)]),
    ("gong 30", (Start(0), Stop(40 * S)), [(0, 30, 30), (30, 0, 30), (40, 30, 30), (40, 30, 30)]),
    ("1:00d5", (Start(0), Stop(12 * S)), [(0, 60, 60), (5, 60, 60), (12, 53, 53), (12, 53, 53)]),
    ("1:00d5", (Start(0), Stop(3 * S), act.Resume(10 * S), Press(15 * S, LEFT)),
     [(0, 60, 60), (3, 60, 60), (10, 60, 60), (12, 60, 60), (15, 57, 57), (15, 57, 57)]),
    ("1/1:00 then 0:30+5", (Start(0), Press(20 * S, LEFT)),
     [(0, 60, 60), (20, 40, 70), (20, 70, 70)]),
    ("below_zero 1:00", (Start(0), Press(80 * S, LEFT)),
     [(0, 60, 60), (80, -20, -20), (80, -20, -20)]),
    ("5:00", (act.Adjust(0, LEFT, remaining_ns=MINUTE_NS), Start(S), act.Tick(2 * S)),
     [(0, 60, 60), (1, 59, 59)]),
]  # fmt: skip


@pytest.mark.parametrize(("control", "inputs", "levels"), LEVELS)
def test_a_level_is_wherever_a_line_bends(
    control: str, inputs: tuple[Input, ...], levels: list[tuple[int, int, int]]
) -> None:
    found = report_of(setup(control), *inputs).points
    figures = [(level.at_ns, level.before_ns[0], level.after_ns[0]) for level in found]
    assert [tuple(ns // S for ns in each) for each in figures] == levels


def test_a_line_falls_in_its_own_turn_stands_in_others_and_steps_where_it_was_corrected() -> None:
    game = played(
        "10:00",
        Press(MINUTE_NS, LEFT),
        Stop(2 * MINUTE_NS),
        act.Adjust(3 * MINUTE_NS, RIGHT, delta_ns=-4 * MINUTE_NS),
        act.Resume(3 * MINUTE_NS),
        Press(5 * MINUTE_NS, RIGHT),
    )
    assert [place_of(game.facts, at * MINUTE_NS) for at in (0, 1, 2, 3, 5)] == [0, 1, 1.25, 1.5, 2]
    x = [charts._x(game.facts, place) for place in (0, 1, 1.25, 1.5, 2, 3)]
    ten, nine, five, three = (f"{charts._Scale(0, 10).y(left):.1f}" for left in (10, 9, 5, 3))
    left, right = (shape.path for shape in clocks(game).shapes)
    assert left == f"M{x[0]} {ten}L{x[1]} {nine}H{x[2]}H{x[3]}H{x[3]}H{x[4]}H{x[4]}"
    assert right == f"M{x[0]} {ten}H{x[1]}L{x[2]} {nine}H{x[3]}V{five}H{x[3]}L{x[4]} {three}H{x[4]}"
    game = played("1:00", Press(30 * S, LEFT), act.Tick(130 * S))
    assert [shape.falls for shape in clocks(game).shapes] == [
        (),
        ((charts._x(game.facts, 1.6), BOTTOM),),
    ]
    ended = act.Finish(10 * S, act.Result.LEFT), Stop(20 * S)
    assert place_of(played("1:00", Press(5 * S, LEFT), Stop(9 * S), *ended).facts, 20 * S) == 2


def test_times_at_the_side_are_written_as_the_clock_shows_them_and_have_room() -> None:
    for control, sides, from_x in (
        ("1:20", ["0", "0:20", "0:40", "1:00", "1:20"], 0),
        ("1:20:00", ["0", "20:00", "40:00", "1:00:00", "1:20:00"], 0),
        ("10:00:00", ["0", "2:00:00", "4:00:00", "6:00:00", "8:00:00", "10:00:00"], -8),
    ):
        chart = clocks(played(control))
        assert ([label for _, label in chart.grid], chart.from_x) == (sides, from_x)


def test_a_line_goes_on_below_zero_within_the_picture() -> None:
    game = played("below_zero 1:00", Press(100 * S, LEFT), Press(120 * S, RIGHT))
    chart = clocks(game)
    labels = ["-0:40", "-0:20", "0", "0:20", "0:40", "1:00"]
    assert [label for _, label in sorted(chart.grid, reverse=True)] == labels
    heights = [BOTTOM - (BOTTOM - TOP) * (left + 40) / 100 for left in range(-40, 61, 20)]
    assert sorted((y for y, _ in chart.grid), reverse=True) == pytest.approx(heights)
    left, _ = chart.shapes
    assert f" {TOP}.0" in left.path
    assert f" {BOTTOM}.0" in left.path
    assert "to minus 40 seconds" in chart.description


def test_bars_and_numbers_stand_in_the_middle_of_their_turns() -> None:
    game = played("5:00", Press(10 * S, LEFT), Press(30 * S, RIGHT), act.Tick(31 * S))
    chart = charts.spent(game.facts)
    first, second, third = (charts._x(game.facts, place) for place in (0.5, 1.5, 2.5))
    left, right = (re.findall(r"M([\d.]+) 89.0V([\d.]+)h12.0V", each.path) for each in chart.shapes)
    assert [float(x) + 6 for x, _ in left] == pytest.approx([first, third], abs=0.1)
    assert [float(x) + 6 for x, _ in right] == pytest.approx([second], abs=0.1)
    longest = [each.longest and each.longest[::2] for each in chart.shapes]
    assert longest == [(first, "0:10"), (second, "0:20")]
    assert chart.ticks == ((first, "1"), (second, "2"), (third, "–"))
    assert [x for x, _ in clocks(game).ticks] == [charts._x(game.facts, end) for end in (1, 2)]
    assert [label for _, label in chart.grid] == ["0", "0:10", "0:10", "0:20", "0:20"]
    assert [y for y, _ in chart.grid] == pytest.approx([89, 66.5, 111.5, 44, 134])
    for each in (chart, clocks(game)):
        assert re.fullmatch(r"[^.]*Left[^.]*\. [^.]*Right[^.]*", each.description)


def test_a_short_turn_has_tenths_and_every_bar_of_a_short_game_a_number() -> None:
    presses = [Press(number * 159 * S // 100, (RIGHT, LEFT)[number % 2]) for number in range(1, 5)]
    ends = Stop(9 * S), act.Finish(9 * S, act.Result.LEFT, "", 5)
    chart = charts.spent(played("5:00", *presses, *ends).facts)
    assert [shape.longest and shape.longest.text for shape in chart.shapes] == ["0:02.6", "0:01.5"]
    assert [text for _, text in chart.ticks] == ["1", "2", "3", "4", "5"]
    for last, numbers in ((14, range(1, 15)), (15, (5, 10, 15)), (70, range(5, 71, 5))):
        seats = ((number, (RIGHT, LEFT)[number % 2]) for number in range(1, last + 1))
        facts = played("5:00", *(Press(number * S, seat) for number, seat in seats)).facts
        assert [text for _, text in charts.spent(facts).ticks] == list(map(str, numbers))
    swap = (Press(S, LEFT), act.Choose(2 * S, RIGHT, Option.SWAP), Press(3 * S, RIGHT))
    game = report_of(setup("5:00", opening="soosyrv-8"), Start(0), *swap, Press(4 * S, LEFT))
    assert [text for _, text in charts.spent(game.facts).ticks] == ["3", "–", "4"]


@pytest.mark.parametrize("count", [0, 1, 2, 3, 60, 300])
def test_lines_bars_and_labels_stay_within_their_picture_whatever_the_game_is_like(
    count: int,
) -> None:
    game = report_of(*played_game(count))
    for chart in (clocks(game), charts.spent(game.facts)):
        assert len(chart.grid) <= 2 * charts.GRID_MAX + 1
        assert len(chart.ticks) <= 15
        for shape in chart.shapes:
            points = re.findall(r"[ML]([\d.]+) ([\d.]+)", shape.path)
            bars = re.findall(r"M([\d.]+) [\d.]+V([\d.]+)h([\d.]+)V", shape.path)
            xs = chain((x for x, _ in points), re.findall(r"H([\d.]+)", shape.path))
            right = [float(x) + float(width) for x, _, width in bars]
            assert all(LEFT_EDGE <= x <= RIGHT_EDGE + 0.1 for x in (*map(float, xs), *right))
            ys = chain((y for _, y in points), re.findall(r"V([\d.]+)", shape.path))
            assert all(0 <= y <= BOTTOM + 0.1 for y in map(float, ys))
            if shape.longest is None:
                continue
            tips = [float(y) for _, y, _ in bars]
            left = shape.seat is LEFT
            tip = min(tips) - charts.ABOVE if left else max(tips) + charts.BELOW
            assert shape.longest.y == pytest.approx(tip, abs=0.1)
            room = 3.5 * len(shape.longest.text)
            assert room <= shape.longest.x <= charts.WIDTH - room
            if count > 3:
                slot = charts._x(game.facts, 1) - charts._x(game.facts, 0)
                assert all(abs(float(width) - 0.7 * slot) < 0.06 for *_, width in bars)


def test_a_game_of_very_many_moves_has_a_few_numbers_along_its_foot() -> None:
    game = report_of(*played_game(300))
    texts = [text for _, text in clocks(game).ticks]
    assert texts == ["50", "100", "150", "200", "250", "300"]
    turns = tuple(replace(turn, moves=turn.moves * 40) for turn in game.facts.turns)
    many = game._replace(facts=replace(game.facts, turns=turns))
    assert len(clocks(many).ticks) == 12
