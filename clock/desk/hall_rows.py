"""The rounds as the hall's screen shows them while no clock of theirs does."""

from collections.abc import Iterator

import msgspec

from clock.desk.played_tables import played_tables
from clock.desk.site import Site
from clock.kinds import kind_of
from clock.rounds.byes import BYES
from clock.rounds.results import Round, begins_black
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
    turned: bool = False
    """Right has the side that begins, and is named first."""


class HallRound(msgspec.Struct, frozen=True):
    """A section's round."""

    title: str
    number: str
    rows: tuple[HallRow, ...]


def hall_rounds(site: Site) -> list[HallRound]:
    """Return the current round of each section, in the event's order and the current language."""
    order = {name: at for at, name in enumerate(site.event.sections)}
    rounds = sorted(
        site.rounds.current_rounds, key=lambda each: order.get(each.section, len(order))
    )
    return [_hall_round(site, each) for each in rounds]


def _hall_round(site: Site, round_: Round) -> HallRound:
    title = tr("Round {number}").format(number=round_.number)
    title = f"{round_.section} · {title}" if round_.section else title
    byes = (
        HallRow("", HallSeat(each.player), HallSeat(tr(BYES[each.kind]))) for each in round_.byes
    )
    return HallRound(title, str(round_.number), (*_rows(site, round_), *byes))


def _rows(site: Site, round_: Round) -> Iterator[HallRow]:
    for each in played_tables(site, round_):
        pairing, coloured = each.table.pairing, kind_of(each.game).colours
        black, white = (colour.value if coloured else "" for colour in Colour)
        seats = (
            HallSeat(pairing.black, black, each.black),
            HallSeat(pairing.white, white, each.white),
        )
        left, right = seats if each.table.black is LEFT else seats[::-1]
        turned = begins_black(each.game) is (right is seats[0])
        yield HallRow(pairing.table, left, right, turned)
