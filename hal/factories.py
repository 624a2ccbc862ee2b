"""gpiozero's pin factories: opened by name, and described for reports."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from importlib import import_module, metadata
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from hal.message import Message
from hal.wiring import PinsWiring

DEFAULT_CHIP = "/dev/gpiochip0"
DEVICES = Path("/dev")

_FACTORIES = {
    "lgpio": ("lgpio.LGPIOFactory", "lgpio"),
    "rpigpio": ("rpigpio.RPiGPIOFactory", "RPi.GPIO"),
    "mock": ("mock.MockFactory", "gpiozero"),
}
"""A factory's class in gpiozero.pins, and the library it needs."""
FACTORIES = (*_FACTORIES, "none")

HIDES_RPIGPIO = "rpi-lgpio"
"""A library with RPi.GPIO's import name, based on lgpio: whichever was installed last wins."""

_LGPIOS_PIPE = ".lgd-nfy"
"""The beginning of the pipe's name."""

FOLDER = "LG_WD"
"""The variable that names lgpio's folder."""

Edges = Literal["gpiod", "factory", "poll"]

KERNEL_STAMPS = Message("by the kernel, at the edge")
CALLBACK_STAMPS = Message("when the callback runs, which may be late")
POLL_STAMPS = Message("when the level is read, about 1 ms after the edge, later on a busy machine")

NO_CHIP = Message(
    'to play with keys and one screen, write factory = "none" below [pins]; a container must be '
    "started with the device {device}",
    device=DEFAULT_CHIP,
)
"""The remedy for a machine without pins."""

FREE_PIN = Message("stop the other `clapper run` or remove the dtoverlay that uses this pin")
"""The remedy for a pin that is in use."""


class PinError(RuntimeError):
    """Pins cannot be used: `problem` says why, `remedy` what helps, if known."""

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


def part_fault(part: str | Message, error: BaseException) -> Message:
    """Return the fault of a part that fails with an error."""
    return Message("{part}: {why}", part=part, why=one_line(error))


def one_line(error: BaseException) -> str:
    """Return an error as one line, with its type if its text is short."""
    text = " ".join(str(error).split())
    return text if len(text) > 20 else f"{type(error).__name__}: {text}".rstrip(": ")


class NoneFactory:
    """In place of a factory, for a wiring without pins."""

    def close(self) -> None:
        """Nothing."""


def has_chip() -> bool:
    """Return whether this machine has a GPIO chip."""
    return any(DEVICES.glob("gpiochip*"))


def open_factory(name: str) -> Any:
    """Open a gpiozero pin factory by its name in FACTORIES; raises PinError."""
    if name == "none":
        return NoneFactory()
    if name == "rpigpio" and version_of(HIDES_RPIGPIO):
        raise PinError("rpi-lgpio is installed, which hides RPi.GPIO", Message("use lgpio"))
    try:
        return _build_factory(name)
    except Exception as error:  # each library has its own: ImportError, RuntimeError, lgpio.error …
        if not has_chip():
            raise PinError("this machine has no GPIO chip", NO_CHIP) from error
        raise PinError(
            "pin factory {name} does not start ({why})",
            _remedy(name, error),
            name=name,
            why=one_line(error),
        ) from error


def _remedy(name: str, error: Exception) -> Message:
    """Return the remedy for a factory that fails to start with this error."""
    if isinstance(error, ImportError):
        remedy = Message("install {library}", library=_FACTORIES[name][1])
    elif name == "rpigpio" and isinstance(error, RuntimeError):  # which it also raises on a Pi 5
        remedy = Message("run the clock on a Raspberry Pi 0 to 4")
    elif isinstance(error, RuntimeError):  # gpiozero's PinUnknownPi among them
        remedy = Message("run the clock on a Raspberry Pi")
    elif _LGPIOS_PIPE in str(error):
        remedy = Message("start the clock in a folder that can be written to")
    else:
        remedy = device_remedy(DEFAULT_CHIP)
    return Message("{remedy}, or use lgpio", remedy=remedy) if name == "rpigpio" else remedy


