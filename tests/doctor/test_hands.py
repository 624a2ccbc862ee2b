"""The doctor and a person: displays, lamps, the buzzer, every switch."""

import threading

import pytest
from msgspec.structs import replace

from clock.doctor import hands
from clock.doctor.line import Level, Line
from clock.text.parts import part_name
from hal.factories import PinError
from hal.fake import FakeBody, fake_body
from hal.ports import Edge, LampName, ScreenName
from hal.ports import Line as Input
from hal.wiring import DEFAULT, KEY_PIN
from tests.doctor.lab import told

MS = 1_000_000


class Person:
    """Somebody who answers, and presses what is asked for."""

    def __init__(self, body: FakeBody, answer: bool = True) -> None:
        self.body, self.answer = body, answer
        self.asked: list[str] = []
        self.seen: list[object] = []
        self.bounces_ms: tuple[float, ...] = (0.0,)
        self.presses = hands.PRESSES
        self.also: Input | None = None

    def ask(self, question: str) -> bool:
        self.asked.append(question)
        lit = {name for name, lamp in self.body.lamps.items() if lamp.lit}
        self.seen.append(lit)
        return self.answer

    def tell(self, words: str) -> None:
        self.asked.append(words)
        name = words.split(" ", 2)[2].partition(f" {hands.PRESSES} ")[0]
        line = next(each for each in Input if part_name(each) == name)
        for movement in range(2 * self.presses):
            at_ns = self.body.time.now_ns()
            for bounce_ms in self.bounces_ms:
                edge = Edge(line, movement % 2 == 0, at_ns + round(bounce_ms * MS))
                self.body.inputs.deliver(edge)
            if self.also is not None:
                self.body.inputs.deliver(Edge(self.also, True, at_ns))
            self.body.time.advance(500 * MS)


@pytest.fixture
def body(monkeypatch: pytest.MonkeyPatch) -> FakeBody:
    monkeypatch.setattr(hands, "SETTLE_S", 0.02)
    return fake_body()


def test_each_display_shows_its_own_pattern_and_is_judged(body: FakeBody) -> None:
    person = Person(body)
    assert told(hands.displays(body, person.ask)) == [
        ("ok", "left: the pattern is right"),
        ("ok", "right: the pattern is right"),
    ]
    left, right = (body.screens[name].frames[0].image for name in ScreenName)
    assert left.tobytes() != right.tobytes()
    assert left == hands.pattern(ScreenName.LEFT, (128, 64))
    for screen in body.screens.values():
        assert screen.shown is not None
        assert screen.shown.image.getbbox() is None  # and nothing stays


@pytest.mark.parametrize("size", [(128, 64), (256, 64)])
def test_the_pattern_has_a_whole_border_a_name_and_stripes_of_single_pixels(
    size: tuple[int, int],
) -> None:
    width, height = size
    image = hands.pattern(ScreenName.RIGHT, size)
    for box in ((0, 0, width, 1), (0, height - 1, width, height), (0, 0, 1, height),
                (width - 1, 0, width, height)):  # fmt: skip
        assert image.crop(box).getextrema() == (255, 255)
    standing = [bool(image.getpixel((x, height - 16))) for x in range(4, width - 4)]
    lying = [bool(image.getpixel((20, y))) for y in range(height - 10, height - 3)]
    for stripes in (standing, lying):
        assert stripes == [number % 2 == 0 for number in range(len(stripes))]
    assert image.crop((4, 4, width - 4, height - 21)).getbbox() is not None
    assert image != hands.pattern(ScreenName.LEFT, size)


def test_a_pattern_that_is_not_right_and_a_display_that_is_off_are_told(body: FakeBody) -> None:
    body.screens[ScreenName.RIGHT].unplug("right: not there")
    assert told(hands.displays(body, Person(body, answer=False).ask)) == [
        ("wrong", "left: the pattern is not right"),
        ("wrong", "right: not there"),
    ]


def test_lamps_are_lit_one_by_one(body: FakeBody) -> None:
    person = Person(body)
    lines = told(hands.lamps(body, DEFAULT, person.ask))
    assert person.seen == [{name} for name in LampName]
    assert {level for level, _ in lines} == {"ok"}
    assert not any(lamp.lit for lamp in body.lamps.values())


def test_a_lamp_that_is_dark_is_told_with_its_pin(body: FakeBody) -> None:
    lines = told(hands.lamps(body, DEFAULT, Person(body, answer=False).ask))
    assert lines[0] == ("wrong", "left clapper lamp (GPIO 23): not lit alone")


def test_a_lamp_that_cannot_be_set_is_told_with_its_fault_whatever_is_seen(
    body: FakeBody,
) -> None:
    body.lamps[LampName.REFEREE].fault = "GPIO 25: Input/output error"
    lines = told(hands.lamps(body, DEFAULT, Person(body).ask))
    assert lines[-1] == ("wrong", "referee lamp: GPIO 25: Input/output error")


