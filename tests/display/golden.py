"""Pictures and texts that somebody has looked at; CLAPPER_GOLDEN=write writes them."""

import os
from pathlib import Path

import pytest
from PIL import Image


def writing() -> bool:
    return os.environ.get("CLAPPER_GOLDEN") == "write"


def same_picture(path: Path, drawn: Image.Image, folder: Path) -> None:
    """Fail if a picture differs from the one at `path`; the new one is in `folder` then."""
    if writing():
        path.parent.mkdir(exist_ok=True)
        drawn.save(path, optimize=True)
        return
    with Image.open(path) as golden:
        same = golden.size == drawn.size and golden.convert("1").tobytes() == drawn.tobytes()
    if not same:
        new = folder / path.name
        drawn.save(new)
        changed = f"{path.name} is drawn otherwise now: the new picture is {new}"
        pytest.fail(f"{changed}; CLAPPER_GOLDEN=write puts it in place")
