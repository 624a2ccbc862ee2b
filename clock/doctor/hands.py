"""Checks by hand and eye: displays, lamps, buzzer, and every plunger, button and sensor."""

import time
from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue

from PIL import Image, ImageDraw

from clock.display.drawing.text import ADVANCE, row
from clock.doctor.bounce import MS, Bounce, measure_bounce, suggest_debounce
from clock.doctor.findings import Finding, ok, warning, wrong
from clock.doctor.pins import unusable
from clock.rules.message import Message
from clock.text.language import part_name, tr
from hal.factories import PinError
from hal.keys import TOUCH
from hal.message import MessageLike
from hal.ports import Body, Edge, Frame, Line, Screen, ScreenName, Target
from hal.power import STRONGER
from hal.wiring import DebounceWiring, Wiring, describe_pin

Ask = Callable[[str], bool]
"""Asks a person a question; returns True for yes."""

PRESSES = 5
PRESS_S_MAX = 30.0
"""How long to wait for the presses of a switch."""

SETTLE_S = 0.2
"""How long to wait for bounces after the last movement."""

TONE_HZ, TONE_NS = 880, 400 * MS


def displays(body: Body, ask: Ask) -> Iterator[Finding]:
    """Show a test pattern on every display, and ask whether it is right."""
    for name, screen in body.screens.items():
        screen.show(Frame(pattern(name, screen.size), f"{name}, a pattern"))
    for name, screen in body.screens.items():
        question = tr(
            "Does the {side} display say {word}, upright, with a whole border and even stripes?"
        )
        right = ask(question.format(side=part_name(name), word=name.upper()))
        if screen.fault is not None:
            yield wrong("displays", screen.fault, Message("check its plug and its address"))
        elif right:
            yield ok("displays", "{side}: the pattern is right", side=name)
        else:
            remedy = Message(
                "upside down: `rotate = 2`; shifted or torn: another `driver`; on the "
                "other side: swap the two `address` values"
            )
            yield wrong("displays", "{side}: the pattern is not right", remedy, side=name)
    for screen in body.screens.values():
        _clear(screen)


def pattern(name: ScreenName, size: tuple[int, int]) -> Image.Image:
    """Return a picture that makes faults of a display's wiring visible."""
    # The border shows a wrong size or offset, the name rotation and side, the stripes torn rows.
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


def lamps(body: Body, wiring: Wiring, ask: Ask) -> Iterator[Finding]:
    """Light the lamps in turn, and ask whether only the named lamp is lit."""
    for name, lamp in body.lamps.items():
        lamp.set(True)
        lit = ask(tr("Is the {lamp} lit, and no other?").format(lamp=part_name(name)))
        lamp.set(False)
        if lamp.fault is not None:
            remedy = Message("check the wiring")
            yield wrong("lamps", "{part}: {why}", remedy, part=name, why=lamp.fault)
        elif lit:
            yield ok("lamps", "{lamp}: lit", lamp=name)
        else:
            yield wrong(
                "lamps",
                "{lamp} ({pin}): not lit alone",
                Message("turn the LED round; check the wire; change `lit_when_high`"),
                lamp=name,
                pin=describe_pin(wiring.lamps[name].pin),
            )


def buzzer(body: Body, wiring: Wiring, ask: Ask) -> Iterator[Finding]:
    """Sound a tone, and ask whether it was heard."""
    if body.buzzer is None or wiring.buzzer is None:
        return
    body.buzzer.beep(TONE_HZ, TONE_NS)
    if ask(tr("Did the buzzer sound?")):
        yield ok("buzzer", "it sounds")
    else:
        passive = Message("use a passive buzzer; check the wire")
        yield wrong("buzzer", "not heard ({pin})", passive, pin=describe_pin(wiring.buzzer.pin))


def everything(body: Body, ask: Ask) -> Iterator[Finding]:
    """Put the greatest load on the supply: light all lamps and both displays, until the answer."""
    for screen in body.screens.values():
        screen.show(Frame(Image.new("1", screen.size, 255), "all white"))
    for lamp in body.lamps.values():
        lamp.set(True)
    question = tr("Are all lamps lit and both displays white now, and all of them steady?")
    if not body.lamps:
        question = tr("Are both displays white now, and steady?")
    steady = ask(question)
    for lamp in body.lamps.values():
        lamp.set(False)
    for screen in body.screens.values():
        _clear(screen)
    if steady:
        yield ok("power", "steady with everything on")
    else:
        what = "with everything on, some lamps or displays were dark or flickered"
        yield wrong("power", what, STRONGER)


