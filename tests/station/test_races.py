"""A busy machine: threads held up, edges in the wrong order, lines still being debounced."""

import pytest

from clock.game.timeline import Timeline
from clock.rules.inputs import Finish, LateEdge, Press, Result, Start, Stop, Tick
from clock.rules.outputs import ClapperFell
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import Phase
from clock.rules.units import SECOND_NS
from hal.fake import FakeTime
from hal.ports import Edge, LampName, Line
from tests.station.tables import MS, FakeRig, Table, setup


class HeldTime(FakeTime):
    """A time that jumps once when it is asked: the asking thread was not scheduled."""

    hold_ns = 0
    asks_until_hold = -1

    def now_ns(self) -> int:
        if self.asks_until_hold == 0:
            self.advance(self.hold_ns)
        self.asks_until_hold -= 1
        return super().now_ns()


@pytest.mark.parametrize("asks", range(8))
def test_an_edge_that_comes_while_the_loop_is_held_up_is_never_a_late_one(
    asks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = FakeRig(monkeypatch)
    held = HeldTime()
    rig.time = held
    rig.fakes = type(rig.fakes)(
        rig.fakes.inputs,
        rig.fakes.lamps,
        rig.fakes.screens,
        rig.fakes.buzzer,
        held,
        rig.fakes.power,
    )
    rig.body = rig.fakes
    table = Table(rig, setup())
    table.tap(Line.OK)
    table.wait(SECOND_NS)
    pressed_ns = held.now_ns() + 100 * MS

    def deliver_meanwhile() -> None:
        """What the kernel's thread does while the loop's is held up."""
        rig.fakes.inputs.set_level(Line.LEFT_PLUNGER, True)
        rig.fakes.inputs.deliver(Edge(Line.LEFT_PLUNGER, True, pressed_ns))

    held.hold_ns, held.asks_until_hold = 600 * MS, asks
    real_advance = held.advance

    def advance_and_deliver(by_ns: int) -> None:
        real_advance(by_ns)
        deliver_meanwhile()

    monkeypatch.setattr(held, "advance", advance_and_deliver)
    for _ in range(6):
        table.station.turn()
    monkeypatch.setattr(held, "advance", real_advance)
    table.wait(SECOND_NS)
    inputs = table.station.timeline.everything()
    assert not any(isinstance(each, LateEdge) for each in inputs)
    assert Press(pressed_ns, LEFT) in inputs


def test_a_line_that_falls_due_during_a_turn_is_looked_at_in_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Table(FakeRig(monkeypatch), setup())
    table.tap(Line.OK)
    table.wait(SECOND_NS)
    table.down(Line.LEFT_PLUNGER)
    due_ns = table.station.turn()
    assert due_ns == table.now_ns + 2_500_000
    table.rig.time.move_to(due_ns)
    table.station.turn()
    assert table.state.running is RIGHT


def test_the_watermark_does_not_pass_a_line_that_is_still_being_debounced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rig = FakeRig(monkeypatch)
    table = Table(rig, setup(control="10"))
    table.tap(Line.OK)
    falls_ns = table.state.wake_ns
    table.wait(falls_ns - table.now_ns + 240 * MS)
    # The press was made in time; what reads the level contradicts it, so it stays undecided.
    rig.fakes.inputs.deliver(Edge(Line.LEFT_PLUNGER, True, falls_ns - 10 * MS))
    table._next_ns = table.now_ns
    table.wait(200 * MS)
    assert not table.rig.lit(LampName.LEFT_CLAPPER)
    # Its release comes at last, and proves that the plunger was down for 50 ms.
    rig.fakes.inputs.deliver(Edge(Line.LEFT_PLUNGER, False, falls_ns + 40 * MS))
    table._next_ns = table.now_ns
    table.settle()
    assert not table.state.left.fallen
    assert table.state.left.remaining_ns == 10 * MS


def test_two_lines_whose_edges_come_in_the_wrong_order_are_taken_by_their_stamps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rig = FakeRig(monkeypatch)
    table = Table(rig, setup())
    table.tap(Line.OK)
    table.wait(SECOND_NS)
    for line, before_ns in ((Line.RIGHT_PLUNGER, 10 * MS), (Line.LEFT_PLUNGER, 20 * MS)):
        rig.fakes.inputs.set_level(line, True)
        rig.fakes.inputs.deliver(Edge(line, True, table.now_ns - before_ns))
    table._next_ns = table.now_ns
    table.wait(100 * MS)
    assert (table.state.play.moves, table.state.running) == (2, LEFT)
    assert table.state.right.spent_ns == 10 * MS


def test_what_is_still_open_at_the_watermark_is_not_told_twice() -> None:
    timeline = Timeline(setup(control="10"), 0)
    timeline.add(Press(1, RIGHT))
    told = timeline.add(Press(11 * SECOND_NS, RIGHT))
    assert any(isinstance(output, ClapperFell) for output in told)
    timeline.tick(10 * SECOND_NS + 500 * MS)
    again = timeline.add(Press(10 * SECOND_NS + 600 * MS, RIGHT))
    assert not any(isinstance(output, ClapperFell) for output in again)


def test_a_record_ends_with_the_watermark_and_so_gives_the_very_state() -> None:
    timeline = Timeline(setup(control="10"), 0)
    timeline.add(Press(1, RIGHT))
    timeline.tick(30 * SECOND_NS)
    again = Timeline(setup(control="10"), 0)
    for each in timeline.record():
        again.add(each)
    assert again.state == timeline.state
    assert again.state.left.fallen


def test_every_game_of_an_evening_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(FakeRig(monkeypatch), setup())
    table.tap(Line.OK)
    table.tap(Line.LEFT_PLUNGER)
    table.station._new_game(False, table.now_ns)
    kinds = [[type(each) for each in game.everything()] for game in table.station.games]
    assert kinds == [[Start, Press, Tick], []]  # a clock ran until it was left
    assert table.state.phase is Phase.READY


def test_the_referee_lamp_goes_out_with_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(FakeRig(monkeypatch), setup(control="301", regulations="rif-referees"))
    table.tap(Line.OK)
    table.wait(3 * SECOND_NS)
    assert table.rig.lit(LampName.REFEREE)
    table.station.timeline.add(Stop(table.now_ns))
    table.station.timeline.add(Finish(table.now_ns, Result.DRAW))
    table.station.turn()
    assert not table.rig.lit(LampName.REFEREE)
