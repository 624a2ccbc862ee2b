"""Reads the tournament file of OpenGotha, in XML: pairings with rounds and tables.

A game names its players by keys: last and first name in capitals, without spaces.
"""

from collections.abc import Iterator
from xml.parsers import expat

from clock.rounds.player_names import clean_name
from clock.rounds.table_head import BLACK, BYE, TABLE, WHITE
from clock.rules.message import Message, Problem
from clock.text.language import N_

_NO_PLAYER = N_("line {number}: {player} is not among the players of this tournament")
_DEPTH_MAX, _ELEMENTS_MAX = 20, 50_000
_TURKISH = str.maketrans("İı", "II")
"""What capitals a program in Turkish makes of i, and of its own."""
Values = dict[str, str]


def is_gotha(text: str) -> bool:
    """Return whether a text is a tournament of OpenGotha."""
    return "<Tournament" in text[:4_000] and ("<Game" in text or "firstName=" in text)


def games(text: str) -> Iterator[tuple[int, Values] | Message]:
    """Yield each game and bye as a row of pairings, with its line. Raises Problem."""
    reader = _Reader()
    try:
        reader.parser.Parse(text, True)
    except expat.ExpatError as error:
        raise Problem("line {number}: expected XML", number=error.lineno) from None
    for line, values in reader.found:
        row = {key: values.get(f"{key}Number", "") for key in ("round", TABLE)}
        row["handicap"] = values.get("handicap", "")
        for key in (BLACK, WHITE):
            player = values.get(f"{key}Player", "")
            row[key] = reader.names.get(_key(player), "")
            if _key(player) and not row[key]:
                yield Message(_NO_PLAYER, number=line, player=player[:60])
                break
        else:
            yield line, row


class _Reader:
    """What a tournament has of players, games and byes; a bye is a game against nobody."""

    def __init__(self) -> None:
        self.names = {BYE: BYE}
        self.found: list[tuple[int, Values]] = []
        self._depth = self._elements = 0
        self.parser = expat.ParserCreate()
        self.parser.StartDoctypeDeclHandler = self._refuse_doctype
        self.parser.StartElementHandler = self._begin
        self.parser.EndElementHandler = self._end

    def _begin(self, kind: str, values: Values) -> None:
        self._depth += 1
        self._elements += 1
        if self._depth > _DEPTH_MAX or self._elements > _ELEMENTS_MAX:
            self._refuse()
        if kind == "Player":
            last, first = values.get("name", ""), values.get("firstName", "")
            self.names[_key(last + first)] = clean_name(f"{last} {first}")
        elif kind == "Game":
            self.found.append((self.parser.CurrentLineNumber, values))
        elif kind == "ByePlayer" and "player" in values:
            bye = {"blackPlayer": values["player"], "whitePlayer": BYE}
            self.found.append((self.parser.CurrentLineNumber, {**values, **bye}))

    def _end(self, _kind: str) -> None:
        self._depth -= 1

    def _refuse_doctype(self, *_of: object) -> None:
        self._refuse()

    def _refuse(self) -> None:
        raise Problem(
            "line {number}: expected a tournament as OpenGotha saves it",
            number=self.parser.CurrentLineNumber,
        )


def _key(name: str) -> str:
    """How a game names a player."""
    if name == BYE:
        return name
    return clean_name(name).replace(" ", "").translate(_TURKISH).upper()
