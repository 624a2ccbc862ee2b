"""The messages between the page's sheet *Time* and the clock."""

from collections.abc import Mapping
from typing import Annotated

import msgspec

from clock.rules.seats import Seat
from clock.simulator.rules_choice import Named

PlayerName = Annotated[str, msgspec.Meta(max_length=80)]


class TimeChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the clock is to be set to: a page's message."""

    game: Annotated[str, msgspec.Meta(max_length=40)] = ""
    """The kind of game; "": the preset's, or the present one."""
    control: str = ""
    """A time control as typed, or a preset's name; "": the game's first preset, or without a game
    the present setup."""
    expert: Seat | None = None
    """The expert's seat in a match."""
    last: int | None = None
    """Which of the last settings; its control is then `control`, to be sure."""
    begins: Seat | None = None
    """Who begins; None: who begins now. The expert in a match never does."""
    handicap: bool | None = None
    """Whether it is a handicap game; None: as the settings have it."""
    rules: Annotated[str, msgspec.Meta(max_length=40)] = ""
    """The regulations; "": as the settings have them."""
    opening: Annotated[str, msgspec.Meta(max_length=40)] = ""
    """The opening; "": as the settings have it."""
    left: PlayerName | None = None
    """The player's name; None: it stays as it is."""
    right: PlayerName | None = None


class NextChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The next game: a page's message."""

    turned: bool
    decided: bool = False
    """The game ends with the win that a fall has decided."""
    even: bool = False
    """It has no handicap, after a game with one."""


class SheetRow(msgspec.Struct, frozen=True):
    """A row to tap: title, times in words, its message, and what else is set, in words."""

    title: str
    words: str
    sends: TimeChoice | NextChoice
    rules: str = ""


class Game(msgspec.Struct, frozen=True):
    """A kind of game and its presets, in the menu's order."""

    name: str
    title: str
    presets: list[SheetRow]
    begun: Mapping[Seat, str]
    """Who begins, and as what, if this seat does."""
    handicap: Mapping[Seat, str]
    """The same in a handicap game; empty where there is none."""
    rules: str
    """The usual regulations."""
    opening: str
    """The usual opening; "": it is played without."""
    all_rules: tuple[str, ...]  # by name; its own first


class Offers(msgspec.Struct, frozen=True):
    """All that can be chosen, and what is set."""

    game: str
    """The kind of game; "": none is chosen yet."""
    games: list[Game]
    last: list[SheetRow]
    begins: Seat
    handicap: bool
    left: str
    """The player's name."""
    right: str
    rules: str
    """Of the game that is set, as is the opening."""
    opening: str
    all_rules: list[Named]
    openings: list[Named]


class Read(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a text means: a row if that is clear, none if it is not understood, or cannot be.

    Beside a single row a problem asks whether it is meant.
    """

    rows: list[SheetRow]
    problem: str = ""
    game: str = ""
    """The kind of game for a text that names none."""
    unused: str = ""
    """The parts of a sentence that were not used, in words; its row is to be tapped."""


class NextGame(msgspec.Struct, frozen=True):
    """Facts for the next game, and its possible beginners, the usual first."""

    facts: list[str]
    rows: list[SheetRow]
