"""The page of a clock that is new at the referees' desk: its code, in letters and for a phone."""

from clock.display.face import Page
from clock.text.language import tr

MODULES_MAX = 31
"""A larger QR code would have modules of one pixel, which no phone can read."""


def enrolment_page(code: str, url: str) -> Page:
    """Return the page that the displays show until somebody has entered the code at the desk."""
    rows = (code[:4], code[4:])
    sentence = tr("Enter this clock's code at the referees' desk: {code}.")
    sentence = sentence.format(code=" ".join(code))
    return Page(tr("Desk code"), rows, None, "", sentence, picture=_modules(url))


def _modules(url: str) -> tuple[str, ...]:
    """A text as a QR code in rows of 0 and 1; empty without the library, or if it is too large."""
    try:
        import segno
    except ImportError:
        return ()
    found = segno.make(url, error="l", micro=False, boost_error=False)
    rows = tuple("".join(map(str, row)) for row in found.matrix)
    return rows if len(rows) <= MODULES_MAX else ()
