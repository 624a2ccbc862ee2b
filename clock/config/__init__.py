"""The clock's configuration, `clapper.toml`: its body, its settings and its first setup.

What a file leaves out is as it comes; every mistake is found at once, with its line.
"""

from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec.structs import asdict, replace

from clock.config.desk_files import DESK_FILE, read_desk_file, require_desk
from clock.config.hints import Hints, language_meant
from clock.config.wiring_table import TABLES, wiring_from
from clock.game.names import Names
from clock.link.desk_table import DeskTable
from clock.menu.access import ANYBODY, Opens, Organizer, amounts_from, code_from
from clock.menu.settings import Settings
from clock.notation.control_table import BySeat, PeriodTable, require_colon
from clock.notation.opening_files import OPENINGS
from clock.notation.reader import Reader
from clock.notation.regulations_table import CHOICES, with_choices
from clock.notation.toml import Toml, parsed, read_text, unreadable, within_bounds
from clock.presets import (
    SAVED_FOLDER,
    Offer,
    Preset,
    Presets,
    find_presets,
    regulations_of,
    setup_of,
)
from clock.rules.machine import begin
from clock.rules.message import Message, Problem, placed
from clock.rules.openings import Opening
from clock.rules.regulations import PROFILES, HandRule, Regulations, problems
from clock.rules.seats import Colour, Seat
from clock.rules.state import Setup
from clock.text.language import LANGUAGES
from hal.ports import Line
from hal.power import LOW_PERCENT
from hal.wiring import DEFAULT, Wiring, knows_hands
from hal.wiring_doubts import doubts

DEFAULT_FILE = Path("/etc/clapper/clapper.toml")

ABOUT = {"announce": "on_flag"}
"""The other choice that a problem of a choice is about."""


class GameTable(msgspec.Struct, frozen=True):
    """The game that the clock is set to when it starts."""

    control: str | tuple[PeriodTable, ...] | BySeat | None = None
    """None: the game's first preset, or rif."""
    game: str = ""
    """The kind of game; empty: the preset's own."""
    opening: str = ""
    """Empty: the preset's own, or none."""
    starter: Seat = Seat.LEFT
    first: Colour | None = None
    """The colour that moves first without an opening; None: as in the kind of game."""
    regulations: dict[str, Any] = {}
    """The base is the preset's own, or club."""


class OrganizerTable(msgspec.Struct, frozen=True):
    """The guard of the organizer's menu, and the amounts of time offered there."""

    opens: Opens = Opens.HOLD
    code: str | None = None
    amounts: tuple[str, ...] = ("0:10", "1:00", "2:00", "5:00")


class PresetsTable(msgspec.Struct, frozen=True):
    """The user's own time controls."""

    own: str = "/etc/clapper/presets"


JOURNAL_MB_MAX = 250
"""The whole file is looked at before the clock is ready: on a slow card and a small Pi a megabyte
takes a tenth of a second."""


class JournalTable(msgspec.Struct, frozen=True):
    """The room for games; the last two are never deleted."""

    megabytes: Annotated[int, msgspec.Meta(ge=1, le=JOURNAL_MB_MAX)] = 32


class PowerTable(msgspec.Struct, frozen=True):
    """When a battery is low."""

    low_percent: Annotated[int, msgspec.Meta(ge=1, le=95)] = LOW_PERCENT


class OwnTables(msgspec.Struct, frozen=True):
    """The tables beside those of the wiring."""

    desk: DeskTable = DeskTable()
    game: GameTable = GameTable()
    journal: JournalTable = JournalTable()
    names: Names = Names()
    organizer: OrganizerTable = OrganizerTable()
    power: PowerTable = PowerTable()
    presets: PresetsTable = PresetsTable()
    settings: Settings = Settings()


