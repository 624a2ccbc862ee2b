"""The pin factories of gpiozero by name, and what is known of the one that was opened."""

import os
import platform
import sys
from importlib import metadata
from typing import Any, Literal, NamedTuple

from hal.wiring import PinsWiring

FACTORIES = ("lgpio", "rpigpio", "rpi-lgpio", "native", "mock")

_DISTRIBUTIONS = {"rpigpio": "RPi.GPIO", "rpi-lgpio": "rpi-lgpio", "lgpio": "lgpio"}

RPIGPIO_KERNEL_MAX = (6, 5)
"""The last kernel on which RPi.GPIO finds its lines under /sys, whose edges it watches there."""

BY_SYSFS = ("rpigpio", "native")
"""Factories whose edges need SYSFS_EXPORT: the service's /sys is read-only."""

SYSFS_EXPORT = "/sys/class/gpio/export"

_LGPIOS_PIPE = ".lgd-nfy"
"""The beginning of its name: lgpio makes it as it is imported."""

DEFAULT_CHIP = "/dev/gpiochip0"

_DEVICES = {"native": "/dev/gpiomem"}
"""What a factory opens, where that is another device than DEFAULT_CHIP."""

GPIOD_MAJOR_MIN = 2
"""gpiod before it has another interface."""

Edges = Literal["gpiod", "factory", "poll"]

KERNEL_STAMPS = "by the kernel, at the edge"
CALLBACK_STAMPS = "when the callback runs, which may be late"
POLL_STAMPS = "when the level is read, about 1 ms after the edge, later on a busy machine"

FREE_PIN = "free this pin from another `clapper run`, or from a dtoverlay"
"""What helps where something else has a pin."""


class PinError(RuntimeError):
    """Pins that cannot be used: one line that says what is missing and what helps."""


def one_line(error: BaseException) -> str:
    """An error in one line, its kind named where its text does not say enough."""
    text = " ".join(str(error).split())
    return text if len(text) > 20 else f"{type(error).__name__}: {text}".rstrip(": ")


class PinsReport(NamedTuple):
    """By what the pins are had, for those who look for a fault: each a few words."""

    factory: str
    """By its name in the wiring; rpi-lgpio where it stands in for RPi.GPIO."""
    library: str
    """The libraries that are really used, with their versions: "lgpio 0.2.2.0, gpiod 2.5.0"."""
    board: str
    """The Pi's model, "Raspberry Pi 4B revision 1.5"."""
    chip: str
    """The device that holds the header's lines, "/dev/gpiochip0"; empty where there is none."""
    edges: Edges
    """What tells of edges."""
    stamps: str
    """Who stamps the edges, and how exactly."""


def open_factory(name: str) -> Any:
    """The gpiozero pin factory of that name, one of FACTORIES; raises PinError."""
    if name not in FACTORIES:
        raise PinError(f"pin factory {name!r} is unknown: expected {', '.join(FACTORIES)}")
    if name in ("rpigpio", "rpi-lgpio"):
        _require_only(name)
    try:
        return _build_factory(name)
    except Exception as error:  # each library has its own: ImportError, RuntimeError, lgpio.error …
        raise PinError(
            f"pin factory {name} does not start ({one_line(error)}): {_remedy(name, error)}"
        ) from error


def _remedy(name: str, error: Exception) -> str:
    """What helps a factory that does not start, for this cause alone."""
    if isinstance(error, ImportError):
        remedy = f"install {_DISTRIBUTIONS.get(name, 'gpiozero')}"
    elif name == "rpigpio" and isinstance(error, RuntimeError):  # which it also raises on a Pi 5
        remedy = "run it on a Raspberry Pi 0 to 4"
    elif isinstance(error, RuntimeError):  # gpiozero's PinUnknownPi among them
        remedy = "run it on a Raspberry Pi"
    elif _LGPIOS_PIPE in str(error):
        return "start it in a folder that can be written to"
    else:
        remedy = device_remedy(_DEVICES.get(name, DEFAULT_CHIP))
    return remedy if name in ("lgpio", "mock") else f"{remedy}, or take lgpio"


def device_remedy(device: str) -> str:
    """What helps where a device is not there, or may not be used: to root a group gives nothing."""
    if os.path.exists(device) and os.geteuid() != 0:
        return "put the user who starts it into the group gpio"
    return f"let it use {device}, which a container has to be given"


