"""Every preset as people meet it, in one file that a person has read.

CLAPPER_GOLDEN=write writes the file: read the difference before it is committed.
"""

from collections.abc import Iterator
from pathlib import Path

from clock.display.view import view
from clock.menu.faces import hint
from clock.menu.levels import CLOSED
from clock.presets import find_presets
from clock.rules.machine import begin
from clock.rules.seats import LEFT, RIGHT
from clock.text.control import setup_sentences
from tests.display.golden import writing

GOLDEN = Path(__file__).parent / "golden_presets.txt"


def lines() -> Iterator[str]:
    """Name, title, the whole setting, and both faces before the start."""
    for offer in find_presets().offers:
        state = begin(offer.setup)
        yield f"{offer.game}: {offer.name}"
        yield f"  {offer.title}"
        for sentence in setup_sentences(offer.setup):
            yield f"  | {sentence}"
        for seat in (LEFT, RIGHT):
            yield f"  > {view(state, seat, 0, hint=hint(CLOSED, state)).sentence}"
        yield ""


def test_every_preset_reads_as_a_person_has_read_it() -> None:
    text = "\n".join(lines())
    if writing():
        GOLDEN.write_text(text, encoding="utf-8")
    assert text == GOLDEN.read_text(encoding="utf-8")
