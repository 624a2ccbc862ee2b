"""The clock comes back changed: another configuration, other wires, or another program."""

from collections.abc import Callable
from unittest.mock import Mock

import pytest
from msgspec.structs import replace

from clock.game.figures import Figures, differences, figures_after, figures_of
from clock.game.recorded import game_of
from clock.journal.journal import Fault
from clock.rules.edition import EDITION
from clock.rules.inputs import Input, Press, Result, Start
from clock.rules.invariants import InvariantBroken
from clock.rules.machine import step
from clock.rules.message import Message
from clock.rules.outputs import Output
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import Phase, State
from clock.rules.units import HOUR_NS, MINUTE_NS, SECOND_NS
from clock.station.hardware import BY_HONOUR, UNSEEN
from clock.station.recovery import (
    CHANGED,
    DIFFERS,
    POWER_LOST,
    SAVED,
    UNREADABLE,
    Notice,
    away_notice,
)
from clock.station.table_games import DAMAGED
from clock.text.glyphs import fits
from clock.text.language import ENGLISH, LANGUAGES, render, speaking
from clock.text.words import RESULTS
from hal.ports import ScreenName
from tests.game.recordings import bodies, chained
from tests.journal.journal_tables import OTHER_BOOT, JournalTable
from tests.rules.games import setup
from tests.station.situations import TWO_PLUNGERS
from tests.station.tables import Table

HOUR = setup("1:00:00")
ENFORCE = setup("1:00:00", hand_rule="enforce")
GAME_ENDS = "stop 5 hold take:Result take:Draw take:Agreed ok +"


def begun(evening: JournalTable) -> Table:
    """A table with a game of an hour each."""
    table = evening.switch_on(game=HOUR)
    table.do("ok 20 L 30 R 5")
    return table


def log(table: Table) -> list[str]:
    station = table.station
    return list(map(render, station.news() + station.faults() + station.warnings()))


# Another configuration


def test_a_game_and_the_next_go_on_by_their_setup_until_the_clock_is_switched_on_after_its_end(
    evening: JournalTable,
) -> None:
    other = setup("5:00+3", rules="fide", opening="swap2")
    begun(evening)
    evening.cut()
    again = evening.switch_on(boot=OTHER_BOOT, game=other)
    assert again.state.setup == HOUR
    assert again.state.right.remaining_ns == HOUR_NS - 30 * SECOND_NS
    again.do(f"ok + {GAME_ENDS} ok +")
    assert again.state.setup == replace(HOUR, starter=RIGHT)
    again.do(f"ok 20 R {GAME_ENDS}")
    evening.cut()
    again = evening.switch_on(boot="a third boot", game=other)
    assert again.state.setup == other
    assert [each.result for each in again.station._games.evening] == [Result.DRAW] * 2


# Other wires


@pytest.mark.parametrize(
    ("next_game", "starter"),
    [("ok +", RIGHT), ("hold take:Next_game ok +", LEFT)],
    ids=["with the colours turned", "by the organizer's menu"],
)
def test_a_game_whose_hands_nobody_sees_any_more_goes_on_with_a_fault_and_the_next_is_by_honour(
    evening: JournalTable, next_game: str, starter: Seat
) -> None:
    table = evening.switch_on(game=ENFORCE, wiring=TWO_PLUNGERS)
    assert log(table) == []
    table.do("ok 5 stone 9")
    evening.cut()
    again = evening.switch_on(boot=OTHER_BOOT)
    assert again.state.setup == ENFORCE
    again.do("hold ok + 9 L 5 R 5")
    assert again.state.play.moves == 2
    again.settle()
    for name in ScreenName:
        assert "hands not watched" in again.sentence(name)
    assert log(again)[-1] == (
        "regulations.hand_rule: expected honour: enforce needs two plungers a seat and stone "
        "sensors, which are not wired"
    )
    again.do(f"{GAME_ENDS} 5 {next_game}")
    assert again.state.phase is Phase.READY
    assert again.state.setup == replace(HOUR, starter=starter)
    assert "same hand: honour now" in again.sentence()
    assert BY_HONOUR.log is not None
    assert log(again) == [render(BY_HONOUR.log)]
    again.wait(2 * MINUTE_NS)
    assert log(again) == []
    assert [game.state.setup for game in evening.on_disk()] == [ENFORCE, again.state.setup]


