"""A round's lists: who is where, by name."""

from clock.rounds.byes import ByeKind
from clock.rounds.listed import ListedPlayer, ListedSeat, ListedTable, by_name
from clock.rounds.pairings import Bye


def test_players_are_found_by_name_without_regard_to_accents() -> None:
    cerna = ListedSeat("Černá, Eva", "White", "1")
    tables = [
        ListedTable("2", cerna, ListedSeat("dvořák, Jan", "Black", "0")),
        ListedTable("1", ListedSeat("Cop, Ivo"), ListedSeat("Zeman, Petr")),
    ]
    found = by_name(tables, [Bye(1, "Čada, Jiří", ByeKind.HALF)])
    names = ["Čada, Jiří", "Černá, Eva", "Cop, Ivo", "dvořák, Jan", "Zeman, Petr"]
    assert [each.seat.name for each in found] == names
    assert found[0].bye is ByeKind.HALF
    assert found[1] == ListedPlayer(cerna, "2", "dvořák, Jan")
    assert (found[4].table, found[4].opponent) == ("1", "Cop, Ivo")
