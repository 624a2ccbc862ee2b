"""The doctor and a person: displays, lamps, the buzzer, every switch."""

import threading
from unittest.mock import Mock

import pytest
from msgspec.structs import replace

from clock.doctor import hands
from clock.text.language import part_name
from hal.factories import PinError
from hal.keys import PLACES, TOUCH, DeviceKey
from hal.message import Message
from hal.ports import Edge, LampName, Line, ScreenName
from hal.wiring import DEFAULT, KEY_PIN, WITHOUT_PINS, Wiring
from tests.doctor.lab import found
from tests.fakes import FakeBody, fake_body

MS = 1_000_000


class Person:
    """A person who answers questions, and presses switches on request."""

    def __init__(self, body: FakeBody, answer: bool = True, presses: int = hands.PRESSES) -> None:
        self.body, self.answer, self.presses = body, answer, presses
        self.asked: list[str] = []
        self.lit: list[set[LampName]] = []
        self.bounces_ms: tuple[float, ...] = (0.0,)
        self.also: Line | None = None

    def ask(self, question: str) -> bool:
        self.asked.append(question)
        self.lit.append({name for name, lamp in self.body.lamps.items() if lamp.lit})
        return self.answer

    def press(self, request: str) -> None:
        self.asked.append(request)
        asked = [each for each in Line if part_name(each) in request]
        line = max(asked, key=lambda each: len(part_name(each)))
        for movement in range(2 * self.presses):
            at_ns = self.body.time.now_ns()
            for bounce_ms in self.bounces_ms:
                edge = Edge(line, movement % 2 == 0, at_ns + round(bounce_ms * MS))
                self.body.inputs.deliver(edge)
            if self.also is not None:
                self.body.inputs.deliver(Edge(self.also, True, at_ns))
            self.body.time.advance(500 * MS)


def handled(body: FakeBody, person: Person, wiring: Wiring = DEFAULT) -> list[str]:
    checks = (hands.displays(body, person.ask), hands.lamps(body, wiring, person.ask),
              hands.buzzer(body, wiring, person.ask), hands.everything(body, person.ask),
              hands.switches(body, wiring, person.press))  # fmt: skip
    return [finding for check in checks for finding in found(check)]


def test_without_pins_no_lamp_is_asked_for_and_keys_are_named(
    body: FakeBody, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hands, "PRESS_S_MAX", 0.0)
    wiring = replace(WITHOUT_PINS, keys={Line.STOP: DeviceKey("usb-pad", 2)}, bare=(Line.MINUS,))
    bare = FakeBody(body.inputs, {}, body.screens, None, body.time, body.power)
    person = Person(bare, presses=0)
    findings = found(hands.everything(bare, person.ask))
    findings += found(hands.switches(bare, wiring, person.press))
    assert "lamp" not in "".join(person.asked)
    assert findings == [
        "ok: steady with everything on",
        "wrong: minus (a key of any keyboard): no signal",
        "wrong: stop (usb-pad:KEY_1): no signal",
    ]


