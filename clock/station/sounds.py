"""The clock's sounds: of all that is due at a turn of the loop, the tone that matters most.

| tone | when | Hz | ms |
|---|---|---|---|
| fall | a clapper has fallen | 440 | 1000 |
| call | the time referee is called | 880 | 400 |
| organizer | a stop calls the organizer | 660 | 250 |
| gong | a seat's time for a move is over | 520 | 600 |
| period | a byo-yomi period begins | 1040 | 250 |
| click | a press counts | 2000 | 12 |
| byo-yomi count | each of the last ten seconds of a byo-yomi period | 1040 | 60 |
| count | each of the last ten seconds of another period | 1320 | 60 |

A tone higher up in the table is not cut short by one below. Without the leave to point out that a
time is out nothing is heard of a time, whatever else is chosen (RIF 14.8).
"""

from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple

import msgspec

from clock.display.view import ahead
from clock.menu.settings import Settings, Sound
from clock.rules.control import Method
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
from clock.rules.state import State
from clock.rules.timing import remaining_ns
from clock.rules.units import SECOND_NS
from hal.debounce import EDGE_LATENCY_NS_MAX
from hal.ports import Buzzer

COUNT_FROM = 10
"""Seconds from which on a count is heard."""

_MS = 1_000_000
_ABOUT_TIME = {Sound.COUNT, Sound.BYOYOMI, Sound.FALL}


class _Pitch(NamedTuple):
    sound: Sound
    tone_hz: int
    length_ns: int


class Tone(Enum):
    """A tone of the clock; of two at once the one further up is heard."""

    FALL = _Pitch(Sound.FALL, 440, 1000 * _MS)
    CALL = _Pitch(Sound.CALL, 880, 400 * _MS)
    ORGANIZER = _Pitch(Sound.CALL, 660, 250 * _MS)
    GONG = _Pitch(Sound.BYOYOMI, 520, 600 * _MS)
    PERIOD = _Pitch(Sound.BYOYOMI, 1040, 250 * _MS)
    CLICK = _Pitch(Sound.CLICK, 2000, 12 * _MS)
    BYOYOMI = _Pitch(Sound.BYOYOMI, 1040, 60 * _MS)
    COUNT = _Pitch(Sound.COUNT, 1320, 60 * _MS)

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
_COUNTS = {Method.BYOYOMI: Tone.BYOYOMI, Method.GONG: Tone.BYOYOMI, Method.COUNTUP: None}
SAMPLES = {
    Sound.CLICK: Tone.CLICK,
    Sound.COUNT: Tone.COUNT,
    Sound.BYOYOMI: Tone.BYOYOMI,
    Sound.CALL: Tone.CALL,
    Sound.FALL: Tone.FALL,
}
"""The tones that are played when a volume is set."""


def allowed(sound: Sound, regulations: Regulations) -> bool:
    """Whether the regulations let a sound be heard (RIF 14.8)."""
    chosen: bool = getattr(regulations, f"{sound.value}_sound")
    return chosen and (regulations.announce or sound not in _ABOUT_TIME)


def tones_of(outputs: Iterable[Output]) -> list[Tone]:
    """Return the tones of what happened, most important first."""
    found = {_TONES[type(output)] for output in outputs if type(output) in _TONES}
    return sorted(found, key=lambda tone: tone.rank)


class Counted(msgspec.Struct, frozen=True):
    """The seat that ran at the last look, and the lowest second that each seat was shown at."""

    running: Seat | None = None
    left: int = 0
    right: int = 0

    def look(self, state: State, now_ns: int) -> tuple["Counted", Tone | None]:
        """Return what is counted at `now_ns`, and the tone if the digits came to a second just now.

        The digits are rounded up, so a second sounds as it begins to be shown. No second of a
        seat's sounds twice unless time was added: a late edge that was folded in may bring back a
        little of a second, not its tone. While nothing runs, or a delay, none sounds;
        nor in joint time, when nobody is there.
        """
        state = ahead(state, now_ns)
        shown = {seat: self._shown(seat, state, now_ns) for seat in (LEFT, RIGHT)}
        counted = Counted(state.running, shown[LEFT], shown[RIGHT])
        seat = state.running
        if seat is None or seat is not self.running:
            return counted, None
        sounds = shown[seat] < self._of(seat) and 1 <= shown[seat] <= COUNT_FROM
        return counted, _count_tone(state, seat) if sounds else None

    def _of(self, seat: Seat) -> int:
        return self.left if seat is LEFT else self.right

    def _shown(self, seat: Seat, state: State, now_ns: int) -> int:
        left_ns, lowest = remaining_ns(state, seat, now_ns), self._of(seat)
        shown = -(-left_ns // SECOND_NS)
        added = left_ns >= lowest * SECOND_NS + EDGE_LATENCY_NS_MAX
        return shown if added else min(shown, lowest)


def _count_tone(state: State, seat: Seat) -> Tone | None:
    clock = state.seat(seat)
    method = clock.terms.method
    if method is Method.BYOYOMI and clock.overtime is None:
        return None  # main time ends in a byo-yomi period: nothing is lost with it
    return _COUNTS.get(method, Tone.COUNT)


class Sounder:
    """Sounds what has happened when asked: nothing of a press waits for it."""

    def __init__(self, buzzer: Buzzer | None) -> None:
        self._buzzer = buzzer
        self._counted = Counted()
        self._due: list[Tone] = []
        self._sounding = Tone.COUNT
        self._until_ns = 0

    def add(self, outputs: Iterable[Output], regulations: Regulations) -> None:
        """Add the sounds of outputs to what is due."""
        self._due += [tone for tone in tones_of(outputs) if allowed(tone.sound, regulations)]

    def sample(self, sound: Sound) -> None:
        """Let a sound be heard whose volume was set."""
        self._due.append(SAMPLES[sound])

    def sound(self, state: State, settings: Settings, now_ns: int) -> None:
        """Sound what is due now, unless something that matters more still sounds."""
        due, self._due = self._due, []
        self._counted, second = self._counted.look(state, now_ns)
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
