"""Figures that pages tell in words, where the code computes with them."""

import re
from pathlib import Path

from clock.display.drawing.orbit import ORBIT_EVERY_NS
from clock.doctor.hands import PRESSES
from clock.rules.units import MINUTE_NS, SECOND_NS
from clock.station.battery import LOW_PERCENT
from clock.station.presenter import DIM_AFTER_NS
from clock.station.sounds import Tone
from hal.gpiod_lines import QUEUE_EDGES
from hal.inputs import KERNEL_QUEUE
from hal.levels import VOLUME_STEP_DB, duty
from hal.oled import HANGS_NS, REFRESH_NS, RETRY_NS_MAX, RETRY_NS_MIN
from hal.polling import POLL_NS
from hal.power import READ_EVERY_NS, STALE_NS, WEAK_HELD_NS
from hal.wiring import DebounceWiring

ROOT = Path(__file__).parent.parent
MS_NS = 1_000_000
WORDS = {"two": 2, "three": 3, "four": 4, "five": 5, "ten": 10, "half a": 0.5, "a": 1}


def figure(page: str, words: str) -> float:
    """The figure at the star of a page's words; fails unless they stand there just once."""
    text = " ".join((ROOT / page).read_text(encoding="utf-8").split())
    pattern = re.escape(words).replace(r"\*", r"([\d,.]+|half a|\w+)").replace(r"\ ", " ")
    (found,) = re.findall(pattern, text)
    return WORDS[found] if found in WORDS else float(found.replace(",", ""))


def test_a_picture_moves_and_displays_are_dimmed_after_as_many_minutes_as_is_told() -> None:
    assert figure("hardware.md", "by a pixel every * minutes") == ORBIT_EVERY_NS / MINUTE_NS
    dimmed = DIM_AFTER_NS / MINUTE_NS
    assert figure("hardware.md", "nothing was touched for *.") == dimmed
    assert figure("README.md", "for * minutes the displays are dimmed") == dimmed


def test_a_press_must_hold_and_is_followed_by_a_lockout_as_is_told() -> None:
    confirm, lockout = (
        getattr(DebounceWiring(), name) / MS_NS for name in ("confirm_ns", "lockout_ns")
    )
    assert figure("hardware.md", "A level must hold for * ms to be a press") == confirm
    assert figure("hardware.md", "and after it * ms are ignored") == lockout
    assert figure("hardware.md", "`lockout_ms` is too large | * |") == lockout
    assert figure("docs/design.md", "edges closer than * ms as one burst") == confirm
    assert figure("docs/design.md", "A spike shorter than * ms is no press") == confirm
    assert figure("docs/design.md", "looks away for * ms afterwards") == lockout


def test_the_shortest_pulse_is_that_of_the_highest_tone_at_the_lowest_volume() -> None:
    shortest_us = duty(1) * 1e6 / max(tone.value.tone_hz for tone in Tone)
    told_us = figure("hardware.md", "of the click at volume 1, is * µs")
    assert Tone.CLICK.value.tone_hz == max(tone.value.tone_hz for tone in Tone)
    assert round(shortest_us) == told_us
    assert figure("hardware.md", "volumes is * dB louder than the one below") == VOLUME_STEP_DB


def test_the_kernel_keeps_as_many_edges_of_a_line_as_is_told() -> None:
    assert figure("hardware.md", "The kernel keeps * edges of a line for lgpio") == KERNEL_QUEUE
    assert figure("hardware.md", "edges of a line for lgpio, * for libgpiod") == QUEUE_EDGES
    assert QUEUE_EDGES == 1024, "the most that the kernel grants, 16 for each of 64 lines"
    assert figure("hardware.md", "levels that are read * times a second") == SECOND_NS / POLL_NS


def test_a_display_is_tried_again_refreshed_and_called_hanging_as_is_told() -> None:
    assert figure("docs/design.md", "from * ms to 1 s apart") == RETRY_NS_MIN / MS_NS
    assert figure("docs/design.md", "ms to * s apart") == RETRY_NS_MAX / SECOND_NS
    again = figure("docs/design.md", "told everything again once * minute.")
    assert again == REFRESH_NS / MINUTE_NS
    hangs = figure("docs/design.md", "A frame that takes more than * s is a fault")
    assert hangs == HANGS_NS / SECOND_NS


def test_the_supply_is_read_doubted_and_told_of_as_long_as_is_told() -> None:
    read = figure("docs/design.md", "reads the kernel's tree every * seconds")
    stale = figure("docs/design.md", "what is older than * minute is a fault")
    weak = figure("docs/design.md", "with the load and is told for * minute")
    assert read == READ_EVERY_NS / SECOND_NS
    assert (stale, weak) == (STALE_NS / MINUTE_NS, WEAK_HELD_NS / MINUTE_NS)


def test_the_limit_of_a_battery_leaves_ten_hours_of_one_as_large_as_is_told() -> None:
    assert figure("hardware.md", "The default, *, leaves ten hours") == LOW_PERCENT
    arrives = figure("hardware.md", "Of what the cells hold about * % arrives") / 100
    needed_wh = 10 * figure("hardware.md", "15 Wh at * W.")
    holds_wh = figure("hardware.md", "leaves ten hours of a * Wh battery only")
    assert abs(holds_wh * arrives * LOW_PERCENT / 100 - needed_wh) < 0.5


def test_each_switch_is_pressed_as_often_as_the_doctor_asks() -> None:
    assert figure("hardware.md", "you press each switch * times") == PRESSES


def test_the_watchdog_waits_as_long_as_the_page_says_that_nothing_moved() -> None:
    unit = (ROOT / "systemd" / "clapper.service").read_text(encoding="utf-8")
    (waits,) = re.findall(r"^WatchdogSec=(\d+)$", unit, re.MULTILINE)
    assert figure("hardware.md", "the watchdog ended it: nothing moved for * s") == int(waits)
