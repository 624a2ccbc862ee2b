"""Pictures and texts that somebody has looked at; CLAPPER_GOLDEN=write writes them."""

import os
from pathlib import Path

import pytest
from PIL import Image, ImageChops

EDGES = 48
"""The most by which a square of four pixels each way may differ, of 255."""


def writing() -> bool:
    return os.environ.get("CLAPPER_GOLDEN") == "write"


def same_picture(path: Path, drawn: Image.Image, folder: Path) -> None:
    """Fail if a picture differs from the one at `path`; the new one is in `folder` then."""
    if writing():
        path.parent.mkdir(exist_ok=True)
        (drawn if drawn.mode == "1" else drawn.quantize(32)).save(path, optimize=True)
        return
    with Image.open(path) as golden:
        same = golden.size == drawn.size and _is_same(golden.convert(drawn.mode), drawn)
    if not same:
        new = folder / path.name
        drawn.save(new)
        pytest.fail(
            f"{path.name} is drawn otherwise now: look at {new}; CLAPPER_GOLDEN=write replaces it"
        )


def _is_same(golden: Image.Image, drawn: Image.Image) -> bool:
    """Whether two pictures are equal; smooth edges may differ from one FreeType to another."""
    if drawn.mode == "1":
        return golden.tobytes() == drawn.tobytes()
    difference = ImageChops.difference(golden, drawn).convert("L").reduce(4)
    return max(difference.tobytes()) < EDGES
