"""The clock is switched off in the middle of a game, or its program ends, and it comes back."""

import pytest
from msgspec.structs import replace

from clock.journal.journal import Journal
from clock.journal.pace import EVERY_NS_MAX
from clock.rules.inputs import Finish, PowerLost, Press, Restarted, Result, Start, Tick
from clock.rules.machine import begin, step
from clock.rules.match import Match, Place, Times
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import Phase
from clock.rules.units import HOUR_NS, MINUTE_NS, SECOND_NS
from clock.station.games import FAULTS, SET_ASIDE
from clock.station.recovery import UNREADABLE, away
from clock.text.glyphs import fits
from clock.text.language import ENGLISH, LANGUAGES, speaking, tr
from hal.ports import Line, ScreenName
from tests.journal.evenings import OTHER_BOOT, Evening, start_and_press
from tests.rules.games import control
from tests.station.tables import setup


def test_after_a_restart_the_game_goes_on_exactly_and_the_time_between_is_charged(
    evening: Evening,
) -> None:
    table = evening.switch_on()
    start_and_press(table, 20 * SECOND_NS, 30 * SECOND_NS)
    table.wait(9 * SECOND_NS)
    off_ns = table.now_ns
    evening.cut()
    again = evening.switch_on(at_ns=off_ns + 7 * SECOND_NS)
    assert (again.state.phase, again.state.running) == (Phase.RUNNING, LEFT)
    again.wait(3 * SECOND_NS)
    pressed_ns = again.tap(Line.LEFT_PLUNGER)
    started_ns = again.state.started_at_ns
    assert started_ns is not None
    spent_ns = pressed_ns - (started_ns + 50 * SECOND_NS)
    assert again.state.left.remaining_ns == 2 * HOUR_NS - 20 * SECOND_NS - spent_ns
    assert again.state.right.remaining_ns == 2 * HOUR_NS - 30 * SECOND_NS


def test_a_restart_is_told_on_the_displays_and_in_the_game(evening: Evening) -> None:
    table = evening.switch_on()
    start_and_press(table, 20 * SECOND_NS)
    table.wait(5 * SECOND_NS)
    off_ns = table.now_ns
    evening.cut()
    again = evening.switch_on(at_ns=off_ns + 7 * SECOND_NS)
    told = again.station.timeline.everything()[-1]
    assert isinstance(told, Restarted)
    assert 7 * SECOND_NS <= told.away_ns <= 8 * SECOND_NS
    assert f"clock away: {told.away_ns / SECOND_NS:.1f} s" in again.says(ScreenName.LEFT)
    again.wait(2 * MINUTE_NS)
    assert "away" not in again.says(ScreenName.LEFT)


def test_after_a_power_cut_the_clocks_stand_at_the_last_figure_and_say_so(
    evening: Evening,
) -> None:
    table = evening.switch_on(at_ns=5000 * SECOND_NS)
    start_and_press(table, 20 * SECOND_NS, 30 * SECOND_NS)
    table.wait(9 * SECOND_NS)
    shown_ns = table.state.left.remaining_ns - 9 * SECOND_NS
    evening.cut()
    again = evening.switch_on(at_ns=12 * SECOND_NS, boot=OTHER_BOOT)
    assert again.state.phase is Phase.STOPPED
    assert isinstance(again.station.timeline.everything()[-1], PowerLost)
    assert 0 <= again.state.left.remaining_ns - shown_ns <= SECOND_NS
    assert again.state.right.remaining_ns == 2 * HOUR_NS - 30 * SECOND_NS
    for name in ScreenName:
        assert "Power lost, ±1.0 s" in again.says(name)


def test_after_a_power_cut_the_organizer_lets_the_game_go_on(evening: Evening) -> None:
    table = evening.switch_on(at_ns=5000 * SECOND_NS)
    start_and_press(table, 20 * SECOND_NS)
    table.wait(9 * SECOND_NS)
    evening.cut()
    again = evening.switch_on(at_ns=12 * SECOND_NS, boot=OTHER_BOOT)
    again.wait(5 * MINUTE_NS)
    before_ns = again.state.right.remaining_ns
    again.tap(Line.OK)
    again.tap(Line.OK)
    again.wait(4 * SECOND_NS - 40_000_000)  # the clock goes on as OK is let go
    again.tap(Line.RIGHT_PLUNGER)
    assert again.state.right.remaining_ns == before_ns - 4 * SECOND_NS
    assert "Power" not in again.says(ScreenName.LEFT)


def test_the_instants_of_a_game_never_go_back_over_boots(evening: Evening) -> None:
    at_ns, boots = 5000 * SECOND_NS, ("first", "second", "third", "fourth")
    for boot in boots:
        table = evening.switch_on(at_ns=at_ns, boot=boot)
        table.tap(Line.OK)
        table.tap(Line.OK)
        seat = table.state.running
        table.wait(2 * SECOND_NS)
        table.tap(Line.LEFT_PLUNGER if seat is LEFT else Line.RIGHT_PLUNGER)
        table.wait(2 * SECOND_NS)
        evening.cut()
        at_ns = 3 * SECOND_NS
    (game,) = (table.station.timeline,)
    stamps = [each.at_ns for each in game.everything()]
    assert stamps == sorted(stamps)
    assert sum(isinstance(each, PowerLost) for each in game.everything()) == len(boots) - 1
    assert game.state.play.moves == len(boots)


