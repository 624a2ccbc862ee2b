"""Sentences and brackets beside a time control that have no number and say nothing of it.

As "(as usual)" and "Be warned: this is quick!", and what happens to who oversteps the time.
"""

import re

from clock.notation.normal_form import normalized
from clock.notation.numbers import without_accents
from clock.notation.passed import is_misspelt
from clock.notation.tokens import tokens

_BRACKETS = re.compile(r"\([^()]*\)|（[^（）]*）|\[[^][]*\]")
_SENTENCES = re.compile(r".+?(?:[.!?](?=\s|$)|[;。！;；]|$)", re.DOTALL)
_CLAUSES = re.compile(r"[^,、，]*[,、，]*\s*")
_DIGIT = re.compile(r"\d")
_NO_MEANING = "~!,;:/F&>+eag"
"""Letters of tokens without which a sentence is no part of a control."""
_SOFT = frozenset(
    (
        "if or most white black before until during not players points team elo rating late boards "
        "wenn oder schwarz weiß bis vor nicht ou si pas ne avant jusque o hasta antes no lub albo "
        "nebo před do или не до of tot voor niet або vagy eller non oppure prima"
    ).split()
)
"""Words that change a control but in a sentence that says nothing of time."""
_OF_TIME = re.compile(
    "time|clock|zeit|uhr|temps|pendule|tiempo|reloj|tempo|relogio|orologio|czas|zegar|cas|hodin|tijd|klok|"
    "врем|час|시간|시계|時間|時計|时间|计时|minut|sec|sek|hour|stund|heure|hora|incr|inkr|bonus|delay|"
    "both|beide|ambos|entrambi|oba|obu|обоих|shar|half|double|add|fischer|bronstein|byo|move|zug|zuge|coup|zet|tah|ruch|ход"
)
_OVER = re.compile(
    "overstep|exceed|expir|run(?:s|ning)? out|flag|time is up|used up|uberschreit|ablauf|abgelauf|depass|"
    "tomb|drapeau|bandera|agota|queda|esgot|vlaje|vlag|overschr|chorag|praporek|пад|флаг|просроч|"
    "超时|超時|逾時|切れ|使い切|초과|시간패|lose"
)
_LOST = re.compile(
    "lose|lost|loss|forfeit|verlier|verlor|niederlage|perd|pierde|partida perdida|verlies|przegr|prohr|проиг|"
    "поражен|判负|判負|負け|패|losing"
)
_TAKEN = re.compile("deduct|minus|penalt|punkt|puntos|punten|pontos|points|pts|очк|add|gets|bonus|turn")


def without_asides(text: str) -> str:
    """Return a text without such parts; the text itself if there are none, or nothing else."""
    plain = _BRACKETS.sub(lambda found: "" if _is_aside(found[0]) else found[0], text)
    kept = [each for each in _SENTENCES.findall(plain) if not _is_aside(each)]
    kept = ["".join(c for c in _CLAUSES.findall(each) if not _says_who_loses(c)) for each in kept]
    plain = "".join(kept)
    if plain == text:
        return text
    plain = re.sub(r" +(?=[.,;:])", "", plain).strip(" ,;")
    return plain if _DIGIT.search(normalized(plain)) else text


def _is_aside(part: str) -> bool:
    plain = normalized(part.strip(" ()（）[].;!?。！"))
    if _DIGIT.search(plain) or not plain:
        return False
    if _says_who_loses(plain):
        return True
    found = tokens(plain, colons=True, split=False, passing=True)
    if is_misspelt(found) or not any(each.letter in "~!" for each in found):
        return False
    if any(each.letter not in _NO_MEANING for each in found):
        return False
    changing = [each.text for each in found if each.letter == "!"]
    if not changing:
        return True
    return all(each in _SOFT for each in changing) and not _OF_TIME.search(without_accents(plain))


def _says_who_loses(part: str) -> bool:
    """Whether a part says only that who oversteps the time has lost."""
    plain = without_accents(part.lower())
    if _DIGIT.search(normalized(part)) or _TAKEN.search(plain):
        return False
    return _OVER.search(plain) is not None and _LOST.search(plain) is not None