def test_a_buzzer_that_is_not_there_is_not_asked_for(body: FakeBody) -> None:
    silent = replace(DEFAULT, buzzer=None)
    person = Person(body)
    assert told(hands.buzzer(fake_body(silent), silent, person.ask)) == []
    assert told(hands.buzzer(body, silent, person.ask)) == []
    assert told(hands.buzzer(fake_body(silent), DEFAULT, person.ask)) == []
    assert person.asked == []


def test_the_buzzer_sounds_once(body: FakeBody) -> None:
    assert told(hands.buzzer(body, DEFAULT, Person(body).ask)) == [("ok", "it sounds")]
    assert body.buzzer is not None
    (beep,) = body.buzzer.beeps
    assert (beep.tone_hz, beep.duration_ns) == (880, 400 * MS)
    assert told(hands.buzzer(body, DEFAULT, Person(body, answer=False).ask))[0][0] == "wrong"


def test_everything_is_lit_at_once_for_the_supply_to_bear(body: FakeBody) -> None:
    frames = []

    def ask(_: str) -> bool:
        assert all(lamp.lit for lamp in body.lamps.values())
        for screen in body.screens.values():
            assert screen.shown is not None
            frames.append(screen.shown.image.getextrema())
        return True

    assert told(hands.everything(body, ask)) == [("ok", "all lamps and both displays at once")]
    assert frames == [(255, 255), (255, 255)]
    assert not any(lamp.lit for lamp in body.lamps.values())
    for screen in body.screens.values():
        assert screen.shown is not None
        assert screen.shown.image.getbbox() is None
    assert told(hands.everything(body, Person(body, answer=False).ask)) == [
        ("wrong", "not all lit, or not steadily, with all at once")
    ]


def test_every_switch_is_pressed_and_its_bounce_is_told(body: FakeBody) -> None:
    person = Person(body)
    person.bounces_ms = (0.0, 0.5, 1.2)
    lines = told(hands.switches(body, DEFAULT, person.tell))
    assert len(lines) == len(DEFAULT.lines)
    assert person.asked[0] == ("Press the left plunger 5 times, each for about half a second.")
    assert lines[0] == (
        "ok",
        "left plunger (GPIO 5): 10 movements, 3 edges at most in one, bounces for 1.2 ms with "
        "rests of 0.7 ms",
    )


def test_a_key_is_turned_and_not_pressed() -> None:
    wiring = replace(DEFAULT, lines={Input.KEY: KEY_PIN})
    body = fake_body(wiring)
    person = Person(body)
    assert [level for level, _ in told(hands.switches(body, wiring, person.tell))] == ["ok"]
    assert person.asked == ["Turn the key 5 times, each for about half a second."]


def test_a_switch_that_misses_presses_is_told(
    body: FakeBody, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hands, "PRESS_S_MAX", 0.0)
    person = Person(body)
    person.presses = hands.PRESSES - 1
    line = next(iter(hands.switches(body, DEFAULT, person.tell)))
    assert (line.level, line.remedy) == (
        Level.WARNING,
        "5 presses should be 10 movements: its contact",
    )


def test_switches_that_bounce_too_long_get_a_debounce_that_fits_all(body: FakeBody) -> None:
    person = Person(body)
    person.bounces_ms = (0.0, 4.0)
    *each, last = hands.switches(body, DEFAULT, person.tell)
    assert {line.level for line in each} == {Level.WARNING}
    assert last.remedy == "confirm_ms = 6, lockout_ms = 25"


def test_a_switch_that_is_down_already_or_moves_another_is_told(body: FakeBody) -> None:
    body.inputs.set_level(Input.LEFT_PLUNGER, True)
    person = Person(body)
    person.also = Input.STOP
    lines = told(hands.switches(body, DEFAULT, person.tell))
    assert lines[0] == ("wrong", "left plunger (GPIO 5) is down before it is pressed")
    assert lines[2] == ("warning", "right plunger (GPIO 6): stop moved too")


def test_a_switch_that_does_nothing_is_told(
    body: FakeBody, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hands, "PRESS_S_MAX", 0.0)
    person = Person(body)
    person.presses = 0
    lines = told(hands.switches(body, DEFAULT, person.tell))
    assert lines[0] == ("wrong", "left plunger (GPIO 5): nothing came")
    assert len(lines) == len(DEFAULT.lines)


def test_edges_that_cannot_be_watched_are_told_with_what_helps(
    body: FakeBody, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(_: object) -> None:
        raise PinError("RPi.GPIO cannot watch edges (RuntimeError: no): take lgpio")

    monkeypatch.setattr(body.inputs, "listen", none)
    assert list(hands.switches(body, DEFAULT, Person(body).tell)) == [
        Line(
            Level.WRONG, "switches", "RPi.GPIO cannot watch edges (RuntimeError: no)", "take lgpio"
        )
    ]


def test_edges_of_other_threads_are_waited_for(body: FakeBody) -> None:
    person = Person(body)

    def later(words: str) -> None:
        threading.Thread(target=person.tell, args=(words,)).start()

    assert {level for level, _ in told(hands.switches(body, DEFAULT, later))} == {"ok"}
