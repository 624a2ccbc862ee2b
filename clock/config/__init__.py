"""The clock's configuration, `clapper.toml`: what it is made of, and the game it is set to.

What a file does not say is as it comes; every mistake is told at once, with its line.
"""

import re
import tomllib
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from clock.config.lines import Path as KeyPath
from clock.config.lines import line_numbers, slip
from clock.game.file import regulations_from
from clock.menu.access import ANYBODY, Opens, Organizer, amounts_from, code_from
from clock.menu.settings import Settings, Volumes
from clock.menu.setup.places import Offer
from clock.presets import (
    ENCODING,
    FILE_BYTES_MAX,
    BySeat,
    Found,
    Preset,
    controls_of,
    find_presets,
    require_clear_times,
)
from clock.presets.offers import in_match, offers_of, opening_and_first
from clock.rules.machine import begin
from clock.rules.notation import PeriodTable
from clock.rules.openings import OPENINGS
from clock.rules.refusal import SetupError
from clock.rules.regulations import PROFILES, HandRule, Regulations, problems
from clock.rules.seats import Colour, Seat
from clock.rules.slips import require_colon
from clock.rules.state import Setup
from clock.station.battery import LOW_PERCENT
from clock.station.signals import knows_hands
from clock.text.language import LANGUAGES, tr
from hal.overlay import NONE, Overlay, in_words, may_be_none, one_of
from hal.ports import Line
from hal.wiring import DEFAULT, Wiring
from hal.wiring_table import TABLES, wiring_from

DEFAULT_FILE = Path("/etc/clapper/clapper.toml")

OWN_TABLES = ("game", "journal", "organizer", "power", "presets", "settings")
"""The tables beside those of the wiring."""

CHOICES = {
    field.removesuffix("_ns"): field for field in Regulations.__struct_fields__ if field != "name"
}
"""The regulations' choices as they are written, times without their unit."""

MAY_BE_NONE = {
    field.name for field in msgspec.structs.fields(Regulations) if may_be_none(field.type)
}
"""Those that are set to nothing by NONE."""


class GameTable(msgspec.Struct, frozen=True):
    """The game that the clock is set to when it starts."""

    control: str | tuple[PeriodTable, ...] | BySeat = "rif"
    opening: str = ""
    """Empty: the preset's own, or none."""
    starter: Seat = Seat.LEFT
    first: Colour | None = None
    """The colour that moves first without an opening; None: the preset's own."""
    regulations: dict[str, Any] = {}
    """The base is the preset's own, or club."""


class OrganizerTable(msgspec.Struct, frozen=True):
    """What opens the organizer's menu, and the amounts that it gives and takes."""

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
    """How much room games may take; the one on the table and the one before it stay in any case."""

    megabytes: Annotated[int, msgspec.Meta(ge=1, le=JOURNAL_MB_MAX)] = 32


class PowerTable(msgspec.Struct, frozen=True):
    """When a battery is low."""

    low_percent: Annotated[int, msgspec.Meta(ge=1, le=95)] = LOW_PERCENT


class Config(msgspec.Struct, frozen=True):
    """Everything that `clapper run` needs to know."""

    wiring: Wiring
    setup: Setup
    offers: tuple[Offer, ...]
    skipped: tuple[str, ...] = ()
    """What of the user's own presets was left out, a line each."""
    journal: JournalTable = JournalTable()
    settings: Settings = Settings()
    """Those of a clock on which nothing was set yet."""
    power: PowerTable = PowerTable()
    organizer: Organizer = ANYBODY
    file: Path | None = None
    """Where it was read; None: there is no file, and the clock is as it comes."""


class ConfigError(ValueError):
    """A configuration that cannot be: a line for each mistake, "FILE, line 7: key: what".

    `wiring` is what could be read of the displays and pins, so that a display can tell.
    """

    def __init__(self, lines: tuple[str, ...], wiring: Wiring = DEFAULT) -> None:
        super().__init__("\n".join(lines))
        self.lines, self.wiring = lines, wiring