def switches(body: Body, wiring: Wiring, request: Callable[[str], None]) -> Iterator[Finding]:
    """Have every plunger, button and sensor pressed PRESSES times; find how they bounce."""
    edges: SimpleQueue[Edge] = SimpleQueue()
    try:
        body.inputs.listen(edges.put)
    except PinError as error:
        yield unusable("switches", error)
        return
    worst = wiring.debounce
    for line in sorted(wiring.wired):
        switch = Message("{switch} ({pin})", switch=line, pin=_place(line, wiring))
        if body.inputs.pressed(line):
            short = Message("a short circuit, or a switch that opens when pressed (NC)")
            yield wrong("switches", "{switch} is down before it is pressed", short, switch=switch)
            continue
        asked = tr("Press this switch {count} times, each for about half a second: {switch}.")
        if line is Line.KEY:
            asked = tr("Turn the {switch} {count} times, each for about half a second.")
        key = wiring.keys.get(line)
        is_touched = key is not None and key.device == TOUCH
        if is_touched:
            _draw_key(body, line)
        request(asked.format(switch=part_name(line), count=PRESSES))
        own, others = _pressed(edges, line)
        wire = _WIRE if line in wiring.lines else _TOUCH if is_touched else _KEY
        yield _judged(switch, measure_bounce(own), wiring.debounce, wire)
        for other in sorted(others):
            solder = Message("look for a solder bridge between two pins")
            moved = Message("{switch}: {other} reacted too", switch=switch, other=other)
            yield warning("switches", moved, solder)
        worst = suggest_debounce(measure_bounce(own), worst) or worst
    if worst != wiring.debounce:
        yield warning(
            "switches",
            "these switches bounce longer than [debounce] allows",
            f"confirm_ms = {worst.confirm_ns / MS:g}, lockout_ms = {worst.lockout_ns / MS:g}",
        )


def _draw_key(body: Body, line: Line) -> None:
    """Draw the key that is to be touched; a plunger is a half."""
    for screen in body.screens.values():
        if line in (Line.LEFT_PLUNGER, Line.RIGHT_PLUNGER):
            _clear(screen)
            continue
        width, height = screen.size
        box = width // 4, height // 4, width // 2, height // 2
        image = Image.new("1", screen.size)
        ImageDraw.Draw(image).rectangle((box[0], box[1], box[0] + box[2], box[1] + box[3]), 255)
        screen.show(Frame(image, f"a key: {line}", (Target(line, box),)))


def _place(line: Line, wiring: Wiring) -> MessageLike | str:
    """Describe a line's pin or key."""
    if line in wiring.lines:
        return describe_pin(wiring.lines[line])
    return str(wiring.keys[line]) if line in wiring.keys else Message("a key of any keyboard")


def _pressed(edges: SimpleQueue[Edge], line: Line) -> tuple[list[Edge], set[Line]]:
    """Return a line's edges from PRESSES presses and releases, and the other lines that reacted."""
    own: list[Edge] = []
    others: set[Line] = set()
    until_s = time.monotonic() + PRESS_S_MAX
    while True:
        left_s = max(0.0, until_s - time.monotonic())
        done = measure_bounce(own).movements >= 2 * PRESSES
        try:
            edge = edges.get(timeout=min(SETTLE_S, left_s) if done else left_s)
        except Empty:
            return own, others
        if edge.line is line:
            own.append(edge)
        else:
            others.add(edge.line)


_WIRE = Message("check its two wires, and that they are on NO and C of the switch")
_TOUCH = Message("touch it with one finger, and see whether the kernel has it: `evtest`")
_KEY = Message("press that key; `sudo clapper doctor --keys` learns another")


def _judged(switch: Message, seen: Bounce, now: DebounceWiring, wire: Message) -> Finding:
    if seen.movements == 0:
        return wrong("switches", "{switch}: no signal", wire, switch=switch)
    what = Message(
        "{switch}: {movements} movements, at most {edges} edges in one, bounces for up to "
        "{length} ms with gaps of up to {gap} ms",
        switch=switch,
        movements=seen.movements,
        edges=seen.edges_max,
        length=f"{seen.length_ns / MS:.1f}",
        gap=f"{seen.gap_ns / MS:.1f}",
    )
    if seen.movements < 2 * PRESSES:
        contact = Message(
            "expected {movements} movements ({presses} presses and releases): "
            "check the switch's contact",
            presses=PRESSES,
            movements=2 * PRESSES,
        )
        return warning("switches", what, contact)
    if suggest_debounce(seen, now) is not None:
        return warning("switches", what, Message("see below, or use a better switch"))
    return ok("switches", what)
