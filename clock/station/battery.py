"""When a battery is low: told steadily, and no more once it is charged."""

from hal.ports import Power

LOW_PERCENT = 25
"""What is left of a battery when it is low, unless the configuration says otherwise."""

STEADY_PERCENT = 3
"""A battery that is low stays so until it holds this much more: a gauge goes up and down."""


class Battery:
    """The battery of a body, as the station watches it."""

    def __init__(self, power: Power | None, low_percent: int = LOW_PERCENT) -> None:
        self._power = power
        self._low_percent = low_percent
        self._low = False

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the log says of it: nothing, or one line."""
        if self.low() is None:
            return ()
        return (f"the battery is low, at {self._low_percent} % or below: charge it",)

    def low(self) -> int | None:
        """Return what it holds, in percent, if that is little; None while it is being charged."""
        charge = None if self._power is None else self._power.charge
        if self._power is None or charge is None or self._power.charging:
            self._low = False
            return None
        limit = self._low_percent + (STEADY_PERCENT if self._low else 0)
        self._low = charge <= limit
        return charge if self._low else None
