"""Figures of the documents, where the code computes with them."""

import re
from pathlib import Path

import pytest

from clock.display.draw import ORBIT_EVERY_NS
from clock.doctor.hands import PRESSES
from clock.rules.units import MINUTE_NS, SECOND_NS
from clock.station.presenter import DIM_AFTER_NS
from hal.gpiod_lines import QUEUE_EDGES
from hal.oled import HANGS_NS, REFRESH_NS, RETRY_NS_MAX, RETRY_NS_MIN
from hal.pin_inputs import KERNEL_QUEUE
from hal.polling import POLL_NS
from hal.power import LOW_PERCENT, WEAK_HELD_NS
from hal.wiring import DebounceWiring
from tests.service.manager import unit

ROOT = Path(__file__).parent.parent
DESIGN, HARDWARE = "docs/architecture.md", "hardware.md"
MS_NS = 1_000_000
WORDS = {"two": 2, "three": 3, "four": 4, "five": 5, "ten": 10, "half a": 0.5, "a": 1}
CONFIRM_MS, LOCKOUT_MS = DebounceWiring().confirm_ns / MS_NS, DebounceWiring().lockout_ns / MS_NS
WATCHDOG_S = float(unit("Service", "WatchdogSec")[0])


def figure(page: str, words: str) -> float:
    """The figure at the star of a page's words; fails unless they stand there just once."""
    text = " ".join((ROOT / page).read_text(encoding="utf-8").split())
    pattern = re.escape(words).replace(r"\*", r"([\d,.]+|half a|\w+)").replace(r"\ ", " ")
    (found,) = re.findall(pattern, text)
    return WORDS[found] if found in WORDS else float(found.replace(",", ""))


@pytest.mark.parametrize(
    ("page", "words", "value"),
    [
        (HARDWARE, "by a pixel every * minutes", ORBIT_EVERY_NS / MINUTE_NS),
        (HARDWARE, "nothing has been pressed for * minutes", DIM_AFTER_NS / MINUTE_NS),
        ("docs/manual.md", "for * minutes, the displays are dimmed", DIM_AFTER_NS / MINUTE_NS),
        (HARDWARE, "bounce may last * ms", LOCKOUT_MS),
        (HARDWARE, "and have gaps of * ms", CONFIRM_MS),
        (HARDWARE, "is too large | `lockout_ms = *`", LOCKOUT_MS),
        (DESIGN, "edges less than * ms apart are one burst", CONFIRM_MS),
        (DESIGN, "and the next * ms are ignored", LOCKOUT_MS),
        (DESIGN, "The kernel keeps * edges of a line for lgpio", KERNEL_QUEUE),
        (DESIGN, "edges of a line for lgpio, * for libgpiod", QUEUE_EDGES),
        (DESIGN, "the levels are read * times a second", SECOND_NS / POLL_NS),
        (DESIGN, "at intervals of * ms to 1 s", RETRY_NS_MIN / MS_NS),
        (DESIGN, "at intervals of 50 ms to * s", RETRY_NS_MAX / SECOND_NS),
        (DESIGN, "also sent once * minute in any case", REFRESH_NS / MINUTE_NS),
        (DESIGN, "a frame that takes more than * s is a fault", HANGS_NS / SECOND_NS),
        (DESIGN, "Low voltage is shown for * minute", WEAK_HELD_NS / MINUTE_NS),
        (HARDWARE, "The default, *, leaves ten hours", LOW_PERCENT),
        (HARDWARE, "you press each switch * times", PRESSES),
        (HARDWARE, "the watchdog ended it: the program hung for * s", WATCHDOG_S),
    ],
)
def test_a_figure_of_a_document_is_that_of_the_code(page: str, words: str, value: float) -> None:
    assert figure(page, words) == value


def test_the_limit_of_a_battery_leaves_ten_hours() -> None:
    arrives = figure(HARDWARE, "About * % of what the cells hold reaches") / 100
    needed_wh = 10 * figure(HARDWARE, "15 Wh at * W.")
    holds_wh = figure(HARDWARE, "leaves ten hours only with a battery of * Wh")
    assert abs(holds_wh * arrives * LOW_PERCENT / 100 - needed_wh) < 0.5
    assert QUEUE_EDGES == 1024, "the most that the kernel grants, 16 for each of 64 lines"
