"""The pages that are meant for paper: a round's lists, result slips and cards."""

import asyncio
from collections.abc import Iterator
from urllib.parse import quote

import msgspec
from starlette.responses import Response

from clock.cards.card import Card, arbiters_card, players_card
from clock.cards.sheet import sheet
from clock.desk.people import UserRole
from clock.desk.played_tables import played_tables
from clock.desk.site import Site
from clock.desk_pages.registry import page
from clock.desk_pages.requests import PageRequest
from clock.desk_pages.section_choice import section_context, section_shown
from clock.kinds import kind_of
from clock.menu.access import Opens, Organizer
from clock.rounds.byes import BYES
from clock.rounds.listed import ListedSeat, ListedTable, by_name
from clock.rounds.pairings import round_of
from clock.rounds.results import Round, RoundKey, begins_black
from clock.rounds.setups import PairedGame, games_of
from clock.rules.message import Problem
from clock.rules.seats import Colour
from clock.text.language import tr
from clock.text.sides import side_name
from clock.web.guard import REPORT_POLICY


@page("/round/lists", UserRole.REFEREE, "lists.html")
async def round_lists(site: Site, asked: PageRequest) -> dict[str, object]:
    """A round by table or by name, for the wall."""
    section, round_ = _asked(site, asked)
    tables = list(_listed(site, round_))
    by = asked.query("by", "table")
    return {
        **section_context(site, section),
        "round": round_,
        "by": by,
        "tables": tables,
        "sides": [tables[0].first.side, tables[0].second.side] if tables else ["", ""],
        "players": by_name(tables, round_.byes) if by == "name" else [],
        "byes": BYES,
    }


@page("/round/slips", UserRole.REFEREE, "slips.html")
async def result_slips(site: Site, asked: PageRequest) -> dict[str, object]:
    """A slip for each table of a round, to write the result on and to sign."""
    section, round_ = _asked(site, asked)
    decided = {each.table for each in round_.pairings if each.forfeit is not None}
    tables = [each for each in _listed(site, round_) if each.table not in decided]
    return {**section_context(site, section), "round": round_, "tables": tables}


@page("/round/cards", UserRole.REFEREE)
async def table_cards(site: Site, asked: PageRequest) -> Response:
    """A card for each table of a round, with a QR code to its page, and the arbiter's."""
    section, round_ = _asked(site, asked)
    pairs = [each for each in round_.pairings if each.forfeit is None]
    games = games_of(site.event.name, tuple(pairs), round_.played_by, site.presets)
    name = tr("Round {number}").format(number=round_.number)
    above = " · ".join((*filter(None, (site.event.name, section)), name))
    base, organizer = str(asked.request.base_url), Organizer(Opens.HOLD)

    def drawn() -> str:
        known: dict[bytes, Card] = {}
        cards = []
        for each in games:
            setup = msgspec.json.encode(each.table())  # a setup is no key: it has dictionaries
            if setup not in known:
                known[setup] = players_card(each.setup, organizer, "", above)
            cards.append(_of_table(known[setup], each, base))
        kinds = {each.setup.game: each.setup for each in games}
        cards += (arbiters_card(setup, organizer) for setup in kinds.values())
        return sheet(cards, name)

    text = await asyncio.to_thread(drawn)
    headers = {"Content-Security-Policy": REPORT_POLICY}
    return Response(text, media_type="text/html", headers=headers)


def _of_table(card: Card, game: PairedGame, base: str) -> Card:
    """A card of a setup as that of a table, whose page its code opens."""
    table = game.pairing.table
    return card._replace(
        title=tr("Table {table}").format(table=table),
        lines=(f"{game.names.left} – {game.names.right}", *card.lines),
        address=f"{base}tables/{quote(table)}",
    )


def _asked(site: Site, asked: PageRequest) -> tuple[str, Round]:
    """The section and round that a page is of. Raises Problem where there is none."""
    section = section_shown(site, asked)
    round_ = site.rounds.current(section)
    if number := asked.query("round"):
        round_ = site.rounds.require(RoundKey(section, round_of(number)))
    if round_ is None:
        raise Problem("no such round")
    return section, round_


def _listed(site: Site, round_: Round) -> Iterator[ListedTable]:
    """The tables of a round, the side first that begins in its game."""
    for each in played_tables(site, round_):
        pairing, coloured = each.table.pairing, kind_of(each.game).colours
        black, white = (side_name(each.game, colour) if coloured else "" for colour in Colour)
        seats = (
            ListedSeat(pairing.black, black, each.black),
            ListedSeat(pairing.white, white, each.white),
        )
        first, second = seats if begins_black(each.game) else seats[::-1]
        yield ListedTable(pairing.table, first, second, pairing.handicap)
