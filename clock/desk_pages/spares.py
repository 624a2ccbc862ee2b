"""The replacement of a table's clock: the spares, the act, the forks."""

from collections.abc import Iterator
from typing import NamedTuple

from clock.desk.aside_games import aside_games, take_up_at
from clock.desk.live import ClockLive
from clock.desk.people import UserRole
from clock.desk.replacements import Replacement, is_played
from clock.desk.round_tables import enter_clocks_results
from clock.desk.site import Site
from clock.desk.spare import has_game_in_progress, replace_clock, spares
from clock.desk_pages.registry import act
from clock.desk_pages.requests import Answer, PageRequest
from clock.desk_pages.stored_games import stored_game
from clock.game.recorded import NO_LINE, ROWS
from clock.menu.aside_words import aside_name
from clock.records.game_log import logged_inputs, start_of
from clock.records.style import exact
from clock.rules.inputs import Input
from clock.rules.message import Problem
from clock.rules.state import COUNTING
from clock.text.language import render

_DIGITS_MAX = 16
"""Of a game's number."""


class Fork(NamedTuple):
    """What a clock went on with after it was replaced."""

    clock: str
    log: tuple[str, ...]


@act("/tables/{table}/replacement", UserRole.ORGANIZER)
async def replace_at_table(site: Site, asked: PageRequest) -> Answer:
    """Have another clock go on with a table's game."""
    spare = asked.form().get("spare", "")
    enter_clocks_results(site)
    text = await replace_clock(site, asked.table, spare, asked.session.name)
    return Answer(render(text), go=f"/tables/{asked.table}")


@act("/tables/{table}/taken_up", UserRole.ORGANIZER)
async def take_up_at_table(site: Site, asked: PageRequest) -> Answer:
    """Have a table's clock go on with a game that was put aside."""
    clock, _, number = asked.form().get("game", "").rpartition(" ")
    if not (number.isdecimal() and len(number) < _DIGITS_MAX):
        raise Problem("expected a game that was put aside")
    enter_clocks_results(site)
    text = await take_up_at(site, asked.table, clock, int(number), asked.session.name)
    return Answer(render(text), go=f"/tables/{asked.table}")


def _asides(site: Site, clock: ClockLive) -> list[dict[str, str]]:
    """Return the games that a table can take up, by value and label."""
    if clock.aside or has_game_in_progress(clock) or not clock.online(site.desk.now_ns()):
        return []
    return [
        {
            "value": f"{each.clock} {each.number}",
            "label": f"{aside_name(each.aside)} ({each.clock})",
            "goes_on": ", ".join(each.goes_on),
        }
        for each in aside_games(site)
    ]


def replacement_context(site: Site, clock: ClockLive) -> dict[str, object]:
    """Return what a table's page has about the replacement of its clock."""
    runs = clock.state is not None and clock.state.phase in COUNTING
    return {
        "spares": [] if clock.aside else list(spares(site, clock)),
        "is_on": has_game_in_progress(clock),
        "asides": _asides(site, clock),
        "stops": runs and clock.online(site.desk.now_ns()),
        "before": [each.clock for each in _before(site, clock)],
        "forks": [fork for each in _before(site, clock) if (fork := _fork(site, each)).log],
    }


def _before(site: Site, clock: ClockLive) -> Iterator[Replacement]:
    """Yield the clocks on which the game was played before, the last one first."""
    continues = None if clock.game is None else clock.game.header.continues
    while continues is not None:
        taken = site.desk.replacements.taken_by(continues.clock, continues.game)
        if taken is None:
            return
        yield taken
        continues = site.desk.store.read_game(taken.clock, taken.game).header.continues


def _fork(site: Site, taken: Replacement) -> Fork:
    """Return what a clock played after it was replaced."""
    beyond = site.desk.store.lines(taken.clock, taken.game)[taken.at.lines :]
    played = [each for line in beyond if is_played(line) for each in _inputs(line)]
    if not played:
        return Fork(taken.clock, ())
    try:
        source = stored_game(site, taken.clock, taken.game)
        events = logged_inputs(source)
    except Problem as problem:
        return Fork(taken.clock, (render(problem.message),))
    start_ns = start_of(events)
    log = tuple(
        f"{exact(output.at_ns - start_ns)}  {text}"
        for each in events
        if each.input in played
        for output, text in each.sentences(start_ns, source.names)
    )
    return Fork(taken.clock, log)


def _inputs(line: bytes) -> Iterator[Input]:
    try:
        yield ROWS.decode(line).input
    except NO_LINE:
        return
