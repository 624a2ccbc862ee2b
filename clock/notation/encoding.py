"""Files as people save them: in UTF-8 or UTF-16, with a mark at the beginning or without."""

from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE

_MARKS = (BOM_UTF16_LE, BOM_UTF16_BE)
"""The first bytes of what editors on Windows call Unicode."""


def decoded(data: bytes) -> str:
    """Return the text of a file, without a mark; raises UnicodeDecodeError."""
    wide = _wide(data)
    return data.removeprefix(BOM_UTF8).decode() if wide is None else data.decode(wide)


def plain(data: bytes) -> bytes:
    """Return a file's content in UTF-8, without a mark and with plain ends of lines.

    What a program wrote is then as it was before an editor or a shell on Windows saved it again: in
    JSON no text has an end of line. What cannot be decoded stays.
    """
    if _wide(data) is not None:
        try:
            data = decoded(data).encode()
        except UnicodeError:
            return data
    return data.removeprefix(BOM_UTF8).replace(b"\r\n", b"\n")


def _wide(data: bytes) -> str | None:
    """The encoding of a text in UTF-16: of its first letters, in ASCII, every other byte is 0."""
    if data.startswith(_MARKS):
        return "utf-16"
    match [each == 0 for each in data[:4]]:
        case [False, True, False, True]:
            return "utf-16-le"
        case [True, False, True, False]:
            return "utf-16-be"
    return None
