"""Lamps and the buzzer on pins of a gpiozero factory."""

import threading
from typing import Any

from hal.factories import part_fault, pin_error
from hal.message import Message
from hal.ports import VOLUME_MAX, duty

BUZZER = Message("buzzer")


class GpioLamp:
    """The `Lamp` port on a gpiozero pin; raises PinError if the pin is not available."""

    def __init__(self, pin: int, factory: Any, *, lit_when_high: bool = True) -> None:
        from gpiozero import DigitalOutputDevice  # not loaded where there are no pins

        try:
            self._device = DigitalOutputDevice(
                pin, active_high=lit_when_high, initial_value=False, pin_factory=factory
            )
        except Exception as error:
            raise pin_error(pin, Message("lamp"), error) from error
        self._name = f"GPIO {pin}"
        self._lit: bool | None = False
        self.fault: Message | None = None
        """Why the lamp could not be set; None if it could."""

    def set(self, lit: bool) -> None:
        if lit == self._lit or self._device.closed:
            return
        try:
            self._device.value = lit
        except Exception as error:
            self._lit = None
            self.fault = part_fault(self._name, error)
        else:
            self._lit = lit
            self.fault = None

    def close(self) -> None:
        if not self._device.closed:
            self.set(False)
            self._device.close()


class GpioBuzzer:
    """The `Buzzer` port on a gpiozero pin; raises PinError if the pin has no PWM."""

    def __init__(self, pin: int, factory: Any) -> None:
        from gpiozero import PWMOutputDevice

        try:
            self._device = PWMOutputDevice(pin, pin_factory=factory)
            self._device.pin.frequency = None  # PWMOutputDevice starts PWM at once
        except Exception as error:
            raise pin_error(pin, BUZZER, error) from error
        # A timer ends each tone. The lock and the tone's number keep the timer of an old tone from
        # silencing a newer one.
        self._lock = threading.Lock()
        self._tone = 0
        self._timer: threading.Timer | None = None
        self.fault: Message | None = None
        """Why the buzzer is silent; None if it works."""

    def beep(self, tone_hz: int, duration_ns: int, volume: int = VOLUME_MAX) -> None:
        high = duty(volume)
        with self._lock:
            if self._device.closed:
                return
            self._cancel()
            if high:
                self._timer = threading.Timer(duration_ns / 1e9, self._end, (self._tone,))
                self._timer.name, self._timer.daemon = "buzzer", True
                self._timer.start()
            self._sound(tone_hz if high else None, high)

    def _end(self, tone: int) -> None:
        with self._lock:
            if tone == self._tone and not self._device.closed:
                self._sound(None)

    def _cancel(self) -> None:
        self._tone += 1
        if self._timer is not None:
            self._timer.cancel()

    def _sound(self, tone_hz: int | None, high: float = 0.0) -> None:
        pin = self._device.pin
        try:
            pin.frequency = tone_hz
            # PWM that stops may leave the pin high; without PWM, RPi.GPIO refuses 0.0.
            pin.state = high or 0
        except Exception as error:
            self.fault = part_fault(BUZZER, error)
        else:
            self.fault = None

    def close(self) -> None:
        with self._lock:
            if self._device.closed:
                return
            self._cancel()
            self._sound(None)
            self._device.close()