# Another program

Other = Callable[[Figures], Figures]


@pytest.fixture
def older(monkeypatch: pytest.MonkeyPatch) -> Callable[[Other], None]:
    """Make the writing program compute other figures than the reading program."""

    def find(other: Other) -> None:
        monkeypatch.setattr(
            "clock.journal.journal.figures_after",
            lambda event, state: other(figures_after(event, state)),
        )

    return find


def a_second_more(figures: Figures) -> Figures:
    left = replace(figures.left, remaining_ns=figures.left.remaining_ns + SECOND_NS)
    return replace(figures, left=left)


def restarted(evening: JournalTable) -> Table:
    """A table as it comes back after seven seconds, in the same boot."""
    now_ns = begun(evening).now_ns
    evening.cut()
    return evening.switch_on(at_ns=now_ns + 7 * SECOND_NS)


def test_a_game_with_other_figures_than_recorded_stands_until_somebody_looked(
    evening: JournalTable, older: Callable[[Other], None]
) -> None:
    older(a_second_more)
    again = restarted(evening)
    assert again.kinds()[-2:] == ["Restarted", "Stop"]
    assert again.state.phase is Phase.STOPPED
    assert again.state.left.remaining_ns == HOUR_NS - 32 * SECOND_NS  # the fold's, not recorded
    again.station._games.show_notice(DAMAGED, again.now_ns)  # takes no other's place
    for _ in range(2):
        assert "check times and moves" in again.sentence()
        again.wait(2 * MINUTE_NS)
    assert log(again) == [
        "the last game was restored with figures that differ from those recorded: "
        "left was recorded as {'remaining_ns': 3581000000000, 'period': 1}; by the rules it is "
        "{'remaining_ns': 3580000000000, 'period': 1}",
    ]
    again.do("hold ok + 5")
    assert again.state.running is LEFT
    again.do("stop 5")
    assert log(again) == []
    assert "check" not in again.sentence()


