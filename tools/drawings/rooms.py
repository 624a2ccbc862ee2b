"""Draw the rooms, their imports, and the path of a press through them."""

from pkgutil import resolve_name

from schemdraw.elements import Line, Rect

from tools.drawings.canvas import FAINT, PLAIN, SHADE, TITLE, Sheet
from tools.drawings.route import Point
from tools.rooms import known_rooms, layers

PRESS = (
    "hal.pin_inputs:GpioInputs.listen",
    "hal.debounce:Debounce.add_edge",
    "clock.menu:route",
    "clock.game.timeline:Timeline.add",
    "clock.rules.machine:step",
    "clock.station.presenter:Presenter.light",
    "clock.journal.journal:Journal.add",
)
"""The functions that a press passes, in order."""

WIDE, HIGH = 3.0, 1.0
ACROSS, APART = 3.9, 2.1
WAY = "#b4232a"


def rooms_drawing() -> str:
    """Return the picture as SVG. Raises AttributeError or ImportError if PRESS is out of date."""
    known = {room: below for room, below in known_rooms().items() if not room.startswith("__")}
    places = _places(layers(known), known)
    sheet = Sheet(0.45)
    for room, (x, y) in places.items():
        for below in _nearest(room, known):
            other = places[below]
            line = Line().at((x, y)).to((other[0], other[1] + HIGH / 2))
            sheet.add(line.color(FAINT).linewidth(1.0).zorder(0))
    for room, (x, y) in places.items():
        box = Rect((x - WIDE / 2, y - HIGH / 2), (x + WIDE / 2, y + HIGH / 2), fill=SHADE, lw=1.4)
        sheet.add(box.at((0, 0)).theta(0).zorder(1))
        sheet.text((x, y), room, size=TITLE)
    _press(sheet, places)
    return sheet.svg("The rooms of the program, and the path of a press")


def _places(rows: list[list[str]], known: dict[str, set[str]]) -> dict[str, Point]:
    """Return the centres of the rooms' boxes: a room is above those it imports, near its users."""
    places: dict[str, Point] = {}
    for height, row in reversed(list(enumerate(rows))):
        above = {room: [places[each][0] for each in places if room in known[each]] for room in row}
        row.sort(key=lambda room: (room == "hal", sum(above[room]) / max(1, len(above[room]))))
        for index, room in enumerate(row):
            shift = 0.3 * (height % 2)  # otherwise lines would run hidden behind the boxes between
            places[room] = ((index - (len(row) - 1) / 2 + shift) * ACROSS, height * APART)
    places["hal"] = (1.6 * ACROSS, places["rules"][1])
    return places


def _nearest(room: str, known: dict[str, set[str]]) -> list[str]:
    """Return the rooms that a room imports, except those it also imports indirectly."""
    further = {deep for below in known[room] for deep in _reached(below, known)}
    return sorted(known[room] - further)


def _reached(room: str, known: dict[str, set[str]]) -> set[str]:
    return known[room] | {deep for below in known[room] for deep in _reached(below, known)}


def _press(sheet: Sheet, places: dict[str, Point]) -> None:
    """Number the rooms on the path of a press, and list the functions beside the picture."""
    left = max(x for x, _ in places.values()) + WIDE
    top = max(y for _, y in places.values())
    for number, name in enumerate(PRESS, start=1):
        assert callable(resolve_name(name))
        x, y = places[_room(name)]
        earlier = sum(_room(each) == _room(name) for each in PRESS[: number - 1])
        at = (x - WIDE / 2 + 0.3 + 0.5 * earlier, y + HIGH / 2 + 0.35)
        sheet.text(at, str(number), size=PLAIN, color=WAY)
        line = f"{number}  {name.replace(':', '.')}"
        sheet.text((left, top - 0.75 * number), line, "left", PLAIN, WAY)


def _room(name: str) -> str:
    top, _, rest = name.partition(".")
    return top if top == "hal" else rest.partition(".")[0].partition(":")[0]
