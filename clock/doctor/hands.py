"""With hands and eyes: displays, lamps, buzzer, and every plunger and button pressed."""

import time
from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue

from PIL import Image, ImageDraw

from clock.display.drawing.text import ADVANCE, row
from clock.doctor.bounce import MS, Bounce, bounce, suggested
from clock.doctor.line import Line, ok, warning, wrong
from clock.doctor.pins import unusable
from clock.text.faults import fault
from clock.text.language import N_, tr
from clock.text.parts import part_name
from hal.factories import PinError
from hal.ports import Body, Edge, Frame, Screen, ScreenName
from hal.ports import Line as Input
from hal.power import STRONGER
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
        side = part_name(name)
        question = tr(
            "Does the {side} display say {word}, upright, with a whole border and even stripes?"
        )
        seen = ask(question.format(side=side, word=name.upper()))
        if screen.fault is not None:
            yield wrong("displays", fault(screen.fault), tr("its plug and its address"))
        elif seen:
            yield ok("displays", tr("{side}: the pattern is right").format(side=side))
        else:
            told = tr("{side}: the pattern is not right").format(side=side)
            yield wrong("displays", told, tr(_PATTERN_REMEDY))
    for screen in body.screens.values():
        _clear(screen)


_PATTERN_REMEDY = N_(
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
        words = part_name(name)
        lamp.set(True)
        seen = ask(tr("Is the {lamp} lit, and no other?").format(lamp=words))
        lamp.set(False)
        if lamp.fault is not None:
            yield wrong("lamps", f"{words}: {lamp.fault}", tr("the wiring"))
        elif seen:
            yield ok("lamps", tr("{lamp}: lit").format(lamp=words))
        else:
            yield wrong(
                "lamps",
                tr("{lamp} (GPIO {pin}): not lit alone").format(
                    lamp=words, pin=wiring.lamps[name].pin
                ),
                tr("turn the LED; the wire; `lit_when_high` the other way"),
            )


def buzzer(body: Body, wiring: Wiring, ask: Ask) -> Iterator[Line]:
    """One tone."""
    if body.buzzer is None or wiring.buzzer is None:
        return
    body.buzzer.beep(TONE_HZ, TONE_NS)
    if ask(tr("Did the buzzer sound?")):
        yield ok("buzzer", tr("it sounds"))
    else:
        silent = tr("not heard (GPIO {pin})").format(pin=wiring.buzzer.pin)
        yield wrong("buzzer", silent, tr("a passive buzzer; the wire"))


def everything(body: Body, ask: Ask) -> Iterator[Line]:
    """All lamps lit and both displays white, for as long as the answer takes: the greatest load."""
    for screen in body.screens.values():
        screen.show(Frame(Image.new("1", screen.size, 255), "all white"))
    for lamp in body.lamps.values():
        lamp.set(True)
    seen = ask(tr("Are all lamps lit now, and both displays white, all of them steadily?"))
    for lamp in body.lamps.values():
        lamp.set(False)
    for screen in body.screens.values():
        _clear(screen)
    if seen:
        yield ok("power", tr("all lamps and both displays at once"))
    else:
        flickers = tr("not all lit, or not steadily, with all at once")
        yield wrong("power", flickers, tr(STRONGER))


def switches(body: Body, wiring: Wiring, tell: Callable[[str], None]) -> Iterator[Line]:
    """Every plunger, button and sensor, pressed some times; how it bounces."""
    edges: SimpleQueue[Edge] = SimpleQueue()
    try:
        body.inputs.listen(edges.put)
    except PinError as error:
        yield unusable("switches", error)
        return
    worst = wiring.debounce
    for line, pin in wiring.lines.items():
        words = f"{part_name(line)} (GPIO {pin})"
        if body.inputs.pressed(line):
            down = tr("{switch} is down before it is pressed").format(switch=words)
            yield wrong("switches", down, tr("a short, or it opens (NC)"))
            continue
        asked = tr("Press the {switch} {count} times, each for about half a second.")
        if line is Input.KEY:
            asked = tr("Turn the {switch} {count} times, each for about half a second.")
        tell(asked.format(switch=part_name(line), count=PRESSES))
        got, others = _pressed(edges, line)
        yield _judged(words, bounce(got), wiring.debounce)
        for other in sorted(others):
            moved = tr("{switch}: {other} moved too").format(switch=words, other=part_name(other))
            yield warning("switches", moved, tr("solder between two pins"))
        wanted = suggested(bounce(got), worst)
        worst = worst if wanted is None else wanted
    if worst != wiring.debounce:
        yield warning(
            "switches",
            tr("these switches bounce longer than [debounce] allows"),
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
        nothing = tr("{switch}: nothing came").format(switch=words)
        return wrong("switches", nothing, tr("its wire; NO and C of the switch"))
    told = tr(
        "{switch}: {movements} movements, {edges} edges at most in one, bounces for {length} ms "
        "with rests of {gap} ms"
    ).format(
        switch=words,
        movements=seen.movements,
        edges=seen.edges_max,
        length=f"{seen.length_ns / MS:.1f}",
        gap=f"{seen.gap_ns / MS:.1f}",
    )
    if seen.movements < 2 * PRESSES:
        contact = tr("{presses} presses should be {movements} movements: its contact")
        return warning("switches", told, contact.format(presses=PRESSES, movements=2 * PRESSES))
    if suggested(seen, now) is not None:
        return warning("switches", told, tr("see below; or a better switch"))
    return ok("switches", told)
