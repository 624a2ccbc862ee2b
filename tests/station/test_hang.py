"""A display whose bus hangs: the loop waits for nobody, and the other display is right in time."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from clock.display.draw import draw
from clock.display.view import view
from clock.menu import CLOSED, hint
from clock.rules.seats import LEFT
from clock.rules.units import SECOND_NS
from hal.oled import HANGS_NS
from hal.ports import Body, Line, ScreenName
from tests.hal.rigs import WAIT_S, Panel
from tests.station.tables import MS, FakeRig, HeardScreen, Table, setup
from tests.station.test_faults import HangingPanel

SHOWN_NS_MAX = 100 * MS
"""A press is seen at once, as people say: a tenth of a second."""


class Loop(Table):
    """A table on which a wait of the loop takes time, as a wait does: the table's own."""

    turning = False

    def _turn(self) -> None:
        self.turning = True
        super()._turn()
        self.turning = False

    @contextmanager
    def waits(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
        """Have what the loop's thread waits for while it turns go by in the table's time."""
        loop, wait, sleep = threading.get_ident(), threading.Condition.wait, time.sleep

        def waited(condition: threading.Condition, timeout: float | None = None) -> bool:
            if not self.turning or threading.get_ident() != loop:
                return wait(condition, timeout)
            assert timeout is not None, "the loop waits without an end"
            self.rig.time.advance(round(timeout * SECOND_NS))
            return False

        def slept(seconds: float) -> None:
            if self.turning and threading.get_ident() == loop:
                self.rig.time.advance(round(seconds * SECOND_NS))
            else:
                sleep(seconds)

        with monkeypatch.context() as patched:
            patched.setattr(threading.Condition, "wait", waited)
            patched.setattr(time, "sleep", slept)
            yield


def test_while_a_bus_hangs_the_other_display_is_right_within_a_tenth_of_a_second(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rig, well, bus = FakeRig(monkeypatch), Panel(), HangingPanel()
    left = HeardScreen(well, now_ns=rig.time.now_ns)
    right = HeardScreen(bus, name="right", now_ns=rig.time.now_ns)
    screens = {ScreenName.LEFT: left, ScreenName.RIGHT: right}
    rig.body = Body(rig.fakes.inputs, rig.fakes.lamps, screens, None, rig.time)
    table = Loop(rig, setup())
    table.tap(Line.OK)
    table.wait(2 * SECOND_NS)
    assert right.flush(WAIT_S)
    bus.hang()
    for number, line in enumerate((Line.LEFT_PLUNGER, Line.RIGHT_PLUNGER, Line.LEFT_PLUNGER)):
        with table.waits(monkeypatch):
            pressed_ns = table.down(line)
            table.wait(SHOWN_NS_MAX)
        assert table.now_ns == pressed_ns + SHOWN_NS_MAX
        assert table.state.play.moves == number + 1
        assert bus.hangs.wait(WAIT_S)
        assert left.flush(WAIT_S)
        assert well.drawn[-1] == seen(table)
        table.up(line)
        with table.waits(monkeypatch):
            table.wait(HANGS_NS)
    assert "Right, " in left.sentence, "by now the other one is known to hang"
    bus.go.set()
    for screen in screens.values():
        screen.close()


def seen(table: Table) -> bytes:
    """The picture that the player at the left is to see."""
    state, station = table.state, table.station
    lost = table.rig.body.screens[ScreenName.RIGHT].fault is not None
    face = view(
        state,
        LEFT,
        table.now_ns,
        hint=hint(CLOSED, state),
        faults=station.faults(),
        other_lost=lost,
    )
    return draw(face, (128, 64)).tobytes()
