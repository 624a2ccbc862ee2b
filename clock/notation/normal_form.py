"""Written time controls in one form before their words are searched: signs, fractions."""

import re
import unicodedata
from functools import lru_cache

from clock.notation.labels import without_labels
from clock.notation.lexicon import lexicon
from clock.notation.numbers import Rewrites, rewritten, with_digits
from clock.notation.of_programs import as_people_write
from clock.notation.other_numbers import any_of, without_other_numbers
from clock.notation.quotes import without_quotes

_ALIKE = str.maketrans(
    dict.fromkeys("‐‑–—−", "-")
    | {"×": "x", "、": ",", "・": ",", "·": ",", "•": ",", "●": ",", "。": ","}
)
_FRACTIONS = {"½": "5", "¼": "25", "¾": "75"}
_POINTS = "points?|pts|puntos|punti|punkt\\w*|pontos|strafpunten|punten|bod\\w*|очк\\w*"
_FROM = (
    "(?:starting |beginning )?from|ab|vom|od|vanaf|dès|depuis|à partir|desde|a partir|с|со|"
    "начиная с|dalla|från|fra"
)
_MOVE = (
    "move|zug|coup|jugada|movimiento|lance|ruchu|posunięcia|tahu|ťahu|zet|хода|mossa|drag|trekk|"
    "træk"
)
_MOVES = "(?:moves?|z[üu]ge?|coups?|jugadas?|movimientos?|lances?|ruchy|tahy|zetten|ходы|mosse)"
_FIXED = "(?:fixed|simple)(?: time)?|tempo fixo|tiempo fijo|temps fixe|feste zeit|tempo fisso|fest"
_EACH_MOVE = "(?:per|each|every|a|por|cada|par|pro|je) (?:move|lance|jugada|coup|zug|mossa)"
_THE = "(?:the|dem|het|d[eu]l?|la|le|el|o)"
_EACH = (
    "per player|each player|each|a side|per side|por jugador|pro spieler|je spieler|par joueur|"
    "na hráče|na zawodnika"
)
_TOTAL = "in total|a total of|total|insgesamt|en total|au total|celkem|łącznie"
_UNIT = r"(?: ?(?:s|sec\w*|m|mins?|minut\w*|h|hrs?|hours?|'|\")(?![^\W\d_]))?"
_BELOW_ZERO = (
    # Points for overtime: the clock counts on below zero, ten points a minute (WESPA).
    rf"(?:^|(?<=\d)({_UNIT})|[,;:.(])[^\d,;:.(]*(?:\bminut\w*[^\d,;:.]*-?10[ -]?(?:{_POINTS})\b"
    rf"|-?10[ -]?(?:{_POINTS})\b(?:/|[^\d,;:.]*?\b)minu?\w*)[^\d,;:]*$",
    r"\1 below zero",
)
_NUMBERED = (
    "(?:session|period|phase|stage|(?:time )?control|zeitkontrolle|période|periodo|período|период|"
    r"etapa|kontrola) [1-4](?: ?[:.)]| -)"
)
_MILLISECONDS = (
    "(?:ms|msecs?|milliseconds?|millisekunden?|millisecondes?|milisegundos?|milissegundos?|"
    "millisecondi|milisekund\\w*|миллисекунд\\w*|мс|ミリ秒|밀리초|毫秒)(?![^\\W\\d_])"
)
_ROUNDS = "(?:rounds?|rds|runden|rondes|rondas|kol|rund|ronden|туров|turni)"
_SPEED = "(?:rated |unrated )?(?:blitz|rapid|bullet|standard|classical|lightning)"
_EXTRA_HOUR = r"\b(?:(?:an|one) (?:extra|additional|further|more)|another(?: extra)?) hour\b"
_ENDS = r"(?=$|[,;]| (?:and|then|und|dann|y|luego)\b)"
_ABOUT, _ABSENT = any_of("numbers", "about"), any_of("numbers", "absent")
_NO_CONTROL = (
    rf"(?=[^()]*\b{_ABOUT}\b)(?![^()]*(?:inc|bonus|delay|byo|zu[gs]|fisch))[^()+/]*\d[^()+/]*|"
    rf"{_ABSENT}\b[^()+]*"
)
"""In brackets: about how long a game is, and when a game is lost without an opponent."""
_WRITTEN_OTHERWISE = (
    (r"\b(?:a minimum of|at least) (?=\d+ moves (?:in|within|each|every|per)\b)", ""),
    (
        r"\b(\d+)(?: moves)? (?:per|an|each|every) hour(?: (?:thereafter|after that))?\b",
        r"\1 moves in 1 h",
    ),
    (
        r"\ball ((?:of )?(?:the|their|your|his|its) )?moves in (?:each|a|every|the) game\b",
        "all moves",
    ),
    (r"^(\d{1,3}) \| (\d{1,2})$", r"\1 min + \2 s"),
    (rf"(?<=\S) ?\((?:{_NO_CONTROL})\)", ""),
    _BELOW_ZERO,
    (
        rf"(?<![\d.:])(?:(\d{{4,}}) ?\+ ?)?(\d+) ?{_MILLISECONDS}",
        lambda found: "+".join(f"{int(each) / 1000}s" for each in found.groups() if each),
    ),
    (r"(?<=\bbyo[- ]yomi) - (?=\d)|(?<=\bbyoyomi) - (?=\d)", ", "),
    (rf"(?<=\bmoves ){_EXTRA_HOUR}", "extra 1 hour"),
    (_EXTRA_HOUR, "1 hour"),
    (r"(?:^|(?<=, ))([^\W\d_]{3,}(?: [^\W\d_]{3,})*) [a-h](?= - |:)", r"\1"),
    (r"\b[a-h][ -](?=open\b|turnier|tournament|group|gruppe|section)", ""),
    (rf"\b((?:for the first|für die ersten|para l[ao]s primer[ao]s) \d\d){_ENDS}", r"\1 moves"),
    (
        rf"(?<=[\w,;] )(\d{{1,3}}(?: ?[^\W\d_]+)? (?:for the next|für die nächsten|"
        rf"para l[ao]s siguientes) \d\d){_ENDS}",
        r"\1 moves",
    ),
    (r"^([^\W\d]{3,}(?: [^\W\d]+)*) \| (?=.*\d)", r"\1: "),
    (rf" \| (?=\d{{1,2}} {_ROUNDS}\b|[^\W\d]{{4,}})", ", "),
    (rf"(?:^|(?<=: )){_NUMBERED}", ""),
    (rf"\b{_NUMBERED}", " then "),
    (r"\boption \d{1,2}\b(?:[:.]| -)?", ""),  # of a DGT clock
    (rf"\b{_ROUNDS} ?: ?\d{{1,2}}(?=[.,;])[.,;]?", ""),
    (rf"\b({_EACH})\b([^()]*)\([^()]*\b(?:{_TOTAL})\b[^()]*\)", r"\1\2"),
    (rf"^[^()]*\b(?:{_TOTAL})\b[^()]*\(([^()]*\b(?:{_EACH})\b[^()]*)\)$", r"\1"),
    (rf"^(?:{_TOTAL}),? (?=[^,;]*\b(?:{_EACH})\b)", ""),
    (rf"\b(?:{_TOTAL})\b((?: time)?(?: of)? ?(?:\d+ [^\W\d_]+ )?)(?=(?:{_EACH})\b)", r"\1"),
    (rf"\b((?:{_EACH})\b[^\d,;:.()]*) (?:{_TOTAL})( of)?\b", r"\1"),
    (
        r"(?:(?<=\d)|[,;(])[^\d,;(]*\(?-10(?: ?/ ?| (?:per|a|je|par|por|za) )minu?\w*\)?$",
        " below zero",
    ),
    (r"(\d) ?[个個]半(小时|小時)", r"\1.5\2"),
    (r"(?<=/)(\d),5(?![\d,])(?! ?(?!all\b)[^\W\d_])", r"\1.5 h"),
    (r"(?<=\d['m]/)(\d\d) ?m\b", r"\1 moves"),
    (r"(?<=[^\W\d_])'(?:(?:s|ll|re|ve)(?![^\W\d_]))?(?![^\W_])", ""),
    (r" ?(?:→|=>|\.\.\.|…|-->?) ?", "; "),
    (r"(?<=[^\W_])[!?]+(?!\w)", ";"),
    (
        r"(?<![^\W\d_])(?:шашки|soosyrv|taraguchi|taranniko[vw]|塔拉山口|索索夫|t) ?-? ?"
        r"(?:100|64|10|8)(?!\d)(?! ?[+/:'\"]| (?:min|sec))",
        "renju",
    ),
    (r"\b(\d) (minute|hour) (games?)\b", r"\1 \2 per game"),
    (r"=(?=\d)", " "),
    (r"(?:^|(?<=: ))(?=minut[aoę]\b)", "1 "),
    (r"(?:^|(?<=[^\W\d_] ))(\d{1,2}) (\1)(?=$| ?[,;.])", r"\1+\2"),
    (r"(?:^|(?<=- ))[a-h]\) ?(?=[^\W\d_])", ""),
    (
        r"\b((?:once|when|if|after|as soon as)\b[^\d,;.]*\bused up(?: (?:their|his|the|your|all))*)"
        r" \d+ ?(?:min\w*|hours?|h)\b,?",
        r"\1",
    ),
    (rf"\b((?:{_EACH})\b[^,;:.()\d]*\d+ ?[^\W\d_]+) (?:in )?total(?: time)?\b", r"\1"),
    (r"\bgame-(?=\d)", "game/"),
    (r"\b(blitz|rapid|bullet|lightning)(:? \d{1,2})/(\d{1,2})$", r"\1\2+\3"),
    (
        r"\b(?:an? )?(?:additional|extra) (\d+ ?s(?:ec\w*)? (?:(?:for|after|on|with|at) )?"
        r"(?:each|every|per) move)\b",
        r"increment of \1",
    ),
    (r"[,，]?共 ?(?=\d次)", ""),
    (r"\bin (?:each|every) (?:additional|further|subsequent|following) hour\b", "in 1 h repeating"),
    (r"\bà l'heure\b", "en 1 h à répéter"),
    (r"^([^\d]{2,60}(?<= is)(?: set at| set to)?) (\d{1,3}) (\d{1,2})$", r"\1 \2+\3"),
    (r"(\d) ?(時間|시간|小时|小時|分|분) ?(?:半|반)", r"\1.5\2"),
    (r"(?:^|(?<=: ))(\d+) ?d\b(?! ?\d)", r"\1 days"),
    (r"(?<![\d.,:/])(\d) (?:по|po) (?=\d+ ?[sс])", r"\1 x "),
    (r"\bпо часу\b", "1 час"),
    (r"(?<=\d초)(?=읽기)", " 초"),
    (r"(\d+)(秒|초)(?:将棋|碁|바둑|장기)", r"1x\1\2 byoyomi"),
    (r"^(\d+/[^,;]*\d) (?=sd ?/? ?\d)", r"\1, "),
    (rf"^(?:{_FIXED}): (?=.*\b{_EACH_MOVE}\b)", ""),
    (rf"(\b{_EACH_MOVE}),? (?:{_FIXED})$", r"\1"),
    (rf"^{_MOVES} 1 ?(?:-|to|through|bis|à|a|až|do|tot|до) ?(\d+)(?=:| in )", r"\1 moves"),
    (rf"\b{_MOVES} \d+ ?(?:-|to|until|bis|à) ?(?:the |la |zum )?(?:end|ende|fin)\b", "rest"),
    (r"\bun'ora\b", "1 ora"),
    (r"(\d+) ?\(([^\W\d_]+)\)", lambda found: _spelled_again(found)),
    (r"(?<=\d)/(?=sec)|(?<=[^\W\d_]) -(?=[^\W\d_])", " "),
    (r"\bi(?=\d)", "inc "),
    (r"\b\d{1,2}[- ]?ss\b,?", ""),
    (r"(?<![\d/.:])1/2(?=\s*\+)", "0.5"),
    (r"(?<![\d/.:])1/4(?=\s*\+)", "15s"),
    (r"(?<![\d/.:])(\d{1,2}),(5|25|75)(?= ?[^\W\d_])", r"\1.\2"),
    (
        r"(?<![\d/.:,])(\d)[.,]([0134]5|[12340]0)(?= ?(?:h|std|st|u|hod|godz|ч)[^\W\d_]*\b)",
        r"\1:\2",
    ),
    (r"^(tm\[\d+\]) ?ot\[([^\]]*)\]$", r"\1 + \2"),
    (r"^tm\[(\d+)\]", r"\1s"),
    (r"(?<=[^\W_])-(?=[^\W\d_])", " "),
    (r"(?<=[^\W\d_]{4})- (?=\d)", ": "),
    (r"(?<=\d)( ?-?s(?:ec\w*)?) buzzer\b", r"\1 gong"),
    (r"^(\d+ ?(?:m|h|min\w*|hours?)), (\d\d) in (?=\d+ ?m(?:in\w*)?$)", r"\1 + \2/"),
    (r"\((?!\d+\))([^()]*)\)|\[([^][]*)\]", r" \1\2 "),
    (
        rf"^((?:[^\d:]{{1,20}}: ?|seek |(?:{_SPEED} )?(?:time control|tempo|tc) )?(?:{_SPEED} )?"
        rf"\d{{1,3}}) (\d{{1,2}})(?=$| (?:{_SPEED}|rated|unrated)$)",
        r"\1+\2",
    ),
    (r"^\(?\d{1,2}\) (?=\S)", ""),  # of a list
    (r"(?<=\d)\.(?=d ?\d)", ";"),
    (r"(?<=\d)sd\b", "s delay"),
    (r"\b(\d\d+) ?[-x] ?\1(?= ?(?:min|'))", r"\1"),  # for both players
    (r"(?<=/\d\d) - (?=\d)|(?<=/\d\d) +-/(?=\d)", ", sd/"),
    (r"(?<=\d)' ?x ?(\d\d)(?=$| ?\+)", r"'/\1 moves"),
    (r"考慮時間(?=[^,。]*\d回)", "猶予"),  # times to think between moves
    (
        r"\bafter move (\d+),? ([^\d]*\d+ ?s[^\d]*\bfrom move (\d+))",
        lambda found: found[2] if int(found[3]) == int(found[1]) + 1 else found[0],
    ),
    (r"^0\.25(?= ?\+)", "15s"),
    (r"^0\.75(?= ?\+)", "45s"),
    (r"^(g|sd)-(?=\d)", r"\1/"),
    (r"(?<=\d)/\+(?=\d)", "+"),
    (r"\b(?:from|ab|od|vanaf) (\d\d)$", r"from move \1"),
    (r"^(fischer[^\d]{0,16})(\d+)/(\d+)$", r"\1\2+\3"),
    (r"(?:(?:^|(?<=: )|(?<=tempo )|(?<=gry ))p ?|(?<![^ ])p ?[-'] ?)(?=\d)", "g/"),
    (r"(?<=[\ds秒초]) ?\* ?(?=\d)", " x "),
    (r"(?<=[^\W_]) - (?=\d[\d.]* ?[^\W\d_]+\.? [^\W\d_])", ", "),
    (r"(?<=[^\W_]\.) - (?=[^\W\d_])|(?<=[^\W_]) - (?=[^\W\d_])", ", "),
    # These words are before a number of moves, and elsewhere mean something else.
    (r"\bna (?:de )?(\d+)e? ?zet(?:ten)?\b", r"after move \1"),
    (r"\bpo (\d+)\.? (?:tah|taz|pos|ruch)\w*", r"after move \1"),
    (r"(?<=[\"s])/1$", "/move"),
    (r"(?:^|(?<=[:,] ))(\d{1,3})/(?=\d{1,2}(?:\"|''| sec| se[gk]| s\b))", r"\1+"),
    (r"\b(swap|taraguchi|soosyrv)-(?=\d)", r"\1 "),
    (r"(?<=\d\d)(?:-?(?:st|nd|rd|th|ème|eme|ste|e|º|ª)|[ -]?(?:го|ого|szego))(?= [^\W\d_])", ""),
    (
        rf"\b(?:{_FROM})(?: {_THE})? (\d{{2,}})\.? (?:{_MOVE})(?: an)?\b",
        r"from move \1",
    ),
    (r"\bstarting (?:at |from |with )?(?:move )?(\d{2,})$", r"from move \1"),
    (r"(?<![\d/.:])(\d) 1/2(?= ?(?:h|s?t|u))", r"\1.5"),
    (r"(?<![\d/.:])1/2(?= ?(?:h|st|u))", "0.5"),
    (r"\b(1|1\.5|0\.5) time\b(?! control| limit)", r"\1 h"),  # Danish and Norwegian
    (r"(?<![\d/.:])([13])/4(?= ?(?:h|st|u))", lambda found: f"{int(found[1]) * 0.25}"),
    (r"(?<=\d)(h|min|mn|m)ko\b", r"\1 ko"),
    (r"\bze? (?=\d+ tah)", "na "),
)

