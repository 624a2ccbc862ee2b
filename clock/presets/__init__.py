"""Time controls by name, as TOML: ours in this folder and the user's own in others.

They are read when first needed. A broken preset in a user's folder is left out, with a message that
names its place. A broken control from elsewhere raises SetupError with the place in it.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from clock.kinds import KINDS, OTHER, SHIPPED, firsts, has_openings, kind_of, require_fits
from clock.notation.control_table import (
    ByRole,
    BySeat,
    ControlTable,
    read_controls,
    read_match,
)
from clock.notation.kind_names import kind_named
from clock.notation.mistyped import nearest
from clock.notation.opening_files import OPENINGS, find_openings
from clock.notation.plain_form import plain_control
from clock.notation.reader import converted, require_none, within
from clock.notation.regulations_table import with_choices
from clock.notation.toml import read_folders
from clock.rules.control import Control, Period
from clock.rules.machine import begin
from clock.rules.match import MatchStanding
from clock.rules.message import Message
from clock.rules.openings import Opening
from clock.rules.refusal import SetupError
from clock.rules.regulations import PROFILES, Regulations, problems
from clock.rules.seats import LEFT, RIGHT, Colour, Seat
from clock.rules.state import Setup

OWN = "own"
"""The game that a user's own presets are listed under."""
OWN_MAX = 200
"""At most so many presets of the user's own are read, sound or not."""

DEFAULT_CONTROL = "rif"
USUAL_CONTROL = "15+10"
"""Of a kind of game without presets."""

_PLAIN = Period(0)

MACHINE_FOLDER = Path("/etc/clapper/presets")
SAVED_FOLDER = Path("/var/lib/clapper/presets")
"""The presets saved on the clock, in the service's own folder."""


