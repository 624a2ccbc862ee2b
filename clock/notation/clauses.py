"""The clauses of a written time control: a period, a bonus, byo-yomi, and what stands between.

A row of `GRAMMAR` is a kind of clause and the tokens that it is made of, each by its letter
(`clock.notation.tokens`). Its groups name the tokens that say something; T is any
time, S the move from which on a bonus is added.
"""

import re

import msgspec
from msgspec import structs

from clock.notation.lexicon import CHANGING, GO
from clock.notation.plain_tokens import plain_tokens
from clock.notation.tokens import DUTCH_AND, NUMBER, PASSED, UNKNOWN, Token

T = "[ntc]"
_OF_THE_NEXT = r"(?!:?[IpY]?T|:?[IpY],T|:,T|,T(?!e?$))"
_SINCE = (
    r"(?:,?(?:(?P<all>a)(?:,?e(?![/:]?T))?|f(?P<since>n)|A(?P<past>n)k?(?!k))"
    + _OF_THE_NEXT
    + ")?I?"
)
_TERMS = r"(?P<main>M)?(?:[,&]?(?P<repeat>r)|,?(?P<once>1))?(?:,?(?P<dropped>u))?"
GRAMMAR = tuple(
    (kind, re.compile(pattern.replace("S", _SINCE).replace("T", T) + _TERMS))
    for kind, pattern in (
        ("period", r"(?P<moves>n)(?:/g?|k(?:[/:]|F(?=t))?)(?P<time>T)"),
        ("period", r"Y?:?(?P<moves>n)(?P<stones>o)[/:F]?(?P<time>T)(?P<canadian>K)?Y?"),
        ("period", r"Y:?(?P<moves>n)(?P<stones>k)/(?P<time>T)"),
        ("period", r"[KY]?:?(?P<moves>n)[ko]?/(?P<time>T)(?P<canadian>K)"),
        ("period", r"(?P<time>T)/(?P<moves>n)(?P<canadian>K)"),
        ("period", r"(?P<canadian>K):?(?P<moves>n)[ko]?[/F](?P<time>T)"),
        ("period", r"(?:(?P<players>n)x)?(?P<time>[tc])(?:F|/)(?P<moves>n)(?!I(?!T))k?"),
        ("period", r"(?P<time>T)I?(?:F|/|x)?(?P<moves>n)k"),
        ("period", r"(?<=>)(?P<moves>n)k/(?P<time>T)(?P<ended>e)"),
        ("period", r"(?P<time>T)(?!no/?T)(?:F|/)?(?P<moves>n)(?P<stones>o)(?!/T)(?P<canadian>K)?"),
        ("period", r"I?(?P<time>T)I?A(?P<after>n)k?"),
        ("period", r"(?<!.)A(?P<moves>n)k/(?P<time>t)"),
        ("period", r"A(?P<after>n)k?[,:]?\+?I?(?P<time>T)I?(?:F?e)?"),
        ("bonus", r"A(?P<past>n)k?[,:]?I?(?P<bonus>T)(?:pI?|Ip)"),
        ("period", r"(?P<game>g)[/:,&]?(?:(?P<players>n)x)?(?P<time>T)e?"),
        ("period", r"(?P<players>n)x(?P<time>T)/?F?(?P<game>[eg])"),
        ("period", r"(?P<time>T)[/,;]?(?P<added>I)?F?(?P<game>e|g(?!/?T))(?:,?[eg](?![,:/]?T))*"),
        ("period", r"I(?P<time>T)[/,;]?F?(?P<game>e|g(?!/?T))e?"),
        ("period", r"(?P<game>e)[,:/]?(?:(?P<players>n)x)?(?P<time>T)I?"),
        ("period", r"(?P<behind>A)?(?P<time>T)"),
        ("period", r"F(?P<moves>n)k:?(?P<time>T)"),
        ("period", r"K:?(?P<time>t)(?=[,+&]*no|\+n/)"),
        ("quota", r"F(?P<moves>n)k"),
        ("quota", r"(?<![,;:+>&])/?(?P<moves>n)k"),
        ("hourglass", r"H[,:]?&?(?:(?P<moves>n)k?/)?(?P<time>T)"),
        ("hourglass", r"(?:(?P<moves>n)k?/)?(?P<time>T),?H"),
        ("gong", r"(?:(?P<moves>n)k?/)?(?P<time>T)p?,?G"),
        ("gong", r"G:?(?P<time>T)"),
        ("below_zero", r"(?:(?P<moves>n)k?/)?(?P<time>T)[,;]?>?e?(?:,?Z)+"),
        ("countup", r"(?:(?P<moves>n)k?/)?U(?P<time>T)"),
        ("countup", r"(?:(?P<moves>n)k?/)?(?P<time>T)U"),
        (
            "byoyomi",
            r"(?P<named>Y)?[:,]?(?P<count>n)I?x(?P<bonus>T)p?(?:(?P<named2>Y)Y?|x(?![ntc]))?",
        ),
        ("byoyomi", r"(?P<moves>n)k?/(?P<count>n)x(?P<bonus>T)"),
        ("byoyomi", r"(?P<count>n)x?(?P<named>Y)x?/?(?P<bonus>T)"),
        ("byoyomi", r"(?P<bonus>[tc])x(?P<count>n)(?P<named>Y)?"),
        (
            "byoyomi",
            r"a?(?P<named>Y)[,:]?(?P<bonus>T)p?(?:(?:,|/|Y)?x?(?P<count>n)(?!xT)(?:Y?[qx]|x?Y)?)?",
        ),
        ("byoyomi", r"(?P<bonus>T)(?P<named>Y)p?(?:,?x?(?P<count>n)[qx])?(?!:?(?:nx)?T)"),
        ("byoyomi", r"(?P<bonus>T)(?P<named>Y)x(?P<count>n)"),
        ("byoyomi", r"(?P<named>Y)?(?P<bonus>T)x?(?P<count>n)q(?!T)(?P<named2>Y)?"),
        ("byoyomi", r"(?:(?P<named2>Y)[,:]?)?(?P<count>n)q,?(?P<bonus>T)(?P<named>Y)?"),
        ("byoyomi", r"I?(?P<bonus>T)p,?(?P<named>Y)"),
        ("byoyomi", r"(?P<count>n)(?P<bonus>t)(?:Yx|x)(?P<named>Y)?"),
        ("byoyomi", r"(?P<count>n)(?P<bonus>t)(?P<named>Y)"),
        ("byoyomi", r"(?P<bonus>T)(?P<named>Y)x?(?P<count>n)q"),
        ("byoyomi", r"(?P<named>Y)(?P<bonus>T)Y"),
        ("byoyomi", r"(?P<bonus>T)\((?P<count>n)\)(?P<named>Y)?"),
        ("bonus", r"(?:[ID](?=[IDB]))?(?P<method>[IDB])D?[:/,]?(?P<bonus>T)p?(?:I(?![:/]?T))?S"),
        (
            "bonus",
            r"(?P<bonus>T)(?:[ID](?=[DB]))?(?P<method>[IDB])[ID]?(?![:/]?T(?!M))(?P<each>p)?(?:,?(?P<whole>e)(?![/:]?T))?S",
        ),
        ("bonus", r"(?P<bonus>T)p(?!T)(?:,?I(?![:/]?T))?(?:,?(?P<whole>e)(?![/:]?T))?S"),
        ("bonus", r"(?P<bonus>T)pD?(?P<method>[DB])D?(?![:/]?T)S"),
        ("bonus", r"(?P<method>[DB])(?P<bonus>T)I?p?(?P=method)(?![:/]?T)S"),
        ("bonus", r"pa?[:,]?\+?(?P<bonus>T)(?P<method>[IDB])S"),
        ("bonus", r"pa?I?[:,]?\+?(?P<bonus>T)I?S"),
        ("bonus", r"(?P<method>[IDB])p(?P<bonus>T)S"),
        ("bonus", r"Y(?P<bonus>T)(?P<method>I)S"),
        ("bonus", r"(?:f(?P<since>n)|(?P<all>a))[:,+]?Y?(?P<bonus>T)(?P<method>I)p?"),
        ("bonus", r"(?P<bonus>T)(?=,?[af])S"),
        ("bonus", r"(?:f(?P<since>n)|(?P<all>a))[:,+]?(?P<method>I)(?P<bonus>T)p?"),
        ("bonus", r"(?:f(?P<since>n)|(?P<all>a))[:,+]?(?P<bonus>T)pI?"),
        ("bonus", r"(?:f(?P<since>n)|(?P<all>a))[:,+]?pI?,?(?P<bonus>T)I?I?"),
        ("bonus", r"(?:f(?P<since>n)|(?P<all>a)):(?P<bonus>T)"),
    )
)
"""In this order if several are as long."""
_BETWEEN = re.compile(r"/|[,;:+>&]*")
_ALLOWED = re.compile(r"[,;]?(?:&?\+?|(?:\+?>|>\+|&>),?)|:\+?")
"""What may stand between two clauses."""
_AT_MOVE = re.compile("move|zug|coup|jugada|lance|zet$")
_DAYS = ("d", "w")
_DAYS_OF_MOVES = re.compile(
    "tp|p[,:]?t|n[ko]?[/F]/?tr?(?:[+,]tp)?|t(?:/|F)*nk?r?|F?nk[,:]?tr?|t[+&,>]*(?:It|tI|tpI?|tIp)I?"
)
"""Times in days: for each move, for some moves, or with so many more for every move."""
_ONE_MOVE_IN = re.compile("nk[/F]t")
"""A single move in a time is a time for each move."""
_OVERTIME = "KOY"
MOVES_MIN, MOVES_MAX = 10, 200
"""Fewer, or more, are moves only if the text says so: "60 min pour les deux" is for two players."""


