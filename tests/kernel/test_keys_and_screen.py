"""Whole games by keys on USB and one screen, on a real kernel."""

import re
import time
from itertools import pairwise
from pathlib import Path
from random import Random

from PIL import Image

from clock.game.replay import played
from clock.rules.inputs import Press, Start, Tick
from clock.rules.outputs import TurnPassed
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import Phase, State
from clock.station.signals import SCREENS
from hal.input_devices import KEY, REPEATED
from hal.ports import Line
from tests.kernel.clock_in_it import (
    BUSY,
    assert_same_picture,
    configure,
    face_of,
    forget_games,
    log,
    prepare,
    record,
    wait_until_ready,
)
from tests.kernel.conftest import KEYS_AND_SCREEN, KEYS_NS
from tests.kernel.games import Recorded, check_times, game_of
from tests.kernel.header import SECOND_NS
from tests.kernel.keyboard import (
    HEIGHT,
    HELD_S,
    NAME,
    WIDTH,
    Keyboard,
    Reported,
    contacts,
    downs,
    pictures,
    presses,
    stop_trace,
)
from tests.kernel.machine import Machine

TIME_S = KEYS_NS / SECOND_NS
UNPLUGGED = f"keys of {NAME}: not plugged in"
PLAYED = 8
"""Presses between two things that happen."""
SOON_S = 120.0
LATE_NS = SECOND_NS // 2
"""What this machine, which is busy, may be late with a key; both seats' keys are."""
SEEN_S = 1.0
RESUME = ((Line.OK, 2.5), (Line.OK, 0.1), (Line.PLUS, 0.1))
"""Opens the organizer's menu, chooses its first row, and says yes; how long each is held, in s."""
WAITED = "timeout {seconds} sh -c 'until {what}; do sleep 0.2; done'"


def until(machine: Machine, what: str) -> None:
    """Wait inside the machine until a command succeeds; raises MachineError if it never does."""
    machine.run(WAITED.format(seconds=SOON_S, what=what))


def logged(words: str) -> str:
    return f'journalctl --unit clapper --boot --output cat | grep -qF "{words}"'


