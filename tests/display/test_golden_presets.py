"""Every preset as people meet it, in one file that a person has read.

CLAPPER_GOLDEN=write writes the file anew: read the difference before it is kept.
"""

import os
from collections.abc import Iterator
from pathlib import Path

from clock.display.view import view
from clock.menu import CLOSED, hint
from clock.presets import find_presets
from clock.presets.offers import offers_of
from clock.rules.control import Control
from clock.rules.machine import begin
from clock.rules.notation import pgn_from_control
from clock.rules.refusal import SetupError
from clock.rules.seats import LEFT, RIGHT
from clock.text.control import setting

GOLDEN = Path(__file__).parent / "golden_presets.txt"


def pgn(control: Control) -> str:
    """PGN's text of a control; what PGN has no word for has none."""
    try:
        return pgn_from_control(control)
    except SetupError as wrong:
        return f"- ({wrong})"


def lines() -> Iterator[str]:
    """Name, title, the whole setting, its PGN text, and what both faces say before the start."""
    for offer in offers_of(find_presets()):
        state = begin(offer.setup)
        yield f"{offer.game}: {offer.name}"
        yield f"  {offer.title}"
        for sentence in setting(offer.setup):
            yield f"  | {sentence}"
        for seat in (LEFT, RIGHT):
            yield f"  {seat.value} PGN: {pgn(offer.setup.control(seat))}"
        for seat in (LEFT, RIGHT):
            yield f"  > {view(state, seat, 0, hint=hint(CLOSED, state)).sentence}"
        yield ""


def test_every_preset_reads_as_a_person_has_read_it() -> None:
    told = "\n".join(lines())
    if os.environ.get("CLAPPER_GOLDEN") == "write":
        GOLDEN.write_text(told, encoding="utf-8")
    assert told == GOLDEN.read_text(encoding="utf-8")
