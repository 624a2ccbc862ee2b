"""A round as lists on paper: by table, and by name."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple
from unicodedata import combining, normalize

from clock.rounds.byes import ByeKind
from clock.rounds.pairings import Bye

_STROKES = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe"})
"""Letters that Unicode does not split."""


class ListedSeat(NamedTuple):
    """A player at a table."""

    name: str
    side: str = ""
    """The side, in words; empty in a game without colours."""
    points: str = ""
    """What the game brought; empty while it lasts."""


class ListedTable(NamedTuple):
    """A table; who begins in its game is first."""

    table: str
    first: ListedSeat
    second: ListedSeat
    handicap: int = 0


class ListedPlayer(NamedTuple):
    """A player with table and opponent, or why there is none."""

    seat: ListedSeat
    table: str = ""
    opponent: str = ""
    bye: ByeKind | None = None


def by_name(tables: Iterable[ListedTable], byes: Iterable[Bye]) -> list[ListedPlayer]:
    """Return the players of a round as people look for a name: without regard to accents."""
    unpaired = (ListedPlayer(ListedSeat(each.player), bye=each.kind) for each in byes)
    return sorted([*_players(tables), *unpaired], key=lambda each: _plain(each.seat.name))


def _players(tables: Iterable[ListedTable]) -> Iterator[ListedPlayer]:
    for table, first, second, _ in tables:
        yield ListedPlayer(first, table, second.name)
        yield ListedPlayer(second, table, first.name)


def _plain(name: str) -> tuple[str, str]:
    split = normalize("NFKD", name.casefold().translate(_STROKES))
    letters = (each for each in split if not combining(each))
    return "".join(letters), name
