"""Tokens without words that say nothing where they stand, before they are taken apart."""

import re

from msgspec import structs

from clock.notation.lexicon import CHANGING, FOR_BOTH, MAIN_TIME, RESERVE
from clock.notation.tokens import Token

_LOOSE = tuple(
    map(
        re.compile,
        (
            r"^[~,&]*F(?=~*,?[tcg])",  # "for league matches 75 min"
            r"^(?:[&,;>]|F,|F(?![k:]|n(?!\+))|/(?=[&,;>F]))+",  # "For the final, 9 m"
            r"&+$",  # "5 min a game and player"
            r"^I[:,]?(?=[^p]*[tcn][^p]*[tcn][^p]*p)",  # "Fischer: 90 min, 30 s a move"
            r"[F/](?![ntceFkogx(:+])",  # "for each of the players", "in"
            r"[KO][:,]?(?=.*o)|(?<=o/t)[,/]?[KO]",  # "Canadian: 1 h, then 20 stones in 5 min"
            r"O[:,>/F&]*(?=n[xokqtY/F]|[tc](?:[/F]?n[okq]|[xpqY])|[YK])|(?:(?<=x[ntc])|(?<=o/t)|(?<=[qpYK]))[:,]?O",
            r"(?<=Y)x$",  # "byo-yomi periods"
            r"[,;]*\+(?=[eg]$)|[,;&>]+[F/]?$",  # "2 x 8 min + sudden death"
            r"Y[,;:]?(?=Y)",
            r"(?<=>)[F/](?=nk)",  # "then every 20 moves 1 h"
            r">$",  # "40 moves in 2 h, 1 h thereafter"
        ),
    )
)
"""Words to pass over, and the signs behind them."""
_RESERVE = re.compile(f"({RESERVE})")
_FREE_EACH_MOVE = re.compile("(p)")
_NO_LAST = re.compile(".*M.*M|M(?!$)|(?<![ntc])M")
"""Where "main time" says nothing, but in "25 moves in 5 minutes after 10 minutes main time"."""
_COUNTED_MOVES = re.compile("(?:K.*|O:?(?:t[/F]?)?n)(k)|n(k)(?=[/F]t[,/]?[KO])")
"""Moves in Canadian overtime: these are its stones."""
_OF_EACH = re.compile(
    rf"(?:p|[+&][tnc]|[IDB][tnc]?|n?x[tnc]Y?|Y[tnc]?|[tn]q)(?:,?(?:a|[fA]n|e))?{FOR_BOTH}"
)
"""What each player has alone, before "for both": a bonus or byo-yomi."""
_ONE_MOVE = re.compile("(O):?tp|(?<!I)tp(>)$")
"""Overtime of a time a move, and what is for each move thereafter, is byo-yomi."""
_SECONDS = re.compile("(?<=t)(O):?t[,;]*$")
"""So is overtime of seconds alone."""


def plain_tokens(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """Return the tokens that say something."""
    letters = "".join(each.letter for each in tokens)
    if FOR_BOTH in letters:
        tokens = _without_both(tokens, letters)
        letters = "".join(each.letter for each in tokens)
    if RESERVE in letters:
        if not set("DIBY") & set(letters):
            tokens = _renamed(tokens, _FREE_EACH_MOVE, "D")  # "12 s a move, reserve 15 min"
            letters = "".join(each.letter for each in tokens)
        tokens = _renamed(tokens, _RESERVE, MAIN_TIME if "D" in letters else CHANGING)
        letters = "".join(each.letter for each in tokens)
    if _NO_LAST.search(letters):
        tokens = tuple(each for each in tokens if each.letter != MAIN_TIME)
        letters = "".join(each.letter for each in tokens)
    if re.match(r"\+[tn]p", letters) and not tokens[0].start:
        tokens, letters = tokens[1:], letters[1:]  # "+10 s a move, 20 min"
    is_first = letters.startswith("/") and (not tokens[0].start or "+" in letters)
    if is_first and tokens[0].text in ("in", "en"):
        tokens = tokens[1:]  # "in 25 minutes", not "8 rounds in 2 hours"
    if "o" not in letters:
        tokens = _renamed(tokens, _COUNTED_MOVES, "o")
    if letters.startswith("K") and not set(letters) & {"k", "o"}:
        tokens = (*tokens[2 if letters[1:2] in (":", ",") else 1 :], tokens[0])
    tokens = _renamed(tokens, _ONE_MOVE, "Y")
    if tokens and tokens[-1].unit == "s":
        tokens = _renamed(tokens, _SECONDS, "Y")
    is_glued = len(tokens) > 1 and tokens[0].end == tokens[1].start and tokens[0].letter == "&"
    for pattern in _LOOSE:
        letters = "".join(each.letter for each in tokens)
        dropped = {
            index
            for found in pattern.finditer(letters)
            for index in range(*found.span())
            if (tokens[index].letter not in "/F" or tokens[index].text != "/")
            and (tokens[index].start or tokens[index].letter not in ",;>")
            and not (is_glued and index == 0)
        }
        tokens = tuple(each for index, each in enumerate(tokens) if index not in dropped)
    return tokens


def _without_both(tokens: tuple[Token, ...], letters: str) -> tuple[Token, ...]:
    """The tokens without "for both" behind a bonus; elsewhere it may mean a shared time."""
    silent = set[int]()
    for found in _OF_EACH.finditer(letters):
        added = tokens[found.start() + 1]
        if found[0][0] not in "+&" or added.letter != "t" or added.unit == "s":
            silent.add(found.end() - 1)
    tokens = tuple(each for index, each in enumerate(tokens) if index not in silent)
    return _renamed(tokens, re.compile(f"({FOR_BOTH})"), CHANGING)


def _renamed(tokens: tuple[Token, ...], pattern: re.Pattern[str], letter: str) -> tuple[Token, ...]:
    """The tokens with another letter where a pattern has a group."""
    letters = "".join(each.letter for each in tokens)
    renamed = {
        found.start(found.lastgroup or found.lastindex or 0) for found in pattern.finditer(letters)
    }
    return tuple(
        structs.replace(each, letter=letter) if index in renamed else each
        for index, each in enumerate(tokens)
    )