class Clause(msgspec.Struct, frozen=True):
    """A part of a control with one meaning, in the tokens of the text."""

    kind: str
    between: str
    """The separators before it."""
    parts: dict[str, Token]
    """The tokens of the row's groups."""
    start: int
    end: int

    @property
    def moves(self) -> int | None:
        return self.number("moves", 0) if "moves" in self.parts else None

    @property
    def is_time_first(self) -> bool:
        """Whether the time stands before its moves."""
        return self.parts["time"].start < self.parts["moves"].start

    def number(self, name: str, otherwise: int) -> int:
        """The whole number of a group."""
        return int(self.parts[name].text) if name in self.parts else otherwise

    def has(self, *names: str) -> bool:
        """Whether the text says one of these."""
        return any(name in self.parts for name in names)


class NotUnderstood(ValueError):
    """A part of a text that has no place in a control, from `start` to `end`."""

    def __init__(self, start: int, end: int) -> None:
        super().__init__(start, end)
        self.start, self.end = start, end


def clauses(tokens: tuple[Token, ...]) -> tuple[Clause, ...]:
    """Take a text apart; raises NotUnderstood."""
    tokens = tuple(each for each in tokens if each.letter not in ("N", GO, PASSED))
    is_overtime = any(each.letter in _OVERTIME for each in tokens)
    tokens = plain_tokens(tokens)
    letters = "".join(each.letter for each in tokens)
    unknown = next((each for each in tokens if each.letter in (UNKNOWN, CHANGING)), None)
    if unknown is not None or not tokens:
        raise NotUnderstood(unknown.start, unknown.end) if unknown else NotUnderstood(0, 0)
    _require_no_days(tokens, letters)
    found, at = list[Clause](), 0
    while at < len(letters):
        between = _BETWEEN.match(letters, at)
        assert between is not None
        signs = between[0]
        row = _longest(letters, between.end()) if between.end() < len(letters) else None
        is_quota = row is not None and row[0] == "period" and "moves" in row[1].groupdict()
        if signs == "/" and found and found[-1].has("moves") and is_quota:
            signs = ","  # "40 / 2 h / 20 / 1 h"
        elif signs == "/" and tokens[at].text == DUTCH_AND:
            signs = "&"
        elif signs == "/" and row is not None and _is_added(row[0], tokens[between.end()]):
            signs = "+"
        if found and set(signs) <= {",", ";"} and between.end() == len(letters):
            break
        if row is None or (_ALLOWED.fullmatch(signs) is None if found else signs):
            raise NotUnderstood(tokens[at].start, tokens[-1].end)
        kind, match = row
        parts = {
            name: tokens[match.start(name)] for name, value in match.groupdict().items() if value
        }
        for name in parts.keys() & {"moves", "count", "since", "past", "players", "after"}:
            if not parts[name].text.isdecimal() and parts[name].letter == "n":
                raise NotUnderstood(parts[name].start, parts[name].end)
        start, end = tokens[match.start()].start, tokens[match.end() - 1].end
        if "F" in match[0] and not set("ko") & set(match[0]) and 0 < _moves_in(parts) < MOVES_MIN:
            raise NotUnderstood(start, end)
        if "moves" in parts and _moves_in(parts) == 0:
            raise NotUnderstood(start, end)
        if "moves" in parts and _moves_in(parts) == 0:
            raise NotUnderstood(start, end)
        has_slash = any(each.text == "/" for each in tokens[slice(*match.span())])
        if not (has_slash or set("ko") & set(match[0])) and _moves_in(parts) > MOVES_MAX:
            raise NotUnderstood(parts["moves"].start, parts["moves"].end)
        if not (found or is_overtime) and _is_handicap(match[0], parts):
            raise NotUnderstood(parts["moves"].start, parts["stones"].end)
        is_since = match[0].startswith("An") and bool({"after", "past"} & parts.keys())
        if is_since and not ("k" in match[0] or _AT_MOVE.search(tokens[match.start()].text)):
            raise NotUnderstood(start, end)
        if _is_other_time(match[0], parts):
            raise NotUnderstood(parts["count"].start, parts["count"].end)
        if _ONE_MOVE_IN.fullmatch(letters) and _moves_in(parts) == 1:
            kind, parts = "bonus", {"bonus": parts["time"]}
        found.append(Clause(kind, signs, parts, start, end))
        at = match.end()
    return _main_time_first(found)


