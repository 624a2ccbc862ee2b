"""The clauses of a written time control: a period, a bonus, byo-yomi, and what stands between.

A row of `GRAMMAR` is a kind of clause and the tokens that it is made of, each by its letter
(`clock.notation.tokens`). Its groups name the tokens that say something; T is any time.
"""

import re

import msgspec
from msgspec import structs

from clock.notation.tokens import DUTCH_AND, Token

T = "[ntc]"
_SINCE = r"(?:,?(?P<all>a)|,?f(?P<since>n))?I?"
_TERMS = r"(?:,?(?P<repeat>r)|,?(?P<once>1))?(?:,?(?P<dropped>u))?"
GRAMMAR = tuple(
    (kind, re.compile(pattern.replace("T", T) + (_SINCE if kind == "bonus" else "") + _TERMS))
    for kind, pattern in (
        ("period", r"(?P<moves>n)(?:/g?|k[/:]?)(?P<time>T)e?"),
        ("period", r"(?P<moves>n)(?P<stones>o)[/:]?(?P<time>T)(?P<canadian>K)?"),
        ("period", r"K?:?(?P<moves>n)[ko]?/(?P<time>T)(?P<canadian>K)"),
        ("period", r"(?P<canadian>K):?(?P<moves>n)[ko]?/(?P<time>T)"),
        ("period", r"(?:(?P<players>n)x)?(?P<time>[tc])(?:F|/)(?P<moves>n)k?"),
        ("period", r"(?P<time>T)(?:F|/)?(?P<moves>n)k"),
        ("period", r"(?P<time>T)(?:F|/)?(?P<moves>n)(?P<stones>o)(?P<canadian>K)?"),
        ("period", r"(?P<time>T)A(?P<after>n)k?"),
        ("period", r"(?P<game>g)[/:]?(?P<time>T)"),
        ("period", r"(?P<players>n)x(?P<time>T)/?F?(?P<game>e)"),
        ("period", r"(?P<time>T)/?F?(?P<game>e|g(?!/?T))"),
        ("period", r"(?P<game>e)(?P<time>T)"),
        ("period", r"(?P<time>T)"),
        ("hourglass", r"H(?:(?P<moves>n)k?/)?(?P<time>T)"),
        ("hourglass", r"(?:(?P<moves>n)k?/)?(?P<time>T),?H"),
        ("gong", r"(?:(?P<moves>n)k?/)?(?P<time>T)G"),
        ("below_zero", r"(?:(?P<moves>n)k?/)?(?P<time>T),?Z"),
        ("countup", r"(?:(?P<moves>n)k?/)?U(?P<time>T)"),
        ("countup", r"(?:(?P<moves>n)k?/)?(?P<time>T)U"),
        ("byoyomi", r"(?P<named>Y)?:?(?P<count>n)x(?P<bonus>T)(?P<named2>Y)?"),
        ("byoyomi", r"(?P<moves>n)k?/(?P<count>n)x(?P<bonus>T)"),
        ("byoyomi", r"(?P<count>n)(?P<named>Y)x?/?(?P<bonus>T)"),
        ("byoyomi", r"(?P<bonus>[tc])x(?P<count>n)(?P<named>Y)?"),
        ("byoyomi", r"(?P<named>Y):?(?P<bonus>T)(?:,?x?(?P<count>n)[qx]?)?"),
        ("byoyomi", r"(?P<bonus>T)(?P<named>Y)(?:,?x?(?P<count>n)[qx])?(?!:?(?:nx)?T)"),
        ("byoyomi", r"(?P<named>Y)?(?P<bonus>T)x?(?P<count>n)q(?P<named2>Y)?"),
        ("byoyomi", r"(?P<bonus>T)p(?P<named>Y)"),
        ("byoyomi", r"(?P<named>Y)(?P<bonus>T)Y"),
        ("byoyomi", r"(?P<bonus>T)\((?P<count>n)\)(?P<named>Y)?"),
        ("bonus", r"(?P<method>[IDB])[:/]?(?P<bonus>T)p?I?"),
        ("bonus", r"(?P<bonus>T)(?P<method>[IDB])(?![:/]?T)p?"),
        ("bonus", r"(?P<bonus>T)pI?"),
        ("bonus", r"p:?\+?(?P<bonus>T)I?"),
        ("bonus", r"(?P<method>[IDB])p(?P<bonus>T)"),
        ("bonus", r"Y(?P<bonus>T)(?P<method>I)"),
        ("bonus", r"(?P<bonus>T)(?=,?[af])"),
    )
)
"""In this order if several are as long."""
_BETWEEN = re.compile(r"/|[,;:+>&]*")
BETWEEN = {"", "+", ",", ";", ":", "&", ">", ",+", ";+", ",>", ",&", ";&", "+>", "&+", ",&+", ":+"}
"""What may stand between two clauses."""


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
    letters = "".join(each.letter for each in tokens)
    if re.match(f"I:?{T}[+]", letters):  # "Fischer 10+5" says what the second number is
        behind = 2 if letters[1] == ":" else 1
        tokens, letters = tokens[behind:], letters[behind:]
    unknown = next((each for each in tokens if each.letter == "?"), None)
    if unknown is not None or not tokens:
        raise NotUnderstood(unknown.start, unknown.end) if unknown else NotUnderstood(0, 0)
    found, at = list[Clause](), 0
    while at < len(letters):
        between = _BETWEEN.match(letters, at)
        assert between is not None
        signs = between[0]
        row = _longest(letters, between.end()) if between.end() < len(letters) else None
        if signs == "/" and tokens[at].text == DUTCH_AND:
            signs = "&"
        elif signs == "/" and row is not None and row[0] in ("byoyomi", "bonus"):
            signs = "+"
        if found and signs in (",", ";") and between.end() == len(letters):
            break
        if row is None or signs not in (BETWEEN if found else {""}):
            raise NotUnderstood(tokens[at].start, tokens[-1].end)
        kind, match = row
        parts = {
            name: tokens[match.start(name)] for name, value in match.groupdict().items() if value
        }
        for name in parts.keys() & {"moves", "count", "since", "players", "after"}:
            if not parts[name].text.isdecimal() and parts[name].letter == "n":
                raise NotUnderstood(parts[name].start, parts[name].end)
        start, end = tokens[match.start()].start, tokens[match.end() - 1].end
        found.append(Clause(kind, signs, parts, start, end))
        at = match.end()
    return _main_time_first(found)


def _main_time_first(found: list[Clause]) -> tuple[Clause, ...]:
    """The clauses, with the main time before a byo-yomi that the text names first."""
    match found:
        case [Clause(kind="byoyomi") as overtime, Clause(kind="period") as main] if overtime.has(
            "named", "named2"
        ) and not main.has("moves", "after"):
            return structs.replace(main, between=""), structs.replace(overtime, between="+")
    return tuple(found)


def _longest(letters: str, at: int) -> tuple[str, re.Match[str]] | None:
    """The row that explains most of the letters from here."""
    matches = ((kind, match) for kind, row in GRAMMAR if (match := row.match(letters, at)))
    return max(matches, key=lambda each: each[1].end(), default=None)
