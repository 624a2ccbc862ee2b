"""Draw the clock and its faces, as the real station shows them on a fake body."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from PIL import Image

from clock.display.drawing.signs import SIGN
from clock.display.drawing.signs import sign as sign_image
from clock.display.view import SIGNS
from clock.menu.levels import MenuContext
from clock.presets import find_presets, setup_of
from clock.rules.units import SECOND_NS
from clock.station.loop import Station
from hal.ports import LampName, Line, ScreenName
from tests.fakes import FakeBody, fake_body

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
CASE, EDGE, BRASS, BUTTON, LABEL = "#2e343b", "#1d2126", "#c9a24b", "#596069", "#c5cbd3"
LAMP_ON, LAMP_OFF = "#ff5a43", "#5a2b27"
PIXEL = 2.5


def face_drawing(name: str) -> str:
    """Return a scene as SVG: the whole clock, or its two displays."""
    acts, title = SCENES[name]
    body = _played(acts)
    if name == "clock":
        return _svg(880, 352, title, _case(body))
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
    """Yield the clock from the front."""
    for x in (70, 620):
        yield _box(x, 30, 190, 40, BRASS)
    yield _box(20, 56, 840, 276, EDGE)
    yield _box(24, 60, 832, 268, CASE)
    for seat, x, lamp_x in (("left", 62, 424), ("right", 498, 456)):
        yield from _display(body, seat, x, 96)
        lit = body.lamps[LampName(f"{seat}_running")].lit
        yield _disc(lamp_x, 176, 8, LAMP_ON if lit else LAMP_OFF)
    for x, label in ((380, "−"), (420, "OK"), (460, "+"), (500, "Stop")):
        yield _disc(x, 308, 10, BUTTON)
        yield f'<text x="{x}" y="290" fill="{LABEL}" text-anchor="middle">{label}</text>'


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
        f'<path transform="translate({x} {y}) scale({PIXEL})" fill="{LIT}"'
        f' shape-rendering="crispEdges" d="{"".join(_runs(image))}"/>'
    )


def _runs(image: Image.Image) -> Iterator[str]:
    """Yield the runs of lit pixels as rectangles, row by row."""
    width, height = image.size
    for y in range(height):
        x = 0
        for lit, run in groupby(image.getpixel((each, y)) for each in range(width)):
            length = len(list(run))
            if lit:
                yield f"M{x} {y}h{length}v1h-{length}z"
            x += length


def _box(x: float, y: float, width: float, height: float, fill: str) -> str:
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="12" fill="{fill}"/>'


def _disc(x: float, y: float, radius: float, fill: str) -> str:
    return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}"/>'


def _svg(width: int, height: int, title: str, parts: Iterable[str]) -> str:
    shapes = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" font-family="sans-serif" font-size="13">\n<title>{title}</title>\n'
        f"{shapes}\n</svg>\n"
    )