def _require_no_days(tokens: tuple[Token, ...], letters: str) -> None:
    """Raise NotUnderstood for days or weeks that are not for moves: those are of an event."""
    days = next((each for each in tokens if each.unit in _DAYS), None)
    is_mixed = len({each.unit in _DAYS for each in tokens if each.unit}) > 1
    if days is not None and (is_mixed or _DAYS_OF_MOVES.fullmatch(letters) is None):
        raise NotUnderstood(days.start, days.end)


def _moves_in(parts: dict[str, Token]) -> int:
    """The number of moves that a clause has, or 0."""
    return int(parts["moves"].text) if "moves" in parts else 0


def _is_handicap(letters: str, parts: dict[str, Token]) -> bool:
    """Whether stones may be a handicap, as in "4 stones 1h"."""
    return "stones" in parts and not set("/F:") & set(letters) and _moves_in(parts) < MOVES_MIN


def _is_other_time(letters: str, parts: dict[str, Token]) -> bool:
    """Whether a word makes a count another time, as in "byo-yomi 30 main 20"."""
    is_bare = letters.endswith("nn") and {"bonus", "count"} <= parts.keys()
    return is_bare and parts["count"].start - parts["bonus"].end > 1


def _is_added(kind: str, token: Token) -> bool:
    """Whether a slash before a clause is a plus, as in "10 min / 5 s"."""
    return kind in ("byoyomi", "bonus") or (token.letter == "t" and token.unit == "s")


