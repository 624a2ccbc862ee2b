"""A game's setup as game files, journals and messages have it: `SetupTable`, read and written."""

from collections.abc import Callable
from typing import Any

import msgspec

from clock.kinds import require_fits
from clock.notation.control_table import (
    ByRole,
    BySeat,
    ControlTable,
    PeriodTable,
    duration_at,
    read_controls,
    read_match,
    table_from_control,
    table_from_match,
)
from clock.notation.kind_names import kind_named
from clock.notation.opening_files import opening_from_table, table_from_opening
from clock.notation.reader import within
from clock.notation.regulations_table import regulations_from_table, table_from_regulations
from clock.rules.control import Control
from clock.rules.inputs import Result
from clock.rules.match import MatchStanding
from clock.rules.openings import Opening
from clock.rules.seats import Colour, Seat
from clock.rules.state import Setup
from clock.rules.units import duration_text

ReadControls = Callable[[ControlTable | BySeat], tuple[Control, Control]]
"""Reads both seats' controls; `presets.controls` knows the names of presets too."""


class Remaining(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The times shown at the start, where they are not those of the first period."""

    left: str | None = None
    right: str | None = None


class MatchTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A handicap match, and the game's place in it."""

    games: tuple[ByRole, ...]
    expert: Seat
    expert_must_win: int | None = None
    """None: every game."""
    results: tuple[Result, ...] = ()
    """Of the games before this one."""


class SetupTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A setup in a game file, a journal or a message."""

    control: str | tuple[PeriodTable, ...] | BySeat
    regulations: str | dict[str, Any] = "rif"
    opening: str | Opening = "none"
    """A shipped one by name, or a whole opening."""
    starter: Seat = Seat.LEFT
    first: Colour | None = None
    """None: as in the kind of game, or Black."""
    remaining: Remaining = Remaining()
    match: MatchTable | None = None
    game: str = ""
    """The kind of game; empty: not known, as in old files."""
    times_by_colour: bool = False
    """The controls of `left` and `right` belong to the colours of these seats at the start."""


def table_from_setup(setup: Setup) -> SetupTable:
    """Return the table of a setup."""
    return SetupTable(
        control=BySeat(table_from_control(setup.left), table_from_control(setup.right)),
        regulations=table_from_regulations(setup.regulations),
        opening=table_from_opening(setup.opening),
        starter=setup.starter,
        first=setup.first if setup.game or setup.first is not Colour.BLACK else None,
        remaining=Remaining(
            *(
                None if length_ns is None else duration_text(length_ns)
                for length_ns in (setup.left_remaining_ns, setup.right_remaining_ns)
            )
        ),
        match=None if setup.match is None else _match_table(setup.match),
        game=setup.game,
        times_by_colour=setup.times_by_colour,
    )


def setup_from_table(table: SetupTable, controls: ReadControls = read_controls) -> Setup:
    """Return the setup of a table; raises SetupError with the place at fault."""
    with within("game"):
        own = kind_named(table.game).first if table.game else Colour.BLACK
    with within("control"):
        left, right = controls(table.control)
    with within("opening"):
        opening = opening_from_table(table.opening)
    with within("regulations"):
        regulations = regulations_from_table(table.regulations)
    with within("remaining"):
        left_ns, right_ns = (
            None if text is None else duration_at(seat, text)
            for seat, text in (("left", table.remaining.left), ("right", table.remaining.right))
        )
    match = None
    if (of := table.match) is not None:
        with within("match"):
            match = read_match(of.games, of.expert_must_win, of.expert, of.results)
    setup = Setup(
        left=left,
        right=right,
        regulations=regulations,
        opening=opening,
        starter=table.starter,
        first=table.first or own,
        left_remaining_ns=left_ns,
        right_remaining_ns=right_ns,
        match=match,
        game=table.game,
        times_by_colour=table.times_by_colour,
    )
    require_fits(setup)
    return setup


def _match_table(place: MatchStanding) -> MatchTable:
    match = place.match
    return MatchTable(table_from_match(match), place.expert, match.expert_must_win, place.results)
