"""The encodings in which programs save a table of names, and which of them a file can be in.

A byte above 127 is a letter in each of the one-byte encodings. A reading is left out where it has
what no name has: a control character, or a sign such as ³ beside a letter. Readings that agree need
no question.
"""

import re
import unicodedata

from clock.rules.message import Problem

ENCODINGS = {
    "cp1250": "Windows-1250",
    "cp1252": "Windows-1252",
    "iso8859-2": "ISO-8859-2",
    "iso8859-1": "ISO-8859-1",
}
"""What a form offers, by Python's names: Central and Western Europe, on Windows and elsewhere."""
_PAIRS = re.compile(r"(?=([^\W\d_])([^\x00-\x7f]))|(?=([^\x00-\x7f])([^\W\d_]))")
"""Two characters side by side: a letter, and one outside ASCII."""
_SIGNS = ("Cc", "No", "Sc", "Sk", "Sm", "So")
"""Unicode's categories of characters that do not stand beside a letter."""


def in_one_byte(data: bytes, encoding: str = "") -> str:
    """Return the text of a file that is not Unicode: in `encoding`, or in any that it can be in.

    Raises Problem where its readings differ, with the first word that does, and where it has none.
    """
    readings = dict[str, str]()
    for name in (encoding,) if encoding else ENCODINGS:
        if (text := _decoded(data, name)) is not None and (encoding or _is_plausible(text)):
            readings[name] = text
    if not readings:
        raise Problem("expected a text: in a spreadsheet, save the table as CSV UTF-8")
    if len(set(readings.values())) == 1:
        return next(iter(readings.values()))
    number, words = _first_difference(readings)
    raise Problem(
        "line {number}: choose the encoding of the file: {readings}", number=number, readings=words
    )


def _decoded(data: bytes, encoding: str) -> str | None:
    if encoding not in ENCODINGS:
        expected = ", ".join(ENCODINGS)
        raise Problem("expected {expected}, got {text}", expected=expected, text=encoding[:20])
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def _is_plausible(text: str) -> bool:
    """Whether a text has no control characters, and no signs beside letters."""
    if any("\x80" <= char <= "\x9f" for char in text):
        return False
    pairs = {char for found in _PAIRS.finditer(text) for char in found.groups() if char}
    return not any(unicodedata.category(char) in _SIGNS for char in pairs)


def _first_difference(readings: dict[str, str]) -> tuple[int, str]:
    """Return the first line whose readings differ, and how each encoding has its first such word.

    Of encodings that agree in it, the first stands for all.
    """
    words = [re.findall(r"[^\s,;]+|\n", text) for text in readings.values()]
    rows = enumerate(zip(*words, strict=True))
    at, found = next((number, row) for number, row in rows if len({*row}) > 1)
    number = words[0][:at].count("\n") + 1
    named = dict(
        zip(reversed(found), [ENCODINGS[name] for name in reversed(readings)], strict=True)
    )
    return number, ", ".join(f"{named[word]} ({word[:20]})" for word in dict.fromkeys(found))
