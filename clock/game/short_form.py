"""A recorded game as a short text, such as a QR code holds: its header and its inputs.

The figures beside the inputs are left out, since the rules give them again; the hash of the last
line shows that they are the same.
"""

import zlib
from base64 import b32decode, b32encode
from collections.abc import Sequence

import msgspec

from clock.game.chain import body_of, chained, encoded, hash_of
from clock.game.figures import figures_after
from clock.game.file import GameFileError
from clock.game.recorded import ROWS, Header, RecordedInput, folded_again, is_missing
from clock.game.timeline import Timeline
from clock.notation.setup_table import setup_from_table
from clock.rules.inputs import Input
from clock.rules.message import Problem
from clock.rules.state import State

MARK = "CLAPPER:"
LETTERS_MAX = 4_296
"""What the largest QR code holds of capitals and figures."""
BYTES_MAX = 1_000_000
"""Of what a short form grows to."""


class _Short(msgspec.Struct, array_like=True):
    header: msgspec.Raw
    inputs: list[Input]
    hash: str


def short_form(lines: Sequence[bytes]) -> str:
    """Return the short form of a game's lines; raises Problem with the reason if it has none."""
    if any(map(is_missing, lines)):
        raise Problem("no QR code: presses are missing")
    inputs = [ROWS.decode(line).input for line in lines[1:]]
    short = _Short(msgspec.Raw(body_of(lines[0])), inputs, hash_of(lines[-1]))
    text = MARK + b32encode(zlib.compress(encoded(short), 9)).decode().rstrip("=")
    if len(text) > LETTERS_MAX:
        count = len(text)
        raise Problem("no QR code: {count} letters, at most {most}", count=count, most=LETTERS_MAX)
    if read_short_form(text) != tuple(lines):
        raise Problem("no QR code: an older edition of the rules has counted the game")
    return text


def read_short_form(text: str) -> tuple[bytes, ...]:
    """Return the lines of a game from its short form. Raises GameFileError if it is none."""
    try:
        data = text.strip().removeprefix(MARK)
        packed = b32decode(data + "=" * (-len(data) % 8))
        whole = zlib.decompressobj().decompress(packed, BYTES_MAX)
        short = msgspec.json.decode(whole, type=_Short)
        header = msgspec.json.decode(short.header, type=Header)
        rows = _rows(header, short.inputs)
    except (ValueError, zlib.error) as error:  # a Problem and what msgspec raises are ValueErrors
        raise GameFileError("expected the text of a QR code of a game") from error
    lines = tuple(chained("", [bytes(short.header), *map(encoded, rows)]))
    if hash_of(lines[-1]) != short.hash:
        raise GameFileError("the game was changed, or counted by another edition of the rules")
    return lines


def _rows(header: Header, inputs: list[Input]) -> list[RecordedInput]:
    """Return the inputs with the figures that follow from them. Raises Refused as the rules do."""
    rows: list[RecordedInput] = []
    timeline = Timeline(setup_from_table(header.setup), header.began_ns)

    def record(event: Input, state: State) -> None:
        rows.append(RecordedInput(event, figures_after(event, state)))

    timeline.recorder = record
    for event in folded_again(timeline, inputs):
        timeline.add(event)
    return rows
