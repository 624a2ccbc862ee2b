"""Build a clock's body from its wiring."""

import time as _time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing
from typing import Any

from hal.factories import DEFAULT_CHIP, NoneFactory, PinError, chip_of, edges_of
from hal.framebuffer import Glass, open_half
from hal.gpio import GpioBuzzer, GpioLamp
from hal.gpiod_lines import GpiodInputs
from hal.joined_inputs import JoinedInputs
from hal.keyboards import KeyInputs
from hal.oled import LumaScreen, open_screen
from hal.pin_inputs import GpioInputs
from hal.polling import PolledInputs
from hal.ports import Body, Inputs, Power, Screen, ScreenName, Time
from hal.wiring import Wiring
from hal.wiring_problems import WiringError, problems


class MonotonicTime:
    """The `Time` port on CLOCK_MONOTONIC, by which the kernel stamps edges."""

    def now_ns(self) -> int:
        return _time.monotonic_ns()


def open_body(
    wiring: Wiring,
    factory: Any,
    screens: Mapping[ScreenName, Screen] | None = None,
    time: Time | None = None,
    power: Power | None = None,
) -> Body:
    """Open the body on a gpiozero factory, with the wiring's own displays if `screens` is None.

    Raises WiringError for an impossible wiring, PinError for a pin that is not available. A missing
    display does not raise: its `fault` reports it. `close()` leaves the factory open.
    """
    found = problems(wiring)
    if found:
        raise WiringError(found)
    time = time or MonotonicTime()
    with ExitStack() as undo:  # a pin that stays claimed would make the next attempt fail
        glass = Glass()
        inputs = undo.enter_context(closing(open_inputs(wiring, factory, time, glass)))
        lamps, buzzer = {}, None
        for name, lamp in wiring.lamps.items():
            part = GpioLamp(lamp.pin, factory, lit_when_high=lamp.lit_when_high)
            lamps[name] = undo.enter_context(closing(part))
        if wiring.buzzer is not None:
            buzzer = undo.enter_context(closing(GpioBuzzer(wiring.buzzer.pin, factory)))
        if screens is None:
            screens = {
                side: undo.enter_context(closing(screen))
                for side, screen in open_screens(wiring, factory, glass)
            }
        undo.pop_all()
    return Body(inputs=inputs, lamps=lamps, screens=screens, buzzer=buzzer, time=time, power=power)


def open_screens(
    wiring: Wiring, factory: Any = None, glass: Glass | None = None
) -> Iterator[tuple[ScreenName, LumaScreen]]:
    """Open a wiring's displays one by one, or the halves of its one screen."""
    if wiring.framebuffer is not None:
        for side in ScreenName:
            yield side, open_half(wiring.framebuffer, side, glass=glass)
    for side, screen in wiring.screens.items():
        yield side, open_screen(screen, factory)


def open_inputs(wiring: Wiring, factory: Any, time: Time, glass: Glass | None = None) -> Inputs:
    """Open the lines of a wiring, on pins, keys or both; `glass` is touched. Raises PinError."""
    all_keys, has_none = wiring.all_keys, isinstance(factory, NoneFactory)
    if not all_keys and not has_none:
        return _open_pins(wiring, factory, time)
    keys = KeyInputs(all_keys, time, glass)
    if not wiring.lines or has_none:
        return keys
    try:
        return JoinedInputs(_open_pins(wiring, factory, time), keys)
    except PinError:
        keys.close()
        raise


def _open_pins(wiring: Wiring, factory: Any, time: Time) -> Inputs:
    match edges_of(wiring.pins, factory):
        case "gpiod":
            return GpiodInputs(wiring.lines, chip_of(factory) or DEFAULT_CHIP, time)
        case "factory":
            return GpioInputs(wiring.lines, factory, time)
        case "poll":
            return PolledInputs(wiring.lines, factory, time)
