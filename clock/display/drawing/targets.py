"""The places of a picture that a finger on a touch screen can press: drawn keys, rows of a list.

Whoever draws a key or a row notes its box on the image, so that no box is ever guessed.
"""

from typing import NamedTuple

from PIL import Image

from clock.text.rows import Key


class DrawnTarget(NamedTuple):
    """A box in pixels and the line that a tap presses."""

    key: Key
    box: tuple[int, int, int, int]
    """Left, top, width and height."""
    steps: int | None = None
    """Of a row: presses of plus (below zero: of minus) that select it, before the key."""


_NOTED = "targets"


def note_target(image: Image.Image, target: DrawnTarget) -> None:
    """Note a target on its image."""
    image.info[_NOTED] = (*targets_of(image), target)


def targets_of(image: Image.Image) -> tuple[DrawnTarget, ...]:
    """Return an image's targets in drawing order."""
    found: tuple[DrawnTarget, ...] = image.info.get(_NOTED, ())
    return found


def move_targets(
    part: Image.Image, image: Image.Image, at: tuple[int, int], scale: int = 1
) -> None:
    """Copy a part's targets to the image that it is pasted on, enlarged."""
    for each in targets_of(part):
        left, top, width, height = (scale * figure for figure in each.box)
        note_target(image, each._replace(box=(left + at[0], top + at[1], width, height)))