@pytest.fixture
def edition_1(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the writing program count by edition 1 of the rules."""
    monkeypatch.setattr("clock.boot.EDITION", 1)


@pytest.mark.usefixtures("edition_1")
def test_a_game_that_an_older_edition_counted_otherwise_goes_on_and_says_once_what_has_changed(
    evening: JournalTable, older: Callable[[Other], None]
) -> None:
    older(lambda figures: a_second_more(figures) if figures.moves < 3 else figures)
    again = restarted(evening)
    assert (again.kinds()[-1], again.state.running) == ("Restarted", LEFT)
    assert again.state.left.remaining_ns == HOUR_NS - 20 * SECOND_NS
    changed, away = log(again)
    assert changed.startswith(
        f"the last game was counted by edition 1 of the rules, and goes on by edition {EDITION}: "
        "left was recorded as {'remaining_ns': 3581000000000, 'period': 1}"
    )
    assert away.startswith("was off for")
    assert "Left 59:41→59:40" in again.sentence()
    again.wait(2 * MINUTE_NS)
    assert log(again) == []
    again.do("L 5")
    evening.cut()
    again = evening.switch_on(at_ns=again.now_ns + SECOND_NS)
    assert [each.startswith("was off for") for each in log(again)] == [True]


@pytest.mark.usefixtures("edition_1")
def test_an_older_game_that_is_counted_alike_comes_back_as_any(evening: JournalTable) -> None:
    again = restarted(evening)
    assert [each.startswith("was off for") for each in log(again)] == [True]


@pytest.mark.usefixtures("edition_1")
@pytest.mark.parametrize("other", [{"running": RIGHT}, {"phase": Phase.STOPPED}, {"moves": 1}])
def test_an_older_game_in_which_more_than_a_time_has_changed_has_its_times_and_moves_checked(
    evening: JournalTable, older: Callable[[Other], None], other: dict[str, object]
) -> None:
    older(lambda figures: replace(figures, **other))
    again = restarted(evening)
    assert "check times and moves" in again.sentence()
    assert again.state.phase is (Phase.RUNNING if "moves" in other else Phase.STOPPED)


def test_after_a_power_cut_it_stands_anyway_and_the_faces_have_both_until_the_next_game(
    evening: JournalTable, older: Callable[[Other], None]
) -> None:
    older(a_second_more)
    begun(evening)
    evening.cut()
    again = evening.switch_on(boot=OTHER_BOOT)
    assert again.kinds() == ["Start", "Press", "Press", "PowerLost"]
    assert "check times and moves. Power lost, ±" in again.sentence()
    again.new_game()
    again.wait(2 * MINUTE_NS)
    assert "check" not in again.sentence()
    assert log(again) == []


def test_only_the_last_figures_count_and_one_that_is_gone_is_a_difference(
    evening: JournalTable, older: Callable[[Other], None]
) -> None:
    older(lambda figures: figures if figures.moves else a_second_more(figures))
    again = restarted(evening)
    assert again.state.running is LEFT
    assert "check" not in "".join(log(again))
    recorded = figures_of(again.state)
    assert list(differences(recorded, recorded)) == []
    (found,) = differences(replace(recorded, result=Result.LEFT), recorded)
    assert str(found) == "result was recorded as left; by the rules it is None"


@pytest.mark.parametrize("error", [InvariantBroken("a clock must run\nat 7 ns"), KeyError("x")])
def test_a_game_that_this_program_cannot_play_stays_in_the_journal_and_the_clock_is_there(
    evening: JournalTable, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    begun(evening)
    evening.cut()
    with monkeypatch.context() as another_program:
        refuse = Mock(side_effect=error)
        another_program.setattr("clock.game.recorded.setup_from_table", refuse)
        again = evening.switch_on(boot=OTHER_BOOT)
    assert again.state.phase is Phase.READY
    assert "last game unreadable" in again.sentence()
    (line,) = log(again)
    assert " ".join(str(error).split()) in line
    again.do("ok 5 L 5")
    first, second = evening.on_disk()
    assert [type(event) for event in first.all_inputs()[1:]] == [Press, Press]
    assert second.state.play.moves == 1


def test_of_late_inputs_each_is_folded_again_only_with_its_neighbours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seconds = range(2, 300, 2)
    late = (
        Press((second - back) * SECOND_NS, seat)  # the left's is later, and comes first
        for second in seconds
        for back, seat in ((0, LEFT), (1, RIGHT))
    )
    lines = chained(bodies(HOUR, [Start(0), *late]))
    steps: list[Input] = []

    def counted(state: State, event: Input) -> tuple[State, list[Output]]:
        steps.append(event)
        return step(state, event)

    monkeypatch.setattr("clock.game.timeline.step", counted)
    assert game_of(lines).folded().state.play.moves == 2 * len(seconds) - 1
    assert len(steps) < 10 * len(seconds)


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_has_changed_fits_a_row_in_every_language(code: str) -> None:
    lengths_ns = (0, 59 * SECOND_NS, 59 * MINUTE_NS, 9 * HOUR_NS)
    notices = [BY_HONOUR, DAMAGED, POWER_LOST, *map(away_notice, lengths_ns)]
    saved = [Message(SAVED, result=Message(result)) for result in RESULTS.values()]
    times = {"before": "1:59:41", "after": "1:59:40"}
    changed = [Message(template, **times) for template in CHANGED.values()]
    notices += [Notice(each) for each in (*changed, UNSEEN, DIFFERS, UNREADABLE, *saved)]
    with speaking(code):
        for message in (*(notice.message for notice in notices), *(fault.value for fault in Fault)):
            assert (render(message) != str(message)) is (code != ENGLISH)
            assert fits(render(message))
