"""Draw the clock and its faces, as the real station shows them on a fake body."""

from collections.abc import Iterable, Iterator, Mapping

from PIL import Image

from clock.display.drawing.paths import path_of
from clock.display.drawing.signs import SIGN
from clock.display.drawing.signs import sign as sign_image
from clock.display.sign_words import SIGNS
from clock.menu.levels import MenuContext
from clock.presets import find_presets, setup_of
from clock.rules.units import SECOND_NS
from clock.station.loop import Station
from hal.ports import LampName, Line, ScreenName
from tests.fakes import FakeBody, fake_body
from tools.drawings.measures import (
    BUTTONS,
    CLAPPER_LAMP,
    CLAPPER_LAMPS,
    FRONT,
    LAMP,
    MIDDLE,
    PLUNGER,
    PLUNGER_FROM_MIDDLE,
    PLUNGER_HEIGHT,
    RUNNING_FROM_MIDDLE,
    WIDTH,
    WINDOW,
    WINDOW_FROM_MIDDLE,
)

HOLD_S = 2.5
STEP_S = 0.25
"""How long a button or plunger is pressed, and the rest afterwards."""

LINES = {
    "L": Line.LEFT_PLUNGER,
    "R": Line.RIGHT_PLUNGER,
    "stop": Line.STOP,
    "ok": Line.OK,
    "hold": Line.OK,
    "-": Line.MINUS,
    "+": Line.PLUS,
}

GAME = "ok 41 L 20 R 18 L 95 R 211 L 122 R 148 L 310 R 95 L 402 R 33 L"

SCENES: Mapping[str, tuple[str, str]] = {
    "clock": (f"{GAME} 57", "The clock in a game: Right's time runs"),
    "face-start": ("1", "Before the start"),
    "face-stop": (f"{GAME} 57 stop 1", "A stop"),
    "face-resume": (f"{GAME} 57 stop 1 ok", "Before the clocks go on"),
    "face-claim": (f"{GAME} 57 stop 1 L", "Left claims"),
    "face-organizer": (f"{GAME} 57 stop 1 hold", "The organizer's menu"),
    "face-result": (f"{GAME} 57 stop 1 hold ok ok + + ok ok", "The question about a result"),
    "face-finished": (f"{GAME} 57 stop 1 hold ok ok ok ok +", "A result"),
    "face-setup": ("1 -", "The set-up"),
}
"""The pictures: the presses and seconds before a picture is taken, and its title."""

LIT, GLASS = "#f4efe2", "#07090b"
WOOD, EDGE, LABEL = "#704a2e", "#4d311e", "#f8ecd9"
BRASS, BRASS_EDGE = "#d5ad68", "#8f6d38"
BUTTON, BUTTON_EDGE, BUTTON_LABEL = "#f3ede2", "#b9ae9b", "#2b241d"
LAMPS: Mapping[str, tuple[str, str]] = {
    "clapper": ("#ff4b34", "#45150f"),
    "running": ("#59e07c", "#123c1d"),
    "referee": ("#ffd257", "#4c3a18"),
}
"""The colours of the lamps: lit and off; the simulator's page has the same."""
PIXEL = 2.5
MM = 128 * PIXEL / WINDOW[0]
"""The scale of the picture of the clock, so that a display fills its window."""


def face_drawing(name: str) -> str:
    """Return a scene as SVG: the whole clock, or its two displays."""
    acts, title = SCENES[name]
    body = _played(acts)
    if name == "clock":
        return _svg(1260, 604, title, _case(body))
    return _svg(680, 176, title, [*_display(body, "left", 8, 8), *_display(body, "right", 352, 8)])


def signs_drawing() -> str:
    """Return all signs with their texts as SVG, six in a row."""
    parts = []
    for at, (sign, text) in enumerate(SIGNS.items()):
        x, y = 20 + at % 6 * 140, 16 + at // 6 * 84
        parts.append(_box(x - 4, y - 4, SIGN * PIXEL + 8, SIGN * PIXEL + 8, GLASS))
        parts.append(_pixels(sign_image(sign), x, y))
        parts.append(f'<text x="{x - 4}" y="{y + 52}" fill="#767d86">{text}</text>')
    return _svg(860, 184, "The signs", parts)


