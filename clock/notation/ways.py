"""How bare numbers and colons are read, and the times that they are then."""

from typing import NamedTuple

from clock.notation.tokens import (
    CLOCK,
    LENGTH,
    UNIT_NS,
    Token,
    has_parts_of_seconds,
    number_ns,
)
from clock.rules.units import MINUTE_NS, SECOND_NS

BONUS_NS_MAX = 2 * MINUTE_NS
"""Nobody means more for every move, unless the text says so."""
OVERTIME_SECONDS_MIN = 60
"""Moves in so much, behind a main time, are in seconds: 25/600 is ten minutes."""
HOURS_MAX, GAME_HOURS_MAX = 3, 2
"""So small a number may be hours, as in 40/2, SD/1, and G/2."""
STONES_MIN = 10
"""So many times a few minutes may be stones in minutes, as in Canadian overtime."""
SEPARATOR = ":"
"""A colon as in PGN, between periods."""


class Way(NamedTuple):
    """How bare numbers and colons are read."""

    unit: str
    """Of a bare number: "h" if it is so small, else minutes; "m" or "s"."""
    colon: str
    """The units around a colon, "ms" or "hm"; SEPARATOR, or empty if there is no such colon."""
    split: bool = False
    """Whether `90'30"` is two lengths."""
    swap: bool = False
    """Whether `90/40` is a time and its moves."""
    in_words: bool = False
    """Whether the text has words, as the clock's own sentences."""
    strict: bool = False
    """Whether words are passed over, so that nothing is guessed."""
    pgn: bool = False
    """Whether a plus always adds a bonus in seconds, as in PGN."""
    go: bool = False
    """Whether the text names a game in which byo-yomi is usual."""
    chess: bool = False
    """Whether the text names chess, where seconds behind a plus are a bonus."""


def length_ns(token: Token, way: Way, *, bare: str = "", bonus: bool = False) -> int:
    """Return a token's time; a bonus with a colon has seconds behind it."""
    if token.letter == LENGTH:
        return token.length_ns
    if token.letter == CLOCK:
        first, _, last = token.text.partition(":")
        is_exact = has_parts_of_seconds(token)
        units = "ms" if bonus or way.colon not in ("ms", "hm") or is_exact else way.colon
        large, small = units[0], units[1]
        return int(first) * UNIT_NS[large] + number_ns(last, UNIT_NS[small])
    unit, (whole, _, dotted) = bare or way.unit, token.text.partition(".")
    if unit == "h" and not 1 <= float(token.text) <= HOURS_MAX:
        unit = "m"
    if unit == "m" and len(dotted) == 2 and dotted[0] < "6":
        return int(whole) * MINUTE_NS + int(dotted) * SECOND_NS
    return number_ns(token.text, UNIT_NS[unit])
