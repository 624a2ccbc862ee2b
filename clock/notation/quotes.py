"""Quotes of all sorts: those for minutes and seconds alike, and those around words dropped."""

import re

_SINGLE, _DOUBLE = "'´΄`′’‘‛‚‵ʹʼʻˈˊˋ՚׳‹›❛❜", '"″“”„‟ʺ״〃〝〞〟❝❞«»'
_ALIKE = str.maketrans(dict.fromkeys(_SINGLE, "'") | dict.fromkeys(_DOUBLE, '"'))
_IN_PAIRS = re.compile(r"(?<!\d)[«「『]([^«»「」『』]*)[»」』]")
_TAG = re.compile(r'timecontrol\s*"', re.IGNORECASE)
"""PGN's, whose numbers are seconds: its quotes stay."""
_UNITS = re.compile(r"[\d½¼¾'\"] ?$")
"""What a quote for minutes or seconds stands behind."""
_BEHIND_OPEN = re.compile(r"[\w(+*]")
_MANY = 40
"""A text with more quotes is no time control."""


def with_plain_quotes(text: str) -> str:
    """Return a text with one sign for minutes and one for seconds."""
    return text.translate(_ALIKE)


def without_quotes(text: str) -> str:
    """Return a text with one sign for minutes and one for seconds, and none around words."""
    plain = with_plain_quotes(_IN_PAIRS.sub(r" \1 ", text))
    if plain.count("'") + plain.count('"') > _MANY or _TAG.search(plain):
        return plain
    at = 0
    while at < len(plain):
        if plain[at] in "'\"" and _opens(plain, at) and (end := _closing(plain, at)):
            plain = f"{plain[:at]} {plain[at + 1 : end]} {plain[end + 1 :]}"
        at += 1
    return plain


def _opens(text: str, at: int) -> bool:
    """Whether a quote opens: before a word, not behind a number."""
    before, behind = text[:at], text[at + 1 : at + 2]
    if before and (before[-1].isalnum() or _UNITS.search(before)):
        return before.endswith(" ") and behind.isalpha()
    return _BEHIND_OPEN.match(behind) is not None


def _closing(text: str, start: int) -> int:
    """The place of the quote that belongs to an opening one, or 0.

    It is the first that stands behind a word, else the last.
    """
    found = [
        at
        for at in range(start + 1, len(text))
        if text[at] == text[start] and not text[at + 1 : at + 2].isalnum()
    ]
    of_words = (at for at in found if not _UNITS.search(text[:at]))
    return next(of_words, found[-1] if found else 0)
