"""Puts one clock's body together from its wiring."""

import time as _time
from collections.abc import Mapping
from contextlib import ExitStack
from typing import Any, assert_never

from hal.factories import DEFAULT_CHIP, chip_of, edges_of
from hal.gpio import GpioBuzzer, GpioLamp
from hal.gpiod_lines import GpiodInputs
from hal.inputs import GpioInputs
from hal.oled import open_screen
from hal.ports import Body, Inputs, Lamp, LampName, Power, Screen, ScreenName, Time
from hal.wiring import Wiring, WiringError, problems


class MonotonicTime:
    """The `Time` port: CLOCK_MONOTONIC, the clock of the kernel's stamps."""

    def now_ns(self) -> int:
        """Nanoseconds of CLOCK_MONOTONIC."""
        return _time.monotonic_ns()


def open_body(
    wiring: Wiring,
    factory: Any,
    screens: Mapping[ScreenName, Screen] | None = None,
    time: Time | None = None,
    power: Power | None = None,
) -> Body:
    """The body on a gpiozero factory, with the wiring's own displays unless `screens` are given.

    Raises WiringError if the wiring cannot be, PinError if a pin cannot be had; a display that is
    not there does not raise, it shows in its `fault`. `close()` leaves the factory open.
    """
    found = problems(wiring)
    if found:
        raise WiringError("\n".join(found))
    time = time or MonotonicTime()
    with ExitStack() as undo:  # lets go of what was opened if a later part cannot be
        inputs = _open_inputs(wiring, factory, time)
        undo.callback(inputs.close)
        lamps: dict[LampName, Lamp] = {}
        for name, lamp in wiring.lamps.items():
            lamps[name] = GpioLamp(lamp.pin, factory, lit_when_high=lamp.lit_when_high)
            undo.callback(lamps[name].close)
        buzzer = GpioBuzzer(wiring.buzzer.pin, factory) if wiring.buzzer else None
        if buzzer is not None:
            undo.callback(buzzer.close)
        if screens is None:
            opened: dict[ScreenName, Screen] = {}
            for side, screen in wiring.screens.items():
                opened[side] = open_screen(screen, factory)
                undo.callback(opened[side].close)
            screens = opened
        undo.pop_all()
    return Body(inputs=inputs, lamps=lamps, screens=screens, buzzer=buzzer, time=time, power=power)


def _open_inputs(wiring: Wiring, factory: Any, time: Time) -> Inputs:
    match edges_of(wiring.pins, factory):
        case "gpiod":
            return GpiodInputs(wiring.lines, chip_of(factory) or DEFAULT_CHIP, time)
        case "factory":
            return GpioInputs(wiring.lines, factory, time)
        case "poll":
            return GpioInputs(wiring.lines, factory, time, poll=True)
        case _ as never:
            assert_never(never)
