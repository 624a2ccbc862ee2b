"""Pairings that an organizer brings: a file, or a text that was pasted, as rounds."""

from msgspec.structs import replace

from clock.desk.site import Site
from clock.desk_pages.requests import PageRequest, choice
from clock.rounds.pairings import read_round, round_of, whole_number
from clock.rounds.results import Round
from clock.rounds.sections import by_section, in_section
from clock.rounds.setups import RoundSetup, games_of
from clock.rules.message import Problem
from clock.rules.seats import Seat

DEFAULT_TIME_MAX = 600
"""In minutes."""


def read_rounds(site: Site, asked: PageRequest) -> tuple[Round, ...]:
    """Read the rounds of the sections that a file has, whose games can all be played.

    Raises Problem.
    """
    number = round_of(asked.query("round"))
    played_by = _played_by(site, asked)
    file = read_round(asked.body, number, asked.query("encoding"))
    whole = Round(number, file.pairings, played_by, file.report, file.byes)
    found = []
    for each in _in_sections(site, asked.query("section"), whole):
        pairings = tuple(
            replace(pairing, game=site.event.game_at(pairing.table)) for pairing in each.pairings
        )
        part = replace(each, pairings=pairings)
        if all(pairing.control for pairing in pairings):  # what the form has is of no pair
            part = replace(part, played_by=replace(played_by, control=part.controls[0]))
        elif not played_by.control:
            raise Problem("time control: expected one for the pairings that have none of their own")
        games_of(site.event.name, pairings, part.played_by, site.presets)
        found.append(part)
    return tuple(found)


def _played_by(site: Site, asked: PageRequest) -> RoundSetup:
    game = site.event.game or asked.query("game")
    return RoundSetup(
        game=game,
        control=asked.query("control", site.presets.usual(game)),
        regulations=asked.query("regulations"),
        opening=asked.query("opening"),
        black_sits=choice(Seat, asked.query("black_sits", "left")),
        default_time_min=_default_time_min(asked.query("default_time")),
    )


def _default_time_min(text: str) -> int:
    """How long absent players are waited for; empty: as the regulations have it."""
    minutes = whole_number(text) if text else 0
    if not 0 <= minutes <= DEFAULT_TIME_MAX:
        most = DEFAULT_TIME_MAX
        raise Problem(
            "default time: expected minutes, at most {most}; got {text}", most=most, text=text[:40]
        )
    return minutes


def _in_sections(site: Site, chosen: str, round_: Round) -> tuple[Round, ...]:
    """A round in the section that was chosen, else in those that its tables are in."""
    if chosen:
        if chosen not in site.event.sections:
            raise Problem("expected one of the page's choices")
        return (in_section(round_, chosen, site.event.sections[chosen].tables),)
    rounds = by_section(round_, site.event.section_at)
    if round_.report and len(rounds) > 1:
        raise Problem(
            "a tournament report is of one section, and this one has tables in several: choose it"
        )
    return rounds
