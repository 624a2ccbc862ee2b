"""Numbers beside a time control that are no part of it: of rounds, players, dates and hours.

Each has words that say so (`beside.toml`): "Beginn 20.00 Uhr", "over 6 rounds", "default 30 min".
"""

import re
import tomllib
from pathlib import Path

from clock.notation.numbers import Rewrites, rewritten

_TABLE = tomllib.loads(Path(__file__).with_name("beside.toml").read_text(encoding="utf-8"))


def any_of(group: str, name: str) -> str:
    """The pattern of any of a list's words."""
    return f"(?:{'|'.join(_TABLE[group][name])})"


_MONTH, _DAY, _ROUNDS, _START, _ABSENT, _PAUSE, _BETWEEN, _PEOPLE = (
    any_of("numbers", each)
    for each in ("month", "day", "rounds", "start", "absent", "pause", "between", "people")
)
_SWISS = rf"(?:\w*{any_of('numbers', 'swiss')}\w*)"
_YEAR = r"(?:19[5-9]|20[0-4])\d"
_NUMBERED = r"\d{1,2}(?:st|nd|rd|th)?"
_NO_SETTING = "(?!(?: time)? (?:control|setting|rate|mode|limit))"
_MINUTES = r"\d{1,3} ?(?:min\w*|мин\w*|hours?|h|stunden?|heures?|horas?)\b\.?"
_HOUR = r"(?<![\d.:])(?:[01]?\d|2[0-4])(?:[.:][0-5]\d)?"
_CLOCK = r"(?:[01]?\d|2[0-4])(?:[.:h][0-5]\d)"
_AT = r"(?:um|at|om|from|ab|od|à|o|gegen|spätestens|is|a las|às|alle|v|в)"
_OF = "(?:na|over|auf|of|with|mit|de|à|a|op|z|из|in|en|em|au[fs]|sur)"
_ENDS = r"(?=$|[,;.)])"
_SOME = r"(?<!for )(?<!per )(?<!für )(?<!pour )(?<!para )(?<!on )(?<!dla )(?<!pro )\b"
"""Before people, not "60 min for 20 players"."""
_MONEY = r"(?:euros?|eur|€|usd|dollars?|[$£]|zł|pln|kč|czk|рубл\w*|руб|원|元|円|만원|천원)"
_WHAT = (
    rf"(?:^|(?<=[,;.(])) *(?:[^\d,;.()]{{0,20}} )?{_ABSENT}\b{_NO_SETTING}[^\d,;.()]*{_MINUTES}"
    rf"[^\d,;.()+]*{_ENDS}",
    r"\(?\b\d{1,2} (?:each|per|a|every|pro|par|por) (?:day|night|evening|tag|jour|día)\b\)?",
    rf"(?<=[,;.(])[^\d,;.()]*{_MINUTES} {_PAUSE} {_BETWEEN}\b[^\d,;.()+]*{_ENDS}",
    rf"[,;(]? ?(?:\b{_START}\b ?:? ?)?(?:\b{_AT}\b ?)?(?:{_HOUR} ?(?:to|bis|-) ?)?"
    rf"{_HOUR} ?(?:uhr|[ap]\.?m\b|o ?' ?clock\b)\.?",
    rf"\b{_START}\b ?:?[^\d,;.:+/]{{0,16}} {_CLOCK}"
    r"(?: ?(?:uur|hod\w*|h|hrs|hours|horas|godz\w*|ч))?(?![\w'\"]| ?[+/|x])\.?",
    rf"\b{_ROUNDS}\.?(?: times?)? ?:? ?(?:at )?(?:{_CLOCK}|\d{{1,2}}(?= ?[-,]))"
    rf"(?:[ ,-]+\d{{1,2}}(?:[.:]\d\d)?)*{_ENDS}",
    rf"(?:[$€£] ?\d+(?:[.,]\d\d)?|\b\d+(?:[.,]\d\d)? ?{_MONEY})(?!\w)",
    r"[,、] ?\d{1,2}(?:局|回戦|판|라운드)(?=$|[,.])",
    r"(?:受付|開始|集合|上午|下午|午前|午後|오전|오후) ?\d{1,2} ?"
    r"(?:[:時点點시] ?(?:\d{1,2} ?[分분]?)?)(?:开始|開始|시작)?",
    r"(?:比[赛賽])?共?[赛賽]? ?共?(?<!每)\d{1,2} ?[轮輪]",
    rf"(?:\b{_DAY},? )?\b{_NUMBERED}\.?(?: ?- ?\d{{1,2}}\.?)? (?:of |de )?{_MONTH}\b\.?"
    rf"(?:,? (?:de )?{_YEAR}\b)?",
    rf"(?:\b{_DAY},? )?\b{_MONTH}\.? (?:{_NUMBERED},? )?{_YEAR}\b",
    rf"\b(?!may\b|mar\b|mai\b|maj){_MONTH}\.? {_NUMBERED}(?:{_ENDS}|(?: and| &| ?-) ?{_NUMBERED})",
    rf"(?<![\d.])\d{{1,2}}[./] ?\d{{1,2}}[./] ?{_YEAR}\b",
    rf"(?<=[^\W\d_]){_YEAR}(?=$| [^\W\d_]|[,;.:)])",
    rf"(?<=[^\W\d_] ){_YEAR}(?=$| [^\W\d_]{{4}}| a mlad|[,;.:)])",
    rf"(?P<system>{_SWISS}[^\d,;.+]{{0,24}}?) {_OF} \d{{1,2}}(?: ?(?:-|to|bis|or|nebo) ?\d{{1,2}})?"
    rf" {_ROUNDS}\b",
    rf"^in \d{{1,2}} {_ROUNDS}(?= (?:mit|with|of|at|de|à|a|da|von|zu|met|po|по)\b)",
    rf"\bover \d{{1,2}} {_ROUNDS}\b",
    rf"\b\d{{1,2}}(?: ?-|,? resp\.?|,? or|,? nebo|,? oder) ?\d{{1,2}} {_ROUNDS}\b",
    rf"\b(?:the |a |an )?\d{{1,2}} (?:round|runden|ronden|kolov\w+|rundow\w+|туров\w+)"
    rf" (?={_SWISS})",
    rf"{_SOME}(?:[3-9]|[1-9]\d\d?) {_PEOPLE}\b(?! games?)",
    r"\b[12]\d00 ?(?:\+|(?:&|and) ?(?:over|up|above|under|below)\b)(?! ?\d)",
    r"\bk ?-? ?\d{1,2}\b(?:(?:,| and| &)? k ?-? ?\d{1,2}\b)* (?=sections?|championship)",
    rf"\b\d{{1,2}} (?:games|{_ROUNDS}) (?:per|a|each|pro) (?:night|day|evening|week|abend)\b",
    r"\b\d (?:evenings?|weekends?|abende?|avond(?:en)?|soirées?)\b",
    r"\bu ?(?:1\d|20|2\d)00\b",
    r"(?:^|(?<=, )|(?<=\())\d{1,2} ?-? ?ss\b,?",
)
_OTHER: Rewrites = tuple(
    (re.compile(each), r"\g<system> " if "(?P<system>" in each else " ") for each in _WHAT
)
_EDGES = re.compile(r"^[ ,;.]+|[ ,;]+$")
_DASHES = re.compile(r" -(?= -| ?$)")
_DIGIT = re.compile(r"\d")


def without_other_numbers(text: str) -> str:
    """Return a text in small letters without such numbers, unless no other is left."""
    plain = rewritten(text, _OTHER)
    if plain == text:
        return text
    plain = _EDGES.sub("", _DASHES.sub("", " ".join(plain.split())))
    return plain if _DIGIT.search(plain) else text