def _main_time_first(found: list[Clause]) -> tuple[Clause, ...]:
    """The clauses, with the main time before a bonus or byo-yomi that the text names first."""
    match found:
        case [Clause(kind="period") as overtime, Clause(kind="period") as main] if (
            not main.has("moves")
            and overtime.has("moves")
            and (overtime.has("stones", "canadian") or main.has("main"))
        ):
            parts = {**overtime.parts, "canadian": overtime.parts["moves"]}
            overtime = structs.replace(overtime, between="+", parts=parts)
            return structs.replace(main, between=""), overtime
        case [Clause(kind="period") as main, Clause(kind="bonus") as behind] if (
            main.has("behind")
            and "+" not in behind.between
            and not behind.has("method", "all", "since", "past")
        ):
            return _byoyomi_behind(behind, main)
        case [Clause(kind="period") as first, Clause(kind="period") as later, *_] if first.has(
            "moves"
        ) and later.has("behind"):
            raise NotUnderstood(later.start, later.end)
        case [Clause(kind="period") as added, Clause(between="") as main] if (
            added.parts.keys() == {"time"}
            and main.parts.keys() in ({"method", "bonus"}, {"named", "bonus"})
            and added.parts["time"].unit == "s"
            and main.parts["bonus"].unit in ("h", "m")
        ):
            return (
                structs.replace(main, kind="period", parts={"time": main.parts["bonus"]}),
                structs.replace(
                    main, between=",", parts={**main.parts, "bonus": added.parts["time"]}
                ),
            )
        case [Clause(kind="bonus" | "byoyomi") as first, second, *others]:
            pass
        case _:
            return tuple(found)
    if second.has("behind") and not first.has("method"):
        return _byoyomi_behind(first, second, *others)
    name = first.parts.get("method") or first.parts.get("named") or first.parts.get("named2")
    if name is not None and _is_title(first, second):
        main = structs.replace(first, kind="period", parts={"time": first.parts["bonus"]})
        return main, _named(second, first.kind, name), *others
    if first.parts["bonus"].unit in ("h", "m") and not first.has("method", "named", "named2"):
        return tuple(found)
    if second.kind != "period" or (first.kind == "byoyomi" and others):
        return tuple(found)
    units = first.parts["bonus"].unit, second.parts["time"].unit
    if (
        first.kind == "byoyomi"
        and name is None
        and not (units[0] == "s" and units[1] in ("h", "m"))
    ):
        return tuple(found)
    if first.kind == "byoyomi" and second.has("moves", "after"):
        return tuple(found)
    between = "+" if first.kind == "byoyomi" else ","
    last = structs.replace(first, between=between)
    return structs.replace(second, between=""), *others, last


