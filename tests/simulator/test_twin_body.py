"""The twin's body: real pins and displays underneath, seen and pressed from outside."""

import threading
import time
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from clock.simulator.body import Twin, travel_ns
from clock.simulator.panel import Change, Sounder
from clock.simulator.plungers import MIN_TRAVEL_NS
from hal.debounce import Debounce
from hal.ports import Frame, LampName, Line, ScreenName
from hal.wiring import DEFAULT, DebounceWiring, LampWiring, ScreenWiring, Wiring, WiringError

if TYPE_CHECKING:
    from tests.simulator.conftest import Edges

WAIT_S = 10.0
"""How long a change is waited for before a test fails."""


def wait_for(twin: Twin, change: Change, condition: Callable[[], bool]) -> None:
    """Wait, within bounds, until a change of that part brings the condition about."""
    changed = threading.Condition()

    def tell(what: Change) -> None:
        if what == change:
            with changed:
                changed.notify_all()

    unwatch = twin.watch(tell)
    with changed:
        assert changed.wait_for(condition, WAIT_S)
    unwatch()


def checkered(size: tuple[int, int]) -> Image.Image:
    image = Image.new("1", size)
    image.putdata([(x + y) % 3 == 0 for y in range(size[1]) for x in range(size[0])])
    return image


def test_a_press_is_an_edge_of_its_line_stamped_at_the_press(twin: Twin, edges: "Edges") -> None:
    before_ns = time.monotonic_ns()
    twin.press(Line.RIGHT_PLUNGER)
    after_ns = time.monotonic_ns()
    (edge,) = edges.first(1)
    assert (edge.line, edge.pressed) == (Line.RIGHT_PLUNGER, True)
    assert before_ns - 1_000 <= edge.at_ns <= after_ns + 1_000  # a float of seconds in between
    assert twin.body.inputs.pressed(Line.RIGHT_PLUNGER)


@pytest.mark.parametrize("line", DEFAULT.lines)
def test_every_line_can_be_pressed_and_released(twin: Twin, edges: "Edges", line: Line) -> None:
    twin.press(line)
    twin.release(line)
    assert edges.moves(2) == [(line, True), (line, False)]


def test_taps_of_no_time_are_presses_for_the_debounce(twin: Twin, edges: "Edges") -> None:
    for _ in range(3):
        twin.press(Line.LEFT_PLUNGER)
        twin.release(Line.LEFT_PLUNGER)
    first = edges.first(6)
    assert all(later.at_ns - edge.at_ns >= MIN_TRAVEL_NS - 1_000 for edge, later in pairwise(first))
    level = {Line.LEFT_PLUNGER: False}
    debounce = Debounce(level, level.__getitem__)
    changes = []
    for edge in first:
        changes += debounce.settle(partial(int, edge.at_ns))
        level[edge.line] = edge.pressed
        proved = debounce.edge(edge)
        changes += [proved] if proved else []
    presses = [change.at_ns for change in changes if change.pressed]
    assert presses == [edge.at_ns for edge in first if edge.pressed]


def test_a_plunger_travels_longer_than_the_lockout_that_is_set() -> None:
    assert travel_ns(DebounceWiring()) == MIN_TRAVEL_NS
    assert travel_ns(DebounceWiring(lockout_ns=90_000_000)) > 90_000_000


def test_a_plunger_is_seen_to_go_down_and_up(twin: Twin) -> None:
    twin.press(Line.STOP)
    assert twin.snapshot().lines[Line.STOP]
    twin.release(Line.STOP)
    wait_for(twin, Line.STOP, lambda: not twin.snapshot().lines[Line.STOP])


def test_a_frame_and_its_sentence_reach_the_panel(twin: Twin) -> None:
    screen = twin.body.screens[ScreenName.RIGHT]
    image = checkered(screen.size)
    screen.show(Frame(image, "White, 2 minutes"))
    wait_for(
        twin,
        ScreenName.RIGHT,
        lambda: twin.snapshot().screens[ScreenName.RIGHT].bits == image.tobytes(),
    )
    picture = twin.snapshot().screens[ScreenName.RIGHT]
    assert (picture.width, picture.height, picture.sentence) == (128, 64, "White, 2 minutes")
    assert twin.snapshot().screens[ScreenName.LEFT].sentence == ""


def test_a_new_sentence_for_the_same_picture_is_news(twin: Twin) -> None:
    screen = twin.body.screens[ScreenName.LEFT]
    changes: list[Change] = []
    screen.show(Frame(Image.new("1", screen.size), "Ready"))
    twin.watch(changes.append)
    screen.show(Frame(Image.new("1", screen.size), "Black is ready"))
    assert ScreenName.LEFT in changes
    assert twin.snapshot().screens[ScreenName.LEFT].sentence == "Black is ready"


