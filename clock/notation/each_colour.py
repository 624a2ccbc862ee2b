"""Each colour's own time control in one text: "White 5 min, Black 4 min", TRF's `W300-B240`.

Which seat has it says who begins, so that the kind of game is asked (`clock.presets`).
"""

import re
from functools import lru_cache
from itertools import product

from clock.notation.asides import without_asides
from clock.notation.typed import Unclear, control_as_typed, control_from_pgn, question
from clock.notation.written import typed_text
from clock.rules.control import Control
from clock.rules.refusal import SetupError
from clock.rules.seats import Colour

_WORDS = {
    Colour.WHITE: (
        "w(?=[\\s:]*\\d|\\s+vs?\\b|\\s*[,;/]|\\s*$)|whites?|weiss|weiß|blancs?|blanc[oa]s|brancas|bia[lł](?:[ey]|ych|ego|ym)|bianc(?:o|hi)|b[ií]l(?:[yýié]|[eé]ho)|"
        "wit|бел(?:ые|ым|ых)|白[番方]?|백|reds?|[红紅]方?"
    ),
    Colour.BLACK: (
        "b(?=[\\s:]*\\d|\\s+vs?\\b|\\s*[,;/]|\\s*$)|blacks?|schwarz|noirs?|negras|pretas|czarn(?:[ey]|ych|ego|ym)|ner[oi]|[cč]ern(?:[yýié]|[eé]ho)|"
        "zwart|ч[её]рн(?:ые|ым|ых)|[黒黑][番方]?|흑"
    ),
}
_FOR = r"(?:\b(?:the )?players? (?:with|having|playing|of) )?"
_FOR += (
    r"(?:\b(?:for|to|für|fur|pour|para|dla|pro|voor|with|mit|у|для)\s+)?(?:\b(?:the|les|las)\s+)?"
)
COLOUR = re.compile(
    rf"{_FOR}(?<![^\W\d_])(?:(?P<white>{_WORDS[Colour.WHITE]})|(?P<black>{_WORDS[Colour.BLACK]}))"
    r"(?: pieces| stones| player)?(?:['’]s)?(?![^\W\d_\u3040-\uffff])\s*[:=]?",
    re.IGNORECASE,
)
_IN_SECONDS = re.compile(r"\s*W(?P<white>\d{2,}[\d+:/*.]*)-B(?P<black>\d{2,}[\d+:/*.]*)\s*")
_WORD = (
    r"\b(?:and|und|et|y|e|i|a|en|и|x|vs?\.?|versus|against|gegen|tegen|contre|contra|proti|против|"
    "przeciw)"
)
_JOIN = rf"[\s,;/|&–-]*(?:{_WORD}\s)?\s*"
_ENDS = re.compile(rf"^{_JOIN}|(?:[\s,;/|&–-]|{_WORD}(?=\s*$))+$")
_IN_BRACKETS = re.compile(r"\(([^\W\d]+)\)")
_FOR_BOTH = re.compile(
    r"(?<=[,;+])([^,;]*)\s(?:for|für|pour|para|dla|pro|voor|для) "
    r"(?:both|beide|les deux|ambos|oba|obu|обоих)(?: players| sides)?(?=\W*$|\s+from\b)",
    re.IGNORECASE,
)
_BOTH = re.compile(
    r"\bwhereupon;? ?|\b(?:both|beide|les deux|ambos|oba|оба)"
    r"(?: players| sides| spieler| joueurs)?\s+"
    r"(?=(?:with|receive|get|have|having|mit|avec|con|s|с)\b)",
    re.IGNORECASE,
)
"""Of what stands behind both times, which is for both anyway."""
_DRAW = "draws?|remis|remíza|remisu|nulles?|tablas|empates?|patta|ничья"
_DRAW_ODDS = re.compile(
    r"[\s,;(]*(?:(?:and|with) )?(?:black (?:has|gets) )?draw odds(?: (?:for|to) black)?\)?(?=\W*$)|"
    rf"\s*[,;(，、；。](?=[^,;()\d]*(?:\b(?:{_DRAW})\b|和棋|和局|무승부|引き分け))[^,;()\d]*\)?\W*$",
    re.IGNORECASE,
)
"""To whom a draw is a win, which changes no time."""
_EACH = re.compile(
    r"\s*\b(?:each|a side|per side|apiece|je(?:weils)?|jeder?|chacun|cada uno|každý|каждому)\W*$",
    re.IGNORECASE,
)
_IN_TURN = re.compile(r"\s*/\s*")
_APART = re.compile(rf"[\s]*[,;/][\s]*|\s+(?=[^\s]){_WORD}\s+", re.IGNORECASE)
_TAIL = re.compile(
    r"[,;+].*|\b(?:inc(?:r|rement)?|fischer|delay|bronstein|byo|with|mit|plus|avec|con)\b.*",
    re.DOTALL | re.IGNORECASE,
)


