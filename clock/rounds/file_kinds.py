"""Files of other kinds than pairings, told by their beginnings: each gets its name and a remedy."""

import re

from clock.rules.message import Problem
from clock.text.language import N_

_TABLE_OUT = N_(
    "{format} files cannot be read: save the table of pairings as CSV UTF-8, and choose that file"
)
_REPORT_OUT = N_(
    "{format} files cannot be read: export the tournament from its program as TRF, or the pairings "
    "as CSV"
)
_COLUMNS_OUT = N_(
    "{format} files cannot be read: put the pairings into a CSV with the columns {columns}"
)
_XML_OUT = N_(
    "XML is read only from OpenGotha: put the pairings into a CSV with the columns {columns}"
)
_ZIPPED = (
    (b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet", "LibreOffice (ods)"),
    (b"mimetypeapplication/vnd.oasis", "OpenDocument"),
    (b"xl/", "Excel (xlsx)"),
    (b"word/", "Word (docx)"),
    (b"", "ZIP"),
)
_BEGINNINGS = (
    (b"%PDF-", "PDF", _REPORT_OUT),
    (b"\xd0\xcf\x11\xe0", "Excel (xls)", _TABLE_OUT),
    (b"{\\rtf", "RTF", _TABLE_OUT),
    (b"SQLite format 3", "SQLite", _REPORT_OUT),
    (b"\x00\x01\x00\x00Standard ", "Access", _REPORT_OUT),
    (b"\x1f\x8b", "gzip", _REPORT_OUT),
    (b"\x89PNG", "PNG", _REPORT_OUT),
    (b"\xff\xd8\xff", "JPEG", _REPORT_OUT),
)
_WEB_PAGE = re.compile(r"\s*(?:<!--.*?-->\s*)?<(?:!doctype\s+html|html)\b", re.IGNORECASE | re.S)
_GAMES = re.compile(r'\s*\[[A-Z]\w*\s+"')
_XML = re.compile(r"\s*<[?!\w]")
_LOOKED_AT_MAX = 4_000
"""The beginning of a file, within which an archive has the names of its first parts."""


def require_text(data: bytes) -> None:
    """Raise Problem for a binary file, by the name of its kind."""
    if data.startswith(b"PK\x03\x04"):
        head = data[:_LOOKED_AT_MAX] + data[-_LOOKED_AT_MAX:]
        raise Problem(_TABLE_OUT, format=next(name for part, name in _ZIPPED if part in head))
    for beginning, name, remedy in _BEGINNINGS:
        if data.startswith(beginning):
            raise Problem(remedy, format=name)


def require_pairings(text: str, columns: str) -> None:
    """Raise Problem for a text of another kind; tables, reports and OpenGotha's XML pass."""
    head = text[:_LOOKED_AT_MAX]
    if _WEB_PAGE.match(head):
        raise Problem(_TABLE_OUT, format="HTML")
    if _GAMES.match(head):
        raise Problem(_REPORT_OUT, format="PGN")
    if head.lstrip().startswith(("{", "[{", "[\n")):
        raise Problem(_REPORT_OUT, format="JSON")
    if _XML.match(head):
        if "macmahon" in head.lower() or "<Tournament" in head:
            raise Problem(_COLUMNS_OUT, format="MacMahon", columns=columns)
        raise Problem(_XML_OUT, columns=columns)
