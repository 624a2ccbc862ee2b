"""The pictures of a report: what both clocks showed, and what each turn took."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from clock.game.file import write_game
from clock.records.report import charts
from clock.records.report.levels import Level, place_of
from clock.records.report.source import Told, read_source
from clock.rules.inputs import Adjust, Input, Press, Resume, Start, Stop, Tick
from clock.rules.seats import LEFT, RIGHT
from clock.rules.units import MINUTE_NS, SECOND_NS
from clock.text.language import LANGUAGES, speaking
from tests.records.whole_games import whole_game
from tests.rules.games import setup

JOURNAL = Path("/nonexistent")


def told(folder: Path, game: bytes) -> Told:
    file = folder / "game.json"
    file.write_bytes(game)
    return read_source(str(file), JOURNAL)


def played(folder: Path, control: str, *inputs: Input) -> Told:
    return told(folder, write_game(setup(control), (Start(0), *inputs)))


@pytest.mark.parametrize("count", [0, 1, 2, 3, 60, 300])
def test_lines_bars_and_labels_stay_within_their_picture_whatever_the_game_is_like(
    count: int, tmp_path: Path
) -> None:
    _, _, facts, levels = told(tmp_path, whole_game(count))
    for chart in (charts.clocks(facts, levels), charts.spent(facts)):
        assert len(chart.grid) <= 2 * charts.GRID_MAX + 1
        assert len(chart.ticks) <= charts.TICKS_MAX + 1
        for shape in chart.shapes:
            lines = re.findall(r"[ML]([\d.]+) ([\d.]+)", shape.path)
            xs = [float(x) for x, _ in lines]
            xs += [float(x) for x in re.findall(r"H([\d.]+)", shape.path)]
            bars = re.findall(r"M([\d.]+) [\d.]+V[\d.]+h([\d.]+)", shape.path)
            xs += [float(x) + float(width) for x, width in bars]
            assert all(charts.LEFT_EDGE <= x <= charts.RIGHT_EDGE + 0.1 for x in xs)
            ys = [float(y) for _, y in lines]
            ys += [float(y) for y in re.findall(r"V([\d.]+)", shape.path)]
            assert all(0 <= y <= charts.BOTTOM + 0.1 for y in ys)
        for label in (*chart.ticks, *(each for shape in chart.shapes for each in shape.labels)):
            room = 0 if label.anchor == "start" else 3.5 * len(label.text)
            assert room <= label.x <= charts.WIDTH - room
            assert charts.LEGEND <= label.y <= charts.HEIGHT


def test_a_clock_goes_down_in_its_own_turn_and_stands_in_the_others(tmp_path: Path) -> None:
    presses = Press(20 * SECOND_NS, LEFT), Press(50 * SECOND_NS, RIGHT)
    *_, facts, levels = played(tmp_path, "1:40", *presses, Tick(60 * SECOND_NS))
    chart = charts.clocks(facts, levels)
    x = [charts._x(facts, place) for place in (0, 1, 2, 3)]
    top, after_20, after_30 = (f"{charts._y(left, 100):.1f}" for left in (100, 80, 70))
    left, right = (shape.path.rpartition("M")[0] for shape in chart.shapes)
    assert left == f"M{x[0]} {top}L{x[1]} {after_20}H{x[2]}L{x[3]} {after_30}"
    assert right == f"M{x[0]} {top}H{x[1]}L{x[2]} {after_30}H{x[3]}"


def test_a_corrected_time_is_a_step_where_it_was_corrected(tmp_path: Path) -> None:
    *_, facts, levels = played(
        tmp_path,
        "10:00",
        Press(MINUTE_NS, LEFT),
        Stop(2 * MINUTE_NS),
        Adjust(3 * MINUTE_NS, RIGHT, delta_ns=-4 * MINUTE_NS),
        Resume(3 * MINUTE_NS),
        Press(5 * MINUTE_NS, RIGHT),
    )
    assert levels[3] == Level(
        3 * MINUTE_NS, (9 * MINUTE_NS, 9 * MINUTE_NS), (9 * MINUTE_NS, 5 * MINUTE_NS)
    )
    assert place_of(facts, 3 * MINUTE_NS) == 1.5
    stopped, corrected = (charts._x(facts, place) for place in (1.25, 1.5))
    nine, five = (charts._y(left, 10) for left in (9, 5))
    right = charts.clocks(facts, levels).shapes[1].path
    assert f"L{stopped:.1f} {nine:.1f}H{corrected:.1f}V{five:.1f}H" in right


def test_the_time_of_a_new_period_and_an_increment_are_a_step_at_the_press(tmp_path: Path) -> None:
    *_, levels = played(tmp_path, "1/1:00 then 0:30+5", Press(20 * SECOND_NS, LEFT))
    minute_ns = MINUTE_NS
    assert levels[1:] == (
        Level(20 * SECOND_NS, (40 * SECOND_NS, minute_ns), (70 * SECOND_NS, minute_ns)),
        Level(20 * SECOND_NS, (70 * SECOND_NS, minute_ns), (70 * SECOND_NS, minute_ns)),
    )


def test_a_game_that_is_set_up_anew_before_its_start_begins_with_what_it_shows_then(
    tmp_path: Path,
) -> None:
    game = (Adjust(0, LEFT, remaining_ns=MINUTE_NS), Start(SECOND_NS), Tick(2 * SECOND_NS))
    *_, levels = told(tmp_path, write_game(setup("5:00"), game))
    assert levels[0] == Level(0, *[(MINUTE_NS, 5 * MINUTE_NS)] * 2)
    assert levels[-1].after_ns == (59 * SECOND_NS, 5 * MINUTE_NS)
    assert len(levels) == 2


def test_a_fall_is_marked_where_it_happened(tmp_path: Path) -> None:
    *_, facts, levels = played(tmp_path, "1:00", Press(30 * SECOND_NS, LEFT), Tick(130 * SECOND_NS))
    left, right = charts.clocks(facts, levels).shapes
    assert left.falls == ()
    assert right.falls == ((charts._x(facts, 1.6), charts.BOTTOM),)


def test_the_longest_turn_of_each_seat_has_its_time_beyond_its_bar(tmp_path: Path) -> None:
    *_, facts, _ = told(tmp_path, whole_game(60))
    chart = charts.spent(facts)
    for shape, beyond in zip(chart.shapes, (min, max), strict=True):
        tip = beyond(float(y) for y in re.findall(r"V([\d.]+)h[\d.]+V", shape.path))
        (label,) = shape.labels[1:]
        assert label.y == pytest.approx(
            tip - charts.ABOVE if shape.seat == "left" else tip + charts.BELOW, abs=0.1
        )


@pytest.mark.parametrize("code", LANGUAGES)
def test_times_at_the_side_are_written_as_the_clock_shows_them(code: str, tmp_path: Path) -> None:
    for control, sides in (
        ("1:20:00", ["0", "20:00", "40:00", "1:00:00", "1:20:00"]),
        ("1:20", ["0", "0:20", "0:40", "1:00", "1:20"]),
    ):
        *_, facts, levels = played(tmp_path, control)
        with speaking(code):
            assert [rule.label for rule in charts.clocks(facts, levels).grid] == sides


def test_bars_and_numbers_stand_in_the_middle_of_their_turns(tmp_path: Path) -> None:
    presses = [Press(each * 10 * SECOND_NS, seat) for each, seat in ((1, LEFT), (3, RIGHT))]
    *_, facts, levels = played(tmp_path, "5:00", *presses, Tick(31 * SECOND_NS))
    chart = charts.spent(facts)
    first, second, third = (charts._x(facts, place) for place in (0.5, 1.5, 2.5))
    assert second - first == pytest.approx((charts.RIGHT_EDGE - charts.LEFT_EDGE) / 3)
    left, right = (re.findall(r"M([\d.]+) 89.0V([\d.]+)h12.0V", each.path) for each in chart.shapes)
    assert [float(x) + 6 for x, _ in left] == pytest.approx([first, third], abs=0.1)
    assert [float(x) + 6 for x, _ in right] == pytest.approx([second], abs=0.1)
    assert [label.x for shape in chart.shapes for label in shape.labels[1:]] == [first, second]
    assert [label.text for shape in chart.shapes for label in shape.labels] == [
        "Left", "0:10", "Right", "0:20",
    ]  # fmt: skip
    assert [(tick.text, tick.x) for tick in chart.ticks] == [("1", first), ("2", second)]
    assert {tick.y for tick in chart.ticks} == {charts.BOTTOM + 14}
    ends = [charts._x(facts, place) for place in (1, 2)]
    assert [tick.x for tick in charts.clocks(facts, levels).ticks] == ends
    assert [rule.label for rule in chart.grid] == ["0", "0:10", "0:10", "0:20", "0:20"]
    assert [rule.y for rule in chart.grid] == pytest.approx([89, 66.5, 111.5, 44, 134])


def test_bars_leave_room_between_them_however_many_there_are(tmp_path: Path) -> None:
    for count in (60, 300):
        _, _, facts, _ = told(tmp_path, whole_game(count))
        slot = charts._x(facts, 1) - charts._x(facts, 0)
        for shape in charts.spent(facts).shapes:
            widths = {float(width) for width in re.findall(r"h([\d.]+)V", shape.path)}
            assert list(widths) == pytest.approx([0.7 * slot], abs=0.06)


def test_a_game_that_ends_at_a_press_has_it_where_presses_are(tmp_path: Path) -> None:
    *_, facts, levels = played(tmp_path, "5:00", Press(SECOND_NS, LEFT))
    assert place_of(facts, SECOND_NS) == 1
    assert place_of(facts, SECOND_NS // 2) == 0.5
    end = f"{charts._x(facts, 1):.1f}"
    left, right = (shape.path for shape in charts.clocks(facts, levels).shapes)
    assert f"L{end} " in left
    assert f"H{end}" in right


def test_both_pictures_are_told_of_both_seats(tmp_path: Path) -> None:
    _, _, facts, levels = told(tmp_path, whole_game(60))
    for chart in (charts.clocks(facts, levels), charts.spent(facts)):
        left, right = chart.told.split(". ")
        assert "Left" in left
        assert "Right" in right


def test_the_seats_have_their_names_beside_a_sample_of_their_line(tmp_path: Path) -> None:
    *_, facts, levels = played(tmp_path, "5:00")
    for chart in (charts.clocks(facts, levels), charts.spent(facts)):
        samples = [re.findall(r"M(\d+) \d+h22", shape.path)[-1:] for shape in chart.shapes]
        assert samples == [["60"], ["180"]]
        assert [shape.labels[0].x for shape in chart.shapes] == [88, 208]


def test_a_game_of_very_many_moves_has_a_few_numbers_along_its_foot(tmp_path: Path) -> None:
    _, _, facts, levels = told(tmp_path, whole_game(300))
    ticks = charts.clocks(facts, levels).ticks
    assert [tick.text for tick in ticks] == ["50", "100", "150", "200", "250", "300"]
    many = replace(facts, turns=tuple(replace(each, moves=each.moves * 40) for each in facts.turns))
    assert len(charts.clocks(many, levels).ticks) == 12


def test_a_picture_begins_farther_out_where_times_at_its_side_are_very_long(tmp_path: Path) -> None:
    for control, from_x in (("1:30:00", 0), ("10:00:00", -8), ("1000:00:00", -26)):
        *_, facts, levels = played(tmp_path, control)
        assert charts.clocks(facts, levels).from_x == from_x
