"""The rounds as the hall's screen shows them while no clock of theirs does."""

from collections.abc import Iterator

import msgspec

from clock.desk.round_tables import TableOfRound, points_of_outcome, tables_of_round
from clock.desk.site import Site
from clock.kinds import kind_of
from clock.rounds.byes import BYES
from clock.rounds.results import Outcome, Round
from clock.rounds.setups import kinds_by_table
from clock.rules.seats import LEFT, Colour
from clock.text.language import tr


class HallSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player of a row."""

    name: str
    colour: str = ""
    points: str = ""
    """What the game brought; empty while it lasts."""


class HallRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table of a round; or, without a table, a player who has no opponent."""

    table: str
    left: HallSeat
    right: HallSeat
    """Without a table its name is why there is no opponent."""


class HallRound(msgspec.Struct, frozen=True):
    """A section's round."""

    title: str
    number: str
    rows: tuple[HallRow, ...]


def hall_rounds(site: Site) -> list[HallRound]:
    """Return the current round of each section, in the current language."""
    return [_hall_round(site, each) for each in site.rounds.currents]


def points_of_table(site: Site, round_: Round, table: TableOfRound) -> tuple[str, str]:
    """Return what a game brought Black and White: as entered, else by its clock."""
    entry = site.rounds.result(round_.key, table.pairing.table)
    forfeit = table.pairing.forfeit
    decided = table.outcome if forfeit is None else Outcome(forfeit)
    return points_of_outcome(decided if entry is None else entry.outcome)


def _hall_round(site: Site, round_: Round) -> HallRound:
    title = tr("Round {number}").format(number=round_.number)
    title = f"{round_.section} · {title}" if round_.section else title
    byes = (
        HallRow("", HallSeat(each.player), HallSeat(tr(BYES[each.kind]))) for each in round_.byes
    )
    return HallRound(title, str(round_.number), (*_rows(site, round_), *byes))


def _rows(site: Site, round_: Round) -> Iterator[HallRow]:
    kinds = kinds_by_table(round_.pairings, round_.played_by, site.presets)
    for each in tables_of_round(site, round_):
        pairing = each.pairing
        coloured = kind_of(kinds[pairing.table]).colours
        black, white = (
            HallSeat(name, colour.value if coloured else "", points)
            for colour, name, points in zip(
                Colour,
                (pairing.black, pairing.white),
                points_of_table(site, round_, each),
                strict=True,
            )
        )
        seats = (black, white) if each.black is LEFT else (white, black)
        yield HallRow(pairing.table, *seats)