def _case(body: FakeBody) -> Iterator[str]:
    """Yield the clock from the front, its plungers and the lamps on its top seen above it."""
    for way in (-1, 1):
        width, height = PLUNGER[0] * MM, PLUNGER_HEIGHT * MM
        x, y = _place(way * PLUNGER_FROM_MIDDLE, FRONT + PLUNGER_HEIGHT)
        yield _box(x - width / 2, y, width, height + 12, BRASS, BRASS_EDGE)
    yield from _lamp(body, "referee", 0, FRONT + LAMP / 2, LAMP)
    for way, seat in ((-1, "left"), (1, "right")):
        yield from _lamp(body, f"{seat}_running", way * RUNNING_FROM_MIDDLE, FRONT + LAMP / 2, LAMP)
    x, y = _place(-WIDTH / 2, FRONT)
    yield _box(x, y, WIDTH * MM, FRONT * MM, WOOD, EDGE)
    for x_mm, label in ((-RUNNING_FROM_MIDDLE, "running"), (0, "referee")):
        yield _label(x_mm, FRONT - 5, label, LABEL)
    yield _label(RUNNING_FROM_MIDDLE, FRONT - 5, "running", LABEL)
    for way, seat in ((-1, "left"), (1, "right")):
        x, y = _place(way * WINDOW_FROM_MIDDLE - WINDOW[0] / 2, MIDDLE)
        yield from _display(body, seat, x, y - 32 * PIXEL)
        x_mm = way * WINDOW_FROM_MIDDLE
        yield from _lamp(body, f"{seat}_clapper", x_mm, CLAPPER_LAMPS, CLAPPER_LAMP)
        yield _label(x_mm + 11, CLAPPER_LAMPS, "clapper", LABEL)
    for name, x_mm, y_mm, across in BUTTONS:
        yield _disc(*_place(x_mm, y_mm), across / 2 * MM, BUTTON, BUTTON_EDGE)
        yield _label(x_mm, y_mm, name, BUTTON_LABEL, size=20)


def _place(x_mm: float, y_mm: float) -> tuple[float, float]:
    """Return a place in the picture; it is measured from the front's middle and lower edge."""
    return 630 + x_mm * MM, 588 - y_mm * MM


def _lamp(body: FakeBody, name: str, x_mm: float, y_mm: float, across: float) -> Iterator[str]:
    """Yield a lamp, with a glow if it is lit."""
    on, off = LAMPS[name.rpartition("_")[2]]
    x, y = _place(x_mm, y_mm)
    lit = body.lamps[LampName(name)].lit
    if lit:
        glow = f'r="{_tenths(across * MM * 0.8)}" fill="{on}" opacity=".3"'
        yield f'<circle cx="{_tenths(x)}" cy="{_tenths(y)}" {glow}/>'
    yield _disc(x, y, across / 2 * MM, on if lit else off, EDGE)


def _label(x_mm: float, y_mm: float, text: str, fill: str, size: int = 15) -> str:
    x, y = _place(x_mm, y_mm)
    return (
        f'<text x="{_tenths(x)}" y="{_tenths(y + size / 3)}" fill="{fill}" font-size="{size}"'
        f' text-anchor="middle">{text}</text>'
    )


def _played(acts: str) -> FakeBody:
    """Return the body of a clock after these acts."""
    body = fake_body()
    found = find_presets()
    station = Station(body, setup_of(found.meant("rif")), context=MenuContext(found.offers))
    _pass(body, station, STEP_S)
    for act in acts.split():
        line = LINES.get(act)
        if line is None:
            _pass(body, station, float(act))
            continue
        body.inputs.drive(line, True)
        _pass(body, station, HOLD_S if act == "hold" else STEP_S)
        body.inputs.drive(line, False)
        _pass(body, station, STEP_S / 2)  # this turn takes the edge, the next one settles it
        _pass(body, station, STEP_S / 2)
    return body


def _pass(body: FakeBody, station: Station, seconds: float) -> None:
    """Let time pass."""
    # One turn is enough: the station shows the same however late it turns.
    body.time.move_to(body.time.now_ns() + round(seconds * SECOND_NS))
    station.turn()


def _display(body: FakeBody, seat: str, x: float, y: float) -> Iterator[str]:
    """Yield a display."""
    frame = body.screens[ScreenName(seat)].shown
    assert frame is not None
    width, height = frame.image.size
    yield _box(x - 6, y - 6, width * PIXEL + 12, height * PIXEL + 12, GLASS)
    yield _pixels(frame.image, x, y)


def _pixels(image: Image.Image, x: float, y: float) -> str:
    """Return a picture's lit pixels as a path of horizontal runs."""
    return (
        f'<path transform="translate({_tenths(x)} {_tenths(y)}) scale({PIXEL})" fill="{LIT}"'
        f' shape-rendering="crispEdges" d="{path_of(image)}"/>'
    )


def _box(x: float, y: float, width: float, height: float, fill: str, edge: str = "") -> str:
    left, top, wide, high = map(_tenths, (x, y, width, height))
    return (
        f'<rect x="{left}" y="{top}" width="{wide}" height="{high}" rx="12" fill="{fill}"'
        f"{_edge(edge)}/>"
    )


def _disc(x: float, y: float, radius: float, fill: str, edge: str) -> str:
    left, top, r = map(_tenths, (x, y, radius))
    return f'<circle cx="{left}" cy="{top}" r="{r}" fill="{fill}"{_edge(edge)}/>'


def _edge(color: str) -> str:
    return f' stroke="{color}" stroke-width="3"' if color else ""


def _tenths(number: float) -> str:
    """Return a number with at most one decimal place."""
    return f"{number:.1f}".removesuffix(".0")


def _svg(width: int, height: int, title: str, parts: Iterable[str]) -> str:
    shapes = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" font-family="sans-serif" font-size="13">\n<title>{title}</title>\n'
        f"{shapes}\n</svg>\n"
    )
