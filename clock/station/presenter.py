"""Lamps, faces and pages of a station, and how bright they are."""

from clock.display.draw import ORBIT_EVERY_NS, draw, orbit
from clock.display.drawing.targets import targets_of
from clock.display.enrolment_page import enrolment_page
from clock.display.face import Face, Hint, Page
from clock.display.view import NO_HINT, last_view, view
from clock.menu.settings import BRIGHTNESSES
from clock.rules.message import Message
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import Call, Phase, State
from clock.rules.timing import running_seats
from clock.rules.units import MINUTE_NS, SECOND_NS
from clock.station.orders import Identify
from clock.station.signals import CLAPPERS, KEYS, RUNNING, SCREENS
from clock.text.language import Text, render
from hal.ports import Body, Frame, LampName, Target

DIM_AFTER_NS = 5 * MINUTE_NS
"""With no clock running and nothing touched for so long the displays are dimmed."""

LAMP_TEST_NS = 2 * SECOND_NS
"""At power-on all lamps are lit for so long, so that one that is dead is seen."""

IDENTIFIED_NS = 10 * SECOND_NS
"""How long the faces have the clock's name."""


class Presenter:
    """Updates lamps and screens with what has changed for them."""

    def __init__(self, body: Body, now_ns: int, *, lamp_test: bool = False) -> None:
        self._body = body
        self._shown: dict[Seat, tuple[Face | Page, int, tuple[int, int]]] = {}
        self._since_ns = self._touched_ns = now_ns
        self._brightness: int | None = None
        self._identified: tuple[Message, int] | None = None
        """Which clock this is, and until when both faces have it."""
        self._problem: tuple[Message, int] | None = None
        """Why it is not the desk's clock, and until when that is shown."""
        self._enrolment: tuple[Page, int] | None = None
        """The page with the clock's code, and until when it is shown."""
        self.tests_ns = now_ns + LAMP_TEST_NS if lamp_test else None
        """Until when all lamps are lit, whatever the game says; None: they are the game's."""

    def touch(self, at_ns: int) -> None:
        """Somebody pressed something: dimmed displays are bright again, the lamp test ends."""
        self._touched_ns = max(self._touched_ns, at_ns)
        self.tests_ns = None

    def identify(self, what: Identify, now_ns: int) -> None:
        """Show the clock's name before all else for a while, its code, or why it has no desk."""
        if what.url:
            self._enrolment = enrolment_page(what.name, what.url), now_ns + IDENTIFIED_NS
            return
        if what.problem is not None:
            self._problem = what.problem, now_ns + IDENTIFIED_NS
            return
        self._identified = Message("Clock {name}", name=what.name), now_ns + IDENTIFIED_NS
        self.touch(now_ns)

    def light(self, state: State, now_ns: int) -> None:
        """Set the lamps; in their test all are lit, unless a clock runs."""
        if self.tests_ns is not None and (now_ns >= self.tests_ns or running_seats(state)):
            self.tests_ns = None
        running = running_seats(state)
        called = any(state.seat(seat).call is Call.CALLED for seat in (LEFT, RIGHT))
        lit = {LampName.REFEREE: called and state.phase is not Phase.FINISHED}
        for seat in (LEFT, RIGHT):
            lit[CLAPPERS[seat]] = state.seat(seat).fallen
            lit[RUNNING[seat]] = seat in running
        for name, lamp in self._body.lamps.items():
            lamp.set(lit[name] or self.tests_ns is not None)

    def show(
        self,
        state: State,
        menu: Page | Hint,
        now_ns: int,
        faults: tuple[Text, ...],
        notices: tuple[Text, ...],
        battery_low: int | None,
    ) -> None:
        """Show the menu's open page on each screen, or its face; `battery_low` is in percent."""
        if self._identified is not None and now_ns < self._identified[1]:
            faults = self._identified[0], *faults
        if self._problem is not None and state.phase is Phase.READY and now_ns < self._problem[1]:
            faults = self._problem[0], *faults
        menu_page, menu_hint = (menu, NO_HINT) if isinstance(menu, Page) else (None, menu)
        if (
            self._enrolment is not None
            and state.phase is Phase.READY
            and now_ns < self._enrolment[1]
        ):
            menu_page = menu_page or self._enrolment[0]
        # What stands still is dimmed in time; a game goes on for hours.
        step = (now_ns - self._since_ns) // ORBIT_EVERY_NS if running_seats(state) else 0
        for seat, name in SCREENS.items():
            lost = self._body.screens[SCREENS[seat.other]].fault is not None
            face = menu_page or view(
                state,
                seat,
                now_ns,
                hint=menu_hint,
                faults=tuple(map(render, faults)),
                notices=tuple(map(render, notices)),
                battery_low=battery_low,
                other_lost=lost,
            )
            screen = self._body.screens[name]
            size = screen.size  # of a screen that came late or was exchanged it is another
            if self._shown.get(seat) != (face, step, size):
                self._shown[seat] = face, step, size
                image = orbit(draw(face, size), step)
                targets = tuple(
                    Target(KEYS[key], box, steps) for key, box, steps in targets_of(image)
                )
                screen.show(Frame(image, face.sentence, targets))

    def leave(self, state: State, now_ns: int) -> None:
        """Show the last face on every screen, dim, since it may stay for days."""
        for seat, name in SCREENS.items():
            screen, face = self._body.screens[name], last_view(state, seat, now_ns)
            screen.show(Frame(draw(face, screen.size), face.sentence))
            screen.set_brightness(BRIGHTNESSES[0])

    @property
    def dims_ns(self) -> int:
        """When the screens are dimmed, unless something happens before."""
        return self._touched_ns + DIM_AFTER_NS

    def shine(self, state: State, brightness: int, now_ns: int) -> None:
        """Set how bright the screens are: as set, or dimmed where nothing happens."""
        if running_seats(state):
            self.touch(now_ns)
        level = brightness if now_ns < self.dims_ns else BRIGHTNESSES[0]
        if level != self._brightness:
            self._brightness = level
            for screen in self._body.screens.values():
                screen.set_brightness(level)
