"""The places of a picture that a finger on a touch screen can press: drawn keys, rows of a list.

Whoever draws a key or a row notes its box on the image, so that no box is ever guessed.
"""

from typing import NamedTuple

from PIL import Image

from clock.text.rows import Key


class DrawnTarget(NamedTuple):
    """A box in pixels, and what a tap on it presses."""

    key: Key
    box: tuple[int, int, int, int]
    """Left, top, width and height."""
    steps: int | None = None
    """Of a row: presses of plus (below zero: of minus) that select it, before the key."""


_NOTED = "targets"


def note_target(image: Image.Image, target: DrawnTarget) -> None:
    """Note a target on the image that it is drawn on."""
    image.info[_NOTED] = (*targets_of(image), target)


def targets_of(image: Image.Image) -> tuple[DrawnTarget, ...]:
    """Return what was noted on an image, in the order in which it was drawn."""
    found: tuple[DrawnTarget, ...] = image.info.get(_NOTED, ())
    return found


def move_targets(
    part: Image.Image, image: Image.Image, at: tuple[int, int], scale: int = 1
) -> None:
    """Note a part's targets on the image on which it is pasted, so many times as large."""
    for each in targets_of(part):
        left, top, width, height = (scale * figure for figure in each.box)
        note_target(image, each._replace(box=(left + at[0], top + at[1], width, height)))