def read_config(asked: Path | None = None) -> Config:
    """Read a configuration; raises ConfigError with every mistake.

    If none is asked for, the default one is read, and it need not be there.
    """
    file = asked or DEFAULT_FILE
    try:
        with file.open("rb") as opened:
            content = opened.read(FILE_BYTES_MAX + 1)
    except OSError as wrong:
        if asked is None and isinstance(wrong, FileNotFoundError):
            return config_from("")
        raise ConfigError((f"{file}: cannot be read: {wrong.strerror}",)) from None
    if len(content) > FILE_BYTES_MAX:
        raise ConfigError((f"{file}: expected at most {FILE_BYTES_MAX} bytes",))
    try:
        return replace(config_from(content.decode(ENCODING), str(file)), file=file)
    except UnicodeDecodeError as wrong:
        line = wrong.object.count(b"\n", 0, wrong.start) + 1
        raise ConfigError((f"{file}, line {line}: expected UTF-8",)) from None


def where_from(config: Config) -> str:
    """Say in a few words where a configuration was read."""
    if config.file is None:
        return tr("{file} is not there: the clock is as it comes").format(file=DEFAULT_FILE)
    return tr("{file} is sound").format(file=config.file)


def config_from(text: str, name: str = "clapper.toml") -> Config:
    """Read a configuration from a text that is called `name`; raises ConfigError."""
    try:
        return _config_from(text, name)
    except RecursionError:
        raise ConfigError((f"{name}: expected tables nested less deeply",)) from None
    except OverflowError:
        raise ConfigError((f"{name}: expected numbers of a usual size",)) from None


def _config_from(text: str, name: str) -> Config:
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        raise ConfigError((_syntax(name, text, str(wrong)),)) from None
    except ValueError:  # Python reads no number of thousands of digits
        raise OverflowError from None
    overlay = Overlay()
    tables = overlay.table("", tables, {*TABLES, *OWN_TABLES})
    wiring = wiring_from(tables, overlay)
    found = _presets(tables.get("presets", {}), overlay)
    journal = overlay.struct("journal", tables.get("journal", {}), JournalTable())
    power = overlay.struct("power", tables.get("power", {}), PowerTable())
    settings = _settings(tables.get("settings", {}), overlay)
    setup = _setup(tables.get("game", {}), found, wiring, overlay)
    organizer = _organizer(tables.get("organizer", {}), wiring, overlay)
    if overlay.faults or setup is None:
        written = line_numbers(text)
        placed = sorted((_line(fault, written), fault) for fault in overlay.faults)
        # A key may have an end of line in it.
        lines = tuple(f"{name}, line {line}: {' '.join(fault.split())}" for line, fault in placed)
        raise ConfigError(lines, wiring)
    offers = offers_of(found)
    return Config(wiring, setup, offers, found.skipped, journal, settings, power, organizer)


def _syntax(name: str, text: str, message: str) -> str:
    """tomllib's "What (at line 3, column 5)" as one of our lines."""
    what, _, place = message.rpartition(" (at ")
    found = re.fullmatch(r"line (\d+), column (\d+)\)", place)
    if found is None:  # "at end of document"
        line = text.rstrip("\n").count("\n") + 1
    else:
        line = int(found[1])
        expected = slip(text.split("\n")[line - 1], int(found[2]))
        if expected is not None:
            return f"{name}, line {line}: {expected}"
    return f"{name}, line {line}: not TOML: {what[:1].lower()}{what[1:]}"


def _line(fault: str, written: dict[KeyPath, int]) -> int:
    """The line of the key at fault; if it is not written, of one that the fault speaks of."""
    place, _, what = fault.partition(": ")
    path = tuple(place.replace("[0]", "").replace("[", ".[").split("."))
    if path in written or any(key.startswith("[") for key in path):
        return _nearest(path, written)
    words = {word.strip(".,:") for word in what.split()}
    for other, line in written.items():
        if len(other) > 1 and words & {".".join(other), other[-1]}:
            return written.get((*other, path[-1]), line)
    return _nearest(path, written)


def _nearest(path: KeyPath, written: dict[KeyPath, int]) -> int:
    """The line of a key, or of the innermost table around it that is written."""
    while path and path not in written:
        path = path[:-1]
    return written.get(path, 1)


def _settings(raw: Any, overlay: Overlay) -> Settings:
    table = dict(raw) if isinstance(raw, dict) else raw
    volumes = table.pop("volumes", {}) if isinstance(table, dict) else {}
    settings = overlay.struct("settings", table, Settings())
    if settings.language not in LANGUAGES:
        overlay.fault(
            "settings.language", f"expected {one_of(LANGUAGES)}, got {settings.language!r}"
        )
    return replace(settings, volumes=overlay.struct("settings.volumes", volumes, Volumes()))


