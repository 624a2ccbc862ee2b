"""The pin factories of gpiozero by name, and what is known of the one that was opened."""

import os
import platform
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from enum import StrEnum
from importlib import import_module, metadata
from tempfile import TemporaryDirectory
from typing import Any, Literal, NamedTuple

from hal.message import Message, one_of
from hal.wiring import PinsWiring

DEFAULT_CHIP = "/dev/gpiochip0"


class _Factory(NamedTuple):
    """A factory's class in gpiozero.pins, the library that it needs, and the device it opens."""

    place: str
    distribution: str = "gpiozero"
    device: str = DEFAULT_CHIP


_FACTORIES = {
    "lgpio": _Factory("lgpio.LGPIOFactory", "lgpio"),
    "rpigpio": _Factory("rpigpio.RPiGPIOFactory", "RPi.GPIO"),
    "rpi-lgpio": _Factory("rpigpio.RPiGPIOFactory", "rpi-lgpio"),
    "native": _Factory("native.NativeFactory", device="/dev/gpiomem"),
    "mock": _Factory("mock.MockFactory"),
}
FACTORIES = tuple(_FACTORIES)

RPIGPIO_KERNEL_MAX = (6, 5)
"""The last kernel on which RPi.GPIO finds its lines under /sys, whose edges it watches there."""

BY_SYSFS = ("rpigpio", "native")
"""Factories whose edges need SYSFS_EXPORT: the service's /sys is read-only."""

SYSFS_EXPORT = "/sys/class/gpio/export"

_LGPIOS_PIPE = ".lgd-nfy"
"""The beginning of the pipe's name."""

FOLDER = "LG_WD"
"""The variable that names lgpio's folder."""

GPIOD_MAJOR_MIN = 2
"""gpiod before it has another interface."""

Edges = Literal["gpiod", "factory", "poll"]

KERNEL_STAMPS = Message("by the kernel, at the edge")
CALLBACK_STAMPS = Message("when the callback runs, which may be late")
POLL_STAMPS = Message("when the level is read, about 1 ms after the edge, later on a busy machine")

FREE_PIN = Message("free this pin from another `clapper run`, or from a dtoverlay")
"""What helps where something else has a pin."""


class PinError(RuntimeError):
    """Pins that cannot be used: `problem`, and `remedy` if one is known."""

    def __init__(self, template: str, remedy: Message | None = None, /, **values: object) -> None:
        super().__init__()
        self.problem = Message(template, **values)
        self.remedy = remedy

    @property
    def message(self) -> Message:
        """The problem and the remedy in one line."""
        if self.remedy is None:
            return self.problem
        return Message("{problem}: {remedy}", problem=self.problem, remedy=self.remedy)

    def __str__(self) -> str:
        return str(self.message)


def one_line(error: BaseException) -> str:
    """An error in one line, its kind named where its text does not say enough."""
    text = " ".join(str(error).split())
    return text if len(text) > 20 else f"{type(error).__name__}: {text}".rstrip(": ")


class PinsReport(NamedTuple):
    """How the pins are had, for those who look for a fault.

    `factory` is rpi-lgpio where that stands in for RPi.GPIO; `library` names what is really used,
    "lgpio 0.2.2.0, gpiod 2.5.0"; `chip` is the device of the header's lines, empty if there is
    none.
    """

    factory: str
    library: str
    board: Message
    chip: str
    edges: Edges
    stamps: Message


def open_factory(name: str) -> Any:
    """Open the gpiozero pin factory of that name, one of FACTORIES; raises PinError."""
    if name not in FACTORIES:
        names = one_of(FACTORIES)
        raise PinError("{name} is unknown: expected {names}", None, name=repr(name), names=names)
    if name in ("rpigpio", "rpi-lgpio"):
        _require_only(name)
    try:
        return _build_factory(name)
    except Exception as error:  # each library has its own: ImportError, RuntimeError, lgpio.error …
        raise PinError(
            "pin factory {name} does not start ({why})",
            _remedy(name, error),
            name=name,
            why=one_line(error),
        ) from error


def _remedy(name: str, error: Exception) -> Message:
    """Return what helps a factory that does not start, for this cause alone."""
    if isinstance(error, ImportError):
        remedy = Message("install {library}", library=_FACTORIES[name].distribution)
    elif name == "rpigpio" and isinstance(error, RuntimeError):  # which it also raises on a Pi 5
        remedy = Message("run it on a Raspberry Pi 0 to 4")
    elif isinstance(error, RuntimeError):  # gpiozero's PinUnknownPi among them
        remedy = Message("run it on a Raspberry Pi")
    elif _LGPIOS_PIPE in str(error):
        return Message("start it in a folder that can be written to")
    else:
        remedy = device_remedy(_FACTORIES[name].device)
    if name in ("lgpio", "mock"):
        return remedy
    return Message("{remedy}, or take lgpio", remedy=remedy)


def device_remedy(device: str) -> Message:
    """Return what helps where a device is missing, or may not be used: no group helps root."""
    if os.path.exists(device) and os.geteuid() != 0:
        return Message("put the user who starts it into the group gpio")
    return Message("let it use {device}, which a container has to be given", device=device)


def pin_error(pin: int, part: StrEnum | Message, error: Exception) -> PinError:
    """Return the error of a factory that does not give the pin of a part."""
    why = one_line(error)
    remedy = FREE_PIN if "busy" in why.lower() else None  # lgpio has it in words, no errno
    return PinError(
        "GPIO {pin} ({part}) cannot be had ({why})", remedy, pin=pin, part=part, why=why
    )


