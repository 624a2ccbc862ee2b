"""The words, letters and usual bonuses of the methods of counting time: a row for each method."""

from typing import NamedTuple

from clock.rules.control import Method
from clock.rules.units import SECOND_NS
from clock.text.language import N_


class MethodTexts(NamedTuple):
    """What people see and write of a method; bonuses are {length}, byo-yomi periods {count}."""

    name: str
    """In the menu, in lower case; it fits a row, of 21 letters, in every language."""
    letter: str | None = None
    """What stands for it in typed time controls and in PGN; None: it cannot be typed."""
    short: str = ""
    """Beside the time in a row of a display."""
    brief: str = ""
    """The same where there is less room; empty: there is nothing shorter."""
    whole: str = ""
    """A period as people say it in a title; empty: as in a row of a display."""
    time: str = "{time}"
    """A period's time in a sentence."""
    each_move: str = ""
    """In a sentence, the bonus for every move; if all periods have the same, it is named once."""
    alone: str = ""
    """A single period in a few words, "5 min, 3 s added a move"; empty: as in a sentence."""
    bonus: str = N_("Bonus")
    """What the menu calls the bonus."""
    usual_ns: int = 0
    """The bonus with which the menu begins."""
    usual_count: int = 0


_TEXTS = {
    "plain": MethodTexts(N_("no increment"), "", whole="{time}", alone="{time}"),
    "increment": MethodTexts(
        N_("increment (Fischer)"),
        "+",
        "+{length}",
        whole="{time} + {length}",
        each_move=N_("+{length} a move"),
        alone=N_("{time}, {length} added a move"),
        usual_ns=30 * SECOND_NS,
    ),
    "bronstein": MethodTexts(
        N_("Bronstein"),
        "b",
        N_("Bronstein {length}"),
        "b{length}",
        each_move=N_("up to {length} back per move"),
        usual_ns=5 * SECOND_NS,
    ),
    "delay": MethodTexts(
        N_("delay (US)"),
        "d",
        N_("delay {length}"),
        "d{length}",
        each_move=N_("a delay of {length} a move"),
        bonus=N_("Delay"),
        usual_ns=5 * SECOND_NS,
    ),
    "byoyomi": MethodTexts(
        N_("byo-yomi"),
        "+x",
        "{count}x{length}",
        whole=N_("{time}, {count}x{length}"),
        bonus=N_("Byo-yomi"),
        usual_ns=30 * SECOND_NS,
        usual_count=3,
    ),
    "hourglass": MethodTexts(
        N_("hourglass"),
        "*",
        N_("hourglass"),
        time=N_("{time}, an hourglass: what one player uses, the other gains"),
    ),
    "countup": MethodTexts(
        N_("counts up"), short=N_("countup"), time=N_("counting up from {time}")
    ),
    "below_zero": MethodTexts(
        N_("below zero"),
        short=N_("then below 0"),
        time=N_("{time}, then on below zero"),
    ),
    "gong": MethodTexts(
        N_("gong"), short=N_("gong"), time=N_("{time} for every move, with a gong")
    ),
}
METHOD_TEXTS = {Method(name): texts for name, texts in _TEXTS.items()}
"""In the order of the menu."""
