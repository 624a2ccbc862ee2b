"""Checks of an opening, whoever wrote it."""

import re
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from string import Formatter

from clock.rules.message import Message
from clock.rules.openings import Opening, Step
from clock.rules.seats import Colour
from clock.text.glyphs import LETTER, ROW, drawable, plain, width

STEPS_MAX = 30
LAY_MAX = 9
OFFERS_MAX = 99
_FIGURE = re.compile(r"(?<![\w{])\d+(?!\w)")
"""A number, but no ordinal such as 6th: only "2 more" may be written out, as the rule has it."""
TEXT_PLACES = ("lay", "offers", "most")
"""The figures for a step's text: the stones to lay, the fifths offered, the most announced."""
_IN_BRACES = ", ".join(f"{{{place}}}" for place in TEXT_PLACES)
_SWAP = re.compile(r"swap|v[yý]m[eě][nň]|스왑|교환", re.IGNORECASE)
"""A swap in an opening's texts, in any of the clock's languages."""


def problems(opening: Opening) -> Iterator[tuple[str, Message]]:
    """Yield the mistakes of an opening: the place in it, and the message."""
    if not _in_one_line(opening.name):
        yield "name", Message("expected text on one line")
    for message in _row_problems(opening.title):
        yield "title", message
    if len(opening.steps) > STEPS_MAX:
        yield "steps", Message("expected at most {most} steps", most=STEPS_MAX)
        return
    sound = True
    for name, step in opening.steps.items():
        for key, message in _step_problems(opening, step):
            sound = False
            yield f"steps.{name}.{key}", message
    yield from _translation_problems(opening)
    if sound and opening.steps:
        yield from _way_problems(opening)


def swap_problems(opening: Opening) -> Iterator[tuple[str, Message]]:
    """Yield where a text offers a swap that no button enters, or hides one, as `problems` does.

    Only files are checked for it: a game that was played by such an opening must still be read.
    """
    for name, step in opening.steps.items():
        for key, text in step.texts.items():
            if step.swap is None and _offers_swap(text):
                expected = Message('expected no "swap": this step has none to enter')
                yield f"steps.{name}.{key}", expected
            # A count of fifths needs the whole row: there the row of the buttons offers the swap.
            elif step.swap is not None and not step.announces and not _offers_swap(text):
                yield f"steps.{name}.{key}", Message('expected "swap": this step has one to enter')
    for language, texts in opening.texts.items():
        for text, translation in texts.items():
            if text != opening.title and _offers_swap(text) is not _offers_swap(translation):
                expected = Message("expected a swap where the text has one, and only there")
                yield f'texts.{language}."{text}"', expected


def _offers_swap(text: str) -> bool:
    return _SWAP.search(text) is not None


def _step_problems(opening: Opening, step: Step) -> Iterator[tuple[str, Message]]:
    for key, least, most in (
        ("lay", 1, LAY_MAX),
        ("announces", 0, OFFERS_MAX),
        ("offers", 0, OFFERS_MAX),
    ):
        if not least <= getattr(step, key) <= most:
            yield key, Message("expected {least} to {most}", least=least, most=most)
    for key, name in step.leads.items():
        if name not in opening.steps:
            names, value = ", ".join(opening.steps), repr(name)
            yield key, Message("expected one of {names}, got {value}", names=names, value=value)
    if step.two_more is not None and step.swap is None:
        yield "two_more", Message("allowed only with swap")
    if not step.text:
        yield "text", Message("expected text on one line")
    for key, text in step.texts.items():
        if not _places(text) <= set(TEXT_PLACES):
            yield key, Message("expected only the placeholders {names}", names=_IN_BRACES)
            continue
        if set(_FIGURE.findall(text)) - ({"2"} if step.two_more else set()):
            yield key, Message("expected one of {names} instead of a number", names=_IN_BRACES)
        for message in _row_problems(_longest(opening, step, text)):
            yield key, message


def _translation_problems(opening: Opening) -> Iterator[tuple[str, Message]]:
    steps = {text: step for step in opening.steps.values() for text in step.texts.values()}
    for language, texts in opening.texts.items():
        for text, translation in texts.items():
            place = f'texts.{language}."{text}"'
            if text not in (opening.title, *steps):
                yield place, Message("expected the title, or a step's text")
            elif _places(translation) != _places(text):
                yield place, Message("expected the same placeholders as in the text")
            elif not _places(text) - set(TEXT_PLACES):
                row = _longest(opening, steps[text], translation) if text in steps else translation
                for message in _row_problems(row):
                    yield place, message


def _way_problems(opening: Opening) -> Iterator[tuple[str, Message]]:
    """Follow every way through the steps: who presses, whose stone is due, open colours."""
    leads = {name: set(step.leads.values()) for name, step in opening.steps.items()}
    try:
        TopologicalSorter(leads).prepare()
    except CycleError:
        yield "steps", Message("expected an end: a step leads back to itself")
        return
    ways = [(next(iter(opening.steps)), Colour.BLACK, Colour.BLACK, opening.open_colours)]
    paths = {ways[0]: ""}
    for way in ways:  # the list grows while it is read, by each new way once
        name, by, due, is_open = way
        step, before = opening.steps[name], paths[way]
        if step.by is not by:
            expected = Message("expected {colour}", colour=by.value)
            if before:
                expected = Message("expected {colour} after {steps}", colour=by.value, steps=before)
            yield f"steps.{name}.by", expected
            return
        laid = due if step.lay % 2 == 0 else due.other
        presser = by if step.swap is None else due
        stays_open = is_open and step.swap is None
        if step.then is None and stays_open:
            yield f"steps.{name}.then", Message("expected another step: colours are still open")
            return
        if step.then is None and laid is not presser.other:
            problem = Message("expected another step: the wrong player would move next")
            yield f"steps.{name}.then", problem
            return
        here = f"{before}, {name}" if before else name
        for lead, way_on, steps in (
            (step.then, (presser.other, laid, stays_open), here),
            (step.swap, (due, due, False), f"{here} (swap)"),
            (step.two_more, (by.other, due, is_open), f"{here} (two_more)"),
        ):
            if lead is not None and (following := (lead, *way_on)) not in paths:
                ways.append(following)
                paths[following] = steps
    reached = {name for name, *_ in ways}
    for name in opening.steps:
        if name not in reached:
            yield f"steps.{name}", Message("expected a step that another one leads to")


def _row_problems(row: str) -> Iterator[Message]:
    length = -(-width(plain(row)) // LETTER)
    if not _in_one_line(row):
        yield Message("expected text on one line")
    elif not drawable(row):
        yield Message("expected characters that the displays can draw")
    elif length > ROW:
        yield Message("expected at most {most} characters, got {count}", most=ROW, count=length)


def _longest(opening: Opening, step: Step, text: str) -> str:
    """A text with its largest figures."""
    offers = step.offers or opening.offers_max or "N"
    return text.format(lay=step.lay, offers=offers, most=step.announces)


def _in_one_line(text: str) -> bool:
    return bool(text.strip()) and text.isprintable()


def _places(text: str) -> set[str]:
    """The names in a template's braces; "{" if they cannot be read."""
    try:
        fields = list(Formatter().parse(text))
    except ValueError:
        return {"{"}
    plain = all(not spec and not conversion for _, name, spec, conversion in fields if name)
    return {name for _, name, _, _ in fields if name is not None} if plain else {"{"}
