"""Levels from 0 to 10 as the ear and the eye take them."""

from itertools import pairwise
from math import log10

import pytest

from hal.levels import BRIGHTNESS_MAX, VOLUME_MAX, VOLUME_STEP_DB, contrast, duty, loudness


def test_a_square_wave_is_loudest_and_every_level_is_a_step_the_ear_takes_for_equal() -> None:
    assert duty(VOLUME_MAX) == 0.5
    assert duty(0) == loudness(0) == 0
    strengths = [loudness(duty(volume)) for volume in range(1, VOLUME_MAX + 1)]
    steps_db = [20 * log10(b / a) for a, b in pairwise(strengths)]
    assert steps_db == pytest.approx([VOLUME_STEP_DB] * 9)


def test_the_shortest_pulse_is_one_that_software_can_time() -> None:
    highest_tone_hz = 2_000
    assert duty(1) / highest_tone_hz > 15e-6


def test_a_display_goes_from_what_can_be_read_in_the_dark_to_the_wirings_contrast() -> None:
    levels = [contrast(level, 0xCF) for level in range(1, BRIGHTNESS_MAX + 1)]
    assert levels == sorted(set(levels))
    assert (levels[0], levels[-1]) == (2, 0xCF)
    assert contrast(1, 3) == 1
    assert contrast(10, 0) == 0