class Config(msgspec.Struct, frozen=True):
    """Everything that `clapper run` needs to know."""

    wiring: Wiring
    setup: Setup
    offers: tuple[Offer, ...]
    skipped: tuple[Message, ...] = ()
    """Why presets and openings of the user's own were left out."""
    doubts: tuple[Message, ...] = ()
    """What the clock can do, but was probably not meant."""
    journal: JournalTable = JournalTable()
    settings: Settings = Settings()
    """Those of a clock on which nothing was set yet."""
    power: PowerTable = PowerTable()
    organizer: Organizer = ANYBODY
    openings: tuple[Opening, ...] = tuple(OPENINGS.values())
    """In the order in which they are offered."""
    names: Names = Names()
    """Of every game on this clock."""
    desk: DeskTable | None = None
    """The referees' desk; None: the clock has no network."""
    file: Path | None = None
    """Where it was read; None: there is no file, and the clock is as it comes."""


class ConfigError(Problem):
    """A configuration that cannot be, with a message for each mistake: file, line, key, what.

    `wiring` is what could be read of the displays and pins, so that a display can show it.
    """

    def __init__(self, messages: tuple[Message, ...], wiring: Wiring = DEFAULT) -> None:
        super().__init__(messages[0])
        self.messages, self.wiring = messages, wiring

    def __str__(self) -> str:
        return "\n".join(map(str, self.messages))


def read_config(path: Path | None = None, game: str = "") -> Config:
    """Read a configuration, by default DEFAULT_FILE if it exists; raises ConfigError."""
    file = path or DEFAULT_FILE
    hidden = Path(f"{file.resolve()}.txt")
    if hidden.exists():  # a mistake, or somebody wonders why nothing changes
        without = "expected the name {file}, without {ending} at its end"
        problem = Message(without, file=file.name, ending=hidden.suffix)
        raise ConfigError((placed(hidden.name, problem),))
    try:
        text = read_text(file)
    except Problem as error:
        raise ConfigError((error.message,)) from None
    except OSError as error:
        if path is None and isinstance(error, FileNotFoundError):
            return _with_desk(config_from("", game=game))
        raise ConfigError((unreadable(file, error),)) from None
    return _with_desk(replace(config_from(text, str(file), game), file=file))


def _with_desk(config: Config) -> Config:
    """Lay what the desk gave, in a file beside the clock's own, over that. Raises ConfigError."""
    folder = (config.file or DEFAULT_FILE).resolve().parent
    try:
        return replace(config, desk=read_desk_file(folder))
    except FileNotFoundError:
        return config
    except Problem as error:
        raise ConfigError(error.messages, config.wiring) from None
    except OSError as error:
        raise ConfigError((unreadable(folder / DESK_FILE, error),), config.wiring) from None


def where_from(config: Config) -> Message:
    """Return where a configuration was read."""
    if config.file is None:
        return Message("{file} does not exist: the clock uses its defaults", file=DEFAULT_FILE)
    return Message("{file} is valid", file=config.file)


def config_from(text: str, name: str = "clapper.toml", game: str = "") -> Config:
    """Read a configuration from a text that is called `name`; raises ConfigError."""
    try:
        with within_bounds(name):
            return _config_from(parsed(text, name), game)
    except ConfigError:
        raise
    except Problem as error:
        raise ConfigError(error.messages) from None


def _config_from(toml: Toml, kind: str) -> Config:
    known = asdict(OwnTables())
    reader = Reader(Hints(known))
    tables = reader.table("", toml.tables, {*TABLES, *known})
    wiring = wiring_from(tables, reader)
    own = OwnTables(
        **{key: reader.laid_over(known[key], key, tables.get(key, {})) for key in known}
    )
    found = _presets(own.presets, reader)
    for key, value in asdict(own.names).items():
        if value and not value.isprintable():
            reader.add_fault(f"names.{key}", "expected text on one line")
    _check_language(own.settings.language, reader)
    require_desk(own.desk, reader)
    table = replace(own.game, game=kind) if kind else own.game
    setup = _setup(table, found, wiring, reader)
    organizer = _organizer(own.organizer, wiring, reader)
    if reader.faults or setup is None:
        raise ConfigError(tuple(toml.mistakes(reader.faults)), wiring)
    return Config(
        wiring=wiring,
        setup=setup,
        offers=found.offers,
        skipped=found.skipped,
        doubts=tuple(toml.mistakes(doubts(wiring))),
        journal=own.journal,
        settings=own.settings,
        power=own.power,
        organizer=organizer if own.desk.address is None else organizer.at_event(),
        openings=tuple(found.openings.values()),
        names=own.names,
        desk=None if own.desk.address is None else own.desk,
    )


