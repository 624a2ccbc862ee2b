"""Kinds of game, a file each: who begins, how moves are counted, the usual rules.

Nothing but the kind says who begins: a time control changes times alone.
"""

import tomllib
from collections.abc import Mapping
from pathlib import Path

import msgspec

from clock.rules.control import Method, implied_method
from clock.rules.refusal import SetupError
from clock.rules.seats import Colour
from clock.rules.state import Setup

SHIPPED = (
    "renju",
    "chess",
    "go",
    "gomoku",
    "shogi",
    "xiangqi",
    "janggi",
    "draughts",
    "othello",
    "scrabble",
    "other",
)
"""The files, in the order in which the menu offers them."""
OTHER = "other"
"""The kind of a game of which nothing says what it is."""


class Scores(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the results of a game are written."""

    black: str
    """Black has won."""
    white: str
    draw: str
    grounds: Mapping[str, str] = {}
    """What follows a win by its ground."""


class GameKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of game."""

    title: str
    first: Colour
    """The colour that moves first."""
    regulations: str
    """The usual rules, by the name of their profile."""
    sides: tuple[str, str] | None = None
    """What the players call the side that begins and the other one; None: Black and White."""
    colours: bool = True
    """The sides have names at all; without, players are called by their seats."""
    scores: Scores | None = None
    """How results are written; None: in words alone."""
    handicap: bool = False
    """The other side moves first in a handicap game."""
    first_is_open: bool = False
    """Either colour may move first."""
    openings: bool = False
    """It is played with the openings of renju and gomoku."""
    opening: str = "none"
    """The usual one of them."""
    counted_by_both: bool = False
    """A move of both sides has one number."""
    alternates: bool = True
    """The other player begins the next game; not in a handicap game."""
    stones: bool = False
    """A move lays a stone."""
    canadian: bool = False
    """A number of moves in a time, alone or after a main time, drops unused time."""
    clapper: bool = False
    """Its rules call a flag a clapper."""
    fouls: bool = False
    """A forbidden move loses."""
    rulings: bool = True
    """A move can be illegal, the hand that makes it counts, and a position is rebuilt."""
    draw_claims: bool = False
    """A draw can be claimed, where the regulations have that."""
    method: Method = implied_method(0)
    """How a single plain time that somebody types is counted."""
    minute_points: int = 0
    """What each minute begun below zero costs."""


def _shipped() -> dict[str, GameKind]:
    """The kinds, whose tests check them: a clock that starts need not."""
    found = {}
    for name in SHIPPED:
        text = Path(__file__).with_name(f"{name}.toml").read_text(encoding="utf-8")
        found[name] = msgspec.convert(tomllib.loads(text), GameKind)
    return found


KINDS: Mapping[str, GameKind] = _shipped()
"""The kinds of game by name."""


UNKNOWN = GameKind(
    "",
    Colour.BLACK,
    "rif",
    first_is_open=True,
    openings=True,
    stones=True,
    clapper=True,
    fouls=True,
    draw_claims=True,
)
"""The kind of a game that is not known, as in older files."""


def kind_of(game: str) -> GameKind:
    """Return a kind of game by name; "": it is not known."""
    return KINDS.get(game, UNKNOWN)


def firsts(game: str) -> tuple[Colour, ...]:
    """Return the colours that may move first in a kind of game; "": it is not known."""
    kind = kind_of(game)
    either = kind.handicap or kind.first_is_open
    return (kind.first, kind.first.other) if either else (kind.first,)


def next_alternates(setup: Setup) -> bool:
    """Return whether the other player usually begins the next game: not in a handicap game."""
    return kind_of(setup.game).alternates and not has_handicap(setup)


def has_handicap(setup: Setup) -> bool:
    """Return whether the other side moves first because the game is a handicap game."""
    kind = kind_of(setup.game)
    return kind.handicap and setup.first is not kind.first


def with_handicap(setup: Setup, handicap: bool) -> Setup:
    """Return the setup with a handicap or without, begun by the same seat.

    Raises SetupError where the kind of game has none.
    """
    if handicap is has_handicap(setup):
        return setup
    if not kind_of(setup.game).handicap:
        raise SetupError("handicap", "expected none: the game is {game}", game=setup.game)
    return setup.begun_by(setup.starter, setup.first.other)


def has_openings(game: str) -> bool:
    """Return whether a kind of game has openings; "": it is not known."""
    return kind_of(game).openings


def require_fits(setup: Setup) -> None:
    """Raise SetupError if the colour that moves first, or the opening, is not the kind's."""
    if setup.opening.name != "none" and not has_openings(setup.game):
        raise SetupError("opening", "expected none: the game is {game}", game=setup.game)
    if setup.first not in firsts(setup.game):
        expected = KINDS[setup.game].first.value
        message = "expected {colour}: the game is {game}"
        raise SetupError("first", message, colour=expected, game=setup.game)
