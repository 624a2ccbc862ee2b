"""Cut off in the midst of anything, the clock comes back to it: exactly, or stopped a second away.

The oracle is the rules' own: a restart changes nothing of a game whose time went on, and a power
cut is as if both clocks had been stopped at the last instant that is on disk (RIF 14.6).
"""

import pytest
from msgspec.structs import replace

from clock.rules.inputs import Restarted, Resume, Stop, Tick
from clock.rules.machine import step
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import Phase, State
from clock.rules.timing import remaining_ns, running_seats
from clock.rules.units import MINUTE_NS, SECOND_NS
from hal.ports import Line, ScreenName
from tests.journal.evenings import OTHER_BOOT, Evening
from tests.station.situations import ALL, Situation, do
from tests.station.tables import Table

AWAY_NS = 7 * SECOND_NS
LATER_NS = 20 * SECOND_NS
POWER = "Power lost, ±1.0 s"

HALTED = [
    each for each in ALL if each.phase is not Phase.READY and each.phase is not Phase.FINISHED
]
PLAYABLE = [each for each in HALTED if each.name != "both clappers down"]

everything = pytest.mark.parametrize("cut_off", ALL, ids=lambda each: each.name)


def played(evening: Evening, cut_off: Situation) -> Table:
    """A table on which it is so."""
    table = evening.switch_on(at_ns=5000 * SECOND_NS, game=cut_off.setup, wiring=cut_off.wiring)
    do(table, cut_off.acts)
    return table


def after_power_cut(evening: Evening, cut_off: Situation) -> Table:
    """The same table, switched on again some time later."""
    played(evening, cut_off)
    evening.cut()
    return evening.switch_on(at_ns=12 * SECOND_NS, boot=OTHER_BOOT, wiring=cut_off.wiring)


def at(state: State, at_ns: int) -> State:
    """The state once it is `at_ns`, if nobody does anything."""
    return step(state, Tick(at_ns))[0]


def runs(state: State) -> str:
    """Whose time runs, in a word."""
    seats = running_seats(state)
    return "joint" if len(seats) == 2 else "".join(seat.value for seat in seats)


@everything
def test_the_situation_is_what_its_name_says(cut_off: Situation, evening: Evening) -> None:
    table = played(evening, cut_off)
    assert (table.state.phase, runs(table.state)) == (cut_off.phase, cut_off.runs)
    left_ns = [remaining_ns(table.state, seat, table.now_ns) for seat in (LEFT, RIGHT)]
    assert left_ns == [round(each * SECOND_NS) for each in (cut_off.left, cut_off.right)]


@everything
def test_after_a_restart_the_game_is_as_if_the_clock_had_never_been_away(
    cut_off: Situation, evening: Evening
) -> None:
    table = played(evening, cut_off)
    before, on_ns = table.state, table.now_ns + AWAY_NS
    inputs = [type(each) for each in table.station.timeline.everything()]
    evening.cut()
    again = evening.switch_on(at_ns=on_ns, wiring=cut_off.wiring)
    for later_ns in (on_ns, on_ns + LATER_NS):
        assert at(again.state, later_ns) == at(before, later_ns)
    told = [*inputs, Restarted] if inputs and before.phase is not Phase.FINISHED else inputs
    assert [type(each) for each in again.station.timeline.everything()] == told


@everything
def test_after_a_restart_the_faces_say_how_long_the_clock_was_away_if_a_time_ran(
    cut_off: Situation, evening: Evening
) -> None:
    table = played(evening, cut_off)
    on_ns = table.now_ns + AWAY_NS
    evening.cut()
    again = evening.switch_on(at_ns=on_ns, wiring=cut_off.wiring)
    for name in ScreenName:
        assert ("clock away: 7." in again.says(name)) is cut_off.ran
        assert "Power" not in again.says(name)


