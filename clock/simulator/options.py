"""What the options of `clapper sim` ask for, or what is wrong with them."""

from collections.abc import Iterable
from contextlib import suppress
from itertools import chain, count
from pathlib import Path

from msgspec.structs import replace

from clock.files import replace_file
from clock.game.file import write_game
from clock.game.names import NAMELESS, Names
from clock.game.timeline import Timeline
from clock.journal.folder import require_replaceable
from clock.menu.access import Opens, Organizer, code_from
from clock.presets import Found
from clock.presets.offers import setup_of
from clock.rules.message import Message, Problem, placed
from clock.rules.refusal import SetupError
from clock.rules.regulations import PROFILES
from clock.rules.state import Setup
from hal.ports import Line
from hal.wiring import DEFAULT, DRIVERS, KEY_PIN, Wiring


def setup_from(control: str, regulations: str | None, opening: str | None, found: Found) -> Setup:
    """Return a setup from a preset's name or a time control; what is not asked for is its own.

    Raises Problem with the option at fault.
    """
    _require_one_of("--opening", opening, found.openings)
    _require_one_of("--regulations", regulations, PROFILES)
    try:
        chosen = None if regulations is None else PROFILES[regulations]
        preset = found.meant(control)
        return setup_of(preset, chosen, opening=opening or "", openings=found.openings)
    except SetupError as error:
        raise Problem(placed("--control", error.message)) from None


def _require_one_of(option: str, name: str | None, names: Iterable[str]) -> None:
    if name is not None and name not in names:
        problem = Message(
            "expected one of {names}, got {value}", names=", ".join(names), value=repr(name)
        )
        raise Problem(placed(option, problem))


def organizer_from(text: str) -> Organizer:
    """Return what opens the organizer's menu, from "hold", "key" or "code:1234".

    Raises Problem with the option at fault.
    """
    opens, colon, code = text.partition(":")
    if text in (Opens.HOLD.value, Opens.KEY.value):
        return Organizer(Opens(text))
    try:
        if opens != Opens.CODE.value or not colon:
            raise Problem("expected hold, key or code:1234")
        return Organizer(Opens.CODE, code_from(code))
    except Problem as error:
        raise Problem(placed("--organizer", error.message)) from None


def wiring_of(display: str, opens: Opens) -> Wiring:
    """Return the default wiring with displays such as "256x64", and the key if there is one."""
    size = tuple(int(side) for side in display.split("x"))
    driver = next(
        name for name, each in DRIVERS.items() if size in each.sizes and "i2c" in each.buses
    )
    screens = {
        name: replace(screen, driver=driver, width=size[0], height=size[1])
        for name, screen in DEFAULT.screens.items()
    }
    key = {Line.KEY: KEY_PIN} if opens is Opens.KEY else {}
    return replace(DEFAULT, screens=screens, lines={**DEFAULT.lines, **key})


def require_apart(settings: Path, *, journal: Path | None, record: Path | None) -> None:
    """Raise Problem with the option that would put games where the settings are."""
    real = settings.resolve()
    for option, games, taken in (
        ("--journal", journal, (real, real.parent)),
        ("--record", record, (real,)),
    ):
        if games is not None and games.resolve() in taken:
            raise Problem(
                "{option} {file}: expected another place: the settings are kept in {settings}",
                option=option,
                file=games,
                settings=settings,
            )


def require_writable(file: Path) -> None:
    """Raise Problem now rather than lose the games when the clock ends."""
    try:
        require_replaceable(file)
        replace_file(file, file.read_bytes() if file.is_file() else b"")
    except OSError as error:
        raise Problem("--record {file}: {problem}", file=file, problem=error.strerror) from None


def record(games: list[Timeline], file: Path, settings: Path, names: Names = NAMELESS) -> None:
    """Write each game that was begun: the first to `file`, the next to "file-2" and so on.

    A number is left out where the settings or a journal have that name.
    """
    begun = [game for game in games if game.everything()] or games[:1]
    numbered = (file.with_stem(f"{file.stem}-{number}") for number in count(2))
    free = (path for path in chain((file,), numbered) if _is_free(path, settings))
    for game, path in zip(begun, free, strict=False):
        replace_file(path, write_game(game.setup, game.record(), names))


def _is_free(file: Path, settings: Path) -> bool:
    with suppress(Problem):
        require_replaceable(file)
        return file.resolve() != settings.resolve()
    return False
