"""What a level from 0 to 10 means to the part: the loudness of a buzzer, the light of a display.

A passive buzzer (piezo) is driven by a square wave. Of a wave that is high for a part `d` of its
period the fundamental is as strong as sin(pi d): half high is loudest, a narrow pulse is faint. The
ear hears ratios, so each level is VOLUME_STEP_DB louder than the one below; the eye does too, so a
display's contrast follows the square of its level.
"""

from math import asin, pi, sin

VOLUME_MAX = 10
"""As loud as the buzzer can; 0 is silent."""
VOLUME_STEP_DB = 2.0

BRIGHTNESS_MIN, BRIGHTNESS_MAX = 1, 10
"""From what can be read in the dark to the contrast of the wiring."""


def loudness(duty: float) -> float:
    """Return how strong a tone is, from 0 to 1, whose wave is high for that part of its period."""
    return sin(pi * min(max(duty, 0.0), 0.5))


def duty(volume: int) -> float:
    """Return the part of a period for which the wave is high; ValueError if it is no volume."""
    if volume not in range(VOLUME_MAX + 1):
        raise ValueError(f"expected a volume from 0 to {VOLUME_MAX}, got {volume}")
    if volume == 0:
        return 0.0
    return asin(10 ** (-(VOLUME_MAX - volume) * VOLUME_STEP_DB / 20)) / pi


def contrast(brightness: int, full: int) -> int:
    """Return a display's contrast at a brightness, `full` at the highest; ValueError if none."""
    if brightness not in range(BRIGHTNESS_MIN, BRIGHTNESS_MAX + 1):
        raise ValueError(
            f"expected a brightness from {BRIGHTNESS_MIN} to {BRIGHTNESS_MAX}, got {brightness}"
        )
    return max(min(1, full), round(full * (brightness / BRIGHTNESS_MAX) ** 2))