def device_remedy(device: str) -> Message:
    """Return the remedy for a device that is missing or may not be used."""
    if os.path.exists(device) and os.geteuid() != 0:  # root needs no group
        return Message("add the user who starts the clock to the group gpio")
    return Message(
        "give the clock access to {device}; a container must be started with that device",
        device=device,
    )


def pin_error(pin: int, part: StrEnum | Message, error: Exception) -> PinError:
    """Return the PinError for a part whose pin the factory refuses."""
    why = one_line(error)
    remedy = FREE_PIN if "busy" in why.lower() else None  # lgpio has it in words, no errno
    return PinError(
        "GPIO {pin} ({part}) is not available ({why})", remedy, pin=pin, part=part, why=why
    )


def _build_factory(name: str) -> Any:
    # Imported here: RPi.GPIO raises on import where there is no Pi, lgpio writes a file.
    module, _, kind_name = _FACTORIES[name][0].partition(".")
    found = import_module(f"gpiozero.pins.{module}")
    # The buzzer needs PWM, which the mock's default pins lack.
    options = {"pin_class": found.MockPWMPin} if name == "mock" else {}
    return getattr(found, kind_name)(**options)


def version_of(distribution: str) -> str | None:
    """Return a library's version; None if it is not installed."""
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return None


def has_gpiod() -> bool:
    """Return whether libgpiod 2 is installed; earlier versions have another interface."""
    return int((version_of("gpiod") or "0").partition(".")[0]) >= 2


def edges_of(pins: PinsWiring, factory: Any) -> Edges:
    """Return the source of edges for an open factory."""
    if pins.edges != "auto":
        return pins.edges
    match factory_name(factory):
        case "rpigpio":
            return "poll"
        case "lgpio" if has_gpiod():
            return "gpiod"
    return "factory"


def describe_factory(pins: PinsWiring, factory: Any) -> tuple[Message, Message]:
    """Describe an open factory: its libraries ("lgpio 0.2.2.0"), and its edges and stamps."""
    name, edges, chip = factory_name(factory), edges_of(pins, factory), chip_of(factory)
    libraries = [_FACTORIES[name][1], *(["gpiod"] if edges == "gpiod" else [])]
    by_kernel = edges == "gpiod" or (edges == "factory" and name == "lgpio")
    stamps = KERNEL_STAMPS if by_kernel else POLL_STAMPS if edges == "poll" else CALLBACK_STAMPS
    return (
        Message(
            "{place} ({library})",
            place=Message("{factory} on {chip}", factory=name, chip=chip) if chip else name,
            library=", ".join(f"{each} {version_of(each) or '?'}" for each in libraries),
        ),
        Message("edges by {means}, stamped {stamps}", means=edges, stamps=stamps),
    )


def chip_of(factory: Any) -> str:
    """Return the device of the header's lines that the factory found; empty if it has none."""
    chip = getattr(factory, "chip", None)
    return "" if chip is None else f"/dev/gpiochip{chip}"


def factory_name(factory: Any) -> str:
    """Return the name of an open factory, as in FACTORIES."""
    return type(factory).__name__.removesuffix("Factory").lower()


@contextmanager
def lgpio_folder() -> Iterator[None]:
    """Give lgpio a folder of its own for its pipe, unless LG_WD names one or there is no room."""
    # lgpio makes the pipe when it is imported, by default in the working directory, which the
    # service may not write to.
    if FOLDER in os.environ:
        yield
        return
    try:
        folder = TemporaryDirectory(prefix="clapper-", dir=os.environ.get("RUNTIME_DIRECTORY"))
    except OSError:  # lgpio uses the working directory then, and may fail itself
        yield
        return
    with folder as os.environ[FOLDER]:
        yield
    del os.environ[FOLDER]