def test_a_picture_of_the_wrong_size_is_refused(twin: Twin) -> None:
    with pytest.raises(ValueError, match="128"):
        twin.body.screens[ScreenName.LEFT].show(Frame(Image.new("1", (64, 64)), ""))


def test_a_display_that_is_mounted_turned_is_seen_upright() -> None:
    wiring = Wiring(
        lines=DEFAULT.lines,
        screens={
            ScreenName.LEFT: ScreenWiring(rotate=2),
            ScreenName.RIGHT: ScreenWiring(
                driver="sh1107", width=64, height=128, rotate=1, address=0x3D
            ),
        },
    )
    twin = Twin(wiring)
    assert twin.body.screens[ScreenName.LEFT].size == (128, 64)
    assert twin.body.screens[ScreenName.RIGHT].size == (128, 64)
    assert twin.snapshot().screens[ScreenName.RIGHT][:2] == (128, 64)
    twin.close()


def test_a_lamp_is_seen_lit_and_put_out(twin: Twin) -> None:
    lamp = twin.body.lamps[LampName.REFEREE]
    lamp.set(True)
    assert [name for name, lit in twin.snapshot().lamps.items() if lit] == [LampName.REFEREE]
    lamp.set(False)
    assert not any(twin.snapshot().lamps.values())


def test_a_lamp_that_is_lit_by_a_low_pin_is_seen_as_it_is() -> None:
    lamps = {LampName.REFEREE: LampWiring(pin=25, lit_when_high=False)}
    twin = Twin(Wiring(lines=DEFAULT.lines, screens=DEFAULT.screens, lamps=lamps))
    assert twin.snapshot().lamps == {LampName.REFEREE: False}
    twin.body.lamps[LampName.REFEREE].set(True)
    assert twin.snapshot().lamps == {LampName.REFEREE: True}
    twin.close()
    assert twin.snapshot().lamps == {LampName.REFEREE: False}


def test_a_tone_is_heard_while_it_lasts(twin: Twin) -> None:
    assert twin.body.buzzer is not None
    twin.body.buzzer.beep(1_760, 20_000_000)
    wait_for(twin, Sounder.BUZZER, lambda: twin.snapshot().tone_hz == 0)


def test_a_newer_tone_takes_the_place_of_an_older_one(twin: Twin) -> None:
    assert twin.body.buzzer is not None
    twin.body.buzzer.beep(440, 60_000_000_000)
    twin.body.buzzer.beep(880, 60_000_000_000)
    assert twin.snapshot().tone_hz == 880


def test_a_tone_is_as_loud_as_its_volume(twin: Twin) -> None:
    assert twin.body.buzzer is not None
    for volume in (10, 4, 0):
        twin.body.buzzer.beep(880, 60_000_000_000, volume)
        assert twin.snapshot().loudness == pytest.approx(
            10 ** ((volume - 10) / 10) if volume else 0
        )
        assert twin.snapshot().tone_hz == (880 if volume else 0)


def test_a_display_is_seen_as_bright_as_it_was_set(twin: Twin) -> None:
    screen = twin.body.screens[ScreenName.LEFT]
    screen.show(Frame(Image.new("1", (128, 64), 1), ""))
    screen.set_brightness(5)
    left = ScreenName.LEFT
    wait_for(
        twin, left, lambda: twin.snapshot().screens[left].light == pytest.approx(0.25, abs=0.01)
    )
    assert twin.snapshot().screens[ScreenName.RIGHT].light == 1


def test_whoever_no_longer_watches_is_told_nothing(twin: Twin) -> None:
    changes: list[Change] = []
    unwatch = twin.watch(changes.append)
    twin.body.lamps[LampName.REFEREE].set(True)
    unwatch()
    twin.body.lamps[LampName.REFEREE].set(False)
    assert changes == [LampName.REFEREE]


def test_only_what_is_wired_is_there() -> None:
    twin = Twin(Wiring(lines=DEFAULT.lines, screens=DEFAULT.screens))
    assert twin.snapshot().parts == {*DEFAULT.lines, *DEFAULT.screens, Sounder.BUZZER}
    assert twin.body.buzzer is None
    with pytest.raises(KeyError):
        twin.press(Line.LEFT_STONE_LH)
    twin.close()


def test_a_wiring_that_cannot_be_is_refused_and_leaves_no_thread() -> None:
    before = threading.active_count()
    lines = {**DEFAULT.lines, Line.STOP: DEFAULT.lines[Line.OK]}
    wiring = Wiring(lines=lines, screens=DEFAULT.screens)
    with pytest.raises(WiringError, match="used twice"):
        Twin(wiring)
    assert threading.active_count() == before


def test_closing_twice_is_fine_and_ends_every_thread() -> None:
    before = threading.active_count()
    twin = Twin()
    twin.press(Line.LEFT_PLUNGER)
    twin.close()
    twin.close()
    twin.press(Line.RIGHT_PLUNGER)  # a page that is late finds a body that does not move
    assert threading.active_count() == before