def _check_language(code: str, reader: Reader) -> None:
    if code not in LANGUAGES and (meant := language_meant(code)) is not None:
        close = "expected one of {names}, got {value}: did you mean {meant}?"
        names = ", ".join(LANGUAGES)
        reader.add_fault("settings.language", close, names=names, value=repr(code), meant=meant)
        return
    reader.check_one_of("settings.language", code, LANGUAGES)


def _organizer(table: OrganizerTable, wiring: Wiring, reader: Reader) -> Organizer:
    """The guard of the organizer's menu; no message has a code in it, not even a wrong one."""
    organizer = Organizer(table.opens)
    with reader.at("organizer.amounts"):
        for text in table.amounts:
            require_colon(text.lstrip("+-"))
        organizer = replace(organizer, amounts_ns=amounts_from(table.amounts))
    with reader.at("organizer.code"):
        if table.code is not None:
            organizer = replace(organizer, code=code_from(table.code))
        elif table.opens is Opens.CODE and not any(
            fault.path == "organizer.code" for fault in reader.faults
        ):
            reader.add_fault(
                "organizer.code",
                "expected a code: without one nothing opens the menu",
                "organizer.opens",
            )
    if table.opens is Opens.KEY and Line.KEY not in wiring.wired:
        reader.add_fault("organizer.opens", "expected a pin for lines.key: the key is not wired")
    return organizer


def _presets(table: PresetsTable, reader: Reader) -> Presets:
    own = Path(table.own)
    if own.is_absolute() and "\0" not in str(own):
        return find_presets(own, SAVED_FOLDER)
    message = "expected an absolute path to a folder, got {folder}"
    reader.add_fault("presets.own", message, folder=repr(str(own)))
    return find_presets(SAVED_FOLDER)


def _setup(game: GameTable, found: Presets, wiring: Wiring, reader: Reader) -> Setup | None:
    """The game that the clock is set to; None if it cannot be made."""
    opening = game.opening
    if opening and not reader.check_one_of("game.opening", opening, found.openings):
        opening = "none"
    preset = setup = None
    with reader.at("game"):
        control = found.usual(game.game) if game.control is None else game.control
        preset = found.meant(control, game.game, opening, game.first)
    regulations = _regulations(game.regulations, preset or Preset(title=""), reader)
    if preset is None:
        return None
    with reader.at("game"):
        setup = setup_of(
            preset,
            regulations,
            opening=opening,
            openings=found.openings,
            starter=game.starter,
            first=game.first,
        )
        begin(setup)
    if regulations.hand_rule is not HandRule.HONOUR and not knows_hands(wiring.wired):
        reader.add_fault(
            "game.regulations.hand_rule",
            "expected honour: {rule} needs two plungers a seat and stone sensors, which are not "
            "wired",
            rule=regulations.hand_rule.value,
        )
    return setup


def _regulations(raw: dict[str, Any], preset: Preset, reader: Reader) -> Regulations:
    """The preset's regulations, or a base, with each choice laid over; without those at fault."""
    path = "game.regulations"
    table = reader.table(path, raw, {"base", *CHOICES})
    base = table.pop("base", None)
    own = regulations_of(preset)
    if base is not None and reader.check_one_of(f"{path}.base", base, PROFILES):
        own = PROFILES[base]
    chosen = own
    for key, item in table.items():
        with reader.at(path):
            chosen = with_choices(chosen, {key: item}, typed=True)
    found = problems(chosen)
    for key, message in found:
        about = f"{path}.{ABOUT[key]}" if key in ABOUT else ""
        reader.add_fault(f"{path}.{key}", message, about)
    return own if found else chosen
