"""What stands beside a written time control and changes no time: whom it is for, and facts of go.

A label such as "Rounds 1-5:" or "U12:" is passed over if the text has one alone: with a second one
each has its own time. A fact, as "komi 6.5", is passed over where nothing else is said with it.
"""

import re

from clock.notation.lexicon import lexicon
from clock.notation.numbers import without_accents

_ROUND = (
    "(?:rounds?|rds?|r\\.?|ronden|runden?|rondes?|rondas?|rodadas?|kol[oa]|rund[ay]|turn[oi]|туры?|day|"
    "boards?|tables?|brett|bretter)"
)
_SECTION = (
    "(?:sections?|groups?|divisions?|gruppen?|groupes?|grupos?|skupin[ay]|grup[ay]|klassen?|"
    "categor(?:y|ies)|kategorien?|tournaments?|turnier|opens?)"
)
_NAMED_SECTION = (
    "(?:section|group|division|gruppe|groupe|grupo|skupina|grupa|gironen?|klasse|category|"
    r"kategorie|catégorie|categoría|категория|группа)"
)
_EVENT = "(?:open|tournoi|torneio|torneo|turniej|turnaj|poule)"
_AND = r"(?:&|and|und|et|y|a|i|\+)"
_ALL = "(?:all|alle|toutes(?: les)?|tous(?: les)?|todas(?: las)?|todos(?: los)?|všechna|wszystkie)"
_PLAYERS = (
    "(?:women|men|girls|boys|ladies|juniors?|seniors?|veterans?|youth|challengers|premier|major|"
    "minor|intermediate|novices?|beginners|knockout|damen|herren|frauen|männer|jugend|dames|femmes)"
)
_COUNT = r"\d{1,2}"
_RANK = r"\d{1,2} ?(?:kyu|dan)"
_UP = "(?:and |or )?(?:up|above|over|higher|stronger|below|under|lower|weaker|down)"
_STRICT = (
    rf"u ?-?{_COUNT}|{_ROUND} ?{_COUNT} ?(?:-|to|bis|à|a|až|do|tot|al|&|and|und|et|y) ?{_COUNT}|"
    rf"{_ALL} (?:{_ROUND}|{_SECTION})"
)
"""Labels that need no sign before a time."""
_LABEL = (
    rf"{_STRICT}|{_ROUND} ?{_COUNT}(?:, ?{_COUNT})*(?: ?{_AND} ?{_COUNT})?|"
    rf"{_COUNT}(?:st|nd|rd|th|\.|ª|a|º|e|ère|ème) ?{_ROUND}(?: (?:in |of )?{_ALL} {_SECTION})?|"
    rf"(?:[^\W\d_]+ )?(?:u|under|over|unter|sub)[ -]?(?:\d{{1,2}}|[12]?\d00)|[acf]\d{{1,2}}|"
    rf"(?:u[ -]?\d\d )?{_PLAYERS}(?: u?\d\d\+?)?(?: sections?)?|s\d\d|"
    rf"(?:event|game|match|stage|tie[ -]?break|{_EVENT}|round of|last|top) {_COUNT}|"
    rf"(?:games|tie[ -]?breaks?) {_COUNT}-{_COUNT}|"
    rf"第?{_COUNT}(?:-{_COUNT})? ?(?:輪|轮|回戦|라운드)|"
    r"[^\W\d_]{1,4}(?:组|組|部|부|조|クラス|级|級)|"
    r"(?:dwz|elo|rating|ranking) ?(?:<|>|under|over|unter|über|bis|ab) ?[12]?\d00|"
    rf"{_COUNT}\. ?(?:bundes|landes|ober|regional|bezirks|kreis)?(?:liga|klasse)|"
    rf"(?:{_NAMED_SECTION}|{_EVENT}) [a-h1-9](?: ?{_AND} ?[a-h1-9])?|"
    rf"{_NAMED_SECTION} (?!of\b|for\b)[\w+]{{1,12}}|"
    rf"[a-h][ -](?:open|{_NAMED_SECTION}|turnier|tournament|league|liga)|"
    rf"{_RANK}(?: ?(?:-|to) ?{_RANK}| {_UP})?|\d{{1,2}} ?[kd] ?(?:-|to) ?\d{{1,2}} ?[kd]|"
    rf"\d{{1,2}} ?[kd] {_UP}|(?:kyu|dan)(?: players)?|"
    "(?:semi|quarter|half|viertel)?[ -]?finals?|halbfinale|viertelfinale|achtelfinale|finale|"
    "play[ -]?offs?|tie[ -]?breaks?|stichkämpfe?|stichkampf|desempates?|départages?"
)
_LABELS = rf"(?:{_LABEL})(?: ?(?:,|/|-|{_AND}) ?(?:{_LABEL}))*"
_FRONT = re.compile(
    rf"(?:{_LABELS})(?: ?: ?| [-|] )(?=\S)|(?:{_STRICT})[ ,]+(?=\d|g ?/|game|sd|[^\W\d_]+: ?\d)"
)
_BEHIND = re.compile(
    rf"(?:(?:[,;]| [-|])? \(?(?:for |in )?(?:{_STRICT})\)?|[,;]? \((?:{_LABELS})\))$"
)
_ANY = re.compile(rf"(?<![\w/+])(?:{_LABEL}|(?:{_ROUND}|{_SECTION}) \d)(?!\w)")
_TRF_LINE = re.compile(r"122 +(?=[\w\"'(]([^\W\d_]*))")
_COUNTED = ("k", "o", "p", "x", "R", "L", "e", "g")
"""Kinds of words that stand behind a number."""

