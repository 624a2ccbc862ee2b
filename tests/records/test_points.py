"""What periods begun (Ing) and minutes below zero (Scrabble) cost, wherever it is said."""

from pathlib import Path

import msgspec
import pytest

from clock.display.view import view
from clock.notation.control_table import control_from_table, table_from_control
from clock.notation.setup_table import table_from_setup
from clock.presets import find_presets, setup_of
from clock.records.game_log import lines_of
from clock.records.report.html_page import html_page
from clock.records.report.reported import reported_game
from clock.records.source import Source
from clock.rules.inputs import Finish, Press, Result, SetPeriod, Start, Stop
from clock.rules.machine import begin
from clock.rules.state import Setup
from clock.rules.units import MINUTE_NS
from clock.text.control import setup_sentences
from clock.text.ending import cost_rows
from tests.menu.menu_driver import MenuDriver
from tests.rules.games import LEFT, RIGHT, Game


def preset(name: str) -> Setup:
    return setup_of(find_presets().presets[name])


def written(name: str) -> bytes:
    return msgspec.json.encode(table_from_setup(preset(name)))


def at(name: str, minutes: int) -> Game:
    """A game that is stopped after Left's first turn of so many minutes."""
    game = Game(started=False)
    game.state = begin(preset(name))
    game.start()
    game.press(LEFT, minutes * MINUTE_NS)
    game.stop()
    return game


@pytest.mark.rule("control: points")
@pytest.mark.parametrize(
    ("name", "minutes", "costs"),
    [
        ("ing-30", 29, ""), ("ing-30", 31, "-2"), ("ing-30", 36, "-4"), ("ing-30", 41, "-6"),
        ("ing-60", 61, "-2"), ("scrabble-25", 24, ""), ("scrabble-25", 27, "-20"),
    ],
)  # fmt: skip
def test_a_stop_the_question_and_the_result_say_what_a_seat_pays(
    name: str, minutes: int, costs: str
) -> None:
    game, rows = at(name, minutes), (f"Left: {costs} points",) if costs else ()
    assert cost_rows(game.state) == rows
    hand = MenuDriver(game)
    hand.press("-")
    assert hand.rows[: len(rows)] == rows
    hand.press("ok held")
    hand.take("Result", "Right won" if name[0] == "s" else "White won", "On the board")
    hand.press("ok")
    assert tuple(row for row in hand.rows if row.endswith("points")) == rows
    game.do(Finish(game.now_ns, Result.RIGHT, "on the board"))
    for seat, points in ((LEFT, costs), (RIGHT, "")):
        assert (f"{points} points" in view(game.state, seat, game.now_ns).words) is bool(points)


@pytest.mark.rule("control: points")
def test_the_log_and_the_report_have_the_points_of_each_period_and_their_sum() -> None:
    inputs = (Start(0), Press(36 * MINUTE_NS, LEFT), Stop(37 * MINUTE_NS))
    game = Source("", Path(), False, preset("ing-30"), inputs, None)
    log = "\n".join(lines_of(game))
    assert "Both: 30:00, then 3 times 5:00, each for 2 points. " in log
    assert "Left enters period 2; time changes by 5:00.000, -2 points" in log
    assert "(Left 4:00 -4 points, Right 29:00)" in log
    page = html_page(reported_game(game))
    assert "period 3 begins, +5:00, -2 points (move" in page
    assert "4:00 · -4 points" in page


@pytest.mark.rule("control: points")
def test_points_follow_the_period_that_the_organizer_sets() -> None:
    game = at("ing-30", 31)
    for period, points in ((4, -6), (3, -4)):
        game.do(SetPeriod(game.now_ns, LEFT, period))
        assert cost_rows(game.state) == (f"Left: {points} points",)


@pytest.mark.rule("control: points")
def test_points_are_in_the_setup_and_a_control_without_them_is_written_as_before() -> None:
    for name, sentence in (
        ("ing-60", "Both: 1:00:00, then 3 times 10:00, each for 2 points"),
        ("scrabble-25", "A minute below zero: -10 points"),
    ):
        assert sentence in setup_sentences(preset(name))
    control = preset("ing-30").left
    assert control_from_table(table_from_control(control)) == control
    assert b"points" in written("ing-30")
    assert b"points" not in written("fide-classical")
