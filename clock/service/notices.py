"""The notice on the displays where there is no clock: the reason, and what to do."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import partial

from msgspec.structs import replace

from clock.display.draw import draw
from clock.display.face import Page
from clock.menu.levels import IN_SIGHT
from clock.text.language import render, tr
from clock.text.rows import Key, Row, one_text, spoken, wrapped
from hal.factories import PinError
from hal.oled import LumaScreen, open_screen
from hal.ports import Frame, Screen, ScreenName
from hal.wiring import DEFAULT, ScreenWiring, Wiring
from hal.wiring_problems import problems

NOTICE_S_MAX = 1.0
"""A display that does not take the notice within this is left alone."""

LINE_MAX = 500
"""So much of a line is shown, of which a user's mistake may be any part."""

_TOGETHER = (
    ("port",),
    ("address",),
    ("driver", "width", "height", "rotate"),
    ("driver", "width", "height"),
    ("rotate",),
    ("contrast",),
)
"""Fields of a display's wiring that can be, or cannot be, together."""


def no_pins(error: PinError) -> Page:
    """Return the notice of pins that cannot be used."""
    return Page(tr("No pins"), (render(error.message),), None, tr("see clapper doctor"), "")


def leave(wiring: Wiring, notice: Page, ways: Iterable[int] = ()) -> None:
    """Leave a notice on the displays that can be opened; until `ways` end it is scrolled by them.

    The wiring may be what is wrong: where a display's cannot be, the default's is tried.
    """
    screens = {}
    for name, screen in wiring.screens.items():
        if screen.bus == "i2c" and wiring.pins.factory != "mock":
            with suppress(Exception):  # the other display may still show it
                screens[name] = open_screen(_usable(name, screen))
    show(screens, notice)
    last = len(_rows(notice)) - IN_SIGHT
    for way in ways:
        if last > 0:
            first = min(max(0, notice.first + way), last)
            notice = replace(notice, first=first, hint=Row((Key.MINUS, Key.PLUS, tr("scroll"))))
            show(screens, notice)
    for opened in screens.values():
        opened.close()


def _usable(name: ScreenName, screen: ScreenWiring) -> ScreenWiring:
    """Return the possible fields of a display's wiring, laid over the default's."""
    usable = DEFAULT.screens[name]
    for fields in _TOGETHER:
        tried = replace(usable, **{field: getattr(screen, field) for field in fields})
        if _can_be(name, tried):
            usable = tried
    return usable


def _can_be(name: ScreenName, screen: ScreenWiring) -> bool:
    found = problems(replace(DEFAULT, screens={name: screen}))
    return not any(problem.path.startswith(f"screens.{name}.") for problem in found)


def show(screens: Mapping[ScreenName, Screen], notice: Page) -> None:
    """Show a notice, whose rows are of any length."""
    rows = _rows(notice)
    sentence = f"{spoken(notice.title)}. {' '.join(map(spoken, notice.rows))}"
    page = replace(notice, rows=rows, sentence=sentence)
    for screen in screens.values():
        with suppress(Exception):  # what one display cannot show, another may
            screen.show(Frame(draw(page, screen.size), page.sentence))
    await_drawn(screens)


def _rows(notice: Page) -> tuple[str, ...]:
    return tuple(row for line in notice.rows for row in wrapped(one_text(line)[:LINE_MAX]))


def await_drawn(screens: Mapping[ScreenName, Screen]) -> None:
    """Wait a moment for the screens to show what they were given."""
    for screen in screens.values():
        if isinstance(screen, LumaScreen):
            screen.wait_for(partial(_is_done, screen), NOTICE_S_MAX)


def _is_done(screen: LumaScreen) -> bool:
    return screen.fault is not None or screen.flush(0)