class Preset(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A time control, or the games of a handicap match, with its regulations and its opening."""

    title: str
    control: ControlTable | BySeat | None = None
    games: tuple[ByRole, ...] = ()
    expert_must_win: int | None = None
    """Games of the match; None: every one."""
    regulations: str = "club"
    choices: dict[str, Any] = {}
    """The choices that differ from the base's, as in a configuration."""
    opening: str = "none"
    first: Colour | None = None
    """The colour that moves first; None: as in the kind of game, or Black."""
    game: str = ""
    """The kind of game; of ours, that of their file."""
    times_by_colour: bool = False
    """Different times are the colours': `left` is the side that begins."""


class Offer(msgspec.Struct, frozen=True):
    """A preset as the menu offers it."""

    name: str
    title: str
    game: str
    """The list it stands in: a kind of game, or OWN."""
    setup: Setup


class Presets(NamedTuple):
    """All presets in the menu's order, and the reasons why others were left out."""

    offers: tuple[Offer, ...]
    presets: Mapping[str, Preset]
    """The presets by name, as they are written."""
    skipped: tuple[Message, ...]
    openings: Mapping[str, Opening]
    """The openings by name, shipped and the user's own."""

    def usual(self, game: str) -> str:
        """Return the control of a game for which none is given: its first preset, if it has any."""
        offers = (offer.name for offer in self.offers if offer.game == game)
        return next(offers, USUAL_CONTROL) if game else DEFAULT_CONTROL

    def meant(
        self,
        control: ControlTable | BySeat,
        game: str = "",
        opening: str = "",
        first: Colour | None = None,
    ) -> Preset:
        """Return the preset of a name, or a preset made of a written time control.

        In another kind of game than its own, a preset has that kind's usual rules. Where no game is
        named, an opening or a colour that the preset's own game cannot have makes it another game.
        """
        if isinstance(control, str) and control in self.presets:
            preset = self.presets[control]
            opens = opening not in ("", "none") and not has_openings(preset.game)
            if not game and (opens or first not in (None, *firsts(preset.game))):
                return replace(preset, game=OTHER)
            return in_kind(preset, game)
        preset = in_kind(Preset(title="", control=control), game or OTHER)
        try:
            controls_of(preset)
        except SetupError as error:
            from clock.notation.typed import Unclear

            if isinstance(error, Unclear) or not isinstance(control, str):
                raise
            name = nearest(control, self.presets)
            if name is not None:
                other = "{problem}; did you mean the preset {name}?"
                raise SetupError(error.place, other, problem=error.message, name=name) from None
            template = "{problem}; or use a name from `clapper presets`"
            raise SetupError(error.place, template, problem=error.message) from None
        return preset


def own_folders(environ: Mapping[str, str]) -> tuple[Path, ...]:
    """Return the folders of own presets: this machine's, those saved on its clock, the user's."""
    base = Path(environ.get("XDG_CONFIG_HOME", ""))
    if not base.is_absolute():  # as the XDG specification says
        base = Path(environ.get("HOME", "/root")) / ".config"
    return MACHINE_FOLDER, SAVED_FOLDER, base / "clapper" / "presets"


def find_presets(*folders: Path) -> Presets:
    """Return all presets, ours and then the user's own from `folders`."""
    presets = {name: preset for name, (_, preset) in _shipped().items()}
    offers = [
        Offer(name, preset.title, game, setup_of(preset))
        for name, (game, preset) in _shipped().items()
    ]
    openings, skipped = find_openings(folders)
    tables = ((file, name) for file in read_folders(folders, skipped) for name in file.tables)
    for count, (file, name) in enumerate(tables):
        if count == OWN_MAX:
            skipped.append(Message("expected at most {most} presets of your own", most=OWN_MAX))
            break
        with file.report_into(skipped, name):
            if name in presets:
                raise SetupError("", "expected a name that no other preset has")
            if not name.strip() or not name.isprintable():
                raise SetupError("", "expected text on one line")
            preset: Preset = converted(file.tables[name], Preset)
            offers.append(Offer(name, preset.title, OWN, _setup(preset, openings)))
            presets[name] = preset
    return Presets(tuple(offers), presets, tuple(skipped), openings)


def controls(table: ControlTable | BySeat) -> tuple[Control, Control]:
    """Return both seats' controls from one of our presets' names, or as `read_controls`."""
    if isinstance(table, str) and table in _shipped():
        _, preset = _shipped()[table]
        return controls_of(preset)
    return read_controls(table)


def controls_of(preset: Preset, black: Seat = LEFT) -> tuple[Control, Control]:
    """Return both seats' controls of a preset, of a match those of its first game.

    A text may have a control for each colour: Black has the seat `black`. A plain time in it is
    counted as is usual in the kind of game.
    """
    place = match_of(preset)
    if place is not None:
        return place.control(LEFT), place.control(RIGHT)
    if preset.control is None:
        raise SetupError("control", "expected a value, found none")
    with within("control"):
        by_colour = _by_colour(preset.control)
        if by_colour is None:
            left, right = read_controls(preset.control, typed=True)
        else:
            colours = (Colour.BLACK, Colour.WHITE)
            left, right = (by_colour[each] for each in colours[:: 1 if black is LEFT else -1])
    if isinstance(preset.control, str):
        left, right = played_in(preset.game, left), played_in(preset.game, right)
    return left, right


def goes_by_colour(preset: Preset) -> bool:
    """Return whether different times of a preset are the colours', not the seats'."""
    return preset.times_by_colour or _by_colour(preset.control) is not None


def _by_colour(control: ControlTable | BySeat | None) -> Mapping[Colour, Control] | None:
    """Each colour's control, if it is a text that names them."""
    if not isinstance(control, str) or plain_control(control) is not None:
        return None
    from clock.notation.each_colour import controls_by_colour

    return controls_by_colour(control)


def played_in(game: str, control: Control) -> Control:
    """Return a written control as it is meant in a kind of game.

    A single plain time is counted by the kind's method. Where overtime is Canadian, blocks of moves
    alone or after a main time drop unused time.
    """
    kind, (*before, last) = kind_of(game), control
    if not before and replace(last, time_ns=0) == _PLAIN:
        return (replace(last, method=kind.method),)
    is_block = last.repeat and last.method is _PLAIN.method and all(p.moves is None for p in before)
    if not (kind.canadian and is_block and len(before) < 2):
        return control
    return (*before, replace(last, carry=False))


def match_of(preset: Preset, expert: Seat = RIGHT) -> MatchStanding | None:
    """Return the first game of a preset's match, with the expert's seat; None if it is none."""
    if not preset.games:
        return None
    return read_match(preset.games, preset.expert_must_win, expert, typed=True)


def in_kind(preset: Preset, game: str) -> Preset:
    """Return a preset in a kind of game, in another than its own with that kind's usual rules.

    Raises SetupError if there is no such kind; "" leaves the preset as it is.
    """
    if game in ("", preset.game):
        return preset
    with within("game"):
        kind = kind_named(game)
    if preset.title and not preset.game:  # somebody's own rules and opening
        return replace(preset, game=game)
    usual = {"regulations": kind.regulations, "opening": kind.opening, "game": game}
    return replace(preset, choices={}, first=None, **usual)


def usual_setup(game: str) -> Setup:
    """Return the usual setup in a kind of game, with any time; raises SetupError for another."""
    return setup_of(in_kind(Preset(title="", control="5m"), game))


def rules_of(game: str) -> tuple[str, ...]:
    """Return the names of all regulations; first those with which a kind of game is played."""
    usual = KINDS[game].regulations if game in KINDS else ""
    played = {preset.regulations for each, preset in _shipped().values() if each == game}

    def is_far(name: str) -> tuple[bool, bool]:
        return name != usual, not {name, name.partition("-")[0]} & {usual, *played}

    return tuple(sorted(PROFILES, key=is_far))


def regulations_of(preset: Preset) -> Regulations:
    """Return the regulations of a preset."""
    return with_choices(PROFILES[preset.regulations], preset.choices, typed=True)


def setup_of(
    preset: Preset,
    regulations: Regulations | None = None,
    *,
    opening: str = "",
    openings: Mapping[str, Opening] = OPENINGS,
    starter: Seat = LEFT,
    first: Colour | None = None,
) -> Setup:
    """Return the setup by a preset, with the preset's own values for arguments left out.

    The kind of game says who moves first; Black does in an opening. The first game of a handicap
    match is begun by the beginner, in the seat of `starter`.
    """
    regulations = regulations or regulations_of(preset)
    name = opening or preset.opening
    own = KINDS[preset.game].first if preset.game in KINDS else Colour.BLACK
    first = Colour.BLACK if name != "none" else first or preset.first or own
    left, right = controls_of(preset, first.seat(LEFT))
    setup = Setup(
        left=left,
        right=right,
        regulations=regulations,
        opening=openings[name],
        first=first,
        game=preset.game,
        times_by_colour=left != right and goes_by_colour(preset),
    ).begun_by(starter)
    require_fits(setup)
    place = match_of(preset, starter.other)
    return setup if place is None else setup.in_match(place)


@cache
def _shipped() -> dict[str, tuple[str, Preset]]:
    """Our presets by name, each with its game; tests check them: a clock that starts need not."""
    found: dict[str, tuple[str, Preset]] = {}
    for game in SHIPPED:
        file = Path(__file__).with_name(f"{game}.toml")
        if not file.exists():  # a kind without usual times
            continue
        text = file.read_text(encoding="utf-8")
        presets = msgspec.convert(tomllib.loads(text), dict[str, Preset])
        found |= {name: (game, replace(each, game=game)) for name, each in presets.items()}
    return found


def _setup(preset: Preset, openings: Mapping[str, Opening]) -> Setup:
    """Return the setup by a preset; raises SetupError, with the place, if it cannot be played."""
    if preset.games and preset.control is not None:
        raise SetupError("control", "not allowed together with the games of a match")
    if preset.expert_must_win is not None and not preset.games:
        raise SetupError("expert_must_win", "allowed only together with the games of a match")
    if not preset.title.strip() or not preset.title.isprintable():
        raise SetupError("title", "expected text on one line")
    if preset.game:
        with within("game"):
            kind_named(preset.game)
    for key, value, known in (
        ("regulations", preset.regulations, PROFILES),
        ("opening", preset.opening, openings),
    ):
        if value not in known:
            raise SetupError(key, "expected one of {names}", names=", ".join(known))
    with within("choices"):
        regulations = regulations_of(preset)
        require_none(problems(regulations))
    setup = setup_of(preset, regulations, openings=openings)
    begin(replace(setup, first=preset.first or setup.first))
    return setup
