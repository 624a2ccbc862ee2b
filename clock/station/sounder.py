"""The station's voice: of what is due at a turn of the loop, the tone that matters most."""

from collections.abc import Iterable

from clock.menu.settings import Settings, Sound
from clock.rules.outputs import Output
from clock.rules.regulations import Regulations
from clock.rules.state import State
from clock.station.sounds import SAMPLES, Counted, Tone, allowed, tones_of
from hal.ports import Buzzer


class Sounder:
    """Hears what happens at once, and sounds when asked: nothing of a press waits for it."""

    def __init__(self, buzzer: Buzzer | None) -> None:
        self._buzzer = buzzer
        self._counted = Counted()
        self._due: list[Tone] = []
        self._sounding = Tone.COUNT
        self._until_ns = 0

    def tell(self, outputs: Iterable[Output], regulations: Regulations) -> None:
        """Take note of what is to be heard of outputs."""
        self._due += [tone for tone in tones_of(outputs) if allowed(tone.sound, regulations)]

    def sample(self, sound: Sound) -> None:
        """Let a sound be heard whose volume was set."""
        self._due.append(SAMPLES[sound])

    def speak(self, state: State, settings: Settings, now_ns: int) -> None:
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
