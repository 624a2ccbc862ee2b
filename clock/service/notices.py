"""Notices on the displays when the clock cannot run: the reason, and what to do."""

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
from hal.framebuffer import open_half
from hal.oled import LumaScreen, open_screen
from hal.ports import Frame, Screen, ScreenName
from hal.wiring import DEFAULT, ScreenWiring, Wiring
from hal.wiring_problems import problems

NOTICE_S_MAX = 1.0
"""How long to wait for a display to show the notice."""

LINE_MAX = 500
"""The most characters of a line that are shown: a line may quote any text from the user's file."""

_TOGETHER = (
    ("port",),
    ("address",),
    ("driver", "width", "height", "rotate"),
    ("driver", "width", "height"),
    ("rotate",),
    ("contrast",),
)
"""Fields of a display's wiring that are valid or invalid together."""


def no_pins_notice(error: PinError) -> Page:
    """Return the notice of unusable pins."""
    return Page(tr("No pins"), (render(error.message),), None, tr("see clapper doctor"), "")


def leave_notice(wiring: Wiring, notice: Page, ways: Iterable[int] = ()) -> None:
    """Leave a notice on the displays that can be opened, and scroll it by `ways` until they end.

    The wiring itself may be wrong, so the default replaces the impossible part of a display's.
    """
    screens = {}
    if wiring.framebuffer is not None and wiring.pins.factory != "mock":
        screens = {name: open_half(wiring.framebuffer, name) for name in ScreenName}
    for name, screen in wiring.screens.items():
        if screen.bus == "i2c" and wiring.pins.factory != "mock":
            with suppress(Exception):  # the other display may still show the notice
                screens[name] = open_screen(_usable(name, screen))
    show_notice(screens, notice)
    last = len(_rows(notice)) - IN_SIGHT
    for way in ways:
        if last > 0:
            first = min(max(0, notice.first + way), last)
            notice = replace(notice, first=first, hint=Row((Key.MINUS, Key.PLUS, tr("scroll"))))
            show_notice(screens, notice)
    for opened in screens.values():
        opened.close()


def _usable(name: ScreenName, screen: ScreenWiring) -> ScreenWiring:
    """Return the default wiring of a display, with the valid fields of its own."""
    usable = DEFAULT.screens[name]
    for fields in _TOGETHER:
        tried = replace(usable, **{field: getattr(screen, field) for field in fields})
        if _can_be(name, tried):
            usable = tried
    return usable


def _can_be(name: ScreenName, screen: ScreenWiring) -> bool:
    found = problems(replace(DEFAULT, screens={name: screen}))
    return not any(problem.path.startswith(f"screens.{name}.") for problem in found)


def show_notice(screens: Mapping[ScreenName, Screen], notice: Page) -> None:
    """Show a notice, with its rows wrapped to the display."""
    rows = _rows(notice)
    sentence = f"{spoken(notice.title)}. {' '.join(map(spoken, notice.rows))}"
    page = replace(notice, rows=rows, sentence=sentence)
    for screen in screens.values():
        with suppress(Exception):  # one display's failure must not keep the notice off the other
            screen.show(Frame(draw(page, screen.size), page.sentence))
    await_drawn(screens)


def _rows(notice: Page) -> tuple[str, ...]:
    return tuple(row for line in notice.rows for row in wrapped(one_text(line)[:LINE_MAX]))


def await_drawn(screens: Mapping[ScreenName, Screen]) -> None:
    """Wait up to NOTICE_S_MAX for every screen to show its frame."""
    for screen in screens.values():
        if isinstance(screen, LumaScreen):
            screen.wait_for(partial(_is_done, screen), NOTICE_S_MAX)


def _is_done(screen: LumaScreen) -> bool:
    return screen.fault is not None or screen.flush(0)