def test_a_game_that_was_stopped_when_power_went_has_nothing_uncertain(evening: Evening) -> None:
    table = evening.switch_on()
    start_and_press(table, 20 * SECOND_NS)
    table.tap(Line.STOP)
    before = table.state
    evening.cut()
    again = evening.switch_on(boot=OTHER_BOOT)
    assert (again.state.left, again.state.right) == (before.left, before.right)
    assert again.state.uncertain_ns == 0
    assert "Power" not in again.says(ScreenName.LEFT)


def test_a_press_that_came_late_is_where_it_belongs_after_the_restart(evening: Evening) -> None:
    table = evening.switch_on()
    start_and_press(table, 20 * SECOND_NS)
    timeline, now_ns = table.station.timeline, table.now_ns
    timeline.add(Press(now_ns + 200_000_000, LEFT))
    timeline.add(Press(now_ns + 100_000_000, RIGHT))
    state = timeline.state
    evening.cut()
    again = evening.switch_on(at_ns=now_ns + SECOND_NS)
    assert (again.state.left, again.state.right) == (state.left, state.right)


def test_a_finished_game_makes_room_for_the_next_when_the_clock_is_switched_on(
    evening: Evening,
) -> None:
    table = evening.switch_on()
    start_and_press(table, 20 * SECOND_NS)
    table.station.timeline.add(Finish(table.now_ns, Result.LEFT))
    evening.cut()
    again = evening.switch_on(boot=OTHER_BOOT, game=setup("5m"))
    assert again.state.phase is Phase.READY
    assert again.state.left.remaining_ns == 5 * MINUTE_NS


def test_a_finished_game_stays_on_the_displays_over_a_restart(evening: Evening) -> None:
    table = evening.switch_on()
    start_and_press(table, 20 * SECOND_NS)
    table.station.timeline.add(Finish(table.now_ns, Result.LEFT))
    evening.cut()
    again = evening.switch_on(at_ns=table.now_ns)
    assert again.state.result is Result.LEFT


def test_a_game_that_was_only_set_up_is_there_again_and_a_default_one_leaves_no_trace(
    evening: Evening,
) -> None:
    evening.switch_on(game=setup("40/2h:1h"))
    assert evening.on_disk() == []
    evening.table.station._begin(setup("7m"), evening.table.now_ns)
    evening.cut()
    again = evening.switch_on(boot=OTHER_BOOT)
    assert again.state.phase is Phase.READY
    assert again.state.left.remaining_ns == 7 * MINUTE_NS


def test_a_new_game_is_written_beside_the_old_one_which_is_no_longer_in_memory(
    evening: Evening,
) -> None:
    table = evening.switch_on()
    start_and_press(table, 20 * SECOND_NS)
    table.station._new_game(True, table.now_ns)
    table.station._new_game(True, table.now_ns)
    start_and_press(table, 10 * SECOND_NS)
    assert len(table.station.games) == 1
    first, second = evening.on_disk()
    assert [type(each) for each in first.everything()] == [Start, Press, Tick]
    assert second.state.setup.starter is LEFT
    assert second.state.left.spent_ns == 10 * SECOND_NS


@pytest.mark.parametrize("off_ns", [0, 1, SECOND_NS])
def test_the_clapper_falls_at_its_instant_though_the_program_was_away(
    evening: Evening, off_ns: int
) -> None:
    table = evening.switch_on(game=setup("10"))
    table.tap(Line.OK)
    started_ns = table.state.started_at_ns
    table.wait(5 * SECOND_NS)
    evening.cut()
    assert started_ns is not None
    again = evening.switch_on(at_ns=started_ns + 10 * SECOND_NS + off_ns)
    again.wait(SECOND_NS)
    assert again.state.left.fell_at_ns == started_ns + 10 * SECOND_NS


def test_a_match_that_goes_on_is_there_after_a_power_cut_between_its_games(
    evening: Evening,
) -> None:
    games = (Times(control("5:00"), control("0:30")), Times(control("5:00"), control("0:15")))
    place = Place(Match(games, expert_must_win=2), RIGHT)
    first = replace(setup("5m"), right=place.control(RIGHT), match=place)
    table = evening.switch_on(game=first)
    start_and_press(table, 20 * SECOND_NS)
    table.station.timeline.add(Finish(table.now_ns, Result.RIGHT))
    evening.cut()
    again = evening.switch_on(boot=OTHER_BOOT)
    assert again.state.result is Result.RIGHT
    for button in (Line.OK, Line.PLUS, Line.OK):  # the next game, asked for
        again.tap(button)
    evening.cut()
    again = evening.switch_on(boot="a third boot")
    second = again.state.setup.match
    assert again.state.phase is Phase.READY
    assert second is not None
    assert second.results == (Result.RIGHT,)
    assert again.state.right.remaining_ns == 15 * SECOND_NS
    start_and_press(again, 20 * SECOND_NS)
    again.station.timeline.add(Finish(again.now_ns, Result.LEFT))
    evening.cut()
    assert evening.switch_on(boot="a fourth boot").state.setup.match is None