_POINTS = r"\d{1,2}(?:[.,]\d| 1/2)?(?: ?(?:points?|pts|punkte?|puntos|moku|目))?"
_ALONE = (
    rf"komi ?[:=]? ?(?:of |is )?{_POINTS}|{_POINTS} komi|"
    "(?:no|without|zero|kein|keine|ohne|sans|sin|senza|bez) (?:handicaps?|handicapu|vorgabe)"
    "(?: games?| stones?)?|even games?|"
    r"handicaps? ?[:=]? ?(?:-|minus) ?\d|"
    r"(?:board(?: size)? ?:? ?)?(?:9 ?x ?9|13 ?x ?13|15 ?x ?15|19 ?x ?19)(?: boards?| brett)?"
)
_FACT = re.compile(
    rf"(?:^|(?:[,;|+]? ?\(|[,;|]|\.(?= )) ?| (?=komi|no h|without h|ohne|sans))"
    rf"(?:{_ALONE})(?=$|[,;|)]|\. )\)?"
)
_IN_SYLLABLES = re.compile(
    r"コミ ?\d{1,2}(?:\.5)?目?半?|덤 ?\d{1,2}(?:\.5)?집? ?반?|[贴貼]目? ?\d{1,2}(?:\.\d+)?目?半?"
    r"(?:又?\d/\d)?子?|互先|호선|ハンデ(?:なし|無し)|접바둑 없음"
)
_EDGES = re.compile(r"^[ ,;.|、-]+(?=[^ ])|[ ,;.|、]+$")


def without_labels(text: str) -> str:
    """Return a text in small letters without its label and facts, unless nothing were left."""
    plain = _FACT.sub("", _IN_SYLLABLES.sub("", _without_tag(text)))
    if plain != text:
        plain = _EDGES.sub("", plain)
    front = _FRONT.match(plain)
    behind = _BEHIND.search(plain)
    start = front.end() if front else 0
    end = behind.start() if behind and behind.start() > start else len(plain)
    rest = plain[start:end]
    if (start, end) != (0, len(plain)) and _ANY.search(rest) is None:
        plain = rest
    return plain if re.search(r"\w", plain) else text


def _without_tag(text: str) -> str:
    """A line of TRF without its tag, which is no number of minutes or moves."""
    line = _TRF_LINE.match(text)
    if line is None:
        return text
    word = without_accents(text[line.end() : line.end(1)])
    if re.match(r"(?:g|sd|game) ?/? ?\d", text[line.end() :]):
        return text[line.end() :]
    is_counted = lexicon().unit((word,)) or lexicon().letter(word) in _COUNTED
    return text if word and is_counted else text[line.end() :]
