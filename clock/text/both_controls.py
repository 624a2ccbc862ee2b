"""Both seats' time controls in a sentence, and one as short as players have it."""

from collections.abc import Callable

from clock.rules.control import Control
from clock.rules.seats import LEFT, RIGHT
from clock.text.control import plain, upper_first
from clock.text.language import tr
from clock.text.methods import METHOD_TEXTS
from clock.text.words import seat_name, short_length


def controls_text(left: Control, right: Control, words: Callable[[Control], str] = plain) -> str:
    """Return both seats' controls in a sentence: "Left: 10:00 · Right: 2:00"."""
    if left == right:
        return upper_first(words(left))
    sides = ((LEFT, left), (RIGHT, right))
    return " · ".join(f"{seat_name(seat)}: {words(control)}" for seat, control in sides)


def short(control: Control) -> str:
    """Return a control in a short sentence: "5 min, 3 s added a move"; others as `plain` has it."""
    period = control[0]
    text = METHOD_TEXTS[period.method].alone
    if len(control) > 1 or period.moves is not None or not text:
        return plain(control)
    time, length = short_length(period.time_ns), short_length(period.bonus_ns)
    return tr(text).format(time=time, length=length)
