"""The simulated body: real pins and displays underneath, seen and pressed from outside."""

import time
from collections.abc import Callable
from queue import SimpleQueue
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from clock.simulator.front_panel import BUZZER, PanelPart, Snapshot
from clock.simulator.plungers import MIN_TRAVEL_NS
from clock.simulator.simulated_body import SimulatedBody, travel_ns
from hal.ports import LampName, ScreenName
from hal.wiring import DEFAULT, DebounceWiring, FramebufferWiring, LampWiring, ScreenWiring, Wiring
from tests.conftest import WAIT_S

if TYPE_CHECKING:
    from tests.simulator.conftest import Edges

LEFT, RIGHT = ScreenName


def wait_for(simulated: SimulatedBody, part: PanelPart, holds: Callable[[Snapshot], bool]) -> None:
    """Wait, within bounds, until a change of that part brings the condition about."""
    changes: SimpleQueue[PanelPart] = SimpleQueue()
    simulated.panel.watcher = changes.put
    while not holds(simulated.panel.snapshot()):
        while changes.get(timeout=WAIT_S) != part:
            pass


def test_a_tap_of_any_line_is_two_edges_stamped_at_the_press_and_a_travel_later(
    simulated: SimulatedBody, edges: "Edges"
) -> None:
    for number, line in enumerate(DEFAULT.lines):
        before_ns = time.monotonic_ns()
        simulated.plungers.press(line)
        after_ns = time.monotonic_ns()
        assert simulated.body.inputs.pressed(line)
        assert simulated.panel.snapshot().lines[line]
        simulated.plungers.release(line)
        down, up = edges.first(2 * number + 2)[-2:]
        assert [(edge.line, edge.pressed) for edge in (down, up)] == [(line, True), (line, False)]
        assert before_ns - 1_000 <= down.at_ns <= after_ns + 1_000  # a float of seconds in between
        assert up.at_ns - down.at_ns >= MIN_TRAVEL_NS - 1_000
        wait_for(simulated, line, lambda seen: not any(seen.lines.values()))
        pin = simulated._factory.pin(DEFAULT.lines[line])
        assert not pin.states, "gpiozero's mock pin would remember every level"
    assert travel_ns(DebounceWiring()) == MIN_TRAVEL_NS
    assert travel_ns(DebounceWiring(lockout_ns=90_000_000)) > 90_000_000


def test_a_display_that_is_mounted_turned_is_seen_upright() -> None:
    turned = ScreenWiring(driver="sh1107", width=64, height=128, rotate=1, address=0x3D)
    simulated = SimulatedBody(
        Wiring(lines=DEFAULT.lines, screens={LEFT: ScreenWiring(rotate=2), RIGHT: turned})
    )
    seen = simulated.panel.snapshot()
    for name in ScreenName:
        assert simulated.body.screens[name].size == (128, 64)
        assert (seen.screens[name].width, seen.screens[name].height) == (128, 64)
    assert (seen.lamps, simulated.body.buzzer) == ({}, None), "only what is wired is there"
    assert seen.lines.keys() == DEFAULT.lines.keys()
    simulated.close()
    simulated.close()


def test_a_clock_with_one_screen_for_both_has_two_displays_on_the_page() -> None:
    simulated = SimulatedBody(replace(DEFAULT, screens={}, framebuffer=FramebufferWiring()))
    assert {screen.size for screen in simulated.body.screens.values()} == {(128, 64)}
    assert simulated.panel.snapshot().screens.keys() == set(ScreenName)
    simulated.close()


@pytest.mark.parametrize("lit_when_high", [True, False])
def test_a_lamp_is_seen_lit_and_put_out_and_a_tone_is_heard_until_its_end(
    lit_when_high: bool,
) -> None:
    lamps = {LampName.REFEREE: LampWiring(pin=25, lit_when_high=lit_when_high)}
    wiring = Wiring(
        lines=DEFAULT.lines, screens=DEFAULT.screens, lamps=lamps, buzzer=DEFAULT.buzzer
    )
    simulated = SimulatedBody(wiring)
    for lit in (False, True, False, True):
        simulated.body.lamps[LampName.REFEREE].set(lit)
        assert simulated.panel.snapshot().lamps == {LampName.REFEREE: lit}
    assert simulated.body.buzzer is not None
    simulated.body.buzzer.beep(1_760, 200_000_000)
    assert simulated.panel.snapshot().tone_hz == 1_760
    wait_for(simulated, BUZZER, lambda seen: seen.tone_hz == 0)
    simulated.close()
    assert simulated.panel.snapshot().lamps == {LampName.REFEREE: False}
