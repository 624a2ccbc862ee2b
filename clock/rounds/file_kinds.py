"""Files that are no pairings, known by how they begin: each is named, with what to do instead."""

import re

from clock.rules.message import Message, Problem
from clock.text.language import N_

_TABLE_OUT = N_("{kind}: not read; save its table of pairings as CSV UTF-8, and choose that file")
_REPORT_OUT = N_(
    "{kind}: not read; export the tournament from its program as TRF, or the pairings as CSV"
)
_XML_OUT = N_(
    "{kind}: not read; put the pairings into a CSV with the columns {columns}, or use OpenGotha"
)
_ZIPPED = (
    (b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet", N_("a spreadsheet (ods)")),
    (b"mimetypeapplication/vnd.oasis", N_("a document of LibreOffice")),
    (b"xl/", N_("a workbook of Excel (xlsx)")),
    (b"word/", N_("a document of Word (docx)")),
    (b"", N_("an archive (zip)")),
)
_BEGINNINGS = (
    (b"%PDF-", N_("a PDF"), _REPORT_OUT),
    (b"\xd0\xcf\x11\xe0", N_("an old workbook of Excel (xls)"), _TABLE_OUT),
    (b"{\\rtf", N_("a formatted text (rtf)"), _TABLE_OUT),
    (b"SQLite format 3", N_("a database"), _REPORT_OUT),
    (b"\x00\x01\x00\x00Standard ", N_("a database"), _REPORT_OUT),
    (b"\x1f\x8b", N_("a packed file (gz)"), _REPORT_OUT),
    (b"\x89PNG", N_("a picture"), _REPORT_OUT),
    (b"\xff\xd8\xff", N_("a picture"), _REPORT_OUT),
)
_WEB_PAGE = re.compile(r"\s*(?:<!--.*?-->\s*)?<(?:!doctype\s+html|html)\b", re.IGNORECASE | re.S)
_GAMES = re.compile(r'\s*\[[A-Z]\w*\s+"')
_XML = re.compile(r"\s*<[?!\w]")
_LOOKED_AT_MAX = 4_000
"""The beginning of a file, within which an archive has the names of its first parts."""


def require_text(data: bytes) -> None:
    """Raise Problem for a file that is no text, named by what it is."""
    if data.startswith(b"PK\x03\x04"):
        head = data[:_LOOKED_AT_MAX] + data[-_LOOKED_AT_MAX:]
        kind = next(kind for part, kind in _ZIPPED if part in head)
        raise Problem(_TABLE_OUT, kind=Message(kind))
    for beginning, kind, remedy in _BEGINNINGS:
        if data.startswith(beginning):
            raise Problem(remedy, kind=Message(kind))


def require_pairings(text: str, columns: str) -> None:
    """Raise Problem for a text of another kind; tables, reports and OpenGotha's XML pass."""
    head = text[:_LOOKED_AT_MAX]
    if _WEB_PAGE.match(head):
        raise Problem(_TABLE_OUT, kind=Message("a web page"))
    if _GAMES.match(head):
        raise Problem(_REPORT_OUT, kind=Message("a file of games (PGN)"))
    if head.lstrip().startswith(("{", "[{", "[\n")):
        raise Problem(_REPORT_OUT, kind=Message("JSON"))
    if _XML.match(head):
        is_macmahon = "macmahon" in head.lower() or "<Tournament" in head
        kind = Message("a tournament of MacMahon") if is_macmahon else Message("XML of this kind")
        raise Problem(_XML_OUT, kind=kind, columns=columns)
