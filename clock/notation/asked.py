"""The question between the meanings of a text, each in a sentence."""

from collections.abc import Callable

from clock.notation.each_colour import ByColour, text_of_colours
from clock.notation.each_side import Controls, text_of_sides
from clock.notation.typed import Unclear, question
from clock.rules.control import Control
from clock.rules.message import Message
from clock.text.control import controls_text, plain
from clock.text.words import colour_name


def sentence_of(controls: Controls | ByColour) -> str:
    """Return the controls of both seats, or of each colour, in a sentence."""
    if isinstance(controls, Controls):
        return controls_text(*controls)
    sides = ((colour_name(colour), plain(control)) for colour, control in controls.items())
    return " · ".join(f"{name}: {control}" for name, control in sides)


def question_in_words(
    text: str, error: Unclear, played: Callable[[Control], Control] = lambda control: control
) -> Message:
    """Ask what a text means, in the current language; `played` is a control as its game has it."""
    meanings = []
    for each in error.meanings:
        if isinstance(each, Controls):
            meant = Controls(*map(played, each))
            meanings.append(f"{text_of_sides(meant)} ({sentence_of(meant)})")
        else:
            sides = {colour: played(control) for colour, control in each.items()}
            meanings.append(f"{text_of_colours(sides)} ({sentence_of(sides)})")
    return question(text, meanings)
