"""Recorded games for tests, written line by line as a clock does."""

from collections.abc import Iterable
from pathlib import Path

import msgspec

from clock.game.chain import encoded, hash_of, linked
from clock.game.figures import figures_after
from clock.game.file import read_named
from clock.game.recorded import FORMAT, End, GapCause, Header, Missing, RecordedInput
from clock.game.timeline import Timeline
from clock.notation.setup_table import table_from_setup
from clock.presets import controls
from clock.rules.edition import EDITION
from clock.rules.inputs import Input
from clock.rules.state import Setup, State

OLDER = Path(__file__).parent / "edition-1.jsonl"
"""Recorded by edition 1: in a stop 10:00 were taken from Left, who had 4:30, and given back."""
GAP = Missing(GapCause.DAMAGED, "2026-11-22T20:15:00+01:00")


def read_game(text: bytes) -> tuple[Setup, tuple[Input, ...]]:
    setup, inputs, *_ = read_named(text, controls)
    return setup, inputs


def bodies(
    setup: Setup,
    inputs: Iterable[Input],
    *,
    game: int = 1,
    before: End | None = None,
    version: str = "1",
) -> list[msgspec.Struct]:
    """The header of a game and its rows, without their hashes."""
    rows: list[msgspec.Struct] = []

    def record(event: Input, state: State) -> None:
        rows.append(RecordedInput(event, figures_after(event, state)))

    events = list(inputs)
    began_ns = events[0].at_ns if events else 0
    timeline = Timeline(setup, began_ns)
    timeline.recorder = record
    for event in events:
        timeline.add(event)
    header = Header(
        format=FORMAT,
        game=game,
        version=version,
        time_source="a clock",
        boot_id="a boot",
        wall="2026-11-22T18:30:00+01:00",
        began_ns=began_ns,
        setup=table_from_setup(setup),
        before=before,
        rules=EDITION,
    )
    return [header, *rows]


def chained(structs: Iterable[msgspec.Struct]) -> list[bytes]:
    """The lines of a file, each bound to the one before it."""
    lines: list[bytes] = []
    for struct in structs:
        lines.append(linked(hash_of(lines[-1]) if lines else "", encoded(struct)))
    return lines