def test_a_key_of_a_touch_screen_is_drawn_while_it_is_asked_for(
    body: FakeBody, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = {line: DeviceKey(TOUCH, PLACES[name]) for line, name in TOUCHED.items()}
    monkeypatch.setattr(hands, "PRESS_S_MAX", 0.0)
    person, drawn = Person(body, presses=0), list[tuple[Line, ...]]()

    def look(request: str) -> None:
        drawn.extend(
            tuple(target.line for target in screen.frames[-1].targets)
            for screen in body.screens.values()
        )
        person.press(request)

    findings = found(hands.switches(body, replace(WITHOUT_PINS, keys=keys, bare=()), look))
    assert drawn == [(), (), (Line.OK,), (Line.OK,)]
    assert findings[0] == "wrong: left plunger (touch:left): no signal"


TOUCHED = {Line.LEFT_PLUNGER: "left", Line.OK: "ok"}


def test_displays_lamps_buzzer_and_switches_that_work_are_well(body: FakeBody) -> None:
    person = Person(body)
    person.bounces_ms = (0.0, 0.5, 1.2)
    findings = handled(body, person)
    assert all(line.startswith("ok: ") for line in findings)
    assert findings[:2] == ["ok: left: the pattern is right", "ok: right: the pattern is right"]
    assert findings[-len(DEFAULT.lines)] == (
        "ok: left plunger (GPIO 5, header pin 29): 10 movements, at most 3 edges in one, "
        "bounces for up to 1.2 ms with gaps of up to 0.7 ms"
    )
    assert "Press this switch 5 times, each for about half a second: left plunger." in person.asked
    # The displays' two questions, each lamp alone, the buzzer, everything at once.
    assert person.lit == [set(), set(), *({name} for name in LampName), set(), set(LampName)]
    assert not any(lamp.lit for lamp in body.lamps.values())
    for name, screen in body.screens.items():
        pattern, _, white, blank = (frame.image for frame in screen.frames)
        assert pattern == hands.pattern(name, (128, 64))
        assert (white.getextrema(), blank.getbbox()) == ((255, 255), None)
    assert body.buzzer is not None
    assert [(each.tone_hz, each.duration_ns) for each in body.buzzer.beeps] == [(880, 400 * MS)]


def test_what_a_person_does_not_see_or_hear_is_wrong(body: FakeBody) -> None:
    body.screens[ScreenName.RIGHT].unplug("right: not there")
    body.lamps[LampName.REFEREE].fault = Message("GPIO 25: Input/output error")
    body.inputs.set_level(Line.LEFT_PLUNGER, True)
    person = Person(body, answer=False)
    person.also = Line.STOP
    expected = [
        "wrong: left: the pattern is not right",
        "wrong: right: not there",
        "wrong: left clapper lamp (GPIO 23, header pin 16): not lit alone",
        "wrong: referee lamp: GPIO 25: Input/output error",
        "wrong: not heard (GPIO 18, header pin 12)",
        "wrong: with everything on, some lamps or displays were dark or flickered",
        "wrong: left plunger (GPIO 5, header pin 29) is down before it is pressed",
        "warning: right plunger (GPIO 6, header pin 31): stop reacted too",
    ]
    findings = handled(body, person)
    assert [line for line in findings if line in expected] == expected


def test_a_buzzer_that_is_not_wired_is_not_asked_for_and_a_key_is_turned() -> None:
    wiring = replace(DEFAULT, lines={Line.KEY: KEY_PIN}, buzzer=None)
    body = fake_body(wiring)
    person = Person(body)
    assert not [line for line in handled(body, person, wiring) if not line.startswith("ok: ")]
    assert not any("buzzer" in question for question in person.asked)
    assert person.asked[-1] == "Turn the key 5 times, each for about half a second."


def test_the_pattern_has_a_whole_border_a_name_and_stripes_of_single_pixels() -> None:
    image = hands.pattern(ScreenName.RIGHT, (256, 64))
    for box in ((0, 0, 256, 1), (0, 63, 256, 64), (0, 0, 1, 64), (255, 0, 256, 64)):
        assert image.crop(box).getextrema() == (255, 255)
    standing = [bool(image.getpixel((x, y))) for y in (44, 52) for x in range(4, 252)]
    lying = [bool(image.getpixel((x, y))) for x in (4, 251) for y in range(54, 61)]
    for stripes in (standing, lying[:7], lying[7:]):
        assert stripes == [number % 2 == 0 for number in range(len(stripes))]
    assert not any(image.getpixel((x, 48)) for x in (2, 3, 252, 253, 254))
    assert image != hands.pattern(ScreenName.LEFT, (256, 64))


def test_a_switch_that_misses_presses_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hands, "PRESS_S_MAX", 0.0)
    for presses, level, remedy in (
        (
            4,
            "warning",
            "expected 10 movements (5 presses and releases): check the switch's contact",
        ),
        (0, "wrong", "check its two wires, and that they are on NO and C of the switch"),
    ):
        body = fake_body()
        finding = next(hands.switches(body, DEFAULT, Person(body, presses=presses).press))
        assert (finding.severity.value, str(finding.remedy)) == (level, remedy)


def test_switches_that_bounce_too_long_get_a_debounce_that_fits_all_and_other_threads_edges_count(
    body: FakeBody,
) -> None:
    person = Person(body)
    person.bounces_ms = (0.0, 4.0)

    def later(request: str) -> None:
        threading.Thread(target=person.press, args=(request,)).start()

    *each, last = hands.switches(body, DEFAULT, later)
    assert {str(finding.remedy) for finding in each} == {"see below, or use a better switch"}
    assert last.remedy == "confirm_ms = 6, lockout_ms = 25"


def test_edges_that_cannot_be_watched_are_found_with_the_remedy(
    body: FakeBody, monkeypatch: pytest.MonkeyPatch
) -> None:
    error = PinError("RPi.GPIO cannot watch edges", Message("use lgpio"))
    monkeypatch.setattr(body.inputs, "listen", Mock(side_effect=error))
    (finding,) = hands.switches(body, DEFAULT, Person(body).press)
    assert (str(finding.what), str(finding.remedy)) == ("RPi.GPIO cannot watch edges", "use lgpio")
