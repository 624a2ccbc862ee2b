"""The page of a round: its pairs, how the clocks are set, its start."""

from collections.abc import Sequence

from clock.desk.event import Event
from clock.desk.people import UserRole
from clock.desk.round_changes import begun
from clock.desk.round_tables import FINISHED, RUNNING, TableOfRound, tables_of_round
from clock.desk.site import Site
from clock.desk_pages.registry import page
from clock.desk_pages.requests import BODY_BYTES_MAX, PageRequest
from clock.desk_pages.section_choice import section_context, section_shown
from clock.kinds import KINDS, has_openings
from clock.rounds.byes import BYES
from clock.rounds.encodings import ENCODINGS
from clock.rounds.results import Outcome, Round, begins_black, outcome_text
from clock.rounds.sections import round_name
from clock.rounds.setups import control_text, kinds_by_table
from clock.rules.regulations import PROFILES
from clock.rules.seats import Colour
from clock.text.language import N_, render
from clock.text.sides import side_name


@page("/round", UserRole.ORGANIZER, "round.html", N_("Round"))
async def round_page(site: Site, asked: PageRequest) -> dict[str, object]:
    """The round: its pairings, how each clock is set, and its start."""
    section = section_shown(site, asked)
    current = site.rounds.current(section)
    tables = tables_of_round(site, current) if current else []
    begun_tables = begun(site, current) if current else set()
    last = site.rounds.last_changes.get(section)
    return {
        **section_context(site, section),
        "round": current,
        "handicaps": any(each.pairing.handicap for each in tables),
        "forfeits": {
            pairing.table: outcome_text(pairing, Outcome(pairing.forfeit))
            for pairing in (each.pairing for each in tables)
            if pairing.forfeit is not None
        },
        "byes": BYES,
        "last": last,
        "undoes": render(round_name(last.after.key)) if last else "",
        "numbers": sorted(key.number for key in site.rounds.rounds if key.section == section),
        "begun": begun_tables,
        "may_delete": current is not None and not begun_tables,
        "next": 1 if current is None else current.number + 1,
        "tables": tables,
        "sides": _sides(site, current) if current else (),
        "absentees": [
            (each.pairing.table, each.absentees) for each in tables if each.is_ready and each.absent
        ],
        "absent_seen": absent_mark(tables),
        "ready": [each for each in tables if each.is_ready],
        "not_ready": [each for each in tables if not each.is_ready],
        "held_back": _held_back(tables),
        "control_text": control_text,
        "bytes_max": BODY_BYTES_MAX,
        "encodings": ENCODINGS,
        "control": current.played_by.control if current else _usual(site, section),
        "controls": current.controls if current else (),
        "games_played": _games_played(site.event),
        "presets": [offer.name for offer in site.presets.offers],
        "games": list(KINDS),
        "openings": sorted(site.presets.openings) if _has_openings(site.event, section) else [],
        "regulations": list(PROFILES),
    }


def absent_mark(tables: Sequence[TableOfRound]) -> str:
    """Return who is absent at tables that are ready, to be compared with what somebody saw."""
    absent = ((each, colour) for each in tables if each.is_ready for colour in each.absent)
    return " ".join(f"{each.pairing.table}:{colour.value}" for each, colour in absent)


def _sides(site: Site, round_: Round) -> list[tuple[str, str]]:
    """The colours with what players of a round's game call them, the side that begins first."""
    kinds = kinds_by_table(round_.pairings, round_.played_by, site.presets).values()
    game = next(iter(kinds), round_.played_by.game)
    sides = [(colour.value, side_name(game, colour)) for colour in Colour]
    return sides if begins_black(game) else sides[::-1]


def _games_played(event: Event) -> str:
    """The event's game, and the games of sections that differ."""
    others = {name: each.game for name, each in event.sections.items() if each.game}
    own = [f"{name}: {game}" for name, game in others.items() if game != event.game]
    return ", ".join((event.game, *own))


def _has_openings(event: Event, section: str) -> bool:
    """Whether a section may play with an opening: its game has them, or is yet to be chosen."""
    game = event.game_of(section)
    return not game or has_openings(game)


def _usual(site: Site, section: str) -> str:
    """The control that a first import proposes; none where the game is yet to be chosen."""
    game = site.event.game_of(section)
    return site.presets.usual(game) if game else ""


def _held_back(tables: Sequence[TableOfRound]) -> dict[str, list[str]]:
    """Return tables that cannot start, by status, without those that are set differently."""
    found: dict[str, list[str]] = {}
    for each in tables:
        if not each.is_ready and not each.deviations and each.status not in (RUNNING, FINISHED):
            found.setdefault(each.status, []).append(each.pairing.table)
    return found