def _byoyomi_behind(first: Clause, main: Clause, *others: Clause) -> tuple[Clause, ...]:
    """Read a main time behind its byo-yomi: "30 s a move after 60 min"."""
    parts = {"named": main.parts["behind"], **first.parts}
    byoyomi = structs.replace(first, kind="byoyomi", between="+", parts=parts)
    return structs.replace(main, between=""), byoyomi, *others


def _is_title(first: Clause, second: Clause) -> bool:
    """Whether a method's name is for the second time: "Fischer 10+5", "Bronstein: 90 min, 5 s"."""
    if first.has("count", "moves", "all", "since", "past"):
        return False
    if second.kind == first.kind or (first.kind, second.kind) == ("byoyomi", "bonus"):
        return True
    if second.kind == "byoyomi" and second.between == "+" and second.has("named"):
        return True
    if second.kind != "period" or second.has("moves", "game", "after"):
        return False
    if second.has("main") and not second.between:
        return False  # "3 increment 5 time"
    main, added = first.parts["bonus"], second.parts["time"]
    if "t" in (added.letter, main.letter):
        is_apart = second.between != "" or (main.unit in ("h", "m") and added.unit == "s")
        return added.unit in ("", "s") and main.unit != "s" and is_apart
    is_number = added.letter == main.letter == NUMBER
    if is_number and not second.between and second.start - first.end > 1:
        return False  # a word that names the main time: "increment 3 time 5"
    if second.between in ("", "+"):
        return True
    return is_number and float(added.text) < float(main.text)


def _named(clause: Clause, kind: str, name: Token) -> Clause:
    """A clause whose kind or method a title names; "delay" names only what nothing else does."""
    own = clause.parts.get("method")
    if own is not None and name.letter == "D":
        name = own
    bonus = clause.parts.get("bonus") or clause.parts["time"]
    parts = {each: token for each, token in clause.parts.items() if each != "time"}
    group = "named" if kind == "byoyomi" else "method"
    return structs.replace(clause, kind=kind, parts={**parts, "bonus": bonus, group: name})


def _longest(letters: str, at: int) -> tuple[str, re.Match[str]] | None:
    """The row that explains most of the letters from here."""
    matches = ((kind, match) for kind, row in GRAMMAR if (match := row.match(letters, at)))
    return max(matches, key=lambda each: each[1].end(), default=None)
