"""With hands and eyes: displays, lamps, buzzer, and every plunger and button pressed."""

import time
from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue

from PIL import Image, ImageDraw

from clock.doctor.bounce import MS, Bounce, bounce, suggested
from clock.doctor.line import Line, ok, warning, wrong
from clock.faces.drawing.text import ADVANCE, row
from hal.ports import Body, Edge, Frame, LampName, Screen, ScreenName
from hal.ports import Line as Input
from hal.wiring import DebounceWiring, Wiring

Ask = Callable[[str], bool]
"""Asks a person something; True if the answer is yes."""

PRESSES = 5
PRESS_S_MAX = 30.0
"""How long we wait for the presses of one switch."""

SETTLE_S = 0.2
"""After the last movement its bounces are waited for."""

TONE_HZ, TONE_NS = 880, 400 * MS


def displays(body: Body, ask: Ask) -> Iterator[Line]:
    """A pattern on each display: a border, the side's name, stripes of single pixels."""
    for name, screen in body.screens.items():
        screen.show(Frame(pattern(name, screen.size), f"{name}, a pattern"))
    for name, screen in body.screens.items():
        question = (
            f"Does the {name} display say {name.upper()}, upright, with a whole border and even "
            "stripes?"
        )
        seen = ask(question)
        if screen.fault is not None:
            yield wrong("displays", screen.fault, "its plug and its address")
        elif seen:
            yield ok("displays", f"{name}: the pattern is right")
        else:
            yield wrong("displays", f"{name}: the pattern is not right", _PATTERN_REMEDY)
    for screen in body.screens.values():
        _clear(screen)


_PATTERN_REMEDY = (
    "upside down: `rotate = 2`; shifted or torn: another `driver`; the other side: change both "
    "`address`"
)


def pattern(name: ScreenName, size: tuple[int, int]) -> Image.Image:
    """A picture by which every fault of a display's wiring is seen."""
    width, height = size
    image = Image.new("1", size)
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 0, width - 1, height - 1), outline=255)
    for x in range(4, width - 4, 2):
        pen.line((x, height - 20, x, height - 12), fill=255)
    for y in range(height - 10, height - 3, 2):
        pen.line((4, y, width - 5, y), fill=255)
    text = name.upper()
    image.paste(row(text, 21), ((width - ADVANCE * len(text)) // 2, height // 4))
    return image


def _clear(screen: Screen) -> None:
    screen.show(Frame(Image.new("1", screen.size), "nothing"))


def lamps(body: Body, wiring: Wiring, ask: Ask) -> Iterator[Line]:
    """Each lamp alone."""
    for name, lamp in body.lamps.items():
        words = _words(name)
        lamp.set(True)
        seen = ask(f"Is the {words} lamp lit, and no other?")
        lamp.set(False)
        if lamp.fault is not None:
            yield wrong("lamps", f"{words}: {lamp.fault}", "the wiring")
        elif seen:
            yield ok("lamps", f"{words}: lit")
        else:
            yield wrong(
                "lamps",
                f"{words} (GPIO {wiring.lamps[name].pin}): not lit alone",
                "turn the LED; the wire; `lit_when_high` the other way",
            )


def buzzer(body: Body, wiring: Wiring, ask: Ask) -> Iterator[Line]:
    """One tone."""
    if body.buzzer is None or wiring.buzzer is None:
        return
    body.buzzer.beep(TONE_HZ, TONE_NS)
    if ask("Did the buzzer sound?"):
        yield ok("buzzer", "it sounds")
    else:
        yield wrong("buzzer", f"not heard (GPIO {wiring.buzzer.pin})", "a passive buzzer; the wire")


def switches(body: Body, wiring: Wiring, tell: Callable[[str], None]) -> Iterator[Line]:
    """Every plunger, button and sensor, pressed some times; how it bounces."""
    edges: SimpleQueue[Edge] = SimpleQueue()
    body.inputs.listen(edges.put)
    worst = wiring.debounce
    for line, pin in wiring.lines.items():
        words = f"{_words(line)} (GPIO {pin})"
        if body.inputs.pressed(line):
            yield wrong(
                "switches", f"{words} is down before it is pressed", "a short, or it opens (NC)"
            )
            continue
        do = "Turn" if line is Input.KEY else "Press"
        tell(f"{do} the {_words(line)} {PRESSES} times, each for about half a second.")
        got, others = _pressed(edges, line)
        yield _judged(words, bounce(got), wiring.debounce)
        for other in sorted(others):
            yield warning(
                "switches", f"{words}: {_words(other)} moved too", "solder between two pins"
            )
        wanted = suggested(bounce(got), worst)
        worst = worst if wanted is None else wanted
    if worst != wiring.debounce:
        yield warning(
            "switches",
            "these switches bounce longer than [debounce] allows",
            f"confirm_ms = {worst.confirm_ns / MS:g}, lockout_ms = {worst.lockout_ns / MS:g}",
        )


def _pressed(edges: SimpleQueue[Edge], line: Input) -> tuple[list[Edge], set[Input]]:
    """The edges of PRESSES presses and releases of a line, and what other lines moved."""
    got: list[Edge] = []
    others: set[Input] = set()
    until_s = time.monotonic() + PRESS_S_MAX
    while True:
        left_s = max(0.0, until_s - time.monotonic())
        done = bounce(got).movements >= 2 * PRESSES
        try:
            edge = edges.get(timeout=min(SETTLE_S, left_s) if done else left_s)
        except Empty:
            return got, others
        if edge.line is line:
            got.append(edge)
        else:
            others.add(edge.line)


def _judged(words: str, seen: Bounce, now: DebounceWiring) -> Line:
    if seen.movements == 0:
        return wrong("switches", f"{words}: nothing came", "its wire; NO and C of the switch")
    told = (
        f"{words}: {seen.movements} movements, {seen.edges_max} edges at most in one, bounces for "
        f"{seen.length_ns / MS:.1f} ms with rests of {seen.gap_ns / MS:.1f} ms"
    )
    if seen.movements < 2 * PRESSES:
        return warning(
            "switches", told, f"{PRESSES} presses should be {2 * PRESSES} movements: its contact"
        )
    if suggested(seen, now) is not None:
        return warning("switches", told, "see below; or a better switch")
    return ok("switches", told)


def _words(name: Input | LampName) -> str:
    words = name.replace("_lh", ", left hand").replace("_rh", ", right hand").replace("_", " ")
    return words.replace("ok", "OK") if words == "ok" else words