def test_power_that_comes_and_goes_leaves_the_clocks_as_uncertain_as_they_were(
    evening: Evening,
) -> None:
    table = evening.switch_on()
    start_and_press(table, 20 * SECOND_NS)
    table.wait(9 * SECOND_NS)
    evening.cut()
    first = evening.switch_on(boot="second").state
    for boot in ("third", "third", "fourth"):
        evening.cut()
        again = evening.switch_on(boot=boot)
        assert (again.state.left, again.state.right) == (first.left, first.right)
        assert "Power lost, ±1.0 s" in again.says(ScreenName.LEFT)


def test_how_long_the_clock_was_away_is_not_made_up_when_no_clock_ran(evening: Evening) -> None:
    table = evening.switch_on()
    start_and_press(table, 20 * SECOND_NS)
    table.tap(Line.STOP)
    table.wait(30 * MINUTE_NS)
    evening.cut()
    again = evening.switch_on(at_ns=table.now_ns + SECOND_NS)
    told = again.station.timeline.everything()[-1]
    assert isinstance(told, Restarted)
    assert told.away_ns == 0
    assert "away" not in again.says(ScreenName.LEFT)


def test_without_a_boot_id_a_restart_is_taken_for_a_power_cut(evening: Evening) -> None:
    table = evening.switch_on(boot="")
    start_and_press(table, 20 * SECOND_NS)
    table.wait(9 * SECOND_NS)
    evening.cut()
    again = evening.switch_on(at_ns=table.now_ns + SECOND_NS, boot="")
    assert again.state.uncertain_ns == SECOND_NS


def test_a_machine_whose_time_has_gone_back_was_switched_off_whatever_its_boot_is_called(
    evening: Evening,
) -> None:
    table = evening.switch_on(at_ns=5000 * SECOND_NS)
    start_and_press(table, 20 * SECOND_NS)
    evening.cut()
    assert evening.switch_on(at_ns=SECOND_NS).state.uncertain_ns == SECOND_NS


def test_the_journal_ends_at_its_last_input_and_is_told_no_more_often_than_it_asks(
    evening: Evening,
) -> None:
    journal, state = Journal(evening.path, 0, boot_id="a boot"), begin(setup(), 0)
    journal.begin(state.setup, 0)
    started, _ = step(state, Start(7 * SECOND_NS))
    journal.add(Start(7 * SECOND_NS), started)
    journal.close()
    evening.switch_on()
    assert evening.journal.found.last_ns == 7 * SECOND_NS
    evening.journal.alive(8 * SECOND_NS)
    evening.journal.alive(8 * SECOND_NS + 1)
    assert evening.journal.due_ns == 8 * SECOND_NS + EVERY_NS_MAX


def test_a_new_game_instead_of_the_one_that_came_back_is_asked_for_and_the_old_one_stays(
    evening: Evening,
) -> None:
    table = evening.switch_on()
    start_and_press(table, 20 * SECOND_NS)
    evening.cut()
    again = evening.switch_on(boot=OTHER_BOOT)
    again.tap(Line.OK, held_ns=3 * SECOND_NS)
    while not again.says(ScreenName.LEFT).startswith("Organizer. New game"):
        again.tap(Line.PLUS)
    for button in (Line.OK, Line.OK, Line.OK):  # same colours; "No" comes first
        again.tap(button)
    assert again.state.phase is Phase.STOPPED
    for button in (Line.OK, Line.PLUS, Line.OK):
        again.tap(button)
    assert again.state.started_at_ns is None
    assert [len(game.everything()) for game in evening.on_disk()] == [3, 0]


@pytest.mark.parametrize(
    ("away_ns", "told"),
    [
        (0, "0.0 s"),
        (MINUTE_NS - 60_000_000, "59.9 s"),
        (MINUTE_NS, "1:00"),
        (HOUR_NS, "1:00:00"),
    ],
)
def test_how_long_the_clock_was_away_is_told_to_a_tenth_below_a_minute(
    away_ns: int, told: str
) -> None:
    assert away(away_ns).told == f"clock away: {told}"


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_happened_to_the_journal_fits_a_row_in_every_language(code: str) -> None:
    with speaking(code):
        for away_ns in (0, 59 * SECOND_NS, 59 * MINUTE_NS, 9 * HOUR_NS):
            assert fits(away(away_ns).told)
        for text in (*FAULTS.values(), SET_ASIDE.text, UNREADABLE):
            assert (tr(text) != text) is (code != ENGLISH)
            assert fits(tr(text))
