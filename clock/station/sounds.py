"""The clock's sounds: of all that is due at a turn of the loop, the tone that matters most.

Without the leave to point out that a time is out nothing is heard of a time, whatever else is
chosen (RIF 14.8).
"""

from collections.abc import Iterable, Iterator
from enum import Enum

from clock.display.view import ahead
from clock.menu.settings import Settings, Sound
from clock.rules.message import Message
from clock.rules.outputs import (
    ByoyomiBegan,
    ClapperFell,
    GameStarted,
    GongStruck,
    OrganizerCalled,
    Output,
    PlayerArrived,
    RefereeCalled,
    TurnPassed,
)
from clock.rules.regulations import Regulations
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import Setup, State
from clock.rules.timing import remaining_ns
from clock.rules.units import SECOND_NS
from hal.debounce import EDGE_LATENCY_NS_MAX
from hal.ports import Buzzer

COUNT_FROM = 10
"""Seconds from which on a count is heard."""

_MS = 1_000_000
_ABOUT_TIME = {Sound.COUNT, Sound.BYOYOMI, Sound.FALL}


class Tone(Enum):
    """A tone of the clock; of two at once the one further up is heard, and not cut short."""

    FALL = Sound.FALL, 440, 1000 * _MS  # a clapper has fallen
    CALL = Sound.CALL, 880, 400 * _MS  # the time referee is called
    ORGANIZER = Sound.CALL, 660, 250 * _MS  # a stop calls the organizer
    GONG = Sound.BYOYOMI, 520, 600 * _MS  # a seat's time for a move is over
    PERIOD = Sound.BYOYOMI, 1040, 250 * _MS  # a byo-yomi period begins
    CLICK = Sound.CLICK, 2000, 12 * _MS  # a press counts
    BYOYOMI = Sound.BYOYOMI, 1040, 60 * _MS  # the last ten seconds of a byo-yomi period
    COUNT = Sound.COUNT, 1320, 60 * _MS  # the last ten seconds of another period

    def __init__(self, sound: Sound, tone_hz: int, length_ns: int) -> None:
        self.sound, self.tone_hz, self.length_ns = sound, tone_hz, length_ns
        self.rank = len(type(self).__members__)
        """The lower, the more it matters."""


_TONES: dict[type[Output], Tone] = {
    ClapperFell: Tone.FALL,
    RefereeCalled: Tone.CALL,
    OrganizerCalled: Tone.ORGANIZER,
    GongStruck: Tone.GONG,
    ByoyomiBegan: Tone.PERIOD,
    TurnPassed: Tone.CLICK,
    GameStarted: Tone.CLICK,
    PlayerArrived: Tone.CLICK,
}


_UNHEARD = {
    Sound.BYOYOMI: (Message("Byo-yomi: no buzzer"), Message("Byo-yomi: volume 0")),
    Sound.CALL: (Message("Calls: no buzzer"), Message("Calls: volume 0")),
}


def allowed(sound: Sound, regulations: Regulations) -> bool:
    """Whether the regulations let a sound be heard (RIF 14.8)."""
    chosen: bool = getattr(regulations, f"{sound.value}_sound")
    return chosen and (regulations.announce or sound not in _ABOUT_TIME)


def unheard(setup: Setup, settings: Settings, *, buzzer: bool) -> Iterator[Message]:
    """Yield which of the sounds that a game counts on nobody can hear."""
    methods = {each.method.counting for control in (setup.left, setup.right) for each in control}
    counts_on = {
        Sound.BYOYOMI: any(each.begins_whole for each in methods),
        Sound.CALL: setup.regulations.referees,
    }
    for sound, (without_buzzer, silent) in _UNHEARD.items():
        if counts_on[sound] and allowed(sound, setup.regulations):
            if not buzzer:
                yield without_buzzer
            elif not settings.volume(sound):
                yield silent


def is_audible(settings: Settings, *, buzzer: bool) -> bool:
    """Return whether anything can be heard of a clock."""
    return buzzer and any(settings.volume(each) for each in Sound)


def _count_tone(state: State, seat: Seat) -> Tone | None:
    clock = state.seat(seat)
    counting = clock.terms.method.counting
    if counting.counts_up or (clock.terms.has_byoyomi and clock.overtime is None):
        return None  # main time ends in a byo-yomi period: nothing is lost with it
    return Tone.BYOYOMI if counting.begins_whole else Tone.COUNT


class Sounder:
    """Sounds what has happened when asked: nothing of a press waits for it."""

    def __init__(self, buzzer: Buzzer | None) -> None:
        self._buzzer = buzzer
        self._due: list[Tone] = []
        self._sounding = Tone.COUNT
        self._until_ns = 0
        self._ran: Seat | None = None
        """The seat that ran at the last turn."""
        self._lowest = {LEFT: 0, RIGHT: 0}
        """The lowest second that each seat was shown at."""

    def add(self, outputs: Iterable[Output], regulations: Regulations) -> None:
        """Add the sounds of outputs to what is due."""
        tones = [_TONES[type(output)] for output in outputs if type(output) in _TONES]
        self._due += [tone for tone in tones if allowed(tone.sound, regulations)]

    def sample(self, sound: Sound) -> None:
        """Let a sound be heard whose volume was set, by the tone that has its name."""
        self._due.append(Tone[sound.name])

    def sound(self, state: State, settings: Settings, now_ns: int) -> None:
        """Sound what is due now, unless something that matters more still sounds."""
        due, self._due = self._due, []
        second = self._counted(state, now_ns)
        if second is not None and allowed(second.sound, state.setup.regulations):
            due.append(second)
        heard = [tone for tone in due if settings.volume(tone.sound)]
        if self._buzzer is None or not heard:
            return
        tone = min(heard, key=lambda each: each.rank)
        if now_ns < self._until_ns and tone.rank > self._sounding.rank:
            return
        self._sounding, self._until_ns = tone, now_ns + tone.length_ns
        self._buzzer.beep(tone.tone_hz, tone.length_ns, settings.volume(tone.sound))

    def _counted(self, state: State, now_ns: int) -> Tone | None:
        """Return the tone of a count if the digits came to a second just now.

        The digits are rounded up, so a second sounds as it begins to be shown. No second of a
        seat's sounds twice unless time was added: a late edge that was folded in may bring back a
        little of a second, not its tone. While nothing runs, or a delay, none sounds;
        nor in joint time, when nobody is there.
        """
        state = ahead(state, now_ns)
        before, ran, seat = self._lowest, self._ran, state.running
        self._lowest = {each: self._shown(each, state, now_ns) for each in (LEFT, RIGHT)}
        self._ran = seat
        if seat is None or seat is not ran:
            return None
        sounds = self._lowest[seat] < before[seat] and 1 <= self._lowest[seat] <= COUNT_FROM
        return _count_tone(state, seat) if sounds else None

    def _shown(self, seat: Seat, state: State, now_ns: int) -> int:
        left_ns, lowest = remaining_ns(state, seat, now_ns), self._lowest[seat]
        shown = -(-left_ns // SECOND_NS)
        added = left_ns >= lowest * SECOND_NS + EDGE_LATENCY_NS_MAX
        return shown if added else min(shown, lowest)
