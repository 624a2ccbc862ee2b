"""What the kernel's stamps make of a game, to hold against what the clock made of it."""

from dataclasses import dataclass, field

from clock.game.replay import played
from clock.rules.inputs import Input, Press, Start, Stop, Tick
from clock.rules.machine import begin, step
from clock.rules.outputs import ClapperFell, TurnPassed
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import Setup, State
from clock.station.signals import SCREENS
from hal.ports import Line
from tests.kernel.clock_in_it import assert_same_picture, face_of, picture, record
from tests.kernel.header import PLUNGERS, Contact, Trace
from tests.kernel.machine import Machine

Pressed = list[tuple[int, Seat]]
"""Presses: their stamps and whose they were."""


@dataclass
class Charges:
    """Two times that only run down: what each press took, what is left, and when they ran out."""

    left_ns: dict[Seat, int]
    spent_ns: list[int] = field(default_factory=list)
    fell_ns: dict[Seat, int] = field(default_factory=dict)

    def charge(self, seat: Seat, since_ns: int, until_ns: int) -> None:
        """Take a stretch of time from a side, down to nothing."""
        left_ns = self.left_ns[seat]
        if seat not in self.fell_ns and until_ns - since_ns >= left_ns:
            self.fell_ns[seat] = since_ns + left_ns
        self.left_ns[seat] = max(0, left_ns - (until_ns - since_ns))


def counted(time_ns: int, start_ns: int, presses: Pressed, end_ns: int) -> Charges:
    """Charge each side the differences of the stamps: plain arithmetic, none of the rules' code."""
    charges = Charges({LEFT: time_ns, RIGHT: time_ns})
    since_ns, running = start_ns, LEFT
    for at_ns, seat in presses:
        assert seat is running, "the presses are not in turn"
        charges.spent_ns.append(at_ns - since_ns)
        charges.charge(running, since_ns, at_ns)
        since_ns, running = at_ns, running.other
    charges.charge(running, since_ns, end_ns)
    return charges


def game_of(setup: Setup, start_ns: int, presses: Pressed, *then: Input) -> State:
    """Return the state of a game that is started, has these presses, and goes on so."""
    pressed = [Press(at_ns, seat) for at_ns, seat in presses]
    state = begin(setup, start_ns)
    for event in (Start(start_ns), *pressed, *then):
        state, _ = step(state, event)
    return state


@dataclass(frozen=True)
class Recorded:
    """A game in the clock's journal, with its start and the press of each contact."""

    setup: Setup
    inputs: tuple[Input, ...]
    start_ns: int
    pressed: Pressed


def recorded_game(machine: Machine, trace: Trace) -> Recorded:
    """Return the clock's latest game, once its stamps are found to be the kernel's.

    A press is dated at the first edge of its contact; where that is not intact, at one of them. A
    contact that is drawn out for longer than the lock-out may look like further presses.
    """
    setup, inputs = record(machine)
    start_ns = next(event.at_ns for event in inputs if isinstance(event, Start))
    assert_of_contact(start_ns, trace.presses_of(Line.OK)[0], trace)
    recorded = [(event.at_ns, event.seat) for event in inputs if isinstance(event, Press)]
    pressed = []
    for contact, seat in trace.presses():
        own = [press for press in recorded if press[1] is seat and press[0] in contact.stamps]
        assert own, f"the kernel's record:\n{trace.around(contact.stamps[0])}"
        assert_of_contact(own[0][0], contact, trace)
        assert len(own) == 1 or not contact.intact
        recorded = [press for press in recorded if press not in own]
        pressed.append(own[0])
    drawn_out = [
        at_ns
        for line in PLUNGERS.values()
        for contact in trace.contacts_of(line)
        if not contact.intact
        for at_ns in contact.stamps
    ]
    assert [press for press in recorded if press[0] not in drawn_out] == []
    return Recorded(setup, inputs, start_ns, pressed)


def assert_of_contact(at_ns: int, contact: Contact, trace: Trace) -> None:
    """Fail, with the kernel's record, unless a stamp is that of a contact."""
    stamps = contact.stamps[:1] if contact.intact else contact.stamps
    assert at_ns in stamps, f"the kernel's record about {at_ns}:\n{trace.around(at_ns)}"


def check_times(game: Recorded, end_ns: int) -> Charges:
    """Hold every time that was charged against the differences of the stamps; return these."""
    expected = counted(game.setup.left[0].time_ns, game.start_ns, game.pressed, end_ns)
    # An export ends where the journal does; a clapper may have fallen since.
    steps = list(played(game.setup, (*game.inputs, Tick(end_ns))))
    outputs = [output for _, _, outputs in steps for output in outputs]
    spent_ns = [output.spent_ns for output in outputs if isinstance(output, TurnPassed)]
    assert spent_ns == expected.spent_ns
    fell_ns = {each.seat: each.at_ns for each in outputs if isinstance(each, ClapperFell)}
    assert fell_ns == expected.fell_ns
    state = steps[-1][1]
    assert {seat: state.seat(seat).remaining_ns for seat in (LEFT, RIGHT)} == expected.left_ns
    return expected


def check_stopped_game(machine: Machine, trace: Trace, presses: int) -> None:
    """Hold a game that a stop ended, and what the displays show of it, against the stamps."""
    pictures = {seat: picture(machine, SCREENS[seat]) for seat in (LEFT, RIGHT)}
    game = recorded_game(machine, trace)
    assert len(game.pressed) == presses
    stop = next(event for event in game.inputs if isinstance(event, Stop))
    assert_of_contact(stop.at_ns, trace.presses_of(Line.STOP)[0], trace)
    check_times(game, stop.at_ns)
    state = game_of(game.setup, game.start_ns, game.pressed, stop)
    for seat, shown in pictures.items():
        assert_same_picture(shown, face_of(state, seat, stop.at_ns))