def _require_only(name: str) -> None:
    """RPi.GPIO and rpi-lgpio have one import name: the one installed last hides the other."""
    both = ("rpigpio", "rpi-lgpio")
    installed = [each for each in both if _version(_FACTORIES[each].distribution)]
    if len(installed) == 2:
        raise PinError(
            "RPi.GPIO and rpi-lgpio are both installed and hide one another",
            Message("uninstall one of them"),
        )
    if installed and installed != [name]:
        raise PinError(
            "pin factory {name} is not what is installed: {other} is",
            Message(
                "take {factory}, or install {library} in its place",
                factory=installed[0],
                library=_FACTORIES[name].distribution,
            ),
            name=name,
            other=_FACTORIES[installed[0]].distribution,
        )


def _build_factory(name: str) -> Any:
    # Imported here: RPi.GPIO raises on import where there is no Pi, lgpio writes a file.
    module, _, kind_name = _FACTORIES[name].place.partition(".")
    found = import_module(f"gpiozero.pins.{module}")
    options = {"pin_class": found.MockPWMPin} if name == "mock" else {}
    return getattr(found, kind_name)(**options)


def _version(distribution: str) -> str | None:
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return None


def edges_of(pins: PinsWiring, factory: Any) -> Edges:
    """Return what reports the edges with a factory that was opened."""
    if pins.edges != "auto":
        return pins.edges
    gpiod = (_version("gpiod") or "0").partition(".")[0]
    return "gpiod" if kind(factory) == "lgpio" and int(gpiod) >= GPIOD_MAJOR_MIN else "factory"


def report(pins: PinsWiring, factory: Any) -> PinsReport:
    """By what the pins are had with a factory that was opened; raises nothing."""
    name, edges = kind(factory), edges_of(pins, factory)
    libraries = [_FACTORIES[name].distribution, *(["gpiod"] if edges == "gpiod" else [])]
    by_kernel = edges == "gpiod" or (edges == "factory" and name == "lgpio")
    return PinsReport(
        factory=name,
        library=", ".join(f"{each} {_version(each) or '?'}" for each in libraries),
        board=_board(factory),
        chip=chip_of(factory),
        edges=edges,
        stamps=KERNEL_STAMPS if by_kernel else POLL_STAMPS if edges == "poll" else CALLBACK_STAMPS,
    )


def chip_of(factory: Any) -> str:
    """The device that holds the header's lines, as the factory found it; empty if it has none."""
    chip = getattr(factory, "chip", None)
    return "" if chip is None else f"/dev/gpiochip{chip}"


def kind(factory: Any) -> str:
    """The name of a factory that was opened: rpi-lgpio for RPi.GPIO's interface on lgpio."""
    name = type(factory).__name__.removesuffix("Factory").lower()
    if name == "rpigpio" and hasattr(sys.modules.get("RPi.GPIO"), "lgpio"):
        return "rpi-lgpio"
    return name


def _board(factory: Any) -> Message:
    try:
        board = factory.board_info
        model = "Raspberry Pi {model} revision {revision}"
        return Message(model, model=board.model, revision=board.pcb_revision)
    except Exception as error:  # a board that gpiozero does not know yet
        return Message("unknown ({why})", why=one_line(error))


def kernel_numbers(release: str) -> tuple[int, ...]:
    """A kernel's version and patch level, (6, 12) of "6.12.25+rpt-rpi-v8"."""
    return tuple(int(each) for each in release.split(".")[:2] if each.isdigit())


def no_edges(factory: Any, error: BaseException) -> PinError:
    """Return the error of a factory that cannot watch edges, with the cause if it is known."""
    name, why, release = kind(factory), one_line(error), platform.release()
    if name != "rpigpio":
        lgpio = Message("take lgpio")
        return PinError("pin factory {name} cannot watch edges ({why})", lgpio, name=name, why=why)
    remedy = Message(
        'take factory = "lgpio", or edges = "poll", which reads the levels 1,000 times a second'
    )
    if kernel_numbers(release) > RPIGPIO_KERNEL_MAX:
        on_this_kernel = "RPi.GPIO cannot watch edges on this kernel, {kernel} ({why})"
        return PinError(on_this_kernel, remedy, kernel=release, why=why)
    if not os.access(SYSFS_EXPORT, os.W_OK):
        not_writable = "RPi.GPIO cannot watch edges, as {file} cannot be written to ({why})"
        return PinError(not_writable, remedy, file=SYSFS_EXPORT, why=why)
    return PinError("RPi.GPIO cannot watch edges ({why})", remedy, why=why)


@contextmanager
def scratch() -> Iterator[None]:
    """Give lgpio a folder of its own for its pipe, unless LG_WD names one or there is no room.

    It makes the pipe in the working directory as soon as it is imported.
    """
    with ExitStack() as undo:
        if FOLDER not in os.environ:
            parent = os.environ.get("RUNTIME_DIRECTORY")
            with suppress(OSError):  # lgpio uses the working directory then, and may fail itself
                folder = TemporaryDirectory(prefix="clapper-", dir=parent)
                undo.push(folder)
                os.environ[FOLDER] = folder.name
                undo.callback(os.environ.pop, FOLDER)
        yield
