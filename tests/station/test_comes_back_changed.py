"""The clock comes back changed: another configuration, other wires, or another program."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from clock.game.file import table_from_setup
from clock.game.timeline import Timeline
from clock.journal.damage import CUT_OFF
from clock.journal.lines import Figures, Header, Row, figures_after, figures_of, linked, written
from clock.rules.inputs import Input, Press, Restarted, Result, Start, Stop
from clock.rules.machine import step
from clock.rules.outputs import Output
from clock.rules.regulations import HandRule
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import InvariantBroken, Phase, State
from clock.rules.units import HOUR_NS, MINUTE_NS, SECOND_NS
from clock.station.hands import BY_HONOUR, UNSEEN
from clock.station.recovery import DIFFERS, differences, read_timeline
from clock.text.glyphs import fits
from clock.text.language import ENGLISH, LANGUAGES, speaking, tr
from hal.ports import ScreenName
from tests.journal.evenings import OTHER_BOOT, Evening
from tests.rules.games import setup
from tests.station.situations import TWO_PLUNGERS, do
from tests.station.tables import Table

ENFORCE = setup("1:00:00", hand_rule="enforce")
GAME_ENDS = "stop 5 hold take:Result take:Left_wins take:On_the_board ok + ok"


def begun(evening: Evening, acts: str = "ok 20 L 30 R 5") -> Table:
    """A table in the midst of a game of an hour each."""
    table = evening.switch_on(game=setup("1:00:00"))
    do(table, acts)
    return table


def log(table: Table) -> str:
    """What the log has of the table now."""
    return "\n".join(table.station.news() + table.station.faults() + table.station.warnings())


# ---- Another configuration


def test_a_game_goes_on_by_what_it_was_begun_with_and_the_next_one_after_it_too(
    evening: Evening,
) -> None:
    begun(evening)
    evening.cut()
    other = setup("5:00+3", rules="fide", opening="swap2")
    again = evening.switch_on(boot=OTHER_BOOT, game=other)
    assert again.state.setup == setup("1:00:00")
    assert again.state.right.remaining_ns == HOUR_NS - 30 * SECOND_NS
    do(again, "ok ok " + GAME_ENDS + " hold + ok")
    assert again.state.setup == replace(setup("1:00:00"), starter=RIGHT)


def test_once_it_is_over_the_clock_is_switched_on_with_what_the_configuration_says(
    evening: Evening,
) -> None:
    begun(evening, "ok 20 L " + GAME_ENDS)
    evening.cut()
    again = evening.switch_on(boot=OTHER_BOOT, game=setup("5:00+3", rules="fide"))
    assert again.state.setup == setup("5:00+3", rules="fide")
    assert [each.result for each in again.station._games.evening] == [Result.LEFT]


# ---- Other wires


def without_sensors(evening: Evening, acts: str, boot: str = OTHER_BOOT) -> Table:
    """A game whose presses are enforced comes back on a body that knows no hand."""
    table = evening.switch_on(game=ENFORCE, wiring=TWO_PLUNGERS)
    do(table, acts)
    now_ns = table.now_ns
    evening.cut()
    return evening.switch_on(boot=boot, at_ns=now_ns + SECOND_NS)


def test_a_game_whose_hands_nobody_sees_any_more_goes_on_and_says_so(evening: Evening) -> None:
    again = without_sensors(evening, "ok 5 stone 9")
    assert again.state.setup.regulations.hand_rule is HandRule.ENFORCE
    do(again, "ok ok 9 L 5 R 5")
    assert again.state.play.moves == 2
    again.settle()
    for name in ScreenName:
        assert "hands are not seen" in again.says(name)
    assert log(again).splitlines()[-1] == (
        "regulations.hand_rule: enforce needs two plungers a seat and stone sensors, which are "
        "not wired; the game goes on, and the organizer sees to the hands"
    )


def test_of_a_body_that_sees_hands_and_of_a_game_by_honour_nothing_of_that_is_told(
    evening: Evening,
) -> None:
    assert log(evening.switch_on(game=ENFORCE, wiring=TWO_PLUNGERS)) == ""
    evening.cut()
    assert log(begun(evening)) == ""


@pytest.mark.parametrize(
    ("acts", "starter"),
    [("hold + ok", RIGHT), ("hold + + ok take:New_game take:Same_colours + ok", LEFT)],
    ids=["with the colours turned", "by the organizer's menu"],
)
def test_the_next_game_after_it_is_by_honour_and_says_so(
    evening: Evening, acts: str, starter: object
) -> None:
    again = without_sensors(evening, "ok 5 stone 9 stop", "a boot")
    do(again, "5 " + GAME_ENDS.removeprefix("stop 5 ") + " 5 " + acts)
    assert again.state.phase is Phase.READY
    assert again.state.setup == replace(setup("1:00:00"), starter=starter)
    assert "hands: by honour now" in again.says(ScreenName.LEFT)
    assert log(again) == BY_HONOUR.log
    again.wait(2 * MINUTE_NS)
    assert log(again) == ""
    assert [game.state.setup for game in evening.on_disk()] == [ENFORCE, again.state.setup]


def test_a_game_that_was_set_up_with_such_rules_can_be_set_up_anew_by_honour(
    evening: Evening,
) -> None:
    evening.switch_on(wiring=TWO_PLUNGERS).station._begin(ENFORCE, evening.table.now_ns)
    evening.cut()
    again = evening.switch_on(boot=OTHER_BOOT)
    assert "hands are not seen" in again.says(ScreenName.LEFT)
    do(again, "- ok take:Set_the_clock_so + ok")
    assert again.state.setup == setup("1:00:00")
    assert "hands: by honour now" in again.says(ScreenName.LEFT)


# ---- Another program


Other = Callable[[Figures], Figures]


@pytest.fixture
def older(monkeypatch: pytest.MonkeyPatch) -> Callable[[Other], None]:
    """Let the program that writes the journal come to other figures than the one that reads it."""

    def came_to(other: Other) -> None:
        monkeypatch.setattr(
            "clock.journal.journal.figures_after",
            lambda given, state: other(figures_after(given, state)),
        )

    return came_to


def a_second_more(figures: Figures) -> Figures:
    left = replace(figures.left, remaining_ns=figures.left.remaining_ns + SECOND_NS)
    return replace(figures, left=left)


def restarted(evening: Evening, table: Table) -> Table:
    """The same table after seven seconds, in the same boot."""
    now_ns = table.now_ns
    evening.cut()
    return evening.switch_on(at_ns=now_ns + 7 * SECOND_NS)


def kinds(state_of: Table) -> list[str]:
    return [type(each).__name__ for each in state_of.station.timeline.everything()]


def test_a_game_that_comes_back_with_other_figures_than_recorded_stands_until_somebody_looked(
    evening: Evening, older: Callable[[Other], None]
) -> None:
    older(a_second_more)
    again = restarted(evening, begun(evening))
    assert kinds(again)[-2:] == [Restarted.__name__, Stop.__name__]
    assert again.state.phase is Phase.STOPPED
    assert again.state.left.remaining_ns == HOUR_NS - 32 * SECOND_NS  # the fold's, not recorded
    for _ in range(2):
        assert "check times and moves" in again.says(ScreenName.LEFT)
        again.wait(5 * MINUTE_NS)
    assert log(again).splitlines() == [
        "the last game comes back with other figures than were recorded: "
        "left was {'remaining_ns': 3581000000000, 'period': 1}, by the rules it is "
        "{'remaining_ns': 3580000000000, 'period': 1}",
    ]
    do(again, "ok ok 5")
    assert again.state.running is LEFT
    do(again, "stop 5")
    assert log(again) == ""
    assert "check" not in again.says(ScreenName.LEFT)


def test_after_a_power_cut_it_stands_anyway_and_is_told_as_well(
    evening: Evening, older: Callable[[Other], None]
) -> None:
    older(a_second_more)
    begun(evening)
    evening.cut()
    again = evening.switch_on(boot=OTHER_BOOT)
    assert kinds(again) == ["Start", "Press", "Press", "PowerLost"]
    said = again.says(ScreenName.LEFT)
    assert "check times and moves Power lost, ±1.0 s" in said


@pytest.mark.parametrize("acts", ["ok 20 L 30 stop 5", "ok 20 L " + GAME_ENDS])
def test_where_no_clock_ran_it_is_told_and_nothing_is_stopped(
    evening: Evening, older: Callable[[Other], None], acts: str
) -> None:
    older(a_second_more)
    table = begun(evening, acts)
    inputs = kinds(table)
    again = restarted(evening, table)
    assert [kind for kind in kinds(again) if kind != "Restarted"] == inputs
    assert log(again).startswith("the last game comes back with other figures")
    do(again, "5 hold + ok" if again.state.phase is Phase.FINISHED else "5 ok ok")
    assert log(again) == ""


def test_a_difference_that_has_come_to_nothing_stops_no_clock(
    evening: Evening, older: Callable[[Other], None]
) -> None:
    older(lambda figures: figures if figures.moves else a_second_more(figures))
    again = restarted(evening, begun(evening))
    assert again.state.running is LEFT
    assert "check" not in log(again)


def test_a_figure_that_is_gone_is_a_difference_like_one_that_is_another(evening: Evening) -> None:
    begun(evening, "ok 20 L " + GAME_ENDS)
    state: State = evening.table.state
    recorded, anew = figures_of(state), replace(figures_of(state), result=None)
    assert list(differences(recorded, recorded)) == []
    assert list(differences(recorded, anew)) == ["result was left, by the rules it is None"]
    assert list(differences(anew, recorded)) == ["result was None, by the rules it is left"]


@pytest.mark.parametrize("wrong", [InvariantBroken("a clock must run\nat 7 ns"), KeyError("x")])
def test_a_game_that_this_program_cannot_play_stays_in_the_journal_and_the_clock_is_there(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, wrong: Exception
) -> None:
    begun(evening)
    evening.cut()

    def refuses(*_: object) -> None:
        raise wrong

    with monkeypatch.context() as another_program:
        another_program.setattr("clock.station.recovery.setup_from_table", refuses)
        again = evening.switch_on(boot=OTHER_BOOT)
    assert again.state.phase is Phase.READY
    assert "last game unreadable" in again.says(ScreenName.LEFT)
    assert len(log(again).splitlines()) == 1
    assert " ".join(str(wrong).split()) in log(again)
    do(again, "ok 5 L 5")
    first, second = evening.on_disk()
    assert [type(each) for each in first.everything()[1:]] == [Press, Press]
    assert second.state.play.moves == 1


def test_a_game_that_damage_has_cut_off_stands_and_nobody_says_how_much_of_it_is_gone(
    evening: Evening,
) -> None:
    evening.switch_on(boot=CUT_OFF, game=setup("1:00:00"))
    do(evening.table, "ok 20 L 30 R 5")
    evening.cut()
    again = evening.switch_on(boot=OTHER_BOOT)
    assert kinds(again)[-2:] == ["Press", "Stop"]
    assert (again.state.phase, again.state.uncertain_ns) == (Phase.STOPPED, 0)
    assert "Power" not in again.says(ScreenName.LEFT)


def test_of_inputs_that_came_late_each_is_folded_again_only_with_its_neighbours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, presses = setup("1:00:00"), 300
    header = Header("1", "a clock", "a boot", "today", 0, table_from_setup(game))
    lines = [linked(b"", written(header))]

    def keep(given: Input, state: State) -> None:
        lines.append(linked(lines[-1].hash, written(Row(given, figures_of(state)))))

    live = Timeline(game, 0)
    live.keep = keep
    live.add(Start(0))
    for second in range(2, presses, 2):  # the left's is later, and comes first
        live.add(Press(second * SECOND_NS, LEFT))
        live.add(Press((second - 1) * SECOND_NS, RIGHT))
        live.tick(second * SECOND_NS)
    steps: list[Input] = []

    def counted(state: State, given: Input) -> tuple[State, list[Output]]:
        steps.append(given)
        return step(state, given)

    monkeypatch.setattr("clock.game.timeline.step", counted)
    assert read_timeline(lines).state.play == live.state.play
    assert len(steps) < 5 * presses


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_has_changed_fits_a_row_in_every_language(code: str) -> None:
    with speaking(code):
        for text in (UNSEEN, BY_HONOUR.text, DIFFERS):
            assert (tr(text) != text) is (code != ENGLISH)
            assert fits(tr(text))
