"""The doctor looks at devices, libraries, the factory and its stamps."""

from importlib import metadata
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from clock.doctor import pins
from clock.doctor.line import Level, Line
from hal.factories import PinError
from hal.wiring import DEFAULT
from tests.doctor.lab import Lab, configured, told


def test_two_libraries_of_one_name_are_told() -> None:
    both = ("RPi.GPIO 0.7.1", "rpi-lgpio 0.6")
    assert [level for level, _ in told(pins.libraries(DEFAULT, both))] == ["warning"]
    asked = configured('[pins]\nfactory = "rpigpio"')
    assert [level for level, _ in told(pins.libraries(asked, both))] == ["wrong"]
    assert told(pins.libraries(DEFAULT, ("lgpio 0.2.2.0",))) == [("ok", "lgpio 0.2.2.0")]


def test_a_display_on_spi_needs_its_library() -> None:
    spi = configured('[screens.left]\nbus = "spi"\nport = 0\ndc = 12')
    found = told(pins.libraries(spi, ("lgpio 0.2.2.0",)))
    assert found[1] == ("wrong", "displays on SPI need spidev")
    assert len(told(pins.libraries(spi, ("lgpio 0.2.2.0", "spidev 3.6")))) == 1


@pytest.mark.parametrize(
    ("edges", "found", "levels"),
    [
        ("gpiod", (), ["ok", "wrong"]),
        ("gpiod", ("gpiod 1.5.4",), ["ok", "wrong"]),
        ("gpiod", ("gpiod 2.2.0",), ["ok"]),
        ("gpiod", ("gpiod 10.0",), ["ok"]),
        ("auto", (), ["ok"]),
        ("factory", (), ["ok"]),
        ("poll", ("gpiod 1.5.4",), ["ok"]),
    ],
)
def test_edges_by_gpiod_need_its_second_version(
    edges: str, found: tuple[str, ...], levels: list[str]
) -> None:
    asked = configured(f'[pins]\nedges = "{edges}"')
    lines = told(pins.libraries(asked, ("lgpio 0.2.2.0", *found)))
    assert [level for level, _ in lines] == levels
    assert all(words == 'edges = "gpiod" needs gpiod 2' for level, words in lines[1:])


def test_devices_that_are_there_for_the_clocks_groups_are_well(lab: Lab) -> None:
    lab.put_device("/dev/gpiochip0", "gpio")
    lab.put_device("/dev/i2c-1", "i2c", 0o666)
    assert told(pins.permissions(lab, DEFAULT)) == [
        ("ok", "/dev/gpiochip0: for the group gpio"),
        ("ok", "/dev/i2c-1: everybody may use it"),
    ]


def test_devices_that_are_missing_or_not_for_the_clock_are_told(lab: Lab) -> None:
    lab.put_device("/dev/gpiochip0", "root", 0o600)
    lab.put_device("/dev/gpiochip1", "root")
    wiring = configured('[screens.right]\nbus = "spi"\nport = 0\ndevice = 1\ndc = 12')
    assert told(pins.permissions(lab, wiring)) == [
        ("wrong", "/dev/gpiochip0: not for the group gpio, in which the clock is, but for root"),
        ("wrong", "/dev/gpiochip1: not for the group gpio, in which the clock is, but for root"),
        ("wrong", "/dev/i2c-1 is not there"),
        ("wrong", "/dev/spidev0.1 is not there"),
    ]


def test_a_device_that_its_own_group_may_not_use_is_told(lab: Lab) -> None:
    lab.put_device("/dev/gpiochip0", "gpio", 0o600)
    lab.put_device("/dev/i2c-1", "i2c")
    assert told(pins.permissions(lab, DEFAULT))[0] == (
        "wrong",
        "/dev/gpiochip0: its group gpio may not use it",
    )


def test_a_device_that_goes_away_while_it_is_looked_at_is_told(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab.put_device("/dev/gpiochip0", "gpio")
    lab.put_device("/dev/i2c-1", "i2c")
    monkeypatch.setattr(lab, "device", lambda _: None)
    assert told(pins.permissions(lab, DEFAULT)) == [
        ("wrong", "/dev/gpiochip0 went away meanwhile"),
        ("wrong", "/dev/i2c-1 went away meanwhile"),
    ]


def test_the_libraries_that_are_there_are_told_with_their_versions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    versions = {"lgpio": "0.2.2.0", "spidev": "3.6"}

    def version(name: str) -> str:
        if name not in versions:
            raise metadata.PackageNotFoundError(name)
        return versions[name]

    monkeypatch.setattr(metadata, "version", version)
    assert pins.installed() == ("lgpio 0.2.2.0", "spidev 3.6")
    assert told(pins.libraries(DEFAULT, ())) == [("ok", "none for pins is installed")]


def test_the_factory_its_chip_and_its_stamps_are_told_and_it_is_let_go(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    factory, closed = MockFactory(pin_class=MockPWMPin), []
    monkeypatch.setattr(factory, "close", lambda: closed.append(True))
    lines = told(pins.factory(DEFAULT, lambda _: factory))
    assert [level for level, _ in lines] == ["ok", "ok"]
    assert lines[0][1].startswith("mock (gpiozero ")
    assert lines[1][1].startswith("edges by factory: ")
    assert closed == [True]
    factory.chip = 4
    lines = told(pins.factory(DEFAULT, lambda _: factory))
    assert lines[0][1].startswith("mock on /dev/gpiochip4 (gpiozero ")


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
def test_edges_that_the_service_cannot_watch_are_told_though_the_doctor_could(
    factory: str, edges: str, level: str
) -> None:
    named = {"rpigpio": "RPiGPIOFactory", "native": "NativeFactory", "lgpio": "LGPIOFactory"}
    opened = type(named[factory], (MockFactory,), {})(pin_class=MockPWMPin)
    asked = configured(f'[pins]\nfactory = "{factory}"\nedges = "{edges}"\n[buzzer]\npin = "none"')
    found, words = told(pins.factory(asked, lambda _: opened))[-1]
    assert (found, "read-only" in words) == (level, level == "wrong")


def test_a_factory_that_fails_without_a_remedy_is_told_with_one() -> None:
    def none(_: str) -> Any:
        raise PinError("no pins")

    (line,) = pins.factory(DEFAULT, none)
    assert (line.what, line.remedy) == ("no pins", "`journalctl -k` may tell more")


def test_a_factory_that_does_not_start_is_told_with_its_remedy() -> None:
    def none(_: str) -> Any:
        raise PinError("pin factory lgpio does not start (no chip): install lgpio, or mend it")

    (line,) = pins.factory(DEFAULT, none)
    assert line == Line(
        Level.WRONG,
        "pins",
        "pin factory lgpio does not start (no chip)",
        "install lgpio, or mend it",
    )


def test_a_factory_that_stamps_with_another_clock_is_told() -> None:
    class Off(MockFactory):  # type: ignore[misc]  # gpiozero has no types
        @staticmethod
        def ticks() -> float:
            return 1e9

    (line,) = pins.factory(DEFAULT, lambda _: Off(pin_class=MockPWMPin))
    assert (line.level, line.part, line.remedy) == (Level.WRONG, "stamps", "take lgpio")