def pin_error(pin: int, part: str, error: Exception) -> PinError:
    """What to say where a factory does not give a pin: for what part, why, what helps if known."""
    why = one_line(error)
    remedy = f": {FREE_PIN}" if "busy" in why.lower() else ""  # lgpio has it in words, no errno
    return PinError(f"GPIO {pin} ({part}) cannot be had ({why}){remedy}")


def _require_only(name: str) -> None:
    """RPi.GPIO and rpi-lgpio have one import name: the one installed last hides the other."""
    installed = [name for name in ("rpigpio", "rpi-lgpio") if _version(_DISTRIBUTIONS[name])]
    if len(installed) == 2:
        raise PinError(
            "RPi.GPIO and rpi-lgpio are both installed and hide one another: uninstall one"
        )
    if installed and installed != [name]:
        raise PinError(
            f"pin factory {name} is not what is installed: {_DISTRIBUTIONS[installed[0]]} is; "
            f"take {installed[0]}, or install {_DISTRIBUTIONS[name]} in its place"
        )


def _build_factory(name: str) -> Any:
    # Imported here: RPi.GPIO raises on import where there is no Pi, lgpio writes a file.
    match name:
        case "lgpio":
            from gpiozero.pins.lgpio import LGPIOFactory

            return LGPIOFactory()
        case "rpigpio" | "rpi-lgpio":
            from gpiozero.pins.rpigpio import RPiGPIOFactory

            return RPiGPIOFactory()
        case "native":
            from gpiozero.pins.native import NativeFactory

            return NativeFactory()
        case _:
            from gpiozero.pins.mock import MockFactory, MockPWMPin

            return MockFactory(pin_class=MockPWMPin)


def _version(distribution: str) -> str | None:
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return None


def edges_of(pins: PinsWiring, factory: Any) -> Edges:
    """What tells of the edges with a factory that was opened."""
    if pins.edges != "auto":
        return pins.edges
    gpiod = (_version("gpiod") or "0").partition(".")[0]
    return "gpiod" if kind(factory) == "lgpio" and int(gpiod) >= GPIOD_MAJOR_MIN else "factory"


def report(pins: PinsWiring, factory: Any) -> PinsReport:
    """By what the pins are had with a factory that was opened; raises nothing."""
    name, edges = kind(factory), edges_of(pins, factory)
    libraries = [_DISTRIBUTIONS.get(name, "gpiozero"), *(["gpiod"] if edges == "gpiod" else [])]
    return PinsReport(
        factory=name,
        library=", ".join(_named(each) for each in libraries),
        board=_board(factory),
        chip=chip_of(factory),
        edges=edges,
        stamps=_stamps(name, edges),
    )


def _named(distribution: str) -> str:
    return f"{distribution} {_version(distribution) or 'of unknown version'}"


def _stamps(name: str, edges: Edges) -> str:
    match edges:
        case "gpiod":
            return KERNEL_STAMPS
        case "poll":
            return POLL_STAMPS
        case "factory":
            return KERNEL_STAMPS if name == "lgpio" else CALLBACK_STAMPS


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


def _board(factory: Any) -> str:
    try:
        board = factory.board_info
        return f"Raspberry Pi {board.model} revision {board.pcb_revision}"
    except Exception as error:  # a board that gpiozero does not know yet
        return f"unknown ({one_line(error)})"


def kernel_numbers(release: str) -> tuple[int, ...]:
    """A kernel's version and patch level, (6, 12) of "6.12.25+rpt-rpi-v8"."""
    return tuple(int(each) for each in release.split(".")[:2] if each.isdigit())


def no_edges(factory: Any, error: BaseException) -> PinError:
    """What to say where a factory cannot watch edges."""
    name = kind(factory)
    why = one_line(error)
    if name != "rpigpio":
        return PinError(f"pin factory {name} cannot watch edges ({why}): take lgpio")
    return PinError(
        f"RPi.GPIO cannot watch edges{_cause()} ({why}): "
        'take factory = "lgpio", or edges = "poll", which reads the levels 1,000 times a second'
    )


def _cause() -> str:
    """What keeps RPi.GPIO from its edges, which itself does not tell; empty if unknown."""
    release = platform.release()
    if kernel_numbers(release) > RPIGPIO_KERNEL_MAX:
        return f" on this kernel, {release}"
    if not os.access(SYSFS_EXPORT, os.W_OK):
        return f", as {SYSFS_EXPORT} cannot be written to"
    return ""