_ACRONYM = re.compile(r"([A-Z]{2,6})(?: ?20\d\d)?:? (?=[^\d\W]{2})")
"""The name of an event at the beginning, as in "KBS Cup 5 minutes"."""
_FRAME = re.compile(r"^(?:[-,] +)?(?:\"(.*)\"|\(([^()]*)\)|(.*?))[ .!]*$")
"""Signs around a whole text, as of a list."""
_SENTENCE = re.compile(r"(?<=[^\W\d_]{4})\. (?=([^\W\d_]))|(?<=[^\W\d_]{5})\. (?=\d)")
"""An end of a sentence has a capital behind it, an abbreviation has not."""
_REWRITTEN: Rewrites = tuple(
    (re.compile(pattern), instead) for pattern, instead in _WRITTEN_OTHERWISE
)


@lru_cache(maxsize=64)
def normalized(text: str) -> str:
    """A text in one form for all signs that look alike, in small letters."""
    text = "".join(each for each in text if unicodedata.category(each) != "Cf")
    text = without_quotes(text)
    text = re.sub(r"(?<![\d/.:])(\d) (?=[½¼¾])", r"\1", text)
    for fraction, digits in _FRACTIONS.items():
        text = re.sub(rf"(?<!\d){fraction}", f"0.{digits}", text).replace(fraction, f".{digits}")
    text = " ".join(unicodedata.normalize("NFKC", text.translate(_ALIKE)).split())
    text = _FRAME.sub(r"\1\2\3", text).strip()
    is_loud = text.isupper()
    if not is_loud and (name := _ACRONYM.match(text)) and not _is_known(name[1].lower()):
        text = text[name.end() :]
    text = _SENTENCE.sub(
        lambda end: " " if end[1] and (is_loud or end[1].islower()) else "; ", text
    )
    text = text.lower().translate(_ALIKE)
    text = "".join(str(unicodedata.decimal(each)) if each.isdecimal() else each for each in text)
    text = as_people_write(without_labels(text))
    return without_other_numbers(with_digits(rewritten(text, _REWRITTEN)))


def _is_known(word: str) -> bool:
    """Whether a word says something, or begins what does."""
    return lexicon().unit((word,)) != "" or (word,) in lexicon().beginnings


def _spelled_again(found: re.Match[str]) -> str:
    """A number without itself as a word behind it, as in "30 (trinta)"."""
    spelled = with_digits(f"{found[2]} hora").split()[0]
    return found[1] if spelled == found[1].lstrip("0") else found[0]