def _organizer(raw: Any, wiring: Wiring, overlay: Overlay) -> Organizer:
    """What opens the organizer's menu; a code is never told, not even a wrong one."""
    table = overlay.struct("organizer", raw, OrganizerTable())
    organizer = Organizer(table.opens)
    try:
        for text in table.amounts:
            require_colon(text.lstrip("+-"))
        organizer = replace(organizer, amounts_ns=amounts_from(table.amounts))
    except ValueError as wrong:
        overlay.fault("organizer.amounts", str(wrong))
    try:
        if table.code is not None:
            organizer = replace(organizer, code=code_from(table.code))
        elif table.opens is Opens.CODE and raw.get("code", NONE) == NONE:
            overlay.fault("organizer.code", "expected a code: without one nothing opens")
    except ValueError as wrong:
        overlay.fault("organizer.code", str(wrong))
    if table.opens is Opens.KEY and Line.KEY not in wiring.lines:
        overlay.fault("organizer.opens", "expected a pin for lines.key: the key is not wired")
    return organizer


def _presets(raw: Any, overlay: Overlay) -> Found:
    own = Path(overlay.struct("presets", raw, PresetsTable()).own)
    if not own.is_absolute() or "\0" in str(own):
        overlay.fault("presets.own", f"expected a folder from the root on, got {str(own)!r}")
        return find_presets()
    return find_presets(own)


def _setup(raw: Any, found: Found, wiring: Wiring, overlay: Overlay) -> Setup | None:
    """The game that the clock is set to; None if it cannot be made."""
    game = overlay.struct("game", raw, GameTable())
    named = found.named(game.control)
    preset = named or Preset(title="", control=game.control)
    asked = game.opening
    if asked and asked not in OPENINGS:
        overlay.fault("game.opening", f"expected {one_of(OPENINGS)}, got {asked!r}")
        asked = "none"
    regulations = _regulations(game.regulations, preset.regulations, overlay)
    opening, first = opening_and_first(named, regulations, asked, game.first)
    try:
        if named is None:
            require_clear_times(preset)
        left, right = controls_of(preset)
        setup = Setup(
            left=left,
            right=right,
            regulations=regulations,
            opening=opening,
            starter=game.starter,
            first=first,
        )
        setup = in_match(setup, preset)
        begin(setup)
    except SetupError as wrong:
        place = wrong.place if wrong.place.startswith("control") else f"control{wrong.place}"
        hint = ", or a name of `clapper presets`" if isinstance(game.control, str) else ""
        overlay.fault(f"game.{place}", f"{wrong.message}{hint}")
        return None
    if regulations.hand_rule is not HandRule.HONOUR and not knows_hands(wiring.lines.keys()):
        overlay.fault(
            "game.regulations.hand_rule",
            f"expected honour: {regulations.hand_rule.value} needs two plungers a seat and stone "
            "sensors, which are not wired",
        )
    return setup


def _regulations(raw: dict[str, Any], own_base: str, overlay: Overlay) -> Regulations:
    """A profile with each choice of the table laid over it; the profile if one is faulty."""
    table = overlay.table("game.regulations", raw, {"base", *CHOICES})
    base = table.pop("base", own_base)
    if not isinstance(base, str) or base not in PROFILES:
        overlay.fault("game.regulations.base", f"expected {one_of(PROFILES)}, got {base!r}")
        base = own_base
    chosen = PROFILES[base]
    for key, item in table.items():
        try:
            if CHOICES[key].endswith("_ns"):
                require_colon(str(item))
            is_none = item == NONE and CHOICES[key] in MAY_BE_NONE
            read = regulations_from({"base": base, key: None if is_none else item})
        except SetupError as wrong:
            overlay.fault(f"game.regulations.{key}", in_words(str(wrong.message)))
            continue
        except ValueError as wrong:
            overlay.fault(f"game.regulations.{key}", str(wrong))
            continue
        chosen = replace(chosen, **{CHOICES[key]: getattr(read, CHOICES[key])})
    wrongs = problems(chosen)
    for choice, message in wrongs:
        overlay.fault(f"game.regulations.{choice}", message)
    return PROFILES[base] if wrongs else chosen
