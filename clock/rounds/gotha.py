"""Reads the tournament file of OpenGotha, in XML: pairings with rounds and tables.

A game names its players by keys: last and first name in capitals, without spaces.
"""

from collections.abc import Iterator
from xml.parsers import expat

from clock.rules.message import Problem


def is_gotha(text: str) -> bool:
    """Return whether a text is a tournament of OpenGotha."""
    return "<Tournament" in text[:500]


def games(text: str) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield each game as a row of pairings, with its line. Raises Problem."""
    names: dict[str, str] = {}
    found: list[tuple[int, dict[str, str]]] = []
    parser = expat.ParserCreate()

    def take(kind: str, values: dict[str, str]) -> None:
        if kind == "Player":
            name = f"{values.get('name', '')} {values.get('firstName', '')}"
            names[name.replace(" ", "").upper()] = name.strip()
        elif kind == "Game":
            found.append((parser.CurrentLineNumber, values))

    parser.StartElementHandler = take
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        raise Problem("line {number}: expected XML", number=error.lineno) from None
    for line, values in found:
        players = {key: values.get(f"{key}Player", "") for key in ("black", "white")}
        row = {key: values.get(f"{key}Number", "") for key in ("round", "table")}
        row["handicap"] = values.get("handicap", "")
        yield line, {**row, **{key: names.get(each, each) for key, each in players.items()}}
