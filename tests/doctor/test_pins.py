"""The doctor looks at devices, libraries, the factory and its stamps."""

from importlib import metadata
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from clock.doctor import pins
from hal.factories import PinError
from hal.message import Message
from hal.wiring import DEFAULT
from tests.doctor.lab import Lab, configured, found

BOTH = ("RPi.GPIO 0.7.1", "rpi-lgpio 0.6")
GPIOD_2 = '[pins]\nedges = "gpiod"'
SPI = '[screens.left]\nbus = "spi"\nport = 0\ndc = 12'


@pytest.mark.parametrize(
    ("text", "libraries", "levels"),
    [
        ("", ("lgpio 0.2.2.0",), ["ok"]),
        ("", (), ["ok"]),
        ("", BOTH, ["warning"]),
        ('[pins]\nfactory = "rpigpio"', BOTH, ["wrong"]),
        (SPI, ("lgpio 0.2.2.0",), ["ok", "wrong"]),
        (SPI, ("lgpio 0.2.2.0", "spidev 3.6"), ["ok"]),
        (GPIOD_2, (), ["ok", "wrong"]),
        (GPIOD_2, ("gpiod 1.5.4",), ["ok", "wrong"]),
        (GPIOD_2, ("gpiod 2.2.0",), ["ok"]),
        (GPIOD_2, ("gpiod 10.0",), ["ok"]),
        ('[pins]\nedges = "poll"', ("gpiod 1.5.4",), ["ok"]),
    ],
)
def test_the_libraries_must_be_those_that_the_wiring_needs(
    text: str, libraries: tuple[str, ...], levels: list[str]
) -> None:
    assert [level for level, _ in found(pins.libraries(configured(text), libraries))] == levels


def test_the_installed_libraries_are_found_with_their_versions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    versions = {"lgpio": "0.2.2.0", "spidev": "3.6"}

    def version(name: str) -> str:
        if name not in versions:
            raise metadata.PackageNotFoundError(name)
        return versions[name]

    monkeypatch.setattr(metadata, "version", version)
    assert pins.installed() == ("lgpio 0.2.2.0", "spidev 3.6")


def test_devices_must_be_there_and_for_the_clocks_groups(lab: Lab) -> None:
    lab.put_device("/dev/gpiochip0", "gpio")
    lab.put_device("/dev/gpiochip1", "root")
    lab.put_device("/dev/gpiochip2", "gpio", 0o600)
    lab.put_device("/dev/i2c-1", "i2c", 0o666)
    wiring = configured('[screens.right]\nbus = "spi"\nport = 0\ndevice = 1\ndc = 12')
    assert found(pins.permissions(lab, wiring)) == [
        ("ok", "/dev/gpiochip0: for the group gpio"),
        ("wrong", "/dev/gpiochip1: not for the group gpio, in which the clock is, but for root"),
        ("wrong", "/dev/gpiochip2: its group gpio may not use it"),
        ("ok", "/dev/i2c-1: everybody may use it"),
        ("wrong", "/dev/spidev0.1 is not there"),
    ]


def test_a_device_that_disappears_meanwhile_is_found(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab.put_device("/dev/gpiochip0", "gpio")
    lab.put_device("/dev/i2c-1", "i2c")
    monkeypatch.setattr(lab, "device", lambda _: None)
    for level, what in found(pins.permissions(lab, DEFAULT)):
        assert (level, what.partition(" ")[2]) == ("wrong", "went away meanwhile")


def test_the_factory_its_chip_and_its_stamps_are_found_and_it_is_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    factory, closed = MockFactory(pin_class=MockPWMPin), []
    monkeypatch.setattr(factory, "close", lambda: closed.append(True))
    (level, used), (other, stamps) = found(pins.factory(DEFAULT, lambda _: factory))
    assert (level, other, closed) == ("ok", "ok", [True])
    assert used.startswith("mock (gpiozero ")
    assert stamps.startswith("edges by factory: ")
    factory.chip = 4
    (_, used), _ = found(pins.factory(DEFAULT, lambda _: factory))
    assert used.startswith("mock on /dev/gpiochip4 (gpiozero ")


@pytest.mark.parametrize(
    ("factory", "edges", "level"),
    [
        ("rpigpio", "auto", "wrong"),
        ("rpigpio", "factory", "wrong"),
        ("rpigpio", "poll", "ok"),
        ("rpigpio", "gpiod", "ok"),
        ("native", "auto", "wrong"),
        ("lgpio", "factory", "ok"),
    ],
)
def test_edges_that_only_the_doctor_could_watch_are_found(
    factory: str, edges: str, level: str
) -> None:
    classes = {"rpigpio": "RPiGPIOFactory", "native": "NativeFactory", "lgpio": "LGPIOFactory"}
    opened = type(classes[factory], (MockFactory,), {})(pin_class=MockPWMPin)
    asked = configured(f'[pins]\nfactory = "{factory}"\nedges = "{edges}"\n[buzzer]\npin = "none"')
    actual, what = found(pins.factory(asked, lambda _: opened))[-1]
    assert (actual, "read-only" in what) == (level, level == "wrong")


@pytest.mark.parametrize("remedy", [None, "install lgpio, or mend it"])
def test_a_factory_that_does_not_start_is_found_with_a_remedy(remedy: str | None) -> None:
    def none(_: str) -> Any:
        raise PinError("no pins", None if remedy is None else Message(remedy))

    (finding,) = pins.factory(DEFAULT, none)
    assert str(finding.what) == "no pins"
    assert str(finding.remedy) == (remedy or "`journalctl -k` may show more")


def test_a_factory_that_stamps_with_another_clock_is_found() -> None:
    class Off(MockFactory):  # type: ignore[misc]  # gpiozero has no types
        @staticmethod
        def ticks() -> float:
            return 1e9

    (finding,) = pins.factory(DEFAULT, lambda _: Off(pin_class=MockPWMPin))
    assert (finding.level.value, finding.part, str(finding.remedy)) == (
        "wrong", "stamps", "take lgpio",
    )  # fmt: skip