def half(state: State, seat: Seat, now_ns: int, *notices: str) -> Image.Image:
    return face_of(state, seat, now_ns, (WIDTH // 2, HEIGHT), notices)


def unplug_and_plug_in(machine: Machine, keyboard: Keyboard) -> None:
    """Have the keyboard go and come back while a clock runs."""
    keyboard.unplug()
    until(machine, logged(f"clapper: {UNPLUGGED}"))
    keyboard.plug_in()
    until(machine, logged(f"resolved: {UNPLUGGED}"))


def kill(machine: Machine) -> None:
    machine.run("systemctl kill --signal KILL clapper")
    until(machine, "[ $(systemctl show clapper --property=NRestarts --value) = 1 ]")
    wait_until_ready(machine)


def wait_until_fallen(keyboard: Keyboard, running: Seat, started_s: float) -> None:
    """Let the time of who runs fall, then the other's."""
    spent_s = {LEFT: 0.0, RIGHT: 0.0}
    since_s, now_s = started_s, time.monotonic()
    for at_s, seat in keyboard.pressed_s:
        spent_s[seat] += at_s - since_s
        since_s = at_s
    spent_s[running] += now_s - since_s
    time.sleep(max(0.0, TIME_S - spent_s[running]) + SEEN_S)
    keyboard.play(1, running)
    time.sleep(max(0.0, TIME_S - spent_s[running.other]) + SEEN_S)


def test_every_time_of_a_game_by_keys_is_the_kernels_whatever_is_unplugged_or_killed(
    keyed: Machine, tmp_path: Path
) -> None:
    keyed.run(f"touch /run/busy; {BUSY}")
    keyboard = Keyboard(keyed, Random(45))
    keyed.run("/run/guest/trace start keys")
    started_s = time.monotonic()
    keyboard.press(Line.OK)
    running = keyboard.play(PLAYED, LEFT)
    unplug_and_plug_in(keyed, keyboard)
    running = keyboard.play(PLAYED, running)
    kill(keyed)
    running = keyboard.play(PLAYED, running)
    wait_until_fallen(keyboard, running, started_s)

    reported = stop_trace(keyed)
    keyed.run("rm /run/busy")
    shown = pictures(keyed, tmp_path)
    (away,) = re.findall("was off for [0-9.]+ s", log(keyed))
    setup, inputs = record(keyed)
    pressed = presses(reported)
    start_ns, *_ = (event.at_ns for event in inputs if isinstance(event, Start))
    assert start_ns in downs(reported, Line.OK)
    assert [(each.at_ns, each.seat) for each in inputs if isinstance(each, Press)] == pressed
    assert_as_typed(keyboard, pressed)
    assert repeats(reported) > 0
    end_ns = max(inputs[-1].at_ns, pressed[-1][0] + KEYS_NS)
    check_times(Recorded(setup, inputs, start_ns, pressed), end_ns)
    state = game_of(setup, start_ns, pressed, Tick(end_ns))
    assert state.phase is Phase.FALLEN
    for seat in (LEFT, RIGHT):
        assert_same_picture(shown[SCREENS[seat]], half(state, seat, end_ns, away))


def assert_as_typed(keyboard: Keyboard, pressed: list[tuple[int, Seat]]) -> None:
    """The kernel's stamps are those of a hand: this machine's clock has the same differences."""
    assert [seat for _, seat in pressed] == [seat for _, seat in keyboard.pressed_s]
    took_s = [after - before for (before, _), (after, _) in pairwise(keyboard.pressed_s)]
    took_ns = [after - before for (before, _), (after, _) in pairwise(pressed)]
    for seconds, nanos in zip(took_s, took_ns, strict=True):
        assert abs(seconds * SECOND_NS - nanos) < LATE_NS


def repeats(reported: list[Reported]) -> int:
    return sum(each.kind == KEY and each.value == REPEATED for each in reported)


def test_a_game_whose_power_is_cut_goes_on_by_keys(keyed: Machine, tmp_path: Path) -> None:
    forget_games(keyed)
    keyboard = Keyboard(keyed, Random(46))
    keyed.run("/run/guest/trace start keys")
    keyboard.press(Line.OK)
    running = keyboard.play(PLAYED, LEFT)
    time.sleep(SEEN_S)
    before = presses(stop_trace(keyed))
    keyed.cut_power()
    keyed.boot()
    wait_until_ready(keyed)
    prepare(keyed)

    setup, inputs = record(keyed)
    assert [(each.at_ns, each.seat) for each in inputs if isinstance(each, Press)] == before
    *_, (_, state, _) = played(setup, inputs)
    assert (state.phase, state.turn) == (Phase.STOPPED, running)
    shown = pictures(keyed, tmp_path)
    for seat in (LEFT, RIGHT):
        assert_same_picture(shown[SCREENS[seat]], half(state, seat, state.at_ns))

    keyed.run("/run/guest/trace start keys")
    for line, held_s in RESUME:
        keyboard.press(line, held_s)
        time.sleep(SEEN_S)
    keyboard.play(PLAYED, running)
    keyboard.press(Line.STOP)
    time.sleep(SEEN_S)
    after = presses(stop_trace(keyed))
    setup, inputs = record(keyed)
    outputs = [each for _, _, outputs in played(setup, inputs) for each in outputs]
    spent_ns = [each.spent_ns for each in outputs if isinstance(each, TurnPassed)]
    assert len(spent_ns) == len(before) + len(after) == 2 * PLAYED
    assert spent_ns[1 - PLAYED :] == [b - a for (a, _), (b, _) in pairwise(after)]


TOUCHED = re.sub(r'_plunger = ".*"', '_plunger = "touch:{}"', KEYS_AND_SCREEN).format(
    "left", "right"
)
UNTOUCHED = "touch screen: not plugged in"
RESTS, RIGHTS, ANOTHER = (
    "put 0 900 1500",
    ("put 1 3000 1500", "lift 1"),
    ("put 2 1200 900", "lift 2"),
)
TOUCHES = ((RESTS,), RIGHTS, ANOTHER, RIGHTS, ANOTHER, RIGHTS, ("lift 0",))
"""The left hand rests on its half, and presses with another finger."""


def test_a_press_of_a_touch_screen_is_the_kernels_beside_a_hand_that_rests(keyed: Machine) -> None:
    keyed.run("modprobe uinput")
    configure(keyed, TOUCHED)
    forget_games(keyed)
    keyboard = Keyboard(keyed, Random(47))
    keyed.run("/run/guest/trace start keys")
    with keyed.begin("python3 /run/guest/touch.py") as fingers:
        assert fingers.stdin is not None
        until(keyed, logged(f"resolved: {UNTOUCHED}"))
        keyboard.press(Line.OK)
        for touch in TOUCHES:
            for move in touch:
                time.sleep(HELD_S[1])
                fingers.stdin.write(f"{move}\n".encode())
                fingers.stdin.flush()
        time.sleep(SEEN_S)
        keyboard.press(Line.STOP)
        fingers.kill()
    touched = contacts(stop_trace(keyed))
    setup, inputs = record(keyed)
    pressed = list(zip(touched, [LEFT, RIGHT] * 3, strict=True))
    assert [(each.at_ns, each.seat) for each in inputs if isinstance(each, Press)] == pressed
    (start_ns,) = (each.at_ns for each in inputs if isinstance(each, Start))
    check_times(Recorded(setup, inputs, start_ns, pressed), inputs[-1].at_ns)
