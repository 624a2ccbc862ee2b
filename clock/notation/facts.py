"""Numbers beside a time control that are no part of it: of rounds, players, dates and hours.

Each has words that say so: "Beginn 20.00 Uhr", "over 6 rounds", "default 30 min", "5. 11. 2026".
"""

import re

from clock.notation.numbers import rewritten

_MONTH = (
    r"(?:jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|f[ée]vrier|mar(?:ch|s|zo|ço)|märz|apr(?:il)?|avril|abril|"
    r"may|mai|mayo|maio|june|juni|juin|junio|junho|jul[iy]|juillet|julio|julho|aug(?:ust)?|août|agosto|"
    r"sept?(?:ember|embre|iembre)?|setembro|o[ck]t(?:ober|obre|ubre)?|outubro|nov(?:ember|embre|iembre)?|"
    r"novembro|de[cz](?:ember|embre|iembre)?|décembre|dezembro|enero|janeiro|febrero|fevereiro|"
    r"ledna|února|března|dubna|května|června|července|srpna|září|října|listopadu|prosince|stycznia|"
    r"lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|września|października|listopada|grudnia|"
    r"января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря)"
)
_DAY = (
    r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?)"
)
_YEAR = r"(?:19[5-9]|20[0-4])\d"
_ROUNDS = (
    r"(?:rounds?|rds?|runden|durchgängen?|rondes|rondas|rodadas|rund(?:y|ach)?|kol(?:a|ech)?|ronden|"
    r"тур(?:ов|а)|turni|ronder|runder|forduló(?:s)?)"
)
_SWISS = (
    r"(?:\w*(?:swiss|schweiz|suiss?[eo]|suiz|suíç|szwajcar|švýcar|zwitser|швейцар|pairing|system|systém|"
    r"système|sistem|turnier|tournament|tournoi|torneo|torneio|turnaj|turniej|toernooi|турнир)\w*)"
)
_START = (
    r"(?:start(?:s|ing)?|beginn?(?:s|t)?|anfang|spielbeginn|aanvang|début|inicio|início|inizio|začátek|"
    r"rozpoczęcie|początek|начало|registration|anmeldung|einlass|clocks? start(?:s|ed)?)"
)
_ABSENT = (
    r"(?:(?:the )?(?:default|defaul|forfeit|forfeiture|waiting|grace|wait)(?: time| period)?|wartezeit|"
    r"karenz(?:zeit)?|(?:tiempo de )?(?:espera|tolerancia)|(?:temps de )?retard|tolerância|tolleranza|"
    r"czas oczekiwania|čekací doba|wachttijd|время ожидания|опоздание)"
)
_PAUSE = r"(?:pause|pauze|break|pausa|descanso|przerwy|przerwa|přestávka|перерыв)"
_BETWEEN = r"(?:between|tussen|zwischen|entre|między|mezi|между|tra)"
_PEOPLE = (
    r"(?:boards?|players?|participants?|entr(?:ies|ants)|teams?|bretter[n]?|teilnehmer[n]?|mannschaften|"
    r"joueurs|joueuses|échiquiers|équipes|jugadores|tableros|equipos|jogadores|tabuleiros|zawodników|"
    r"graczy|szachownic|hráčů|účastníků|šachovnic\w*|spelers|borden|deelnemers|участник\w*|игроков|досок)"
)
_MINUTES = r"\d{1,3} ?(?:min\w*|мин\w*|hours?|h|stunden?|heures?|horas?)\b\.?"
_CLOCK = r"(?:[01]?\d|2[0-4])(?:[.:h][0-5]\d)"
_FACTS = tuple(
    (re.compile(pattern), instead)
    for pattern, instead in (
        (rf"(?:^|(?<=[,;.(])) *(?:[^\d,;.()]{{0,20}} )?{_ABSENT}\b[^\d,;.()]*{_MINUTES}[^\d,;.()+]*(?=$|[,;.)])", ""),
        (rf"(?<=[,;.(])[^\d,;.()]*{_MINUTES} {_PAUSE} {_BETWEEN}\b[^\d,;.()+]*(?=$|[,;.)])", ""),
        (
            rf"[,;(]? ?(?:\b{_START}\b ?:? ?)?(?:\b(?:um|at|om|from|ab|od|à|o|gegen|spätestens)\b ?)?(?<![\d.:])"
            rf"(?:[01]?\d|2[0-4])(?:[.:][0-5]\d)? ?(?:uhr|[ap]\.?m\b|o ' ?clock|o'clock)\b\.?",
            " ",
        ),
        (
            rf"\b{_START}\b ?:?(?: (?:at|um|om|o|a las|às|alle|v|в|à|is|gegen))? {_CLOCK}"
            r"(?: ?(?:uur|hod\w*|h|hrs|hours|horas|godz\w*|ч))?(?![\w'\"]| ?[+/|x])\.?",
            " ",
        ),
        (rf"\b{_ROUNDS}\.? ?:? ?(?:at )?(?:{_CLOCK}|\d{{1,2}}(?= ?[-,]))(?:[ ,-]+\d{{1,2}}(?:[.:]\d\d)?)*(?=$|[,;.)])", " "),
        (r"(?:[$€£] ?\d+(?:[.,]\d\d)?|\b\d+(?:[.,]\d\d)? ?(?:euros?|eur|€|usd|dollars?|[$£]|zł|pln|kč|czk|рубл\w*|руб|원|元|円))(?!\w)", " "),
        (r"共?[赛賽]? ?共?(?<!每)\d{1,2} ?[轮輪]", " "),
        (
            rf"(?:\b{_DAY},? )?\b\d{{1,2}}(?:st|nd|rd|th)?\.?(?: ?- ?\d{{1,2}}\.?)? (?:of |de )?{_MONTH}\b\.?"
            rf"(?:,? (?:de )?{_YEAR}\b)?",
            " ",
        ),
        (rf"(?:\b{_DAY},? )?\b{_MONTH}\.? (?:\d{{1,2}}(?:st|nd|rd|th)?,? )?{_YEAR}\b", " "),
        (rf"\b(?!may\b|mar\b|mai\b|maj){_MONTH}\.? \d{{1,2}}(?:st|nd|rd|th)?(?=$|[,;.)]|(?: and| &| ?-) ?\d)(?:(?: and| &| ?-) ?\d{{1,2}}(?:st|nd|rd|th)?)?", " "),
        (rf"(?<![\d.])\d{{1,2}}[./] ?\d{{1,2}}[./] ?{_YEAR}\b", " "),
        (rf"(?<=[^\W\d_]){_YEAR}(?=$| [^\W\d_]|[,;.:)])", " "),
        (rf"(?<=[^\W\d_] ){_YEAR}(?=$| [^\W\d_]{{4}}| a mlad|[,;.:)])", " "),
        (rf"({_SWISS}[^\d,;.+]{{0,24}}?) (?:na|over|auf|of|with|mit|de|à|a|op|z|из|in|en|em|au[fs]|sur) \d{{1,2}}"
         rf"(?: ?(?:-|to|bis|or|nebo) ?\d{{1,2}})? {_ROUNDS}\b", r"\1"),
        (rf"\bover \d{{1,2}} {_ROUNDS}\b|\b\d{{1,2}}(?: ?-|,? resp\.?|,? or|,? nebo|,? oder) ?\d{{1,2}} {_ROUNDS}\b", " "),
        (rf"\b(?:the |a |an )?\d{{1,2}} (?:round|runden|ronden|kolov\w+|rundow\w+|туров\w+) (?={_SWISS})", " "),
        (rf"(?<!for )(?<!per )(?<!für )(?<!pour )(?<!para )(?<!on )(?<!dla )(?<!pro )\b(?:[3-9]|[1-9]\d\d?) {_PEOPLE}\b", " "),
        (r"\bu ?(?:1\d|20|2\d)00\b", " "),
        (r"(?:^|(?<=, )|(?<=\())\d{1,2} ?-? ?ss\b,?", " "),
    )
)
_EDGES = re.compile(r"^[ ,;.]+|[ ,;]+$")
_HAS_DIGITS = re.compile(r"\d")


def without_facts(text: str) -> str:
    """Return a text in small letters without such numbers, unless no other is left."""
    plain = rewritten(text, _FACTS)
    if plain == text:
        return text
    plain = _EDGES.sub("", " ".join(plain.split()))
    return plain if _HAS_DIGITS.search(plain) else text