@everything
def test_after_a_power_cut_both_clocks_stand_where_they_were_at_most_a_second_before(
    cut_off: Situation, evening: Evening
) -> None:
    table = played(evening, cut_off)
    before, off_ns = table.state, table.now_ns
    evening.cut()
    again = evening.switch_on(at_ns=12 * SECOND_NS, boot=OTHER_BOOT, wiring=cut_off.wiring)
    if cut_off.phase is Phase.FINISHED and before.setup.match is None:
        assert again.state.phase is Phase.READY  # it has made room for the next
        return
    last_ns, stood = evening.journal.found.last_ns, before
    if cut_off.ran:
        assert 0 <= off_ns - last_ns <= SECOND_NS
        stood = replace(step(at(before, last_ns), Stop(last_ns))[0], uncertain_ns=SECOND_NS)
        assert again.state.phase is Phase.STOPPED
    later_ns = off_ns + LATER_NS
    assert at(again.state, later_ns) == at(stood, later_ns)
    again.wait(5 * MINUTE_NS)
    assert again.state == at(stood, again.state.at_ns)


@everything
def test_after_a_power_cut_both_faces_say_so_if_a_time_ran(
    cut_off: Situation, evening: Evening
) -> None:
    again = after_power_cut(evening, cut_off)
    for name in ScreenName:
        assert (POWER in again.says(name)) is cut_off.ran
        assert "away" not in again.says(name)


def go_on(table: Table) -> None:
    """What an organizer does: OK, and OK to what that shows; Plus and OK where it asks."""
    table.tap(Line.OK)
    if "Plus goes to yes" in table.says(ScreenName.LEFT):
        table.tap(Line.PLUS)
    table.tap(Line.OK)


@pytest.mark.parametrize("cut_off", PLAYABLE, ids=lambda each: each.name)
def test_after_a_power_cut_the_organizer_lets_the_game_go_on_where_it_stood(
    cut_off: Situation, evening: Evening
) -> None:
    again = after_power_cut(evening, cut_off)
    stood = again.state
    go_on(again)
    resumed = [each for each in again.station.timeline.everything() if isinstance(each, Resume)]
    on = step(stood, resumed[-1])[0]
    assert runs(again.state) == runs(on) != ""
    if cut_off.phase in (Phase.RUNNING, Phase.JOINT):
        assert runs(on) == cut_off.runs
    assert at(again.state, on.at_ns + LATER_NS) == at(on, on.at_ns + LATER_NS)
    assert again.state.uncertain_ns == 0
    assert "Power" not in again.says(ScreenName.LEFT)
    assert evening.on_disk()[-1].everything() == again.station.timeline.everything()


@pytest.mark.parametrize("cut_off", HALTED, ids=lambda each: each.name)
def test_after_a_power_cut_the_organizer_can_enter_a_result_and_ask_for_a_new_game(
    cut_off: Situation, evening: Evening
) -> None:
    again = after_power_cut(evening, cut_off)
    do(again, "hold take:Result take:Game_void take:Decision ok + ok")
    assert again.state.phase is Phase.FINISHED
    if cut_off.setup.match is None:
        do(again, "hold")  # the next game, asked for
    else:
        do(again, "ok")
    do(again, "ok")
    assert again.state.phase is Phase.FINISHED  # No comes first
    do(again, "hold" if cut_off.setup.match is None else "ok")
    do(again, "+ ok")
    assert (again.state.phase, again.state.started_at_ns) == (Phase.READY, None)
    assert len(evening.on_disk()) >= 2


@pytest.mark.parametrize(
    "cut_off", [each for each in ALL if each.phase is Phase.READY], ids=lambda each: each.name
)
def test_after_a_power_cut_a_game_that_was_set_up_is_started_by_the_buttons(
    cut_off: Situation, evening: Evening
) -> None:
    again = after_power_cut(evening, cut_off)
    do(again, "ok 10 L 9.6")
    assert runs(again.state) == "right"
    assert again.state.left.remaining_ns == round((cut_off.left - 10) * SECOND_NS)
