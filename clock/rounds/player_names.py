"""Names of players as files have them: who is written with other blanks or marks is the same."""

import unicodedata

_FILLERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0")
"""Characters without a picture that Unicode counts among letters and marks."""


def clean_name(text: str) -> str:
    """Return a name without invisible characters, with single plain blanks.

    Control characters stay, since a text that has them is no name.
    """
    if text.isascii() and text.isprintable() and "  " not in text:
        return text.strip()
    shown = "".join(map(_shown, unicodedata.normalize("NFC", text)))
    return " ".join(filter(None, shown.split(" ")))


def _shown(char: str) -> str:
    if unicodedata.category(char).startswith("Z"):
        return " "
    is_hidden = unicodedata.category(char) == "Cf" or char in _FILLERS or _is_variation(char)
    return "" if is_hidden else char


def _is_variation(char: str) -> bool:
    """Whether a character is a variation selector."""
    return "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"
