"""The doctor looks at devices, libraries, the factory and its stamps."""

from importlib import metadata
from unittest.mock import Mock

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from clock.doctor import pins
from hal.factories import PinError
from hal.message import Message
from hal.wiring import DEFAULT, WITHOUT_PINS
from tests.doctor.lab import Lab, configured, found

GPIOD_2 = '[pins]\nedges = "gpiod"'
SPI = '[screens.left]\nbus = "spi"\nport = 0\ndc = 12'


def test_the_libraries_must_be_those_that_the_wiring_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    versions: dict[str, str] = {}

    def version(name: str) -> str:
        if name not in versions:
            raise metadata.PackageNotFoundError(name)
        return versions[name]

    monkeypatch.setattr(metadata, "version", version)
    for text, libraries, levels in (
        ("", ("lgpio 0.2.2.0",), "ok"),
        ("", (), "ok"),
        (SPI, ("lgpio 0.2.2.0",), "ok wrong"),
        (SPI, ("lgpio 0.2.2.0", "spidev 3.6"), "ok"),
        (GPIOD_2, (), "ok wrong"),
        (GPIOD_2, ("gpiod 1.5.4",), "ok wrong"),
        (GPIOD_2, ("gpiod 10.0",), "ok"),
        ('[pins]\nedges = "poll"', ("gpiod 1.5.4",), "ok"),
    ):
        versions.clear()
        versions.update((each.split()[0], each.split()[1]) for each in libraries)
        assert pins.installed() == libraries
        lines = found(pins.libraries(configured(text), libraries))
        assert lines[0] == f"ok: {', '.join(libraries) or 'no pin library is installed'}"
        assert [line.partition(":")[0] for line in lines] == levels.split()


def test_devices_must_be_there_and_for_the_clocks_groups(lab: Lab) -> None:
    lab.put_device("/dev/gpiochip0", "gpio")
    lab.put_device("/dev/gpiochip1", "root")
    lab.put_device("/dev/gpiochip2", "gpio", 0o600)
    lab.put_device("/dev/i2c-1", "i2c", 0o666)
    wiring = configured('[screens.right]\nbus = "spi"\nport = 0\ndevice = 1\ndc = 12')
    assert found(pins.permissions(lab, wiring)) == [
        "ok: /dev/gpiochip0: the clock may use it",
        "wrong: /dev/gpiochip1: no access for the group gpio, which the clock belongs to",
        "wrong: /dev/gpiochip2: no access for the group gpio, which the clock belongs to",
        "ok: /dev/i2c-1: the clock may use it",
        "wrong: /dev/spidev0.1 does not exist",
    ]


def test_without_pins_no_chip_is_looked_at_but_the_displays_are(lab: Lab) -> None:
    lab.put_device("/dev/gpiochip0", "root")
    lab.put_device("/dev/i2c-1", "i2c")
    assert found(pins.permissions(lab, WITHOUT_PINS)) == ["ok: /dev/i2c-1: the clock may use it"]


def test_the_factory_its_chip_and_its_stamps_are_found_and_it_is_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    factory, closed = MockFactory(pin_class=MockPWMPin), []
    monkeypatch.setattr(factory, "close", lambda: closed.append(True))
    monkeypatch.setattr(pins, "open_factory", lambda _: factory)
    used, stamps = found(pins.factory(DEFAULT))
    assert closed == [True]
    assert used.startswith("ok: mock (gpiozero ")
    assert stamps.startswith("ok: edges by factory, stamped ")
    factory.chip = 4
    used, _ = found(pins.factory(DEFAULT))
    assert used.startswith("ok: mock on /dev/gpiochip4 (gpiozero ")


class Off(MockFactory):  # type: ignore[misc]  # gpiozero has no types
    """Pins whose stamps are of another clock."""

    @staticmethod
    def ticks() -> float:
        return 1e9


def test_pins_that_cannot_be_had_or_used_are_found_with_a_remedy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for opened, part, remedy in (
        (PinError("no pins"), "pins", "`journalctl -k` may show more"),
        (PinError("no pins", Message("mend it")), "pins", "mend it"),
        (Off(pin_class=MockPWMPin), "timestamps", "use lgpio"),
    ):
        error = opened if isinstance(opened, PinError) else None
        open_factory = Mock(return_value=opened, side_effect=error)
        monkeypatch.setattr(pins, "open_factory", open_factory)
        (finding,) = pins.factory(DEFAULT)
        assert (finding.severity.value, finding.part, str(finding.remedy)) == (
            "wrong",
            part,
            remedy,
        )
