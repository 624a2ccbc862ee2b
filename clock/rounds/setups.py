"""How each game of a round is set: by its pairing, and by what the round is played by."""

from contextlib import suppress
from functools import cache, partial
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from clock.game.names import Names
from clock.notation.setup_table import SetupTable, table_from_setup
from clock.notation.typed import control_from_pgn
from clock.presets import Presets, setup_of
from clock.rounds.pairings import Pairing, PairingsError
from clock.rules.machine import begin
from clock.rules.message import Message
from clock.rules.refusal import SetupError
from clock.rules.regulations import PROFILES
from clock.rules.seats import Colour, Seat
from clock.rules.state import Setup
from clock.rules.units import MINUTE_NS
from clock.text.words import brief

HANDICAP_MIN = 2
"""From so many stones on White begins; one stone is Black's first move."""


class RoundSetup(msgspec.Struct, frozen=True):
    """What the games of a round are played by, unless a pairing has a control of its own."""

    game: str = ""
    """The kind of game; empty: the preset's own."""
    control: str = "rif"
    """A preset's name, or a time control as players write it."""
    regulations: str = ""
    """Empty: the preset's own."""
    opening: str = ""
    black_sits: Seat = Seat.LEFT
    default_time_min: int = 0
    """After so many minutes absent players are told; 0: as the regulations have it."""


class PairedGame(NamedTuple):
    """A game as it is to be set."""

    pairing: Pairing
    setup: Setup
    names: Names

    def table(self) -> SetupTable:
        """Return the setup as it is written."""
        return table_from_setup(self.setup)


def control_text(control: str) -> str:
    """Return a control as players write it; tournament reports have it in seconds."""
    if not control.startswith("pgn:"):
        return control
    return brief(control_from_pgn(control.removeprefix("pgn:")))


def games_of(
    event: str, pairings: tuple[Pairing, ...], played_by: RoundSetup, presets: Presets
) -> tuple[PairedGame, ...]:
    """Return the games of a round; a pairing that was forfeited has none.

    Raises PairingsError with every control that is not clear.
    """
    games, mistakes = [], []
    set_by = cache(partial(_setup, presets=presets))
    for pairing in (each for each in pairings if each.forfeit is None):
        try:
            first = Colour.WHITE if pairing.handicap >= HANDICAP_MIN else None
            setup = set_by(_of_pairing(pairing, played_by), first)
        except SetupError as error:
            mistake = Message(
                "table {table}: {problem}", table=pairing.table, problem=error.message
            )
            mistakes.append(mistake)
        else:
            games.append(PairedGame(pairing, setup, _names(event, pairing, played_by.black_sits)))
    if mistakes:
        raise PairingsError(mistakes)
    return tuple(games)


def kinds_by_table(
    pairings: tuple[Pairing, ...], played_by: RoundSetup, presets: Presets
) -> dict[str, str]:
    """Return the kind of game at each table, as `kind_of_pairing` does."""
    played = {(each.control, each.game): each for each in pairings}
    kinds = {key: kind_of_pairing(each, played_by, presets) for key, each in played.items()}
    return {each.table: kinds[each.control, each.game] for each in pairings}


def kind_of_pairing(pairing: Pairing, played_by: RoundSetup, presets: Presets) -> str:
    """Return the kind of game of a pairing; "" if its control is not clear."""
    own = _of_pairing(pairing, played_by)
    with suppress(SetupError):
        return presets.meant(own.control, own.game, own.opening).game
    return ""


def _of_pairing(pairing: Pairing, played_by: RoundSetup) -> RoundSetup:
    """What a pairing is played by; in another game than the round's by that one's usual rules."""
    control = pairing.control or played_by.control
    if pairing.game in ("", played_by.game):
        return replace(played_by, control=control)
    return replace(played_by, game=pairing.game, control=control, regulations="", opening="")


def _setup(played_by: RoundSetup, first: Colour | None, presets: Presets) -> Setup:
    for name, known in ((played_by.regulations, PROFILES), (played_by.opening, presets.openings)):
        if name and name not in known:
            raise SetupError("", "expected one of {names}", names=", ".join(known))
    regulations = PROFILES[played_by.regulations] if played_by.regulations else None
    preset = presets.meant(played_by.control, played_by.game, played_by.opening)
    opening, black = played_by.opening, played_by.black_sits
    set_by = partial(
        setup_of, preset, regulations, opening=opening, openings=presets.openings, first=first
    )
    setup = set_by(starter=set_by().first.seat(black))
    if played_by.default_time_min:
        default_ns = played_by.default_time_min * MINUTE_NS
        setup = replace(setup, regulations=replace(setup.regulations, default_time_ns=default_ns))
    begin(setup)
    return setup


def _names(event: str, pairing: Pairing, black_sits: Seat) -> Names:
    left, right = pairing.black, pairing.white
    if black_sits is Seat.RIGHT:
        left, right = right, left
    return Names(event, str(pairing.round), pairing.table, left, right)