ByColour = dict[Colour, Control]
"""The control of each colour."""


class UnclearColours(Unclear):
    """A text with several meanings for the two colours; the message asks for one of them."""

    def __init__(self, text: str, meanings: tuple[ByColour, ...]) -> None:
        SetupError.__init__(self, "", question(text, map(text_of_colours, meanings)))
        self.meanings = meanings


def text_of_colours(controls: ByColour) -> str:
    """Write both colours' controls in the form with one meaning only."""
    return ", ".join(f"{each.value} {typed_text(control)}" for each, control in controls.items())


@lru_cache(maxsize=256)
def controls_by_colour(text: str) -> ByColour | None:
    """Return the control of each colour, or None if the text names no two.

    Raises UnclearColours, or SetupError.

    What stands behind both times, such as an increment, is for both.
    """
    if (seconds := _IN_SECONDS.fullmatch(text)) is not None:
        return {each: control_from_pgn(seconds[each.value]) for each in _WORDS}
    if len(COLOUR.findall(text)) > len(_WORDS):
        text = without_asides(text)
    text = _DRAW_ODDS.sub("", _IN_BRACKETS.sub(r" \1 ", text))
    named = list(COLOUR.finditer(text))
    if len(named) != 2 or named[0].lastgroup == named[1].lastgroup:
        return None
    first, second = named
    if not _ENDS.sub("", text[first.end() : second.start()]) and not text[: first.start()].strip():
        return _together(text[second.end() :], *(Colour(each.lastgroup) for each in named))
    before, between, behind = (
        _ENDS.sub("", each)
        for each in (
            text[: first.start()],
            text[first.end() : second.start()],
            _BOTH.sub("", _FOR_BOTH.sub(r"\1", text[second.end() :])),
        )
    )
    is_time_first = any(map(str.isdecimal, before))  # "5 min for White", not "White 5 min"
    one, other = (before, between) if is_time_first else (between, behind)
    if not other:  # "5 min for White, Black 4", "White 5 min, 4 for Black"
        one, *others = [one, behind] if is_time_first else _APART.split(between)
        if len(others) != 1:
            return None
        (other,), is_time_first = others, False
    tail = behind if is_time_first else _shared(one, other)
    joined = f" {tail}" if tail.startswith("+") else f", {tail}" if tail else ""
    one += joined
    if is_time_first:
        other += joined
    colours = Colour(first.lastgroup), Colour(second.lastgroup)
    (each, is_sure), (opposite, is_other_sure) = _meanings(one), _meanings(other)
    found = tuple(dict(zip(colours, both, strict=True)) for both in product(each, opposite))
    if not (is_sure and is_other_sure):
        raise UnclearColours(text.strip(), found)
    return found[0]


def _together(times: str, first: Colour, second: Colour) -> ByColour | None:
    """The controls behind both colours, as in "White/Black 5/4" and "White, Black 5 min each"."""
    times = times.strip()
    parts = _IN_TURN.split(times)
    if _EACH.search(times) is not None:
        parts = [_EACH.sub("", times)] * 2
    if len(parts) != 2 or not all(each[:1].isdecimal() for each in parts):
        return None
    return dict(zip((first, second), map(control_as_typed, parts), strict=True))


def _meanings(text: str) -> tuple[tuple[Control, ...], bool]:
    """What a time can mean, and whether that is sure."""
    try:
        return (control_as_typed(text),), True
    except Unclear as error:
        return error.meanings, False


def _shared(one: str, other: str) -> str:
    """What the second of two texts adds to a time, if the first adds nothing."""
    tail = _TAIL.search(other)
    return "" if tail is None or _TAIL.search(one) else tail[0].lstrip(",; ")
